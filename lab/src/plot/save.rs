//! Writing a figure.

use std::io::Write;
use std::path::Path;

use provebest_system::replace;

use super::Figure;
use super::bitmap::bitmap;
use super::svg::svg;

impl Figure {
    /// Writes `figure.svg` and `figure.png` into a folder.
    pub fn save(&self, folder: &Path) -> anyhow::Result<()> {
        let scene = self.scene();
        let text = svg(&scene);
        replace(&folder.join("figure.svg"), |file| file.write_all(text.as_bytes()))?;
        let pixels = bitmap(&scene).pixels;
        replace(&folder.join("figure.png"), |file| {
            let mut encoder = png::Encoder::new(file, scene.size.0, scene.size.1);
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_depth(png::BitDepth::Eight);
            // Lines on white: rows that repeat each other are short as they are.
            encoder.set_filter(png::Filter::NoFilter);
            let mut image = encoder.write_header()?;
            image.write_image_data(&pixels)?;
            Ok(image.finish()?)
        })
    }
}
