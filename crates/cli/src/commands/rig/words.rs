// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::Inferred;
use crate::table::{Table, leaf};
use std::collections::BTreeMap;
use std::fmt;
use tumble_ragdoll::{Limits, Shape, Why};

/// For people: the character, a row for each body, then the joints that have none, by why.
impl fmt::Display for Inferred<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rig = self.rig;
        let kind = if self.human { "a human" } else { "no human" };
        let given = if self.scale_given { "given" } else { "inferred" };
        let mass: f32 = rig.bodies.iter().map(|body| body.mass).sum();
        writeln!(
            f,
            "{}: {kind}, {:.2} m tall at {} m a unit ({given}), {} bodies, {mass:.1} kg",
            self.character,
            self.height_m,
            rig.metres_per_unit,
            rig.bodies.len()
        )?;
        write!(f, "\n{}", self.bodies())?;
        let mut ignored: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (joint, why) in &rig.ignored {
            ignored.entry(why_in_words(*why)).or_default().push(leaf(joint));
        }
        for (why, joints) in ignored {
            writeln!(f, "\nno body, {why}: {}", joints.join(", "))?;
        }
        if self.loose_vertices > 0 {
            writeln!(f, "\n{} vertices follow no body", self.loose_vertices)?;
        }
        Ok(())
    }
}

impl Inferred<'_> {
    fn bodies(&self) -> Table {
        let mut table =
            Table::new(["body", "role", "on", "shape cm", "kg", "limits deg", "sized by", "role by"]);
        for (body, source) in self.rig.bodies.iter().zip(&self.sources) {
            let (on, limits) = match &body.link {
                Some(link) => (leaf(&link.parent), limits(link.limits)),
                None => ("-".to_owned(), "-".to_owned()),
            };
            table.row([
                leaf(&body.joint),
                body.role.map_or("-".to_owned(), |role| role.to_string()),
                on,
                shape(body.shape),
                format!("{:.2}", body.mass),
                limits,
                source.vertices.map_or("bone length".to_owned(), |count| format!("{count} vertices")),
                source.evidence.clone().unwrap_or_default(),
            ]);
        }
        table
    }
}

fn shape(shape: Shape) -> String {
    let centimetres = |metres: f32| format!("{:.1}", metres * 100.0);
    match shape {
        Shape::Capsule { from, to, radius } => {
            format!("capsule {} r {}", centimetres(from.distance(to)), centimetres(radius))
        }
        Shape::Cuboid { half_extents, .. } => {
            let [x, y, z] = (half_extents * 2.0).to_array().map(centimetres);
            format!("box {x} x {y} x {z}")
        }
    }
}

fn limits(limits: Limits) -> String {
    let range = |[least, most]: [f32; 2]| format!("{:.0}..{:.0}", least.to_degrees(), most.to_degrees());
    match limits {
        Limits::Hinge { range: hinge } => format!("hinge {}", range(hinge)),
        Limits::Ball { twist, swing_y, swing_z } => {
            format!("twist {} swing {} {}", range(twist), range(swing_y), range(swing_z))
        }
    }
}

fn why_in_words(why: Why) -> &'static str {
    match why {
        Why::AboveTheBody => "above the first body",
        Why::Control => "controls and slots",
        Why::Detail => "details of a body's end",
        Why::Between => "between two bodies",
        Why::Small => "too small",
        _ => "for another reason",
    }
}
