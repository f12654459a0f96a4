// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::character_kind::CharacterKind;
use crate::orbit_camera::OrbitCamera;
use crate::scenery;
use fyrox::core::algebra::{UnitQuaternion, Vector3};
use fyrox::core::color::Color;
use fyrox::core::pool::Handle;
use fyrox::scene::base::BaseBuilder;
use fyrox::scene::camera::{Camera, CameraBuilder, PerspectiveProjection, Projection};
use fyrox::scene::collider::{BitMask, ColliderBuilder, ColliderShape, InteractionGroups};
use fyrox::scene::graph::Graph;
use fyrox::scene::light::BaseLightBuilder;
use fyrox::scene::light::directional::{CsmOptions, DirectionalLightBuilder, FrustumSplitOptions};
use fyrox::scene::rigidbody::{RigidBodyBuilder, RigidBodyType};
use fyrox::scene::transform::TransformBuilder;
use fyrox::scene::{EnvironmentLightingSource, Scene};
use tumble_fyrox::ragdoll::GROUND_GROUP;
use tumble_fyrox::{to_unit_quaternion, to_vector3};

/// Half the side of the ground, in metres.
const GROUND: f32 = 250.0;

/// What is in the arena besides characters: ground, light, sky, and the camera.
#[derive(Debug)]
pub(crate) struct Stage {
    camera: Handle<Camera>,
}

impl Stage {
    pub(crate) fn build(kind: &CharacterKind, scene: &mut Scene) -> Self {
        let options = scene.rendering_options.get_value_mut_and_mark_modified();
        options.environment_lighting_source = EnvironmentLightingSource::AmbientColor;
        options.ambient_lighting_color = Color::opaque(126, 134, 148);
        scene.set_skybox(scenery::sky());
        scenery::ground(GROUND, &mut scene.graph);
        physics_ground(kind, &mut scene.graph);
        sun(&mut scene.graph);
        let projection = PerspectiveProjection { fov: OrbitCamera::FIELD_OF_VIEW, z_near: 0.1, z_far: 400.0 };
        let camera = CameraBuilder::new(BaseBuilder::new().with_name("camera"))
            .with_projection(Projection::Perspective(projection))
            .build(&mut scene.graph);
        Self { camera }
    }

    pub(crate) fn place_camera(&self, camera: &OrbitCamera, graph: &mut Graph) {
        graph[self.camera]
            .local_transform_mut()
            .set_position(to_vector3(camera.position()))
            .set_rotation(to_unit_quaternion(camera.rotation()));
    }
}

/// What bodies fall on: a little higher than the ground that is seen, as falls are baked.
fn physics_ground(kind: &CharacterKind, graph: &mut Graph) {
    let (thick, group) = (kind.size, BitMask(GROUND_GROUP.bits()));
    let collider = ColliderBuilder::new(BaseBuilder::new().with_name("ground that is felt"))
        .with_shape(ColliderShape::cuboid(GROUND, thick, GROUND))
        .with_friction(kind.physics.friction)
        .with_collision_groups(InteractionGroups::new(group, BitMask(u32::MAX)))
        .build(graph);
    let top = kind.physics.ground_margin * kind.size;
    let place = TransformBuilder::new().with_local_position(Vector3::new(0.0, top - thick, 0.0)).build();
    let base = BaseBuilder::new().with_local_transform(place).with_child(collider);
    RigidBodyBuilder::new(base).with_body_type(RigidBodyType::Static).build(graph);
}

/// Light that falls from the viewer's left, with shadows sharp nearby.
fn sun(graph: &mut Graph) {
    let rotation = UnitQuaternion::from_euler_angles(0.6, 0.0, 0.5);
    let place = TransformBuilder::new().with_local_rotation(rotation).build();
    let base = BaseBuilder::new().with_name("sun").with_local_transform(place);
    let light = BaseLightBuilder::new(base)
        .with_color(Color::opaque(255, 244, 224))
        .with_intensity(1.6)
        .with_scatter_enabled(false);
    let mut shadows = CsmOptions::default();
    shadows.split_options = FrustumSplitOptions::Absolute { far_planes: [9.0, 24.0, 80.0] };
    DirectionalLightBuilder::new(light).with_csm_options(shadows).build(graph);
}
