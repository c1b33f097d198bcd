//! Pictures: a figure is a title and some panels side by side, each with curves, bars or a matrix. It is described
//! here, and drawn once as SVG and once as PNG by the feature `plots`.

#[cfg(feature = "plots")]
mod bitmap;
pub(crate) mod colours;
#[cfg(feature = "plots")]
mod draw;
#[cfg(feature = "plots")]
mod font;
#[cfg(feature = "plots")]
mod range;
#[cfg(feature = "plots")]
mod save;
mod scale;
#[cfg(feature = "plots")]
mod scene;
#[cfg(feature = "plots")]
mod svg;

pub use colours::{Colour, Ink, Marker, ink, label};
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

/// A mean with its interval; none where both ends are the mean.
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

/// With fewer trees an interval says nothing, and covers what it stands beside.
pub const FEWEST_FOR_INTERVALS: u32 = 5;

impl Figure {
    /// The same, with means only.
    pub fn without_intervals(mut self) -> Figure {
        for panel in &mut self.panels {
            match &mut panel.content {
                Content::Curves(list) | Content::Scatter(list) => {
                    let points = list.iter_mut().flat_map(|curve| &mut curve.points);
                    points.for_each(|point| *point = Point::sharp(point.x, point.y));
                }
                Content::Bars(bars) => bars.iter_mut().for_each(|bar| (bar.low, bar.high) = (bar.value, bar.value)),
                Content::Stacks { .. } | Content::Matrix { .. } => {}
            }
        }
        let bars = [" with 95 % intervals", " bars from the least to the most", " with the least and the most"];
        for words in bars.into_iter().flat_map(|bar| [format!(",{bar}"), format!(";{bar}"), bar.to_string()]) {
            self.note = self.note.replace(&words, "");
        }
        self.note += &format!("; no intervals from fewer than {FEWEST_FOR_INTERVALS}");
        self
    }
}

/// Why runs draw no figures, if they do not.
pub const MISSING: Option<&str> = match cfg!(feature = "plots") {
    true => None,
    false => Some("no figures: this program was built without the feature 'plots'"),
};

#[cfg(not(feature = "plots"))]
impl Figure {
    /// Writes nothing.
    pub fn save(&self, _folder: &std::path::Path) -> anyhow::Result<()> {
        Ok(())
    }
}
