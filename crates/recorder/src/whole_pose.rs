// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_pose::{Block, JointIndex, LANES, LocalPose};

/// How far the length of a quaternion may be from 1 through rounding alone.
const UNIT: f32 = 1e-6;

/// The first joint that is not finite, or whose rotation has no length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Flaw(pub(crate) JointIndex);

/// Normalises the rotations whose length is off.
pub(crate) fn make_whole(pose: &mut LocalPose) -> Result<(), Flaw> {
    // Nearly every pose is whole, which eight joints at once tell eight times as fast.
    if pose.blocks().iter().all(is_whole) {
        return Ok(());
    }
    for joint in (0..=u16::MAX).map(JointIndex).take(pose.joint_count()) {
        let mut value = pose.get(joint);
        let length = value.rotation.length();
        if !value.is_finite() || !length.is_normal() {
            return Err(Flaw(joint));
        }
        if (length - 1.0).abs() > UNIT {
            value.rotation /= length;
            pose.set(joint, value);
        }
    }
    Ok(())
}

/// Whether every lane is finite and its rotation's length near 1: the square's distance is twice the length's.
fn is_whole(Block(rows): &Block) -> bool {
    let (mut farthest, mut nought) = ([0.0_f32; LANES], [0.0_f32; LANES]);
    for lane in 0..LANES {
        let square = |row: usize| rows[row][lane] * rows[row][lane];
        farthest[lane] = ((square(0) + square(1)) + (square(2) + square(3)) - 1.0).abs();
    }
    for row in &rows[4..] {
        for lane in 0..LANES {
            nought[lane] += row[lane] * 0.0;
        }
    }
    // Of what is not finite, the product with 0 is NaN, which is no number's equal.
    farthest.iter().all(|&far| far <= UNIT) && nought.iter().all(|&nought| nought == 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tumble_pose::Transform;
    use tumble_pose::glam::Quat;

    proptest! {
        #[test]
        fn one_bad_number_anywhere_is_found(
            joints in 1..40_u16,
            place in any::<prop::sample::Index>(),
            component in 0..10_usize,
            bad in prop_oneof![Just(f32::NAN), Just(f32::INFINITY), Just(f32::NEG_INFINITY)],
        ) {
            let mut pose = LocalPose::identity(usize::from(joints));
            let joint = place.index(usize::from(joints));
            pose.blocks_mut()[joint / LANES].0[component][joint % LANES] = bad;
            prop_assert_eq!(make_whole(&mut pose), Err(Flaw(JointIndex(joint as u16))));
        }

        #[test]
        fn rotations_end_at_unit_length_and_those_that_have_it_stay(length in 0.99999..1.00001_f32) {
            let mut pose = LocalPose::identity(9);
            let given = Transform::from_rotation(Quat::from_rotation_x(1.0) * length);
            pose.set(JointIndex(8), given);
            prop_assert_eq!(make_whole(&mut pose), Ok(()));
            let found = pose.get(JointIndex(8)).rotation;
            prop_assert!((found.length() - 1.0).abs() <= UNIT);
            if (given.rotation.length() - 1.0).abs() <= UNIT {
                prop_assert_eq!(found, given.rotation);
            }
        }
    }
}
