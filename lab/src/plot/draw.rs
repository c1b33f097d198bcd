//! Drawing a figure.

use super::colours::{Colour, Marker};
use super::font::{lines, wide};
use super::range::{Range, written};
use super::scene::{Place, Scene, Side};
use super::{Bar, Content, Curve, Figure, Ink, Panel, Point};

const TITLE: f64 = 30.0;
const HEADING: f64 = 25.0;
const LABEL: f64 = 23.0;
const TICK: f64 = 21.0;
const INK: Colour = Colour(30, 30, 30);
const QUIET: Colour = Colour(80, 80, 80);
const GRID: Colour = Colour(225, 225, 225);
const WHITE: Colour = Colour(255, 255, 255);

/// Room at both sides of a picture.
const EDGE: f64 = 30.0;

/// The thickness of a curve.
const THICK: f64 = 3.5;

impl Colour {
    /// Nearer to another colour.
    fn mixed(self, other: Colour, share: f64) -> Colour {
        let mix = |part: u8, other: u8| (f64::from(part) * (1.0 - share) + f64::from(other) * share).round() as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Dark enough for a text on white.
    fn for_text(self) -> Colour {
        let Colour(red, green, blue) = self;
        let light = 0.3 * f64::from(red) + 0.59 * f64::from(green) + 0.11 * f64::from(blue);
        self.mixed(Colour(0, 0, 0), ((light - 90.0) / 255.0).clamp(0.0, 0.4))
    }
}

impl Scene {
    fn curve(&mut self, places: Vec<Place>, ink: Ink) {
        if ink.dashed {
            self.dashes(places, ink.colour, THICK);
        } else {
            self.line(places, ink.colour, THICK);
        }
    }

    fn marker(&mut self, at: Place, marker: Marker, colour: Colour) {
        let moved = |corners: &[Place], by: f64| corners.iter().map(|(x, y)| (at.0 + by * x, at.1 + by * y)).collect();
        let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        match marker {
            Marker::Disc => self.disc(at, 7.5, colour, 1.0),
            Marker::Ring => {
                self.disc(at, 8.0, colour, 1.0);
                self.disc(at, 4.5, WHITE, 1.0);
            }
            Marker::Square => self.area(moved(&square, 6.5), colour, 1.0),
            Marker::Frame => {
                self.area(moved(&square, 7.0), colour, 1.0);
                self.area(moved(&square, 3.8), WHITE, 1.0);
            }
            Marker::Diamond => {
                self.area(moved(&[(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)], 9.5), colour, 1.0);
            }
            Marker::Triangle => self.area(moved(&[(0.0, -1.0), (0.95, 0.7), (-0.95, 0.7)], 9.5), colour, 1.0),
            Marker::Down => self.area(moved(&[(0.0, 1.0), (-0.95, -0.7), (0.95, -0.7)], 9.5), colour, 1.0),
            Marker::Cross => {
                self.line(moved(&[(-1.0, -1.0), (1.0, 1.0)], 8.0), colour, 3.5);
                self.line(moved(&[(-1.0, 1.0), (1.0, -1.0)], 8.0), colour, 3.5);
            }
            Marker::None => {}
        }
    }
}

/// Where a panel draws its data.
#[derive(Clone, Copy)]
struct Frame {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Frame {
    fn x(&self, range: &Range, x: f64) -> f64 {
        self.left + range.share(x).clamp(-0.02, 1.02) * (self.right - self.left)
    }
    fn y(&self, range: &Range, y: f64) -> f64 {
        self.bottom - range.share(y).clamp(0.0, 1.02) * (self.bottom - self.top)
    }
    fn at(&self, xs: &Range, ys: &Range, (x, y): Place) -> Place {
        (self.x(xs, x), self.y(ys, y))
    }
    fn middle(&self) -> f64 {
        (self.left + self.right) / 2.0
    }
}

impl Figure {
    /// How many panels stand side by side.
    fn columns(&self) -> usize {
        self.panels.len().clamp(1, 2)
    }

    fn width(&self) -> f64 {
        if self.panels.len() < 2 { 1200.0 } else { 1680.0 }
    }

    /// Title and note, in lines.
    fn header(&self) -> (Vec<String>, Vec<String>) {
        let room = self.width() - 2.0 * EDGE;
        (lines(&self.title, TITLE, room), lines(&self.note, TICK, room))
    }

    /// The height of a row of panels.
    fn row_height(&self) -> f64 {
        let height = |panel: &Panel| match &panel.content {
            Content::Bars(bars) => 150 + 44 * bars.len(),
            Content::Stacks { bars, .. } => 190 + 44 * bars.len(),
            Content::Matrix { names, .. } => 150 + 60 * names.len(),
            Content::Curves(list) | Content::Scatter(list) => 680.max(220 + 32 * list.len()),
        };
        self.panels.iter().map(height).max().unwrap_or(200) as f64
    }

    /// The picture, ready to be written.
    pub(super) fn scene(&self) -> Scene {
        let (title, note) = self.header();
        let top = 40.0 + 40.0 * title.len() as f64 + 30.0 * note.len() as f64;
        let rows = self.panels.len().div_ceil(self.columns()) as f64;
        let size = (self.width() as u32, (top + rows * self.row_height()) as u32);
        let mut scene = Scene { size, title: self.title.clone(), shapes: Vec::new() };
        let mut y = 38.0;
        for line in title {
            scene.text(&line, (EDGE, y), TITLE, INK, Side::Right);
            y += 40.0;
        }
        for line in note {
            scene.text(&line, (EDGE, y), TICK, QUIET, Side::Right);
            y += 30.0;
        }
        let (each, high) = (self.width() / self.columns() as f64, self.row_height());
        for (number, panel) in self.panels.iter().enumerate() {
            let (row, column) = ((number / self.columns()) as f64, (number % self.columns()) as f64);
            let (left, top) = (column * each, top + row * high);
            let whole = Frame { left, top, right: left + each, bottom: top + high };
            let room = each - 2.0 * EDGE;
            let size = (HEADING * room / wide(&panel.title, HEADING).max(1.0)).clamp(0.7 * HEADING, HEADING);
            scene.text(&panel.title, (left + EDGE, top + 12.0), size, INK, Side::Right);
            match &panel.content {
                Content::Curves(list) => curves(&mut scene, panel, list, whole, true),
                Content::Scatter(list) => curves(&mut scene, panel, list, whole, false),
                Content::Stacks { parts, bars } => stacks(&mut scene, panel, parts, bars, whole),
                Content::Bars(list) => bars(&mut scene, panel, list, whole),
                Content::Matrix { names, shares } => matrix(&mut scene, names, shares, whole),
            }
        }
        scene
    }
}

/// By how much each curve moves to the side, so that no interval hides another one.
fn dodged(list: &[Curve], frame: Frame, xs: &Range, ys: &Range) -> Vec<f64> {
    let interval = |point: &Point| (frame.y(ys, point.high), frame.y(ys, point.low));
    let seen = |point: &&Point| interval(point).1 - interval(point).0 > 16.0;
    let covers = |a: &Point, b: &Point| {
        let ((top, bottom), (other_top, other_bottom)) = (interval(a), interval(b));
        (frame.x(xs, a.x) - frame.x(xs, b.x)).abs() < 12.0 && top <= other_bottom && other_top <= bottom
    };
    let clash = |one: &Curve, other: &Curve| {
        one.points.iter().filter(seen).any(|a| other.points.iter().filter(seen).any(|b| covers(a, b)))
    };
    let mut slots: Vec<i32> = Vec::new();
    for (number, one) in list.iter().enumerate() {
        let taken: Vec<i32> =
            (0..number).filter(|&before| clash(one, &list[before])).map(|before| slots[before]).collect();
        // The middle, then right and left by turns.
        let mut free = (0..).map(|k: i32| if k % 2 == 1 { (k + 1) / 2 } else { -k / 2 });
        slots.push(free.find(|slot| !taken.contains(slot)).unwrap_or(0));
    }
    let mut places: Vec<f64> = list.iter().flat_map(|curve| &curve.points).map(|point| frame.x(xs, point.x)).collect();
    places.sort_by(f64::total_cmp);
    let steps = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 1.0);
    let nearest = steps.fold(f64::INFINITY, f64::min);
    let slots_used = slots.iter().max().unwrap_or(&0) - slots.iter().min().unwrap_or(&0) + 1;
    let step = (0.7 * nearest / f64::from(slots_used)).min(14.0);
    slots.into_iter().map(|slot| f64::from(slot) * step).collect()
}

fn curves(scene: &mut Scene, panel: &Panel, list: &[Curve], whole: Frame, joined: bool) {
    let points = || list.iter().flat_map(|curve| &curve.points);
    let xs = Range::of(&panel.x, points().map(|point| point.x), 0.06, false);
    let ys = Range::of(&panel.y, points().flat_map(|point| [point.low, point.high, point.y]), 0.06, true);
    let names = list.iter().map(|curve| wide(&curve.label, LABEL)).fold(0.0, f64::max);
    let marks = ys.ticks.iter().map(|&tick| wide(&written(tick), TICK)).fold(0.0, f64::max);
    let frame = Frame {
        left: whole.left + EDGE + 14.0 + marks,
        top: whole.top + 78.0,
        right: whole.right - names - if names > 0.0 { 74.0 } else { 30.0 },
        bottom: whole.bottom - 92.0,
    };
    scene.text(&panel.y.name, (whole.left + EDGE, whole.top + 46.0), TICK, QUIET, Side::Right);
    for &tick in &ys.ticks {
        let y = frame.y(&ys, tick);
        scene.line(vec![(frame.left, y), (frame.right, y)], GRID, 1.5);
        scene.text(&written(tick), (frame.left - 12.0, y), TICK, QUIET, Side::Left);
    }
    let mut last = f64::NEG_INFINITY;
    for &tick in &xs.ticks {
        let (x, text) = (frame.x(&xs, tick), written(tick));
        scene.line(vec![(x, frame.bottom), (x, frame.bottom + 8.0)], QUIET, 2.0);
        let half = wide(&text, TICK) / 2.0;
        if x - half > last {
            scene.text(&text, (x, frame.bottom + 25.0), TICK, QUIET, Side::Middle);
            last = x + half + 12.0;
        }
    }
    scene.line(vec![(frame.left, frame.bottom), (frame.right, frame.bottom)], QUIET, 2.0);
    scene.text(&panel.x.name, (frame.middle(), frame.bottom + 60.0), LABEL, INK, Side::Middle);

    let aside = if joined { dodged(list, frame, &xs, &ys) } else { vec![0.0; list.len()] };
    for (curve, &aside) in list.iter().zip(&aside) {
        let colour = curve.ink.colour;
        let at = |x: f64, y: f64| {
            let place = frame.at(&xs, &ys, (x, y));
            (place.0 + aside, place.1)
        };
        if !joined && curve.ink.marker != Marker::None {
            let (radius, cover) = if curve.points.len() > 200 { (4.0, 0.45) } else { (6.0, 0.6) };
            for point in &curve.points {
                scene.disc(at(point.x, point.y), radius, colour, cover);
            }
            continue;
        }
        let banded = curve.points.len() > 15;
        if banded {
            let upper = curve.points.iter().map(|point| at(point.x, point.high));
            let lower = curve.points.iter().rev().map(|point| at(point.x, point.low));
            scene.area(upper.chain(lower).collect(), colour, 0.2);
        }
        if curve.ink.marker != Marker::Cross {
            scene.curve(curve.points.iter().map(|point| at(point.x, point.y)).collect(), curve.ink);
        }
        for point in curve.points.iter().filter(|_| !banded) {
            let (x, y) = at(point.x, point.y);
            if point.high > point.low {
                let (low, high) = (at(point.x, point.low).1, at(point.x, point.high).1);
                scene.line(vec![(x, low), (x, high)], colour, 2.0);
                scene.line(vec![(x - 6.0, low), (x + 6.0, low)], colour, 2.0);
                scene.line(vec![(x - 6.0, high), (x + 6.0, high)], colour, 2.0);
            }
            scene.marker((x, y), curve.ink.marker, colour);
        }
    }
    let named: Vec<(&Curve, Place)> = list
        .iter()
        .zip(&aside)
        .filter(|(curve, _)| !curve.label.is_empty())
        .filter_map(|(curve, &aside)| {
            let place = |end: &Point| frame.at(&xs, &ys, (end.x, end.y));
            curve.points.last().map(place).map(|(x, y)| (curve, (x + aside, y)))
        })
        .collect();
    let wanted = named.iter().map(|(_, end)| end.1.round() as i32).collect();
    let places = apart(wanted, LABEL as i32 + 7, frame.top as i32, frame.bottom as i32);
    for ((curve, end), place) in named.into_iter().zip(places) {
        let (colour, y) = (curve.ink.colour, f64::from(place));
        scene.line(vec![(end.0 + 10.0, end.1), (frame.right + 16.0, y)], colour.mixed(WHITE, 0.5), 1.5);
        let marker = if joined || curve.ink.marker == Marker::None { curve.ink.marker } else { Marker::Disc };
        scene.marker((frame.right + 26.0, y), marker, colour);
        scene.text(&curve.label, (frame.right + 42.0, y), LABEL, colour.for_text(), Side::Right);
    }
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

/// The axis below bars that reach to the right.
fn ruler(scene: &mut Scene, panel: &Panel, xs: &Range, frame: Frame) {
    let mut last = f64::NEG_INFINITY;
    for &tick in &xs.ticks {
        let (x, text) = (frame.x(xs, tick), written(tick));
        scene.line(vec![(x, frame.top), (x, frame.bottom)], GRID, 1.5);
        let half = wide(&text, TICK) / 2.0;
        if x - half > last {
            scene.text(&text, (x, frame.bottom + 20.0), TICK, QUIET, Side::Middle);
            last = x + half + 12.0;
        }
    }
    scene.text(&panel.x.name, (frame.middle(), frame.bottom + 58.0), LABEL, INK, Side::Middle);
}

fn bars(scene: &mut Scene, panel: &Panel, list: &[Bar], whole: Frame) {
    let numbers = list.iter().flat_map(|bar| [bar.value, bar.low, bar.high]);
    let xs = Range::of(&panel.x, numbers.chain([0.0]), 0.02, true);
    let names = list.iter().map(|bar| wide(&bar.label, LABEL)).fold(0.0, f64::max);
    let values = list.iter().map(|bar| wide(&written(bar.value), TICK)).fold(0.0, f64::max);
    let frame = Frame {
        left: whole.left + EDGE + 12.0 + names,
        top: whole.top + 44.0,
        right: whole.right - EDGE - 14.0 - values,
        bottom: whole.bottom - 92.0,
    };
    ruler(scene, panel, &xs, frame);
    let step = (frame.bottom - frame.top) / list.len().max(1) as f64;
    let zero = frame.x(&xs, 0.0).max(frame.left);
    for (number, bar) in list.iter().enumerate() {
        let y = frame.top + (number as f64 + 0.5) * step;
        let (end, low, high) = (frame.x(&xs, bar.value), frame.x(&xs, bar.low), frame.x(&xs, bar.high));
        let half = (step / 3.0).min(18.0);
        scene.rectangle((end.min(zero), y - half), (end.max(zero), y + half), bar.ink.colour);
        if bar.high > bar.low {
            // Seen on the bar and beside it.
            for (colour, thick) in [(WHITE, 6.0), (INK, 2.5)] {
                scene.line(vec![(low, y), (high, y)], colour, thick);
                scene.line(vec![(low, y - 7.0), (low, y + 7.0)], colour, thick);
                scene.line(vec![(high, y - 7.0), (high, y + 7.0)], colour, thick);
            }
        }
        scene.text(&bar.label, (frame.left - 12.0, y), LABEL, INK, Side::Left);
        scene.text(&written(bar.value), (high.max(end).max(zero) + 12.0, y), TICK, QUIET, Side::Right);
    }
    scene.line(vec![(zero, frame.top), (zero, frame.bottom)], QUIET, 2.0);
}

fn stacks(scene: &mut Scene, panel: &Panel, parts: &[(String, Ink)], bars: &[(String, Vec<f64>)], whole: Frame) {
    let xs = Range::of(&panel.x, bars.iter().map(|(_, lengths)| lengths.iter().sum()), 0.02, true);
    let names = bars.iter().map(|(name, _)| wide(name, LABEL)).fold(0.0, f64::max);
    let frame = Frame {
        left: whole.left + EDGE + 12.0 + names,
        top: whole.top + 84.0,
        right: whole.right - 40.0,
        bottom: whole.bottom - 92.0,
    };
    let mut key = whole.left + EDGE;
    for (name, ink) in parts {
        let y = whole.top + 54.0;
        scene.rectangle((key, y - 10.0), (key + 20.0, y + 10.0), ink.colour);
        scene.text(name, (key + 28.0, y), TICK, QUIET, Side::Right);
        key += 28.0 + wide(name, TICK) + 26.0;
    }
    ruler(scene, panel, &xs, frame);
    let step = ((frame.bottom - frame.top) / bars.len().max(1) as f64).min(44.0);
    for (number, (name, lengths)) in bars.iter().enumerate() {
        let y = frame.top + (number as f64 + 0.5) * step;
        let mut from = 0.0;
        for (length, (_, ink)) in lengths.iter().zip(parts) {
            let (left, right) = (frame.x(&xs, from), frame.x(&xs, from + length));
            if right > left {
                scene.rectangle((left, y - step / 3.0), (right, y + step / 3.0), ink.colour);
            }
            from += length;
        }
        scene.text(name, (frame.left - 12.0, y), LABEL, INK, Side::Left);
    }
    scene.line(vec![(frame.left, frame.top), (frame.left, frame.bottom)], QUIET, 2.0);
}

fn matrix(scene: &mut Scene, names: &[String], shares: &[Vec<Option<f64>>], whole: Frame) {
    let label = names.iter().map(|name| wide(name, LABEL)).fold(0.0, f64::max);
    let frame = Frame {
        left: whole.left + EDGE + 12.0 + label,
        top: whole.top + 96.0,
        right: whole.right - EDGE,
        bottom: whole.bottom - 40.0,
    };
    let count = names.len().max(1) as f64;
    let (across, down) = ((frame.right - frame.left) / count, (frame.bottom - frame.top) / count);
    let widest = names.iter().map(|name| wide(name, TICK)).fold(1.0, f64::max);
    let size = (TICK * (across - 8.0) / widest).min(TICK);
    let (full, empty) = (Colour(0, 114, 178), Colour(213, 94, 0));
    for (row, name) in names.iter().enumerate() {
        let y = frame.top + row as f64 * down;
        scene.text(name, (frame.left - 12.0, y + down / 2.0), LABEL, INK, Side::Left);
        let x = frame.left + (row as f64 + 0.5) * across;
        scene.text(name, (x, frame.top - 18.0), size, INK, Side::Middle);
        for (column, share) in shares[row].iter().enumerate() {
            let x = frame.left + column as f64 * across;
            let Some(share) = share else { continue };
            let strength = ((share - 0.5).abs() * 2.0).clamp(0.0, 1.0);
            let colour = if *share >= 0.5 { full } else { empty }.mixed(WHITE, 1.0 - 0.85 * strength);
            scene.rectangle((x + 2.0, y + 2.0), (x + across - 2.0, y + down - 2.0), colour);
            let ink = if strength > 0.75 { WHITE } else { INK };
            let text = format!("{:.0}", 100.0 * share);
            scene.text(&text, (x + across / 2.0, y + down / 2.0), LABEL, ink, Side::Middle);
        }
    }
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

    #[test]
    fn intervals_do_not_hide_each_other() {
        use super::super::{Axis, Scale};
        use super::*;
        let axis = Axis::at("", Scale::Linear, [0.0, 1.0]);
        let range = || Range::of(&axis, [0.0, 1.0].into_iter(), 0.0, true);
        let frame = Frame { left: 0.0, top: 0.0, right: 500.0, bottom: 500.0 };
        let curve = |low: f64, high: f64| {
            let points = [0.0, 1.0].map(|x| Point { x, y: (low + high) / 2.0, low, high }).to_vec();
            Curve { label: String::new(), ink: Ink::THEORY, points }
        };
        let list = [curve(0.1, 0.4), curve(0.3, 0.6), curve(0.7, 0.9), curve(0.2, 0.5), curve(0.31, 0.311)];
        let aside = dodged(&list, frame, &range(), &range());
        assert_eq!(
            (aside[0], aside[2], aside[4]),
            (0.0, 0.0, 0.0),
            "what hides nothing stays, and so do intervals in a marker"
        );
        assert!(aside[1] != 0.0 && aside[3] != 0.0 && aside[1] != aside[3], "{aside:?}");
        assert!(aside.iter().all(|step| step.abs() < 250.0));
    }
}
