//! A scene as pixels. Edges are smooth: each pixel has as much of a colour as the shape covers of it.

use ab_glyph::{Font, Point, point};
use ab_glyph_rasterizer::Rasterizer;

use super::colours::Colour;
use super::font::{font, letters};
use super::scene::{DASH, Place, Scene, Shape, Side};

/// Three bytes a pixel, row by row.
pub(super) struct Bitmap {
    size: (usize, usize),
    pub(super) pixels: Vec<u8>,
}

/// All pixels of a scene.
pub(super) fn bitmap(scene: &Scene) -> Bitmap {
    let size @ (width, height) = (scene.size.0 as usize, scene.size.1 as usize);
    let mut bitmap = Bitmap { size, pixels: vec![255; 3 * width * height] };
    for shape in &scene.shapes {
        match shape {
            Shape::Area { outline, colour, alpha } => bitmap.fill(&[outline], *colour, *alpha),
            Shape::Disc { centre, radius, colour, alpha } => bitmap.fill(&[&round(*centre, *radius)], *colour, *alpha),
            Shape::Line { places, colour, thick, dashed } => {
                for piece in if *dashed { dashes(places) } else { vec![places.clone()] } {
                    bitmap.line(&piece, *colour, *thick);
                }
            }
            Shape::Text { text, at, size, colour, side } => bitmap.text(text, *at, *size, *colour, *side),
        }
    }
    bitmap
}

/// A disc as a polygon.
fn round((x, y): Place, radius: f64) -> Vec<Place> {
    let corners = (8.0 + 2.0 * radius).ceil();
    let angle = |k: u32| f64::from(k) * std::f64::consts::TAU / corners;
    (0..corners as u32).map(|k| (x + radius * angle(k).cos(), y + radius * angle(k).sin())).collect()
}

/// The dashes of a broken line.
fn dashes(places: &[Place]) -> Vec<Vec<Place>> {
    let mut all: Vec<Vec<Place>> = Vec::new();
    let (mut on, mut left) = (true, DASH.0);
    for pair in places.windows(2) {
        let ((x, y), (dx, dy)) = (pair[0], (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
        let (length, mut gone) = (dx.hypot(dy), 0.0);
        while gone < length {
            let step = left.min(length - gone);
            let at = |way: f64| (x + dx * way / length, y + dy * way / length);
            if on {
                all.push(vec![at(gone), at(gone + step)]);
            }
            gone += step;
            left -= step;
            if left <= 0.0 {
                on = !on;
                left = if on { DASH.0 } else { DASH.1 };
            }
        }
    }
    all
}

impl Bitmap {
    fn blend(&mut self, x: i64, y: i64, Colour(red, green, blue): Colour, share: f32) {
        if share <= 0.0 || x < 0 || y < 0 || x >= self.size.0 as i64 || y >= self.size.1 as i64 {
            return;
        }
        let (first, share) = (3 * (y as usize * self.size.0 + x as usize), share.min(1.0));
        let mix = |old: u8, new: u8| (f32::from(old) + (f32::from(new) - f32::from(old)) * share + 0.5) as u8;
        let pixel = &mut self.pixels[first..first + 3];
        (pixel[0], pixel[1], pixel[2]) = (mix(pixel[0], red), mix(pixel[1], green), mix(pixel[2], blue));
    }

    /// Fills what lies in any of these outlines, which all go round the same way.
    fn fill(&mut self, outlines: &[&[Place]], colour: Colour, alpha: f64) {
        let ends = |number: fn(&Place) -> f64| {
            let all = outlines.iter().copied().flatten().map(number);
            all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
        };
        let ((left, right), (top, bottom)) = (ends(|place| place.0), ends(|place| place.1));
        if !(left <= right && top <= bottom) {
            return;
        }
        let (left, top) = (left.floor() - 1.0, top.floor() - 1.0);
        let mut mask = Rasterizer::new((right - left).ceil() as usize + 2, (bottom - top).ceil() as usize + 2);
        let inside = |place: &Place| -> Point { point((place.0 - left) as f32, (place.1 - top) as f32) };
        for outline in outlines {
            for (one, next) in outline.iter().zip(outline.iter().cycle().skip(1)) {
                mask.draw_line(inside(one), inside(next));
            }
        }
        let (left, top) = (left as i64, top as i64);
        mask.for_each_pixel_2d(|x, y, covered| {
            self.blend(left + i64::from(x), top + i64::from(y), colour, covered.min(1.0) * alpha as f32);
        });
    }

    /// Draws a line piece by piece, with round corners.
    fn line(&mut self, places: &[Place], colour: Colour, thick: f64) {
        let half = thick / 2.0;
        for (number, pair) in places.windows(2).enumerate() {
            let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
            let (dx, dy) = (to_x - x, to_y - y);
            let length = dx.hypot(dy);
            if length == 0.0 {
                continue;
            }
            let (across, down) = (-dy / length * half, dx / length * half);
            let body = [
                (x - across, y - down),
                (to_x - across, to_y - down),
                (to_x + across, to_y + down),
                (x + across, y + down),
            ];
            let corner = if number > 0 { round(pair[0], half) } else { Vec::new() };
            self.fill(&[&body, &corner], colour, 1.0);
        }
    }

    fn text(&mut self, text: &str, (x, y): Place, size: f64, colour: Colour, side: Side) {
        let (glyphs, width) = letters(text, size);
        let begin = match side {
            Side::Right => x,
            Side::Left => x - width,
            Side::Middle => x - width / 2.0,
        };
        for mut glyph in glyphs {
            glyph.position.x += begin as f32;
            glyph.position.y += y as f32;
            let Some(outlined) = font().outline_glyph(glyph) else { continue };
            let corner = outlined.px_bounds().min;
            outlined.draw(|dx, dy, covered| {
                self.blend(corner.x as i64 + i64::from(dx), corner.y as i64 + i64::from(dy), colour, covered);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> Scene {
        Scene { size: (40, 40), title: String::new(), shapes: Vec::new() }
    }

    /// How much ink there is, in pixels.
    fn ink(scene: &Scene) -> f64 {
        bitmap(scene).pixels.iter().map(|&part| f64::from(255 - part)).sum::<f64>() / (3.0 * 255.0)
    }

    #[test]
    fn shapes_cover_what_they_should() {
        let black = Colour(0, 0, 0);
        let mut scene = empty();
        scene.rectangle((3.5, 4.25), (13.5, 14.25), black);
        assert!((ink(&scene) - 100.0).abs() < 0.5);
        let mut scene = empty();
        scene.line(vec![(5.0, 20.0), (35.0, 20.0)], black, 3.0);
        assert!((ink(&scene) - 90.0).abs() < 0.5);
        let mut scene = empty();
        scene.dashes(vec![(0.0, 20.0), (40.0, 20.0)], black, 2.0);
        assert!((ink(&scene) - 48.0).abs() < 0.5, "12 of every 20 pixels");
        let mut scene = empty();
        scene.disc((20.0, 20.0), 10.0, black, 0.5);
        assert!((ink(&scene) - 157.0).abs() < 4.0);
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let mut scene = empty();
        scene.rectangle((-10.0, -10.0), (50.0, 5.0), Colour(0, 0, 0));
        scene.text("a long text that leaves the picture", (20.0, 38.0), 20.0, Colour(0, 0, 0), Side::Middle);
        assert!(ink(&scene) >= 200.0);
    }

    #[test]
    fn texts_lie_on_their_side() {
        for (side, filled) in [(Side::Left, 0..20), (Side::Right, 20..40)] {
            let mut scene = empty();
            scene.text("v", (20.0, 20.0), 20.0, Colour(0, 0, 0), side);
            let pixels = bitmap(&scene).pixels;
            let dark = |at: &usize| pixels[3 * at] < 128;
            assert!((0..1600).filter(dark).all(|at| filled.contains(&(at % 40))), "{side:?}");
            assert!((0..1600).any(|at| dark(&at)));
        }
    }
}
