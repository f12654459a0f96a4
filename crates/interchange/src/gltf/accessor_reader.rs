// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::accessor_error::AccessorError;
use super::budget::Budget;
use super::component::Component;
use super::resources::Buffers;
use super::schema::{Accessor, Document, Shape, Sparse};

/// Reads accessors, and trusts none of their numbers: sizes are checked against the bytes that there are
/// before anything is made of that size.
#[derive(Debug)]
pub(super) struct AccessorReader<'a> {
    document: &'a Document,
    buffers: &'a Buffers<'a>,
    budget: &'a Budget,
}

/// Elements of one size, at a stride, in bytes that are known to hold them all.
struct Elements<'a> {
    bytes: &'a [u8],
    stride: usize,
}

impl Shape {
    const fn components(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Vec2 => 2,
            Self::Vec3 => 3,
            Self::Vec4 | Self::Mat2 => 4,
            Self::Mat3 => 9,
            Self::Mat4 => 16,
        }
    }
}

impl<'a> AccessorReader<'a> {
    pub(super) fn new(document: &'a Document, buffers: &'a Buffers<'a>, budget: &'a Budget) -> Self {
        Self { document, buffers, budget }
    }

    /// Elements of `N` finite floats, normalised where the accessor says so. A shape of `N` components is
    /// expected.
    pub(super) fn floats<const N: usize>(&self, index: usize) -> Result<Vec<[f32; N]>, AccessorError> {
        let accessor = self.accessor(index)?;
        let component = component(index, accessor)?;
        let normalized = accessor.normalized;
        let values = self.elements(index, accessor, |bytes| {
            let mut element = [0.0; N];
            for (value, bytes) in element.iter_mut().zip(bytes.chunks_exact(component.size())) {
                *value = component.float(bytes, normalized);
            }
            element
        })?;
        match values.iter().position(|element| element.iter().any(|value| !value.is_finite())) {
            None => Ok(values),
            Some(element) => Err(AccessorError::NotFinite { accessor: index, element }),
        }
    }

    /// Elements of `N` unsigned integers.
    pub(super) fn integers<const N: usize>(&self, index: usize) -> Result<Vec<[u32; N]>, AccessorError> {
        let accessor = self.accessor(index)?;
        let component = component(index, accessor)?;
        if !matches!(component, Component::U8 | Component::U16 | Component::U32) {
            let found = accessor.component_type;
            return Err(AccessorError::NotInteger { accessor: index, found });
        }
        self.elements(index, accessor, |bytes| {
            let mut element = [0; N];
            for (value, bytes) in element.iter_mut().zip(bytes.chunks_exact(component.size())) {
                *value = component.integer(bytes);
            }
            element
        })
    }

    /// The bytes of a buffer view, all of them.
    pub(super) fn view(&self, view: usize) -> Result<&'a [u8], AccessorError> {
        let views = &self.document.buffer_views;
        let found = views.get(view).ok_or(AccessorError::View { view, views: views.len() })?;
        let buffer = self.buffers.get(found.buffer).ok_or(AccessorError::Buffer {
            view,
            buffer: found.buffer,
            buffers: self.buffers.len(),
        })?;
        slice(buffer, found.byte_offset, found.byte_length).ok_or(AccessorError::ViewRange {
            view,
            offset: found.byte_offset,
            length: found.byte_length,
            found: buffer.len() as u64,
        })
    }

    /// Charges the budget for something that is not an accessor but whose size the file chooses.
    pub(super) fn charge(&self, bytes: usize) -> Result<(), AccessorError> {
        self.budget.charge(bytes as u64)
    }

    fn accessor(&self, index: usize) -> Result<&'a Accessor, AccessorError> {
        let accessors = &self.document.accessors;
        accessors.get(index).ok_or(AccessorError::Missing { accessor: index, accessors: accessors.len() })
    }

    /// All elements of `N` components, each made from its bytes.
    fn elements<T: Copy, const N: usize>(
        &self,
        index: usize,
        accessor: &Accessor,
        read: impl Fn(&[u8]) -> [T; N],
    ) -> Result<Vec<[T; N]>, AccessorError> {
        if accessor.shape.components() != N {
            let found = format!("{:?}", accessor.shape).to_uppercase();
            return Err(AccessorError::Shape { accessor: index, expected: N, found });
        }
        let size = component(index, accessor)?.size() * N;
        let dense = accessor.buffer_view.map(|view| self.strided(index, accessor, view, size)).transpose()?;
        self.budget.charge(accessor.count.saturating_mul(size_of::<[T; N]>() as u64))?;
        let mut values = match dense {
            // Without a view the values are zeros, which `sparse` may then replace (gltf-rs/gltf#266).
            None => vec![read(&[]); accessor.count as usize],
            Some(Elements { bytes, stride }) => {
                (0..accessor.count as usize).map(|element| read(&bytes[element * stride..][..size])).collect()
            }
        };
        if let Some(sparse) = &accessor.sparse {
            self.replace(index, sparse, size, &mut values, read)?;
        }
        Ok(values)
    }

    fn strided(
        &self,
        index: usize,
        accessor: &Accessor,
        view: usize,
        size: usize,
    ) -> Result<Elements<'a>, AccessorError> {
        let bytes = self.view(view)?;
        let stride = match self.document.buffer_views.get(view).and_then(|view| view.byte_stride) {
            None => size as u64,
            Some(stride) if stride >= size as u64 => stride,
            Some(stride) => {
                return Err(AccessorError::Stride { accessor: index, expected: size as u64, found: stride });
            }
        };
        let length = match accessor.count.checked_sub(1) {
            None => 0,
            Some(last) => last.saturating_mul(stride).saturating_add(size as u64),
        };
        let bytes = slice(bytes, accessor.byte_offset, length).ok_or(AccessorError::Range {
            accessor: index,
            view,
            needed: accessor.byte_offset.saturating_add(length),
            found: bytes.len() as u64,
        })?;
        Ok(Elements { bytes, stride: stride as usize })
    }

    /// Puts the sparse elements over the dense ones.
    fn replace<T>(
        &self,
        index: usize,
        sparse: &Sparse,
        size: usize,
        values: &mut [T],
        read: impl Fn(&[u8]) -> T,
    ) -> Result<(), AccessorError> {
        let indices = &sparse.indices;
        let component = Component::parse(indices.component_type)
            .filter(|kind| matches!(kind, Component::U8 | Component::U16 | Component::U32))
            .ok_or(AccessorError::Component { accessor: index, found: indices.component_type })?;
        let packed = |view: usize, offset: u64, size: usize| {
            let bytes = self.view(view)?;
            let length = sparse.count.saturating_mul(size as u64);
            slice(bytes, offset, length).ok_or(AccessorError::Range {
                accessor: index,
                view,
                needed: offset.saturating_add(length),
                found: bytes.len() as u64,
            })
        };
        let places = packed(indices.buffer_view, indices.byte_offset, component.size())?;
        let elements = packed(sparse.values.buffer_view, sparse.values.byte_offset, size)?;
        let count = values.len();
        for (place, bytes) in places.chunks_exact(component.size()).zip(elements.chunks_exact(size)) {
            let place = component.integer(place);
            *values.get_mut(place as usize).ok_or(AccessorError::SparseIndex {
                accessor: index,
                found: place,
                count,
            })? = read(bytes);
        }
        Ok(())
    }
}

fn component(index: usize, accessor: &Accessor) -> Result<Component, AccessorError> {
    let found = accessor.component_type;
    Component::parse(found).ok_or(AccessorError::Component { accessor: index, found })
}

/// `length` bytes from `offset` on, where there are so many.
fn slice(bytes: &[u8], offset: u64, length: u64) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    let end = usize::try_from(offset.checked_add(length)?).ok()?;
    bytes.get(start..end)
}
