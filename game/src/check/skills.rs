//! Skills for an engine: noisy moves, order, passes, repetitions.

use super::fault::{Held, Rule, holds};
use super::{Check, Look};
use crate::{Game, MoveList, Status};

impl<G: Game> Check<'_, G> {
    pub(super) fn noise(&self, state: &G::State, look: &Look<G::Move>) -> Held {
        let Some(loud) = self.noisy.as_ref().filter(|_| look.status == Status::Open) else { return Ok(()) };
        let mut list = MoveList::new();
        (loud.noisy)(self.game, state, &mut list);
        for (place, m) in list.as_slice().iter().enumerate() {
            let legal = look.moves.contains(m);
            holds(Rule::Noisy, legal, || format!("number {place} of the noisy ones is not a legal move"))?;
            let new = !list.as_slice()[..place].contains(m);
            holds(Rule::Noisy, new, || format!("number {place} of the noisy ones had been listed before"))?;
            let steady = (loud.gain)(self.game, state, *m) == (loud.gain)(self.game, state, *m);
            holds(Rule::Noisy, steady, || format!("the gain of number {place} changed"))?;
        }
        for (number, &m) in look.moves.iter().take(Self::TRIED).enumerate() {
            let mut child = state.clone();
            self.game.play(&mut child, m);
            let forced = (loud.is_forced)(self.game, &child);
            let told = (loud.forces)(self.game, state, m);
            holds(Rule::Noisy, forced == told, || {
                format!("`forces` says {told} of move {number}, `is_forced` {forced}")
            })?;
        }
        let all = !(loud.is_forced)(self.game, state) || list.len() == look.moves.len();
        holds(Rule::Noisy, all, || format!("in need there are {} noisy moves of {}", list.len(), look.moves.len()))?;
        if (loud.is_forced)(self.game, state) {
            return Ok(());
        }
        let noisy = list.len();
        (loud.threats)(self.game, state, &mut list);
        for (place, m) in list.as_slice().iter().enumerate().skip(noisy) {
            let legal = look.moves.contains(m) && !list.as_slice()[..place].contains(m);
            holds(Rule::Noisy, legal, || format!("threat {} is no further legal move", place - noisy))?;
            let mut child = state.clone();
            self.game.play(&mut child, *m);
            let forced = (loud.is_forced)(self.game, &child);
            holds(Rule::Noisy, forced, || format!("after threat {} the other side is not in need", place - noisy))?;
        }
        Ok(())
    }

    pub(super) fn ranks(&self, state: &G::State, look: &Look<G::Move>) -> Held {
        let Some(ranks) = &self.order else { return Ok(()) };
        for (number, &m) in look.moves.iter().take(Self::TRIED).enumerate() {
            let route = || (ranks.route)(self.game, state, m);
            let ask = || ((ranks.history_index)(self.game, state, m), (ranks.priority)(self.game, state, m), route());
            let (index, priority, place) = ask();
            let fits = index < ranks.history_size;
            holds(Rule::Order, fits, || format!("move {number} has history index {index} of {}", ranks.history_size))?;
            let size = ranks.routes;
            holds(Rule::Order, size == 0 || place < size, || format!("move {number} has place {place} of {size}"))?;
            let quiet = (ranks.is_quiet)(self.game, state, m);
            holds(Rule::Order, quiet == (priority == 0), || {
                format!("`is_quiet` says {quiet} of move {number} with priority {priority}")
            })?;
            let steady = ask() == (index, priority, place);
            holds(Rule::Order, steady, || format!("history index or priority of move {number} changed"))?;
        }
        Ok(())
    }

    pub(super) fn passes(&self, state: &G::State, look: &Look<G::Move>) -> Held {
        let Some(pass) = self.pass.filter(|_| look.status == Status::Open) else { return Ok(()) };
        let Some(other) = pass(self.game, state) else { return Ok(()) };
        let forced = self.noisy.as_ref().is_some_and(|loud| (loud.is_forced)(self.game, state));
        holds(Rule::Pass, !forced, || "a side in need may pass".into())?;
        let met = self.look(&other);
        let same = met.key.is_some() && met.key == look.key || self.equal.is_some_and(|equal| equal(state, &other));
        holds(Rule::Pass, !same, || "it is the same position".into())?;
        let Some(back) = pass(self.game, &other).filter(|_| met.status == Status::Open) else { return Ok(()) };
        let new = self.look(&back).moves.iter().position(|m| !look.moves.contains(m));
        holds(Rule::Pass, new.is_none(), || {
            format!("after two passes there is a new move, number {}", new.unwrap_or_default())
        })
    }

    /// `keys` are those of the positions before this one.
    pub(super) fn comes_again(
        &self,
        before: Option<&G::State>,
        state: &G::State,
        look: &Look<G::Move>,
        keys: &mut Vec<u64>,
    ) -> Held {
        let Some(clock) = &self.repeat else { return self.never_again(look, keys) };
        let (key, now) = ((clock.key)(self.game, state), (clock.now)(self.game, state));
        let back = (clock.reversible)(self.game, state);
        if let Some(before) = before {
            let (then, reach) = ((clock.now)(self.game, before), (clock.reversible)(self.game, before));
            holds(Rule::Repeat, now.0 == then.0 + 1, || format!("ply {} comes after ply {}", now.0, then.0))?;
            holds(Rule::Repeat, back <= reach + 1, || format!("reversible is {back} after {reach}"))?;
        }
        if let Status::Over(value) = look.status {
            let fine = value.end().is_none_or(|end| end == now);
            holds(Rule::Repeat, fine, || format!("it is ply {}, but the value is {}", now.0, value.0))?;
        }
        if let Some(last) = keys.iter().rposition(|&other| other == key) {
            let ago = (keys.len() - last) as u32;
            holds(Rule::Repeat, ago <= back, || format!("it was there {ago} plies before, reversible is {back}"))?;
            let soonest = clock.soonest;
            holds(Rule::Repeat, ago >= soonest, || format!("it was there {ago} plies before, SOONEST is {soonest}"))?;
        }
        keys.push(key);
        Ok(())
    }

    /// A game that does not declare [`Repeat`](crate::Repeat) promises that no position comes again.
    fn never_again(&self, look: &Look<G::Move>, keys: &mut Vec<u64>) -> Held {
        let Some(key) = look.key.filter(|_| self.declared && look.status == Status::Open) else { return Ok(()) };
        let again = keys.contains(&key);
        keys.push(key);
        holds(Rule::Repeat, !again, || "this one does, and the game does not declare `Repeat`".into())
    }
}
