//! What positions and moves are called: texts, keys, and positions that are met in two ways.

use std::collections::{HashMap, HashSet};

use super::fault::{Held, Rule, holds};
use super::{Check, Checked, Look};
use crate::{Game, Status};

/// The positions met so far, by their names.
pub(super) struct Seen<G: Game> {
    by_text: HashMap<String, [Option<u64>; 2]>,
    by_key: HashMap<u64, (G::State, Option<u64>)>,
    by_symmetric_key: HashMap<u64, usize>,
}

impl<G: Game> Seen<G> {
    pub(super) fn keys(&self) -> u64 {
        self.by_key.len() as u64
    }

    pub(super) fn nothing() -> Self {
        Seen { by_text: HashMap::new(), by_key: HashMap::new(), by_symmetric_key: HashMap::new() }
    }
}

impl<G: Game> Check<'_, G> {
    /// Texts there and back. The key of a position read anew is computed from scratch, so it has to be the one that
    /// play has kept up.
    pub(super) fn words(&self, state: &G::State, look: &Look<G::Move>) -> Held {
        let (Some(words), Some(text)) = (&self.text, &look.text) else { return Ok(()) };
        let again = (words.parse)(self.game, text)
            .map_err(|error| (Rule::Text, format!("{text:?} is not read back: {error}")))?;
        let differs = look.difference(&self.look(&again));
        let differs = differs.or_else(|| self.equal.filter(|equal| !equal(state, &again)).map(|_| "the position"));
        let rule = match differs {
            Some("the key") => Rule::Key,
            Some("the symmetric key") => Rule::Symmetry,
            _ => Rule::Text,
        };
        holds(rule, differs.is_none(), || {
            format!("{} is another one once {text:?} is read back", differs.unwrap_or_default())
        })?;

        let mut written = HashSet::new();
        for &m in &look.moves {
            let text = (words.print_move)(self.game, state, m);
            match (words.parse_move)(self.game, state, &text) {
                Ok(same) => holds(Rule::MoveText, same == m, || format!("{text:?} is read as another move"))?,
                Err(error) => return Err((Rule::MoveText, format!("{text:?} is not read back: {error}"))),
            }
            let new = written.insert(text);
            holds(Rule::MoveText, new, || "two moves are written alike".into())?;
            if written.len() >= 1000 {
                break;
            }
        }
        Ok(())
    }

    /// Compares a position with those of the same name met before.
    pub(super) fn meet(
        &self,
        state: &G::State,
        look: &Look<G::Move>,
        seen: &mut Seen<G>,
        checked: &mut Checked,
    ) -> Held {
        if let Some(text) = &look.text {
            let keys = [look.key, look.symmetric_key];
            if let Some(known) = seen.by_text.get(text) {
                checked.transpositions += 1;
                holds(Rule::Key, known[0] == keys[0], || format!("{text:?} was seen with another key"))?;
                holds(Rule::Symmetry, known[1] == keys[1], || format!("{text:?} was seen with another symmetric key"))?;
            } else if seen.by_text.len() < Self::REMEMBERED {
                seen.by_text.insert(text.clone(), keys);
            }
        }
        if let Some(key) = look.key {
            if let Some((met, symmetric_key)) = seen.by_key.get(&key) {
                checked.transpositions += u64::from(look.text.is_none());
                self.alike([met, state], [&self.look(met), look])?;
                let same = *symmetric_key == look.symmetric_key;
                holds(Rule::Symmetry, same, || format!("the key {key:#018x} was seen with another symmetric key"))?;
            } else if seen.by_key.len() < Self::REMEMBERED {
                seen.by_key.insert(key, (state.clone(), look.symmetric_key));
            }
        }
        if look.status != Status::Open {
            return Ok(());
        }
        if let Some(key) = look.symmetric_key {
            let count = *seen.by_symmetric_key.entry(key).or_insert(look.moves.len());
            holds(Rule::Symmetry, count == look.moves.len(), || {
                format!(
                    "the symmetric key {key:#018x} was seen with {count} moves, here there are {}",
                    look.moves.len()
                )
            })?;
        }
        Ok(())
    }

    /// Plays the last three moves in the other order, where that is legal: often it leads to the same position.
    pub(super) fn transpose(
        &self,
        before: &[(G::State, G::Move)],
        state: &G::State,
        look: &Look<G::Move>,
        seen: &mut Seen<G>,
        checked: &mut Checked,
    ) -> Held {
        let [(start, a), (_, b), (_, c)] = before else { return Ok(()) };
        let mut other = start.clone();
        for &m in [c, b, a] {
            if !self.look(&other).moves.contains(&m) {
                return Ok(());
            }
            self.game.play(&mut other, m);
        }
        let met = self.look(&other);
        if self.equal.is_some_and(|equal| equal(state, &other)) {
            checked.transpositions += 1;
            holds(Rule::Key, met.key == look.key, || "it depends on the order of the last three moves".into())?;
            let same = met.symmetric_key == look.symmetric_key;
            holds(Rule::Symmetry, same, || "it depends on the order of the last three moves".into())?;
        }
        self.meet(&other, &met, seen, checked)
    }
}
