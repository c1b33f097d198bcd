//! The options of UCI.

use std::time::Duration;

use provebest::games::chess::Chess;
use provebest::player::Level;

use super::{ChessBook, ChessPlayer};
use crate::options::player_with_table;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UciOptions {
    megabytes: Option<u64>,
    pub threads: usize,
    pub moves: usize,
    pub chess960: bool,
    pub reserve: Duration,
    level: Level,
}

impl Default for UciOptions {
    fn default() -> Self {
        UciOptions {
            megabytes: None,
            threads: 1,
            moves: 1,
            chess960: false,
            reserve: Duration::from_millis(20),
            level: Level::FULL,
        }
    }
}

/// What an option asks for.
pub enum OptionChange {
    Set(UciOptions),
    Clear,
}

impl UciOptions {
    pub const OPTIONS: &'static str = "\
option name Hash type spin default 64 min 1 max 65536
option name Threads type spin default 1 min 1 max 256
option name MultiPV type spin default 1 min 1 max 256
option name Ponder type check default false
option name UCI_Chess960 type check default false
option name Skill Level type spin default 10 min 1 max 10
option name Move Overhead type spin default 20 min 0 max 10000
option name Clear Hash type button";

    pub fn player<'a>(&self, rules: &'a Chess, book: Option<&'a ChessBook<'a>>) -> anyhow::Result<ChessPlayer<'a>> {
        let asked = self.megabytes.map(|megabytes| megabytes << 20);
        let mut player = player_with_table(asked, 64 << 20, rules)?;
        player.forget();
        let player = player.threads(self.threads).moves(self.moves).level(self.level);
        Ok(match book {
            Some(book) => player.book(book),
            None => player,
        })
    }

    /// `name NAME [value VALUE]`, the name in any case.
    pub fn change(self, words: &[&str]) -> Result<OptionChange, String> {
        let at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let name = words[..at].iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let value = words.get(at + 1).copied().unwrap_or_default();
        let number = |least: u64, most: u64| match value.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name} '{value}': expected a number from {least} to {most}")),
        };
        let mut set = self;
        match name.to_lowercase().as_str() {
            "hash" => set.megabytes = Some(number(1, 65536)?),
            "threads" => set.threads = number(1, 256)? as usize,
            "multipv" => set.moves = number(1, 256)? as usize,
            "uci_chess960" => set.chess960 = value.eq_ignore_ascii_case("true"),
            "skill level" => set.level = Level::new(number(1, 10)? as u8).unwrap_or(Level::FULL),
            "move overhead" => set.reserve = Duration::from_millis(number(0, 10_000)?),
            "clear hash" => return Ok(OptionChange::Clear),
            "ponder" => {}
            _ => return Err(format!("no option is called '{name}'")),
        }
        Ok(OptionChange::Set(set))
    }
}
