//! A game in the terminal.

use std::io::Write;
use std::time::Duration;

use provebest_game::{Depth, Evaluate, Keyed, Skills};

use super::words::{Words, wrong};
use super::{Command, CommandError, TABLE};
use crate::player::{GameHistory, Level, Player, ThinkLimits};
use crate::terminal::{Asks, Ended, Extras, Terminal, introduction};

/// A level as it is written.
pub(super) fn level(name: &str, text: &str) -> Result<Level, CommandError> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| wrong(name, text, &format!("a level from 1 to {}", Level::FULL)))
}

impl<'c, G> Command<'c, G>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    /// Plays a game, and another one after it if that is offered.
    pub(super) fn play(
        &self,
        words: &[String],
        ask: &mut Asks<'_>,
        again: bool,
        output: &mut dyn Write,
    ) -> Result<(), CommandError> {
        let words = Words::read(words, &["--level", "--side", "--time", "--nodes", "--depth", "--seed"])?;
        let level = words.text("--level").map_or(Ok(Level::CASUAL), |text| level("--level", text))?;
        let people = match words.text("--side").unwrap_or("first") {
            "first" => [true, false],
            "second" => [false, true],
            "both" => [true, true],
            "none" => [false, false],
            other => return Err(wrong("--side", other, "first, second, both or none")),
        };
        let depth = words.number("--depth", 1)?.map(|plies| Depth(plies.min(1000) as u32));
        let (time, nodes) = (words.time("--time")?, words.number("--nodes", 1)?);
        let time = time.or((depth.is_none() && nodes.is_none()).then_some(Duration::from_secs(1)));
        let limits = ThinkLimits { time, nodes, depth, ..ThinkLimits::default() };
        let seed = words.number("--seed", 0)?;
        let mut history = self.open_history(words.rest())?;
        let player = Player::new(self.game, TABLE).map_err(|error| CommandError::Usage(error.to_string()))?;
        let player = player.level(level).seed(seed.unwrap_or(1));
        // Side 0 of the terminal moves first in this position.
        let sides = if history.plies().is_multiple_of(2) { self.sides } else { [self.sides[1], self.sides[0]] };
        writeln!(output, "{}", introduction(sides, people, level))?;
        let (show, word) = (self.show, |state: &G::State, m| self.name_of(state, m));
        let table = Terminal {
            player: &player,
            limits,
            people: if history.plies().is_multiple_of(2) { people } else { [people[1], people[0]] },
            sides: self.sides,
            show: &|state, _| show.map_or_else(String::new, |show| show(state)),
            word: &word,
            read: None,
        };
        let save = |history: &GameHistory<'c, G>, file: &str| {
            let moves = self.line(&self.start, history.moves());
            let mut kept = std::fs::File::create_new(file)?;
            writeln!(kept, "{moves}")?;
            Ok(format!("Saved in {}; to go on there:\n  {} play {moves}", file.escape_debug(), self.program()))
        };
        let extras = Extras { save: Some(&save), again, ..Extras::default() };
        if table.play_with(&mut history, ask, output, &extras)? == Ended::Left {
            writeln!(output, "Goodbye.")?;
        }
        Ok(())
    }
}
