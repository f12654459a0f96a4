// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::binary_writer::{BinaryWriter, Bounds, Stream};
use super::schema::{self, Sampler};
use tumble_clip::{Curve, CurveValue, Interpolation, Key};
use tumble_pose::Seconds;

/// Adds a key at `end` that changes nothing, so that a player knows how long the clip is.
pub(super) fn hold_until<T: CurveValue>(curve: &mut Curve<T>, end: Seconds) {
    if let Some(last) = curve.keys.last_mut() {
        last.out_tangent = T::NO_CHANGE;
        let value = last.value;
        curve.keys.push(Key::new(end, value));
    }
}

/// Writes a curve of a valid clip; `None` where there is none. `parts` takes a value apart.
pub(super) fn write_curve<T: CurveValue, const N: usize>(
    binary: &mut BinaryWriter,
    curve: Option<&Curve<T>>,
    parts: impl Fn(T) -> [f32; N],
) -> Option<Sampler> {
    let curve = curve?;
    // A spline needs two keys; a single one is the same whatever it is called.
    let interpolation = match curve.interpolation {
        Interpolation::Step => schema::Interpolation::Step,
        Interpolation::Cubic if curve.keys.len() > 1 => schema::Interpolation::CubicSpline,
        Interpolation::Linear | Interpolation::Cubic => schema::Interpolation::Linear,
    };
    let key = |key: &Key<T>| match interpolation {
        schema::Interpolation::CubicSpline => vec![key.in_tangent, key.value, key.out_tangent],
        schema::Interpolation::Step | schema::Interpolation::Linear => vec![key.value],
    };
    let values: Vec<[f32; N]> = curve.keys.iter().flat_map(key).map(parts).collect();
    let input = binary.push(Stream::Keys, Bounds::Stated, &file_times(curve));
    let output = binary.push(Stream::Keys, Bounds::Unstated, &values);
    Some(Sampler { input, interpolation, output })
}

/// Times as a file holds them. Two that are the same there, and are not here, stay apart by the least that a
/// float can tell.
fn file_times<T: CurveValue>(curve: &Curve<T>) -> Vec<[f32; 1]> {
    let mut before = None;
    let time = |key: &Key<T>| {
        let time = key.time.0 as f32;
        let time = before.map_or(time, |before: f32| time.max(before.next_up()));
        before = Some(time);
        [time]
    };
    curve.keys.iter().map(time).collect()
}
