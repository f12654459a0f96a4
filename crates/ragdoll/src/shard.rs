// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::str::FromStr;

/// A share of the falls of a bake, for one of several machines: number `number` of `of` takes every `of`th fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// All falls.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Number `number`, from 1, of `of`; `None` if there is no such one.
    #[must_use]
    pub fn new(number: usize, of: usize) -> Option<Self> {
        (1..=of).contains(&number).then_some(Self { number, of })
    }

    /// Which one, from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self.number
    }

    /// How many there are.
    #[must_use]
    pub const fn of(self) -> usize {
        self.of
    }

    /// Whether fall `index`, from 0, is one of its own.
    #[must_use]
    pub const fn contains(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// `3/8` is the third of eight.
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || "expected a number from 1, a slash and how many there are: 3/8".to_owned();
        let (number, of) = text.split_once('/').ok_or_else(expected)?;
        let parsed = number.parse().ok().zip(of.parse().ok());
        parsed.and_then(|(number, of)| Self::new(number, of)).ok_or_else(expected)
    }
}
