//! How far a request is, on standard error: a spinner or a bar on a terminal, otherwise a line now and then.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use provebest_catalog::{Listener, Method, News, Outcome, Request, Resumed};
use provebest_game::Score;
use provebest_puzzle::Iteration;
use provebest_search::solve::{Progress as Proof, TaskProgress};

use super::text;
use super::trace::TraceFile;
use crate::ending::Ending;

/// Listens to a request, shows how far it is, and writes its trace.
pub struct Reporter {
    request: Request,
    start: Instant,
    spinner: Option<Spinner>,
    proof: ProofLines,
    building: Option<Bar>,
    trace: Option<TraceFile>,
}

impl Reporter {
    /// What is solved sooner needs no lines of progress.
    const SOON: Duration = Duration::from_millis(100);

    pub fn new(request: &Request, trace: Option<TraceFile>) -> Reporter {
        // The solver and the engine say themselves how far they are, or end soon.
        let spins = matches!(request.method, Method::Family(_) | Method::Selective(_));
        Reporter {
            request: request.clone(),
            start: Instant::now(),
            spinner: spins.then(|| Spinner::new(request.method.name().into())),
            proof: ProofLines::new(None),
            building: None,
            trace,
        }
    }

    /// The trace again, with the end of the search in it.
    pub fn finish(mut self, outcome: Option<&Outcome>) -> Option<TraceFile> {
        if let (Some(trace), Some(outcome)) = (&mut self.trace, outcome) {
            trace.end(outcome);
        }
        self.trace
    }
}

impl Listener for Reporter {
    fn hear(&mut self, news: News<'_>) {
        match news {
            News::Begins(machine) => {
                if let Some(trace) = &mut self.trace {
                    trace.start(&self.request, machine);
                }
            }
            News::Tick => {
                if let Some(spinner) = &mut self.spinner {
                    spinner.tick();
                }
            }
            News::Note(note) => text::note(format_args!("{note}")),
            News::Event { rank, time, event } => {
                if let Some(trace) = &mut self.trace {
                    trace.event(rank, time, event);
                }
            }
            News::Proof(proof) => self.proof.hear_proof(proof),
            News::Tasks(tasks) => self.proof.hear(|time| tasks_so_far(tasks, time)),
            News::Resumed(kept) => text::note(format_args!("{}", self::kept(kept))),
            News::Iteration(_, Some(Iteration { bound, generated, .. })) if self.start.elapsed() >= Self::SOON => {
                let (nodes, time) = (text::plural(generated, "node", "nodes"), text::time(self.start.elapsed()));
                text::note(format_args!("bound {}: {nodes}, {time}", bound.0));
            }
            News::Building(what, done, all) => {
                self.building.get_or_insert_with(|| Bar::new(format!("building {what}"))).set(done, all);
            }
            News::Built => self.building = None,
            News::Unwritten(what, why) => {
                let _: Ending = text::unwritten(&what, &why);
            }
            _ => {}
        }
    }
}

/// Shows how far something is that has a known end.
pub struct Bar {
    bar: Option<ProgressBar>,
    what: String,
    start: Instant,
    next: Duration,
}

impl Bar {
    const LINE: Duration = Duration::from_secs(5);

    pub fn new(what: String) -> Bar {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{msg} {bar:30} {percent} %  {elapsed}");
            let bar = ProgressBar::new(1).with_message(what.clone());
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Bar { bar, what, start: Instant::now(), next: Self::LINE }
    }

    pub fn set(&mut self, done: u64, all: u64) {
        if let Some(bar) = &self.bar {
            bar.set_length(all);
            return bar.set_position(done);
        }
        if self.start.elapsed() >= self.next {
            text::note(format_args!("{}: {:.0} %", self.what, 100.0 * done as f64 / all.max(1) as f64));
            self.next += Self::LINE;
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Shows that something goes on that has no known end.
pub struct Spinner {
    bar: Option<ProgressBar>,
    what: String,
    start: Instant,
    next: Duration,
}

impl Spinner {
    const LINE: Duration = Duration::from_secs(10);

    pub fn new(what: String) -> Spinner {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}").expect("a valid template");
            ProgressBar::new_spinner().with_style(style).with_message(what.clone())
        });
        Spinner { bar, what, start: Instant::now(), next: Self::LINE }
    }

    pub fn tick(&mut self) {
        if let Some(bar) = &self.bar {
            return bar.tick();
        }
        if self.start.elapsed() >= self.next {
            text::note(format_args!("{}: {} s so far", self.what, self.start.elapsed().as_secs()));
            self.next *= 2;
        }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Lines that say now and then how far a proof is.
pub struct ProofLines {
    name: String,
    start: Instant,
    last: Instant,
}

impl ProofLines {
    const EVERY: Duration = Duration::from_secs(5);

    /// Of the proof with this name, if there are several.
    pub fn new(name: Option<&str>) -> ProofLines {
        let name = name.map_or(String::new(), |name| format!("{name}, "));
        ProofLines { name, start: Instant::now(), last: Instant::now() }
    }

    /// Something has changed; `say` tells how far it is after this time.
    fn hear(&mut self, say: impl FnOnce(Duration) -> String) {
        if self.last.elapsed() >= Self::EVERY {
            self.last = Instant::now();
            text::note(format_args!("{}{}", self.name, say(self.start.elapsed())));
        }
    }

    /// The progress of a proof.
    pub fn hear_proof(&mut self, proof: &Proof) {
        self.hear(|time| so_far(proof, time));
    }
}

/// How far a proof is after this time.
fn so_far(proof: &Proof, time: Duration) -> String {
    let Proof { least, most, number, moves, nodes, questions_left, done } = *proof;
    format!(
        "{}: {}; move {number} of {moves}, {} at most; {}; {}",
        text::time(time),
        range(least, most),
        text::plural(questions_left.into(), "question left", "questions left"),
        left(done, time),
        speed(nodes, time),
    )
}

/// The same for a proof that is cut into tasks.
fn tasks_so_far(progress: &TaskProgress, time: Duration) -> String {
    let TaskProgress { least, most, done, out, open, nodes, share } = *progress;
    let done = text::plural(done, "task", "tasks");
    let (range, left, speed) = (range(least, most), left(share, time), speed(nodes, time));
    format!("{}: {range}; {done} done, {out} at work, {open} waiting; {left}; {speed}", text::time(time))
}

fn range(least: Score, most: Score) -> String {
    match (least, most) {
        (Score::WORST, Score::INFINITY) => "nothing proved yet".to_string(),
        (least, most) if least == most => format!("the value is {least}"),
        (least, most) => format!("the value is from {least} to {most}"),
    }
}

fn left(done: u32, time: Duration) -> String {
    match remaining(done, time) {
        Some(left) => format!("perhaps {} left", text::rough(left)),
        None => "no telling how long".into(),
    }
}

fn speed(nodes: u64, time: Duration) -> String {
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6;
    format!("{}, {speed:.1} million a second", text::plural(nodes, "node", "nodes"))
}

/// What a proof goes on from.
fn kept(kept: &Resumed) -> String {
    let Resumed { path, tasks, time, moves, exact, line } = kept;
    let line = if *line { ", and best play" } else { "" };
    let (tasks, moves) = (text::plural(*tasks, "task", "tasks"), text::plural(*moves as u64, "move", "moves"));
    let (path, time) = (path.display(), text::rough(*time));
    format!("{path}: kept {tasks}, {time} of work; {moves} proved before, {exact} of them to the end{line}")
}

/// The time that is left when `done` thousandths took this long, if that says anything yet.
fn remaining(done: u32, time: Duration) -> Option<Duration> {
    (done > 0).then(|| time.mul_f64(f64::from(1000_u32.saturating_sub(done)) / f64::from(done)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_says_how_long_it_takes() {
        let proof = |done| Proof {
            least: Score(-64),
            most: Score(0),
            number: 3,
            moves: 8,
            nodes: 30_000_000,
            questions_left: 7,
            done,
        };
        let time = Duration::from_secs(30);
        assert_eq!(
            so_far(&proof(250), time),
            "30.00 s: the value is from -64 to 0; move 3 of 8, 7 questions left at most; perhaps 2 min left; \
             30,000,000 nodes, 1.0 million a second"
        );
        assert!(so_far(&proof(0), time).contains("no telling how long"));
        assert_eq!(remaining(1000, time), Some(Duration::ZERO));
        let (least, most) = (Score(-3), Score(5));
        let tasks = TaskProgress { least, most, done: 312, out: 4, open: 71, nodes: 30_000_000, share: 500 };
        assert_eq!(
            tasks_so_far(&tasks, time),
            "30.00 s: the value is from -3 to 5; 312 tasks done, 4 at work, 71 waiting; perhaps 30 s left; \
             30,000,000 nodes, 1.0 million a second"
        );
    }

    #[test]
    fn what_is_kept_is_told() {
        let time = Duration::from_secs(41 * 60);
        let file = Resumed { path: "four.proof".into(), tasks: 312, time, moves: 7, exact: 2, line: false };
        let text = "four.proof: kept 312 tasks, 41 min of work; 7 moves proved before, 2 of them to the end";
        assert_eq!(kept(&file), text);
    }
}
