// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::Vec3;

/// Where characters stand: on a grid, each in its own place however many there are, the first in the middle and
/// the others around it.
#[derive(Debug, Clone)]
pub struct Formation {
    spacing: f32,
    /// In steps of the grid, nearest first.
    cells: Vec<(i32, i32)>,
}

impl Formation {
    /// The most characters that have a place.
    pub const MOST: usize = 1000;

    /// A formation whose neighbours stand `spacing` metres apart.
    #[must_use]
    pub fn new(spacing: f32) -> Self {
        const HALF: i32 = 18;
        let side = -HALF..=HALF;
        let mut cells: Vec<(i32, i32)> =
            side.clone().flat_map(|z| side.clone().map(move |x| (x, z))).collect();
        cells.sort_by_key(|&(x, z)| (x * x + z * z, z, x));
        cells.truncate(Self::MOST);
        Self { spacing, cells }
    }

    /// The place of a character by its number, on the ground; those past the last share its place.
    #[must_use]
    pub fn place(&self, number: usize) -> Vec3 {
        let (x, z) = self.cells[number.min(Self::MOST - 1)];
        Vec3::new(x as f32, 0.0, z as f32) * self.spacing
    }

    /// How far the outermost of so many characters stands from the middle, in metres.
    #[must_use]
    pub fn radius(&self, count: usize) -> f32 {
        self.place(count.saturating_sub(1)).length()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_has_a_place_of_their_own_and_the_circle_grows() {
        let formation = Formation::new(2.0);
        assert_eq!(formation.place(0), Vec3::ZERO);
        let places: Vec<Vec3> = (0..Formation::MOST).map(|number| formation.place(number)).collect();
        for (number, place) in places.iter().enumerate() {
            let apart = places[..number].iter().map(|other| other.distance(*place));
            assert!(apart.fold(f32::MAX, f32::min) >= 2.0, "{number} at {place}");
            assert!(place.length() >= places[number.saturating_sub(1)].length());
        }
        assert!(formation.radius(9) < 3.0 && formation.radius(200) < 20.0);
        assert_eq!(formation.place(usize::MAX), places[Formation::MOST - 1]);
    }
}
