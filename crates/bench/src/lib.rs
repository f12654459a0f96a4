// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Side-by-side measurements: what Tumble costs, and what others cost in the same run.
//!
//! The program prints a table, or with `--json` a [`Report`] for scripts:
//!
//! ```sh
//! cargo run --release -p tumble-bench -- --json
//! ```
//!
//! Whatever is compared runs in turn, lap by lap ([`race`]), so that a machine that is busy slows down both. What it is
//! made of can be had one by one:
//!
//! ```
//! use tumble_bench::{FyroxPlayer, Moments, Player, Runner, figure, race};
//! use tumble_clip::ClipBuilder;
//!
//! let skeleton = figure::skeleton()?;
//! let motion = figure::motion(&skeleton);
//! let clip = ClipBuilder::default().build(&skeleton, &motion)?;
//! let (mut ours, mut theirs) = (Player::new(&clip), FyroxPlayer::new(&skeleton, &motion));
//! let (mut a, mut b) = (Moments::random(clip.duration()), Moments::random(clip.duration()));
//! let times = race(5, [
//!     Runner::new(100, || ours.sample(a.step()).map(|_| ())),
//!     Runner::new(10, || Ok(drop(theirs.sample(b.step())))),
//! ])?;
//! println!("{} times as long", times.ratio(1, 0));
//! # Ok::<(), tumble_bench::BenchError>(())
//! ```
//!
//! # Should I use this crate?
//!
//! Run it, to see what your machine gives. `cargo bench -p tumble-bench` measures the parts with criterion, for those
//! who make Tumble faster.
//!
//! # Features
//!
//! None. Bevy is a peer in a workspace of its own, since even as an optional dependency its whole tree would be in
//! everyone's lock file and in builds of all features. `tumble-bench-bevy` measures it beside Tumble in one run on one
//! thread, and compares what both play:
//!
//! ```sh
//! cargo run --release --manifest-path bench-bevy/Cargo.toml -- --json
//! ```

mod clip_figures;
pub mod corpus;
mod crowd;
mod error;
mod falls;
pub mod figure;
mod fyrox_player;
mod live_ragdoll;
mod player;
mod race;
mod report;
mod table;

pub use clip_figures::{ClipFigures, ClipTimes};
pub use corpus::{ACL, AclFigures};
pub use crowd::Crowd;
pub use error::BenchError;
pub use falls::{FallTimes, Faller};
pub use fyrox_player::FyroxPlayer;
pub use live_ragdoll::{LiveRagdoll, Recipe};
pub use player::{Moments, Player};
pub use race::{Effort, Runner, Times, race};
pub use report::Report;
