//! A contestant: our own engine or another program, asked for moves in the same way.

use std::time::{Duration, Instant};

use anyhow::Context;
use provebest::player::{GameHistory, Player, plies_to_end};
use provebest_catalog::games::Played;

use super::client::Client;
use super::config::{ContestantConfig, ContestantKind, OwnEngine, Program};
use super::pace::Clocks;
use super::process::{NoReply, ProgramQuery, Reply};
use super::stop_switch::{CalledOff, StopSwitch};
use crate::options::player_with_table;
use crate::output::text;

/// How long to wait for a move where there is no clock.
const PATIENCE: Duration = Duration::from_secs(300);

pub struct Contestant<'a, G: Played> {
    source: MoveSource<'a, G>,
}

enum MoveSource<'a, G: Played> {
    Own { player: Box<Player<'a, G>>, reserve: Duration },
    Program { program: &'a Program, client: Option<Client> },
}

/// What a contestant is asked: the game so far, and its clocks.
pub struct MoveRequest<'a, G: Played> {
    pub history: &'a GameHistory<'a, G>,
    pub start: &'a G::State,
    /// The moves, as they are written.
    pub moves: &'a [String],
    pub clocks: &'a Clocks,
    /// Time that is forgiven.
    pub grace: Duration,
}

/// A move, and what it cost.
#[derive(Clone, Debug)]
pub struct FoundMove<M> {
    pub m: M,
    pub time: Duration,
    pub depth: u32,
    /// For the side that moves: `+0.31`, `-M4`.
    pub score: Option<String>,
}

/// Why a contestant lost a game that was not over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The time it took, and the time it had.
    Time(Duration, Duration),
    /// It did not come to an end where there was no clock.
    Hung,
    Illegal(String),
    /// It gave up, which is allowed.
    Resigned,
    Died(String),
}

pub enum MoveFailure {
    Fault(Fault),
    CalledOff,
}

impl From<CalledOff> for MoveFailure {
    fn from(CalledOff: CalledOff) -> MoveFailure {
        MoveFailure::CalledOff
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Time(took, had) => {
                write!(f, "out of time: {:.3} s of {:.3} s", took.as_secs_f64(), had.as_secs_f64())
            }
            Fault::Hung => write!(f, "no move within {} s", PATIENCE.as_secs()),
            Fault::Resigned => f.write_str("resigned"),
            Fault::Illegal(text) => write!(f, "illegal move '{text}'"),
            Fault::Died(why) => f.write_str(why),
        }
    }
}

impl<'a, G: Played> Contestant<'a, G> {
    pub fn new(rules: &'a G, config: &'a ContestantConfig, stop: &StopSwitch) -> anyhow::Result<Self> {
        let source = match &config.kind {
            ContestantKind::Own(own) => {
                let player =
                    player_with_table(own.bytes, OwnEngine::TABLE, rules).with_context(|| config.to_string())?;
                let player = player.threads(own.threads).share(own.share).level(own.level).seed(own.seed);
                MoveSource::Own { player: Box::new(player.enhancements(own.enhancements)), reserve: own.reserve }
            }
            ContestantKind::Program(program) => {
                let client = Client::start(program, stop).with_context(|| config.to_string())?;
                MoveSource::Program { program, client: Some(client) }
            }
        };
        Ok(Contestant { source })
    }

    /// Forgets the last game. A program that is gone is started anew.
    pub fn new_game(&mut self, stop: &StopSwitch) -> Result<(), MoveFailure> {
        stop.check()?;
        match &mut self.source {
            MoveSource::Own { player, .. } => player.forget(),
            MoveSource::Program { program, client } => {
                let there = client.take().and_then(|mut there| there.is_alive().then_some(there));
                let ready = there.and_then(|mut there| there.new_game(stop).is_ok().then_some(there));
                stop.check()?;
                *client = Some(match ready {
                    Some(there) => there,
                    None => Client::start(program, stop).map_err(|why| {
                        if stop.check().is_err() {
                            MoveFailure::CalledOff
                        } else {
                            MoveFailure::Fault(Fault::Died(format!("{why:#}")))
                        }
                    })?,
                });
            }
        }
        Ok(())
    }

    /// Finds a move.
    pub fn think(
        &mut self,
        request: &MoveRequest<'_, G>,
        stop: &StopSwitch,
    ) -> Result<FoundMove<G::Move>, MoveFailure> {
        let side = request.history.plies() % 2;
        let begin = Instant::now();
        let limit = request.clocks.limit(side);
        let rules = request.history.game();
        let mut thought = match &mut self.source {
            MoveSource::Own { player, reserve } => {
                let timer = stop.timer(request.clocks.limits(side, *reserve));
                let answer = G::think(player, request.history, &timer, &[], &mut |_| {});
                stop.check()?;
                let answer = answer.map_err(|why| MoveFailure::Fault(Fault::Died(why.to_string())))?;
                let m = answer.best.ok_or_else(|| MoveFailure::Fault(Fault::Illegal("none".into())))?;
                let score = answer.value.map(|value| {
                    let plies = plies_to_end(rules, request.history.state(), value, &answer.line.0);
                    text::pawns(value, rules.unit(), plies)
                });
                FoundMove { m, time: Duration::ZERO, depth: answer.depth.0, score }
            }
            MoveSource::Program { client, .. } => {
                let ask = ProgramQuery {
                    fen: rules.position(request.start),
                    moves: request.moves,
                    clocks: request.clocks,
                    side,
                    // White's number is that of the side that moves first if that is White.
                    white: usize::from(rules.sides(request.start)[0] != "White"),
                };
                let patience = limit.map_or(PATIENCE, |limit| limit.saturating_add(request.grace));
                let there = client.as_mut().ok_or_else(|| MoveFailure::Fault(Fault::Died("not there".into())))?;
                match there.go(&ask, patience, stop) {
                    Ok(reply) if reply.best == Reply::RESIGNS => return Err(MoveFailure::Fault(Fault::Resigned)),
                    Ok(reply) => {
                        let m = rules.read_word(request.history.state(), &reply.best);
                        let m = m.map_err(|_| MoveFailure::Fault(Fault::Illegal(reply.best)))?;
                        FoundMove { m, time: Duration::ZERO, depth: reply.depth, score: reply.score }
                    }
                    Err(NoReply::CalledOff) => return Err(MoveFailure::CalledOff),
                    Err(NoReply::Gone) => return Err(MoveFailure::Fault(Fault::Died("the program ended".into()))),
                    Err(NoReply::Late) => {
                        let fault = limit.map_or(Fault::Hung, |limit| Fault::Time(begin.elapsed(), limit));
                        return Err(MoveFailure::Fault(fault));
                    }
                }
            }
        };
        thought.time = begin.elapsed();
        match limit {
            Some(limit) if thought.time > limit.saturating_add(request.grace) => {
                Err(MoveFailure::Fault(Fault::Time(thought.time, limit)))
            }
            _ => Ok(thought),
        }
    }
}
