// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::bit_rows::BitWriter;
use super::channel::Span;
use super::source::{Form, JointForm, JointSource};
use crate::dense_samples::DenseSamples;
use crate::file::ByteWriter;
use glam::{Quat, Vec3};

/// The section: a byte of forms a joint; what each form needs; then the samples' rows of bits.
pub(super) fn write(samples: &DenseSamples, joints: &[JointSource], forms: &[JointForm]) -> Vec<u8> {
    let mut section = ByteWriter::default();
    for form in forms {
        section.u8(form.rotation.code() | form.translation.code() << 2 | form.scale.code() << 4);
    }
    for (joint, form) in joints.iter().zip(forms) {
        match &form.rotation {
            Form::Constant(rotation) => section.quat(*rotation),
            Form::Steps(spans) => {
                section.quat(joint.reference());
                write_spans(spans, &mut section);
            }
            Form::Rest | Form::Raw => {}
        }
        for form in [&form.translation, &form.scale] {
            match form {
                Form::Constant(value) => section.vec3(*value),
                Form::Steps(spans) => write_spans(spans, &mut section),
                Form::Rest | Form::Raw => {}
            }
        }
    }
    let mut rows = BitWriter::default();
    for sample in 0..samples.samples() {
        for ((joint, form), local) in joints.iter().zip(forms).zip(samples.pose(sample)) {
            write_rotation(&mut rows, joint, form.rotation, local.rotation);
            write_vector(&mut rows, form.translation, local.translation);
            write_vector(&mut rows, form.scale, local.scale);
        }
    }
    section.raw(&rows.into_bytes());
    section.into_bytes()
}

fn write_spans(spans: &[Span; 3], section: &mut ByteWriter) {
    for span in spans {
        span.write(section);
    }
}

fn write_rotation(rows: &mut BitWriter, joint: &JointSource, form: Form<Quat>, rotation: Quat) {
    match form {
        Form::Steps(spans) => {
            let parameters = joint.parameters(rotation).to_array();
            spans.iter().zip(parameters).for_each(|(span, value)| rows.write(span.bits(value), span.width()));
        }
        Form::Raw => rotation.to_array().into_iter().for_each(|value| rows.write(value.to_bits(), u32::BITS)),
        Form::Rest | Form::Constant(_) => {}
    }
}

fn write_vector(rows: &mut BitWriter, form: Form<Vec3>, vector: Vec3) {
    let spans = match form {
        Form::Steps(spans) => spans,
        Form::Raw => [Span::RAW; 3],
        Form::Rest | Form::Constant(_) => return,
    };
    let values = vector.as_dvec3().to_array();
    spans.iter().zip(values).for_each(|(span, value)| rows.write(span.bits(value), span.width()));
}
