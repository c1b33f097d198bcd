//! Searches, held against the definition of the value.

use super::fault::{Held, Rule, holds};
use super::{Check, Part};
use crate::{Depth, Game, Score, Status};

impl<G: Game> Check<'_, G> {
    pub(super) fn searched(&self, state: &G::State) -> Held {
        if self.searches.is_empty() {
            return Ok(());
        }
        let begin = self.asked.get();
        for depth in (0..=self.depth.0).map(Depth) {
            // A ply is left out that would cost too much of the work, for minimax and all searches.
            let before = self.asked.get();
            let left = self.left_for(Part::Searches).saturating_sub(before - begin);
            let most = left / (self.searches.len() as u64 + 1);
            let Some(want) = self.minimax(state, depth, before.saturating_add(most)) else { break };
            for (name, search) in &self.searches {
                let found = search(self.game, state, depth);
                holds(Rule::Search, found == want, || {
                    format!("{name} finds {found} at depth {}, minimax {want}", depth.0)
                })?;
            }
            // What searches ask is not counted, but they ask less than minimax.
            let once = self.asked.get() - before;
            self.ask(once as usize * self.searches.len());
        }
        Ok(())
    }

    /// The definition of the value, and nothing else; `None` if the game would be asked too often for it.
    fn minimax(&self, state: &G::State, depth: Depth, most: u64) -> Option<Score> {
        if self.asked.get() > most {
            return None;
        }
        let look = self.look(state);
        match (look.status, depth) {
            (Status::Over(value), _) => Some(value),
            (Status::Open, Depth(0)) => Some(look.estimate.unwrap_or_default()),
            _ => look.moves.iter().try_fold(Score::WORST, |best, &m| {
                Some(best.max(-self.minimax(&self.after(state, m), depth.less(), most)?))
            }),
        }
    }
}
