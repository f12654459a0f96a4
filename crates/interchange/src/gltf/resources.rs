// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::error::{GltfError, ResourceError};
use super::schema::Document;
use crate::read_file;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Fetches a file by its path relative to the glTF's folder.
pub(super) type Fetch<'a> = &'a mut dyn FnMut(&str) -> io::Result<Vec<u8>>;

/// Fetches from the folder that `file` is in.
pub(super) fn beside(file: &Path) -> impl FnMut(&str) -> io::Result<Vec<u8>> + use<> {
    let folder = file.parent().map(PathBuf::from).unwrap_or_default();
    move |relative| read_file(&folder.join(relative))
}

/// Fetches what a document names by URI, each file once.
pub(super) struct Resources<'a> {
    fetch: Fetch<'a>,
    fetched: HashMap<String, Rc<[u8]>>,
}

impl fmt::Debug for Resources<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resources").field("fetched", &self.fetched.keys()).finish_non_exhaustive()
    }
}

impl<'a> Resources<'a> {
    pub(super) fn new(fetch: Fetch<'a>) -> Self {
        Self { fetch, fetched: HashMap::new() }
    }

    /// The bytes behind a `data:` URI or a path below the glTF's folder.
    pub(super) fn load(&mut self, uri: &str) -> Result<Rc<[u8]>, ResourceError> {
        if let Some(data) = uri.strip_prefix("data:") {
            return Ok(decode_data(data)?.into());
        }
        let path = relative_path(uri)?;
        if let Some(found) = self.fetched.get(&path) {
            return Ok(Rc::clone(found));
        }
        let fetched = (self.fetch)(&path);
        let bytes: Rc<[u8]> =
            fetched.map_err(|source| ResourceError::Io { path: path.clone(), source })?.into();
        self.fetched.insert(path, Rc::clone(&bytes));
        Ok(bytes)
    }
}

/// The part of a `data:` URI after the scheme: a media type, `;base64`, a comma, the data.
fn decode_data(data: &str) -> Result<Vec<u8>, ResourceError> {
    let (head, body) = data.split_once(',').ok_or(ResourceError::Data { reason: "it has no comma" })?;
    if !head.ends_with(";base64") {
        return Ok(percent_decoded(body));
    }
    let engine = if body.ends_with('=') || body.len().is_multiple_of(4) { STANDARD } else { STANDARD_NO_PAD };
    engine.decode(body).map_err(|_| ResourceError::Data { reason: "it is not base64" })
}

/// A URI as a path that stays below the folder that it is relative to.
fn relative_path(uri: &str) -> Result<String, ResourceError> {
    let refused = |reason| ResourceError::Path { uri: uri.chars().take(200).collect(), reason };
    let scheme = uri.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    if scheme {
        return Err(refused("only files beside the glTF and data: URIs are read"));
    }
    let path = String::from_utf8(percent_decoded(uri)).map_err(|_| refused("it is not UTF-8"))?;
    if path.is_empty() || path.contains(['\0', '\\', ':']) || path.starts_with('/') {
        return Err(refused("it is not a relative path"));
    }
    if path.split('/').any(|part| part == "..") {
        return Err(refused("it leads out of the glTF's folder"));
    }
    Ok(path)
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let escaped = (byte == b'%').then(|| after.first_chunk().and_then(|pair| hex(*pair))).flatten();
        bytes.push(escaped.unwrap_or(byte));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    bytes
}

fn hex(pair: [u8; 2]) -> Option<u8> {
    let [high, low] = pair.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? * 16 + low?).ok()
}

/// The document's buffers, each as long as it says.
#[derive(Debug)]
pub(super) struct Buffers<'a>(Vec<Stored<'a>>);

#[derive(Debug)]
enum Stored<'a> {
    Chunk(&'a [u8]),
    Loaded(Rc<[u8]>, usize),
}

impl<'a> Buffers<'a> {
    /// Loads all of them. The first may be the binary chunk of a `.glb`.
    pub(super) fn load(
        document: &Document,
        bin: Option<&'a [u8]>,
        resources: &mut Resources<'_>,
    ) -> Result<Self, GltfError> {
        let mut buffers = Vec::with_capacity(document.buffers.len());
        for (index, buffer) in document.buffers.iter().enumerate() {
            let expected = buffer.byte_length;
            let fits = |found: usize| match usize::try_from(expected) {
                Ok(length) if length <= found => Ok(length),
                _ => Err(GltfError::BufferLength { buffer: index, expected, found }),
            };
            buffers.push(match (&buffer.uri, bin) {
                (Some(uri), _) => {
                    let loaded = resources.load(uri);
                    let bytes = loaded.map_err(|source| GltfError::Buffer { buffer: index, source })?;
                    let length = fits(bytes.len())?;
                    Stored::Loaded(bytes, length)
                }
                (None, Some(bin)) if index == 0 => Stored::Chunk(&bin[..fits(bin.len())?]),
                (None, _) => return Err(GltfError::NoBuffer { buffer: index, expected }),
            });
        }
        Ok(Self(buffers))
    }

    pub(super) fn get(&self, index: usize) -> Option<&[u8]> {
        self.0.get(index).map(|stored| match stored {
            Stored::Chunk(bytes) => *bytes,
            Stored::Loaded(bytes, length) => &bytes[..*length],
        })
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// How many bytes they hold together.
    pub(super) fn total(&self) -> u64 {
        (0..self.len()).filter_map(|index| self.get(index)).map(|bytes| bytes.len() as u64).sum()
    }
}
