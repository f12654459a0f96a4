// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// Why an accessor, or a buffer view, cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AccessorError {
    /// There is no such accessor.
    #[error("there is no accessor {accessor}, only {accessors}")]
    Missing {
        /// Its number.
        accessor: usize,
        /// How many there are.
        accessors: usize,
    },
    /// There is no such buffer view.
    #[error("there is no bufferView {view}, only {views}")]
    View {
        /// Its number.
        view: usize,
        /// How many there are.
        views: usize,
    },
    /// A view is of a buffer that does not exist.
    #[error("bufferView {view} is of buffer {buffer}, but there are only {buffers}")]
    Buffer {
        /// The view's number.
        view: usize,
        /// The buffer's.
        buffer: usize,
        /// How many buffers there are.
        buffers: usize,
    },
    /// A view reaches past its buffer's end.
    #[error("bufferView {view} is {length} bytes from byte {offset}, but its buffer has {found}")]
    ViewRange {
        /// The view's number.
        view: usize,
        /// Where it begins, in bytes.
        offset: u64,
        /// How long it is, in bytes.
        length: u64,
        /// How many bytes the buffer has.
        found: u64,
    },
    /// An accessor reaches past its view's end.
    #[error("accessor {accessor} needs {needed} bytes of bufferView {view}, which has {found}")]
    Range {
        /// The accessor's number.
        accessor: usize,
        /// The view's.
        view: usize,
        /// Where the accessor ends in the view, in bytes.
        needed: u64,
        /// How many bytes the view has.
        found: u64,
    },
    /// Elements lie closer together than they are large.
    #[error("accessor {accessor} has elements of {expected} bytes, but a stride of {found}")]
    Stride {
        /// The accessor's number.
        accessor: usize,
        /// Bytes of one element.
        expected: u64,
        /// Bytes from one element to the next.
        found: u64,
    },
    /// A component type that glTF does not know, or not there.
    #[error("accessor {accessor} has components of type {found}, which cannot be read here")]
    Component {
        /// The accessor's number.
        accessor: usize,
        /// The type that it names.
        found: u32,
    },
    /// Unsigned integers were expected.
    #[error("accessor {accessor} has components of type {found}; unsigned integers were expected")]
    NotInteger {
        /// The accessor's number.
        accessor: usize,
        /// The type that it names.
        found: u32,
    },
    /// Elements of another number of components were expected.
    #[error("accessor {accessor} is of type {found}; {expected} components were expected")]
    Shape {
        /// The accessor's number.
        accessor: usize,
        /// How many components there should be.
        expected: usize,
        /// The type that there is.
        found: String,
    },
    /// A sparse accessor replaces an element that it has not.
    #[error("sparse accessor {accessor} replaces element {found} of {count}")]
    SparseIndex {
        /// The accessor's number.
        accessor: usize,
        /// The element's.
        found: u32,
        /// How many elements there are.
        count: usize,
    },
    /// A number is NaN or infinite.
    #[error("element {element} of accessor {accessor} is not finite")]
    NotFinite {
        /// The accessor's number.
        accessor: usize,
        /// The element's.
        element: usize,
    },
    /// The file would unfold to more than 64 times its size and 16 MiB.
    #[error("it would unfold to more than {limit} bytes, out of all proportion to the file")]
    Budget {
        /// How much it may unfold to, in bytes.
        limit: u64,
    },
}
