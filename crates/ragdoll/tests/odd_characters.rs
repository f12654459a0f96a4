// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Characters that stand where others do not, are mirrored in part, or are somebody else.

#![allow(clippy::expect_used, reason = "a test may")]

mod stick_figure;

use stick_figure::{model, standing};
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{Joint, JointIndex, LocalPose, LocalToModelJob, Model, ModelPose, Skeleton, Transform};
use tumble_ragdoll::{BakeError, BakeJob, BakeSettings, BakedFall, Blow, FallStart, Rig, RigError};

fn fall(model: &Model, start: &LocalPose) -> BakedFall {
    let (rig, _) = Rig::infer(model, Some(1.0)).expect("a person");
    let (blows, settings) = (Blow::around("chest", 1, 6.0), BakeSettings::default());
    let start = FallStart::at_rest(start.clone());
    let job = BakeJob { model, rig: &rig, start: &start, blows: &blows, settings: &settings };
    job.run(&|| ()).expect("bakes").remove(0)
}

/// Where each joint is at each sample, in model space.
fn places(model: &Model, fall: &BakedFall) -> Vec<Vec<Vec3>> {
    let skeleton = &model.skeleton;
    let bound = fall.raw.bind(skeleton);
    let (mut local, mut output) = (LocalPose::rest(skeleton), ModelPose::identity(skeleton.joint_count()));
    let at = |time| {
        bound.sample(time, &mut local).expect("fits");
        LocalToModelJob { skeleton, local: &local, output: &mut output }.run().expect("fits");
        skeleton.joints().map(|joint| output.translation(joint)).collect()
    };
    fall.clip.sample_times().map(at).collect()
}

/// A kilometre away there was no ground: characters fell for eight seconds, and 300 m deep.
#[test]
fn a_character_far_from_the_origin_falls_onto_ground_and_stays_there() {
    let model = model(1.0);
    let mut start = standing(&model);
    let root = start.get(JointIndex::ROOT);
    let far = Vec3::new(1000.0, 0.0, -3000.0);
    start.set(JointIndex::ROOT, Transform { translation: root.translation + far, ..root });
    let fall = fall(&model, &start);
    assert!(fall.figures.settled && fall.figures.penetration_m <= 0.02, "{:?}", fall.figures);
    assert!(fall.figures.max_joint_gap_m <= 0.005, "{:?}", fall.figures);
    let hips = fall.final_root.translation;
    assert!(hips.with_y(0.0).distance(far) < 5.0 && hips.y < 0.7, "it lies at {hips}");
}

/// An arm that is the mirror image of the other, by a scale of -1, turned against the way its body did.
#[test]
fn an_arm_behind_a_mirror_moves_as_its_bodies_do() {
    let plain = model(1.0);
    let start = standing(&plain);
    let arm = plain.skeleton.find("upperarm.r").expect("a joint of the figure");
    let is_below = |joint| plain.skeleton.is_below(joint, arm);
    // Seen from within the arm everything is the other way round, so that it is where it was.
    let within = |joint: JointIndex, at: Transform| {
        let [x, y, z, w] = at.rotation.to_array();
        match joint {
            _ if joint == arm => Transform { scale: Vec3::new(-1.0, 1.0, 1.0), ..at },
            _ if is_below(joint) => Transform {
                translation: at.translation * Vec3::new(-1.0, 1.0, 1.0),
                rotation: Quat::from_xyzw(x, -y, -z, w),
                scale: at.scale,
            },
            _ => at,
        }
    };
    let joint = |joint: JointIndex| Joint {
        name: plain.skeleton.name(joint).to_owned(),
        parent: plain.skeleton.parent(joint).map(JointIndex::index),
        rest: within(joint, plain.skeleton.rest_pose().get(joint)),
    };
    let joints: Vec<Joint> = plain.skeleton.joints().map(joint).collect();
    let mirrored = Model { skeleton: Skeleton::new(&joints).expect("a tree"), ..plain.clone() };
    let locals = plain.skeleton.joints().map(|joint| within(joint, start.get(joint)));
    let mirrored_start = LocalPose::from_transforms(&locals.collect::<Vec<_>>());

    let (right, found) = (fall(&plain, &start), fall(&mirrored, &mirrored_start));
    for (sample, (right, found)) in
        places(&plain, &right).into_iter().zip(places(&mirrored, &found)).enumerate()
    {
        for (joint, (right, found)) in plain.skeleton.joints().zip(right.into_iter().zip(found)) {
            let name = plain.skeleton.name(joint);
            assert!(right.distance(found) < 1e-3, "{name} at sample {sample}: {found}, not {right}");
        }
    }
}

/// It was said that the blow's joint is not in the skeleton, though nobody had chosen one.
#[test]
fn a_rig_of_another_character_is_refused_as_such() {
    let model = model(1.0);
    let (mut rig, _) = Rig::infer(&model, None).expect("a person");
    for body in &mut rig.bodies {
        body.joint.insert_str(0, "Armature/");
        if let Some(link) = &mut body.link {
            link.parent.insert_str(0, "Armature/");
        }
    }
    let (start, settings) = (FallStart::at_rest(standing(&model)), BakeSettings::default());
    let blows = Blow::around("Armature/hips/spine/chest", 1, 6.0);
    let job = BakeJob { model: &model, rig: &rig, start: &start, blows: &blows, settings: &settings };
    let error = job.run(&|| ()).expect_err("it is of another");
    assert!(
        matches!(&error, BakeError::Rig(RigError::MissingJoint { joint }) if joint == "Armature/hips"),
        "{error}"
    );
}
