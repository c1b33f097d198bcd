//! Which processor did what when, as JSON or as a picture.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use provebest::machine::{Span, Timeline};
use provebest_catalog::{Outcome, Problem, SCHEMA};
use serde::Serialize;
use svg::Document;
use svg::node::element::{Group, Line, Rectangle, Style, Text, Title};

use super::file::WholeFile;
use super::{parts, text};
use crate::ending::Ending;

/// Parses the name of a file; its ending says what to write there.
pub fn file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match Form::of(&path) {
        Some(_) => Ok(path),
        None => Err("expected a name that ends in .svg or .json".into()),
    }
}

#[derive(Clone, Copy)]
enum Form {
    Json,
    Svg,
}

impl Form {
    fn of(path: &Path) -> Option<Form> {
        match path.extension()?.to_ascii_lowercase().to_str()? {
            "json" => Some(Form::Json),
            "svg" => Some(Form::Svg),
            _ => None,
        }
    }
}

/// A file for a timeline, made before the search: a bad name costs no time.
pub struct TimelineFile {
    name: String,
    form: Form,
    file: WholeFile,
}

#[derive(Serialize)]
struct TimelineLine<'a> {
    schema: u32,
    game: &'static str,
    position: &'a str,
    algorithm: &'a str,
    machine: String,
    value: Option<i32>,
    unit: &'static str,
    #[serde(flatten)]
    timeline: &'a Timeline,
}

/// The file of one of several algorithms: `out.svg` becomes `out.jamboree.svg`.
pub fn named(path: &Path, algorithm: &str) -> PathBuf {
    let form = path.extension().unwrap_or_default().to_string_lossy();
    path.with_extension(format!("{algorithm}.{form}"))
}

impl TimelineFile {
    pub fn create(path: &Path) -> anyhow::Result<TimelineFile> {
        let name = path.display().to_string();
        let file = WholeFile::at(path).with_context(|| format!("the timeline file '{name}'"))?;
        Ok(TimelineFile { name, form: Form::of(path).unwrap_or(Form::Json), file })
    }

    pub fn write(self, problem: &Problem, outcome: &Outcome, timeline: &Timeline) -> Ending {
        let mut out = Vec::new();
        let written = match self.form {
            Form::Json => {
                let line = TimelineLine {
                    schema: SCHEMA,
                    game: problem.name(),
                    position: problem.position(),
                    algorithm: &outcome.algorithm,
                    machine: outcome.machine.clone(),
                    value: outcome.game_answer().and_then(|answer| answer.value),
                    unit: if is_real(outcome) { "nanoseconds" } else { "leaf-times" },
                    timeline,
                };
                serde_json::to_writer(&mut out, &line).map_err(Into::into)
            }
            Form::Svg => svg::write(&mut out, &draw(problem, outcome, timeline)),
        };
        match written.and_then(|()| writeln!(out)).and_then(|()| self.file.write(&out)) {
            Err(why) => text::unwritten(&format!("the timeline file '{}'", self.name), &why),
            Ok(()) => {
                text::note(format_args!("the timeline of {} is in {}", outcome.algorithm, self.name));
                Ending::Done
            }
        }
    }
}

fn is_real(outcome: &Outcome) -> bool {
    outcome.place.is_real()
}

const LEFT: f64 = 64.0;
const TOP: f64 = 72.0;
const MARGIN: f64 = 24.0;
const WIDTH: f64 = 1000.0;
/// The width of the narrowest stretch that can be seen.
const NARROWEST: f64 = 0.4;

/// Colours of Okabe and Ito, which colour-blind readers can tell apart, too.
const STYLE: &str = "\
text { font-family: 'DejaVu Sans', Verdana, Arial, sans-serif; font-size: 11px; fill: #222222 }
.title { font-size: 15px; font-weight: bold }
.small { fill: #666666 }
.useful { fill: #0072b2 }
.wasted { fill: #d55e00 }
.row { fill: #f3f3f3 }
.grid { stroke: #bbbbbb; stroke-width: 1 }";

/// One row for each processor; time goes to the right.
fn draw(problem: &Problem, outcome: &Outcome, timeline: &Timeline) -> Document {
    let row = match timeline.processors {
        0..=8 => 26.0,
        9..=24 => 18.0,
        25..=64 => 12.0,
        65..=256 => 5.0,
        _ => 1200.0 / timeline.processors as f64,
    };
    let bottom = TOP + row * timeline.processors as f64;
    let scale = WIDTH / timeline.time.max(1) as f64;
    let x = |time: u64| LEFT + time as f64 * scale;
    let (width, height) = (LEFT + WIDTH + MARGIN + 24.0, bottom + 52.0);
    let answer = outcome.game_answer();
    let value = answer.and_then(|answer| Some(format!(", value {}", text::value(answer.score()?, answer.plies))));
    let name = problem.name();
    let title = format!(
        "{} on {}{} ({name} {})",
        parts::name(outcome),
        outcome.machine,
        value.unwrap_or_default(),
        problem.label()
    );
    Document::new()
        .set("viewBox", (0, 0, width.ceil() as i64, height.ceil() as i64))
        .set("width", width.ceil())
        .set("height", height.ceil())
        .add(Title::new(&title))
        .add(Style::new(STYLE))
        .add(Rectangle::new().set("width", width.ceil()).set("height", height.ceil()).set("fill", "#ffffff"))
        .add(Text::new(&title).set("class", "title").set("x", MARGIN).set("y", MARGIN + 4.0))
        .add(legend(timeline))
        .add(rows(timeline, row))
        .add(axis(outcome, timeline.time, bottom, x))
        .add(spans(timeline, row, x))
}

/// What the colours mean, and how much there is of each.
fn legend(timeline: &Timeline) -> Group {
    let all = timeline.processors as u64 * timeline.time;
    let worked: u64 = timeline.spans.iter().map(|span| span.end - span.start).sum();
    let wasted = timeline.wasted();
    let share = |time: u64| format!("{:.0} %", 100.0 * time as f64 / all.max(1) as f64);
    // Without jobs it is not known which work was of use.
    let work = match timeline.jobs.is_empty() {
        true => vec![("useful", format!("work, {}", share(worked)))],
        false => vec![
            ("useful", format!("work that was of use, {}", share(worked - wasted))),
            ("wasted", format!("work that nobody needed in the end, {}", share(wasted))),
        ],
    };
    let waiting = ("row", format!("waiting, {}", share(all.saturating_sub(worked))));
    let (mut group, mut x) = (Group::new(), LEFT);
    for (class, text) in work.into_iter().chain([waiting]) {
        let patch = Rectangle::new().set("class", class).set("x", x).set("y", TOP - 27.0).set("width", 14);
        let width = 14.0 + 6.0 + 6.6 * text.chars().count() as f64 + 18.0;
        group = group.add(patch.set("height", 11)).add(Text::new(text).set("x", x + 20.0).set("y", TOP - 17.0));
        x += width;
    }
    group
}

/// The ground on which a processor's work is drawn, and its number.
fn rows(timeline: &Timeline, row: f64) -> Group {
    let every = (14.0 / row).ceil().max(1.0) as usize;
    let every = [1, 2, 4, 8, 16, 32, 64, 128, 256].into_iter().find(|step| *step >= every).unwrap_or(1024);
    let mut group = Group::new();
    for rank in 0..timeline.processors {
        let y = TOP + rank as f64 * row;
        let ground = Rectangle::new().set("class", "row").set("x", LEFT).set("y", round(y));
        group = group.add(ground.set("width", WIDTH).set("height", round(row - gap(row))));
        if rank % every == 0 {
            let name = Text::new(rank.to_string()).set("class", "small").set("text-anchor", "end");
            group = group.add(name.set("x", LEFT - 8.0).set("y", round(y + (row / 2.0).max(4.0) + 3.5)));
        }
    }
    let turned = format!("rotate(-90 16 {})", round(TOP + row * timeline.processors as f64 / 2.0));
    let middle = round(TOP + row * timeline.processors as f64 / 2.0);
    let name = Text::new("processor").set("class", "small").set("text-anchor", "middle");
    group.add(name.set("x", 16).set("y", middle).set("transform", turned))
}

/// The white between rows.
fn gap(row: f64) -> f64 {
    if row >= 10.0 {
        2.0
    } else if row >= 4.0 {
        1.0
    } else {
        0.0
    }
}

fn axis(outcome: &Outcome, time: u64, bottom: f64, x: impl Fn(u64) -> f64) -> Group {
    let (unit, factor) = match time {
        _ if !is_real(outcome) => ("leaf-times", 1.0),
        0..10_000 => ("nanoseconds", 1.0),
        10_000..10_000_000 => ("microseconds", 1e3),
        10_000_000..10_000_000_000 => ("milliseconds", 1e6),
        _ => ("seconds", 1e9),
    };
    let step = nice(time as f64 / factor / 8.0).max(if factor == 1.0 { 1.0 } else { 0.0 });
    let mut group = Group::new();
    for mark in 0..=(time as f64 / factor / step) as u64 {
        let at = mark as f64 * step;
        let place = round(x((at * factor) as u64));
        let line = Line::new().set("class", "grid").set("x1", place).set("x2", place);
        let label = if at.fract() == 0.0 { text::thousands(at as u64) } else { format!("{at}") };
        group = group
            .add(line.set("y1", TOP - 4.0).set("y2", round(bottom + 4.0)))
            .add(Text::new(label).set("text-anchor", "middle").set("x", place).set("y", round(bottom + 18.0)));
    }
    let name = Text::new(format!("time in {unit}, the answer is known at the right end")).set("class", "small");
    group.add(name.set("text-anchor", "middle").set("x", LEFT + WIDTH / 2.0).set("y", round(bottom + 38.0)))
}

/// The next number of 1, 2, 5, 10, 20, 50 and so on.
fn nice(least: f64) -> f64 {
    let power = 10_f64.powf(least.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|step| *step >= least).unwrap_or(10.0 * power)
}

/// The stretches of work. Those too narrow to be seen are drawn together with what follows at once.
fn spans(timeline: &Timeline, row: f64, x: impl Fn(u64) -> f64) -> Group {
    let is_wasted = |span: &Span| span.job.is_some_and(|job| timeline.jobs[job].wasted);
    let mut group = Group::new();
    let mut drawn: Option<(u32, bool, f64)> = None;
    for span in &timeline.spans {
        let (left, right) = (x(span.start), x(span.end));
        let wasted = is_wasted(span);
        if drawn.is_some_and(|(rank, kind, end)| rank == span.rank.0 && kind == wasted && right < end) {
            continue;
        }
        let right = right.max(left + NARROWEST);
        drawn = Some((span.rank.0, wasted, right));
        let y = TOP + f64::from(span.rank.0) * row;
        let stretch = Rectangle::new()
            .set("class", if wasted { "wasted" } else { "useful" })
            .set("x", round(left))
            .set("y", round(y))
            .set("width", round(right - left))
            .set("height", round(row - gap(row)));
        group = group.add(match span.job.map(|job| &timeline.jobs[job].label) {
            Some(label) if !label.is_empty() => stretch.add(Title::new(format!(
                "{label}, {} to {}",
                text::thousands(span.start),
                text::thousands(span.end)
            ))),
            _ => stretch,
        });
    }
    group
}

/// Enough digits for a picture.
fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
