// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::{sphere_covering, worst_angle};
use glam::DVec3;
use std::f64::consts::{FRAC_PI_2, PI};

/// The best that are known, in degrees: R. H. Hardin, N. J. A. Sloane and W. D. Smith, "Spherical coverings".
const BEST_KNOWN: [f64; 20] = [
    180.0, 90.0, 90.0, 70.5288, 63.4349, 54.7356, 51.0266, 48.1395, 45.8789, 42.3078, 41.4272, 37.3774,
    37.0686, 34.9379, 34.0399, 32.8988, 32.0929, 31.0132, 30.3686, 29.6231,
];

/// Below this, in radians, so many caps cover no sphere (Fejes Tóth).
fn bound(count: usize) -> f64 {
    let count = count as f64;
    (1.0 / ((PI * count / (6.0 * (count - 2.0))).tan() * 3_f64.sqrt())).acos()
}

#[test]
fn the_worst_angle_is_near_the_best_that_is_known() {
    for (count, best) in (1..).zip(BEST_KNOWN) {
        let worst = worst_angle(&sphere_covering(count)).expect("there are some").to_degrees();
        assert!(worst > best * 0.999_99, "{count}: {worst} degrees are better than is possible, or known");
        assert!(worst < best * 1.03, "{count}: {worst} degrees, {best} are known");
    }
    for count in [24, 30, 50, 72, 100, 130, 250] {
        let worst = worst_angle(&sphere_covering(count)).expect("there are some");
        let over = worst / bound(count);
        assert!((1.0..1.08).contains(&over), "{count}: {over} of the bound");
    }
}

#[test]
fn directions_are_unit_vectors_and_the_farthest_place_is_straight_up() {
    for count in [3, 4, 5, 8, 13, 40] {
        let covering = sphere_covering(count);
        assert_eq!(covering.len(), count);
        assert!(covering.iter().all(|point| (point.length() - 1.0).abs() < 1e-12));
        let up = covering.iter().map(|point| point.angle_between(DVec3::Y)).fold(PI, f64::min);
        let worst = worst_angle(&covering).expect("there are some");
        assert!((up - worst).abs() < 1e-6, "{count}: {up} to straight up, {worst} at worst");
        assert!(covering[0].x.abs() < 1e-9 && covering[0].z > 0.0, "{count}: the first is {}", covering[0]);
    }
    assert!(sphere_covering(0).is_empty());
}

#[test]
fn the_worst_angle_of_a_few_or_of_many_is_that_of_a_dense_search() {
    assert_eq!(worst_angle(&[]), None);
    let sets: [&[DVec3]; 6] = [
        &[DVec3::Z],
        &[DVec3::Z, DVec3::X],
        &[DVec3::Z, DVec3::NEG_Z],
        &[DVec3::Z, DVec3::X, DVec3::Y],
        &[DVec3::X, DVec3::X, DVec3::new(0.6, 0.8, 0.0), DVec3::new(0.6, 0.0, 0.8)],
        &[DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z],
    ];
    for set in sets {
        let to_nearest = |at: &DVec3| set.iter().map(|point| point.angle_between(*at)).fold(PI, f64::min);
        let searched = super::spiral(40_000, 0.5).iter().map(to_nearest).fold(0.0, f64::max);
        let worst = worst_angle(set).expect("there are some");
        assert!((-1e-9..0.02).contains(&(worst - searched)), "{set:?}: {worst}, searched {searched}");
    }
    // A cluster, and one far away from it: what is near by does not say how far a cell goes.
    let mut cluster: Vec<DVec3> =
        super::spiral(40_000, 0.5).into_iter().filter(|at| at.y > 0.98).take(300).collect();
    assert!(worst_angle(&cluster).expect("there are some") > FRAC_PI_2);
    cluster.push(DVec3::NEG_Y);
    assert!(worst_angle(&cluster).expect("there are some") < FRAC_PI_2);
}
