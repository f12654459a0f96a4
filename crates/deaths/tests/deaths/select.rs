// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::library::library;
use proptest::prelude::*;
use std::collections::HashSet;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use tumble_deaths::tumble_pose::generators;
use tumble_deaths::tumble_pose::glam::{Quat, Vec2, Vec3};
use tumble_deaths::{Choice, Death, DeathLibrary, Hit, Mirroring};

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
fn how_steep_a_blow_is_counts_as_much_as_where_it_points() {
    let deaths = library(&[Vec3::Z * 6.0, Vec3::new(0.0, 4.0, 4.0), Vec3::NEG_Y * 6.0, Vec3::X * 6.0]);
    assert_eq!(index(&deaths, Vec3::new(0.0, 1.0, 4.0), Quat::IDENTITY), 0);
    assert_eq!(index(&deaths, Vec3::new(0.0, 3.0, 4.0), Quat::IDENTITY), 1);
    assert_eq!(index(&deaths, Vec3::new(1.0, -8.0, 1.0), Quat::from_rotation_y(2.0)), 2);
    assert_eq!(index(&deaths, Vec3::new(4.0, 1.0, 2.0), Quat::IDENTITY), 3);
}

#[test]
fn of_one_direction_the_nearest_speed_counts_then_the_height_then_the_order() {
    let mut deaths = library(&[Vec3::Z * 9.0, Vec3::Z * 3.0, Vec3::Z * 6.0, Vec3::Z * 6.0, Vec3::Z * 6.0]);
    for (entry, height) in deaths.deaths.iter_mut().zip([None, None, None, Some(1.5), Some(0.5)]) {
        entry.hit_height = height;
    }
    assert_eq!(index(&deaths, Vec3::Z * 100.0, Quat::IDENTITY), 0);
    assert_eq!(index(&deaths, Vec3::Z, Quat::IDENTITY), 1);
    let at = |height| {
        let hit = Hit { velocity: Vec3::Z * 6.5, height };
        deaths.select(hit, Quat::IDENTITY, Choice::Nearest).expect("not empty").index
    };
    assert_eq!((at(Some(1.9)), at(Some(0.9)), at(Some(-3.0))), (3, 4, 4));
    assert_eq!(at(None), 2, "the first, if the height does not matter");
    assert_eq!(at(Some(f32::NAN)), 2, "a height that is none");
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
fn a_blow_without_a_horizontal_direction_is_answered_without_a_turn() {
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
    let with_others = library(&[Vec3::Z * 9.0, Vec3::NEG_Y * 2.0, Vec3::ZERO]);
    let index = |blow| index(&with_others, blow, Quat::IDENTITY);
    assert_eq!(index(Vec3::NEG_Y * 9.0), 1, "the one from above");
    assert_eq!(index(Vec3::ZERO), 2, "the one without a blow");
    assert_eq!(index(Vec3::Y * 2.0), 0, "the one that is less far off");
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

/// Every way to choose.
fn choices() -> [Choice<'static>; 5] {
    [
        Choice::Nearest,
        Choice::Varied { tolerance: 1.0, avoid: &[], seed: 3 },
        Choice::Varied { tolerance: 1.0, avoid: &[1, 2, 0, 7], seed: 3 },
        Choice::Index(0),
        Choice::Seed(3),
    ]
}

#[test]
fn an_empty_library_has_no_death() {
    let none = library(&[]);
    for choice in choices() {
        assert_eq!(none.select(Vec3::Z, Quat::IDENTITY, choice), None);
        assert_eq!(none.with_mirrored().select(Vec3::Z, Quat::IDENTITY, choice), None);
    }
}

#[test]
fn seeds_choose_among_the_near_ones_alone_and_each_is_chosen() {
    let deaths = eight();
    let among = |tolerance, seed| {
        let choice = Choice::Varied { tolerance, avoid: &[], seed };
        deaths.select(Vec3::new(0.1, 0.0, 1.0), Quat::IDENTITY, choice).expect("not empty").index
    };
    let chosen = |tolerance| (0..100).map(|seed| among(tolerance, seed)).collect::<HashSet<usize>>();
    assert_eq!(chosen(1.0), HashSet::from([7, 0, 1]));
    assert_eq!(chosen(PI), (0..8).collect());
    for none in [0.0, -1.0, f32::NAN] {
        assert_eq!(chosen(none), HashSet::from([0]), "{none}");
    }
    assert!((0..100).all(|seed| among(1.0, seed) == among(1.0, seed)), "the same one for the same seed");
}

#[test]
fn what_was_played_a_moment_ago_is_avoided_and_else_the_oldest_of_it_taken() {
    let deaths = eight();
    let mut played = Vec::new();
    for seed in 0..60 {
        let avoid = &played[played.len().saturating_sub(2)..];
        let choice = Choice::Varied { tolerance: 1.0, avoid, seed };
        let death = deaths.select(Vec3::Z, Quat::IDENTITY, choice).expect("not empty");
        assert!(!avoid.contains(&death.number), "{} again, after {avoid:?}", death.number);
        played.push(death.number);
    }
    let played: HashSet<u32> = played.into_iter().collect();
    assert_eq!(played, HashSet::from([7, 0, 1]));
    let after = |avoid: &[u32]| {
        let choice = Choice::Varied { tolerance: 1.0, avoid, seed: 1 };
        deaths.select(Vec3::Z, Quat::IDENTITY, choice).expect("not empty").number
    };
    assert_eq!(after(&[0, 7, 1, 0]), 7, "0 was played again since");
    assert_eq!(after(&[u32::MAX, 3, 1, 7, 0, 4]), 1, "the others do not fit anyway");
}

#[test]
fn what_a_server_sends_is_played_whatever_the_blow() {
    let deaths = eight();
    let blows = [Vec3::ZERO, Vec3::Y, Vec3::splat(f32::NAN), Vec3::new(3.0, 0.2, -1.0)];
    for blow in blows {
        for number in 0..8 {
            let death = deaths.select(blow, Quat::IDENTITY, Choice::Index(number)).expect("there is one");
            assert_eq!((death.index, death.number), (number as usize, number));
        }
        assert_eq!(deaths.select(blow, Quat::IDENTITY, Choice::Index(8)), None);
        assert_eq!(deaths.select(blow, Quat::IDENTITY, Choice::Index(u32::MAX)), None);
        let drawn = |seed| deaths.select(blow, Quat::IDENTITY, Choice::Seed(seed)).expect("any").index;
        // As any machine draws them.
        assert_eq!([0, 1, 2, 3, u64::MAX].map(drawn), [7, 1, 6, 5, 0]);
        assert_eq!((0..100).map(drawn).collect::<HashSet<_>>().len(), 8, "each of them");
    }
    let turned = deaths.select(Vec3::X, Quat::IDENTITY, Choice::Index(0)).expect("there is one");
    assert!((turned.yaw - FRAC_PI_2).abs() < 1e-6);
}

#[test]
fn in_the_mirror_there_are_twice_as_many_deaths() {
    let deaths = library(&[Vec3::new(4.0, 0.0, 2.0), Vec3::new(0.5, 1.0, -5.0)]);
    let select = |blow, choice| deaths.with_mirrored().select(blow, Quat::IDENTITY, choice);
    let death = select(Vec3::new(-4.0, 0.0, 2.0), Choice::Nearest).expect("not empty");
    assert_eq!((death.index, death.mirroring, death.number), (0, Mirroring::Mirrored, 2));
    assert_eq!(death.blow(), Vec3::new(-4.0, 0.0, 2.0));
    assert!(death.yaw.abs() < 1e-6);
    let death = select(Vec3::new(4.0, 0.0, 2.0), Choice::Nearest).expect("not empty");
    assert_eq!((death.index, death.mirroring, death.number), (0, Mirroring::AsBaked, 0));
    let mirrored = select(Vec3::ZERO, Choice::Index(3)).expect("the last");
    assert_eq!((mirrored.index, mirrored.mirroring), (1, Mirroring::Mirrored));
    assert_eq!(select(Vec3::ZERO, Choice::Index(4)), None);
    let drawn = (0..100).map(|seed| select(Vec3::ZERO, Choice::Seed(seed)).expect("any").number);
    assert_eq!(drawn.collect::<HashSet<_>>(), HashSet::from([0, 1, 2, 3]));
    // A blow in the middle is its own image: not mirrored without need.
    let middle = library(&[Vec3::Z * 6.0]);
    let death = middle.with_mirrored().select(Vec3::X, Quat::IDENTITY, Choice::Nearest).expect("not empty");
    assert_eq!(death.mirroring, Mirroring::AsBaked);
}

#[test]
fn selecting_allocates_nothing() {
    let deaths = eight();
    let used = allocation_counter::measure(|| {
        for choice in choices() {
            assert!(deaths.select(Vec3::X, Quat::IDENTITY, choice).is_some());
            assert!(deaths.with_mirrored().select(Vec3::X, Quat::IDENTITY, choice).is_some());
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

/// What [`DeathLibrary::select`] says, word by word: sorted by angle, then speed, then height, with what counts as
/// equal; in f32 and with `acos`, not as it is done there.
fn by_force(own: &[Candidate], blow: Vec3, height: f32) -> Vec<usize> {
    let angle = |one: &Candidate| (one.0.normalize().dot(blow.normalize())).clamp(-1.0, 1.0).acos();
    let keep = |left: Vec<usize>, measure: &dyn Fn(&Candidate) -> f32, slack: f32| {
        let least = left.iter().map(|&index| measure(&own[index])).fold(f32::MAX, f32::min);
        left.into_iter().filter(|&index| measure(&own[index]) <= least + slack).collect::<Vec<_>>()
    };
    let left = keep((0..own.len()).collect(), &angle, 1e-3);
    let left = keep(left, &|one| (one.0.length() - blow.length()).abs(), 1e-3);
    keep(left, &|one| (one.1 - height).abs(), 0.0)
}

/// A death's blow, and the height of what it hit.
type Candidate = (Vec3, f32);

/// On a grid of directions, speeds and heights, so that many are equal in one and differ in another.
fn candidates() -> impl Strategy<Value = Vec<Candidate>> {
    let direction =
        (-2_i8..3, -1_i8..2, -2_i8..3).prop_map(|(x, y, z)| Vec3::new(x.into(), y.into(), z.into()));
    let direction = direction.prop_filter("points somewhere", |direction| direction.length() > 0.5);
    let one = (direction, 1_u8..4, 0_u8..4).prop_map(|(direction, speed, height)| {
        (direction.normalize() * f32::from(speed), f32::from(height) * 0.5)
    });
    prop::collection::vec(one, 1..40)
}

fn any_choice() -> impl Strategy<Value = Choice<'static>> {
    prop_oneof![
        Just(Choice::Nearest),
        (0.0_f32..4.0, any::<u64>()).prop_map(|(tolerance, seed)| Choice::Varied {
            tolerance,
            avoid: &[0, 3],
            seed
        }),
        any::<u64>().prop_map(Choice::Seed),
    ]
}

/// Of a library or of it and its mirror image.
fn select<'a>(
    deaths: &'a DeathLibrary,
    mirror: Mirroring,
    blow: Vec3,
    facing: Quat,
    choice: Choice<'_>,
) -> Death<'a> {
    let death = match mirror {
        Mirroring::AsBaked => deaths.select(blow, facing, choice),
        Mirroring::Mirrored => deaths.with_mirrored().select(blow, facing, choice),
    };
    death.expect("not empty")
}

proptest! {
    #[test]
    fn selection_is_what_brute_force_finds(own in candidates(), pick in any::<prop::sample::Index>(), off in generators::vectors(0.3), height in 0.0_f32..2.0) {
        let mut deaths = library(&own.iter().map(|one| one.0).collect::<Vec<_>>());
        for (entry, one) in deaths.deaths.iter_mut().zip(&own) {
            entry.hit_height = Some(one.1);
        }
        let blow = pick.get(&own).0 + off;
        let hit = Hit { velocity: blow, height: Some(height) };
        let found = deaths.select(hit, Quat::IDENTITY, Choice::Nearest).expect("not empty");
        let expected = by_force(&own, blow, height);
        prop_assert!(expected.contains(&found.index), "{} is none of {expected:?}", found.index);

        let mut twice = own.clone();
        twice.extend(own.iter().map(|&(blow, height)| (blow * Vec3::new(-1.0, 1.0, 1.0), height)));
        let found = deaths.with_mirrored().select(hit, Quat::IDENTITY, Choice::Nearest).expect("not empty");
        let expected = by_force(&twice, blow, height);
        prop_assert!(expected.contains(&(found.number as usize)), "{} is none of {expected:?}", found.number);
    }

    #[test]
    fn turned_by_the_yaw_the_clips_blow_lies_along_the_asked_one(
        blow in blows(),
        facing in prop_oneof![facings(), generators::rotations()],
        own in prop::collection::vec(blows(), 1..10),
        choice in any_choice(),
        mirror in prop_oneof![Just(Mirroring::AsBaked), Just(Mirroring::Mirrored)],
    ) {
        let deaths = library(&own);
        let death = select(&deaths, mirror, blow, facing, choice);
        let turned = death.turn(facing) * death.blow();
        prop_assume!(flat(turned).length() > 0.01 * turned.length());
        let off = angle(turned, blow);
        prop_assert!(off.abs() < 1e-4, "{off} rad off");
        prop_assert!((-PI..=PI).contains(&death.yaw));
    }

    #[test]
    fn no_number_however_odd_makes_a_yaw_that_is_none(
        blow in prop::array::uniform3(prop::num::f32::ANY),
        facing in prop::array::uniform4(prop::num::f32::ANY),
        height in prop::option::of(prop::num::f32::ANY),
        choice in any_choice(),
    ) {
        let deaths = eight();
        let hit = Hit { velocity: Vec3::from_array(blow), height };
        let death = deaths.with_mirrored().select(hit, Quat::from_array(facing), choice).expect("not empty");
        prop_assert!((-PI..=PI).contains(&death.yaw));
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
        let angles: Vec<f32> = own.iter().map(|own| (facing * *own).angle_between(blow)).collect();
        let least = angles.iter().copied().fold(f32::MAX, f32::min);
        let limit = if seed.is_some() { 0.5 } else { 1e-3 };
        prop_assume!(angles.iter().all(|angle| (angle - least - limit).abs() > 1e-3 * limit.max(0.5)));
        let deaths = library(&own);
        let choice = seed
            .map_or(Choice::Nearest, |seed| Choice::Varied { tolerance: 0.5, avoid: &[], seed });
        let before = deaths.select(blow, facing, choice).expect("not empty");
        let after = deaths.select(world * blow, world * facing, choice).expect("not empty");
        prop_assert_eq!(before.index, after.index);
        let apart = (before.yaw - after.yaw).abs();
        prop_assert!(apart.min(2.0 * PI - apart) < 1e-4);
    }
}
