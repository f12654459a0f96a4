// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::coefficients::{PartKind, PartShape};
use super::rodrigues::Reference;
use super::steps::Step;
use crate::DecodeError;
use crate::file::{ByteReader, ByteWriter};
use glam::{Quat, Vec3};
use tumble_pose::Skeleton;

/// How one part of a joint, its rotation, translation or scale, is stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form<T, S> {
    /// As the skeleton rests.
    Rest,
    /// Always so.
    Constant(T),
    /// In steps of each of three numbers.
    Steps(S),
    /// As it came.
    Raw,
}

impl<T, S> Form<T, S> {
    fn code(&self) -> u8 {
        match self {
            Self::Rest => 0,
            Self::Constant(_) => 1,
            Self::Steps(_) => 2,
            Self::Raw => 3,
        }
    }

    pub(super) fn is_animated(&self) -> bool {
        matches!(self, Self::Steps(_) | Self::Raw)
    }
}

/// A rotation in steps of its parameters from a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TurningSteps {
    pub(super) reference: Reference,
    /// Of each parameter, in eighths of an octave finer than the coarsest.
    pub(super) eighths: [u8; 3],
}

/// A translation or scale in steps from a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MovingSteps {
    /// In so many steps as [`BASE`](Self::BASE).
    pub(super) base: [i16; 3],
    pub(super) eighths: u8,
}

impl MovingSteps {
    /// Steps that one of the base stands for.
    pub(super) const BASE: f32 = 64.0;
}

pub(super) type TurningForm = Form<Quat, TurningSteps>;
pub(super) type MovingForm = Form<Vec3, MovingSteps>;

/// How a joint is stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct JointForms {
    pub(super) rotation: TurningForm,
    pub(super) translation: MovingForm,
    pub(super) scale: MovingForm,
}

/// Bits of a joint's byte of forms.
const KNOWN: u8 = 0b11_1111;

/// The largest and the smallest that the coarsest step may be: its 32nd halving is a number still.
const COARSEST: std::ops::RangeInclusive<f32> = 1e-24..=1e24;

impl JointForms {
    pub(super) fn is_animated(&self) -> bool {
        self.rotation.is_animated() || self.translation.is_animated() || self.scale.is_animated()
    }

    fn code(&self) -> u8 {
        self.rotation.code() | self.translation.code() << 2 | self.scale.code() << 4
    }

    /// Which of its parts, 0 to 2, are in steps.
    pub(super) fn parts(&self) -> [bool; 3] {
        [
            matches!(self.rotation, Form::Steps(_)),
            matches!(self.translation, Form::Steps(_)),
            matches!(self.scale, Form::Steps(_)),
        ]
    }
}

/// How all joints are stored.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Forms {
    /// The largest step; of no meaning where nothing is in steps.
    pub(super) coarsest: f32,
    /// One entry per joint.
    pub(super) joints: Vec<JointForms>,
}

impl Forms {
    pub(super) fn has_steps(&self) -> bool {
        self.joints.iter().any(|joint| joint.parts().contains(&true))
    }

    pub(super) fn step(&self, eighths: u8) -> Step {
        Step::finer(self.coarsest, eighths)
    }

    /// The parts in steps: those of each joint in turn, its rotation, then its translation, then its scale.
    pub(super) fn parts(&self, parent: impl Fn(usize) -> Option<usize>) -> Vec<PartShape> {
        let mut parts: Vec<PartShape> = Vec::new();
        // The nearest at or above each joint.
        let mut nearest: Vec<[Option<usize>; 3]> = Vec::with_capacity(self.joints.len());
        for (joint, forms) in self.joints.iter().enumerate() {
            let mut own = parent(joint).map_or([None; 3], |parent| nearest[parent]);
            for (part, in_steps) in forms.parts().into_iter().enumerate() {
                if in_steps {
                    let kind = if part == 0 { PartKind::Rotation } else { PartKind::Vector };
                    parts.push(PartShape { kind, parent: own[part] });
                    own[part] = Some(parts.len() - 1);
                }
            }
            nearest.push(own);
        }
        parts
    }

    pub(super) fn write(&self, section: &mut ByteWriter) {
        self.joints.iter().for_each(|joint| section.u8(joint.code()));
        if self.has_steps() {
            section.f32(self.coarsest);
        }
        for joint in &self.joints {
            match joint.rotation {
                Form::Constant(rotation) => section.quat(rotation),
                Form::Steps(steps) => {
                    section.raw(&steps.reference.0.map(i8::cast_unsigned));
                    section.raw(&steps.eighths);
                }
                Form::Rest | Form::Raw => {}
            }
            for form in [joint.translation, joint.scale] {
                match form {
                    Form::Constant(vector) => section.vec3(vector),
                    Form::Steps(steps) => {
                        steps.base.iter().for_each(|base| section.u16(base.cast_unsigned()));
                        section.u8(steps.eighths);
                    }
                    Form::Rest | Form::Raw => {}
                }
            }
        }
    }

    pub(super) fn read(section: &mut ByteReader<'_>, skeleton: &Skeleton) -> Result<Self, DecodeError> {
        let byte = section.offset();
        let codes = section.raw(skeleton.joint_count())?;
        if let Some(joint) = codes.iter().position(|code| code & !KNOWN != 0) {
            return Err(DecodeError::value(byte + joint, "forms that are known"));
        }
        let parts = |code: u8| [code & 3, code >> 2 & 3, code >> 4];
        let mut forms = Self { coarsest: 0.0, joints: Vec::new() };
        if codes.iter().any(|&code| parts(code).contains(&2)) {
            let byte = section.offset();
            forms.coarsest = section.f32()?;
            if !COARSEST.contains(&forms.coarsest) {
                return Err(DecodeError::value(byte, "a step that can be halved and counted"));
            }
        }
        for &code in codes {
            let [rotation, translation, scale] = parts(code);
            forms.joints.push(JointForms {
                rotation: match rotation {
                    0 => Form::Rest,
                    1 => Form::Constant(section.quat()?),
                    2 => Form::Steps(turning_steps(section)?),
                    _ => Form::Raw,
                },
                translation: moving_form(section, translation)?,
                scale: moving_form(section, scale)?,
            });
        }
        Ok(forms)
    }
}

fn turning_steps(section: &mut ByteReader<'_>) -> Result<TurningSteps, DecodeError> {
    let reference = Reference(section.array::<3>()?.map(u8::cast_signed));
    Ok(TurningSteps { reference, eighths: section.array()? })
}

fn moving_form(section: &mut ByteReader<'_>, code: u8) -> Result<MovingForm, DecodeError> {
    Ok(match code {
        0 => Form::Rest,
        1 => Form::Constant(section.vec3()?),
        2 => {
            let base = [section.u16()?, section.u16()?, section.u16()?].map(u16::cast_signed);
            Form::Steps(MovingSteps { base, eighths: section.u8()? })
        }
        _ => Form::Raw,
    })
}
