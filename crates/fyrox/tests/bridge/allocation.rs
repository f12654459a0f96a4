// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Writing poses allocates nothing but what Fyrox's own setters do.

use crate::poses::update;
use crate::skinning::twisted;
use allocation_counter::measure;
use fyrox::scene::Scene;
use fyrox::scene::graph::Graph;
use tumble_fyrox::pose::LocalPose;
use tumble_fyrox::{ModelNodes, mannequin, spawn_model, to_unit_quaternion};

/// How often memory is allocated in 100 frames, updates left out.
fn allocations(scene: &mut Scene, mut frame: impl FnMut(usize, &mut Graph)) -> u64 {
    (0..100)
        .map(|index| {
            let found = measure(|| frame(index, &mut scene.graph)).count_total;
            update(scene);
            found
        })
        .sum()
}

/// The same with Fyrox alone.
fn set_rotations(nodes: &ModelNodes, pose: &LocalPose, graph: &mut Graph) {
    for (&node, joint) in nodes.joints.iter().zip(pose.iter()) {
        graph[node].local_transform_mut().set_rotation(to_unit_quaternion(joint.rotation));
    }
}

#[test]
fn writing_and_reading_allocate_nothing_but_the_blocks_of_fyroxs_channel() {
    let model = mannequin::model();
    let mut scene = Scene::new();
    let nodes = spawn_model(&model, &mut scene.graph).expect("the mannequin");
    let poses = [model.skeleton.rest_pose().clone(), twisted(&model)];
    update(&mut scene);

    let fyrox = allocations(&mut scene, |frame, graph| set_rotations(&nodes, &poses[frame % 2], graph));
    let ours = allocations(&mut scene, |frame, graph| nodes.write_pose(&poses[frame % 2], graph));
    println!(
        "100 frames of {} joints: {ours} allocations, by Fyrox's setters alone {fyrox}",
        nodes.joints.len()
    );
    let blocks = 100 * nodes.joints.len() as u64 / 31 + 1;
    assert!(ours <= fyrox.max(blocks), "{ours} are more than Fyrox's {fyrox}");

    let still = allocations(&mut scene, |_, graph| nodes.write_pose(&poses[1], graph));
    assert_eq!(still, 0, "nothing is sent for what has not moved");

    let mut out = LocalPose::rest(&model.skeleton);
    let read = allocations(&mut scene, |_, graph| nodes.read_pose(graph, &mut out));
    assert_eq!(read, 0);
}
