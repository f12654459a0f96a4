// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tumble in the Fyrox engine: models become nodes, poses are written to and read from them, and ragdolls live in the
//! engine's physics.
//!
//! Everything else of Tumble comes along: [`pose`], [`clip`], [`deaths`], [`recorder`], [`ragdoll`],
//! [`interchange`] and [`mannequin`] are the library crates, so that a game depends on this crate and on Fyrox alone.
//!
//! ```
//! use fyrox::core::algebra::Vector2;
//! use fyrox::scene::Scene;
//! use tumble_fyrox::clip::{ClipBuilder, Rounding, SamplingContext, SamplingJob};
//! use tumble_fyrox::pose::{LocalPose, Seconds};
//! use tumble_fyrox::{ModelTemplate, mannequin};
//!
//! // What a character looks like is made once, and shared by however many stand in the scene. No window is needed.
//! let model = mannequin::model();
//! let template = ModelTemplate::new(&model)?;
//! let mut scene = Scene::new();
//! let nodes = template.spawn(&mut scene.graph);
//! let other = template.spawn(&mut scene.graph);
//!
//! // Each frame: sample, write, update.
//! let walk = mannequin::clips().into_iter().find(|clip| clip.meta.name == "walk").ok_or("no walk")?;
//! let walk = ClipBuilder::default().build(&model.skeleton, &walk)?;
//! let mut pose = LocalPose::rest(&model.skeleton);
//! let mut context = SamplingContext::for_clip(&walk);
//! let (at, rounding) = (Seconds(0.25), Rounding::None);
//! SamplingJob { clip: &walk, context: &mut context, at, rounding, output: &mut pose }.run()?;
//! nodes.write_pose(&pose, &mut scene.graph);
//! scene.update(Vector2::new(800.0, 600.0), 1.0 / 60.0, Default::default());
//!
//! other.remove(&mut scene.graph);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! And when the character is hit, its ragdoll falls in the scene's physics:
//!
//! ```
//! use fyrox::core::algebra::Vector2;
//! use fyrox::scene::Scene;
//! use tumble_fyrox::pose::{LocalPose, glam::Vec3};
//! use tumble_fyrox::ragdoll::{PhysicsSettings, Rig, rapier3d::math::Pose};
//! use tumble_fyrox::{LiveRagdoll, Strike, apply_physics_settings, mannequin, spawn_model, step_scene};
//!
//! // A scene with colliders to fall on would go on until it lies.
//! let mut scene = Scene::new();
//! let model = mannequin::model();
//! let nodes = spawn_model(&model, &mut scene.graph)?;
//! let mut pose = LocalPose::rest(&model.skeleton);
//! let (rig, _) = Rig::infer(&model, None)?;
//! let settings = PhysicsSettings::default();
//!
//! let place = Pose::IDENTITY;
//! let graph = &mut scene.graph;
//! let mut ragdoll = LiveRagdoll::spawn(&model.skeleton, &rig, &pose, place, &settings, graph)?;
//! apply_physics_settings(&settings, ragdoll.plan().size(), graph);
//! let point = ragdoll.body_place(0).translation;
//! ragdoll.strike(&Strike { body: 0, point, velocity: Vec3::Z * 4.0, spread: 0.3 }, graph);
//!
//! // Each frame: let time pass, take in where bodies are, read, write.
//! for _ in 0..30 {
//!     let dt = 1.0 / 60.0;
//!     step_scene(&mut scene, Vector2::new(800.0, 600.0), dt, &settings);
//!     ragdoll.advance(dt, &mut scene.graph);
//!     ragdoll.read_pose(&mut pose);
//!     nodes.write_pose(&pose, &mut scene.graph);
//! }
//! assert!(ragdoll.body_place(0).translation.z > point.z + 0.5, "its hips were pushed away");
//! ragdoll.remove(&mut scene.graph);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Should I use this crate?
//!
//! Yes, in a game made with Fyrox 1.0: it is the shortest way from a `.glb` file, a death or a fall to something
//! that moves on the screen. It builds characters from Tumble's own models, which come from files that Fyrox's loader
//! refuses or thins out as well; scenes that Fyrox loaded itself stay as they are. With another engine take the
//! library crates, none of which knows an engine.
//!
//! # Limits that are Fyrox's
//!
//! Blended surfaces are drawn without light. Normals of limbs scaled differently along their axes are a little off.
//! A skinned mesh that is not carried by the character's hips is drawn even where nobody looks, since Fyrox's bounds do
//! not follow bones; the bounds of others hold any turn of their joints, and limbs stretched by a tenth. Triangles face
//! outwards as a character rests: what a pose mirrors later shows its inside. An instance's nodes are saved with a scene,
//! but not its textures.
//!
//! # Features
//!
//! None.

mod body_frame;
mod bone_list;
mod carriers;
mod convert;
mod joint_node;
mod live_ragdoll;
mod material_set;
mod mesh_template;
mod model_error;
mod model_nodes;
mod model_template;
mod node_pose_source;
mod physics;
mod placed_vertices;
mod reach;
mod skin_parts;
mod surface_check;
mod surface_job;
mod texture;

pub use convert::{to_affine, to_matrix4, to_quat, to_unit_quaternion, to_vec3, to_vector2, to_vector3};
pub use live_ragdoll::{LiveRagdoll, Strike};
pub use model_error::{ModelError, SurfacePlace};
pub use model_nodes::ModelNodes;
pub use model_template::{ModelTemplate, spawn_model};
pub use node_pose_source::{NodeFollower, NodePoseSource};
pub use physics::{apply_physics_settings, fyrox_physics_settings, step_physics, step_scene};

pub use tumble_clip as clip;
pub use tumble_deaths as deaths;
pub use tumble_interchange as interchange;
pub use tumble_mannequin as mannequin;
pub use tumble_pose as pose;
pub use tumble_ragdoll as ragdoll;
pub use tumble_recorder as recorder;
