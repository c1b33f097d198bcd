//! Pictures: a figure is a title and some panels side by side, each with curves, bars or a matrix. It is described
//! here, and drawn once as SVG and once as PNG.

pub(crate) mod colours;
mod draw;
mod scale;

use std::io::Write;
use std::path::Path;
use std::sync::Once;

use image::codecs::png::PngEncoder;
use image::{ColorType, ImageEncoder};
use plotters::prelude::*;
use plotters::style::register_font;
use provebest_system::replace;

pub use colours::{Ink, Marker, ink, label};
pub use scale::{Axis, Scale};

/// A picture.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// A line below the title: how many trees, what the bars mean.
    pub note: String,
    /// Side by side.
    pub panels: Vec<Panel>,
}

/// A part of a picture with its own axes.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// What is different from the other panels.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// What is drawn.
    pub content: Content,
}

/// What a panel holds.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// Curves, each with its name at its end.
    Curves(Vec<Curve>),
    /// Bars to the right, each with its name before it and its value behind; `x` is their axis.
    Bars(Vec<Bar>),
    /// Points that are not joined, of one size; curves without a marker are lines. Each with its name at its end.
    Scatter(Vec<Curve>),
    /// Bars to the right, each made of the same parts; `x` is their axis.
    Stacks {
        /// The parts, from left to right.
        parts: Vec<(String, Ink)>,
        /// The bars, each with its name and how long its parts are.
        bars: Vec<(String, Vec<f64>)>,
    },
    /// Percentages: how often the row wins against the column.
    Matrix {
        /// The names of rows and columns.
        names: Vec<String>,
        /// Row by row; nothing on the diagonal.
        shares: Vec<Vec<Option<f64>>>,
    },
}

/// A curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// Its name.
    pub label: String,
    /// Colour and marker.
    pub ink: Ink,
    /// From left to right.
    pub points: Vec<Point>,
}

/// A mean with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// The mean.
    pub y: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Point {
    /// A point without an interval.
    pub fn sharp(x: f64, y: f64) -> Point {
        Point { x, y, low: y, high: y }
    }
}

/// A bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// Its name.
    pub label: String,
    /// Its colour.
    pub ink: Ink,
    /// How long.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Figure {
    /// How many panels stand side by side.
    fn columns(&self) -> usize {
        self.panels.len().clamp(1, 2)
    }

    /// The height of a row of panels.
    fn row_height(&self) -> u32 {
        let height = |panel: &Panel| match &panel.content {
            Content::Bars(bars) => 140 + 44 * bars.len() as u32,
            Content::Stacks { bars, .. } => 180 + 44 * bars.len() as u32,
            Content::Matrix { names, .. } => 150 + 60 * names.len() as u32,
            Content::Curves(_) | Content::Scatter(_) => 680,
        };
        self.panels.iter().map(height).max().unwrap_or(200)
    }

    /// The size in pixels; SVG scales.
    pub fn size(&self) -> (u32, u32) {
        let rows = self.panels.len().div_ceil(self.columns()) as u32;
        (if self.panels.len() < 2 { 1200 } else { 1680 }, 112 + rows * self.row_height())
    }

    /// Writes `figure.svg` and `figure.png` into a folder.
    pub fn save(&self, folder: &Path) -> anyhow::Result<()> {
        static FONT: Once = Once::new();
        FONT.call_once(|| {
            let known = register_font("sans-serif", FontStyle::Normal, include_bytes!("../../fonts/DejaVuSans.ttf"));
            assert!(known.is_ok(), "the font that comes with the laboratory is a font");
        });
        let problem = |error: &dyn std::fmt::Display| anyhow::anyhow!("{error}");
        let size @ (width, height) = self.size();
        let mut svg = String::new();
        draw::figure(self, &SVGBackend::with_string(&mut svg, size).into_drawing_area()).map_err(|e| problem(&e))?;
        replace(&folder.join("figure.svg"), |file| file.write_all(svg.as_bytes()))?;
        let mut pixels = vec![0; 3 * width as usize * height as usize];
        let bitmap = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
        draw::figure(self, &bitmap).map_err(|e| problem(&e))?;
        drop(bitmap);
        let mut png = Vec::new();
        PngEncoder::new(&mut png).write_image(&pixels, width, height, ColorType::Rgb8)?;
        Ok(replace(&folder.join("figure.png"), |file| file.write_all(&png))?)
    }
}
