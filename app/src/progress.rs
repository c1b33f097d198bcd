//! What is told on standard error while a search runs: a spinner on a terminal, otherwise a line now and then.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use provebest::Score;
use provebest::search::solve::Progress as Proof;

use crate::people;

pub struct Progress {
    bar: Option<ProgressBar>,
    what: String,
    start: Instant,
    next: Duration,
}

impl Progress {
    /// How often to look.
    pub const TICK: Duration = Duration::from_millis(100);
    const LINE: Duration = Duration::from_secs(10);

    pub fn new(what: String) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}").expect("a valid template");
            ProgressBar::new_spinner().with_style(style).with_message(what.clone())
        });
        Progress { bar, what, start: Instant::now(), next: Self::LINE }
    }

    pub fn tick(&mut self) {
        if let Some(bar) = &self.bar {
            return bar.tick();
        }
        if self.start.elapsed() >= self.next {
            people::note(format_args!("{}: {} s so far", self.what, self.start.elapsed().as_secs()));
            self.next *= 2;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Tells now and then how far a proof is.
pub struct Teller {
    name: String,
    start: Instant,
    last: Instant,
}

impl Teller {
    const EVERY: Duration = Duration::from_secs(5);

    /// Of the proof with this name, if there are several.
    pub fn new(name: Option<&str>) -> Teller {
        let name = name.map_or(String::new(), |name| format!("{name}, "));
        Teller { name, start: Instant::now(), last: Instant::now() }
    }

    pub fn tell(&mut self, proof: &Proof) {
        if self.last.elapsed() >= Self::EVERY {
            self.last = Instant::now();
            people::note(format_args!("{}{}", self.name, so_far(proof, self.start.elapsed())));
        }
    }
}

/// How far a proof is after this time.
fn so_far(proof: &Proof, time: Duration) -> String {
    let Proof { least, most, number, moves, nodes, questions_left, .. } = *proof;
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6;
    let range = match (least, most) {
        (Score::WORST, Score::INFINITY) => "nothing proved yet".to_string(),
        (least, most) if least == most => format!("the value is {least}"),
        (least, most) => format!("the value is from {least} to {most}"),
    };
    let left = match remaining(proof.done, time) {
        Some(left) => format!("perhaps {} left", people::rough(left)),
        None => "no telling how long".into(),
    };
    format!(
        "{}: {range}; move {number} of {moves}, {} at most; {left}; {}, {speed:.1} million a second",
        people::time(time),
        people::plural(questions_left.into(), "question left", "questions left"),
        people::plural(nodes, "node", "nodes"),
    )
}

/// The time that is left when so many thousandths took this long, if that says anything yet.
fn remaining(done: u32, time: Duration) -> Option<Duration> {
    (done > 0).then(|| time.mul_f64(f64::from(1000_u32.saturating_sub(done)) / f64::from(done)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_tell_how_long_they_take() {
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
    }
}
