// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::{ByteReader, ByteWriter};
use crate::timeline::{Looping, Timeline};
use crate::{BlowTag, ClipMeta, DecodeError};
use tumble_pose::Seconds;

pub(crate) fn write_metadata(timeline: &Timeline, meta: &ClipMeta) -> Vec<u8> {
    let mut bytes = ByteWriter::default();
    bytes.f64(timeline.rate_hz());
    bytes.f64(timeline.duration().0);
    bytes.u8(match timeline.looping() {
        Looping::Once => 0,
        Looping::Loop => 1,
    });
    bytes.text(&meta.name);
    bytes.option(meta.rate_hz, ByteWriter::f64);
    bytes.option(meta.metres_per_unit, ByteWriter::f32);
    bytes.option(meta.blow.as_ref(), |bytes, blow| {
        bytes.vec3(blow.velocity);
        bytes.text(&blow.joint);
        bytes.u64(blow.seed);
    });
    bytes.into_bytes()
}

pub(crate) fn read_metadata(mut section: ByteReader<'_>) -> Result<(Timeline, ClipMeta), DecodeError> {
    let byte = section.offset();
    let (rate, duration) = (section.f64()?, Seconds(section.f64()?));
    let looping = match section.choice(2, "0 for once or 1 for looping")? {
        0 => Looping::Once,
        _ => Looping::Loop,
    };
    let timeline = Timeline::new(rate, duration, looping)
        .map_err(|_| DecodeError::value(byte, "a rate above 0 Hz and a duration that it can sample"))?;
    let meta = ClipMeta {
        name: section.text()?.to_owned(),
        rate_hz: section.option(ByteReader::f64)?,
        metres_per_unit: section.option(unit)?,
        blow: section.option(|section| {
            let (velocity, joint) = (section.vec3()?, section.text()?.to_owned());
            Ok(BlowTag { velocity, joint, seed: section.u64()? })
        })?,
    };
    section.end()?;
    Ok((timeline, meta))
}

fn unit(section: &mut ByteReader<'_>) -> Result<f32, DecodeError> {
    let byte = section.offset();
    let metres = section.f32()?;
    if metres > 0.0 { Ok(metres) } else { Err(DecodeError::value(byte, "a unit of more than 0 m")) }
}
