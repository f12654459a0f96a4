// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Groups of eight numbers and their columns of bits give back the integers that they were laid out from.

use crate::codec::coefficients::{Coefficients, PartKind, Shape};
use crate::codec::forms::{Form, Forms, JointForms, MovingSteps};
use crate::codec::hats::{Hats, hat_width, levels, peaks};
use crate::codec::lane_groups::{EndWidth, lane_groups};
use crate::codec::section;
use crate::codec::{Scratch, Tracks};
use crate::dense_samples::DenseSamples;
use crate::file::ByteReader;
use crate::timeline::{Looping, Seek, Timeline};
use crate::{RawClip, synthetic};
use proptest::prelude::*;
use std::collections::HashSet;
use tumble_pose::{JointIndex, LANES, LocalPose, Seconds, Skeleton};

/// What of a joint is in steps: its translation, its scale.
type Moves = (bool, bool);

/// Integers of joints that move or change their scale, from nearly none to nearly as large as there may be.
#[derive(Debug)]
struct Case {
    forms: Forms,
    hats: Hats,
    coefficients: Coefficients,
}

fn cases(most_joints: usize) -> impl Strategy<Value = Case> {
    let joints = prop::collection::vec(
        (any::<Moves>(), prop::array::uniform3(-500..500_i16), 0..40_u8),
        1..=most_joints,
    );
    let curved = prop::sample::select(vec![Hats::Straight, Hats::Curved]);
    (joints, 1..70_usize, any::<bool>(), curved, any::<u64>()).prop_filter_map(
        "nothing in steps",
        |(joints, samples, long, hats, seed)| {
            let joint = |&((moves, grows), base, eighths): &(Moves, [i16; 3], u8)| {
                let form =
                    |there| if there { Form::Steps(MovingSteps { base, eighths }) } else { Form::Rest };
                JointForms { rotation: Form::Rest, translation: form(moves), scale: form(grows) }
            };
            let forms = Forms { coarsest: 0.01, joints: joints.iter().map(joint).collect() };
            let parts = forms.parts(|joint| joint.checked_sub(1));
            let shape = Shape { samples, segment: if long { 16 } else { 8 }, parts };
            let coefficients = integers(shape, seed);
            forms.has_steps().then_some(Case { forms, hats, coefficients })
        },
    )
}

fn integers(shape: Shape, seed: u64) -> Coefficients {
    let mut rng = fastrand::Rng::with_seed(seed);
    let parts = shape.parts.len();
    // Numbers of one channel are of about one size.
    let bits: Vec<[u32; 3]> =
        (0..parts).map(|_| [rng.u32(0..=20), rng.u32(0..=20), rng.u32(0..=20)]).collect();
    let mut values = vec![[0; 3]; shape.rows() * parts];
    for (place, value) in values.iter_mut().enumerate() {
        let (row, part) = (place / parts, place % parts);
        let is_end = row.is_multiple_of(shape.segment);
        if is_end || row < shape.samples {
            for (value, &bits) in value.iter_mut().zip(&bits[part]) {
                let bits = if is_end { bits } else { rng.u32(0..=bits.min(16)) };
                *value = rng.i32(-(1 << bits)..1 << bits) * i32::from(bits > 0);
                *value = if is_end { *value } else { (*value).clamp(-65_535, 65_535) };
            }
        }
    }
    let charts = vec![false; shape.boundaries() * parts];
    Coefficients { shape, values, charts }
}

/// What a channel is at a sample, by the definition of the format, and the size of what is added up.
fn expected(case: &Case, sample: usize, part: usize, axis: usize) -> (f64, f64) {
    let Coefficients { shape, values, .. } = &case.coefficients;
    let value = |row: usize| f64::from(values[row * shape.parts.len() + part][axis]);
    let segment = (sample / shape.segment).min(shape.segments() - 1);
    let (start, offset) = (segment * shape.segment, sample - segment * shape.segment);
    let along = offset as f64 / shape.segment as f64;
    let line = value(start) * (1.0 - along) + value(start + shape.segment) * along;
    let hats = (1..=levels(shape.segment)).flat_map(|level| {
        let width = hat_width(shape.segment, level);
        peaks(shape.segment, level).map(move |peak| (peak, width))
    });
    let under = hats.filter(|&(peak, width)| offset.abs_diff(peak) < width / 2);
    let weight = |(peak, width): (usize, usize)| {
        let from = (offset + width / 2 - peak) as u32;
        value(start + peak) * f64::from(case.hats.weight(from, width as u32))
    };
    let hats: Vec<f64> = under.map(weight).collect();
    let size = value(start).abs() + value(start + shape.segment).abs();
    (line + hats.iter().sum::<f64>(), size + hats.iter().map(|hat| hat.abs()).sum::<f64>())
}

/// The tracks of a case, through its section of the file.
fn tracks(case: &Case, skeleton: &Skeleton) -> Tracks {
    let samples = case.coefficients.shape.samples;
    let duration = Seconds((samples - 1) as f64 / 30.0);
    let timeline = Timeline::new(30.0, duration, Looping::Once).expect("a timeline");
    let raw = RawClip { duration, ..RawClip::default() };
    let dense = DenseSamples::take(&raw.bind(skeleton), &timeline).expect("few");
    let section = section::write(&dense, &case.forms, Some((case.hats, &case.coefficients)));
    Tracks::read(ByteReader::new(&section, 0), skeleton, samples as u32).expect("what was written")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Up to 120 joints of two parts are three pages.
    #[test]
    fn what_is_laid_out_is_what_the_integers_say(case in prop_oneof![3 => cases(12), 1 => cases(120)]) {
        let skeleton = synthetic::chain(case.forms.joints.len());
        let tracks = tracks(&case, &skeleton);
        let (mut scratch, mut pose) = (Scratch::default(), LocalPose::rest(&skeleton));
        for sample in 0..case.coefficients.shape.samples {
            tracks.sample(Seek::sample(sample as u32), &mut scratch, skeleton.rest_pose(), &mut pose);
            let mut part = 0;
            for (joint, forms) in case.forms.joints.iter().enumerate() {
                let local = pose.get(JointIndex(joint as u16));
                for (form, played) in [(forms.translation, local.translation), (forms.scale, local.scale)] {
                    let Form::Steps(MovingSteps { base, eighths }) = form else { continue };
                    let size = f64::from(case.forms.step(eighths).size());
                    for (axis, played) in played.to_array().into_iter().enumerate() {
                        let base = f64::from(base[axis]) * f64::from(MovingSteps::BASE);
                        let (steps, added) = expected(&case, sample, part, axis);
                        let (steps, rounding) = (base + steps, (base.abs() + added) * 4e-7);
                        let off = (f64::from(played) / size - steps).abs();
                        prop_assert!(off <= rounding, "{} for {} steps at {}", f64::from(played) / size, steps, sample);
                    }
                    part += 1;
                }
            }
        }
    }

    #[test]
    fn every_number_is_in_one_group_that_is_wide_enough(case in cases(20)) {
        let Coefficients { shape, values, .. } = &case.coefficients;
        let groups = lane_groups(&case.coefficients, 0..shape.parts.len());
        let mut seen = HashSet::new();
        prop_assert!(groups.is_sorted_by_key(|group| group.ends), "boundaries of four bytes come first");
        prop_assert_eq!(groups.len(), (3 * shape.parts.len()).div_ceil(LANES));
        for group in &groups {
            prop_assert!(group.channels.len() <= LANES);
            for channel in &group.channels {
                prop_assert!(seen.insert((channel.part, channel.axis)), "{:?} once", channel);
                prop_assert_eq!(shape.parts[channel.part].kind, PartKind::Vector);
                let value = |row: usize| values[row * shape.parts.len() + channel.part][channel.axis];
                for boundary in 0..shape.boundaries() {
                    let value = value(boundary * shape.segment);
                    let fits = match group.ends {
                        EndWidth::One => i8::try_from(value).is_ok(),
                        EndWidth::Two => i16::try_from(value).is_ok(),
                        EndWidth::Four => true,
                    };
                    prop_assert!(fits, "{} in {:?}", value, group.ends);
                }
                for (place, &width) in group.widths.iter().enumerate() {
                    let (segment, level) = (place / levels(shape.segment), place % levels(shape.segment) + 1);
                    for peak in peaks(shape.segment, level) {
                        let value = i64::from(value(segment * shape.segment + peak));
                        let half = if width == 0 { 0 } else { 1_i64 << (width - 1) };
                        prop_assert!(value == 0 || (-half..half).contains(&value), "{} in {} bits", value, width);
                    }
                }
            }
        }
        prop_assert_eq!(seen.len(), 3 * shape.parts.len());
    }
}
