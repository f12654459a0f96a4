// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::Vec2;

/// Calls `paint` with column, row and the weights of the three corners for each pixel of a `width` × `height`
/// grid whose middle lies in the triangle, whichever way it winds. Corners that are not finite, and triangles
/// of no area, cover nothing.
pub(crate) fn rasterise(
    [a, b, c]: [Vec2; 3],
    (width, height): (usize, usize),
    mut paint: impl FnMut(usize, usize, [f32; 3]),
) {
    let area = (b - a).perp_dot(c - a);
    if !area.is_finite() || area == 0.0 {
        return;
    }
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    let columns = span(low.x, high.x, width);
    for row in span(low.y, high.y, height) {
        for column in columns.clone() {
            let middle = Vec2::new(column as f32 + 0.5, row as f32 + 0.5);
            let weights = [
                (b - middle).perp_dot(c - middle) / area,
                (c - middle).perp_dot(a - middle) / area,
                (a - middle).perp_dot(b - middle) / area,
            ];
            if weights.iter().all(|&weight| weight >= 0.0) {
                paint(column, row, weights);
            }
        }
    }
}

/// The pixels of a line of `count` whose middles may lie in `low..=high`.
fn span(low: f32, high: f32, count: usize) -> std::ops::Range<usize> {
    // A float cast to an integer saturates, so nothing lies outside the line.
    let (first, end) = ((low - 0.5).ceil().max(0.0) as usize, (high + 0.5).floor().max(0.0) as usize);
    first..end.min(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(corners: [Vec2; 3]) -> usize {
        let mut count = 0;
        rasterise(corners, (8, 8), |_, _, weights| {
            assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5, "weights sum to 1");
            count += 1;
        });
        count
    }

    #[test]
    fn half_a_square_is_covered_whichever_way_it_winds() {
        let [a, b, c] = [Vec2::ZERO, Vec2::new(8.0, 0.0), Vec2::new(0.0, 8.0)];
        assert_eq!(covered([a, b, c]), 36, "the diagonal belongs to it");
        assert_eq!(covered([a, c, b]), 36);
    }

    #[test]
    fn what_lies_outside_or_is_no_number_covers_nothing() {
        let far = [Vec2::splat(-1e30), Vec2::new(-2e30, -1e30), Vec2::new(-1e30, -3.0)];
        assert_eq!(covered(far), 0);
        assert_eq!(covered([Vec2::NAN, Vec2::ZERO, Vec2::X]), 0);
        assert_eq!(covered([Vec2::ZERO, Vec2::ONE, Vec2::splat(2.0)]), 0, "no area");
    }
}
