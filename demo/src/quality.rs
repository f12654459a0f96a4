// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use fyrox::renderer::{QualitySettings, Renderer};
use std::time::Duration;

/// A frame that takes longer to draw is drawn with less effort from then on.
const TOO_LONG: Duration = Duration::from_millis(120);

/// Frames before that is judged: the first few load and compile.
const JUDGED_AFTER: u32 = 3;

/// How much effort goes into pictures: all there is, until it turns out to be too slow, as without a graphics card.
#[derive(Debug, Default)]
pub(crate) struct Quality {
    frames: u32,
    lowered: bool,
}

impl Quality {
    /// Takes in how long a frame took to draw; once it is too long, leaves out what is seen least.
    pub(crate) fn watch(&mut self, frame: Duration, renderer: &mut Renderer) {
        self.frames = self.frames.saturating_add(1);
        if self.lowered || self.frames <= JUDGED_AFTER || frame < TOO_LONG {
            return;
        }
        self.lowered = true;
        let mut settings = QualitySettings { use_ssao: false, ..QualitySettings::high() };
        settings.hdr_settings.bloom_settings.use_bloom = false;
        settings.csm_settings.size = 1024;
        settings.csm_settings.pcf = false;
        // Where it cannot be changed it stays as it is.
        let _ = renderer.set_quality_settings(&settings);
    }
}
