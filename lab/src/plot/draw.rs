//! Drawing a figure on any canvas.

use plotters::coord::Shift;
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon, Rectangle, Text, TriangleMarker};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::colours::{Colour, Marker};
use super::range::{Range, written};
use super::{Bar, Content, Curve, Figure, Ink, Panel};

type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

const TITLE: u32 = 34;
const HEADING: u32 = 27;
const LABEL: u32 = 25;
const TICK: u32 = 23;
const INK: RGBColor = RGBColor(30, 30, 30);
const QUIET: RGBColor = RGBColor(90, 90, 90);
const GRID: RGBColor = RGBColor(225, 225, 225);

/// About as wide as a text of this size.
fn wide(text: &str, size: u32) -> i32 {
    (text.chars().count() as f64 * f64::from(size) * 0.49).ceil() as i32
}

/// A colour as the drawing library has it.
fn rgb(Colour(red, green, blue): Colour) -> RGBColor {
    RGBColor(red, green, blue)
}

struct Canvas<'a, DB: DrawingBackend> {
    area: &'a DrawingArea<DB, Shift>,
}

impl<DB: DrawingBackend> Canvas<'_, DB> {
    fn text(&self, text: &str, (x, y): (i32, i32), size: u32, colour: RGBColor, h: HPos, v: VPos) -> Drawn<DB> {
        let style = ("sans-serif", size).into_font().color(&colour).pos(Pos::new(h, v));
        self.area.draw(&Text::new(text.to_string(), (x, y), style))
    }

    fn line(&self, points: Vec<(i32, i32)>, colour: RGBColor, thick: u32) -> Drawn<DB> {
        self.area.draw(&PathElement::new(points, colour.stroke_width(thick)))
    }

    fn curve(&self, points: Vec<(i32, i32)>, ink: Ink) -> Drawn<DB> {
        if ink.dashed {
            self.area.draw(&DashedPathElement::new(points, 12, 8, rgb(ink.colour).stroke_width(3)))
        } else {
            self.line(points, rgb(ink.colour), 3)
        }
    }

    fn marker(&self, at: (i32, i32), marker: Marker, colour: RGBColor) -> Drawn<DB> {
        match marker {
            Marker::Disc => self.area.draw(&Circle::new(at, 6, colour.filled())),
            Marker::Square => {
                let corners = [(at.0 - 6, at.1 - 6), (at.0 + 6, at.1 + 6)];
                self.area.draw(&Rectangle::new(corners, colour.filled()))
            }
            Marker::Diamond => {
                let corners = [(0, -8), (8, 0), (0, 8), (-8, 0)].map(|(x, y)| (at.0 + x, at.1 + y));
                self.area.draw(&Polygon::new(corners, colour.filled()))
            }
            Marker::Triangle => self.area.draw(&TriangleMarker::new(at, 9, colour.filled())),
            Marker::Cross => {
                self.line(vec![(at.0 - 8, at.1 - 8), (at.0 + 8, at.1 + 8)], colour, 3)?;
                self.line(vec![(at.0 - 8, at.1 + 8), (at.0 + 8, at.1 - 8)], colour, 3)
            }
            Marker::None => Ok(()),
        }
    }
}

/// Where a panel draws its data.
#[derive(Clone, Copy)]
struct Frame {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Frame {
    fn x(&self, range: &Range, x: f64) -> i32 {
        self.left + (range.share(x).clamp(-0.02, 1.02) * f64::from(self.right - self.left)).round() as i32
    }
    fn y(&self, range: &Range, y: f64) -> i32 {
        self.bottom - (range.share(y).clamp(0.0, 1.02) * f64::from(self.bottom - self.top)).round() as i32
    }
}

pub(super) fn figure<DB: DrawingBackend>(figure: &Figure, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
    area.fill(&WHITE)?;
    let canvas = Canvas { area };
    let (width, _) = figure.size();
    canvas.text(&figure.title, (30, 22), TITLE, INK, HPos::Left, VPos::Top)?;
    canvas.text(&figure.note, (30, 68), TICK, QUIET, HPos::Left, VPos::Top)?;
    let (each, high) = (width as i32 / figure.columns() as i32, figure.row_height() as i32);
    for (number, panel) in figure.panels.iter().enumerate() {
        let (row, column) = ((number / figure.columns()) as i32, (number % figure.columns()) as i32);
        let (left, top) = (column * each, 112 + row * high);
        let frame = Frame { left, top, right: left + each, bottom: top + high };
        match &panel.content {
            Content::Curves(list) => curves(&canvas, panel, list, frame, true)?,
            Content::Scatter(list) => curves(&canvas, panel, list, frame, false)?,
            Content::Stacks { parts, bars } => stacks(&canvas, panel, parts, bars, frame)?,
            Content::Bars(list) => bars(&canvas, panel, list, frame)?,
            Content::Matrix { names, shares } => matrix(&canvas, panel, names, shares, frame)?,
        }
    }
    area.present()
}

fn curves<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    panel: &Panel,
    list: &[Curve],
    whole: Frame,
    joined: bool,
) -> Drawn<DB> {
    let points = || list.iter().flat_map(|curve| &curve.points);
    let xs = Range::of(&panel.x, points().map(|point| point.x), 0.04, false);
    let ys = Range::of(&panel.y, points().flat_map(|point| [point.low, point.high, point.y]), 0.06, true);
    let names = list.iter().map(|curve| wide(&curve.label, LABEL)).max().unwrap_or(0);
    let marks = ys.ticks.iter().map(|&tick| wide(&written(tick), TICK)).max().unwrap_or(0);
    let frame = Frame {
        left: whole.left + 40 + marks,
        top: whole.top + 78,
        right: whole.right - names - 44,
        bottom: whole.bottom - 92,
    };
    canvas.text(&panel.title, (whole.left + 30, whole.top), HEADING, INK, HPos::Left, VPos::Top)?;
    canvas.text(&panel.y.name, (whole.left + 30, whole.top + 38), TICK, QUIET, HPos::Left, VPos::Top)?;
    for &tick in &ys.ticks {
        let y = frame.y(&ys, tick);
        canvas.line(vec![(frame.left, y), (frame.right, y)], GRID, 1)?;
        canvas.text(&written(tick), (frame.left - 10, y), TICK, QUIET, HPos::Right, VPos::Center)?;
    }
    let mut last = i32::MIN;
    for &tick in &xs.ticks {
        let (x, text) = (frame.x(&xs, tick), written(tick));
        canvas.line(vec![(x, frame.bottom), (x, frame.bottom + 8)], QUIET, 2)?;
        if x - wide(&text, TICK) / 2 > last {
            canvas.text(&text, (x, frame.bottom + 14), TICK, QUIET, HPos::Center, VPos::Top)?;
            last = x + wide(&text, TICK) / 2 + 10;
        }
    }
    canvas.line(vec![(frame.left, frame.bottom), (frame.right, frame.bottom)], QUIET, 2)?;
    let middle = (frame.left + frame.right) / 2;
    canvas.text(&panel.x.name, (middle, frame.bottom + 48), LABEL, INK, HPos::Center, VPos::Top)?;

    for curve in list {
        let colour = rgb(curve.ink.colour);
        let at = |x: f64, y: f64| (frame.x(&xs, x), frame.y(&ys, y));
        if !joined && curve.ink.marker != Marker::None {
            for point in &curve.points {
                canvas.area.draw(&Circle::new(at(point.x, point.y), 3, colour.mix(0.5).filled()))?;
            }
            continue;
        }
        let banded = curve.points.len() > 15;
        if banded {
            let upper = curve.points.iter().map(|point| at(point.x, point.high));
            let lower = curve.points.iter().rev().map(|point| at(point.x, point.low));
            canvas.area.draw(&Polygon::new(upper.chain(lower).collect::<Vec<_>>(), colour.mix(0.2)))?;
        }
        if curve.ink.marker != Marker::Cross {
            canvas.curve(curve.points.iter().map(|point| at(point.x, point.y)).collect(), curve.ink)?;
        }
        for point in &curve.points {
            let (x, y) = at(point.x, point.y);
            if !banded && point.high > point.low {
                let (low, high) = (at(point.x, point.low).1, at(point.x, point.high).1);
                canvas.line(vec![(x, low), (x, high)], colour, 2)?;
                canvas.line(vec![(x - 6, low), (x + 6, low)], colour, 2)?;
                canvas.line(vec![(x - 6, high), (x + 6, high)], colour, 2)?;
            }
            if !banded {
                canvas.marker((x, y), curve.ink.marker, colour)?;
            }
        }
    }
    let named: Vec<(&Curve, (i32, i32))> = list
        .iter()
        .filter(|curve| !curve.label.is_empty())
        .filter_map(|curve| curve.points.last().map(|p| (curve, (frame.x(&xs, p.x), frame.y(&ys, p.y)))))
        .collect();
    let wanted = named.iter().map(|(_, end)| end.1).collect();
    let places = apart(wanted, LABEL as i32 + 3, frame.top, frame.bottom);
    for ((curve, end), place) in named.into_iter().zip(places) {
        canvas.line(vec![(end.0 + 9, end.1), (frame.right + 14, place)], rgb(curve.ink.colour).mix_white(0.5), 1)?;
        canvas.text(&curve.label, (frame.right + 18, place), LABEL, rgb(curve.ink.colour), HPos::Left, VPos::Center)?;
    }
    Ok(())
}

/// Moves labels up and down as little as it takes to keep them `room` apart.
fn apart(wanted: Vec<i32>, room: i32, top: i32, bottom: i32) -> Vec<i32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&i| wanted[i]);
    // Labels that touch form a block around the mean of their wishes.
    let mut blocks: Vec<(f64, Vec<usize>)> = Vec::new();
    let half = |block: &(f64, Vec<usize>)| f64::from(room) * (block.1.len() as f64 - 1.0) / 2.0;
    for i in order {
        let mut block = (f64::from(wanted[i]), vec![i]);
        while let Some(above) = blocks.last()
            && above.0 + half(above) + f64::from(room) > block.0 - half(&block)
        {
            let Some((_, mut members)) = blocks.pop() else { break };
            members.append(&mut block.1);
            block.0 = members.iter().map(|&i| f64::from(wanted[i])).sum::<f64>() / members.len() as f64;
            block.1 = members;
            let reach = half(&block);
            block.0 = block.0.min(f64::from(bottom) - reach).max(f64::from(top) + reach);
        }
        blocks.push(block);
    }
    let mut places = wanted;
    for block in &blocks {
        for (k, &i) in block.1.iter().enumerate() {
            places[i] = (block.0 - half(block) + f64::from(room) * k as f64).round() as i32;
        }
    }
    places
}

trait Whiter {
    fn mix_white(self, share: f64) -> RGBColor;
}

impl Whiter for RGBColor {
    fn mix_white(self, share: f64) -> RGBColor {
        let mix = |part: u8| (f64::from(part) * (1.0 - share) + 255.0 * share).round() as u8;
        RGBColor(mix(self.0), mix(self.1), mix(self.2))
    }
}

fn bars<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, panel: &Panel, list: &[Bar], whole: Frame) -> Drawn<DB> {
    let numbers = list.iter().flat_map(|bar| [bar.value, bar.high]);
    let xs = Range::of(&panel.x, numbers, 0.02, true);
    let names = list.iter().map(|bar| wide(&bar.label, LABEL)).max().unwrap_or(0);
    let frame = Frame {
        left: whole.left + 40 + names,
        top: whole.top + 44,
        right: whole.right - 130,
        bottom: whole.bottom - 92,
    };
    canvas.text(&panel.title, (whole.left + 30, whole.top), HEADING, INK, HPos::Left, VPos::Top)?;
    for &tick in &xs.ticks {
        let x = frame.x(&xs, tick);
        canvas.line(vec![(x, frame.top), (x, frame.bottom)], GRID, 1)?;
        canvas.text(&written(tick), (x, frame.bottom + 10), TICK, QUIET, HPos::Center, VPos::Top)?;
    }
    let middle = (frame.left + frame.right) / 2;
    canvas.text(&panel.x.name, (middle, frame.bottom + 44), LABEL, INK, HPos::Center, VPos::Top)?;
    let step = (frame.bottom - frame.top) / list.len().max(1) as i32;
    let zero = frame.x(&xs, 0.0).max(frame.left);
    for (number, bar) in list.iter().enumerate() {
        let y = frame.top + number as i32 * step + step / 2;
        let (end, low, high) = (frame.x(&xs, bar.value), frame.x(&xs, bar.low), frame.x(&xs, bar.high));
        let corners = [(end.min(zero), y - step / 3), (end.max(zero), y + step / 3)];
        canvas.area.draw(&Rectangle::new(corners, rgb(bar.ink.colour).filled()))?;
        if high > low {
            let whisker = if rgb(bar.ink.colour) == BLACK { QUIET } else { INK };
            canvas.line(vec![(low, y), (high, y)], whisker, 3)?;
            canvas.line(vec![(low, y - 7), (low, y + 7)], whisker, 3)?;
            canvas.line(vec![(high, y - 7), (high, y + 7)], whisker, 3)?;
        }
        canvas.text(&bar.label, (frame.left - 12, y), LABEL, INK, HPos::Right, VPos::Center)?;
        canvas.text(&written(bar.value), (high.max(end).max(zero) + 12, y), TICK, QUIET, HPos::Left, VPos::Center)?;
    }
    canvas.line(vec![(zero, frame.top), (zero, frame.bottom)], QUIET, 2)
}

fn stacks<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    panel: &Panel,
    parts: &[(String, Ink)],
    bars: &[(String, Vec<f64>)],
    whole: Frame,
) -> Drawn<DB> {
    let xs = Range::of(&panel.x, bars.iter().map(|(_, lengths)| lengths.iter().sum()), 0.02, true);
    let names = bars.iter().map(|(name, _)| wide(name, LABEL)).max().unwrap_or(0);
    let frame = Frame {
        left: whole.left + 40 + names,
        top: whole.top + 84,
        right: whole.right - 40,
        bottom: whole.bottom - 92,
    };
    canvas.text(&panel.title, (whole.left + 30, whole.top), HEADING, INK, HPos::Left, VPos::Top)?;
    let mut key = whole.left + 30;
    for (name, ink) in parts {
        let y = whole.top + 46;
        canvas.area.draw(&Rectangle::new([(key, y), (key + 20, y + 20)], rgb(ink.colour).filled()))?;
        canvas.text(name, (key + 28, y + 10), TICK, QUIET, HPos::Left, VPos::Center)?;
        key += 28 + wide(name, TICK) + 34;
    }
    for &tick in &xs.ticks {
        let x = frame.x(&xs, tick);
        canvas.line(vec![(x, frame.top), (x, frame.bottom)], GRID, 1)?;
        canvas.text(&written(tick), (x, frame.bottom + 10), TICK, QUIET, HPos::Center, VPos::Top)?;
    }
    let middle = (frame.left + frame.right) / 2;
    canvas.text(&panel.x.name, (middle, frame.bottom + 44), LABEL, INK, HPos::Center, VPos::Top)?;
    let step = ((frame.bottom - frame.top) / bars.len().max(1) as i32).min(44);
    for (number, (name, lengths)) in bars.iter().enumerate() {
        let y = frame.top + number as i32 * step + step / 2;
        let mut from = 0.0;
        for (length, (_, ink)) in lengths.iter().zip(parts) {
            let (left, right) = (frame.x(&xs, from), frame.x(&xs, from + length));
            if right > left {
                let corners = [(left, y - step / 3), (right, y + step / 3)];
                canvas.area.draw(&Rectangle::new(corners, rgb(ink.colour).filled()))?;
            }
            from += length;
        }
        canvas.text(name, (frame.left - 12, y), LABEL, INK, HPos::Right, VPos::Center)?;
    }
    canvas.line(vec![(frame.left, frame.top), (frame.left, frame.bottom)], QUIET, 2)
}

fn matrix<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    panel: &Panel,
    names: &[String],
    shares: &[Vec<Option<f64>>],
    whole: Frame,
) -> Drawn<DB> {
    let label = names.iter().map(|name| wide(name, LABEL)).max().unwrap_or(0);
    let frame = Frame {
        left: whole.left + 42 + label,
        top: whole.top + 96,
        right: whole.right - 30,
        bottom: whole.bottom - 40,
    };
    canvas.text(&panel.title, (whole.left + 30, whole.top), HEADING, INK, HPos::Left, VPos::Top)?;
    let count = names.len().max(1) as i32;
    let (across, down) = ((frame.right - frame.left) / count, (frame.bottom - frame.top) / count);
    let size = if names.iter().any(|name| wide(name, TICK) > across - 6) { TICK - 4 } else { TICK };
    let (full, empty) = (RGBColor(0, 114, 178), RGBColor(213, 94, 0));
    for (row, name) in names.iter().enumerate() {
        let y = frame.top + row as i32 * down;
        canvas.text(name, (frame.left - 12, y + down / 2), LABEL, INK, HPos::Right, VPos::Center)?;
        let x = frame.left + row as i32 * across + across / 2;
        canvas.text(name, (x, frame.top - 12), size, INK, HPos::Center, VPos::Bottom)?;
        for (column, share) in shares[row].iter().enumerate() {
            let x = frame.left + column as i32 * across;
            let corners = [(x + 2, y + 2), (x + across - 2, y + down - 2)];
            let Some(share) = share else { continue };
            let strength = ((share - 0.5).abs() * 2.0).clamp(0.0, 1.0);
            let colour = if *share >= 0.5 { full } else { empty }.mix_white(1.0 - 0.85 * strength);
            canvas.area.draw(&Rectangle::new(corners, colour.filled()))?;
            let ink = if strength > 0.75 { WHITE } else { INK };
            let text = format!("{:.0}", 100.0 * share);
            canvas.text(&text, (x + across / 2, y + down / 2), LABEL, ink, HPos::Center, VPos::Center)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn labels_keep_their_distance() {
        for wanted in [vec![100, 101, 102, 300], vec![0, 0, 0], vec![400, 399, 10], vec![], vec![50]] {
            let places = apart(wanted.clone(), 28, 0, 400);
            for (i, a) in places.iter().enumerate() {
                assert!(places[i + 1..].iter().all(|b| (a - b).abs() >= 27), "{wanted:?} became {places:?}");
                assert!((0..=400).contains(a), "{wanted:?} became {places:?}");
            }
        }
        assert_eq!(apart(vec![50, 200], 28, 0, 400), [50, 200]);
    }
}
