// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use fyrox::core::algebra::Vector3;
use fyrox::core::log::Log;
use fyrox::scene::Scene;
use fyrox::scene::base::BaseBuilder;
use fyrox::scene::collider::{BitMask, ColliderBuilder, ColliderShape, InteractionGroups};
use fyrox::scene::rigidbody::{RigidBodyBuilder, RigidBodyType};
use fyrox::scene::transform::TransformBuilder;
use tumble_ragdoll::{GROUND_GROUP, PhysicsSettings};

/// A scene of level ground, `height` metres high.
pub(crate) fn ground(height: f32) -> Scene {
    Log::set_log_info(false);
    let mut scene = Scene::new();
    let place = TransformBuilder::new().with_local_position(Vector3::new(0.0, height - 1.0, 0.0)).build();
    let groups = InteractionGroups::new(BitMask(GROUND_GROUP.bits()), BitMask(u32::MAX));
    let slab = ColliderBuilder::new(BaseBuilder::new())
        .with_shape(ColliderShape::cuboid(60.0, 1.0, 60.0))
        .with_friction(PhysicsSettings::default().friction)
        .with_collision_groups(groups)
        .build(&mut scene.graph);
    RigidBodyBuilder::new(BaseBuilder::new().with_local_transform(place).with_child(slab))
        .with_body_type(RigidBodyType::Static)
        .build(&mut scene.graph);
    scene
}
