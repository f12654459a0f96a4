// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Roles of real characters: their joints are read out of the JSON chunk of the corpus' GLB files.

use crate::outline::report;
use tumble_pose::RoleMap;

fn check(name: &str, file: &str) {
    if let Some(skeleton) = crate::corpus::skeleton(file) {
        insta::assert_snapshot!(name, report(&skeleton, &RoleMap::infer(&skeleton)));
    }
}

#[test]
fn barbarian() {
    check("barbarian", "characters/Barbarian.glb");
}

#[test]
fn robot_expressive() {
    check("robot_expressive", "characters/RobotExpressive.glb");
}

#[test]
fn cesium_man() {
    check("cesium_man", "characters/CesiumMan.glb");
}

#[test]
fn fox() {
    check("fox", "characters/Fox.glb");
}

#[test]
fn motion_capture_body() {
    check("motion_capture_body", "motions/walk.glb");
}
