// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Curve, RawClip};
use glam::Quat;

impl RawClip {
    /// Gives neighbouring rotation keys the same hemisphere: each key is `q` or `-q`, the same rotation, and
    /// no two neighbours' dot product is below 0. Tangents turn their sign with their key.
    ///
    /// Whatever blends components, here or in another program, then takes the shorter way round. The motion is
    /// unchanged, so a stamp of reduction stays.
    pub fn make_continuous(&mut self) {
        for track in &mut self.tracks {
            if let Some(curve) = &mut track.rotation {
                make_continuous(curve);
            }
        }
    }
}

fn make_continuous(curve: &mut Curve<Quat>) {
    let mut previous: Option<Quat> = None;
    for key in &mut curve.keys {
        if previous.is_some_and(|previous| previous.dot(key.value) < 0.0) {
            key.value = -key.value;
            key.in_tangent = -key.in_tangent;
            key.out_tangent = -key.out_tangent;
        }
        previous = Some(key.value);
    }
}
