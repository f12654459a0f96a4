// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// How far a recording is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// It has not begun.
    Waiting,
    /// It records.
    Recording,
    /// The motion comes to a hold: at rest, or cut short by the cap. Go on pushing.
    Easing,
    /// It has ended; further pushes are ignored.
    Done(Outcome),
}

/// How a recording ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Everything came to rest.
    Settled,
    /// It did not come to rest within the cap and was eased to a hold in motion.
    Capped,
    /// It was told to stop, or its time had come.
    Stopped,
    /// It was as long as it may be.
    MaxLength,
}
