// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// What a rig was inferred from.
#[derive(Debug, Clone, PartialEq)]
pub struct RigReport {
    /// Height of the character at rest, in metres.
    pub height_m: f32,
    /// Whether the scale was given; else it was inferred from the height.
    pub scale_given: bool,
    /// Whether the parts of a human were found by name; else every joint with enough of the creature has a body,
    /// with the same limits.
    pub human: bool,
    /// What each body's size comes from, in the rig's order.
    pub sized_by: Vec<SizedBy>,
    /// How each body's role was found, in the rig's order, in words.
    pub evidence: Vec<Option<String>>,
    /// Vertices that follow no body: carried things, or parts above the first body.
    pub loose_vertices: usize,
}

/// What a body's size comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizedBy {
    /// That many vertices that follow its joint.
    Vertices(usize),
    /// The lengths of bones, and the proportions of a human.
    BoneLength,
}
