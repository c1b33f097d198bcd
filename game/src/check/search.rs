//! Searches, held against the definition of the value.

use super::Check;
use super::fault::{Held, Rule, holds};
use crate::{Depth, Game, Score, Status};

impl<G: Game> Check<'_, G> {
    pub(super) fn searched(&self, state: &G::State) -> Held {
        if self.searches.is_empty() {
            return Ok(());
        }
        for depth in (0..=self.depth.0).map(Depth) {
            let want = self.minimax(state, depth);
            for (name, search) in &self.searches {
                let found = search(self.game, state, depth);
                holds(Rule::Search, found == want, || {
                    format!("{name} finds {found} at depth {}, minimax {want}", depth.0)
                })?;
            }
        }
        Ok(())
    }

    /// The definition of the value, and nothing else.
    fn minimax(&self, state: &G::State, depth: Depth) -> Score {
        let look = self.look(state);
        match (look.status, depth) {
            (Status::Over(value), _) => value,
            (Status::Open, Depth(0)) => look.estimate.unwrap_or_default(),
            _ => {
                let values = look.moves.iter().map(|&m| -self.minimax(&self.after(state, m), depth.less()));
                values.max().unwrap_or_default()
            }
        }
    }
}
