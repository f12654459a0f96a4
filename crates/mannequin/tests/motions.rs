// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The motions: whole, within their bound, on feet that stay where they are.

#![allow(clippy::expect_used, clippy::panic, reason = "a test may")]

use tumble_clip::{ClipBuilder, RawClip};
use tumble_mannequin::{clips, model_with_axe, skeleton};
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{Attach, LocalPose, LocalToModelJob, ModelPose, Seconds, Transform};

const RATE: f64 = 30.0;

fn clip(name: &str) -> RawClip {
    clips().into_iter().find(|clip| clip.meta.name == name).expect("a clip")
}

fn frames(clip: &RawClip) -> usize {
    (clip.duration.0 * RATE).round() as usize
}

fn joints(clip: &RawClip, frame: usize) -> Vec<Transform> {
    let skeleton = skeleton();
    let bound = clip.bind(&skeleton);
    let at = Seconds(frame as f64 / RATE).min(clip.duration);
    skeleton.joints().map(|joint| bound.transform(joint, at)).collect()
}

/// Where a joint is in each frame.
fn way(clip: &RawClip, joint: &str) -> Vec<Vec3> {
    let skeleton = skeleton();
    let joint = skeleton.find(joint).expect("a joint");
    let mut pose = ModelPose::identity(skeleton.joint_count());
    (0..=frames(clip))
        .map(|frame| {
            let local = LocalPose::from_transforms(&joints(clip, frame));
            LocalToModelJob { skeleton: &skeleton, local: &local, output: &mut pose }
                .run()
                .expect("its own pose");
            pose.translation(joint)
        })
        .collect()
}

#[test]
fn all_are_valid_and_built_within_their_bound() {
    let names: Vec<String> = clips().into_iter().map(|clip| clip.meta.name).collect();
    assert_eq!(names, ["idle", "walk", "run", "axe_swing", "axe_spin", "hit"]);
    for clip in clips() {
        clip.validate().expect("valid");
        let built = ClipBuilder::default().build(&skeleton(), &clip).expect("builds");
        assert!(built.report().max_error_m <= 1e-4, "{}: {} m", clip.meta.name, built.report().max_error_m);
        assert!(built.report().unbound.is_empty());
    }
}

#[test]
fn they_are_the_same_each_time() {
    assert_eq!(clips(), clips());
}

#[test]
fn every_motion_ends_as_it_began_but_for_the_way_travelled() {
    for clip in clips() {
        let (first, last) = (joints(&clip, 0), joints(&clip, frames(&clip)));
        for (index, (first, last)) in first.iter().zip(&last).enumerate() {
            let travelled = if index == 0 { (last.translation - first.translation).z } else { 0.0 };
            let moved = last.translation - first.translation - Vec3::Z * travelled;
            assert!(moved.length() < 1e-4, "{}: joint {index} by {moved}", clip.meta.name);
            assert!(
                first.rotation.dot(last.rotation).abs() > 1.0 - 1e-5,
                "{}: joint {index}",
                clip.meta.name
            );
            let travels = ["walk", "run"].contains(&clip.meta.name.as_str());
            assert!(index > 0 || travels == (travelled > 1.0), "{}: {travelled} m", clip.meta.name);
        }
    }
}

/// Forearms that bent more than square to the upper arm rolled over once.
#[test]
fn no_joint_jerks() {
    for clip in clips() {
        for frame in 0..frames(&clip) {
            for (index, (now, then)) in
                joints(&clip, frame).iter().zip(joints(&clip, frame + 1)).enumerate().skip(1)
            {
                let turned = now.rotation.angle_between(then.rotation);
                assert!(turned < 1.2, "{}: joint {index} by {turned} at {frame}", clip.meta.name);
            }
        }
    }
}

#[test]
fn the_acts_begin_as_idle_does() {
    let idle = joints(&clip("idle"), 0);
    for name in ["axe_swing", "axe_spin", "hit"] {
        for (index, (ease, act)) in idle.iter().zip(joints(&clip(name), 0)).enumerate() {
            assert!(ease.rotation.dot(act.rotation).abs() > 1.0 - 1e-5, "{name}: joint {index}");
        }
    }
}

/// How far the balls of the feet slide while they are on the ground, and for how many frames they are.
fn slide(clip: &RawClip, foot: &str) -> (f32, usize) {
    let (mut since, mut worst, mut planted) = (None, 0.0_f32, 0);
    for at in way(clip, foot) {
        if at.y < 0.033 {
            planted += 1;
            let slid = (at - *since.get_or_insert(at)) * Vec3::new(1.0, 0.0, 1.0);
            worst = worst.max(slid.length());
        } else {
            since = None;
        }
    }
    (worst, planted)
}

#[test]
fn feet_on_the_ground_stay_where_they_are() {
    for clip in clips() {
        for foot in ["toes.l", "toes.r"] {
            let (slid, planted) = slide(&clip, foot);
            assert!(slid <= 0.005, "{} {foot}: {slid} m", clip.meta.name);
            assert!(planted * 4 > frames(&clip), "{} {foot}: {planted} frames", clip.meta.name);
        }
    }
}

/// How far a point is from the line between two others.
fn aside(point: Vec3, from: Vec3, to: Vec3) -> f32 {
    let part = ((point - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
    point.distance(from.lerp(to, part))
}

#[test]
fn hands_and_elbows_pass_beside_the_body() {
    for clip in clips() {
        for side in ["l", "r"] {
            let of = |joint: &str| way(&clip, &format!("{joint}.{side}"));
            let [hip, knee] = [of("upperleg"), of("lowerleg")];
            let trunk = [way(&clip, "hips"), way(&clip, "chest")];
            for (part, thick) in [("lowerarm", 0.04), ("hand", 0.03), ("fingers", 0.02)] {
                for (frame, at) in of(part).into_iter().enumerate() {
                    let thigh = aside(at, hip[frame], knee[frame]) - 0.08 - thick;
                    let trunk = aside(at, trunk[0][frame], trunk[1][frame]) - 0.1 - thick;
                    assert!(
                        thigh > 0.0 && trunk > 0.0,
                        "{} {part}.{side} at {frame}: {thigh} m from the thigh, {trunk} m from the trunk",
                        clip.meta.name
                    );
                }
            }
        }
    }
}

#[test]
fn no_foot_goes_into_the_ground() {
    for clip in clips() {
        for joint in ["toes.l", "toes.r", "foot.l", "foot.r"] {
            let rest = if joint.starts_with("toes") { 0.03 } else { 0.088 };
            let lowest = way(&clip, joint).into_iter().map(|at| at.y).fold(f32::MAX, f32::min);
            assert!(lowest > rest - 0.006, "{} {joint}: {lowest} m", clip.meta.name);
        }
    }
}

#[test]
fn walking_has_a_foot_on_the_ground_always_and_running_has_none_at_times() {
    let both_up = |clip: &RawClip| {
        let (left, right) = (way(clip, "toes.l"), way(clip, "toes.r"));
        let heels = (way(clip, "foot.l"), way(clip, "foot.r"));
        let up = |toes: &Vec3, heel: &Vec3| toes.y > 0.04 && heel.y > 0.1;
        (0..left.len()).filter(|&at| up(&left[at], &heels.0[at]) && up(&right[at], &heels.1[at])).count()
    };
    assert_eq!(both_up(&clip("walk")), 0);
    assert!(both_up(&clip("run")) >= 4);
}

/// How far a wrist is from the axe's handle, and how high the head of the axe is, in each frame.
fn held(clip: &RawClip, wrist: &str) -> Vec<(f32, f32)> {
    let axe = model_with_axe().meshes.pop().expect("an axe");
    let Attach::Rigid { joint, offset } = axe.attach else { panic!("a rigid mesh") };
    let skeleton = skeleton();
    let wrist = skeleton.find(wrist).expect("a joint");
    let mut pose = ModelPose::identity(skeleton.joint_count());
    let frame = |frame| {
        let local = LocalPose::from_transforms(&joints(clip, frame));
        LocalToModelJob { skeleton: &skeleton, local: &local, output: &mut pose }
            .run()
            .expect("its own pose");
        let axe = pose.affine(joint) * offset;
        let out = axe.inverse().transform_point3(pose.translation(wrist));
        (out.with_y(0.0).length(), axe.transform_point3(Vec3::Y * 0.36).y)
    };
    (0..=frames(clip)).map(frame).collect()
}

#[test]
fn the_right_hand_never_lets_go_of_the_axe_and_the_left_one_helps_with_the_blow() {
    for clip in clips() {
        for (frame, (away, height)) in held(&clip, "hand.r").into_iter().enumerate() {
            assert!((0.06..0.1).contains(&away), "{} frame {frame}: {away} m", clip.meta.name);
            assert!(height > 0.15, "{} frame {frame}: the axe is at {height} m", clip.meta.name);
        }
    }
    let swing = held(&clip("axe_swing"), "hand.l");
    for (frame, (away, _)) in swing.iter().enumerate().take(22).skip(13) {
        assert!((0.06..0.1).contains(away), "frame {frame}: {away} m");
    }
}

#[test]
fn the_axe_is_drawn_back_before_it_strikes_and_swings_on_after() {
    let swing = clip("axe_swing");
    assert!((0.8..=1.2).contains(&swing.duration.0));
    let hand: Vec<f32> = way(&swing, "hand.r").into_iter().map(|at| at.y).collect();
    let highest = (0..hand.len()).max_by(|&a, &b| hand[a].total_cmp(&hand[b])).expect("frames");
    let lowest = (highest..hand.len()).min_by(|&a, &b| hand[a].total_cmp(&hand[b])).expect("frames");
    assert!(hand[highest] > 1.6 && hand[lowest] < 0.9, "{} to {} m", hand[highest], hand[lowest]);
    let falls = hand[..lowest].iter().rposition(|&y| y > 1.5).expect("is high once");
    let lands = falls + hand[falls..].iter().position(|&y| y < 0.95).expect("is low after");
    assert!((lands - falls) as f64 / RATE < 0.2, "quick: {} frames", lands - falls);
    assert!(frames(&swing) - lands >= 6, "and then recovers");
}

#[test]
fn the_spin_turns_once_round() {
    let spin = clip("axe_spin");
    let headings: Vec<Quat> = (0..=frames(&spin)).map(|frame| joints(&spin, frame)[0].rotation).collect();
    let turned: f32 = headings
        .windows(2)
        .map(|pair| {
            let ahead = pair[0].conjugate() * pair[1] * Vec3::Z;
            ahead.x.atan2(ahead.z)
        })
        .sum();
    assert!((turned.to_degrees() - 360.0).abs() < 0.1, "{}°", turned.to_degrees());
}

#[test]
fn a_hit_throws_the_head_back_and_is_over_soon() {
    let hit = clip("hit");
    assert!((0.4..=0.6).contains(&hit.duration.0));
    let head: Vec<f32> = way(&hit, "head").into_iter().map(|at| at.z).collect();
    let back = head.iter().map(|z| head[0] - z).fold(0.0, f32::max);
    assert!((0.08..0.5).contains(&back), "{back} m");
}
