//! Positions around one that was played: the same position is met in many ways there, and keys that leave something out are met twice.

use super::fault::{Held, Rule, holds};
use super::names::Seen;
use super::{Check, Checked, Look, Part};
use crate::{Game, Score, Status};

impl<G: Game> Check<'_, G> {
    /// So many positions around each.
    const AROUND: usize = 400;

    /// Compares keys of the positions around this one, the nearest first.
    pub(super) fn neighbours(&self, from: &G::State, seen: &mut Seen<G>, checked: &mut Checked) -> Held {
        if self.key.is_none() {
            return Ok(());
        }
        let (mut all, end) = (vec![from.clone()], self.asked.get().saturating_add(self.left_for(Part::Neighbours)));
        for next in 0.. {
            let Some(state) = all.get(next) else { break };
            if all.len() >= Self::AROUND || self.asked.get() > end {
                break;
            }
            let moves = self.look(state).moves;
            for &m in moves.iter().take(Self::TRIED) {
                let child = self.after(&all[next], m);
                let look = self.look(&child);
                self.meet(&child, &look, seen, checked)?;
                all.push(child);
            }
        }
        Ok(())
    }

    /// Are two positions with one key alike, as far as a glance and a ply tell?
    pub(super) fn alike(&self, [one, other]: [&G::State; 2], looks: [&Look<G::Move>; 2]) -> Held {
        let path_matters = self.repeat.is_some();
        let differs = |a: &Look<G::Move>, b: &Look<G::Move>| {
            let listed = a.moves.len() == b.moves.len()
                && (a.moves.len() > Self::TRIED || a.moves.iter().all(|m| b.moves.contains(m)));
            let open = a.status == Status::Open && b.status == Status::Open;
            [
                (!same_end(a.status, b.status) && !path_matters, "ended otherwise"),
                (open && !listed, "had other moves"),
                (open && a.estimate != b.estimate, "had another estimate"),
            ]
            .into_iter()
            .find_map(|(differs, what)| differs.then_some(what))
        };
        let key = looks[0].key.unwrap_or_default();
        let seen = differs(looks[0], looks[1]);
        holds(Rule::Key, seen.is_none(), || {
            format!("a position with the key {key:#018x} was seen that {}", seen.unwrap_or_default())
        })?;
        if looks.iter().any(|look| look.status != Status::Open) {
            return Ok(());
        }
        let key_of = self.key.unwrap_or(|_, _| 0);
        for &m in looks[0].moves.iter().take(Self::TRIED) {
            let children = [one, other].map(|state| self.after(state, m));
            let same = key_of(self.game, &children[0]) == key_of(self.game, &children[1]);
            holds(Rule::Key, same, || {
                format!("a position with the key {key:#018x} was seen from which a move leads to another key")
            })?;
        }
        Ok(())
    }
}

/// Both open, or over with the same result, at whatever ply.
fn same_end(a: Status, b: Status) -> bool {
    match (a, b) {
        (Status::Over(a), Status::Over(b)) if a.end().is_some() => {
            b.end().is_some() && (a > Score::ZERO) == (b > Score::ZERO)
        }
        (a, b) => a == b,
    }
}
