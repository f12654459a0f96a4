// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::camera::Camera;
use super::canvas::Canvas;
use super::figure::{Figure, Solid};
use super::floor::{Floor, Shadow};
use super::lettering::{LETTER, write};
use super::light::Light;
use super::paint::TextureError;
use glam::Vec3;
use image::{Rgb, RgbImage};
use tumble_pose::{LocalPose, LocalToModelError, LocalToModelJob, Model, ModelPose, Seconds};

/// How a [`contact_sheet`] looks.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetSettings {
    /// What is written over the whole sheet; nothing where it is empty.
    pub title: String,
    /// Pixels along a side of a cell.
    pub cell: u32,
    /// Cells in a row.
    pub columns: u32,
    /// Height of the floor, in the model's units. `None`: where the lowest moment stands, which is taken to be 0
    /// if it nearly is.
    pub floor: Option<f32>,
    /// Metres a unit of the model's lengths, for the grid.
    pub metres_per_unit: f32,
}

impl Default for SheetSettings {
    fn default() -> Self {
        Self { title: String::new(), cell: 360, columns: 4, floor: None, metres_per_unit: 1.0 }
    }
}

/// A motion on a contact sheet, seen from one place throughout.
#[derive(Debug, Clone)]
pub struct Strip<'a> {
    /// What is written over its cells; nothing where it is empty.
    pub title: String,
    /// Its moments in order, a cell for each.
    pub moments: &'a [(Seconds, LocalPose)],
}

/// A contact sheet, drawn.
#[derive(Debug)]
pub struct ContactSheet {
    /// The picture.
    pub picture: RgbImage,
    /// Textures that could not be read; their materials show their colour alone.
    pub unread: Vec<TextureError>,
}

const PAPER: Rgb<u8> = Rgb([32, 35, 40]);
const INK: Rgb<u8> = Rgb([235, 235, 230]);
const TIME: Rgb<u8> = Rgb([40, 44, 52]);
/// Pixels between cells.
const GAP: u32 = 4;
/// The most pixels of a sheet.
const LARGEST: u64 = 1 << 28;
/// How far from 0 the lowest point may be, in parts of the figure's size, for the floor to be at 0.
const NEARLY_ZERO: f32 = 0.08;

/// Draws moments of one or more motions: meshes of the model, or without any its bones as capsules, on a floor
/// with a line each metre, each with its time.
///
/// The same input gives the same picture. What is not finite in a pose is not drawn.
///
/// # Errors
///
/// [`PreviewError`] when a pose is not of the model's skeleton, or the sheet would be empty or far too large.
pub fn contact_sheet(
    model: &Model,
    strips: &[Strip<'_>],
    settings: &SheetSettings,
) -> Result<ContactSheet, PreviewError> {
    let (figure, unread) = Figure::new(model)?;
    let mut sheet = Sheet::new(strips, settings)?;
    if !settings.title.is_empty() {
        sheet.heading(&settings.title, 3);
    }
    for strip in strips {
        if !strip.title.is_empty() {
            sheet.heading(&strip.title, 2);
        }
        draw_strip(&mut sheet, &figure, model, strip, settings)?;
    }
    Ok(ContactSheet { picture: sheet.picture, unread })
}

fn draw_strip(
    sheet: &mut Sheet,
    figure: &Figure<'_>,
    model: &Model,
    strip: &Strip<'_>,
    settings: &SheetSettings,
) -> Result<(), PreviewError> {
    let skeleton = &model.skeleton;
    let mut pose = ModelPose::identity(skeleton.joint_count());
    let mut moments = Vec::with_capacity(strip.moments.len());
    for (_, local) in strip.moments {
        LocalToModelJob { skeleton, local, output: &mut pose }.run()?;
        moments.push(figure.pose(&pose));
    }
    let stage = Stage::new(&moments, settings);
    for (place, (solids, (time, _))) in moments.iter().zip(strip.moments).enumerate() {
        let mut canvas = Canvas::new(settings.cell);
        stage.draw(&mut canvas, solids);
        sheet.cell(place as u32, &canvas, &format!("{:.2} s", time.0));
    }
    sheet.end_strip(strip.moments.len());
    Ok(())
}

/// Where a strip plays: camera, light and floor.
struct Stage {
    camera: Camera,
    light: Light,
    floor: Floor,
}

impl Stage {
    fn new(moments: &[Vec<Solid<'_>>], settings: &SheetSettings) -> Self {
        let points = || {
            let solids = moments.iter().flatten();
            solids.flat_map(|solid| &solid.positions).copied().filter(|point| point.is_finite())
        };
        let low = points().reduce(Vec3::min).unwrap_or(Vec3::ZERO);
        let high = points().reduce(Vec3::max).unwrap_or(Vec3::ONE);
        let size = (high - low).max_element().max(f32::MIN_POSITIVE);
        let lowest = if low.y.abs() < NEARLY_ZERO * size { 0.0 } else { low.y };
        let height = settings.floor.unwrap_or(lowest);
        let below = |point: Vec3| Vec3::new(point.x, height, point.z);
        let camera = Camera::framing(
            points().flat_map(|point| [point, below(point)]),
            Canvas::new(settings.cell).side() as f32,
        );
        let metre = settings.metres_per_unit.recip();
        let floor = Floor { height, metre, middle: (low + high) / 2.0, reach: 1.1 * size };
        Self { camera, light: Light::over(&camera), floor }
    }

    fn draw(&self, canvas: &mut Canvas, solids: &[Solid<'_>]) {
        for solid in solids {
            solid.draw(canvas, &self.camera, &self.light);
        }
        self.floor.draw(canvas, &self.camera, &Shadow::below(solids, &self.floor));
    }
}

/// The paper, and how far down it is filled.
struct Sheet {
    picture: RgbImage,
    cell: u32,
    columns: u32,
    filled: u32,
}

/// A heading's height at a size of letters.
fn heading_height(size: u32) -> u32 {
    (LETTER + 6) * size
}

impl Sheet {
    fn new(strips: &[Strip<'_>], settings: &SheetSettings) -> Result<Self, PreviewError> {
        let most = strips.iter().map(|strip| strip.moments.len()).max().unwrap_or(0);
        let columns = settings.columns.min(u32::try_from(most).unwrap_or(u32::MAX));
        let step = u64::from(settings.cell) + u64::from(GAP);
        let width = u64::from(columns) * step + u64::from(GAP);
        let mut height = u64::from(GAP);
        if !settings.title.is_empty() {
            height += u64::from(heading_height(3));
        }
        for strip in strips {
            let rows = (strip.moments.len() as u64).div_ceil(u64::from(columns.max(1)));
            let heading = if strip.title.is_empty() { 0 } else { heading_height(2) };
            height += rows * step + u64::from(heading);
        }
        if columns == 0 || settings.cell == 0 {
            return Err(PreviewError::Empty);
        }
        let fits = width.saturating_mul(height) <= LARGEST;
        let (Ok(across), Ok(down), true) = (u32::try_from(width), u32::try_from(height), fits) else {
            return Err(PreviewError::Size { width, height });
        };
        let picture = RgbImage::from_pixel(across, down, PAPER);
        Ok(Self { picture, cell: settings.cell, columns, filled: GAP })
    }

    /// Letters are smaller where the text would not fit.
    fn heading(&mut self, text: &str, size: u32) {
        let across = self.picture.width().saturating_sub(4 * GAP) / LETTER;
        let fitting = across / u32::try_from(text.chars().count()).unwrap_or(u32::MAX).max(1);
        let letters = size.min(fitting).max(1);
        write(&mut self.picture, (2 * GAP, self.filled + 3 * size), letters, INK, text);
        self.filled += heading_height(size);
    }

    fn cell(&mut self, place: u32, canvas: &Canvas, caption: &str) {
        let step = self.cell + GAP;
        let corner = (GAP + place % self.columns * step, self.filled + place / self.columns * step);
        canvas.show(&mut self.picture, corner);
        let size = self.cell.div_ceil(180);
        write(&mut self.picture, (corner.0 + 3 * size, corner.1 + 3 * size), size, TIME, caption);
    }

    fn end_strip(&mut self, cells: usize) {
        self.filled += (cells as u32).div_ceil(self.columns) * (self.cell + GAP);
    }
}

/// Moments for a sheet, evenly over a motion: the first and the last included, `at_most` of them, fewer where
/// they would be less than a thirtieth of a second apart. A duration that is not above zero has one moment.
#[must_use]
pub fn moments(duration: Seconds, at_most: usize) -> Vec<Seconds> {
    const LEAST_STEP: f64 = 1.0 / 30.0;
    // A cast of NaN gives 0; the small part more is for durations that are a whole number of steps.
    let steps = ((duration.0 / LEAST_STEP + 1e-6) as usize).min(at_most.saturating_sub(1));
    if steps == 0 {
        return vec![Seconds::ZERO];
    }
    (0..=steps).map(|step| duration * (step as f64 / steps as f64)).collect()
}

/// Why there is no contact sheet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PreviewError {
    /// A pose is not of the model's skeleton.
    #[error("a pose does not belong to the character")]
    Pose(#[from] LocalToModelError),
    /// The sheet would have no moments, no columns, or cells of no pixels.
    #[error("a sheet needs moments, columns, and cells of some pixels")]
    Empty,
    /// No memory would hold the sheet.
    #[error("a sheet of {width} x {height} pixels cannot be drawn")]
    Size {
        /// Pixels across.
        width: u64,
        /// Pixels down.
        height: u64,
    },
}
