// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::Quat;
use tumble_clip::Curve;

/// Makes rotations unit length, as quantised ones are not quite; tangents go with their values. Those that are
/// as good as unit keep their bits.
///
/// # Errors
///
/// The number of the first key whose rotation has no length, or no finite one.
pub(super) fn make_unit(curve: &mut Curve<Quat>) -> Result<(), usize> {
    for (index, key) in curve.keys.iter_mut().enumerate() {
        let length = key.value.length();
        if !length.is_normal() {
            return Err(index);
        }
        if (length - 1.0).abs() > 1e-6 {
            key.value /= length;
            key.in_tangent /= length;
            key.out_tangent /= length;
        }
    }
    Ok(())
}
