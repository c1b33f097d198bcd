//! What is on a picture, before it is written as SVG or as PNG: both show the same shapes and texts in the same places.

use super::colours::Colour;

/// A place, in pixels to the right of and below the upper left corner.
pub(super) type Place = (f64, f64);

/// Something on a picture.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Shape {
    /// An area with this outline; `alpha` is how much it covers.
    Area { outline: Vec<Place>, colour: Colour, alpha: f64 },
    /// A line through these places.
    Line { places: Vec<Place>, colour: Colour, thick: f64, dashed: bool },
    /// A disc.
    Disc { centre: Place, radius: f64, colour: Colour, alpha: f64 },
    /// A text.
    Text { text: String, at: Place, size: f64, colour: Colour, side: Side },
}

/// Where a text lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// It begins at its place.
    Right,
    /// It ends at its place.
    Left,
    /// Its middle is at its place.
    Middle,
}

/// Dashes and gaps, in pixels.
pub(super) const DASH: (f64, f64) = (12.0, 8.0);

/// A picture.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Scene {
    /// Width and height.
    pub(super) size: (u32, u32),
    /// What it is called, for readers that hear it.
    pub(super) title: String,
    /// From the back to the front, on white.
    pub(super) shapes: Vec<Shape>,
}

impl Scene {
    pub(super) fn area(&mut self, outline: Vec<Place>, colour: Colour, alpha: f64) {
        self.shapes.push(Shape::Area { outline, colour, alpha });
    }

    pub(super) fn rectangle(&mut self, (left, top): Place, (right, bottom): Place, colour: Colour) {
        self.area(vec![(left, top), (right, top), (right, bottom), (left, bottom)], colour, 1.0);
    }

    pub(super) fn line(&mut self, places: Vec<Place>, colour: Colour, thick: f64) {
        self.shapes.push(Shape::Line { places, colour, thick, dashed: false });
    }

    pub(super) fn dashes(&mut self, places: Vec<Place>, colour: Colour, thick: f64) {
        self.shapes.push(Shape::Line { places, colour, thick, dashed: true });
    }

    pub(super) fn disc(&mut self, centre: Place, radius: f64, colour: Colour, alpha: f64) {
        self.shapes.push(Shape::Disc { centre, radius, colour, alpha });
    }

    /// A text whose capitals have their middle at this height.
    pub(super) fn text(&mut self, text: &str, (x, y): Place, size: f64, colour: Colour, side: Side) {
        let at = (x, y + 0.36 * size);
        self.shapes.push(Shape::Text { text: text.to_string(), at, size, colour, side });
    }
}
