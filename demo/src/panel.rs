// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::keys::KEYS;
use crate::status::Status;
use fyrox::core::algebra::Vector2;
use fyrox::core::color::Color;
use fyrox::core::pool::Handle;
use fyrox::gui::border::{Border, BorderBuilder};
use fyrox::gui::brush::Brush;
use fyrox::gui::text::{Text, TextBuilder, TextMessage};
use fyrox::gui::widget::{WidgetBuilder, WidgetMessage};
use fyrox::gui::{BuildContext, HorizontalAlignment, Thickness, UserInterface, VerticalAlignment};
use std::time::{Duration, Instant};

/// How often the figures change.
const EVERY: Duration = Duration::from_millis(250);

const FONT_SIZE: f32 = 16.0;

/// What is written over the picture: the state of the arena, the keys, and what it has to say.
#[derive(Debug)]
pub(crate) struct Panel {
    facts: Lines,
    keys: Lines,
    message: Lines,
    keys_shown: bool,
    message_shown: bool,
    updated: Option<Instant>,
}

/// Text on a dark plate.
#[derive(Debug)]
struct Lines {
    plate: Handle<Border>,
    text: Handle<Text>,
}

impl Panel {
    pub(crate) fn new(ui: &mut UserInterface) -> Self {
        use HorizontalAlignment::{Center, Left, Right};
        use VerticalAlignment::{Bottom, Top};
        let context = &mut ui.build_ctx();
        let facts = Lines::new(context, "", Left, Top);
        let keys = Lines::new(context, &key_list(), Right, Top);
        let message = Lines::new(context, "", Center, Bottom);
        let panel = Self { facts, keys, message, keys_shown: true, message_shown: false, updated: None };
        panel.message.show(ui, false);
        panel
    }

    /// Shows the keys, or hides them.
    pub(crate) fn toggle_keys(&mut self, ui: &UserInterface) {
        self.keys_shown = !self.keys_shown;
        self.keys.show(ui, self.keys_shown);
    }

    /// Brings it up to date, as often as one can read; whether it did.
    pub(crate) fn update(&mut self, ui: &UserInterface, status: &Status<'_>) -> bool {
        if self.message_shown != status.message.is_some() {
            self.message_shown = status.message.is_some();
            self.message.show(ui, self.message_shown);
            self.updated = None;
        }
        if self.updated.is_some_and(|updated| updated.elapsed() < EVERY) {
            return false;
        }
        self.updated = Some(Instant::now());
        self.facts.write(ui, status.to_string());
        if let Some(message) = status.message {
            self.message.write(ui, message.to_owned());
        }
        true
    }
}

impl Lines {
    fn new(
        context: &mut BuildContext<'_>,
        text: &str,
        horizontal: HorizontalAlignment,
        vertical: VerticalAlignment,
    ) -> Self {
        let widget = WidgetBuilder::new()
            .with_margin(Thickness { left: 12.0, right: 12.0, top: 8.0, bottom: 8.0 })
            .with_foreground(Brush::Solid(Color::opaque(240, 243, 247)).into());
        let text = TextBuilder::new(widget).with_text(text).with_font_size(FONT_SIZE.into()).build(context);
        let plate = WidgetBuilder::new()
            .with_margin(Thickness::uniform(14.0))
            .with_horizontal_alignment(horizontal)
            .with_vertical_alignment(vertical)
            .with_background(Brush::Solid(Color::from_rgba(18, 24, 32, 190)).into())
            .with_foreground(Brush::Solid(Color::TRANSPARENT).into())
            .with_hit_test_visibility(false)
            .with_child(text);
        let plate = BorderBuilder::new(plate)
            .with_corner_radius(6.0.into())
            .with_stroke_thickness(Thickness::zero().into())
            .build(context);
        Self { plate, text }
    }

    fn show(&self, ui: &UserInterface, shown: bool) {
        ui.send(self.plate, WidgetMessage::Visibility(shown));
    }

    fn write(&self, ui: &UserInterface, text: String) {
        ui.send(self.text, TextMessage::Text(text));
    }
}

fn key_list() -> String {
    let lines: Vec<String> = KEYS.iter().map(|(key, what)| format!("{key:<14}{what}")).collect();
    lines.join("\n")
}

/// A user interface as large as the window.
pub(crate) fn user_interface(width: f32, height: f32) -> UserInterface {
    UserInterface::new(Vector2::new(width, height))
}
