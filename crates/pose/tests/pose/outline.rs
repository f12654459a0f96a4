// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Write;
use tumble_pose::{Joint, RoleMap, Skeleton, Transform};

/// A skeleton from an outline: a name a line, one blank deeper than its parent.
pub(crate) fn skeleton(outline: &str) -> Skeleton {
    let mut path = Vec::new();
    let mut joints = Vec::new();
    for line in outline.lines().filter(|line| !line.is_empty()) {
        let name = line.trim_start_matches(' ');
        path.truncate(line.len() - name.len());
        joints.push(Joint { name: name.to_owned(), parent: path.last().copied(), rest: Transform::IDENTITY });
        path.push(joints.len() - 1);
    }
    Skeleton::new(&joints).expect("the outline is a tree")
}

/// Each role that was found, its joint, and why.
pub(crate) fn report(skeleton: &Skeleton, roles: &RoleMap) -> String {
    let mut text = String::new();
    for (role, joint) in roles.iter() {
        let why = roles.evidence(joint).expect("each role has one");
        writeln!(text, "{role:16} {:24} {why}", skeleton.name(joint)).expect("a string takes all");
    }
    text
}
