//! One game between two contestants.

use std::time::Duration;

use provebest::player::GameHistory;
use provebest::{Score, Status};
use provebest_catalog::games::{Played, word_of};

use super::contestant::{Contestant, Fault, FoundMove, MoveFailure, MoveRequest};
use super::pace::{Clocks, Pace};
use super::stop_switch::{CalledOff, StopSwitch};

/// A game that takes longer is a draw.
pub const LONGEST: usize = 400;

/// What is the same in all games of a match.
pub struct GameTerms<'a, G> {
    pub rules: &'a G,
    pub pace: Pace,
    /// Time that is forgiven at each move.
    pub grace: Duration,
    pub stop: &'a StopSwitch,
}

/// A game that was played. Side 0 moved first, side 1 second.
#[derive(Clone, Debug)]
pub struct GameRecord<G: Played> {
    pub start: G::State,
    pub moves: Vec<FoundMove<G::Move>>,
    /// The moves, as they are written.
    pub texts: Vec<String>,
    pub winner: Option<usize>,
    pub why: String,
    /// What the loser has done, if the game was not over.
    pub fault: Option<Fault>,
}

/// Plays a game from a position that is not over.
pub fn play<'a, G: Played>(
    terms: &GameTerms<'a, G>,
    mut sides: [&mut Contestant<'a, G>; 2],
    start: &G::State,
) -> Result<GameRecord<G>, CalledOff> {
    let mut record = GameRecord {
        start: start.clone(),
        moves: vec![],
        texts: vec![],
        winner: None,
        why: String::new(),
        fault: None,
    };
    let mut history = GameHistory::new(terms.rules, start.clone());
    let mut clocks = Clocks::new(terms.pace);
    for (number, side) in sides.iter_mut().enumerate() {
        match side.new_game(terms.stop) {
            Ok(()) => {}
            Err(MoveFailure::CalledOff) => return Err(CalledOff),
            Err(MoveFailure::Fault(fault)) => return Ok(record.lost(number, fault)),
        }
    }
    loop {
        let side = history.plies() % 2;
        if let Status::Over(value) = history.status() {
            record.winner = match value.cmp(&Score::ZERO) {
                std::cmp::Ordering::Less => Some(1 - side),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(side),
            };
            record.why = terms.rules.why_over(history.state()).into();
            return Ok(record);
        }
        if history.repetitions() >= 2 {
            record.why = "threefold repetition".into();
            return Ok(record);
        }
        if history.plies() >= LONGEST {
            record.why = format!("{LONGEST} plies");
            return Ok(record);
        }
        let request =
            MoveRequest { history: &history, start, moves: &record.texts, clocks: &clocks, grace: terms.grace };
        match sides[side].think(&request, terms.stop) {
            Ok(thought) => {
                clocks.moved(side, thought.time);
                record.texts.push(word_of(terms.rules, history.state(), thought.m));
                history.play(thought.m);
                record.moves.push(thought);
            }
            Err(MoveFailure::CalledOff) => return Err(CalledOff),
            Err(MoveFailure::Fault(fault)) => return Ok(record.lost(side, fault)),
        }
    }
}

impl<G: Played> GameRecord<G> {
    fn lost(self, side: usize, fault: Fault) -> GameRecord<G> {
        GameRecord { winner: Some(1 - side), why: fault.to_string(), fault: Some(fault), ..self }
    }
}
