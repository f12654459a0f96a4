// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The mannequin, from code to baked deaths.

#![allow(clippy::expect_used, reason = "a test may")]

use tumble_clip::Clip;
use tumble_interchange::{read_gltf_bytes, write_glb};
use tumble_mannequin::{clips, model};
use tumble_pose::{LocalPose, Model, Role, Seconds};
use tumble_ragdoll::{BakeJob, BakeSettings, Blow, FallStart, Rig};

fn ease(model: &Model) -> LocalPose {
    let clips = clips();
    let idle = clips.iter().find(|clip| clip.meta.name == "idle").expect("idle");
    let bound = idle.bind(&model.skeleton);
    let joints: Vec<_> = model.skeleton.joints().map(|joint| bound.transform(joint, Seconds::ZERO)).collect();
    LocalPose::from_transforms(&joints)
}

#[test]
fn the_mannequin_falls_eight_times() {
    let model = model();
    let (rig, report) = Rig::infer(&model, None).expect("a rig");
    assert!(report.human && rig.bodies.len() == 16, "a person of {} bodies", rig.bodies.len());
    assert!((report.height_m - 1.78).abs() < 0.01, "{} m", report.height_m);
    assert_eq!(report.loose_vertices, 0, "every vertex follows a body");
    let chest = rig.bodies.iter().find(|body| body.role == Some(Role::Chest)).expect("a chest");
    let blows = Blow::around(&chest.joint, 8, 6.0);
    let (start, settings) = (FallStart::at_rest(ease(&model)), BakeSettings::default());
    let job = BakeJob { model: &model, rig: &rig, start: &start, blows: &blows, settings: &settings };
    let falls = job.run(&|| ()).expect("bakes");
    assert_eq!(falls.len(), 8);
    for fall in falls {
        let (figures, report) = (fall.figures, fall.clip.report());
        assert!(figures.settled, "{figures:?}");
        assert!(report.max_error_m <= 1e-4, "{} m", report.max_error_m);
        assert!(figures.penetration_m <= 0.02, "{figures:?}");
        assert!(figures.max_joint_gap_m <= 0.005, "{figures:?}");
        let read = Clip::from_bytes(&fall.clip.to_bytes()).expect("reads back");
        assert_eq!(read.to_bytes(), fall.clip.to_bytes());
    }
}

#[test]
fn the_mannequin_goes_through_a_file_and_stays_what_it_was() {
    let (model, clips) = (model(), clips());
    let file = write_glb(&model, &clips).expect("writes");
    let read =
        read_gltf_bytes("mannequin", &file, |_| Err(std::io::ErrorKind::NotFound.into())).expect("reads");
    let names = |clips: &[tumble_clip::RawClip]| -> Vec<String> {
        clips.iter().map(|clip| clip.meta.name.clone()).collect()
    };
    assert_eq!(names(&read.clips), names(&clips));
    let vertices = |model: &Model| -> usize {
        let surfaces = model.meshes.iter().flat_map(|mesh| &mesh.surfaces);
        surfaces.map(|surface| surface.positions.len()).sum()
    };
    assert_eq!(vertices(&read.model), vertices(&model));
    for joint in model.skeleton.joints() {
        assert!(read.model.skeleton.find(model.skeleton.name(joint)).is_some());
    }
}
