// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_fyrox::pose::Seconds;

/// How long a message is shown, in seconds.
const SHOWN: f64 = 6.0;

/// What the arena has to say, for a while.
#[derive(Debug, Default)]
pub(crate) struct Message {
    text: String,
    until: Seconds,
}

impl Message {
    /// Replaces what was said before.
    pub(crate) fn say(&mut self, now: Seconds, text: impl Into<String>) {
        self.text = text.into();
        self.until = now + Seconds(SHOWN);
    }

    pub(crate) fn at(&self, now: Seconds) -> Option<&str> {
        (now < self.until).then_some(self.text.as_str())
    }
}
