// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::table::{Table, leaf, millimetres};
use serde::Serialize;
use std::fmt;
use tumble_clip::{Clip, SamplingContext};

/// What clips cost and how exact they are. The keys of its JSON are a promise.
#[derive(Debug, Default, Serialize)]
pub(super) struct Figures {
    pub(super) animations: Vec<AnimationFigures>,
}

#[derive(Debug, Serialize)]
pub(super) struct AnimationFigures {
    name: String,
    joints: usize,
    scalars: usize,
    samples: usize,
    rate_hz: f64,
    raw_bytes: usize,
    memory_bytes: usize,
    context_bytes: usize,
    track_bytes: usize,
    file_bytes: usize,
    max_error_m: f64,
    p99_error_m: f64,
    max_between_m: f64,
    max_scalar_error: f64,
    worst_joint: String,
    worst_time_s: f64,
    encode_ms: f64,
    /// Of a loop, how far its end is from its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    seam_m: Option<f64>,
}

impl AnimationFigures {
    pub(super) fn of(clip: &Clip, file_bytes: usize, encode_ms: f64) -> Self {
        let report = clip.report();
        Self {
            name: clip.meta().name.clone(),
            joints: report.joints,
            scalars: report.scalars,
            samples: report.samples,
            rate_hz: clip.rate_hz(),
            raw_bytes: report.raw_bytes,
            memory_bytes: report.memory_bytes,
            context_bytes: SamplingContext::for_clip(clip).memory_bytes(),
            track_bytes: report.track_bytes,
            file_bytes,
            max_error_m: report.max_error_m,
            p99_error_m: report.p99_error_m,
            max_between_m: report.max_between_m,
            max_scalar_error: report.max_scalar_error,
            worst_joint: report.worst_joint.clone(),
            worst_time_s: report.worst_time.0,
            encode_ms,
            seam_m: report.seam.as_ref().map(|seam| seam.jump_m),
        }
    }
}

/// For people: what the clips cost, then how exact they are.
impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.sizes(), self.errors())
    }
}

impl Figures {
    fn sizes(&self) -> Table {
        let mut table = Table::new([
            "size",
            "joints",
            "scalars",
            "samples",
            "Hz",
            "raw B",
            "memory B",
            "ratio",
            "tracks B",
            "ratio",
            "file B",
            "ratio",
            "context B",
            "ms",
        ]);
        for animation in &self.animations {
            // How many times smaller than the raw samples, of which there may be none to speak of.
            let ratio = |bytes: usize| format!("{:.1}", animation.raw_bytes as f64 / bytes.max(1) as f64);
            table.row([
                animation.name.clone(),
                animation.joints.to_string(),
                animation.scalars.to_string(),
                animation.samples.to_string(),
                format!("{:.2}", animation.rate_hz),
                animation.raw_bytes.to_string(),
                animation.memory_bytes.to_string(),
                ratio(animation.memory_bytes),
                animation.track_bytes.to_string(),
                ratio(animation.track_bytes),
                animation.file_bytes.to_string(),
                ratio(animation.file_bytes),
                animation.context_bytes.to_string(),
                format!("{:.1}", animation.encode_ms),
            ]);
        }
        table
    }

    fn errors(&self) -> Table {
        let mut table = Table::new([
            "error",
            "max mm",
            "p99 mm",
            "between mm",
            "scalars",
            "seam mm",
            "worst joint",
            "at s",
        ]);
        for animation in &self.animations {
            table.row([
                animation.name.clone(),
                millimetres(animation.max_error_m),
                millimetres(animation.p99_error_m),
                millimetres(animation.max_between_m),
                format!("{:.6}", animation.max_scalar_error),
                animation.seam_m.map_or("-".to_owned(), millimetres),
                leaf(&animation.worst_joint),
                format!("{:.3}", animation.worst_time_s),
            ]);
        }
        table
    }
}
