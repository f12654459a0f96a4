// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::schema::{Accessor, BufferView, Shape};
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Gathers the binary part of a file: accessors of one kind share a view, and equal ones are kept once.
#[derive(Debug, Default)]
pub(super) struct BinaryWriter {
    streams: BTreeMap<Stream, Vec<u8>>,
    accessors: Vec<(Stream, Accessor)>,
    /// Accessors by the hash of what they hold. Only asked, never listed: its order reaches no file.
    known: HashMap<u64, Vec<usize>>,
}

/// What a view holds. Views are written in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Stream {
    /// Vertices of triangles.
    Indices,
    /// Attributes of vertices, of so many bytes each.
    Vertices(u64),
    /// Matrices of skins.
    InverseBinds,
    /// Times and values of animations.
    Keys,
    /// The image of that number. It has no accessors.
    Image(usize),
}

/// Whether an accessor says what its smallest and largest values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bounds {
    Stated,
    Unstated,
}

/// A number as an accessor holds it.
pub(super) trait Component: Copy + Into<f64> {
    /// What glTF calls it.
    const CODE: u32;

    fn append_to(self, bytes: &mut Vec<u8>);
}

macro_rules! component {
    ($($number:ty = $code:literal),*) => {$(
        impl Component for $number {
            const CODE: u32 = $code;

            fn append_to(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}

component!(u8 = 5121, u16 = 5123, u32 = 5125, f32 = 5126);

impl BinaryWriter {
    /// Adds elements of `N` components and gives their accessor's number.
    pub(super) fn push<T: Component, const N: usize>(
        &mut self,
        stream: Stream,
        bounds: Bounds,
        values: &[[T; N]],
    ) -> usize {
        let mut bytes = Vec::with_capacity(size_of_val(values));
        values.as_flattened().iter().for_each(|value| value.append_to(&mut bytes));
        let mut accessor = Accessor {
            buffer_view: None,
            byte_offset: 0,
            component_type: T::CODE,
            normalized: false,
            count: values.len() as u64,
            shape: const { Shape::of(N) },
            min: Vec::new(),
            max: Vec::new(),
            sparse: None,
        };
        if bounds == Bounds::Stated {
            accessor.min = bound(values, f64::min);
            accessor.max = bound(values, f64::max);
        }
        self.add(stream, &bytes, accessor)
    }

    /// Adds an image as a view of its own.
    pub(super) fn push_image(&mut self, number: usize, bytes: &[u8]) {
        self.streams.insert(Stream::Image(number), bytes.to_vec());
    }

    fn add(&mut self, stream: Stream, bytes: &[u8], mut accessor: Accessor) -> usize {
        let mut hasher = DefaultHasher::new();
        (stream, bytes, accessor.component_type, accessor.min.is_empty()).hash(&mut hasher);
        let twins = self.known.entry(hasher.finish()).or_default();
        let held = self.streams.entry(stream).or_default();
        let is_twin = |twin: &usize| {
            let (of, twin) = &self.accessors[*twin];
            let start = twin.byte_offset as usize;
            *of == stream
                && twin.component_type == accessor.component_type
                && (twin.shape, twin.count) == (accessor.shape, accessor.count)
                && twin.min.is_empty() == accessor.min.is_empty()
                && held.get(start..start + bytes.len()) == Some(bytes)
        };
        if let Some(&twin) = twins.iter().find(|twin| is_twin(twin)) {
            return twin;
        }
        held.resize(held.len().next_multiple_of(4), 0);
        accessor.byte_offset = held.len() as u64;
        held.extend_from_slice(bytes);
        twins.push(self.accessors.len());
        self.accessors.push((stream, accessor));
        self.accessors.len() - 1
    }

    /// The bytes, and what lies where in them. The views of images are numbered by [`Layout::view`].
    pub(super) fn finish(self) -> Layout {
        let mut layout = Layout::default();
        let mut places = BTreeMap::new();
        for (stream, bytes) in self.streams {
            layout.bytes.resize(layout.bytes.len().next_multiple_of(4), 0);
            places.insert(stream, layout.views.len());
            layout.views.push(BufferView {
                buffer: 0,
                byte_offset: layout.bytes.len() as u64,
                byte_length: bytes.len() as u64,
                byte_stride: if let Stream::Vertices(stride) = stream { Some(stride) } else { None },
                target: stream.target(),
            });
            layout.bytes.extend_from_slice(&bytes);
        }
        layout.bytes.resize(layout.bytes.len().next_multiple_of(4), 0);
        let resolve = |(stream, accessor)| Accessor { buffer_view: places.get(&stream).copied(), ..accessor };
        layout.accessors = self.accessors.into_iter().map(resolve).collect();
        layout.places = places;
        layout
    }
}

/// Where everything went.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) bytes: Vec<u8>,
    pub(super) views: Vec<BufferView>,
    pub(super) accessors: Vec<Accessor>,
    places: BTreeMap<Stream, usize>,
}

impl Layout {
    /// The number of a stream's view.
    pub(super) fn view(&self, stream: Stream) -> Option<usize> {
        self.places.get(&stream).copied()
    }
}

impl Stream {
    /// What a renderer uses the bytes for: array buffer or element array buffer.
    const fn target(self) -> Option<u32> {
        match self {
            Self::Vertices(_) => Some(34962),
            Self::Indices => Some(34963),
            Self::InverseBinds | Self::Keys | Self::Image(_) => None,
        }
    }
}

impl Shape {
    /// The shape that is written for so many components.
    const fn of(components: usize) -> Self {
        match components {
            1 => Self::Scalar,
            2 => Self::Vec2,
            3 => Self::Vec3,
            4 => Self::Vec4,
            _ => Self::Mat4,
        }
    }
}

fn bound<T: Component, const N: usize>(values: &[[T; N]], pick: fn(f64, f64) -> f64) -> Vec<f64> {
    let values = values.iter().map(|value| value.map(Into::into));
    values.reduce(|a, b| std::array::from_fn(|i| pick(a[i], b[i]))).map_or_else(Vec::new, Vec::from)
}
