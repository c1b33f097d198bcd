//! Writing a figure.

use std::io::Write;
use std::path::Path;
use std::sync::Once;

use plotters::prelude::*;
use plotters::style::register_font;
use provebest_system::replace;

use super::draw::figure;
use super::{Content, Figure, Panel};

impl Figure {
    /// How many panels stand side by side.
    pub(super) fn columns(&self) -> usize {
        self.panels.len().clamp(1, 2)
    }

    /// The height of a row of panels.
    pub(super) fn row_height(&self) -> u32 {
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
        figure(self, &SVGBackend::with_string(&mut svg, size).into_drawing_area()).map_err(|e| problem(&e))?;
        replace(&folder.join("figure.svg"), |file| file.write_all(svg.as_bytes()))?;
        let mut pixels = vec![0; 3 * width as usize * height as usize];
        let bitmap = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
        figure(self, &bitmap).map_err(|e| problem(&e))?;
        drop(bitmap);
        replace(&folder.join("figure.png"), |file| {
            let mut encoder = png::Encoder::new(file, width, height);
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_depth(png::BitDepth::Eight);
            let mut image = encoder.write_header()?;
            image.write_image_data(&pixels)?;
            Ok(image.finish()?)
        })
    }
}
