// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use fyrox::material::shader::ShaderDefinition;
use std::collections::HashMap;

/// The most bones that Fyrox's shaders hold for one surface.
pub(crate) const MAX_BONES: usize = ShaderDefinition::MAX_BONE_MATRICES;

/// A part of a skinned surface that few enough bones move for Fyrox to draw it.
#[derive(Debug, Default)]
pub(crate) struct SkinPart {
    /// Places in the model's bones; influences count in this list.
    pub(crate) bones: Vec<usize>,
    /// Vertices of the whole surface, in order of first use.
    pub(crate) vertices: Vec<u32>,
    /// Triangles of `vertices`.
    pub(crate) triangles: Vec<[u32; 3]>,
    bone_places: HashMap<usize, u8>,
    vertex_places: HashMap<u32, u32>,
}

impl SkinPart {
    /// Cuts a surface so that each part has at most `most` bones, but for a triangle that alone has more. A surface
    /// with few bones stays one part. `bones_of` tells the bones that move a vertex.
    pub(crate) fn cut<I>(triangles: &[[u32; 3]], most: usize, bones_of: impl Fn(u32) -> I) -> Vec<Self>
    where
        I: Iterator<Item = usize>,
    {
        let mut parts: Vec<Self> = vec![Self::default()];
        for &triangle in triangles {
            let needed = || triangle.iter().flat_map(|&vertex| bones_of(vertex));
            // Latest first: neighbours in the list are mostly neighbours in space, and share bones.
            let fitting = parts.iter().rposition(|part| part.fits(needed(), most));
            let part = fitting.unwrap_or_else(|| {
                parts.push(Self::default());
                parts.len() - 1
            });
            parts[part].push(triangle, needed());
        }
        parts.retain(|part| !part.triangles.is_empty());
        parts
    }

    fn fits(&self, needed: impl Iterator<Item = usize>, most: usize) -> bool {
        let mut new: Vec<usize> = needed.filter(|bone| !self.bone_places.contains_key(bone)).collect();
        new.sort_unstable();
        new.dedup();
        self.bones.len() + new.len() <= most
    }

    fn push(&mut self, triangle: [u32; 3], needed: impl Iterator<Item = usize>) {
        for bone in needed {
            let next = self.bones.len();
            self.bone_places.entry(bone).or_insert_with(|| {
                self.bones.push(bone);
                u8::try_from(next).unwrap_or(u8::MAX)
            });
        }
        let corners = triangle.map(|vertex| {
            let next = self.vertices.len() as u32;
            *self.vertex_places.entry(vertex).or_insert_with(|| {
                self.vertices.push(vertex);
                next
            })
        });
        self.triangles.push(corners);
    }

    /// Where a bone is among this part's; 0 for one that it does not have.
    pub(crate) fn bone_place(&self, bone: usize) -> u8 {
        self.bone_places.get(&bone).copied().unwrap_or(0)
    }
}
