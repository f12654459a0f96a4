// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Poses: blending, local to model space, and the crowd that does all of it; and a live ragdoll beside them.

#![expect(clippy::expect_used, reason = "benches: an error ends them")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use tumble_bench::{Crowd, Faller, Player, Recipe, figure};
use tumble_clip::ClipBuilder;
use tumble_pose::{LocalPose, LocalToModelJob, ModelPose, Seconds};

fn poses(c: &mut Criterion) {
    let skeleton = figure::skeleton().expect("the figure");
    let clip =
        ClipBuilder::default().build(&skeleton, &figure::motion(&skeleton)).expect("the figure's motion");
    let pose = |at| Player::new(&clip).sample(Seconds(at)).cloned().expect("a pose");
    let (from, to) = (pose(1.0), pose(3.0));
    let mut output = LocalPose::rest(&skeleton);
    c.bench_function("blending two poses of 60 joints", |b| {
        b.iter(|| black_box(&mut output).interpolate(black_box(&from), black_box(&to), black_box(0.3)));
    });
    let mut model = ModelPose::identity(skeleton.joint_count());
    c.bench_function("60 joints to model space", |b| {
        b.iter(|| {
            let (local, output) = (black_box(&from), black_box(&mut model));
            LocalToModelJob { skeleton: &skeleton, local, output }.run()
        });
    });
    let mut crowd = Crowd::new(&clip, 1000).expect("a crowd");
    c.bench_function("a crowd of 1000: sampled, blended, in model space", |b| b.iter(|| crowd.frame()));
}

fn ragdolls(c: &mut Criterion) {
    let faller = Faller::new().expect("the mannequin's ragdoll");
    for recipe in [Recipe::Defaults, Recipe::Baking] {
        let mut live = faller.live(recipe).expect("the mannequin's ragdoll");
        let mut frames = 0;
        c.bench_function(&format!("a frame of a live ragdoll, {recipe:?}"), |b| {
            b.iter(|| {
                frames += 1;
                if frames % 120 == 0 {
                    live.rewind();
                }
                live.frame();
            });
        });
    }
}

criterion_group!(benches, poses, ragdolls);
criterion_main!(benches);
