// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Implicit surfaces: parts whose distances are blended.

use glam::Vec3;

/// Something solid, made of parts that run into each other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Solid {
    pub(crate) parts: Vec<Part>,
    /// What is cut off it.
    pub(crate) cuts: Vec<Cut>,
}

/// A part of a solid, and what moves it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    pub(crate) shape: Shape,
    /// Over which length it runs into the parts before it.
    pub(crate) blend: f32,
    /// The joint that it follows.
    pub(crate) joint: usize,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Shape {
    /// Round a line, its radius a Bézier curve of four; thinner by `flat` along `normal`.
    Limb {
        from: Vec3,
        to: Vec3,
        radii: [f32; 4],
        normal: Vec3,
        flat: f32,
    },
    Ellipsoid {
        centre: Vec3,
        radii: Vec3,
    },
}

/// All beyond a plane is cut off, with an edge as round as `blend` is long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cut {
    pub(crate) at: Vec3,
    /// Unit length, out of what stays.
    pub(crate) normal: Vec3,
    pub(crate) blend: f32,
}

/// A distance, negative inside, and where and how fast it grows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Depth {
    pub(crate) distance: f32,
    pub(crate) slope: Vec3,
}

impl Depth {
    /// Of two blended solids.
    fn either(self, other: Self, over: f32) -> Self {
        let (near, far) = if self.distance < other.distance { (self, other) } else { (other, self) };
        let part = (over - (far.distance - near.distance)).max(0.0) / over;
        Self {
            distance: near.distance - part * part * over / 4.0,
            slope: near.slope.lerp(far.slope, part / 2.0),
        }
    }

    fn outside(self) -> Self {
        Self { distance: -self.distance, slope: -self.slope }
    }
}

impl Shape {
    /// Roughly the distance: right on the surface, and of the right sign.
    fn depth(&self, point: Vec3) -> Depth {
        match *self {
            Self::Limb { from, to, radii: [a, b, c, d], normal, flat } => {
                let stretch = |out: Vec3| out + normal * (out.dot(normal) * (flat.recip() - 1.0));
                let (out, along) = (stretch(point - from), to - from);
                let steep = along / along.length_squared();
                let part = out.dot(steep).clamp(0.0, 1.0);
                let rest = 1.0 - part;
                let radius =
                    rest * rest * (rest * a + 3.0 * part * b) + part * part * (3.0 * rest * c + part * d);
                let growth =
                    3.0 * (rest * rest * (b - a) + 2.0 * rest * part * (c - b) + part * part * (d - c));
                let away = out - along * part;
                let length = away.length();
                let between = if part > 0.0 && part < 1.0 { growth } else { 0.0 };
                let slope = away / length.max(1e-6) - steep * between;
                Depth { distance: length - radius, slope: stretch(slope) }
            }
            Self::Ellipsoid { centre, radii } => {
                let once = (point - centre) / radii;
                let (twice, thrice) = (once / radii, once / (radii * radii));
                let (near, far) = (once.length().max(1e-6), twice.length().max(1e-6));
                let distance = near * (near - 1.0) / far;
                let slope =
                    twice * ((2.0 * near - 1.0) / (near * far)) - thrice / radii * (distance / (far * far));
                Depth { distance, slope }
            }
        }
    }

    /// The lowest and the highest corner of a box around it.
    fn bounds(&self) -> [Vec3; 2] {
        match *self {
            Self::Limb { from, to, radii, .. } => {
                let reach = Vec3::splat(radii.into_iter().fold(0.0, f32::max));
                [from.min(to) - reach, from.max(to) + reach]
            }
            Self::Ellipsoid { centre, radii } => [centre - radii, centre + radii],
        }
    }
}

impl Solid {
    /// Distances are taken to change by no more than this a metre. Deep in thin ellipsoids they do: no surface is there,
    /// and a test of `field.rs` holds that none is lost.
    pub(crate) const STEEPEST: f32 = 1.6;

    pub(crate) fn depth(&self, point: Vec3) -> Depth {
        let far = Depth { distance: 1e3, slope: Vec3::Y };
        let all = self.parts.iter().fold(far, |all, part| all.either(part.shape.depth(point), part.blend));
        self.cuts.iter().fold(all, |all, cut| {
            let beyond = Depth { distance: (cut.at - point).dot(cut.normal), slope: -cut.normal };
            all.outside().either(beyond, cut.blend).outside()
        })
    }

    /// What of it tells distances in a ball; or the distance of the ball's middle, where its surface does not come
    /// near the ball.
    pub(crate) fn near(&self, centre: Vec3, radius: f32) -> Result<Self, f32> {
        let all = self.depth(centre).distance;
        let reach = radius * Self::STEEPEST;
        if all.abs() > reach {
            return Err(all);
        }
        let tells =
            |part: &&Part| part.shape.depth(centre).distance <= all.max(0.0) + 2.0 * reach + part.blend;
        Ok(Self { parts: self.parts.iter().filter(tells).copied().collect(), cuts: self.cuts.clone() })
    }

    /// About the nearest point of the surface, for a point that is near it.
    pub(crate) fn onto(&self, point: Vec3) -> Vec3 {
        let Depth { distance, slope } = self.depth(point);
        point - slope * (distance / slope.length_squared().max(0.05))
    }

    /// The joint of the nearest part; nothing without parts.
    pub(crate) fn joint(&self, point: Vec3) -> Option<usize> {
        let distances = self.parts.iter().map(|part| (part.shape.depth(point).distance, part.joint));
        distances.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, joint)| joint)
    }

    /// The lowest and the highest corner of a box around it.
    pub(crate) fn bounds(&self) -> [Vec3; 2] {
        let nothing = [Vec3::splat(f32::INFINITY), Vec3::splat(f32::NEG_INFINITY)];
        let boxes = self.parts.iter().map(|part| part.shape.bounds());
        boxes.fold(nothing, |[low, high], [lower, higher]| [low.min(lower), high.max(higher)])
    }
}

impl Part {
    /// Round a line, its radius a Bézier curve of four.
    pub(crate) const fn limb(joint: usize, blend: f32, from: Vec3, to: Vec3, radii: [f32; 4]) -> Self {
        Self { shape: Shape::Limb { from, to, radii, normal: Vec3::Z, flat: 1.0 }, blend, joint }
    }

    /// Round a line, its radius going evenly from one to the other.
    pub(crate) const fn cone(joint: usize, blend: f32, from: Vec3, to: Vec3, [a, b]: [f32; 2]) -> Self {
        Self::limb(joint, blend, from, to, [a, a + (b - a) / 3.0, b - (b - a) / 3.0, b])
    }

    pub(crate) const fn ellipsoid(joint: usize, blend: f32, centre: Vec3, radii: Vec3) -> Self {
        Self { shape: Shape::Ellipsoid { centre, radii }, blend, joint }
    }

    /// Thinner by that factor along a unit vector; ellipsoids stay as they are.
    pub(crate) const fn flat(mut self, along: Vec3, by: f32) -> Self {
        if let Shape::Limb { normal, flat, .. } = &mut self.shape {
            *normal = along;
            *flat = by;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solid() -> Solid {
        let limb = Part::limb(0, 0.05, Vec3::ZERO, Vec3::new(0.1, 0.4, 0.0), [0.05, 0.09, 0.02, 0.03]);
        let ball = Part::ellipsoid(1, 0.04, Vec3::new(0.02, 0.1, 0.08), Vec3::new(0.04, 0.06, 0.05));
        let cut = Cut { at: Vec3::new(0.0, 0.3, 0.0), normal: Vec3::Y, blend: 0.02 };
        Solid { parts: vec![limb.flat(Vec3::Z, 0.6), ball], cuts: vec![cut] }
    }

    fn grid() -> impl Iterator<Item = Vec3> {
        (0..1000)
            .map(|at| Vec3::new((at % 10) as f32, (at / 10 % 10) as f32, (at / 100) as f32) * 0.05 - 0.123)
    }

    #[test]
    fn the_slope_is_how_the_distance_changes() {
        let solid = solid();
        for point in grid() {
            let slope = solid.depth(point).slope;
            for axis in Vec3::AXES {
                let step = 1e-3;
                let change =
                    solid.depth(point + axis * step).distance - solid.depth(point - axis * step).distance;
                let change = change / (2.0 * step);
                assert!((change - slope.dot(axis)).abs() < 0.06, "{point}: {change} along {axis}, {slope}");
            }
        }
    }

    #[test]
    fn near_a_place_what_is_far_does_not_matter() {
        let solid = solid();
        let mut left_out = 0;
        for point in grid() {
            let near = solid.near(point, 0.02);
            left_out += near.as_ref().map_or(2, |near| 2 - near.parts.len());
            for aside in [Vec3::ZERO, Vec3::X * 0.02, Vec3::NEG_ONE * 0.011] {
                let whole = solid.depth(point + aside).distance;
                match &near {
                    Ok(near) => {
                        let part = near.depth(point + aside).distance;
                        assert!((part - whole).abs() < 1e-6, "{point}: {part} for {whole}");
                    }
                    Err(distance) => assert!(whole * distance > 0.0, "{point}: {distance} for {whole}"),
                }
            }
        }
        assert!(left_out > 1000, "{left_out}");
    }
}
