// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use proptest::prelude::*;
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{JointIndex, Role, Seconds, Side, Transform, Weight};

#[test]
fn a_weight_is_between_none_and_all_whatever_it_is_made_from() {
    for (value, expected) in [
        (f32::NAN, Weight::ZERO),
        (-1.0, Weight::ZERO),
        (f32::NEG_INFINITY, Weight::ZERO),
        (f32::INFINITY, Weight::FULL),
        (7.0, Weight::FULL),
    ] {
        assert_eq!(Weight::new(value), expected, "{value}");
    }
    assert_eq!(
        serde_json::from_str::<Weight>("7.0").expect("a number"),
        Weight::FULL,
        "read from a file too"
    );
}

#[test]
fn of_a_time_and_no_time_the_time_counts() {
    let (time, none) = (Seconds(2.0), Seconds(f64::NAN));
    assert_eq!((time.min(none), none.min(time), time.max(none), none.max(time)), (time, time, time, time));
    assert!(!none.is_finite() && !Seconds(f64::INFINITY).is_finite());
    assert_eq!(format!("{:.1}", time * 1.25), "2.5 s");
}

#[test]
fn units_are_written_as_plain_numbers_and_roles_by_name() {
    let text = |value: &dyn Fn() -> serde_json::Result<String>| value().expect("written");
    assert_eq!(text(&|| serde_json::to_string(&Seconds(0.5))), "0.5");
    assert_eq!(text(&|| serde_json::to_string(&JointIndex(3))), "3");
    assert_eq!(text(&|| serde_json::to_string(&Role::UpperArm(Side::Left))), r#"{"UpperArm":"Left"}"#);
}

#[test]
fn a_role_mirrored_twice_is_the_same_and_all_single_ones_are_listed_in_order() {
    assert!(Role::SINGLE.is_sorted());
    for role in Role::SINGLE.into_iter().chain([Role::Control, Role::Finger(Side::Right)]) {
        assert_eq!(role.mirrored().mirrored(), role);
        assert_eq!(role.mirrored().side(), role.side().map(Side::opposite));
        assert_eq!(role.is_shared(), !Role::SINGLE.contains(&role));
    }
    assert_eq!(format!("[{:>16}]", Role::LowerLeg(Side::Right)), "[ right lower leg]");
}

proptest! {
    #[test]
    fn a_transform_comes_back_as_it_was_written(numbers in prop::array::uniform10(-1e3_f32..1e3)) {
        let [x, y, z, w, ..] = numbers;
        let transform = Transform {
            rotation: Quat::from_xyzw(x, y, z, w),
            translation: Vec3::from_slice(&numbers[4..7]),
            scale: Vec3::from_slice(&numbers[7..]),
        };
        let text = serde_json::to_string(&transform).expect("written");
        prop_assert_eq!(serde_json::from_str::<Transform>(&text).expect("read"), transform);
    }
}
