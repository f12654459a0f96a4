// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::crowd_figures::CrowdFigures;
use crate::error::PeerError;
use crate::one_figures::OneFigures;
use serde::Serialize;
use std::fmt;
use std::path::Path;
use tumble_bench::{ACL, Effort, corpus, figure};

/// What was measured, in one run on one thread.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Report {
    /// One character alone: the figure of `tumble-bench`, then the clips of the corpus where there is one.
    pub(crate) one: Vec<OneFigures>,
    /// A thousand such figures.
    pub(crate) crowd: CrowdFigures,
}

impl Report {
    /// Measures everything; the clips of the corpus where its folder is given.
    pub(crate) fn measure(effort: Effort, corpus: Option<&Path>) -> Result<Self, PeerError> {
        let skeleton = figure::skeleton()?;
        let motion = figure::motion(&skeleton);
        let mut one = vec![OneFigures::measure("figure", &skeleton, &motion, effort)?];
        if let Some(corpus) = corpus {
            for acl in &ACL {
                let (skeleton, raw) = corpus::read_clip(corpus, acl.clip)?;
                one.push(OneFigures::measure(acl.clip, &skeleton, &raw, effort)?);
            }
        }
        Ok(Self { one, crowd: CrowdFigures::measure(&skeleton, &motion, effort)? })
    }
}

/// For people.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<12} {:>6} {:>8} {:>7} {:>8} {:>8} {:>9} {:>9} {:>8}",
            "one", "joints", "Bevy ns", "nobody", "ns fwd", "ns any", "Bevy x", "any", "apart mm"
        )?;
        for one in &self.one {
            writeln!(
                f,
                "{:<12} {:>6} {:>8.0} {:>7.0} {:>8.0} {:>8.0} {:>9.1} {:>9.1} {:>8.4}",
                one.clip,
                one.joints,
                one.bevy_ns_forward,
                one.bevy_ns_nobody,
                one.tumble_ns_forward,
                one.tumble_ns_random,
                one.bevy_over_tumble_forward,
                one.bevy_over_tumble_random,
                one.max_apart_m * 1e3
            )?;
        }
        let crowd = &self.crowd;
        writeln!(
            f,
            "\n{:<56} {:>10} {:>10} {:>8}",
            "1000 characters of 60 joints, a frame", "Bevy", "Tumble", ""
        )?;
        let mut row = |what: &str, [bevy, tumble]: [f64; 2], ratio: f64| {
            writeln!(f, "{what:<56} {bevy:>7.2} ms {tumble:>7.3} ms {ratio:>6.1} x")
        };
        let alone = [crowd.bevy_animating_ms, crowd.tumble_sampling_ms];
        row("the clip", alone, crowd.animating_over_tumble)?;
        let layered = [crowd.bevy_layered_ms, crowd.tumble_layered_ms];
        row("and a second layer, all joints in model space", layered, crowd.layered_over_tumble)?;
        let bevy = crowd.bevy_propagated_ms;
        writeln!(f, "{:<56} {bevy:>7.2} ms", "without the second layer")?;
        writeln!(f, "{:<56} {:>7.4} mm at most", "how far poses are apart", crowd.max_apart_m * 1e3)
    }
}
