// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::playing::{DT, Play};
use allocation_counter::measure;
use glam::Vec3;
use tumble_demo::{Action, Input, Mode};

/// Sampling, blending and writing of poses allocate nothing of ours. The engine does: a message for each node that
/// moves, in blocks of 31, and a few lists in each update of a scene, whose number does not go with the crowd's.
#[test]
fn playing_a_crowd_of_deaths_allocates_no_more_than_the_engines_messages() {
    let allocations = |crowd: usize| {
        let mut play = Play::new(Mode::Baked, crowd);
        play.act(&[Action::StrikeAll(Vec3::NEG_Z)]);
        // The blending of the first frames included.
        let mut most = 0;
        for frame in 0..30 {
            let counted = measure(|| play.arena.step(&mut play.scene, &Input::NONE, DT));
            if frame > 0 {
                most = most.max(counted.count_total);
            }
        }
        (most, play.nodes())
    };
    let ((few, few_nodes), (many, many_nodes)) = (allocations(4), allocations(24));
    let nodes = u64::from(many_nodes - few_nodes);
    let messages = nodes.div_ceil(31) + 2;
    assert!(many - few <= messages + 8, "{few}, then {many} with {nodes} nodes more");
}
