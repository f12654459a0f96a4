// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::error::GltfError;
use super::schema::Document;
use super::write_error::WriteGlbError;
use std::ops::Range;

const MAGIC: &[u8; 4] = b"glTF";
const JSON: &[u8; 4] = b"JSON";
const BIN: &[u8; 4] = b"BIN\0";
const VERSION: u32 = 2;
const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;

/// Parts the JSON from the binary chunk of a `.glb`; of a `.gltf` there is no such chunk.
pub(super) fn open(bytes: &[u8]) -> Result<(Document, Option<&[u8]>), GltfError> {
    let (json, bin) = if bytes.starts_with(MAGIC) { chunks(bytes)? } else { (looks_like_json(bytes)?, None) };
    let document: Document = serde_json::from_slice(json).map_err(|source| GltfError::Json { source })?;
    check_version(&document)?;
    Ok((document, bin))
}

/// Puts JSON and binary data, whose length is a multiple of four, together as the bytes of a `.glb`.
pub(super) fn pack(document: &Document, bin: &[u8]) -> Result<Vec<u8>, WriteGlbError> {
    let mut json = serde_json::to_vec(document)?;
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut chunks = vec![(JSON, json.as_slice())];
    if !bin.is_empty() {
        chunks.push((BIN, bin));
    }
    let length = chunks.iter().fold(HEADER, |length, (_, data)| length + CHUNK_HEADER + data.len());
    let word = |length: usize| {
        u32::try_from(length).map(u32::to_le_bytes).map_err(|_| WriteGlbError::TooLarge { found: length })
    };
    let mut bytes = Vec::with_capacity(length);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&word(length)?);
    for (kind, data) in chunks {
        bytes.extend_from_slice(&word(data.len())?);
        bytes.extend_from_slice(kind);
        bytes.extend_from_slice(data);
    }
    Ok(bytes)
}

type Chunks<'a> = (&'a [u8], Option<&'a [u8]>);

fn chunks(bytes: &[u8]) -> Result<Chunks<'_>, GltfError> {
    let version = word(bytes, 4)?;
    if version != VERSION {
        return Err(GltfError::Version { found: version.to_string() });
    }
    let length = word(bytes, 8)? as usize;
    let file = bytes.get(..length).ok_or_else(|| truncated("the file", bytes, 0..length))?;
    let (json, after) = chunk(file, HEADER)?;
    if json.kind != *JSON {
        return Err(GltfError::FirstChunk { found: json.kind.escape_ascii().to_string() });
    }
    // Chunks of other kinds may follow, and are to be passed over.
    let bin = (after < file.len()).then(|| chunk(file, after)).transpose()?;
    Ok((json.data, bin.and_then(|(chunk, _)| (chunk.kind == *BIN).then_some(chunk.data))))
}

struct Chunk<'a> {
    kind: [u8; 4],
    data: &'a [u8],
}

/// The chunk that begins at byte `at`, and where the next one would.
fn chunk(file: &[u8], at: usize) -> Result<(Chunk<'_>, usize), GltfError> {
    let length = word(file, at)? as usize;
    let kind = word(file, at.saturating_add(4))?.to_le_bytes();
    let start = at.saturating_add(CHUNK_HEADER);
    let span = start..start.saturating_add(length);
    let data = file.get(span.clone()).ok_or_else(|| truncated("a chunk", file, span.clone()))?;
    Ok((Chunk { kind, data }, span.end))
}

fn word(bytes: &[u8], at: usize) -> Result<u32, GltfError> {
    let span = at..at.saturating_add(4);
    let word = bytes.get(span.clone()).and_then(|word| word.try_into().ok());
    word.map(u32::from_le_bytes).ok_or_else(|| truncated("a header", bytes, span))
}

fn truncated(what: &'static str, bytes: &[u8], wanted: Range<usize>) -> GltfError {
    GltfError::Truncated { what, start: wanted.start, end: wanted.end, found: bytes.len() }
}

fn looks_like_json(bytes: &[u8]) -> Result<&[u8], GltfError> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match text.trim_ascii_start().first() {
        Some(b'{') => Ok(text),
        _ => Err(GltfError::NotGltf { found: start_of(bytes) }),
    }
}

/// The first bytes, as a person can read them.
fn start_of(bytes: &[u8]) -> String {
    match bytes.get(..8).unwrap_or(bytes) {
        [] => "nothing".to_owned(),
        start => format!("\"{}\"", start.escape_ascii()),
    }
}

fn check_version(document: &Document) -> Result<(), GltfError> {
    let Some(asset) = &document.asset else {
        return Err(GltfError::NotGltf { found: "JSON without an \"asset\"".to_owned() });
    };
    let needed = asset.min_version.as_ref().unwrap_or(&asset.version);
    let is_read = match asset.min_version {
        Some(_) => needed == "2.0",
        None => needed.split('.').next() == Some("2"),
    };
    if is_read { Ok(()) } else { Err(GltfError::Version { found: needed.clone() }) }
}
