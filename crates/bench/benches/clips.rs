// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Clips: sampling warm and cold, forward and in any order; building; loading.

#![expect(clippy::expect_used, reason = "benches: an error ends them")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tumble_bench::{Faller, FyroxPlayer, Moments, Player, figure};
use tumble_clip::{Clip, ClipBuilder};

fn sampling(c: &mut Criterion) {
    let skeleton = figure::skeleton().expect("the figure");
    let motion = figure::motion(&skeleton);
    let clip = ClipBuilder::default().build(&skeleton, &motion).expect("the figure's motion");
    let mut group = c.benchmark_group("60 joints");
    group.throughput(Throughput::Elements(60));
    for (name, start) in
        [("forward", Moments::forward(clip.duration())), ("random", Moments::random(clip.duration()))]
    {
        let (mut player, mut moments) = (Player::new(&clip), start);
        group.bench_function(format!("warm, {name}"), |b| {
            b.iter(|| player.sample(moments.step()).map(|_| ()));
        });
        let (mut player, mut moments) = (Player::new(&clip), start);
        group.bench_function(format!("warm, {name}, plain instructions"), |b| {
            b.iter(|| player.sample_plainly(moments.step()).map(|_| ()));
        });
        // More clips than caches hold, one after the other.
        let clips = vec![clip.clone(); (1 << 27) / clip.memory_bytes()];
        let mut players: Vec<Player<'_>> = clips.iter().map(Player::new).collect();
        let (mut next, mut moments) = (0, start);
        group.bench_function(format!("cold, {name}"), |b| {
            b.iter(|| {
                next = (next + 1) % players.len();
                players[next].sample(moments.step()).map(|_| ())
            });
        });
        let (mut fyrox, mut moments) = (FyroxPlayer::new(&skeleton, &motion), start);
        group.bench_function(format!("Fyrox, warm, {name}"), |b| {
            b.iter(|| {
                fyrox.sample(moments.step());
            });
        });
    }
    group.finish();
    let death = Faller::new().and_then(|faller| faller.death()).expect("the mannequin falls");
    let (mut player, mut moments) = (Player::new(&death), Moments::forward(death.duration()));
    c.bench_function("a baked death", |b| b.iter(|| player.sample(moments.step()).map(|_| ())));
}

fn making(c: &mut Criterion) {
    let skeleton = figure::skeleton().expect("the figure");
    let motion = figure::motion(&skeleton);
    let clip = ClipBuilder::default().build(&skeleton, &motion).expect("the figure's motion");
    let bytes = clip.to_bytes();
    let mut group = c.benchmark_group("making");
    group.throughput(Throughput::Bytes(clip.report().raw_bytes as u64));
    group.bench_function("loading", |b| b.iter(|| Clip::from_bytes(&bytes)));
    group.sample_size(10);
    group.bench_function("building", |b| {
        b.iter_batched(
            ClipBuilder::default,
            |builder| builder.build(&skeleton, &motion),
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

criterion_group!(benches, sampling, making);
criterion_main!(benches);
