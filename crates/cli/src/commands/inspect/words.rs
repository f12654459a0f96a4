// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::facts::{AnimationFacts, Facts};
use crate::table::{Table, leaf, millimetres, vector};
use std::collections::HashMap;
use std::fmt;

/// For people: what there is in all, then the animations, then the joints as a tree.
impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, {}", self.file, self.kind, counted(self.joints.len(), "joint"))?;
        if let Some(facts) = &self.character {
            write!(
                f,
                ", {} and {}",
                counted(facts.vertices, "vertex"),
                counted(facts.triangles, "triangle")
            )?;
            write!(f, " in {}, {}", counted(facts.meshes, "mesh"), counted(facts.materials, "material"))?;
            write!(f, ", {}", counted(facts.images, "image"))?;
        }
        writeln!(f, ", {}", counted(self.animations.len(), "animation"))?;
        if !self.animations.is_empty() {
            write!(f, "\n{}", animation_table(&self.animations))?;
        }
        if self.animations.iter().any(|animation| animation.built.is_some()) {
            write!(f, "\n{}", built_table(&self.animations))?;
        }
        if self.animations.iter().any(|animation| animation.blow.is_some()) {
            write!(f, "\n{}", blow_table(&self.animations))?;
        }
        write!(f, "\n{}", joint_table(self))
    }
}

fn counted(count: usize, thing: &str) -> String {
    match (count, thing) {
        (1, _) => format!("1 {thing}"),
        (_, "vertex") => format!("{count} vertices"),
        (_, "mesh") => format!("{count} meshes"),
        _ => format!("{count} {thing}s"),
    }
}

fn animation_table(animations: &[AnimationFacts]) -> Table {
    let mut table = Table::new(["animation", "s", "Hz", "tracks", "scalars", "keys"]);
    for animation in animations {
        table.row([
            animation.name.clone(),
            format!("{:.3}", animation.duration_s),
            animation.rate_hz.map_or("-".to_owned(), |rate| format!("{rate:.2}")),
            animation.tracks.to_string(),
            animation.scalars.to_string(),
            animation.keys.to_string(),
        ]);
    }
    table
}

fn built_table(animations: &[AnimationFacts]) -> Table {
    let mut table = Table::new([
        "clip",
        "samples",
        "raw B",
        "memory B",
        "tracks B",
        "file B",
        "max mm",
        "p99 mm",
        "between mm",
        "seam mm",
        "worst joint",
        "at s",
    ]);
    for animation in animations {
        let Some(built) = &animation.built else { continue };
        table.row([
            animation.name.clone(),
            built.samples.to_string(),
            built.raw_bytes.to_string(),
            built.memory_bytes.to_string(),
            built.track_bytes.to_string(),
            built.file_bytes.to_string(),
            millimetres(built.max_error_m),
            millimetres(built.p99_error_m),
            millimetres(built.max_between_m),
            built.seam_m.map_or("-".to_owned(), millimetres),
            leaf(&built.worst_joint),
            format!("{:.3}", built.worst_time_s),
        ]);
    }
    table
}

fn blow_table(animations: &[AnimationFacts]) -> Table {
    let mut table = Table::new(["blow", "m/s", "hit", "seed", "settled"]);
    for animation in animations {
        let Some(blow) = &animation.blow else { continue };
        table.row([
            animation.name.clone(),
            vector(blow.velocity, 2),
            blow.hit.clone(),
            blow.seed.to_string(),
            animation.settled.map_or("-", |settled| if settled { "yes" } else { "no" }).to_owned(),
        ]);
    }
    table
}

/// Joints as a tree: a file's are breadth-first, a person reads depth-first.
fn joint_table(facts: &Facts) -> Table {
    let mut table = Table::new(["joint", "role"]);
    let mut children: HashMap<Option<&str>, Vec<usize>> = HashMap::new();
    for (place, joint) in facts.joints.iter().enumerate() {
        children.entry(joint.parent.as_deref()).or_default().push(place);
    }
    let below = |parent| children.get(&parent).into_iter().flatten().rev().copied();
    let mut open: Vec<(usize, usize)> = below(None).map(|root| (root, 0)).collect();
    while let Some((place, depth)) = open.pop() {
        let joint = &facts.joints[place];
        let role = joint.role.clone().unwrap_or_default();
        table.row([format!("{:indent$}{}", "", joint.name, indent = 2 * depth), role]);
        open.extend(below(Some(joint.path.as_str())).map(|child| (child, depth + 1)));
    }
    table
}
