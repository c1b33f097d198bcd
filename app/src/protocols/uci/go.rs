//! The command `go` and its limits.

use std::time::Duration;

use provebest::games::chess::{Chess, Color, Position};
use provebest::player::{Remaining, ThinkLimits};
use provebest::{Depth, Game, MoveList, Text};

/// How long to think where a limit was meant, but none could be read: the other program must not wait for ever.
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Default)]
pub struct Go {
    pub limits: ThinkLimits,
    /// Only these root moves, by number.
    pub only: Vec<u32>,
    /// What could not be read. The rest holds.
    pub wrong: Vec<String>,
}

impl Go {
    pub fn parse(words: &[&str], rules: &Chess, position: &Position, reserve: Duration) -> Go {
        let mut go = Go { limits: ThinkLimits { reserve, ..ThinkLimits::default() }, ..Go::default() };
        let limits = &mut go.limits;
        let white = position.board().side_to_move() == Color::White;
        let mut clock = Remaining { left: Duration::ZERO, increment: Duration::ZERO, moves: None };
        let mut has_clock = false;
        let mut only = None;
        let mut words = words.iter().copied().peekable();
        while let Some(part) = words.next() {
            match part {
                "infinite" => limits.infinite = true,
                "ponder" => limits.ponder = true,
                "searchmoves" => only = Some(std::iter::from_fn(|| words.next_if(|word| !is_part(word))).collect()),
                _ if is_part(part) => {
                    let text = words.next_if(|word| !is_part(word)).unwrap_or_default();
                    let Ok(number) = text.parse::<i64>() else {
                        go.wrong.push(format!("{part} '{text}': expected a number"));
                        continue;
                    };
                    // A clock may have run below zero.
                    let number = number.max(0) as u64;
                    let time = Duration::from_millis(number);
                    match part {
                        "depth" => limits.depth = Some(Depth(number.clamp(1, 500) as u32)),
                        "mate" => limits.depth = Some(Depth((2 * number).clamp(1, 500) as u32)),
                        "nodes" => limits.nodes = Some(number.max(1)),
                        "movetime" => limits.time = Some(time),
                        "movestogo" => clock.moves = (number > 0).then(|| number.min(1000) as u32),
                        "wtime" | "btime" if (part == "wtime") == white => (clock.left, has_clock) = (time, true),
                        "winc" | "binc" if (part == "winc") == white => clock.increment = time,
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        if has_clock {
            limits.clock = Some(clock);
        }
        let limited = has_clock || limits.time.is_some() || limits.depth.is_some() || limits.nodes.is_some();
        if !limited && !limits.infinite {
            match go.wrong.is_empty() {
                true => limits.infinite = true,
                false => {
                    go.wrong.push(format!("no limit is left: it thinks for {} ms", PATIENCE.as_millis()));
                    limits.time = Some(PATIENCE);
                }
            }
        }
        if let Some(moves) = only {
            go.restrict(moves, rules, position);
        }
        go
    }

    /// Only these moves: those of them that are legal, or all if none is.
    fn restrict(&mut self, moves: Vec<&str>, rules: &Chess, position: &Position) {
        let mut list = MoveList::new();
        rules.moves(position, &mut list);
        for word in moves {
            let m = rules.parse_move(position, word).ok();
            match m.and_then(|m| list.as_slice().iter().position(|&other| other == m)) {
                Some(number) if self.only.contains(&(number as u32)) => {}
                Some(number) => self.only.push(number as u32),
                None => self.wrong.push(format!("searchmoves '{word}': not a legal move here")),
            }
        }
        if self.only.is_empty() {
            self.wrong.push("searchmoves names no legal move: it searches all".into());
        }
    }
}

/// What a `go` is made of. Other words are ignored.
fn is_part(word: &str) -> bool {
    let flags = ["infinite", "ponder", "searchmoves"];
    let numbers = ["depth", "mate", "nodes", "movetime", "movestogo", "wtime", "btime", "winc", "binc"];
    flags.contains(&word) || numbers.contains(&word)
}
