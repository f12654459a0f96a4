// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::Interpolation;
use crate::generators::transforms;
use crate::{Block, LANES, LocalPose, Transform};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use pulp::NullaryFnOnce;

/// One joint, number by number.
fn interpolated(a: Transform, b: Transform, blend: f32) -> Transform {
    let keep = 1.0 - blend;
    let between = |a: f32, b: f32| a * keep + b * blend;
    let vectors = |a: Vec3, b: Vec3| Vec3::new(between(a.x, b.x), between(a.y, b.y), between(a.z, b.z));
    let (p, q) = (a.rotation, b.rotation);
    let dot = (p.x * q.x + p.y * q.y) + (p.z * q.z + p.w * q.w);
    let take = if dot.is_sign_negative() { -blend } else { blend };
    let [x, y, z, w] = [(p.x, q.x), (p.y, q.y), (p.z, q.z), (p.w, q.w)].map(|(p, q)| p * keep + q * take);
    let shrink = 1.0 / ((x * x + y * y) + (z * z + w * w)).sqrt();
    Transform {
        rotation: Quat::from_xyzw(x * shrink, y * shrink, z * shrink, w * shrink),
        translation: vectors(a.translation, b.translation),
        scale: vectors(a.scale, b.scale),
    }
}

fn bits(blocks: &[Block]) -> Vec<u32> {
    blocks.iter().flat_map(|block| block.0.as_flattened()).map(|number| number.to_bits()).collect()
}

proptest! {
    #[test]
    fn poses_between_two_are_the_same_to_the_bit_however_many_lanes_a_machine_has(
        joints in prop::collection::vec((transforms(), transforms()), 1..40),
        blend in prop_oneof![Just(0.0_f32), Just(1.0), 0.0_f32..=1.0],
    ) {
        let (from, to): (Vec<Transform>, Vec<Transform>) = joints.iter().copied().unzip();
        let (from, to) = (LocalPose::from_transforms(&from), LocalPose::from_transforms(&to));
        let mut wide = LocalPose::identity(joints.len());
        wide.interpolate(&from, &to, blend);
        let mut plain = LocalPose::identity(joints.len());
        Interpolation { from: from.blocks(), to: to.blocks(), blend, output: plain.blocks_mut() }.call();
        let mut single = vec![Block::IDENTITY; wide.blocks().len()];
        for (index, &(from, to)) in joints.iter().enumerate() {
            single[index / LANES].set_lane(index % LANES, interpolated(from, to, blend));
        }
        prop_assert_eq!(bits(wide.blocks()), bits(plain.blocks()));
        prop_assert_eq!(bits(wide.blocks()), bits(&single));
    }
}
