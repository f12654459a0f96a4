// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::error::PeerError;
use crate::stage::{Layers, Stage};
use bevy_transform::components::GlobalTransform;
use tumble_bench::{BenchError, Crowd, Player};
use tumble_clip::Clip;
use tumble_pose::{LocalPose, LocalToModelJob, ModelPose, Seconds};

/// How far poses may be apart, in metres: a clip is exact to 0.1 mm, Bevy tells time in 32 bits, and arcs are approximated.
const TOLERANCE_M: f64 = 1e-3;

/// What Tumble plays, to hold Bevy's poses against.
pub(crate) struct Reference<'a> {
    clip: &'a Clip,
    player: Player<'a>,
    second: LocalPose,
    blended: LocalPose,
    model: ModelPose,
}

impl<'a> Reference<'a> {
    pub(crate) fn new(clip: &'a Clip) -> Result<Self, BenchError> {
        let mut player = Player::new(clip);
        let second = player.sample(Crowd::second_at(clip.duration()))?.clone();
        let model = ModelPose::identity(clip.skeleton().joint_count());
        Ok(Self { clip, player, blended: second.clone(), second, model })
    }

    /// How far a character is from where Tumble has it at a moment, in metres: the largest displacement of any
    /// joint's origin and of three points 3 cm away from it.
    ///
    /// # Errors
    ///
    /// Any of Tumble's; [`PeerError::Disagrees`] beyond the tolerance.
    pub(crate) fn apart(
        &mut self,
        stage: &Stage,
        number: usize,
        at: Seconds,
        layers: Layers,
    ) -> Result<f64, PeerError> {
        let sampled = self.player.sample(at)?;
        let skeleton = self.clip.skeleton();
        self.blended.copy_from(sampled);
        if layers == Layers::Two {
            // Along the arc, as Bevy does: `LocalPose::interpolate` takes the chord, which is elsewhere on the way.
            for joint in skeleton.joints() {
                let (first, second) = (sampled.get(joint), self.second.get(joint));
                self.blended.set(joint, first.interpolate(second, Crowd::SECOND_WEIGHT));
            }
        }
        LocalToModelJob { skeleton, local: &self.blended, output: &mut self.model }
            .run()
            .map_err(BenchError::from)?;
        let metres = f64::from(self.clip.meta().metres_per_unit.unwrap_or(1.0));
        let apart = apart(self.model.matrices(), &stage.joints(number), 0.03 / metres) * metres;
        if apart <= TOLERANCE_M {
            return Ok(apart);
        }
        Err(PeerError::Disagrees {
            number,
            at_s: at.0,
            layers,
            apart_mm: apart * 1e3,
            tolerance_mm: TOLERANCE_M * 1e3,
        })
    }
}

/// NaN where a joint of either is NaN, which no tolerance lets through.
fn apart(ours: &[[[f32; 4]; 3]], theirs: &[GlobalTransform], shell: f64) -> f64 {
    let mut largest = if ours.len() == theirs.len() { 0.0 } else { f64::NAN };
    for (ours, theirs) in ours.iter().zip(theirs) {
        let theirs = theirs.to_matrix().to_cols_array_2d();
        let off = |row: usize, column: usize| f64::from(ours[row][column]) - f64::from(theirs[column][row]);
        let origin = [0, 1, 2].map(|row| off(row, 3));
        let tips = [0, 1, 2].map(|axis| [0, 1, 2].map(|row| origin[row] + shell * off(row, axis)));
        for [x, y, z] in [origin].into_iter().chain(tips) {
            let distance = (x * x + y * y + z * z).sqrt();
            if largest < distance || distance.is_nan() {
                largest = distance;
            }
        }
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::Work;
    use std::time::Duration;
    use tumble_bench::figure;
    use tumble_clip::{ClipBuilder, RawClip};

    fn figure() -> (Clip, RawClip) {
        let skeleton = figure::skeleton().expect("the figure");
        let raw = figure::motion(&skeleton);
        (ClipBuilder::default().build(&skeleton, &raw).expect("its clip"), raw)
    }

    #[test]
    fn two_frames_after_a_moment_all_stand_as_tumble_has_them_whatever_the_work() {
        let (clip, raw) = figure();
        let mut reference = Reference::new(&clip).expect("a pose");
        for layers in [Layers::One, Layers::Two] {
            for work in [Work::Animate, Work::Propagate] {
                let mut stage = Stage::new(&clip, &raw, layers, work, 3).expect("a stage");
                stage.seek(1, Seconds(1.5));
                (0..2).for_each(|_| stage.frame(Duration::from_millis(50)));
                let apart = reference.apart(&stage, 1, Seconds(1.6), layers).expect("the same pose");
                assert!(apart > 0.0, "one of the two is compressed");
            }
        }
    }

    #[test]
    fn a_frame_too_few_or_a_layer_too_many_is_told() {
        let (clip, raw) = figure();
        let mut reference = Reference::new(&clip).expect("a pose");
        let mut stage = Stage::new(&clip, &raw, Layers::One, Work::Propagate, 1).expect("a stage");
        stage.seek(0, Seconds(1.5));
        stage.frame(Duration::ZERO);
        reference.apart(&stage, 0, Seconds(1.5), Layers::One).expect("the same pose");
        for (at, layers) in [(1.5 + 1.0 / 60.0, Layers::One), (1.5, Layers::Two)] {
            let told = reference.apart(&stage, 0, Seconds(at), layers);
            assert!(matches!(told, Err(PeerError::Disagrees { .. })), "{at} {layers:?}: {told:?}");
        }
    }

    #[test]
    fn what_is_no_number_is_not_near_anything() {
        let theirs = [GlobalTransform::default(), GlobalTransform::from_xyz(f32::NAN, 0.0, 0.0)];
        let ours = ModelPose::identity(2);
        assert!(apart(ours.matrices(), &theirs, 0.03).is_nan());
        assert!(apart(ours.matrices(), &theirs[..1], 0.03).is_nan(), "a joint too few");
        let moved = [GlobalTransform::default(), GlobalTransform::from_xyz(0.0, 0.5, 0.0)];
        assert!((apart(ours.matrices(), &moved, 0.03) - 0.5).abs() < 1e-9);
    }
}
