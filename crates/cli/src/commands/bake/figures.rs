// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::table::{Table, leaf, vector};
use serde::Serialize;
use std::fmt;
use tumble_deaths::DeathEntry;
use tumble_ragdoll::BakedFall;

/// What was baked. The keys of its JSON are a promise.
#[derive(Debug, Serialize)]
pub(super) struct BakeFigures {
    character: String,
    /// The largest angle from any blow to that of the nearest clip, of all shards; none without blows.
    worst_angle_rad: Option<f32>,
    clips: Vec<ClipFigures>,
    /// How long it took, building included.
    pub(super) seconds: f64,
    simulated_s: f64,
}

#[derive(Debug, Serialize)]
struct ClipFigures {
    file: String,
    blow: [f32; 3],
    hit: String,
    duration_s: f64,
    settled: bool,
    joints: usize,
    samples: usize,
    raw_bytes: usize,
    memory_bytes: usize,
    track_bytes: usize,
    file_bytes: usize,
    max_error_m: f64,
    p99_error_m: f64,
    penetration_m: f32,
    max_limit_excess_rad: f32,
    max_joint_gap_m: f32,
    max_energy_rise_j: f32,
}

impl BakeFigures {
    pub(super) fn of(character: &str, worst_angle_rad: Option<f32>) -> Self {
        let character = character.to_owned();
        Self { character, worst_angle_rad, clips: Vec::new(), seconds: 0.0, simulated_s: 0.0 }
    }

    pub(super) fn add(&mut self, death: &DeathEntry, fall: &BakedFall, file_bytes: usize) {
        let (report, figures) = (fall.clip.report(), &fall.figures);
        self.simulated_s += figures.simulated_s;
        self.clips.push(ClipFigures {
            file: death.clip.clone(),
            blow: death.blow.to_array(),
            hit: death.hit.clone(),
            duration_s: death.duration.0,
            settled: death.settled,
            joints: report.joints,
            samples: report.samples,
            raw_bytes: report.raw_bytes,
            memory_bytes: report.memory_bytes,
            track_bytes: report.track_bytes,
            file_bytes,
            max_error_m: report.max_error_m,
            p99_error_m: report.p99_error_m,
            penetration_m: figures.penetration_m,
            max_limit_excess_rad: figures.max_limit_excess_rad,
            max_joint_gap_m: figures.max_joint_gap_m,
            max_energy_rise_j: figures.max_energy_rise_j,
        });
    }
}

impl fmt::Display for BakeFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new([
            "clip",
            "blow m/s",
            "hit",
            "s",
            "settled",
            "file B",
            "ratio",
            "error mm",
            "under mm",
            "excess deg",
            "gap mm",
            "rise J",
        ]);
        for clip in &self.clips {
            table.row([
                clip.file.clone(),
                vector(clip.blow, 1),
                leaf(&clip.hit),
                format!("{:.2}", clip.duration_s),
                if clip.settled { "yes" } else { "no" }.to_owned(),
                clip.file_bytes.to_string(),
                format!("{:.1}", clip.raw_bytes as f64 / clip.file_bytes as f64),
                format!("{:.4}", clip.max_error_m * 1e3),
                format!("{:.1}", clip.penetration_m * 1e3),
                format!("{:.1}", clip.max_limit_excess_rad.to_degrees()),
                format!("{:.1}", clip.max_joint_gap_m * 1e3),
                format!("{:.2}", clip.max_energy_rise_j),
            ]);
        }
        let falls = self.clips.len();
        writeln!(
            f,
            "{}: {falls} falls, {:.1} s simulated in {:.2} s",
            self.character, self.simulated_s, self.seconds
        )?;
        if let Some(angle) = self.worst_angle_rad {
            writeln!(f, "no blow is farther than {:.1} degrees from that of a clip", angle.to_degrees())?;
        }
        write!(f, "{table}")
    }
}
