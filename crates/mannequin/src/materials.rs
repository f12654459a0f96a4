// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the figure wears, and the triangles cut along where one stuff ends and another begins.

use crate::meshing::{Triangles, onto};
use crate::skeleton::{ARM, joint};
use crate::surface::Body;
use glam::Vec3;
use std::collections::BTreeMap;
use tumble_pose::{AlphaMode, Material};

/// Stuffs by their place among the model's materials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stuff {
    Skin,
    Shirt,
    Trousers,
    Shoes,
    Hair,
    Eyes,
}

impl Stuff {
    pub(crate) const ALL: [Self; 6] =
        [Self::Skin, Self::Shirt, Self::Trousers, Self::Shoes, Self::Hair, Self::Eyes];
}

pub(crate) fn materials() -> Vec<Material> {
    let material = |stuff| {
        let (name, [red, green, blue], roughness) = match stuff {
            Stuff::Skin => ("skin", [0.62, 0.36, 0.24], 0.6),
            Stuff::Shirt => ("shirt", [0.07, 0.24, 0.3], 0.9),
            Stuff::Trousers => ("trousers", [0.1, 0.1, 0.13], 0.9),
            Stuff::Shoes => ("shoes", [0.16, 0.07, 0.03], 0.5),
            Stuff::Hair => ("hair", [0.05, 0.025, 0.015], 0.7),
            Stuff::Eyes => ("eyes", [0.01, 0.01, 0.012], 0.2),
        };
        Material {
            name: name.to_owned(),
            base_color: [red, green, blue, 1.0],
            base_color_image: None,
            metallic: 0.0,
            roughness,
            alpha: AlphaMode::Opaque,
            double_sided: false,
        }
    };
    Stuff::ALL.map(material).to_vec()
}

/// Where a stuff ends.
#[derive(Debug, Clone, Copy)]
enum Border {
    Hair,
    Collar,
    Sleeve,
    Belt,
    Shoe,
}

impl Border {
    const ALL: [Self; 5] = [Self::Hair, Self::Collar, Self::Sleeve, Self::Belt, Self::Shoe];

    /// Roughly how far a point is from the border, with a sign; nothing in parts of the body that it does not
    /// cross.
    fn side(self, body: &Body, point: Vec3) -> Option<f32> {
        let out = point.x.abs();
        match self {
            Self::Hair => (point.y > 1.55).then(|| body.hairline(point)),
            Self::Collar => (out < 0.2 && point.y > 1.4)
                .then(|| 0.084 - libm::sqrtf(point.x * point.x + (point.z + 0.01) * (point.z + 0.01))),
            Self::Sleeve => (out > 0.25).then(|| {
                let [shoulder, elbow, ..] = ARM;
                let along = (elbow - shoulder).normalize();
                (Vec3::new(out, point.y, point.z) - shoulder).dot(along) - 0.19
            }),
            Self::Belt => (out < 0.3 && point.y > 0.8 && point.y < 1.2).then_some(point.y - 1.015),
            Self::Shoe => (point.y < 0.3).then_some(point.y - 0.112 - 0.2 * (point.z + 0.03)),
        }
    }
}

/// What the body is made of at a point of its surface where that joint moves it.
pub(crate) fn stuff(body: &Body, point: Vec3, joint: usize) -> Stuff {
    let beyond = |border: Border| border.side(body, point).unwrap_or(0.0) > 0.0;
    let of_pair = |pairs: &[[usize; 2]]| pairs.iter().flatten().any(|&of| of == joint);
    if of_pair(&[joint::UPPER_LEG, joint::LOWER_LEG, joint::FOOT, joint::TOES]) {
        let shoe = point.y < 0.3 && !beyond(Border::Shoe);
        return if shoe { Stuff::Shoes } else { Stuff::Trousers };
    }
    if of_pair(&[joint::UPPER_ARM, joint::LOWER_ARM, joint::HAND, joint::FINGERS, joint::THUMB]) {
        return if beyond(Border::Sleeve) { Stuff::Skin } else { Stuff::Shirt };
    }
    if joint == joint::HEAD && body.hairline(point) < 0.0 {
        return Stuff::Hair;
    }
    let bare = beyond(Border::Collar) || joint == joint::HEAD;
    match (bare, point.y < 1.2 && !beyond(Border::Belt)) {
        (true, _) => Stuff::Skin,
        (_, true) => Stuff::Trousers,
        _ => Stuff::Shirt,
    }
}

/// Cuts triangles so that none lies on both sides of a border.
pub(crate) fn cut(body: &Body, mesh: &mut Triangles) {
    for border in Border::ALL {
        let mut cut = Cut::new(body, border, mesh);
        cut.draw_near();
        cut.split();
    }
}

struct Cut<'a> {
    body: &'a Body,
    mesh: &'a mut Triangles,
    /// How far each vertex is from the border.
    sides: Vec<Option<f32>>,
}

impl<'a> Cut<'a> {
    /// A vertex is drawn onto the border when that is nearer than this part of an edge.
    const NEAR: f32 = 0.3;

    fn new(body: &'a Body, border: Border, mesh: &'a mut Triangles) -> Self {
        let sides = mesh.positions.iter().map(|&point| border.side(body, point)).collect();
        Self { body, mesh, sides }
    }

    fn crossing(&self, a: u32, b: u32) -> Option<f32> {
        let (at, to) = (self.sides[a as usize]?, self.sides[b as usize]?);
        (at * to < 0.0).then(|| at / (at - to))
    }

    fn between(&self, a: u32, b: u32, part: f32) -> Vec3 {
        let (from, to) = (self.mesh.positions[a as usize], self.mesh.positions[b as usize]);
        onto(self.body, from.lerp(to, part))
    }

    /// Vertices that nearly lie on the border go there, so that no slivers come from cutting.
    fn draw_near(&mut self) {
        let mut goals: BTreeMap<u32, (f32, Vec3)> = BTreeMap::new();
        for &[a, b, c] in &self.mesh.triangles {
            for (from, to) in [(a, b), (b, a), (b, c), (c, b), (c, a), (a, c)] {
                let Some(part) = self.crossing(from, to).filter(|&part| part < Self::NEAR) else { continue };
                let goal = (part, self.between(from, to, part));
                goals
                    .entry(from)
                    .and_modify(|best| *best = if goal.0 < best.0 { goal } else { *best })
                    .or_insert(goal);
            }
        }
        for (vertex, (_, goal)) in goals {
            self.mesh.positions[vertex as usize] = goal;
            self.sides[vertex as usize] = Some(0.0);
        }
    }

    fn split(&mut self) {
        let mut middles = BTreeMap::new();
        let mut triangles = Vec::with_capacity(self.mesh.triangles.len() * 21 / 20);
        for corners in std::mem::take(&mut self.mesh.triangles) {
            // Turned so that the edges that are crossed come first.
            let turns = [0, 1, 2].map(|by| [corners[by], corners[(by + 1) % 3], corners[(by + 2) % 3]]);
            let crossed =
                |[a, b, c]: [u32; 3]| [self.crossing(a, b), self.crossing(b, c), self.crossing(c, a)];
            let found = turns.into_iter().map(|turn| (turn, crossed(turn)));
            let found = found.max_by_key(|(_, [ab, bc, _])| (ab.is_some(), bc.is_some()));
            let Some(([a, b, c], [Some(ab), bc, _])) = found else {
                triangles.push(corners);
                continue;
            };
            let d = self.middle(&mut middles, a, b, ab);
            let Some(bc) = bc else {
                triangles.extend([[a, d, c], [d, b, c]]);
                continue;
            };
            let e = self.middle(&mut middles, b, c, bc);
            triangles.push([d, b, e]);
            let length = |from: u32, to: u32| {
                self.mesh.positions[from as usize].distance_squared(self.mesh.positions[to as usize])
            };
            triangles.extend(if length(a, e) < length(d, c) {
                [[a, d, e], [a, e, c]]
            } else {
                [[a, d, c], [d, e, c]]
            });
        }
        self.mesh.triangles = triangles;
    }

    fn middle(&mut self, middles: &mut BTreeMap<[u32; 2], u32>, a: u32, b: u32, part: f32) -> u32 {
        if let Some(&vertex) = middles.get(&[a.min(b), a.max(b)]) {
            return vertex;
        }
        let vertex = self.mesh.positions.len() as u32;
        let point = self.between(a, b, part);
        self.mesh.positions.push(point);
        self.sides.push(Some(0.0));
        middles.insert([a.min(b), a.max(b)], vertex);
        vertex
    }
}
