// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use fyrox::resource::texture::TextureError;
use std::fmt;
use tumble_pose::JointIndex;

/// Why a model cannot become nodes.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A list of a surface that goes with its vertices has another length.
    #[error("{surface} has {found} {what} for {expected} vertices")]
    Count {
        /// Where.
        surface: SurfacePlace,
        /// What the list holds.
        what: &'static str,
        /// How many vertices there are.
        expected: usize,
        /// How long the list is.
        found: usize,
    },
    /// The indices of a surface do not come in threes.
    #[error("{surface} has {found} indices, which do not make whole triangles")]
    Triangles {
        /// Where.
        surface: SurfacePlace,
        /// How many indices there are.
        found: usize,
    },
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} of {surface} names vertex {found} of {vertices}")]
    Vertex {
        /// Where.
        surface: SurfacePlace,
        /// The triangle.
        triangle: usize,
        /// The vertex that it names.
        found: u32,
        /// How many there are.
        vertices: usize,
    },
    /// A number of a vertex is NaN or infinite.
    #[error("the {what} of vertex {vertex} of {surface} is not finite")]
    VertexNotFinite {
        /// Where.
        surface: SurfacePlace,
        /// The vertex.
        vertex: usize,
        /// Which of its numbers.
        what: &'static str,
    },
    /// A mesh's place in its joint, or one of its inverse bind matrices, is NaN or infinite.
    #[error("the {what} of mesh {mesh:?} is not finite")]
    MatrixNotFinite {
        /// The mesh.
        mesh: String,
        /// Which matrix.
        what: String,
    },
    /// A skin has not one inverse bind matrix for each of its joints.
    #[error("the skin of mesh {mesh:?} has {joints} joints and {inverse_bind} inverse bind matrices")]
    Skin {
        /// The mesh.
        mesh: String,
        /// How many joints it has.
        joints: usize,
        /// How many matrices.
        inverse_bind: usize,
    },
    /// Joints hang one below the other deeper than Fyrox can follow.
    #[error("joint {joint:?} hangs deeper than {most} joints")]
    Depth {
        /// The first that is too deep.
        joint: String,
        /// How many joints a chain may have.
        most: usize,
    },
    /// A mesh hangs on a joint that the skeleton does not have.
    #[error("mesh {mesh:?} hangs on joint {joint} of {joints}")]
    Joint {
        /// The mesh.
        mesh: String,
        /// The joint that it names.
        joint: JointIndex,
        /// How many there are.
        joints: usize,
    },
    /// A vertex follows a joint that the skin does not have.
    #[error("vertex {vertex} of {surface} follows joint {found} of {joints} in the skin")]
    Influence {
        /// Where.
        surface: SurfacePlace,
        /// The vertex.
        vertex: usize,
        /// The place in the skin that it names.
        found: u16,
        /// How many joints the skin has.
        joints: usize,
    },
    /// The weights of a vertex do not sum to 1, so that the vertex would fly off.
    #[error("the weights of vertex {vertex} of {surface} sum to {sum}, not 1")]
    Weights {
        /// Where.
        surface: SurfacePlace,
        /// The vertex.
        vertex: usize,
        /// What they sum to.
        sum: f32,
    },
    /// Fyrox refuses the vertices of a surface.
    #[error("Fyrox does not take the vertices of {surface}: {reason}")]
    Buffer {
        /// Where.
        surface: SurfacePlace,
        /// Fyrox's reason.
        reason: String,
    },
    /// A surface wears a material that the model does not have.
    #[error("{surface} wears material {found} of {materials}")]
    Material {
        /// Where.
        surface: SurfacePlace,
        /// The material that it names.
        found: usize,
        /// How many there are.
        materials: usize,
    },
    /// A material shows an image that the model does not have.
    #[error("material {material:?} shows image {found} of {images}")]
    Image {
        /// The material.
        material: String,
        /// The image that it names.
        found: usize,
        /// How many there are.
        images: usize,
    },
    /// An image is no PNG or JPEG, is damaged, or is larger than 8192 pixels in one direction.
    #[error("image {image:?} cannot be decoded")]
    Decode {
        /// The image.
        image: String,
        /// What is wrong with it.
        source: image::ImageError,
    },
    /// Fyrox refuses a texture.
    #[error("image {image:?} cannot become a texture")]
    Texture {
        /// The image.
        image: String,
        /// Fyrox's reason.
        source: TextureError,
    },
}

/// A surface of a model, for errors to name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurfacePlace {
    /// The mesh's name.
    pub mesh: String,
    /// Which of its surfaces, from 0.
    pub surface: usize,
}

impl fmt::Display for SurfacePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "surface {} of mesh {:?}", self.surface, self.mesh)
    }
}
