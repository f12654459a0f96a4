// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::accessor_reader::AccessorReader;
use super::error::GltfError;
use super::schema::{self, Sampler};
use tumble_clip::{Curve, CurveValue, Interpolation, Key};
use tumble_pose::Seconds;

/// The times of a channel's keys, and how values run between them.
#[derive(Debug)]
pub(super) struct Keys {
    pub(super) times: Vec<Seconds>,
    interpolation: Interpolation,
    /// What the channel moves, for messages.
    at: String,
}

impl Keys {
    /// Reads the times, in whatever order they are.
    pub(super) fn read(
        accessors: &AccessorReader<'_>,
        sampler: &Sampler,
        at: String,
    ) -> Result<Self, GltfError> {
        let read = accessors.floats::<1>(sampler.input);
        let read = read.map_err(|e| GltfError::accessor(format!("the times of {at}"), e))?;
        let times: Vec<Seconds> = read.iter().map(|[time]| Seconds(f64::from(*time))).collect();
        let interpolation = match sampler.interpolation {
            schema::Interpolation::Step => Interpolation::Step,
            schema::Interpolation::Linear => Interpolation::Linear,
            schema::Interpolation::CubicSpline => Interpolation::Cubic,
        };
        Ok(Self { times, interpolation, at })
    }

    /// The curve of one of `targets` values that are keyed together.
    ///
    /// Values come key by key, and within a key target by target. A cubic key holds first all arriving
    /// tangents, then all values, then all leaving tangents (KhronosGroup/glTF#1344, google/filament#2720).
    pub(super) fn curve<T: CurveValue>(
        &self,
        values: &[T],
        target: usize,
        targets: usize,
    ) -> Result<Curve<T>, GltfError> {
        let parts = if self.interpolation == Interpolation::Cubic { 3 } else { 1 };
        let expected = self.times.len().saturating_mul(targets).saturating_mul(parts);
        if values.len() != expected || target >= targets {
            return Err(GltfError::Count { of: self.at.clone(), expected, found: values.len() });
        }
        let keys = self.times.iter().zip(values.chunks_exact(targets * parts)).map(|(&time, key)| {
            let part = |number: usize| key[number * targets + target];
            match self.interpolation {
                Interpolation::Step | Interpolation::Linear => Key::new(time, part(0)),
                Interpolation::Cubic => {
                    Key { time, in_tangent: part(0), value: part(1), out_tangent: part(2) }
                }
            }
        });
        Ok(Curve { interpolation: self.interpolation, keys: keys.collect() })
    }
}
