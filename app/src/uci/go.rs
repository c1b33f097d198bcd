//! What `go` asks for.

use std::time::Duration;

use provebest::games::chess::{Chess, Color, Position};
use provebest::player::{Allowance, Remaining};
use provebest::{Depth, Game, MoveList, Text};

#[derive(Default)]
pub struct Go {
    pub allowance: Allowance,
    /// Only these root moves, by number.
    pub only: Vec<u32>,
}

impl Go {
    pub fn parse(words: &[&str], rules: &Chess, position: &Position, reserve: Duration) -> Result<Go, String> {
        let mut go = Go { allowance: Allowance { reserve, ..Allowance::default() }, ..Go::default() };
        let white = position.board().side_to_move() == Color::White;
        let mut clock = Remaining { left: Duration::ZERO, increment: Duration::ZERO, moves: None };
        let mut has_clock = false;
        let mut words = words.iter().copied().peekable();
        let mut list = MoveList::new();
        rules.moves(position, &mut list);
        while let Some(word) = words.next() {
            // A clock may have run below zero.
            let mut number = || {
                let text = words.next().unwrap_or_default();
                text.parse::<i64>().map(|n| n.max(0) as u64).map_err(|_| format!("{word} '{text}': no number"))
            };
            let allowance = &mut go.allowance;
            match word {
                "infinite" => allowance.infinite = true,
                "ponder" => allowance.ponder = true,
                "depth" => allowance.depth = Some(Depth(number()?.clamp(1, 500) as u32)),
                "mate" => allowance.depth = Some(Depth((2 * number()?).clamp(1, 500) as u32)),
                "nodes" => allowance.nodes = Some(number()?.max(1)),
                "movetime" => allowance.time = Some(Duration::from_millis(number()?)),
                "movestogo" => clock.moves = Some(number()?.clamp(1, 1000) as u32),
                "wtime" | "btime" => {
                    let time = Duration::from_millis(number()?);
                    if (word == "wtime") == white {
                        (clock.left, has_clock) = (time, true);
                    }
                }
                "winc" | "binc" => {
                    let time = Duration::from_millis(number()?);
                    if (word == "winc") == white {
                        clock.increment = time;
                    }
                }
                "searchmoves" => {
                    while let Some(m) = words.peek().and_then(|text| rules.parse_move(position, text).ok()) {
                        words.next();
                        go.only.extend(list.as_slice().iter().position(|&other| other == m).map(|n| n as u32));
                    }
                }
                _ => {}
            }
        }
        if has_clock {
            go.allowance.clock = Some(clock);
        }
        let allowance = &mut go.allowance;
        let limited = has_clock || allowance.time.is_some() || allowance.depth.is_some() || allowance.nodes.is_some();
        allowance.infinite |= !limited;
        Ok(go)
    }

    /// Would it go on for ever if nobody said stop?
    pub fn has_no_end(&self) -> bool {
        self.allowance.infinite || self.allowance.ponder
    }
}
