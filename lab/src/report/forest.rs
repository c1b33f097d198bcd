//! The intervals of a claim under each other, on one scale: a forest plot in a table.

use std::fmt::Write;

use super::claim::{Claim, Measure};
use crate::statistics::{Allowed, Found};

const WIDTH: f64 = 280.0;
const HEIGHT: f64 = 20.0;
const MARGIN: f64 = 12.0;

/// The common scale of all rows.
pub(super) struct Scale {
    low: f64,
    high: f64,
    allowed: Allowed,
}

impl Scale {
    /// A scale that holds all rows and the mark; nothing if no row has an interval to draw.
    pub fn of(claim: &Claim) -> Option<Scale> {
        let finite = |&(low, high): &(f64, f64)| low.is_finite() && high.is_finite();
        let rows: Vec<(f64, f64)> = claim.measures.iter().map(|measure| measure.interval).filter(finite).collect();
        if rows.iter().all(|(low, high)| low == high) {
            return None;
        }
        let (from, to) = claim.allowed.ends();
        let marks = [from, to].into_iter().filter(|end| end.is_finite());
        let low = rows.iter().map(|row| row.0).chain(marks.clone()).fold(f64::INFINITY, f64::min);
        let high = rows.iter().map(|row| row.1).chain(marks).fold(f64::NEG_INFINITY, f64::max);
        Some(Scale { low, high, allowed: claim.allowed })
    }

    fn x(&self, value: f64) -> f64 {
        let share = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        MARGIN + share * (WIDTH - 2.0 * MARGIN)
    }

    /// The picture of one row. Shape and colour both say what was found.
    pub fn row(&self, measure: &Measure) -> String {
        let (found, (low, high)) = (measure.found, measure.interval);
        let middle = HEIGHT / 2.0;
        let mut svg = self.open(HEIGHT);
        svg += &self.marked(HEIGHT);
        let class = match found {
            Found::Yes => "yes",
            Found::No => "no",
            Found::Unclear => "unclear",
        };
        let (low, high, x) = (self.x(low), self.x(high), self.x(measure.estimate.value));
        let _ = write!(svg, r#"<line class="{class}" x1="{low:.1}" x2="{high:.1}" y1="{middle}" y2="{middle}"/>"#);
        let _ = match found {
            Found::Yes => write!(svg, r#"<circle class="yes" cx="{x:.1}" cy="{middle}" r="4.5"/>"#),
            Found::Unclear => write!(svg, r#"<circle class="unclear" cx="{x:.1}" cy="{middle}" r="4"/>"#),
            Found::No => {
                let (left, right, top, bottom) = (x - 5.0, x + 5.0, middle - 5.0, middle + 5.0);
                write!(
                    svg,
                    r#"<path class="no" d="M{x:.1} {top}L{right:.1} {middle}L{x:.1} {bottom}L{left:.1} {middle}Z"/>"#
                )
            }
        };
        svg + "</svg>"
    }

    /// The axis below the rows.
    pub fn axis(&self) -> String {
        let mut svg = self.open(26.0);
        let (start, end) = (self.x(self.low), self.x(self.high));
        let _ = write!(svg, r#"<line class="axis" x1="{start:.1}" x2="{end:.1}" y1="3" y2="3"/>"#);
        let step = step(self.high - self.low);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        let digits = (-step.log10().floor()).max(0.0) as usize;
        for tick in first..=last {
            let value = tick as f64 * step;
            let x = self.x(value);
            let text = format!("{value:.digits$}").replace('-', "\u{2212}");
            let _ = write!(svg, r#"<line class="axis" x1="{x:.1}" x2="{x:.1}" y1="3" y2="7"/>"#);
            let _ = write!(svg, r#"<text x="{x:.1}" y="20">{text}</text>"#);
        }
        svg + "</svg>"
    }

    fn open(&self, height: f64) -> String {
        format!(
            r#"<svg class="forest" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" aria-hidden="true">"#
        )
    }

    /// The side where the numbers ought to lie, shaded.
    fn marked(&self, height: f64) -> String {
        let shade = |from: f64, to: f64| {
            format!(r#"<rect class="claimed" x="{from:.1}" y="0" width="{:.1}" height="{height}"/>"#, to - from)
        };
        let line = |x: f64| format!(r#"<line class="limit" x1="{x:.1}" x2="{x:.1}" y1="0" y2="{height}"/>"#);
        match self.allowed {
            Allowed::Below(limit) => shade(0.0, self.x(limit)) + &line(self.x(limit)),
            Allowed::Above(limit) => shade(self.x(limit), WIDTH) + &line(self.x(limit)),
            Allowed::Between(low, high) => shade(self.x(low), self.x(high)),
            Allowed::Only(value) => line(self.x(value)),
        }
    }
}

/// A round step that gives two to seven ticks.
fn step(range: f64) -> f64 {
    let rough = range / 5.0;
    let power = 10.0_f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough).unwrap_or(10.0);
    factor * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for range in [0.003, 0.7, 1.0, 9.0, 43.0, 60.0, 180.0, 12_345.0] {
            let ticks = range / step(range);
            assert!((2.0..=7.5).contains(&ticks), "{range}: a step of {}", step(range));
        }
        assert_eq!(step(50.0), 10.0);
    }
}
