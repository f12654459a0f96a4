// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::keys::KEYS;
use crate::status::Status;
use fyrox::core::algebra::Vector2;
use fyrox::core::color::Color;
use fyrox::core::pool::Handle;
use fyrox::gui::border::{Border, BorderBuilder};
use fyrox::gui::brush::Brush;
use fyrox::gui::grid::{Column, GridBuilder, Row};
use fyrox::gui::screen::ScreenBuilder;
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
    facts: Plate,
    keys: Plate,
    message: Plate,
    keys_shown: bool,
    message_shown: bool,
    updated: Option<Instant>,
}

/// Text on a dark plate, in two columns.
#[derive(Debug)]
struct Plate {
    border: Handle<Border>,
    columns: [Handle<Text>; 2],
}

impl Panel {
    pub(crate) fn new(ui: &mut UserInterface) -> Self {
        use HorizontalAlignment::{Center, Left, Right};
        use VerticalAlignment::{Bottom, Top};
        let context = &mut ui.build_ctx();
        let facts = Plate::new(context, Left, Top);
        let keys = Plate::new(context, Right, Top);
        let message = Plate::new(context, Center, Bottom);
        let plates = [&facts, &keys, &message].map(|plate| plate.border.to_base());
        ScreenBuilder::new(WidgetBuilder::new().with_children(plates)).build(context);
        let panel = Self { facts, keys, message, keys_shown: true, message_shown: false, updated: None };
        panel.keys.write(ui, KEYS.into_iter());
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
        let rows = status.rows();
        self.facts.write(ui, rows.iter().map(|(what, value)| (*what, value.as_str())));
        if let Some(message) = status.message {
            self.message.write(ui, std::iter::once((message, "")));
        }
        true
    }
}

impl Plate {
    fn new(
        context: &mut BuildContext<'_>,
        horizontal: HorizontalAlignment,
        vertical: VerticalAlignment,
    ) -> Self {
        let columns = [(0, Color::opaque(176, 190, 204)), (1, Color::opaque(244, 246, 249))];
        let columns = columns.map(|(column, color)| {
            let widget = WidgetBuilder::new()
                .on_column(column)
                .with_margin(Thickness { left: 8.0, right: 8.0, top: 8.0, bottom: 8.0 })
                .with_foreground(Brush::Solid(color).into());
            TextBuilder::new(widget).with_font_size(FONT_SIZE.into()).build(context)
        });
        let side_by_side = WidgetBuilder::new().with_children(columns.map(Handle::to_base));
        let side_by_side = GridBuilder::new(side_by_side)
            .add_row(Row::auto())
            .add_columns(vec![Column::auto(), Column::auto()])
            .build(context);
        let border = WidgetBuilder::new()
            .with_margin(Thickness::uniform(14.0))
            .with_horizontal_alignment(horizontal)
            .with_vertical_alignment(vertical)
            .with_background(Brush::Solid(Color::from_rgba(18, 24, 32, 190)).into())
            .with_foreground(Brush::Solid(Color::TRANSPARENT).into())
            .with_hit_test_visibility(false)
            .with_child(side_by_side);
        let border = BorderBuilder::new(border)
            .with_corner_radius(6.0.into())
            .with_stroke_thickness(Thickness::zero().into())
            .build(context);
        Self { border, columns }
    }

    fn show(&self, ui: &UserInterface, shown: bool) {
        ui.send(self.border, WidgetMessage::Visibility(shown));
    }

    /// Rows of the left and the right column.
    fn write<'a>(&self, ui: &UserInterface, rows: impl Iterator<Item = (&'a str, &'a str)>) {
        let (left, right): (Vec<&str>, Vec<&str>) = rows.unzip();
        for (column, lines) in self.columns.iter().zip([left, right]) {
            ui.send(*column, TextMessage::Text(lines.join("\n")));
        }
    }
}

/// A user interface as large as the window.
pub(crate) fn user_interface(width: f32, height: f32) -> UserInterface {
    UserInterface::new(Vector2::new(width, height))
}
