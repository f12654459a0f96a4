// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Falls of a stick figure, hundreds of them.

#![allow(clippy::expect_used, reason = "a test may")]

mod stick_figure;

use stick_figure::{model, standing};
use tumble_pose::glam::{Affine3A, Quat, Vec3};
use tumble_pose::{Attach, LocalPose, Mesh, Seconds, Surface, Transform};
use tumble_ragdoll::{
    BakeError, BakeJob, BakeSettings, BakedFall, Blow, FallStart, PhysicsError, PhysicsSettings, Rig,
    RigError, SizedBy, Strength,
};

const TARGETS: [&str; 5] = ["chest", "head", "hips", "lowerleg.l", "upperleg.r"];

/// Blows of 2–12 m/s from all sides, a little up or down, to all of the targets.
fn random_blows(count: usize, seed: u64) -> Vec<Blow> {
    let mut random = fastrand::Rng::with_seed(seed);
    let blow = |index: usize| {
        let turn = random.f32() * std::f32::consts::TAU;
        let direction = Vec3::new(turn.sin(), random.f32() * 0.6 - 0.2, turn.cos());
        let skeleton = model(1.0).skeleton;
        let joint = skeleton.find(TARGETS[index % TARGETS.len()]).expect("a joint of the figure");
        let speed = 2.0 + 10.0 * random.f32();
        Blow::new(skeleton.path(joint), direction, Strength::Speed(speed))
    };
    (0..count).map(blow).collect()
}

fn fall(size: f32, blows: &[Blow], settings: &BakeSettings) -> Vec<BakedFall> {
    let model = model(size);
    let (rig, _) = Rig::infer(&model, Some(1.0)).expect("a person");
    let start = FallStart::at_rest(standing(&model));
    let job = BakeJob { model: &model, rig: &rig, start: &start, blows, settings };
    job.run(&|| ()).expect("bakes")
}

/// The `share` greatest of the falls' figures are above the returned one.
fn at(falls: &[BakedFall], share: f32, figure: impl Fn(&BakedFall) -> f32) -> f32 {
    let mut figures: Vec<f32> = falls.iter().map(figure).collect();
    figures.sort_by(f32::total_cmp);
    figures[((figures.len() - 1) as f32 * share) as usize]
}

/// FlaxEngine/FlaxEngine#4260, and rapier's own defaults: a ragdoll explodes, energy comes from nowhere.
#[test]
fn no_step_makes_energy_and_every_fall_ends_whole() {
    let falls = fall(1.0, &random_blows(100, 7), &BakeSettings::default());
    for (name, figure) in FIGURES {
        let [middle, high, most] = [0.5, 0.95, 1.0].map(|share| at(&falls, share, figure));
        println!("{name}: p50 {middle:.4} p95 {high:.4} max {most:.4}");
    }
    let rise = |fall: &BakedFall| fall.figures.max_energy_rise_j;
    let gains = |fall: &&BakedFall| rise(fall) > (0.01 * fall.figures.blow_energy_j).max(1.0);
    let gained = falls.iter().filter(gains).count();
    assert!(gained * 20 <= falls.len(), "energy rises in {gained} of {} falls", falls.len());
    for fall in &falls {
        let blow = fall.figures.blow_energy_j;
        assert!(rise(fall) <= blow, "{} J from a blow of {blow} J", rise(fall));
        assert!(fall.clip.report().max_error_m <= 1e-4, "{} m", fall.clip.report().max_error_m);
    }
    let settled = falls.iter().filter(|fall| fall.figures.settled).count();
    assert!(settled * 100 >= falls.len() * 98, "{settled} of {} settle", falls.len());
    // What the study reached at half the rate is the floor.
    assert!(at(&falls, 0.99, |f| f.figures.rest_penetration_m) <= 0.01, "at rest on the ground");
    assert!(at(&falls, 0.98, |f| f.figures.penetration_m) <= 0.05, "never deep in the ground");
    assert!(at(&falls, 0.99, |f| f.figures.max_joint_gap_m) <= 0.005, "joints hold");
    assert!(at(&falls, 0.99, |f| f.figures.max_limit_excess_rad) <= 0.09, "limits hold, to 5 degrees");
    let swing_twist = at(&falls, 0.95, |f| f.figures.max_swing_twist_excess_rad);
    assert!(swing_twist <= 0.21, "by swing and twist, to 12 degrees: {swing_twist}");
    assert!(at(&falls, 1.0, |f| f.figures.max_bent_back_rad) <= 0.035, "knees bend one way");
}

/// FlaxEngine/FlaxEngine#4260: the ragdoll that was generated for a blocky model explodes. Here boxes as wide as the
/// body reach far into each other.
#[test]
fn bodies_that_overlap_at_the_start_do_not_burst_apart() {
    let mut model = model(1.0);
    let corners: Vec<Vec3> = (0..8_u8)
        .map(|corner| Vec3::from([0, 1, 2].map(|axis| if corner >> axis & 1 == 1 { 0.14 } else { -0.14 })))
        .collect();
    let cube = |joint| Mesh {
        name: "cube".into(),
        attach: Attach::Rigid { joint, offset: Affine3A::IDENTITY },
        surfaces: vec![Surface { positions: corners.clone(), ..Surface::default() }],
    };
    model.meshes = model.skeleton.joints().skip(1).map(cube).collect();
    let (rig, report) = Rig::infer(&model, Some(1.0)).expect("a person");
    assert!(report.sized_by.iter().all(|by| matches!(by, SizedBy::Vertices(_))), "{report:?}");
    let (start, settings) = (FallStart::at_rest(standing(&model)), BakeSettings::default());
    let blows = [Blow::new("hips/spine/chest", Vec3::Z, Strength::Speed(0.5))];
    let job = BakeJob { model: &model, rig: &rig, start: &start, blows: &blows, settings: &settings };
    let figures = job.run(&|| ()).expect("bakes")[0].figures;
    assert!(figures.max_energy_rise_j <= 1.0, "{figures:?}");
    assert!(figures.max_joint_gap_m <= 0.005 && figures.settled, "{figures:?}");
}

#[test]
fn a_start_and_physics_that_cannot_be_are_refused_by_name() {
    let model = model(1.0);
    let (rig, _) = Rig::infer(&model, Some(1.0)).expect("a person");
    let run = |start: &LocalPose, physics: PhysicsSettings| {
        let (blows, settings) =
            (Blow::around("hips", 1, 1.0), BakeSettings { physics, ..BakeSettings::default() });
        let start = &FallStart::at_rest(start.clone());
        let job = BakeJob { model: &model, rig: &rig, start, blows: &blows, settings: &settings };
        job.run(&|| ()).map(drop).expect_err("refused")
    };
    let default = PhysicsSettings::default;
    for spoilt in [
        Transform::from_translation(Vec3::NAN),
        Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
    ] {
        let mut start = standing(&model);
        start.set(model.skeleton.find("lowerleg.l").expect("a joint of the figure"), spoilt);
        let error = run(&start, default());
        assert!(
            matches!(&error, BakeError::Rig(RigError::Start { joint }) if joint.ends_with("lowerleg.l")),
            "{error}"
        );
    }
    for (physics, name) in [
        (PhysicsSettings { steps_per_second: f64::INFINITY, ..default() }, "steps_per_second"),
        (PhysicsSettings { gravity: f32::NAN, ..default() }, "gravity"),
        (PhysicsSettings { limit_cap: -1.0, ..default() }, "limit_cap"),
    ] {
        let error = run(&standing(&model), physics);
        assert!(
            matches!(error, BakeError::Physics(PhysicsError { setting, .. }) if setting == name),
            "{error}"
        );
    }
}

type Figure = fn(&BakedFall) -> f32;

const FIGURES: [(&str, Figure); 8] = [
    ("simulated, s", |f| f.figures.simulated_s as f32),
    ("under the ground, m", |f| f.figures.penetration_m),
    ("the same at rest, m", |f| f.figures.rest_penetration_m),
    ("beyond limits, degrees", |f| f.figures.max_limit_excess_rad.to_degrees()),
    ("by swing and twist, degrees", |f| f.figures.max_swing_twist_excess_rad.to_degrees()),
    ("joint gap, m", |f| f.figures.max_joint_gap_m),
    ("energy rise, J", |f| f.figures.max_energy_rise_j),
    ("energy rise over the blow", |f| f.figures.max_energy_rise_j / f.figures.blow_energy_j),
];

/// Jolt's `RAGDOLL_HASH`: once more, and on more threads, the same bytes.
#[test]
fn the_same_job_gives_the_same_bytes_on_any_number_of_threads() {
    let blows = Blow::around("hips/spine/chest", 3, 6.0);
    let bytes = |jobs| {
        let falls = fall(1.0, &blows, &BakeSettings { jobs, ..BakeSettings::default() });
        falls.iter().map(|fall| fall.clip.to_bytes()).collect::<Vec<_>>()
    };
    let once = bytes(1);
    assert!(once == bytes(1), "a second time");
    assert!(once == bytes(2), "on two threads");
    let other = fall(1.0, &blows, &BakeSettings { seed: 2, ..BakeSettings::default() });
    assert!(once[0] != other[0].clip.to_bytes(), "another seed falls otherwise");
}

/// The same bytes on every machine and whatever is built together; `INSTA_UPDATE=always` blesses new ones.
#[test]
fn the_bytes_of_a_fall_are_known() {
    let blow = Blow {
        spread: 0.3,
        ..Blow::new("hips/spine/chest", Vec3::new(0.5, 0.2, -1.0), Strength::Impulse(80.0))
    };
    let falls = fall(1.0, &[blow], &BakeSettings::default());
    let bytes = falls[0].clip.to_bytes();
    // The last four bytes are a checksum: with them, every file's checksum is the same.
    let body = &bytes[..bytes.len() - 4];
    insta::assert_snapshot!(format!("{} bytes, CRC {:08x}", bytes.len(), crc32fast::hash(body)));
}

/// The first sample is the pose before the blow, and the fall is tagged with the blow.
#[test]
fn a_fall_begins_as_the_character_stood() {
    let model = model(1.0);
    let falls = fall(1.0, &Blow::around("hips/spine/chest", 1, 6.0), &BakeSettings::default());
    let (raw, start) = (&falls[0].raw, standing(&model));
    for track in &raw.tracks {
        let joint = model.skeleton.find(&track.path).expect("a joint of the figure");
        if let Some(rotation) = track.rotation.as_ref().and_then(|curve| curve.sample(Seconds::ZERO)) {
            assert!(rotation.angle_between(start.get(joint).rotation) < 1e-3, "{}", track.path);
        }
        if let Some(place) = track.translation.as_ref().and_then(|curve| curve.sample(Seconds::ZERO)) {
            assert!(place.distance(start.get(joint).translation) < 1e-5, "{}", track.path);
        }
    }
    let blow = raw.meta.blow.as_ref().expect("tagged");
    assert!(blow.velocity.distance(Vec3::Z * 6.0) < 1e-4, "{}", blow.velocity);
    assert_eq!(blow.joint, "hips/spine/chest");
    assert!(falls[0].final_root.translation.y < 0.3, "it lies down: {:?}", falls[0].final_root);
}

/// matiaszanolli/ByroRedux#1979: fingers and toes stay where the animation left them, torn off. And limbs stay
/// exactly as long as they are: only the first body's joint moves, all others turn.
#[test]
fn joints_without_a_body_ride_along_and_no_limb_stretches() {
    let model = model(1.0);
    let falls = fall(1.0, &random_blows(4, 3), &BakeSettings::default());
    for fall in &falls {
        let moved: Vec<&str> =
            fall.raw.tracks.iter().filter(|t| t.translation.is_some()).map(|t| &*t.path).collect();
        assert_eq!(moved, ["hips"], "all others keep their place in their parent");
        let turned =
            |path: &str| fall.raw.tracks.iter().any(|track| track.path == path && track.rotation.is_some());
        assert!(turned("hips/upperleg.l/lowerleg.l"));
        for path in ["hips/upperleg.l/lowerleg.l/foot.l/toes.l", "hips/spine/chest/neck/head/head_end"] {
            assert!(model.skeleton.find(path).is_some() && !turned(path), "{path} rides along");
        }
    }
}

#[test]
fn knees_and_elbows_never_bend_backwards() {
    let model = model(1.0);
    for fall in fall(1.0, &random_blows(20, 11), &BakeSettings::default()) {
        for (path, axis) in [
            ("hips/upperleg.l/lowerleg.l", Vec3::X),
            ("hips/upperleg.r/lowerleg.r", Vec3::X),
            ("hips/spine/chest/upperarm.l/lowerarm.l", Vec3::NEG_Y),
            ("hips/spine/chest/upperarm.r/lowerarm.r", Vec3::Y),
        ] {
            assert!(model.skeleton.find(path).is_some(), "{path}");
            let track = fall.raw.tracks.iter().find(|track| track.path == path).expect("moves");
            for key in &track.rotation.as_ref().expect("turns").keys {
                let bent = key.value.to_scaled_axis().dot(axis).to_degrees();
                assert!((-3.0..150.0).contains(&bent), "{path} at {bent} degrees at {}", key.time);
            }
        }
    }
}

#[test]
fn a_blow_that_is_none_is_refused_by_name() {
    let model = model(1.0);
    let (rig, _) = Rig::infer(&model, Some(1.0)).expect("a person");
    let start = FallStart::at_rest(standing(&model));
    let settings = BakeSettings::default();
    let run = |blow: Blow| {
        let job = BakeJob { model: &model, rig: &rig, start: &start, blows: &[blow], settings: &settings };
        job.run(&|| ()).map(|_| ()).expect_err("refused").to_string()
    };
    let hard = Strength::Speed(6.0);
    insta::assert_snapshot!(
        [
            run(Blow::new("tail", Vec3::X, hard)),
            run(Blow::new("hips/spine/chest/neck", Vec3::X, hard)),
            run(Blow::new("hips", Vec3::ZERO, hard)),
            run(Blow::new("hips", Vec3::X, Strength::Impulse(f32::NAN))),
            run(Blow { spread: 2.0, ..Blow::new("hips", Vec3::X, hard) }),
        ]
        .join("\n")
    );
}

/// JusMahBASSCannon/KKRagdollRevamp#3: a moving character stops dead, then drops.
#[test]
fn who_runs_goes_on_running_as_he_falls() {
    let model = model(1.0);
    let (rig, _) = Rig::infer(&model, None).expect("a person");
    let hips = model.skeleton.find("hips").expect("a joint of the figure");
    let (pose, mut earlier) = (standing(&model), standing(&model));
    let place = earlier.get(hips);
    earlier.set(hips, Transform { translation: place.translation - Vec3::Z * 0.05, ..place });
    let blows = [Blow::new("hips", Vec3::X, Strength::Speed(0.0))];
    let settings = BakeSettings::default();
    let way = |start: &FallStart| {
        let job = BakeJob { model: &model, rig: &rig, start, blows: &blows, settings: &settings };
        let raw = job.run(&|| ()).expect("bakes").remove(0).raw;
        raw.bind(&model.skeleton).transform(hips, Seconds(0.1)).translation - place.translation
    };
    // 5 cm in a sixtieth of a second are 3 m/s.
    let moving = way(&FallStart::moving(pose.clone(), earlier.clone(), Seconds(1.0 / 60.0)));
    assert!((0.15..0.35).contains(&moving.z), "{moving}");
    for still in [FallStart::at_rest(pose.clone()), FallStart::moving(pose, earlier, Seconds(f64::NAN))] {
        assert!(way(&still).z.abs() < 0.05, "{}", way(&still));
    }
}

/// Arms that are held out level hang down at once without tone.
#[test]
fn muscles_hold_the_pose_for_a_while() {
    let model = model(1.0);
    let (rig, _) = Rig::infer(&model, Some(1.0)).expect("a person");
    let arm = model.skeleton.find("upperarm.l").expect("a joint of the figure");
    let start = FallStart::at_rest(LocalPose::rest(&model.skeleton));
    let blows = [Blow::new("hips", Vec3::X, Strength::Speed(0.0))];
    let moved = |tone: f32| {
        let physics = PhysicsSettings { tone, ..PhysicsSettings::default() };
        let settings = BakeSettings { physics, ..BakeSettings::default() };
        let job = BakeJob { model: &model, rig: &rig, start: &start, blows: &blows, settings: &settings };
        let raw = job.run(&|| ()).expect("bakes").remove(0).raw;
        raw.bind(&model.skeleton).transform(arm, Seconds(0.3)).rotation.angle_between(Quat::IDENTITY)
    };
    let (limp, tense) = (moved(0.0), moved(1.0));
    assert!(tense < 0.8 * limp && limp > 0.1, "an arm sinks by {limp} and by {tense}");
}

/// The study's weak spot: after half a second without motion limbs still rolled and sank.
#[test]
fn what_has_come_to_rest_stays_where_it_is() {
    let settings = BakeSettings { watch_after: Seconds(2.0), ..BakeSettings::default() };
    for fall in fall(1.0, &random_blows(10, 3), &settings) {
        let afterwards = fall.figures.afterwards;
        assert!(fall.figures.settled, "{:?}", fall.figures);
        assert!(afterwards.trunk_m < 0.03 && afterwards.part_m < 0.05, "{afterwards:?}");
        assert!(afterwards.part_rad < 0.26, "{afterwards:?}");
    }
}
