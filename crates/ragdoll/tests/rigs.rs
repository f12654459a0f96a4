// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Rigs: what is inferred, what is written, what is refused.

#![allow(clippy::expect_used, reason = "a test may")]

mod stick_figure;

use stick_figure::model;
use tumble_pose::glam::Vec3;
use tumble_pose::{Joint, JointIndex, Model, Role, Side, Skeleton, Transform};
use tumble_ragdoll::{Limits, Rig, RigError, Shape, SizedBy};

fn of_joints(joints: &[Joint]) -> Model {
    let skeleton = Skeleton::new(joints).expect("a tree");
    Model { name: "thing".into(), skeleton, meshes: vec![], materials: vec![], images: vec![] }
}

fn joints_of(model: &Model) -> Vec<Joint> {
    let skeleton = &model.skeleton;
    let of = |joint| Joint {
        name: skeleton.name(joint).to_owned(),
        parent: skeleton.parent(joint).map(JointIndex::index),
        rest: skeleton.rest_pose().get(joint),
    };
    skeleton.joints().map(of).collect()
}

#[test]
fn a_person_gets_the_sixteen_parts_of_a_person() {
    let (rig, report) = Rig::infer(&model(1.0), None).expect("a person");
    assert!(report.human && (report.height_m - 1.75).abs() < 0.01, "{report:?}");
    assert!(report.sized_by.iter().all(|by| *by == SizedBy::BoneLength), "there is no mesh, and it says so");
    assert_eq!(rig.bodies.len(), 16);
    assert!((rig.mass() - 75.0).abs() < 1.0, "{} kg", rig.mass());
    rig.validate().expect("valid");
    let foot = rig.bodies.iter().find(|body| body.role == Some(Role::Foot(Side::Left))).expect("a foot");
    assert_eq!(foot.link.as_ref().map(|link| link.parent.as_str()), Some("hips/upperleg.l/lowerleg.l"));
}

/// Its ground was that of its lowest joint, and its feet began inside it.
#[test]
fn without_a_mesh_a_person_stands_on_the_lowest_body() {
    for (lower, stands) in [(0.0, 0.0), (0.06, -0.045), (1.0, -0.985)] {
        let mut joints = joints_of(&model(1.0));
        for joint in &mut joints {
            joint.rest.translation.y -= if joint.name == "hips" { lower } else { 0.0 };
        }
        let (rig, _) = Rig::infer(&of_joints(&joints), None).expect("a person");
        assert!((rig.ground - stands).abs() < 1e-3, "{lower} m lower it stands at {} m", rig.ground);
    }
}

/// A robot of the corpus has its feet on the root joint: bodies hang on bodies, never on the skeleton's parents.
#[test]
fn a_foot_that_hangs_on_the_root_is_jointed_to_its_leg() {
    let mut joints = joints_of(&model(1.0));
    for (foot, x) in [("foot.l", 0.09), ("foot.r", -0.09)] {
        let joint = joints.iter_mut().find(|joint| joint.name == foot).expect("a foot");
        (joint.parent, joint.rest) = (Some(0), Transform::from_translation(Vec3::new(x, 0.085, 0.0)));
    }
    let (rig, _) = Rig::infer(&of_joints(&joints), None).expect("a person");
    let foot = rig.bodies.iter().find(|body| body.joint == "foot.r").expect("a body for the foot");
    assert_eq!(foot.link.as_ref().map(|link| link.parent.as_str()), Some("hips/upperleg.r/lowerleg.r"));
}

#[test]
fn scale_is_a_power_of_ten_unless_it_is_given() {
    for (size, scale) in [(1.0, 1.0), (100.0, 0.01), (0.001, 1000.0), (2.0, 1.0)] {
        let (rig, report) = Rig::infer(&model(size), None).expect("a person");
        assert!((rig.metres_per_unit / scale - 1.0).abs() < 1e-6, "{size}: {}", rig.metres_per_unit);
        assert!((report.height_m - 1.75 * size * scale).abs() < 0.01 * size * scale, "{}", report.height_m);
    }
    let (rig, report) = Rig::infer(&model(100.0), Some(0.02)).expect("a person");
    assert!(report.scale_given && (rig.metres_per_unit - 0.02).abs() < 1e-9);
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(matches!(Rig::infer(&model(1.0), Some(bad)), Err(RigError::Scale { .. })), "{bad}");
    }
}

#[test]
fn a_creature_without_names_gets_a_body_for_each_long_bone() {
    let link = |index: usize| Joint {
        name: format!("x{index}"),
        parent: index.checked_sub(1),
        rest: Transform::from_translation(Vec3::new(0.0, 0.0, 0.3 * f32::from(u8::from(index > 0)))),
    };
    let (rig, report) =
        Rig::infer(&of_joints(&(0..8).map(link).collect::<Vec<_>>()), Some(1.0)).expect("a snake");
    assert!(!report.human && rig.bodies.len() == 7, "{rig:?}");
    rig.validate().expect("valid");
}

#[test]
fn what_has_nothing_to_bend_is_refused() {
    let lonely = of_joints(&[Joint { name: "box".into(), parent: None, rest: Transform::IDENTITY }]);
    let error = Rig::infer(&lonely, None).expect_err("one joint");
    insta::assert_snapshot!(error.to_string());
}

#[test]
fn a_rig_comes_back_from_its_text() {
    let (rig, _) = Rig::infer(&model(1.0), None).expect("a person");
    let text = rig.to_ron().expect("text");
    assert_eq!(Rig::from_ron(&text).as_ref(), Ok(&rig));
}

#[test]
fn a_rig_that_cannot_be_is_refused_with_its_place() {
    let (good, _) = Rig::infer(&model(1.0), None).expect("a person");
    let mut errors = Vec::new();
    let mut refuse = |change: &dyn Fn(&mut Rig)| {
        let mut rig = good.clone();
        change(&mut rig);
        let text = rig.to_ron().expect("text");
        errors.push(Rig::from_ron(&text).expect_err("refused").to_string());
    };
    refuse(&|rig| rig.metres_per_unit = 0.0);
    refuse(&|rig| rig.ground = f32::NAN);
    refuse(&|rig| rig.bodies.truncate(1));
    refuse(&|rig| rig.bodies[3].mass = -1.0);
    refuse(&|rig| rig.bodies[3].shape = Shape::Capsule { from: Vec3::ZERO, to: Vec3::Y, radius: 0.0 });
    refuse(&|rig| rig.bodies[3].link = None);
    refuse(&|rig| rig.bodies.swap(0, 1));
    refuse(&|rig| {
        if let Some(link) = &mut rig.bodies[4].link {
            link.limits = Limits::Hinge { range: [1.0, 0.0] };
        }
    });
    refuse(&|rig| {
        if let Some(link) = &mut rig.bodies[4].link {
            link.on_child.across = link.on_child.along;
        }
    });
    refuse(&|rig| rig.bodies[5].joint = rig.bodies[4].joint.clone());
    errors.push(Rig::from_ron("(metres_per_unit: 1.0, bodies: [").expect_err("cut off").to_string());
    insta::assert_snapshot!(errors.join("\n"));
}
