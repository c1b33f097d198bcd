//! All games of a match.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use provebest::CancelToken;
use provebest::contest::{Sprt, SprtVerdict, Tally};
use provebest::player::Player;
use provebest_catalog::games::Played;

use super::config::ContestantConfig;
use super::contestant::{Contestant, Fault};
use super::game::{GameRecord, GameTerms, play};
use super::openings::Openings;
use super::pace::Pace;
use super::stop_switch::{CalledOff, StopSwitch};
use crate::output::text;
use provebest_catalog::worker::{self, Lost};

/// The bytes of the table of the player that judges openings.
const JUDGE: usize = 1 << 20;
/// Searches recurse.
const STACK: usize = 64 << 20;

pub struct Match<'a, G: Played> {
    pub rules: &'a G,
    pub contestants: [&'a ContestantConfig; 2],
    pub openings: &'a Openings<G::State>,
    /// How many openings; each is played twice.
    pub pairs: usize,
    pub pace: Pace,
    pub grace: Duration,
    pub sprt: Option<Sprt>,
    pub concurrency: usize,
}

/// What one contestant did.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ContestantStats {
    /// Games lost because it was late, because its move was illegal, because it died or hung.
    pub late: u64,
    pub illegal: u64,
    pub died: u64,
    pub moves: u64,
    pub depths: u64,
    pub time: Duration,
    pub longest: Duration,
}

/// What came of a match, in the view of the first contestant.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    pub tally: Tally,
    pub conduct: [ContestantStats; 2],
    pub interrupted: bool,
}

/// A finished game of a match. Games are reported in the order of their numbers.
pub struct FinishedGame<'r, G: Played> {
    /// From 0. Odd ones are the second of a pair.
    pub number: usize,
    pub record: &'r GameRecord<G>,
    /// The contestant that moved first.
    pub first: usize,
    /// The contestant that won.
    pub winner: Option<usize>,
    pub standing: &'r Standing,
}

impl<'a, G: Played> Match<'a, G> {
    /// Plays until all games are played, the test has a verdict or the user interrupts.
    pub fn run(
        &self,
        token: &CancelToken,
        mut hear: impl FnMut(FinishedGame<'_, G>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Standing> {
        let stop = StopSwitch::default();
        let next = AtomicUsize::new(0);
        let (to, games) = channel();
        let mut standing = Standing::default();
        let workers = self.concurrency.clamp(1, self.pairs.max(1));
        std::thread::scope(|scope| -> anyhow::Result<()> {
            for number in 0..workers {
                let (to, stop, next) = (to.clone(), &stop, &next);
                let thread = std::thread::Builder::new().name(format!("games {number}")).stack_size(STACK);
                let work = move || {
                    let send = |event| {
                        let _ = to.send(event);
                    };
                    match catch_unwind(AssertUnwindSafe(|| self.worker(stop, next, &send))) {
                        Ok(Ok(()) | Err(WorkerError::CalledOff)) => {}
                        Ok(Err(WorkerError::Start(error))) => send(Err(error)),
                        Err(left) => send(Err(worker::panicked(&*left).into())),
                    }
                };
                match thread.spawn_scoped(scope, work) {
                    Ok(_) => {}
                    Err(why) if number == 0 => return Err(Lost::NoThread(why).into()),
                    Err(why) => {
                        text::note(format_args!("--concurrency {workers}: {number} games at a time: {why}"));
                        break;
                    }
                }
            }
            drop(to);
            let done = self.collect(token, &stop, &games, &mut standing, &mut hear);
            // Games that are still played are not needed any more.
            stop.stop_all();
            done
        })?;
        Ok(standing)
    }

    fn collect(
        &self,
        token: &CancelToken,
        stop: &StopSwitch,
        games: &std::sync::mpsc::Receiver<anyhow::Result<(usize, GameRecord<G>)>>,
        standing: &mut Standing,
        hear: &mut impl FnMut(FinishedGame<'_, G>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut waiting = BTreeMap::new();
        let mut number = 0;
        let mut before = 0;
        loop {
            if token.is_cancelled() && !standing.interrupted {
                standing.interrupted = true;
                stop.stop_all();
            }
            match games.recv_timeout(Duration::from_millis(50)) {
                Ok(event) => {
                    let (number, record) = event?;
                    waiting.insert(number, record);
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            while let Some(record) = waiting.remove(&number) {
                let first = number % 2;
                let winner = record.winner.map(|side| side ^ first);
                let half_points = winner.map_or(1, |winner| 2 - 2 * winner);
                standing.tally.add(half_points);
                standing.note(&record, first);
                match number % 2 {
                    0 => before = half_points,
                    _ => standing.tally.pairs[before + half_points] += 1,
                }
                hear(FinishedGame { number, record: &record, first, winner, standing })?;
                number += 1;
                let decided = self.sprt.is_some_and(|sprt| sprt.verdict(&standing.tally) != SprtVerdict::Undecided);
                if number == 2 * self.pairs || decided && number % 2 == 0 {
                    return Ok(());
                }
            }
        }
    }

    /// Plays pairs until there are no more.
    fn worker(
        &self,
        stop: &StopSwitch,
        next: &AtomicUsize,
        send: &dyn Fn(anyhow::Result<(usize, GameRecord<G>)>),
    ) -> Result<(), WorkerError> {
        let mut judge = Player::new(self.rules, JUDGE).map_err(|error| WorkerError::Start(error.into()))?;
        let [mut a, mut b] = {
            let [a, b] = self.contestants.map(|config| Contestant::new(self.rules, config, stop));
            [a.map_err(WorkerError::Start)?, b.map_err(WorkerError::Start)?]
        };
        let terms = GameTerms { rules: self.rules, pace: self.pace, grace: self.grace, stop };
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= self.pairs {
                return Ok(());
            }
            stop.check()?;
            let start = self.openings.get(self.rules, &mut judge, pair);
            send(Ok((2 * pair, play(&terms, [&mut a, &mut b], &start)?)));
            send(Ok((2 * pair + 1, play(&terms, [&mut b, &mut a], &start)?)));
        }
    }
}

/// Why a worker ends early.
enum WorkerError {
    CalledOff,
    Start(anyhow::Error),
}

impl From<CalledOff> for WorkerError {
    fn from(CalledOff: CalledOff) -> WorkerError {
        WorkerError::CalledOff
    }
}

impl Standing {
    fn note<G: Played>(&mut self, record: &GameRecord<G>, first: usize) {
        for (ply, thought) in record.moves.iter().enumerate() {
            let conduct = &mut self.conduct[(ply % 2) ^ first];
            conduct.moves += 1;
            conduct.depths += u64::from(thought.depth);
            conduct.time += thought.time;
            conduct.longest = conduct.longest.max(thought.time);
        }
        if let (Some(winner), Some(fault)) = (record.winner, &record.fault) {
            let conduct = &mut self.conduct[(1 - winner) ^ first];
            match fault {
                Fault::Time(..) => conduct.late += 1,
                Fault::Illegal(_) => conduct.illegal += 1,
                Fault::Hung | Fault::Died(_) => conduct.died += 1,
                Fault::Resigned => {}
            }
        }
    }
}

impl ContestantStats {
    pub fn mean_depth(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.depths as f64 / self.moves as f64)
    }

    pub fn mean_time(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time.as_secs_f64() / self.moves as f64)
    }
}
