// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::library::library;
use proptest::prelude::*;
use std::collections::HashSet;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use tumble_deaths::tumble_pose::generators;
use tumble_deaths::tumble_pose::glam::{Quat, Vec2, Vec3};
use tumble_deaths::{Choice, DeathLibrary};

/// Eight blows of 6 m/s: towards +Z, then round over +X.
fn eight() -> DeathLibrary {
    let blow = |index| Quat::from_rotation_y(f32::from(index) * FRAC_PI_4) * Vec3::Z * 6.0;
    library(&(0..8_u8).map(blow).collect::<Vec<_>>())
}

fn index(deaths: &DeathLibrary, blow: Vec3, facing: Quat) -> usize {
    deaths.select(blow, facing, Choice::Nearest).expect("not empty").index
}

#[test]
fn the_death_of_the_nearest_direction_is_turned_the_rest_of_the_way() {
    let deaths = eight();
    let off = 0.3;
    for (number, entry) in deaths.deaths.iter().enumerate() {
        let blow = Quat::from_rotation_y(off) * entry.blow + Vec3::Y * 3.0;
        let death = deaths.select(blow, Quat::IDENTITY, Choice::Nearest).expect("not empty");
        assert_eq!((death.index, death.entry), (number, entry));
        assert!((death.yaw - off).abs() < 1e-6, "{}", death.yaw);
    }
}

#[test]
fn a_character_that_faces_away_is_hit_from_the_other_side() {
    let deaths = eight();
    assert_eq!(index(&deaths, Vec3::Z, Quat::IDENTITY), 0, "pushed forwards");
    assert_eq!(index(&deaths, Vec3::Z, Quat::from_rotation_y(PI)), 4, "pushed backwards");
    assert_eq!(index(&deaths, Vec3::Z, Quat::from_rotation_y(FRAC_PI_2)), 6, "pushed to its right, -X");
}

#[test]
fn of_one_direction_the_nearest_speed_counts_then_the_hit_then_the_order() {
    let mut deaths = library(&[Vec3::Z * 9.0, Vec3::Z * 3.0, Vec3::Z * 6.0, Vec3::Z * 6.0, Vec3::Z * 6.0]);
    for (entry, hit) in deaths.deaths.iter_mut().zip(["a", "a", "b", "a", "a"]) {
        entry.hit = hit.to_owned();
    }
    assert_eq!(index(&deaths, Vec3::Z * 100.0, Quat::IDENTITY), 0);
    assert_eq!(index(&deaths, Vec3::Z, Quat::IDENTITY), 1);
    assert_eq!(index(&deaths, Vec3::Z * 6.5, Quat::IDENTITY), 3);
    // One direction at two speeds is not the same to the last bit.
    let (slow, fast) = (Vec3::new(0.1, 0.0, 0.3), Vec3::new(0.1, 0.0, 0.3).normalize() * 11.0);
    let deaths = library(&[slow, fast]);
    for turn in 0..100_u8 {
        let turn = Quat::from_rotation_y(f32::from(turn) * 0.1);
        assert_eq!(index(&deaths, turn * fast, turn), 1);
        assert_eq!(index(&deaths, turn * slow, turn), 0);
    }
}

#[test]
fn a_blow_without_a_direction_is_answered_without_a_turn() {
    let deaths = library(&[Vec3::Z * 9.0, Vec3::X * 3.0]);
    for (blow, expected) in [
        (Vec3::ZERO, 1),
        (Vec3::Y * 8.0, 0),
        (Vec3::new(0.0, -4.0, 1e-4), 1),
        (Vec3::splat(f32::NAN), 1),
        (Vec3::new(f32::INFINITY, 0.0, 0.0), 1),
    ] {
        let death = deaths.select(blow, Quat::from_rotation_y(1.0), Choice::Nearest).expect("not empty");
        assert_eq!((death.index, death.yaw.to_bits()), (expected, 0.0_f32.to_bits()), "{blow}");
    }
    let with_a_fall_from_above = library(&[Vec3::Z * 9.0, Vec3::NEG_Y * 2.0]);
    assert_eq!(
        index(&with_a_fall_from_above, Vec3::Y * 9.0, Quat::IDENTITY),
        1,
        "the one without a direction"
    );
    assert_eq!(index(&with_a_fall_from_above, Vec3::X * 2.0, Quat::IDENTITY), 0, "any that has one");
    let only_from_above = library(&[Vec3::NEG_Y * 2.0]);
    let death = only_from_above.select(Vec3::X, Quat::IDENTITY, Choice::Nearest).expect("not empty");
    assert_eq!(death.yaw.to_bits(), 0.0_f32.to_bits(), "no turn helps");
}

#[test]
fn a_facing_that_is_none_counts_as_unturned_and_its_length_does_not_matter() {
    let deaths = eight();
    for facing in [Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)] {
        assert_eq!(index(&deaths, Vec3::X, facing), 2);
    }
    assert_eq!(index(&deaths, Vec3::X, Quat::from_rotation_y(FRAC_PI_2) * 1e-3), 0);
}

#[test]
fn blows_of_any_size_have_a_direction() {
    let deaths = eight();
    for size in [f32::MIN_POSITIVE, 1e-20, 1e20, f32::MAX] {
        assert_eq!(index(&deaths, Vec3::new(-size, 0.0, 0.0), Quat::IDENTITY), 6, "{size}");
    }
}

#[test]
fn an_empty_library_has_no_death() {
    let none = library(&[]);
    for choice in [Choice::Nearest, Choice::Among { within: PI, seed: 3 }] {
        assert_eq!(none.select(Vec3::Z, Quat::IDENTITY, choice), None);
    }
}

#[test]
fn seeds_choose_among_the_near_ones_alone_and_each_is_chosen() {
    let deaths = eight();
    let among = |within, seed| {
        let choice = Choice::Among { within, seed };
        deaths.select(Vec3::new(0.1, 0.0, 1.0), Quat::IDENTITY, choice).expect("not empty").index
    };
    let chosen = |within| (0..100).map(|seed| among(within, seed)).collect::<HashSet<usize>>();
    assert_eq!(chosen(1.0), HashSet::from([7, 0, 1]));
    assert_eq!(chosen(PI), (0..8).collect());
    for none in [0.0, -1.0, f32::NAN] {
        assert_eq!(chosen(none), HashSet::from([0]), "{none}");
    }
    assert!((0..100).all(|seed| among(1.0, seed) == among(1.0, seed)), "the same one for the same seed");
}

#[test]
fn selecting_allocates_nothing() {
    let deaths = eight();
    let used = allocation_counter::measure(|| {
        for choice in [Choice::Nearest, Choice::Among { within: 1.0, seed: 3 }] {
            assert!(deaths.select(Vec3::X, Quat::IDENTITY, choice).is_some());
        }
    });
    assert_eq!(used.count_total, 0);
}

/// Seen from above.
fn flat(v: Vec3) -> Vec2 {
    Vec2::new(v.z, v.x)
}

/// From one vector to another, in radians; `Vec2::angle_to` is too coarse for this.
fn angle(from: Vec3, to: Vec3) -> f32 {
    let (from, to) = (flat(from), flat(to));
    Vec2::new(from.dot(to), from.perp_dot(to)).to_angle()
}

/// Blows that do not point straight up or down.
fn blows() -> impl Strategy<Value = Vec3> {
    generators::vectors(12.0)
        .prop_filter("points somewhere", |blow| flat(*blow).length() > 0.1 * blow.length())
}

fn facings() -> impl Strategy<Value = Quat> {
    (-PI..PI).prop_map(Quat::from_rotation_y)
}

proptest! {
    #[test]
    fn turned_by_the_yaw_the_clips_blow_lies_along_the_asked_one(
        blow in blows(),
        facing in prop_oneof![facings(), generators::rotations()],
        own in prop::collection::vec(blows(), 1..10),
        choice in prop_oneof![
            Just(Choice::Nearest),
            (0.0_f32..4.0, any::<u64>()).prop_map(|(within, seed)| Choice::Among { within, seed }),
        ],
    ) {
        let deaths = library(&own);
        let death = deaths.select(blow, facing, choice).expect("not empty");
        let turned = death.turn(facing) * death.entry.blow;
        prop_assume!(flat(turned).length() > 0.01 * turned.length());
        let off = angle(turned, blow);
        prop_assert!(off.abs() < 1e-4, "{off} rad off");
        prop_assert!((-PI..=PI).contains(&death.yaw));
    }

    #[test]
    fn the_nearest_needs_no_more_turning_than_any_other(
        blow in blows(),
        facing in facings(),
        own in prop::collection::vec(blows(), 1..10),
    ) {
        let deaths = library(&own);
        let death = deaths.select(blow, facing, Choice::Nearest).expect("not empty");
        for other in &own {
            let turn = angle(facing * *other, blow).abs();
            prop_assert!(death.yaw.abs() <= turn + 1.1e-3);
        }
    }

    #[test]
    fn turning_the_world_with_all_that_is_in_it_changes_nothing(
        blow in blows(),
        facing in facings(),
        own in prop::collection::vec(blows(), 1..10),
        world in facings(),
        seed in prop::option::of(any::<u64>()),
    ) {
        // A choice between deaths that fit equally well is for rounding to make: no two may.
        let turns: Vec<f32> = own.iter().map(|own| angle(facing * *own, blow).abs()).collect();
        let least = turns.iter().copied().fold(f32::MAX, f32::min);
        let limit = if seed.is_some() { 0.5 } else { 1e-3 };
        prop_assume!(turns.iter().all(|turn| (turn - least - limit).abs() > 1e-5));
        let deaths = library(&own);
        let choice = seed.map_or(Choice::Nearest, |seed| Choice::Among { within: 0.5, seed });
        let before = deaths.select(blow, facing, choice).expect("not empty");
        let after = deaths.select(world * blow, world * facing, choice).expect("not empty");
        prop_assert_eq!(before.index, after.index);
        let apart = (before.yaw - after.yaw).abs();
        prop_assert!(apart.min(2.0 * PI - apart) < 1e-4);
    }
}
