// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::asked::Asked;
use crate::{DeathEntry, DeathLibrary};
use tumble_pose::glam::{Quat, Vec3};

/// A blow that a game has dealt. Of a velocity alone it is made with `into`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// How the blow would have changed the velocity of what it hit, in metres a second, in the world.
    pub velocity: Vec3,
    /// How high above the floor it hit, in metres. `None`, and what is not finite, where that does not matter.
    pub height: Option<f32>,
}

impl From<Vec3> for Hit {
    fn from(velocity: Vec3) -> Self {
        Self { velocity, height: None }
    }
}

/// How [`DeathLibrary::select`] chooses among the deaths.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Choice<'a> {
    /// The one that fits best.
    Nearest,
    /// One of those that fit nearly as well, and not what was seen a moment ago.
    Varied {
        /// By how many radians the direction of a blow may be farther off than the nearest; its strength and
        /// height do not matter. Negative values and NaN are taken as 0.
        tolerance: f32,
        /// [Numbers](Death::number) of deaths not to play again, the last that was played at the end: the last `k`
        /// of a game's history. When no other fits, the one that has been in this list for longest is chosen.
        avoid: &'a [u32],
        /// Draws one of those that are left, the same one for the same seed.
        seed: u64,
    },
    /// The death of this [number](Death::number), which a server has chosen; the blow only turns it. There is none
    /// of a number that is too high.
    Index(u32),
    /// Any death, drawn from this seed by arithmetic with integers alone: with the seed that a server sends every
    /// client plays the same, though their blows and facings differ by what the network left of them. The blow only
    /// turns it, and may be none, [`Vec3::ZERO`].
    Seed(u64),
}

/// Whether a clip is played as it is or in the mirror.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mirroring {
    /// As it was baked.
    AsBaked,
    /// Mirrored across the character's own YZ plane, pose for pose, by
    /// [`MirrorMap::mirror`](tumble_pose::MirrorMap::mirror).
    Mirrored,
}

/// A death that was chosen, and how to use it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Death<'a> {
    /// Which of [`DeathLibrary::deaths`] it is.
    pub index: usize,
    /// That one.
    pub entry: &'a DeathEntry,
    /// By how many radians about +Y the character is to be turned, on top of its facing, so that the clip's blow
    /// lies along the blow that was asked for, seen from above; in `-π..=π`. 0 where one of the two is vertical.
    pub yaw: f32,
    /// Whether its clip is to be mirrored: never, unless [asked for](DeathLibrary::with_mirrored).
    pub mirroring: Mirroring,
    /// What [`Choice::Index`] calls it: its index, or that plus the count of all deaths for a mirrored one.
    pub number: u32,
}

impl Death<'_> {
    /// How the character is to face while the clip plays.
    #[must_use]
    pub fn turn(&self, facing: Quat) -> Quat {
        Quat::from_rotation_y(self.yaw) * facing
    }

    /// The blow of the clip as it is to be played, in metres a second, in the character's space.
    #[must_use]
    pub fn blow(&self) -> Vec3 {
        blow_of(self.entry, self.mirroring)
    }
}

impl DeathLibrary {
    /// The death that fits a blow.
    ///
    /// `facing` turns the character's space into the world, +Y staying up or nearly. With the character turned so,
    /// the death that fits best is found in this order:
    ///
    /// 1. **Direction**: the one whose blow is at the smallest angle to the asked one, in space. The yaw then makes
    ///    their horizontal directions agree exactly, and what is left of the angle is how much steeper one is than
    ///    the other. A blow of no length is at half a turn from any but another such blow.
    /// 2. **Strength**: of those within a thousandth of a radian of the smallest angle the one whose speed is
    ///    nearest.
    /// 3. **Height**: of those within a thousandth of a metre a second, or a millionth of what is asked for, of the
    ///    nearest speed the one whose [hit](DeathEntry::hit_height) is nearest in height. One that says no height
    ///    is farther than any that does.
    /// 4. The first in the library.
    ///
    /// The yaw is 0 if one of the two blows has no horizontal direction: none at all, or straight up or down but for
    /// a thousandth of its length. A blow that is not finite counts as none at all, a facing that is not finite or of
    /// no length as unturned. The length of the facing does not matter.
    ///
    /// `None` when the library is empty or there is no death of the number asked for. Nothing is allocated; the time
    /// goes with the number of deaths, times that of those to avoid.
    #[must_use]
    pub fn select(&self, blow: impl Into<Hit>, facing: Quat, choice: Choice<'_>) -> Option<Death<'_>> {
        Candidates { deaths: &self.deaths, count: self.deaths.len() }.select(blow.into(), facing, choice)
    }

    /// The library twice over, each death in the mirror as well, for a game that can
    /// [mirror](tumble_pose::MirrorMap) poses.
    #[must_use]
    pub const fn with_mirrored(&self) -> WithMirrored<'_> {
        WithMirrored { library: self }
    }
}

/// A [`DeathLibrary`] with each death in the mirror as well, made by [`DeathLibrary::with_mirrored`].
#[derive(Debug, Clone, Copy)]
pub struct WithMirrored<'a> {
    library: &'a DeathLibrary,
}

impl<'a> WithMirrored<'a> {
    /// As [`DeathLibrary::select`]; of a death and its mirror image that fit equally well it is the death.
    #[must_use]
    pub fn select(&self, blow: impl Into<Hit>, facing: Quat, choice: Choice<'_>) -> Option<Death<'a>> {
        let deaths = &self.library.deaths;
        Candidates { deaths, count: deaths.len().saturating_mul(2) }.select(blow.into(), facing, choice)
    }
}

/// The deaths to choose from: as baked, then mirrored, as many as they are.
struct Candidates<'a> {
    deaths: &'a [DeathEntry],
    count: usize,
}

impl<'a> Candidates<'a> {
    fn select(&self, hit: Hit, facing: Quat, choice: Choice<'_>) -> Option<Death<'a>> {
        let asked = Asked::new(hit, facing);
        let number = match choice {
            Choice::Nearest => self.nearest(&asked),
            Choice::Varied { tolerance, avoid, seed } => self.varied(&asked, tolerance, avoid, seed),
            Choice::Index(number) => usize::try_from(number).ok().filter(|&number| number < self.count),
            Choice::Seed(seed) => draw(seed, self.count),
        }?;
        let (entry, mirroring) = self.get(number);
        let yaw = asked.yaw(blow_of(entry, mirroring)).unwrap_or(0.0) as f32;
        let index = number % self.deaths.len();
        Some(Death { index, entry, yaw, mirroring, number: u32::try_from(number).ok()? })
    }

    fn get(&self, number: usize) -> (&'a DeathEntry, Mirroring) {
        match number.checked_sub(self.deaths.len()) {
            None => (&self.deaths[number], Mirroring::AsBaked),
            Some(number) => (&self.deaths[number], Mirroring::Mirrored),
        }
    }

    fn nearest(&self, asked: &Asked) -> Option<usize> {
        // Each sieve lets only those through that came through all before it.
        let angle = |&number: &usize| self.angle(asked, number);
        let speed = |&number: &usize| asked.speed_apart(self.get(number).0);
        let height = |&number: &usize| asked.height_apart(self.get(number).0);
        let all = || 0..self.count;
        let limit = least(all().map(|number| angle(&number)))? + SAME_DIRECTION;
        let along = || all().filter(|number| angle(number) <= limit);
        let limit = least(along().map(|number| speed(&number)))? + asked.same_speed();
        let as_fast = || along().filter(|number| speed(number) <= limit);
        // The first of those that are equal.
        as_fast().min_by(|one, other| height(one).total_cmp(&height(other)))
    }

    fn varied(&self, asked: &Asked, tolerance: f32, avoid: &[u32], seed: u64) -> Option<usize> {
        let angle = |number| self.angle(asked, number);
        // `max` also turns NaN into the other.
        let tolerance = f64::from(tolerance).max(0.0).max(SAME_DIRECTION);
        let limit = least((0..self.count).map(angle))? + tolerance;
        let near = || (0..self.count).filter(|&number| angle(number) <= limit);
        // How long ago a death was last played.
        let age = |number: usize| avoid.iter().rev().position(|&old| usize::try_from(old) == Ok(number));
        let fresh = || near().filter(|&number| age(number).is_none());
        match draw(seed, fresh().count()) {
            Some(pick) => fresh().nth(pick),
            None => near().max_by_key(|&number| age(number)),
        }
    }

    fn angle(&self, asked: &Asked, number: usize) -> f64 {
        let (entry, mirroring) = self.get(number);
        asked.angle(blow_of(entry, mirroring))
    }
}

/// Directions that differ by less, in radians, are the same: what is left of one direction at two speeds after
/// rounding.
const SAME_DIRECTION: f64 = 1e-3;

fn blow_of(entry: &DeathEntry, mirroring: Mirroring) -> Vec3 {
    match mirroring {
        Mirroring::AsBaked => entry.blow,
        Mirroring::Mirrored => entry.blow * Vec3::new(-1.0, 1.0, 1.0),
    }
}

fn least(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    numbers.min_by(f64::total_cmp)
}

/// One of so many, the same for the same seed on any machine; `None` of none.
fn draw(seed: u64, count: usize) -> Option<usize> {
    usize::try_from(scatter(seed).checked_rem(count as u64)?).ok()
}

/// Makes neighbouring seeds choose different deaths (the finaliser of `SplitMix64`: Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014).
fn scatter(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
