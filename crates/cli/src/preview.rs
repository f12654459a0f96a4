// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! A contact sheet of a motion: a small software renderer, so that a person can look at what was made.

mod bones;
mod camera;
mod canvas;
mod capsule;
mod contact_sheet;
mod figure;
mod floor;
mod lettering;
mod light;
mod paint;
mod raster;

pub use contact_sheet::{ContactSheet, PreviewError, SheetSettings, Strip, contact_sheet, moments};
pub use paint::TextureError;
