// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_clip::{Key, RawClip};

/// Makes a clip's rotations unit length, as quantised ones are not quite; tangents go with their values. Those
/// that are as good as unit keep their bits. Each must have a length, as those of a valid clip have.
pub(super) fn make_unit(clip: &mut RawClip) {
    for curve in clip.tracks.iter_mut().filter_map(|track| track.rotation.as_mut()) {
        for Key { value, in_tangent, out_tangent, .. } in &mut curve.keys {
            let length = value.as_dquat().length();
            if (length - 1.0).abs() > 1e-6 {
                for part in [value, in_tangent, out_tangent] {
                    *part = (part.as_dquat() / length).as_quat();
                }
            }
        }
    }
}
