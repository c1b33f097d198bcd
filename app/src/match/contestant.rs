//! One who is asked for moves, whoever it is.

use std::time::{Duration, Instant};

use anyhow::Context;
use provebest::player::{GameHistory, Player, plies_to_end};
use provebest_catalog::games::Played;

use super::client::{Ask, Client, Reply, Silence};
use super::config::{Config, Kind, Own, Program};
use super::halt::{Halt, Halted};
use super::pace::Clocks;
use crate::options::player_with_table;
use crate::output::text;

/// How long to wait for a move where there is no clock.
const PATIENCE: Duration = Duration::from_secs(300);

pub struct Contestant<'a, G: Played> {
    mind: Mind<'a, G>,
}

enum Mind<'a, G: Played> {
    Own { player: Box<Player<'a, G>>, reserve: Duration },
    Program { program: &'a Program, client: Option<Client> },
}

/// A game so far, as a contestant sees it.
pub struct Scene<'a, G: Played> {
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
pub struct Thought<M> {
    pub m: M,
    pub time: Duration,
    pub depth: u32,
    /// For the side that moves: `+0.31`, `-M4`.
    pub score: Option<String>,
}

/// Why a game is lost that was not over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It took so long and had only so long.
    Time(Duration, Duration),
    /// It did not come to an end where there was no clock.
    Hung,
    Illegal(String),
    /// It gave up, which is its right.
    Resigned,
    Died(String),
}

pub enum Failure {
    Fault(Fault),
    Halted,
}

impl From<Halted> for Failure {
    fn from(Halted: Halted) -> Failure {
        Failure::Halted
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
    pub fn new(rules: &'a G, config: &'a Config, halt: &Halt) -> anyhow::Result<Self> {
        let mind = match &config.kind {
            Kind::Own(own) => {
                let player = player_with_table(own.bytes, Own::TABLE, rules).with_context(|| config.to_string())?;
                let player = player.threads(own.threads).share(own.share).level(own.level).seed(own.seed);
                Mind::Own { player: Box::new(player.enhancements(own.enhancements)), reserve: own.reserve }
            }
            Kind::Program(program) => {
                let client = Client::start(program, halt).with_context(|| config.to_string())?;
                Mind::Program { program, client: Some(client) }
            }
        };
        Ok(Contestant { mind })
    }

    /// Forgets the last game. A program that is gone is started anew.
    pub fn new_game(&mut self, halt: &Halt) -> Result<(), Failure> {
        halt.check()?;
        match &mut self.mind {
            Mind::Own { player, .. } => player.forget(),
            Mind::Program { program, client } => {
                let there = client.take().and_then(|mut there| there.is_alive().then_some(there));
                let ready = there.and_then(|mut there| there.new_game(halt).is_ok().then_some(there));
                halt.check()?;
                *client = Some(match ready {
                    Some(there) => there,
                    None => Client::start(program, halt).map_err(|why| {
                        if halt.check().is_err() {
                            Failure::Halted
                        } else {
                            Failure::Fault(Fault::Died(format!("{why:#}")))
                        }
                    })?,
                });
            }
        }
        Ok(())
    }

    /// Finds a move.
    pub fn think(&mut self, scene: &Scene<'_, G>, halt: &Halt) -> Result<Thought<G::Move>, Failure> {
        let side = scene.history.plies() % 2;
        let begin = Instant::now();
        let limit = scene.clocks.limit(side);
        let rules = scene.history.game();
        let mut thought = match &mut self.mind {
            Mind::Own { player, reserve } => {
                let timer = halt.timer(scene.clocks.limits(side, *reserve));
                let answer = G::think(player, scene.history, &timer, &[], &mut |_| {});
                halt.check()?;
                let answer = answer.map_err(|why| Failure::Fault(Fault::Died(why.to_string())))?;
                let m = answer.best.ok_or_else(|| Failure::Fault(Fault::Illegal("none".into())))?;
                let score = answer.value.map(|value| {
                    let plies = plies_to_end(rules, scene.history.state(), value, &answer.line.0);
                    text::pawns(value, rules.unit(), plies)
                });
                Thought { m, time: Duration::ZERO, depth: answer.depth.0, score }
            }
            Mind::Program { client, .. } => {
                let ask = Ask {
                    fen: rules.position(scene.start),
                    moves: scene.moves,
                    clocks: scene.clocks,
                    side,
                    // White's number is that of the side that moves first if that is White.
                    white: usize::from(rules.sides(scene.start)[0] != "White"),
                };
                let patience = limit.map_or(PATIENCE, |limit| limit.saturating_add(scene.grace));
                let there = client.as_mut().ok_or_else(|| Failure::Fault(Fault::Died("not there".into())))?;
                match there.go(&ask, patience, halt) {
                    Ok(reply) if reply.best == Reply::RESIGNS => return Err(Failure::Fault(Fault::Resigned)),
                    Ok(reply) => {
                        let m = rules.read_word(scene.history.state(), &reply.best);
                        let m = m.map_err(|_| Failure::Fault(Fault::Illegal(reply.best)))?;
                        Thought { m, time: Duration::ZERO, depth: reply.depth, score: reply.score }
                    }
                    Err(Silence::Halted) => return Err(Failure::Halted),
                    Err(Silence::Gone) => return Err(Failure::Fault(Fault::Died("the program ended".into()))),
                    Err(Silence::Late) => {
                        let fault = limit.map_or(Fault::Hung, |limit| Fault::Time(begin.elapsed(), limit));
                        return Err(Failure::Fault(fault));
                    }
                }
            }
        };
        thought.time = begin.elapsed();
        match limit {
            Some(limit) if thought.time > limit.saturating_add(scene.grace) => {
                Err(Failure::Fault(Fault::Time(thought.time, limit)))
            }
            _ => Ok(thought),
        }
    }
}
