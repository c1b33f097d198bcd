//! One tree, all searches.

use std::io::Write;

use provebest_game::{Depth, Evaluate, Keyed, Ply, Score, Skills};
use provebest_games::tree::Tree;
use provebest_search::{Counters, Leaves, Search, Task};

use super::words::Words;
use super::{Command, CommandError};
use crate::Algorithm;
use crate::explicit::{Explicit, explicit_tree};
use crate::player::plies_to_end;
use crate::terminal::thousands;

/// What a search did.
struct Row {
    algorithm: Algorithm,
    leaves: u64,
    visits: u64,
    stored: u64,
    value: Score,
    best: Option<u32>,
}

/// Every search of the family on a tree. It is compiled here, once for all games.
fn rows(tree: &Tree) -> Vec<Row> {
    let (root, depth) = (tree.root(), tree.height());
    let row = |&algorithm: &Algorithm| {
        let mut observer = (Counters::default(), Leaves::count());
        let report = algorithm.search(&Task::new(tree, &root, depth), &mut observer).ok()?;
        let (counters, leaves) = observer;
        Some(Row {
            algorithm,
            leaves: leaves.distinct().unwrap_or(counters.leaf_visits),
            visits: counters.leaf_visits,
            stored: counters.stored,
            value: report.value?,
            best: report.best,
        })
    };
    Algorithm::SEQUENTIAL.iter().filter_map(row).collect()
}

impl<'c, G> Command<'c, G>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    /// The tree below a position: as deep as is asked for, or as a moment allows.
    pub(super) fn tree(&self, words: &Words<'_>, most: usize) -> Result<(Explicit, G::State), CommandError> {
        let history = self.open_history(words.rest())?;
        let root = history.state().clone();
        let depth = words.number("--depth", 1)?.map(|plies| Depth(plies.min(1000) as u32));
        if let Some(depth) = depth {
            return Ok((explicit_tree(self.game, &root, depth, most)?, root));
        }
        let mut tree = explicit_tree(self.game, &root, Depth(1), most)?;
        for depth in 2..=8 {
            match explicit_tree(self.game, &root, Depth(depth), most / 20) {
                Ok(deeper) if deeper.tree.height() > tree.tree.height() => tree = deeper,
                _ => break,
            }
        }
        Ok((tree, root))
    }

    pub(super) fn compare(&self, words: Words<'_>, output: &mut dyn Write) -> Result<(), CommandError> {
        let (explicit, root) = self.tree(&words, 5_000_000)?;
        let (tree, rows) = (&explicit.tree, rows(&explicit.tree));
        let (all, plies) = (tree.leaf_count(), tree.height().0);
        let words = if plies == 1 { "ply" } else { "plies" };
        writeln!(output, "{} · {plies} {words} · {} leaves\n", self.name, thousands(all))?;
        writeln!(output, "{:<30} {:>10} {:>8} {:>10} {:>10}", "algorithm", "leaves", "of all", "visits", "stored")?;
        for row in &rows {
            let share = 100.0 * row.leaves as f64 / all as f64;
            let [leaves, visits, stored] = [row.leaves, row.visits, row.stored].map(thousands);
            writeln!(output, "{:<30} {leaves:>10} {share:>6.1} % {visits:>10} {stored:>10}", row.algorithm.name())?;
        }
        let Some(first) = rows.first() else { return Ok(()) };
        match rows.iter().find(|row| row.value != first.value) {
            Some(other) => {
                let (a, b) = (first.algorithm, other.algorithm);
                writeln!(output, "\nThe values differ: {a} says {}, {b} says {}.", first.value, other.value)?;
            }
            None => {
                let value = self.value_in_words(&root, explicit.score(first.value));
                let best = first.best.map(|number| self.number_in_words(&root, number)).unwrap_or_default();
                writeln!(output, "\nAll {} searches agree: value {value}, best move {best}.", rows.len())?;
            }
        }
        Ok(())
    }

    /// A value; a decided one counts its plies from this position, not from the start of the game.
    fn value_in_words(&self, state: &G::State, value: Score) -> String {
        match plies_to_end(self.game, state, value, &[]) {
            Some(plies) if value > Score::ZERO => Score::win_in(Ply(plies)).to_string(),
            Some(plies) => Score::loss_in(Ply(plies)).to_string(),
            None => value.to_string(),
        }
    }

    /// The move with this number.
    pub(super) fn number_in_words(&self, state: &G::State, number: u32) -> String {
        let mut list = Default::default();
        self.game.moves(state, &mut list);
        list.as_slice().get(number as usize).map_or_else(String::new, |&m| self.name_of(state, m))
    }
}
