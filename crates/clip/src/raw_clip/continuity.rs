// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Curve, RawClip};
use glam::Quat;

impl RawClip {
    /// Gives neighbouring rotation keys the same hemisphere: each key becomes `q` or `-q`, the same rotation,
    /// and no two neighbours' dot product is below 0. Tangents turn their sign with their key.
    ///
    /// Whatever blends components, here or in another program, then takes the shorter way round. The motion is
    /// unchanged, even between keys exactly half a turn apart, where the signs say which way; so a stamp of
    /// reduction stays.
    pub fn make_continuous(&mut self) {
        for track in &mut self.tracks {
            if let Some(curve) = &mut track.rotation {
                make_continuous(curve);
            }
        }
    }
}

fn make_continuous(curve: &mut Curve<Quat>) {
    let mut hemisphere = Hemisphere::default();
    for key in &mut curve.keys {
        if hemisphere.flips(key.value, Quat::dot) {
            key.value = -key.value;
            key.in_tangent = -key.in_tangent;
            key.out_tangent = -key.out_tangent;
        }
    }
}

/// Tells which of a row of quaternions, as they came, to flip so that neighbours are in one hemisphere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hemisphere<Q> {
    previous: Option<Q>,
    flipped: bool,
}

impl<Q> Default for Hemisphere<Q> {
    fn default() -> Self {
        Self { previous: None, flipped: false }
    }
}

impl<Q: Copy> Hemisphere<Q> {
    /// Whether to flip the next one.
    pub(crate) fn flips<F: Default + PartialOrd>(&mut self, next: Q, dot: impl Fn(Q, Q) -> F) -> bool {
        let apart = self.previous.replace(next).is_some_and(|previous| dot(previous, next) < F::default());
        self.flipped ^= apart;
        self.flipped
    }
}
