// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use clap::Args;
use tumble_clip::{Bones, ClipBuilder, Looping};

/// How a clip is built, besides how exactly.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ClipOptions {
    /// Keep every bone at one length: no joint moves in its parent, but the root or what is first to move below it
    #[arg(long)]
    rigid_bones: bool,
    /// How far that may take a joint from where it was recorded, in metres, besides the precision
    #[arg(
        long,
        value_name = "METRES",
        default_value_t = 0.0,
        requires = "rigid_bones",
        allow_negative_numbers = true
    )]
    allowance: f32,
    /// Let the clip start again at its end, and say how far it jumps there
    #[arg(long = "loop")]
    looping: bool,
}

impl ClipOptions {
    /// A builder with these options, of a motion that goes on as told unless they say otherwise.
    pub(crate) fn builder(self, looping: Looping) -> ClipBuilder {
        let bones =
            if self.rigid_bones { Bones::Rigid { allowance: self.allowance } } else { Bones::AsRecorded };
        let looping = if self.looping { Looping::Loop } else { looping };
        ClipBuilder { bones, looping, ..ClipBuilder::default() }
    }

    /// Whether anything is asked for.
    pub(crate) fn are_given(self) -> bool {
        self.rigid_bones || self.looping
    }
}
