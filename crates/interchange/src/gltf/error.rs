// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::accessor_error::AccessorError;
use std::io;
use std::path::PathBuf;
use tumble_clip::RawClipError;
use tumble_pose::SkeletonError;

/// Why a glTF file cannot be read. Each is one line that says what is wrong, and where.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GltfError {
    /// The file itself cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Neither `glTF` nor a JSON object with an `asset` begins it.
    #[error("not a glTF file: it begins with {found}")]
    NotGltf {
        /// What is there instead.
        found: String,
    },
    /// Another version than 2.0.
    #[error("glTF version {found}, only 2.0 can be read")]
    Version {
        /// The version that the file is of, or asks for.
        found: String,
    },
    /// The file ends too early.
    #[error("truncated: {what} takes bytes {start} to {end}, but there are only {found}")]
    Truncated {
        /// What is cut off.
        what: &'static str,
        /// Where it begins, in bytes.
        start: usize,
        /// Where it should end, in bytes.
        end: usize,
        /// Where it does.
        found: usize,
    },
    /// A `.glb` does not begin with JSON.
    #[error("the first chunk is {found:?}, expected \"JSON\"")]
    FirstChunk {
        /// The kind of chunk that it begins with.
        found: String,
    },
    /// The JSON is none, or not that of a glTF. Lines and columns count within the JSON.
    #[error("the JSON is not that of a glTF: {source}")]
    Json {
        /// What is wrong, and where.
        source: serde_json::Error,
    },
    /// The file needs an extension that is not known here.
    #[error("the file requires the extension {name:?}, which cannot be read{hint}")]
    Extension {
        /// Its name.
        name: String,
        /// What to do about it.
        hint: &'static str,
    },
    /// A buffer cannot be loaded.
    #[error("buffer {buffer}: {source}")]
    Buffer {
        /// Its number.
        buffer: usize,
        /// Why.
        source: ResourceError,
    },
    /// A buffer without a URI that is not the binary chunk of a `.glb`.
    #[error(
        "buffer {buffer} of {expected} bytes is missing: it has no URI, and is not this file's binary chunk"
    )]
    NoBuffer {
        /// Its number.
        buffer: usize,
        /// How long it should be.
        expected: u64,
    },
    /// A buffer is shorter than it should be.
    #[error("buffer {buffer} should have {expected} bytes, found {found}")]
    BufferLength {
        /// Its number.
        buffer: usize,
        /// How long the file says it is, in bytes.
        expected: u64,
        /// How long it is, in bytes.
        found: usize,
    },
    /// Data cannot be read.
    #[error("{of}: {source}")]
    Accessor {
        /// What the data are.
        of: String,
        /// What is wrong with them.
        source: AccessorError,
    },
    /// Data have another number of elements than they must have.
    #[error("{of}: expected {expected} elements, found {found}")]
    Count {
        /// What the data are.
        of: String,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Something names what does not exist.
    #[error("{of} names {what} {index}, but there are only {count}")]
    Reference {
        /// What names it.
        of: String,
        /// What kind of thing it names.
        what: &'static str,
        /// The number that it names.
        index: usize,
        /// How many such things there are.
        count: usize,
    },
    /// A node is a child of two.
    #[error("node {node} is a child of both node {first} and node {second}")]
    TwoParents {
        /// The child.
        node: String,
        /// One parent.
        first: String,
        /// The other.
        second: String,
    },
    /// A node is above itself.
    #[error("node {node} is its own ancestor")]
    Cycle {
        /// A node of the cycle.
        node: String,
    },
    /// A scene names a node that hangs on another.
    #[error("the scene begins at node {node}, which is a child of node {parent}")]
    SceneRoot {
        /// The node.
        node: String,
        /// Its parent.
        parent: String,
    },
    /// There are no nodes.
    #[error("no skeleton: the scene has no nodes")]
    NoSkeleton,
    /// The joints make no skeleton.
    #[error("the nodes make no skeleton: {0}")]
    Skeleton(#[from] SkeletonError),
    /// A node's place is not finite.
    #[error("the transform of node {node} is not finite, or has a rotation of no length")]
    Transform {
        /// The node.
        node: String,
    },
    /// A skin has no joints, or more than can be counted.
    #[error("skin {skin} has {found} joints, expected 1 to 65535")]
    SkinSize {
        /// Its number.
        skin: usize,
        /// How many joints it has.
        found: usize,
    },
    /// A skin's joint is in another scene, or nowhere.
    #[error("skin {skin} has node {node} as a joint, which is not in the scene")]
    SkinJoint {
        /// The skin's number.
        skin: usize,
        /// The node.
        node: String,
    },
    /// A triangle names a vertex that does not exist.
    #[error("{of}: an index names vertex {found} of {vertices}")]
    VertexIndex {
        /// Which part of which mesh.
        of: String,
        /// The vertex that it names.
        found: u32,
        /// How many there are.
        vertices: usize,
    },
    /// A vertex follows a joint that its skin does not have.
    #[error("{of}: a vertex follows joint {found} of a skin of {bones}")]
    Influence {
        /// Which part of which mesh.
        of: String,
        /// The joint that it names.
        found: u32,
        /// How many the skin has.
        bones: usize,
    },
    /// An animation cannot be played: its keys are out of order, or a rotation has no length.
    #[error("{animation}: {source}")]
    Clip {
        /// Which animation.
        animation: String,
        /// What is wrong with which key of which node.
        source: RawClipError,
    },
}

impl GltfError {
    pub(super) fn accessor(of: String, source: AccessorError) -> Self {
        Self::Accessor { of, source }
    }
}

/// Why what a URI stands for cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResourceError {
    /// A file cannot be read.
    #[error("{path:?}: {source}")]
    Io {
        /// Its path, relative to the glTF's folder.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// A URI that is not followed.
    #[error("the URI {uri:?} is not followed: {reason}")]
    Path {
        /// The URI, shortened.
        uri: String,
        /// Why.
        reason: &'static str,
    },
    /// A `data:` URI that holds no data.
    #[error("its data: URI cannot be read: {reason}")]
    Data {
        /// Why.
        reason: &'static str,
    },
    /// The bytes of a view cannot be read.
    #[error(transparent)]
    Accessor(#[from] AccessorError),
    /// The bytes are neither PNG nor JPEG.
    #[error("it is neither PNG nor JPEG")]
    NoImage,
    /// It names neither a URI nor a view.
    #[error("it has neither a URI nor a bufferView")]
    Nowhere,
}

/// A thing as messages call it: by its number, and the start of its name.
pub(super) fn label(index: usize, name: Option<&str>) -> String {
    const LONGEST: usize = 60;
    match name {
        None | Some("") => index.to_string(),
        Some(name) if name.chars().nth(LONGEST).is_none() => format!("{index} {name:?}"),
        Some(name) => format!("{index} {:?}…", name.chars().take(LONGEST).collect::<String>()),
    }
}
