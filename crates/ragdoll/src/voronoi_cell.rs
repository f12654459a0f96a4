// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::DVec3;

/// From so many points on, those that are far away are looked at only if they have to be.
const MANY: usize = 200;
/// Half the side of the square, in the plane that touches the sphere at the point, from which cells are cut: nearly
/// half the sphere.
const SQUARE: f64 = 50.0;

/// The part of the sphere that is nearer to one point of it than to others; kept, so that memory is used again.
#[derive(Debug, Clone, Default)]
pub(crate) struct VoronoiCell {
    found: Vec<DVec3>,
    piece: Vec<DVec3>,
    spare: Vec<DVec3>,
}

impl VoronoiCell {
    /// Places in the cell of point `own`, as unit vectors. The one that is farthest from the point is among them; where
    /// the cell is smaller than half the sphere they are its corners.
    pub(crate) fn corners(&mut self, points: &[DVec3], own: usize) -> &[DVec3] {
        let point = points[own];
        if points.len() >= MANY {
            let reach = 6.0 / (points.len() as f64).sqrt();
            let near = points.iter().filter(|other| other.distance(point) < reach);
            // What is more than twice as far away as the corners are cuts nothing off.
            if self.cut_small(point, near) && self.found.iter().all(|at| 2.0 * at.distance(point) < reach) {
                return &self.found;
            }
        }
        if !self.cut_small(point, points.iter()) {
            self.cut_large(point, points);
        }
        &self.found
    }

    /// Whether the cell is smaller than half the sphere, and its corners found.
    fn cut_small<'a>(&mut self, point: DVec3, others: impl Iterator<Item = &'a DVec3>) -> bool {
        let (x, y) = point.any_orthonormal_pair();
        let corner = |(a, b)| point + (x * a + y * b) * SQUARE;
        self.start([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(corner));
        others.for_each(|other| self.keep_side(point - *other));
        self.found.clear();
        self.found.extend(self.piece.iter().filter_map(|corner| corner.try_normalize()));
        !self.found.is_empty() && self.found.iter().all(|corner| corner.dot(point) * SQUARE > 2.0)
    }

    /// Cuts the sphere in eight triangles, and each as others say.
    fn cut_large(&mut self, point: DVec3, others: &[DVec3]) {
        let (x, y) = point.any_orthonormal_pair();
        self.found.clear();
        for (x, y) in [(x, y), (y, -x), (-x, -y), (-y, x)] {
            for z in [point, -point] {
                self.start([x, y, z]);
                for other in others {
                    self.keep_side(point - *other);
                }
                let next = self.piece.iter().cycle().skip(1);
                // Far behind it may be the middle of a side that is farthest.
                let sides = self.piece.iter().zip(next).filter_map(|(&from, &to)| foot(-point, from, to));
                self.found.extend(sides);
                self.found.extend(self.piece.iter().filter_map(|corner| corner.try_normalize()));
            }
        }
    }

    fn start<const N: usize>(&mut self, corners: [DVec3; N]) {
        self.piece.clear();
        self.piece.extend(corners);
    }

    /// Cuts off what of the piece is behind the plane through the sphere's middle with this normal.
    fn keep_side(&mut self, normal: DVec3) {
        if self.piece.iter().all(|corner| corner.dot(normal) >= 0.0) {
            return;
        }
        self.spare.clear();
        for (index, &corner) in self.piece.iter().enumerate() {
            let next = self.piece[(index + 1) % self.piece.len()];
            let (here, there) = (corner.dot(normal), next.dot(normal));
            if here >= 0.0 {
                self.spare.push(corner);
            }
            if (here >= 0.0) != (there >= 0.0) {
                self.spare.push(corner + (next - corner) * (here / (here - there)));
            }
        }
        std::mem::swap(&mut self.piece, &mut self.spare);
    }
}

/// The place on the arc between two others that is nearest to a third, if it is neither of the ends.
fn foot(to: DVec3, from: DVec3, until: DVec3) -> Option<DVec3> {
    let normal = from.cross(until).try_normalize()?;
    let foot = (to - normal * to.dot(normal)).try_normalize()?;
    let between = from.cross(foot).dot(normal) >= 0.0 && foot.cross(until).dot(normal) >= 0.0;
    between.then_some(foot)
}
