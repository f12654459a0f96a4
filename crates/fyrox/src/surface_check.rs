// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{ModelError, SurfacePlace};
use glam::{Vec2, Vec3};
use tumble_pose::Surface;

/// How far the weights of a vertex may be from 1 in all.
const WEIGHT_TOLERANCE: f32 = 1e-2;

/// Looks whether a surface holds together. Whoever has passed it can index without asking.
pub(crate) struct SurfaceCheck<'a> {
    pub(crate) mesh: &'a str,
    pub(crate) index: usize,
    pub(crate) surface: &'a Surface,
    /// How many joints the skin has; none for a rigid mesh.
    pub(crate) skin: Option<usize>,
}

impl SurfaceCheck<'_> {
    /// The triangles, in order.
    pub(crate) fn run(&self) -> Result<&[[u32; 3]], ModelError> {
        self.counts()?;
        self.numbers()?;
        if let Some(joints) = self.skin {
            self.influences(joints)?;
        }
        self.triangles()
    }

    pub(crate) fn place(&self) -> SurfacePlace {
        SurfacePlace { mesh: self.mesh.to_owned(), surface: self.index }
    }

    fn counts(&self) -> Result<(), ModelError> {
        let expected = self.surface.positions.len();
        let influences = if self.skin.is_some() { expected } else { 0 };
        for (what, found, right) in [
            ("normals", self.surface.normals.len(), [0, expected]),
            ("texture coordinates", self.surface.uvs.len(), [0, expected]),
            ("influences", self.surface.influences.len(), [influences; 2]),
        ] {
            if !right.contains(&found) {
                return Err(ModelError::Count { surface: self.place(), what, expected: right[1], found });
            }
        }
        Ok(())
    }

    fn numbers(&self) -> Result<(), ModelError> {
        let wild = |of: &[Vec3]| of.iter().position(|v| !v.is_finite());
        for (what, found) in [
            ("position", wild(&self.surface.positions)),
            ("normal", wild(&self.surface.normals)),
            ("texture coordinate", self.surface.uvs.iter().position(|uv: &Vec2| !uv.is_finite())),
        ] {
            if let Some(vertex) = found {
                return Err(ModelError::VertexNotFinite { surface: self.place(), vertex, what });
            }
        }
        Ok(())
    }

    fn influences(&self, joints: usize) -> Result<(), ModelError> {
        for (vertex, (places, weights)) in self.surface.influences.iter().enumerate() {
            let sum: f32 = weights.iter().sum();
            // A NaN among them is as wrong.
            if (sum - 1.0).abs().partial_cmp(&WEIGHT_TOLERANCE).is_none_or(std::cmp::Ordering::is_gt) {
                return Err(ModelError::Weights { surface: self.place(), vertex, sum });
            }
            let mut used = places.iter().zip(weights).filter(|&(_, &weight)| weight != 0.0);
            if let Some((&found, _)) = used.find(|&(&place, _)| place as usize >= joints) {
                return Err(ModelError::Influence { surface: self.place(), vertex, found, joints });
            }
        }
        Ok(())
    }

    fn triangles(&self) -> Result<&[[u32; 3]], ModelError> {
        let (triangles, rest) = self.surface.indices.as_chunks::<3>();
        if !rest.is_empty() {
            let found = self.surface.indices.len();
            return Err(ModelError::Triangles { surface: self.place(), found });
        }
        let vertices = self.surface.positions.len();
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&found) = corners.iter().find(|&&corner| corner as usize >= vertices) {
                return Err(ModelError::Vertex { surface: self.place(), triangle, found, vertices });
            }
        }
        Ok(triangles)
    }
}
