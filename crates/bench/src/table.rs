// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::Report;
use std::fmt;

/// For people.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |what: &str, figure: String| writeln!(f, "{what:<76} {figure:>10}");
        row("60 joints: Fyrox over Tumble, frame after frame", times(self.fyrox_over_tumble_forward))?;
        row("60 joints: Fyrox over Tumble, in any order", times(self.fyrox_over_tumble_random))?;
        row("sampling without wide instructions over with", times(self.plain_over_dispatched))?;
        row("sampling, ns a joint, frame after frame", format!("{:.2}", self.sample_ns_per_joint_forward))?;
        row("sampling, ns a joint, in any order", format!("{:.2}", self.sample_ns_per_joint_random))?;
        row("sampling, ns a joint, out of no cache", format!("{:.2}", self.sample_ns_per_joint_cold))?;
        row("a live ragdoll at rapier's defaults over its baked death", times(self.live_over_baked))?;
        row(
            "a live ragdoll stepped as deaths are baked over its baked death",
            times(self.recipe_over_baked),
        )?;
        row("a baked death, ns a moving joint", format!("{:.2}", self.death_ns_per_joint))?;
        row("recording a live ragdoll adds", format!("{:.1} %", self.record_overhead_percent))?;
        row("the same a frame", format!("{:.2} µs", self.record_us_per_frame))?;
        let crowd = "1000 characters, 60 joints: sampled, blended, in model space";
        row(crowd, format!("{:.3} ms", self.crowd_1000_ms))?;
        row("the same over as many of Fyrox's ticks alone", format!("{:.3}", self.crowd_1000_over_fyrox))?;
        row("building", format!("{:.0} MB/s", self.build_mb_per_s))?;
        row("loading", format!("{:.0} MB/s", self.load_mb_per_s))?;
        if self.clips.is_empty() {
            return Ok(());
        }
        writeln!(
            f,
            "\n{:<12} {:>8} {:>7} {:>8} {:>7} {:>7} {:>7} {:>8} {:>7} {:>7} {:>7} {:>7} {:>6} {:>6}",
            "clip",
            "memory",
            "x ACL",
            "on disk",
            "x ACL",
            "max mm",
            "ACL's",
            "between",
            "ns fwd",
            "ns any",
            "Fyrox x",
            "any",
            "build",
            "load"
        )?;
        for clip in &self.clips {
            let t = &clip.times;
            writeln!(
                f,
                "{:<12} {:>8} {:>7.3} {:>8} {:>7.3} {:>7.4} {:>7.4} {:>8.4} {:>7.2} {:>7.2} {:>7.1} {:>7.1} {:>6.1} {:>6.0}",
                clip.name,
                clip.memory_bytes,
                clip.memory_over_acl,
                clip.track_bytes,
                clip.track_over_acl,
                clip.max_error_m * 1e3,
                clip.acl_max_error_m * 1e3,
                clip.max_between_m * 1e3,
                t.sample_ns_per_joint_forward,
                t.sample_ns_per_joint_random,
                t.fyrox_over_tumble_forward,
                t.fyrox_over_tumble_random,
                t.build_mb_per_s,
                t.load_mb_per_s
            )?;
        }
        Ok(())
    }
}

fn times(ratio: f64) -> String {
    format!("{ratio:.1} x")
}
