//! Levels against each other.

use std::io::Write;

use provebest_game::{Evaluate, Keyed, Skills};

use super::play::level;
use super::words::{Words, wrong};
use super::{Command, CommandError, TABLE};
use crate::contest::{Contest, Tally};
use crate::player::{Player, ThinkLimits};

impl<'c, G> Command<'c, G>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    pub(super) fn contest(&self, words: Words<'_>, output: &mut dyn Write) -> Result<(), CommandError> {
        let &[first, second] = words.rest() else {
            return Err(CommandError::Usage("match: expected two levels from 1 to 10, such as match 6 3".into()));
        };
        let levels = [level("match", first)?, level("match", second)?];
        let games = words.number("--games", 2)?.unwrap_or(100);
        if games % 2 == 1 || games > 1_000_000 {
            return Err(wrong("--games", &games.to_string(), "an even number: every opening is played twice"));
        }
        let (time, nodes) = (words.time("--time")?, words.number("--nodes", 1)?);
        let nodes = nodes.or(time.is_none().then_some(1000));
        let limits = ThinkLimits { time, nodes, ..ThinkLimits::default() };
        let mut seed = words.number("--seed", 0)?.unwrap_or(1);
        let contest = Contest { pairs: games as u32 / 2, limits, seed, ..Contest::new(self.game, self.start.clone()) };
        let mut player = |level| {
            seed += 1;
            let player = Player::new(self.game, TABLE / 16).map_err(|error| CommandError::Usage(error.to_string()))?;
            Ok::<_, CommandError>(player.level(level).seed(seed))
        };
        let (mut one, mut other) = (player(levels[0])?, player(levels[1])?);
        let mut heard = Ok(());
        let tally = contest.run([&mut one, &mut other], |tally| {
            if tally.games() % 10 == 0 && tally.games() < games && heard.is_ok() {
                heard = writeln!(output, "{}", result(tally));
            }
        })?;
        heard?;
        writeln!(output, "level {} against level {}: {}", levels[0], levels[1], result(&tally))?;
        if let (Some((elo, error)), Some(likely)) = (tally.elo(), tally.superiority()) {
            let elo = match tally.games() < 20 {
                true => "too few games for an estimate".into(),
                false if elo.is_infinite() => "too far apart to estimate".into(),
                false => format!("Elo {elo:+.0} ± {error:.0} (95 %)"),
            };
            writeln!(output, "{elo}; LOS {:.1} %", 100.0 * likely)?;
        }
        Ok(())
    }
}

fn result(tally: &Tally) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    format!("{wins} won, {draws} drawn, {losses} lost of {}", tally.games())
}
