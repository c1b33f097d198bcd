//! A game in the terminal.

use std::io::{BufRead, Write};
use std::time::Duration;

use provebest_game::{Depth, Evaluate, Keyed, Skills};

use super::words::{Words, wrong};
use super::{Command, CommandError, TABLE};
use crate::player::{Level, Player, ThinkLimits};
use crate::terminal::{Ended, Terminal};

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
    pub(super) fn play(
        &self,
        words: Words<'_>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(), CommandError> {
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
        writeln!(output, "{} against {}; level {level} of {}.", sides[0], sides[1], Level::FULL)?;
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
        if table.play(&mut history, input, output)? == Ended::Left {
            writeln!(output, "Goodbye.")?;
        }
        Ok(())
    }
}
