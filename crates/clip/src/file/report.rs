// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::{ByteReader, ByteWriter};
use crate::{Bones, BuildReport, DecodeError, Seam, Tolerance};
use tumble_pose::Seconds;

pub(crate) fn write_report(report: &BuildReport) -> Vec<u8> {
    let mut bytes = ByteWriter::default();
    let counts = [report.joints, report.animated_joints, report.scalars, report.samples];
    let sizes = [report.raw_bytes, report.memory_bytes, report.track_bytes];
    for number in counts.into_iter().chain(sizes) {
        bytes.u64(number as u64);
    }
    let errors = [report.max_error_m, report.p99_error_m, report.max_between_m, report.max_scalar_error];
    for number in errors.into_iter().chain([report.worst_time.0]) {
        bytes.f64(number);
    }
    bytes.text(&report.worst_joint);
    bytes.f32(report.tolerance.precision);
    bytes.f32(report.tolerance.shell);
    bytes.f32(report.tolerance.scalar_precision);
    bytes.count(report.tolerance.per_joint_shell.len());
    for (path, shell) in &report.tolerance.per_joint_shell {
        bytes.text(path);
        bytes.f32(*shell);
    }
    bytes.count(report.unbound.len());
    report.unbound.iter().for_each(|path| bytes.text(path));
    bytes.option(report.seam.as_ref(), |bytes, seam| {
        bytes.f64(seam.jump_m);
        bytes.text(&seam.joint);
    });
    let allowance = match report.bones {
        Bones::AsRecorded => None,
        Bones::Rigid { allowance } => Some(allowance),
    };
    bytes.option(allowance, ByteWriter::f32);
    bytes.into_bytes()
}

pub(crate) fn read_report(mut section: ByteReader<'_>) -> Result<BuildReport, DecodeError> {
    let section = &mut section;
    let report = BuildReport {
        joints: size(section)?,
        animated_joints: size(section)?,
        scalars: size(section)?,
        samples: size(section)?,
        raw_bytes: size(section)?,
        memory_bytes: size(section)?,
        track_bytes: size(section)?,
        max_error_m: section.f64()?,
        p99_error_m: section.f64()?,
        max_between_m: section.f64()?,
        max_scalar_error: section.f64()?,
        worst_time: Seconds(section.f64()?),
        worst_joint: section.text()?.to_owned(),
        tolerance: read_tolerance(section)?,
        unbound: list(section, 1, |section| Ok(section.text()?.to_owned()))?,
        seam: section
            .option(|section| Ok(Seam { jump_m: section.f64()?, joint: section.text()?.to_owned() }))?,
        bones: read_bones(section)?,
    };
    section.end()?;
    Ok(report)
}

fn read_tolerance(section: &mut ByteReader<'_>) -> Result<Tolerance, DecodeError> {
    let byte = section.offset();
    let tolerance = Tolerance {
        precision: section.f32()?,
        shell: section.f32()?,
        scalar_precision: section.f32()?,
        per_joint_shell: list(section, 5, |section| Ok((section.text()?.to_owned(), section.f32()?)))?,
    };
    let right = tolerance.check_numbers().is_ok();
    right
        .then_some(tolerance)
        .ok_or(DecodeError::value(byte, "precisions above 0 and shells of at least 0 m"))
}

fn read_bones(section: &mut ByteReader<'_>) -> Result<Bones, DecodeError> {
    let byte = section.offset();
    match section.option(ByteReader::f32)? {
        None => Ok(Bones::AsRecorded),
        Some(allowance) if allowance >= 0.0 => Ok(Bones::Rigid { allowance }),
        Some(_) => Err(DecodeError::value(byte, "an allowance for rigid bones of at least 0 m")),
    }
}

fn size(section: &mut ByteReader<'_>) -> Result<usize, DecodeError> {
    let byte = section.offset();
    usize::try_from(section.u64()?)
        .map_err(|_| DecodeError::value(byte, "a size that this machine can count"))
}

fn list<T>(
    section: &mut ByteReader<'_>,
    smallest: usize,
    read: impl Fn(&mut ByteReader<'_>) -> Result<T, DecodeError>,
) -> Result<Vec<T>, DecodeError> {
    let count = section.count(smallest)?;
    (0..count).map(|_| read(section)).collect()
}
