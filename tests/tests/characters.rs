// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The characters of the corpus, from file to baked deaths.

#![allow(clippy::expect_used, reason = "a test may")]

use std::fmt::Write as _;
use tumble_clip::{Clip, Rounding, SamplingContext, SamplingJob};
use tumble_interchange::read_gltf;
use tumble_pose::glam::Vec3;
use tumble_pose::{JointIndex, LocalPose, LocalToModelJob, Model, ModelPose, Role, Side};
use tumble_ragdoll::{BakeJob, BakeSettings, BakedFall, Blow, FallStart, Limits, Rig, Shape};
use tumble_tests::corpus;

fn character(name: &str) -> Option<(Model, LocalPose)> {
    let asset = read_gltf(&corpus(&format!("characters/{name}.glb"))?).expect("a character");
    let mut start = LocalPose::rest(&asset.model.skeleton);
    if let Some(idle) = asset.clips.iter().find(|clip| clip.meta.name == "Idle") {
        start = idle.bind(&asset.model.skeleton).pose(tumble_pose::Seconds::ZERO);
    }
    Some((asset.model, start))
}

fn sample(clip: &Clip, at: f64, pose: &mut LocalPose) {
    let mut context = SamplingContext::default();
    let at = tumble_pose::Seconds(at);
    let job = SamplingJob { clip, context: &mut context, at, rounding: Rounding::None, output: pose };
    job.run().expect("the clip's own skeleton");
}

fn places(model: &Model, local: &LocalPose) -> ModelPose {
    let mut output = ModelPose::identity(model.skeleton.joint_count());
    let job = LocalToModelJob { skeleton: &model.skeleton, local, output: &mut output };
    job.run().expect("the model's own skeleton");
    output
}

/// Issue and figures: 8 settled falls a character, each within the bound, none deep in the ground, and no limb torn
/// off: every body's joint stays as far from its parent body's as it was (a robot of the corpus has its feet on the
/// root joint of its skeleton).
fn eight_falls(name: &str) {
    let Some((model, start)) = character(name) else { return };
    let (rig, report) = Rig::infer(&model, None).expect("a rig");
    assert!(report.human, "{name} is a person");
    let chest = rig.bodies.iter().find(|body| body.role == Some(Role::Chest)).unwrap_or(&rig.bodies[0]);
    let blows = Blow::around(&chest.joint, 8, 6.0);
    let settings = BakeSettings::default();
    let from = FallStart::at_rest(start.clone());
    let job = BakeJob { model: &model, rig: &rig, start: &from, blows: &blows, settings: &settings };
    for fall in job.run(&|| ()).expect("bakes") {
        let (figures, report) = (fall.figures, fall.clip.report());
        assert!(figures.settled, "{name}: {figures:?}");
        assert!(report.max_error_m <= 1e-4, "{name}: {} m", report.max_error_m);
        assert!(figures.penetration_m <= 0.02, "{name}: {figures:?}");
        assert!(figures.max_energy_rise_j <= (0.01 * figures.blow_energy_j).max(1.0), "{name}: {figures:?}");
        limbs_stay_on(&model, &rig, &start, &fall);
        let read = Clip::from_bytes(&fall.clip.to_bytes()).expect("reads back");
        assert_eq!(read.to_bytes(), fall.clip.to_bytes());
    }
}

fn limbs_stay_on(model: &Model, rig: &Rig, start: &LocalPose, fall: &BakedFall) {
    let find = |path: &str| model.skeleton.find(path).expect("a joint");
    let links: Vec<(JointIndex, JointIndex)> = rig
        .bodies
        .iter()
        .filter_map(|body| Some((find(&body.joint), find(&body.link.as_ref()?.parent))))
        .collect();
    let distances = |pose: &ModelPose| -> Vec<f32> {
        links
            .iter()
            .map(|&(child, parent)| pose.translation(child).distance(pose.translation(parent)))
            .collect()
    };
    let before = distances(&places(model, start));
    let head = rig.bodies.iter().find(|body| body.role == Some(Role::Head)).expect("a head");
    let height = |pose: &ModelPose| pose.translation(find(&head.joint)).y;
    let mut pose = start.clone();
    for time in fall.clip.sample_times() {
        sample(&fall.clip, time.0, &mut pose);
        let now = places(model, &pose);
        for ((was, is), (child, _)) in before.iter().zip(distances(&now)).zip(&links) {
            let moved = (was - is).abs() * rig.metres_per_unit;
            assert!(moved < 5e-4, "{} moves by {moved} m at {time}", model.skeleton.path(*child));
        }
    }
    let (stood, lies) = (height(&places(model, start)), height(&places(model, &pose)));
    assert!(lies < 0.65 * stood, "it falls: the head from {stood} to {lies}");
}

#[test]
fn the_barbarian_falls_eight_times() {
    eight_falls("Barbarian");
}

#[test]
fn the_robot_falls_eight_times_with_its_feet_on() {
    eight_falls("RobotExpressive");
}

#[test]
fn the_man_falls_eight_times() {
    eight_falls("CesiumMan");
}

/// What is inferred of every character, line by line, to be read by people.
#[test]
fn the_inferred_rig_of_each_character_is_known() {
    for name in ["Barbarian", "RobotExpressive", "CesiumMan", "Fox"] {
        let Some((model, _)) = character(name) else { return };
        let (rig, report) = Rig::infer(&model, None).expect("a rig");
        insta::assert_snapshot!(name, table(&rig, report.height_m));
    }
    let Some(walk) = corpus("motions/walk.glb") else { return };
    let (rig, report) = Rig::infer(&read_gltf(&walk).expect("a motion").model, None).expect("a rig");
    insta::assert_snapshot!("walk", table(&rig, report.height_m));
}

fn table(rig: &Rig, height: f32) -> String {
    let mut text = format!("{height:.2} m, {:.1} kg, ground at {:.2}\n", rig.mass(), rig.ground);
    for body in &rig.bodies {
        let leaf = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let size = match body.shape {
            Shape::Capsule { from, to, radius } => format!("capsule {:.2} x {radius:.3}", from.distance(to)),
            Shape::Cuboid { half_extents: Vec3 { x, y, z }, .. } => format!("box {x:.2} {y:.2} {z:.2}"),
        };
        let (parent, limits) = body.link.as_ref().map_or_else(Default::default, |link| {
            let degrees =
                |range: [f32; 2]| format!("{:.0}..{:.0}", range[0].to_degrees(), range[1].to_degrees());
            let limits = match link.limits {
                Limits::Hinge { range } => format!("hinge {}", degrees(range)),
                Limits::Ball { twist, swing_y, swing_z } => {
                    format!("ball {} {} {}", degrees(twist), degrees(swing_y), degrees(swing_z))
                }
            };
            (leaf(&link.parent), limits)
        });
        let role = body.role.map_or_else(|| "-".to_owned(), |role| role.to_string());
        let _ = writeln!(
            text,
            "{role:16} {:26} on {parent:26} {size:24} {:6.2} kg  {limits}",
            leaf(&body.joint),
            body.mass
        );
    }
    for (path, why) in &rig.ignored {
        let _ = writeln!(text, "no body: {path:?} {why:?}");
    }
    text
}

#[test]
fn the_feet_of_the_robot_hang_on_its_legs() {
    let Some((model, _)) = character("RobotExpressive") else { return };
    let (rig, _) = Rig::infer(&model, None).expect("a rig");
    for side in Side::BOTH {
        let of = |role| rig.bodies.iter().find(|body| body.role == Some(role)).expect("a body");
        let parent = of(Role::Foot(side)).link.as_ref().map(|link| link.parent.as_str());
        assert_eq!(parent, Some(of(Role::LowerLeg(side)).joint.as_str()));
    }
}
