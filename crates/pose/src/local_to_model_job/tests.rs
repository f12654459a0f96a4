// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::{LocalToModel, LocalToModelJob};
use crate::{ModelPose, Transform, generators};
use proptest::prelude::*;
use pulp::NullaryFnOnce;

type Matrix = [[f32; 4]; 3];

/// One joint's matrix, number by number.
fn matrix(Transform { translation: t, rotation: q, scale: s }: Transform) -> Matrix {
    let (x2, y2, z2) = (q.x + q.x, q.y + q.y, q.z + q.z);
    let (xx, yy, zz) = (q.x * x2, q.y * y2, q.z * z2);
    let (xy, xz, yz) = (q.x * y2, q.x * z2, q.y * z2);
    let (wx, wy, wz) = (q.w * x2, q.w * y2, q.w * z2);
    [
        [(1.0 - (yy + zz)) * s.x, (xy - wz) * s.y, (xz + wy) * s.z, t.x],
        [(xy + wz) * s.x, (1.0 - (xx + zz)) * s.y, (yz - wx) * s.z, t.y],
        [(xz - wy) * s.x, (yz + wx) * s.y, (1.0 - (xx + yy)) * s.z, t.z],
    ]
}

fn product(above: &Matrix, local: &Matrix) -> Matrix {
    above.map(|row| {
        std::array::from_fn(|column| {
            let place = if column == 3 { row[3] } else { 0.0 };
            let [a, b, c] = local.map(|row| row[column]);
            (a * row[0] + place) + (b * row[1] + c * row[2])
        })
    })
}

fn bits(matrices: &[Matrix]) -> Vec<u32> {
    matrices.as_flattened().as_flattened().iter().map(|number| number.to_bits()).collect()
}

proptest! {
    #[test]
    fn model_space_is_the_same_to_the_bit_however_many_lanes_a_machine_has(
        (skeleton, pose) in generators::posed_skeletons(40),
        character in generators::transforms(),
    ) {
        let mut wide = ModelPose::identity(skeleton.joint_count());
        wide.set_character(&character.to_affine());
        let mut plain = wide.clone();
        let mut single = wide.slots_mut().to_vec();
        LocalToModelJob { skeleton: &skeleton, local: &pose, output: &mut wide }.run().expect("its own pose");
        let parents = skeleton.parent_slots();
        LocalToModel { blocks: pose.blocks(), parents, slots: plain.slots_mut() }.call();
        for (joint, (local, &parent)) in pose.iter().zip(parents).enumerate() {
            single[joint + 1] = product(&single[usize::from(parent)], &matrix(local));
        }
        prop_assert_eq!(bits(wide.slots_mut()), bits(plain.slots_mut()));
        prop_assert_eq!(bits(wide.slots_mut()), bits(&single));
    }
}
