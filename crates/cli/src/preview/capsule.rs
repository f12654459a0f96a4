// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::{Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;

const AROUND: u16 = 14;
/// Rings of each half ball, its rim included, its pole not.
const RINGS: u16 = 5;

/// A capsule's vertices, from `a` to `b`, and their normals; [`capsule_indices`] joins them.
pub(crate) fn capsule(a: Vec3, b: Vec3, radius: f32) -> (Vec<Vec3>, Vec<Vec3>) {
    let along = (b - a).normalize_or(Vec3::Y);
    let (side, front) = along.any_orthonormal_pair();
    let mut normals = vec![-along];
    let mut positions = vec![a - along * radius];
    for ring in 0..2 * RINGS {
        let (middle, step) = if ring < RINGS { (a, ring + 1) } else { (b, ring) };
        // From the pole of the first half ball, over both rims, to that of the second.
        let tilt = Vec2::from_angle(FRAC_PI_2 * (f32::from(step) / f32::from(RINGS) - 1.0));
        for place in 0..AROUND {
            let turn = Vec2::from_angle(4.0 * FRAC_PI_2 * f32::from(place) / f32::from(AROUND));
            let normal = (side * turn.x + front * turn.y) * tilt.x + along * tilt.y;
            normals.push(normal);
            positions.push(middle + normal * radius);
        }
    }
    normals.push(along);
    positions.push(b + along * radius);
    (positions, normals)
}

/// The triangles of every capsule.
pub(crate) fn capsule_indices() -> Vec<u32> {
    let around = u32::from(AROUND);
    let rings = 2 * u32::from(RINGS);
    let at = |ring: u32, place: u32| 1 + ring * around + place % around;
    let last = 1 + rings * around;
    let mut indices = Vec::new();
    for place in 0..around {
        indices.extend([0, at(0, place + 1), at(0, place)]);
        for ring in 1..rings {
            let [a, b] = [at(ring - 1, place), at(ring - 1, place + 1)];
            let [c, d] = [at(ring, place), at(ring, place + 1)];
            indices.extend([a, b, c, c, b, d]);
        }
        indices.extend([last, at(rings - 1, place), at(rings - 1, place + 1)]);
    }
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capsule_is_closed_faces_outwards_and_keeps_its_radius() {
        let (a, b, radius) = (Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.1, 1.2, 0.3), 0.25);
        let (positions, normals) = capsule(a, b, radius);
        for (position, normal) in positions.iter().zip(&normals) {
            let on_line = Vec3::new(a.x, position.y.clamp(a.y, b.y), a.z);
            assert!((position.distance(on_line) - radius).abs() < 1e-5, "{position} on the surface");
            assert!((normal.length() - 1.0).abs() < 1e-5);
        }
        let mut volume = 0.0;
        for corners in capsule_indices().chunks(3) {
            let [p, q, r] = [0, 1, 2].map(|corner| positions[corners[corner] as usize]);
            volume += p.dot(q.cross(r)) / 6.0;
        }
        let round = std::f32::consts::PI * radius * radius * (1.0 + 4.0 / 3.0 * radius);
        assert!(volume < round && volume > 0.9 * round, "{volume} of {round}: closed, wound outwards");
    }

    #[test]
    fn a_capsule_of_no_length_is_a_ball() {
        let (positions, _) = capsule(Vec3::ONE, Vec3::ONE, 2.0);
        assert!(positions.iter().all(|position| (position.distance(Vec3::ONE) - 2.0).abs() < 1e-5));
    }
}
