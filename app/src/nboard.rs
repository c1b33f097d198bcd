//! The protocol of NBoard, a board for Othello programs, in its version 2.
//!
//! A ping, like everything else that comes while the engine thinks, ends its thoughts.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::Context;
use provebest::game::line_in_words;
use provebest::games::othello::{Board, Othello};
use provebest::player::{GameHistory, Player, ThinkLimits, Timer, Unplayable};
use provebest::search::engine::{Answer, Has, Lacks, Skilled};
use provebest::{Depth, Score, Status, Text, TextError};

use crate::memory;
use crate::talk::{Ears, Event, at_once, say};
use crate::worker;

/// How long it thinks on when nobody can say stop any more.
const PATIENCE: Duration = Duration::from_secs(10);

struct Talk<'a> {
    player: Player<'a, Othello, Skilled<Lacks, Lacks, Has, Lacks>>,
    history: GameHistory<'a, Othello>,
    depth: Depth,
    ears: Ears,
}

/// Talks until nobody writes any more, or until it is told to quit.
pub fn run(bytes: u64) -> anyhow::Result<()> {
    let rules = Othello;
    let room = memory::table(bytes).context("--hash")?;
    let player = Player::new(&rules, room).map_err(|_| memory::no_room(bytes)).context("--hash")?;
    let mut player = player.ordered();
    player.forget();
    let history = GameHistory::new(&rules, Board::default());
    let mut talk = Talk { player, history, depth: Depth(12), ears: Ears::open() };
    while let Some(line) = talk.ears.line() {
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match command {
            "quit" => return Ok(()),
            "nboard" => say(format_args!("set myname Provebest"))?,
            "ping" => say(format_args!("pong {rest}"))?,
            "learn" => say(format_args!("learned"))?,
            "set" => match talk.set(rest) {
                Ok(()) => {}
                Err(why) => say(format_args!("status error: {why}"))?,
            },
            "move" => match talk.play(rest.split('/').next().unwrap_or_default()) {
                Ok(()) => {}
                Err(why) => say(format_args!("status error: {why}"))?,
            },
            "go" => talk.go()?,
            "hint" => talk.hint(rest.trim().parse().unwrap_or(1))?,
            // What is not known is not answered.
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
fn chosen(board: &Board, answer: &Answer<Option<u8>>, seconds: f64) -> String {
    let value = answer.value.map_or(String::new(), |value| value.0.to_string());
    format!("{}/{value}/{seconds:.3}", word(board, answer.moves[0].m))
}

/// The best moves with their lines, values and depths. Of a search that was called off at once there is nothing to tell.
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

impl Talk<'_> {
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
        if found { Ok(()) } else { Err("no board in the game: BO[8 ...] would be right".into()) }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let m = Othello.parse_move(self.history.state(), text.trim()).map_err(short)?;
        self.history.play(m);
        Ok(())
    }

    /// Thinks, for as long as nobody says anything.
    fn think(&mut self, moves: usize) -> anyhow::Result<Option<Answer<Option<u8>>>> {
        if matches!(self.history.status(), Status::Over(_)) {
            return Ok(None);
        }
        let Talk { player, history, ears, depth } = self;
        player.set_moves(moves);
        let (player, history, tell) = (&*player, &*history, ears.tell());
        let limits = ThinkLimits::depth(*depth);
        let timer = Timer::new(if ears.is_deaf() { at_once(limits) } else { limits });
        let think = |timer: &Timer| player.think_aloud(history, timer, &[], |_| {});
        let lost = |left: Box<dyn Any + Send>| {
            say(format_args!("status error: {}", worker::panicked(&*left)))?;
            anyhow::Ok(Err(Unplayable::Over(Score::ZERO)))
        };
        std::thread::scope(|scope| {
            let (timer, think) = (&timer, &think);
            let thinking = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, move || {
                let _tell = tell;
                think(timer)
            });
            let thinking = match thinking {
                Ok(thinking) => thinking,
                Err(why) => {
                    ears.never_mind();
                    say(format_args!("status no thread to think on, so it thinks little: {why}"))?;
                    let timer = Timer::new(at_once(limits));
                    let answer = catch_unwind(AssertUnwindSafe(|| think(&timer)));
                    return Ok(answer.or_else(lost)?.ok());
                }
            };
            // A pipe that was closed behind a question still wants its answer, but not for ever.
            let mut patience = Duration::MAX;
            loop {
                match ears.hear(patience) {
                    Some(Event::Done) => break,
                    Some(Event::End) => {
                        ears.put_off(Event::End);
                        patience = PATIENCE;
                    }
                    Some(line) => {
                        ears.put_off(line);
                        timer.end();
                    }
                    None => {
                        timer.end();
                        patience = Duration::MAX;
                    }
                }
            }
            Ok(thinking.join().or_else(lost)?.ok())
        })
    }

    fn go(&mut self) -> anyhow::Result<()> {
        say(format_args!("status Provebest is thinking"))?;
        let start = std::time::Instant::now();
        let Some(answer) = self.think(1)? else {
            say(format_args!("status the game is over"))?;
            return Ok(());
        };
        let seconds = start.elapsed().as_secs_f64();
        say(format_args!("nodestats {} {seconds:.3}", answer.tally.nodes))?;
        say(format_args!("=== {}", chosen(self.history.state(), &answer, seconds)))?;
        say(format_args!("status"))?;
        Ok(())
    }

    fn hint(&mut self, moves: usize) -> anyhow::Result<()> {
        say(format_args!("status Provebest is analyzing"))?;
        if let Some(answer) = self.think(moves.max(1))? {
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
        let player = Player::new(&rules, 1 << 16).unwrap().ordered().moves(3);
        let history = GameHistory::new(&rules, board);
        let searched = player.think(&history, ThinkLimits::depth(Depth(2))).unwrap();
        let mut unknown = Answer { value: None, ..searched.clone() };
        unknown.moves.iter_mut().for_each(|one| (one.value, one.kind) = (None, Kind::Unknown));
        assert!(chosen(&board, &unknown, 0.5).ends_with("//0.500"));
        assert_eq!(hints(&board, &unknown, 3), [""; 0]);
        let value = searched.value.unwrap().0;
        assert!(chosen(&board, &searched, 0.5).ends_with(&format!("/{value}/0.500")));
        let told = hints(&board, &searched, 3);
        assert!(told.len() == 3 && told[0].ends_with(&format!(" {value} 0 2")), "{told:?}");
    }
}
