// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

/// Where in a [`RawClip`](crate::RawClip) something is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The joint's path, or the scalar's key in words.
    pub track: String,
    /// Which of its curves.
    pub part: Part,
    /// Which key of the curve, from 0; `None` where the whole curve is meant.
    pub key: Option<usize>,
}

/// One of the curves of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Where the joint is in its parent.
    Translation,
    /// How it is turned.
    Rotation,
    /// How large it is.
    Scale,
    /// A value that is no joint's.
    Scalar,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
            Self::Scalar => "scalar",
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {:?}", self.part, self.track)?;
        match self.key {
            Some(key) => write!(f, ", key {key}"),
            None => Ok(()),
        }
    }
}
