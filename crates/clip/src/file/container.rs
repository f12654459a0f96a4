// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::{ByteReader, ByteWriter};
use crate::DecodeError;

const MAGIC: [u8; 8] = *b"TUMBLE\x1A\n";
const VERSION: u32 = 1;

/// Bytes of the checksum at the end.
const CHECKSUM: usize = 4;

/// A program that does not know this section must refuse the file.
const REQUIRED: u16 = 1;

/// The name of a section.
pub(crate) type SectionId = [u8; 4];

/// A section to be written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Section<'a> {
    pub(crate) id: SectionId,
    pub(crate) version: u16,
    pub(crate) bytes: &'a [u8],
}

/// Writes required sections, one after another: magic, version, length of the whole, table of sections, the
/// sections, CRC-32 of all before it.
pub(crate) fn write(sections: &[Section<'_>]) -> Vec<u8> {
    let head = MAGIC.len() + 4 + 8 + 4 + sections.len() * ENTRY;
    let body: usize = sections.iter().map(|section| section.bytes.len()).sum();
    let mut file = ByteWriter::default();
    file.raw(&MAGIC);
    file.u32(VERSION);
    file.u64((head + body + CHECKSUM) as u64);
    file.u32(sections.len() as u32);
    let mut offset = head;
    for section in sections {
        file.raw(&section.id);
        file.u16(section.version);
        file.u16(REQUIRED);
        file.u64(offset as u64);
        file.u64(section.bytes.len() as u64);
        offset += section.bytes.len();
    }
    for section in sections {
        file.raw(section.bytes);
    }
    let mut bytes = file.into_bytes();
    let sum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// Bytes of a section's entry in the table.
const ENTRY: usize = 4 + 2 + 2 + 8 + 8;

/// The sections of a file whose checksum is right, among `known` ones with the newest version that is
/// understood.
///
/// Sections that are not known, or too new, are skipped where they say that they can be.
///
/// # Errors
///
/// [`DecodeError`]; sections must follow one another without gaps and fill the file.
pub(crate) fn read<'a, const N: usize>(
    bytes: &'a [u8],
    known: &[(SectionId, u16); N],
) -> Result<[ByteReader<'a>; N], DecodeError> {
    let body = checked_body(bytes)?;
    let mut head = ByteReader::new(body, 0);
    head.raw(MAGIC.len() + 4 + 8)?;
    let count = head.u32()? as usize;
    if count > head.remaining() / ENTRY {
        let needed = count.saturating_mul(ENTRY);
        return Err(DecodeError::Ended { byte: head.offset(), needed, left: head.remaining() });
    }
    let mut content = ByteReader::new(body, 0);
    content.raw(head.offset() + count * ENTRY)?;
    let mut found: [Option<ByteReader<'a>>; N] = [const { None }; N];
    // Of `known`: what may come.
    let mut next = 0;
    for _ in 0..count {
        let entry = head.offset();
        let (id, version, flags) = (head.array()?, head.u16()?, head.u16()?);
        if flags & !REQUIRED != 0 {
            return Err(DecodeError::value(entry + 6, "flags that are known"));
        }
        if head.u64()? != content.offset() as u64 {
            return Err(DecodeError::value(entry + 8, "a section that follows the one before it"));
        }
        let length = usize::try_from(head.u64()?).unwrap_or(usize::MAX);
        let section = ByteReader::new(content.raw(length)?, content.offset() - length);
        let place = known.iter().position(|&(known, newest)| known == id && version == newest);
        match place {
            Some(_) if flags != REQUIRED => {
                return Err(DecodeError::value(entry + 6, "a section that cannot be skipped"));
            }
            Some(place) if place < next => {
                return Err(DecodeError::value(entry, "each section once, in their order"));
            }
            Some(place) => {
                found[place] = Some(section);
                next = place + 1;
            }
            None if flags & REQUIRED == 0 => {}
            None => return Err(DecodeError::Section { id: name(id), found: version }),
        }
    }
    content.end()?;
    let missing = found.iter().position(Option::is_none);
    match missing {
        Some(place) => Err(DecodeError::Missing { id: name(known[place].0) }),
        None => Ok(found.map(|section| section.unwrap_or(ByteReader::new(&[], 0)))),
    }
}

/// All but the checksum, which is right.
fn checked_body(bytes: &[u8]) -> Result<&[u8], DecodeError> {
    let mut head = ByteReader::new(bytes, 0);
    if head.array() != Ok(MAGIC) {
        return Err(DecodeError::Magic);
    }
    let version = head.u32()?;
    if version != VERSION {
        return Err(DecodeError::Version { found: version, supported: VERSION });
    }
    let stated = head.u64()?;
    if stated != bytes.len() as u64 {
        return Err(DecodeError::Length { stated, found: bytes.len() });
    }
    let body = ByteReader::new(bytes, 0).raw(bytes.len().saturating_sub(CHECKSUM))?;
    let stored = ByteReader::new(&bytes[body.len()..], body.len()).u32()?;
    let computed = crc32fast::hash(body);
    if stored == computed { Ok(body) } else { Err(DecodeError::Checksum { stored, computed }) }
}

fn name(id: SectionId) -> String {
    String::from_utf8_lossy(&id).into_owned()
}
