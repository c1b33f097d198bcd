//! How far a request is, on standard error.

use std::time::Duration;

use provebest_catalog::{Listener, News, Outcome, Request, Resumed, Thinking};
use provebest_game::Score;
use provebest_puzzle::Iteration;
use provebest_search::solve::{Progress as Proof, TaskProgress};

use super::live::Live;
use super::parts::estimate;
use super::text;
use super::trace::TraceFile;
use crate::ending::Ending;

/// Listens to a request, shows how far it is, and writes its trace.
pub struct Reporter {
    request: Request,
    live: Live,
    /// Was there something to tell beyond that it goes on?
    told: bool,
    trace: Option<TraceFile>,
}

impl Reporter {
    /// What is solved sooner needs no lines of progress.
    const SOON: Duration = Duration::from_millis(100);

    pub fn new(request: &Request, trace: Option<TraceFile>) -> Reporter {
        Reporter { request: request.clone(), live: Live::new(request.method.name()), told: false, trace }
    }

    /// The trace again, with the end of the search in it.
    pub fn finish(mut self, outcome: Option<&Outcome>) -> Option<TraceFile> {
        if let (Some(trace), Some(outcome)) = (&mut self.trace, outcome) {
            trace.end(outcome);
        }
        self.trace
    }

    fn show(&mut self, done: Option<f64>, words: impl FnOnce(Duration) -> String) {
        let time = self.live.time();
        self.told = true;
        self.live.show(done, || words(time));
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
            News::Tick if !self.told => self.live.tick(),
            News::Note(note) => text::note(format_args!("{note}")),
            News::Event { rank, time, event } => {
                if let Some(trace) = &mut self.trace {
                    trace.event(rank, time, event);
                }
            }
            News::Proof(proof) => self.show(Some(thousandths(proof.done)), |time| so_far(proof, time)),
            News::Tasks(tasks) => self.show(Some(thousandths(tasks.share)), |time| tasks_so_far(tasks, time)),
            News::Thinks(thinking) => {
                let request = self.request.clone();
                self.show(None, |time| thoughts(&request, thinking, time));
            }
            News::Resumed(kept) => text::note(format_args!("{}", self::kept(kept))),
            News::Iteration(bound, iteration) => {
                if let Some(Iteration { bound, generated, .. }) = iteration.filter(|_| self.live.time() >= Self::SOON) {
                    let (nodes, time) = (text::plural(generated, "node", "nodes"), text::time(self.live.time()));
                    text::note(format_args!("bound {}: {nodes}, {time}", bound.0));
                }
                self.show(None, |_| {
                    format!("no solution is shorter than {}", text::plural(bound.into(), "move", "moves"))
                });
            }
            News::Building(what, done, all) => {
                self.live.rename(format!("building {what}"));
                self.live.show(Some(done as f64 / all.max(1) as f64), String::new);
            }
            News::Built => self.live.rename(self.request.method.name()),
            News::Unwritten(what, why) => {
                let _: Ending = text::unwritten(&what, &why);
            }
            _ => {}
        }
    }
}

fn thousandths(done: u32) -> f64 {
    f64::from(done) / 1000.0
}

/// How far a proof is after this time.
pub fn so_far(proof: &Proof, time: Duration) -> String {
    let Proof { least, most, number, moves, nodes, questions_left, .. } = *proof;
    let left = match questions_left {
        0 | 1 => "the last question".to_string(),
        left => format!("at most {left} questions left"),
    };
    format!("{} · {} · move {number} of {moves} · {left}", range(least, most), speed(nodes, time))
}

/// The same for a proof that is cut into tasks.
fn tasks_so_far(progress: &TaskProgress, time: Duration) -> String {
    let TaskProgress { least, most, done, out, open, nodes, .. } = *progress;
    let done = text::plural(done, "task", "tasks");
    let (range, speed) = (range(least, most), speed(nodes, time));
    format!("{range} · {speed} · {done} done, {out} at work, {open} waiting")
}

/// What an engine thinks after this time.
fn thoughts(request: &Request, thinking: &Thinking, time: Duration) -> String {
    let Thinking { depth, value, plies, line, nodes } = thinking;
    let value = value.map(|value| match value.end() {
        Some(_) => text::value(value, *plies),
        None => estimate(&request.problem, value),
    });
    let value = value.unwrap_or_else(|| "nothing known yet".into());
    let line = &line[..line.len().min(8)];
    format!("depth {depth} · {value} · {} · {}", speed(*nodes, time), line.join(" "))
}

fn range(least: Score, most: Score) -> String {
    match (least, most) {
        (Score::WORST, Score::INFINITY) => "nothing proved yet".to_string(),
        (least, most) if least == most => format!("value {least}"),
        (least, most) => format!("value from {least} to {most}"),
    }
}

fn speed(nodes: u64, time: Duration) -> String {
    match nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6 {
        speed if speed < 1.0 => format!("{:.0} k nodes/s", 1e3 * speed),
        speed => format!("{speed:.1} M nodes/s"),
    }
}

/// What a proof goes on from.
fn kept(kept: &Resumed) -> String {
    let Resumed { path, tasks, time, moves, exact, line } = kept;
    let line = if *line { ", and best play" } else { "" };
    let (tasks, moves) = (text::plural(*tasks, "task", "tasks"), text::plural(*moves as u64, "move", "moves"));
    let (path, time) = (path.display(), text::rough(*time));
    format!("{path}: kept {tasks}, {time} of work; bounds of {moves}, {exact} of them exact{line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_says_how_far_it_is() {
        let proof = |questions_left| Proof {
            least: Score(-64),
            most: Score(0),
            number: 3,
            moves: 8,
            nodes: 30_000_000,
            questions_left,
            done: 250,
        };
        let time = Duration::from_secs(30);
        assert_eq!(
            so_far(&proof(7), time),
            "value from -64 to 0 · 1.0 M nodes/s · move 3 of 8 · at most 7 questions left"
        );
        assert!(so_far(&proof(0), time).contains("the last question"));
        let (least, most) = (Score(-3), Score(5));
        let tasks = TaskProgress { least, most, done: 312, out: 4, open: 71, nodes: 30_000_000, share: 500 };
        assert_eq!(
            tasks_so_far(&tasks, time),
            "value from -3 to 5 · 1.0 M nodes/s · 312 tasks done, 4 at work, 71 waiting"
        );
    }

    #[test]
    fn what_is_kept_is_told() {
        let time = Duration::from_secs(41 * 60);
        let file = Resumed { path: "four.proof".into(), tasks: 312, time, moves: 7, exact: 2, line: false };
        let text = "four.proof: kept 312 tasks, 41 min of work; bounds of 7 moves, 2 of them exact";
        assert_eq!(kept(&file), text);
    }
}
