//! The protocol of NBoard, a board for Othello programs, in its version 2.
//!
//! A ping, like every other line that comes while the engine thinks, ends its search.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use provebest::game::TextError;
use provebest::game::line_in_words;
use provebest::games::othello::{Board, Othello};
use provebest::player::{GameHistory, Player, ThinkLimits, Timer};
use provebest::search::engine::Answer;
use provebest::{Depth, Score, Status, Text};
use provebest_catalog::games::Played;

use crate::options::player_with_table;
use crate::output::say;
use crate::protocols::stdin::{self, EventQueue, InputEvent, any_move};
use provebest_system::memory;

/// How long it thinks on after the end of the input.
const PATIENCE: Duration = Duration::from_secs(10);

struct NboardSession<'a> {
    player: Player<'a, Othello>,
    history: GameHistory<'a, Othello>,
    depth: Depth,
    queue: EventQueue,
}

/// The result of thinking.
struct Choice {
    /// None after a mistake in the search.
    answer: Option<Answer<Option<u8>>>,
    /// Of the answer; if there is none, the last one that was thought of, or any.
    best: Option<u8>,
}

/// Answers commands until `quit` or the end of the input.
pub fn run(bytes: Option<u64>) -> anyhow::Result<()> {
    let rules = Othello;
    let mut player = player_with_table(bytes, memory::USUAL_TABLE, &rules).context("--hash")?;
    player.forget();
    let history = GameHistory::new(&rules, Board::default());
    let mut session = NboardSession { player, history, depth: Depth(12), queue: EventQueue::open() };
    while let Some(line) = session.queue.next_line() {
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match command {
            "quit" => return Ok(()),
            "nboard" => say(format_args!("set myname Provebest"))?,
            "ping" => say(format_args!("pong {rest}"))?,
            "learn" => say(format_args!("learned"))?,
            "set" => match session.set(rest) {
                Ok(()) => {}
                Err(why) => say(format_args!("status error: {why}"))?,
            },
            "move" => match session.play(rest.split('/').next().unwrap_or_default()) {
                Ok(()) => {}
                Err(why) => say(format_args!("status error: {why}"))?,
            },
            "go" => session.go()?,
            "hint" => session.hint(rest.trim().parse().unwrap_or(1))?,
            // Unknown commands are ignored.
            _ => {}
        }
    }
    Ok(())
}

/// A move as NBoard writes it.
fn word(board: &Board, m: Option<u8>) -> String {
    m.map_or("PA".into(), |_| Othello.print_move(board, m).to_uppercase())
}

/// The move that is played, what it is worth if that is known, and the time it took.
fn chosen(board: &Board, m: Option<u8>, value: Option<Score>, seconds: f64) -> String {
    let value = value.map_or(String::new(), |value| value.0.to_string());
    format!("{}/{value}/{seconds:.3}", word(board, m))
}

/// The best moves with their lines, values and depths. A search that was stopped at once has none.
fn hints(board: &Board, answer: &Answer<Option<u8>>, moves: usize) -> Vec<String> {
    let known = answer.moves.iter().filter_map(|one| Some((one, one.value.filter(|_| answer.depth > Depth(0))?)));
    let hint = known.map(|(one, value)| {
        let line = line_in_words(&Othello, board, &one.line.0, word).concat();
        format!("{line} {} 0 {}", value.0, answer.depth.0)
    });
    hint.take(moves).collect()
}

/// The first line of an error, which is all that fits into a status.
fn short(error: TextError) -> String {
    error.to_string().lines().next().unwrap_or_default().to_string()
}

impl NboardSession<'_> {
    fn set(&mut self, what: &str) -> Result<(), String> {
        let (name, value) = what.split_once(' ').unwrap_or((what, ""));
        match name {
            "depth" => {
                let depth: u32 = value.trim().parse().map_err(|_| format!("depth '{value}': no number"))?;
                self.depth = Depth(depth.clamp(1, 120));
            }
            "game" => {
                let mut history = GameHistory::new(self.history.game(), Board::default());
                std::mem::swap(&mut history, &mut self.history);
                if let Err(why) = self.read(value) {
                    self.history = history;
                    return Err(why);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A game in GGF: `(;GM[Othello]...BO[8 <64 of -*O> <*O>]B[f5]W[d6];)`.
    fn read(&mut self, ggf: &str) -> Result<(), String> {
        let (mut rest, mut found) = (ggf, false);
        while let Some(open) = rest.find('[') {
            let name: String = rest[..open].chars().rev().take_while(char::is_ascii_uppercase).collect();
            let close = rest[open..].find(']').ok_or("a '[' without its ']'")? + open;
            let value = &rest[open + 1..close];
            // Names were read backwards.
            match name.as_str() {
                "OB" => {
                    found = true;
                    let text = value.trim_start().trim_start_matches('8').replace('*', "X");
                    let board = Othello.parse(text.trim()).map_err(short)?;
                    self.history = GameHistory::new(self.history.game(), board);
                }
                "B" | "W" => self.play(value.split('/').next().unwrap_or_default())?,
                _ => {}
            }
            rest = &rest[close + 1..];
        }
        if found { Ok(()) } else { Err("no board in the game; expected BO[8 ...]".into()) }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let m = Othello.parse_move(self.history.state(), text.trim()).map_err(short)?;
        self.history.play(m);
        Ok(())
    }

    fn is_over(&self) -> bool {
        matches!(self.history.status(), Status::Over(_))
    }

    /// Thinks until it is done or a line comes.
    fn think(&mut self, moves: usize) -> anyhow::Result<Choice> {
        let NboardSession { player, history, queue, depth } = self;
        player.set_moves(moves);
        let (player, history, last) = (&*player, &*history, Mutex::new(None));
        let think = |timer: &Timer| {
            Othello::think(player, history, timer, &[], &mut |answer| {
                *last.lock().unwrap_or_else(PoisonError::into_inner) = answer.best;
            })
        };
        let complain = |text: fmt::Arguments<'_>| say(format_args!("status error: {text}"));
        let listen = |queue: &mut EventQueue, timer: &Timer| {
            // The input may end right after a question: the answer is still wanted, but soon.
            let mut patience = Duration::MAX;
            loop {
                match queue.next(patience) {
                    Some(InputEvent::Done) => return Ok(()),
                    Some(InputEvent::End) => {
                        queue.postpone(InputEvent::End);
                        patience = PATIENCE;
                    }
                    Some(line) => {
                        queue.postpone(line);
                        timer.end();
                    }
                    None => {
                        timer.end();
                        patience = Duration::MAX;
                    }
                }
            }
        };
        let (thought, _) = stdin::think(queue, ThinkLimits::depth(*depth), think, complain, listen)?;
        let answer = thought.and_then(Result::ok);
        let last = last.into_inner().unwrap_or_else(PoisonError::into_inner);
        let best = answer.as_ref().and_then(|answer| answer.best).or(last).or_else(|| any_move(history));
        Ok(Choice { answer, best: best.flatten() })
    }

    fn go(&mut self) -> anyhow::Result<()> {
        say(format_args!("status Provebest is thinking"))?;
        if self.is_over() {
            say(format_args!("status the game is over"))?;
            return Ok(());
        }
        let start = std::time::Instant::now();
        let Choice { answer, best } = self.think(1)?;
        let seconds = start.elapsed().as_secs_f64();
        if let Some(answer) = &answer {
            say(format_args!("nodestats {} {seconds:.3}", answer.tally.nodes))?;
        }
        let value = answer.and_then(|answer| answer.value);
        say(format_args!("=== {}", chosen(self.history.state(), best, value, seconds)))?;
        say(format_args!("status"))?;
        Ok(())
    }

    fn hint(&mut self, moves: usize) -> anyhow::Result<()> {
        say(format_args!("status Provebest is analyzing"))?;
        if !self.is_over()
            && let Some(answer) = self.think(moves.max(1))?.answer
        {
            for hint in hints(self.history.state(), &answer, moves.max(1)) {
                say(format_args!("search {hint}"))?;
            }
        }
        say(format_args!("status"))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use provebest::search::Kind;

    use super::*;

    /// What was not searched is not worth 0.
    #[test]
    fn only_what_is_known_is_told() {
        let (rules, board) = (Othello, Board::default());
        let player = Player::new(&rules, 1 << 16).unwrap().moves(3);
        let history = GameHistory::new(&rules, board);
        let searched = player.think(&history, ThinkLimits::depth(Depth(2))).unwrap();
        let mut unknown = searched.clone();
        unknown.value = None;
        unknown.moves.iter_mut().for_each(|one| (one.value, one.kind) = (None, Kind::Unknown));
        let best = any_move(&history).unwrap();
        assert_eq!(chosen(&board, best, unknown.value, 0.5), format!("{}//0.500", word(&board, best)));
        assert_eq!(hints(&board, &unknown, 3), [""; 0]);
        let value = searched.value.unwrap().0;
        assert!(chosen(&board, best, searched.value, 0.5).ends_with(&format!("/{value}/0.500")));
        let told = hints(&board, &searched, 3);
        assert!(told.len() == 3 && told[0].ends_with(&format!(" {value} 0 2")), "{told:?}");
    }
}
