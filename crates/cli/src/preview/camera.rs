// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::{Vec2, Vec3};

/// Half the picture's width over the distance at which it is that wide: a long lens.
const HALF_WIDTH: f32 = 0.2;
/// The part of the picture that the framed points may fill.
const FILLED: f32 = 0.9;
/// From what is seen to the eye: a character that faces +Z is seen from its left front, a little from above.
const TO_EYE: Vec3 = Vec3::new(0.62, 0.42, 1.0);

/// A camera of mild perspective over a square picture.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Camera {
    /// Where it is.
    pub(crate) eye: Vec3,
    /// Rightwards in the picture.
    pub(crate) right: Vec3,
    /// Upwards in the picture.
    pub(crate) up: Vec3,
    /// From the picture to the viewer.
    pub(crate) back: Vec3,
    /// Pixels along a side of the picture.
    pub(crate) side: f32,
}

/// A point on the picture.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Projected {
    /// In pixels, from the upper left.
    pub(crate) at: Vec2,
    /// One over the distance along the line of sight: larger is nearer.
    pub(crate) nearness: f32,
}

impl Camera {
    /// The nearest camera that sees all points; ones that are not finite are left out. Without any it looks at a
    /// metre about the origin.
    pub(crate) fn framing(points: impl Iterator<Item = Vec3>, side: f32) -> Self {
        let back = TO_EYE.normalize();
        let right = Vec3::Y.cross(back).normalize();
        let up = back.cross(right);
        let slope = HALF_WIDTH * FILLED;
        // A point at (x, y, z) along right, up and back is seen from (cx, cy, d) when |x - cx| and |y - cy| are
        // within slope · (d - z). Each bound is linear in cx and d, so the tightest are the largest of these:
        let mut most = [f32::NEG_INFINITY; 4];
        let mut nearest = f32::NEG_INFINITY;
        let mut take = |point: Vec3| {
            let (x, y, z) = (point.dot(right), point.dot(up), point.dot(back));
            for (most, side) in most.iter_mut().zip([x, -x, y, -y]) {
                *most = most.max(side + slope * z);
            }
            nearest = nearest.max(z);
        };
        let mut seen = 0_usize;
        for point in points.filter(|point| point.is_finite()) {
            take(point);
            seen += 1;
        }
        if seen == 0 {
            take(Vec3::splat(-0.5));
            take(Vec3::splat(0.5));
        }
        let [right_most, left_most, top, bottom] = most;
        let wide = (right_most + left_most) / (2.0 * slope);
        let high = (top + bottom) / (2.0 * slope);
        // A lone point would be looked at from no distance at all.
        let distance = wide.max(high).max(nearest + 0.1);
        let eye = right * ((right_most - left_most) / 2.0) + up * ((top - bottom) / 2.0) + back * distance;
        Self { eye, right, up, back, side }
    }

    /// Where a point is on the picture; `None` behind the camera or where the point is not finite.
    pub(crate) fn project(&self, point: Vec3) -> Option<Projected> {
        let from_eye = point - self.eye;
        let distance = -from_eye.dot(self.back);
        if !(distance.is_finite() && distance > f32::MIN_POSITIVE) {
            return None;
        }
        let nearness = distance.recip();
        let scale = nearness / (2.0 * HALF_WIDTH);
        let x = 0.5 + from_eye.dot(self.right) * scale;
        let y = 0.5 - from_eye.dot(self.up) * scale;
        Some(Projected { at: Vec2::new(x, y) * self.side, nearness })
    }

    /// From the eye through a place of the picture, in pixels; one unit long along the line of sight.
    pub(crate) fn ray(&self, at: Vec2) -> Vec3 {
        let on_picture = (at / self.side - 0.5) * (2.0 * HALF_WIDTH);
        self.right * on_picture.x - self.up * on_picture.y - self.back
    }

    /// How wide a pixel is, seen from one unit away.
    pub(crate) fn pixel_width(&self) -> f32 {
        2.0 * HALF_WIDTH / self.side
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn framed_points_lie_in_the_picture_and_touch_its_margin() {
        let points =
            [Vec3::new(-3.0, 0.0, 1.0), Vec3::new(2.0, 5.0, -1.0), Vec3::NAN, Vec3::new(0.0, 1.0, 9.0)];
        let camera = Camera::framing(points.into_iter(), 100.0);
        let seen: Vec<Vec2> =
            points.iter().filter_map(|&point| camera.project(point)).map(|seen| seen.at).collect();
        assert_eq!(seen.len(), 3, "the one that is no number is left out");
        let margin = 100.0 * (1.0 - FILLED) / 2.0;
        let low = seen.iter().copied().reduce(Vec2::min).expect("points");
        let high = seen.iter().copied().reduce(Vec2::max).expect("points");
        assert!(low.min_element() >= margin - 0.01 && high.max_element() <= 100.0 - margin + 0.01);
        assert!((high - low).max_element() >= 100.0 - 2.0 * margin - 0.02, "as near as can be");
    }

    #[test]
    fn a_ray_goes_through_the_point_that_is_seen_there() {
        let point = Vec3::new(0.3, 0.7, -0.2);
        let camera = Camera::framing([Vec3::ZERO, Vec3::ONE, point].into_iter(), 64.0);
        let seen = camera.project(point).expect("in front");
        let hit = camera.eye + camera.ray(seen.at) / seen.nearness;
        assert!(hit.abs_diff_eq(point, 1e-4), "{hit} is {point}");
    }

    #[test]
    fn nothing_to_see_is_looked_at_all_the_same() {
        let camera = Camera::framing(std::iter::empty(), 64.0);
        assert!(camera.project(Vec3::ZERO).is_some_and(|seen| seen.at.abs_diff_eq(Vec2::splat(32.0), 20.0)));
        let lone = Camera::framing(std::iter::once(Vec3::ONE), 64.0);
        assert!(lone.project(Vec3::ONE).is_some());
    }
}
