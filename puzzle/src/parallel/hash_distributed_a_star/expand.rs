//! Hash-distributed A* itself: every state has an owner, given by its hash. The processor that generates a state sends it to its
//! owner, and every processor expands the best state it owns. No processor waits for another. The first goal is only a bound:
//! all go on until no open state has a lower f.

use std::ops::ControlFlow::{Break, Continue};

use provebest_machine::{Message, Rank};

use super::notes::{Note, Place, Sent};
use super::owner::Owner;
use crate::limits::Stopped;
use crate::parallel::owner_of;
use crate::puzzle::{Cost, Puzzle};
use crate::store::{Inserted, Node, hash};

impl<P: Puzzle> Owner<'_, P>
where
    P::State: Message,
{
    /// Is there anything within the threshold that may be cheaper than the best goal?
    pub(super) fn is_busy(&self) -> bool {
        let is_within = |f: Cost| self.threshold.is_none_or(|threshold| f <= threshold);
        let is_of_use = |f: Cost| is_within(f) && self.best.is_none_or(|(best, _)| f < best);
        !self.gave_up && self.open.first().is_some_and(|(f, _, _)| is_of_use(f))
    }

    /// Takes the best of what is open, and passes its children on.
    pub(super) fn expand(&mut self) -> Result<(), Stopped> {
        let puzzle = self.program.task.puzzle;
        let Some((f, cost, id)) = self.open.pop() else { return Ok(()) };
        let node = &mut self.store.nodes[id as usize];
        if node.cost < cost || std::mem::replace(&mut node.closed, true) {
            return Ok(());
        }
        self.counts.1 += 1;
        self.budget.ask(self.counts.0)?;
        let (state, mut number) = (node.state.clone(), 0);
        let parent = Some((self.member.rank(), id));
        let flow = puzzle.children(&state, |_, step, state| {
            number += 1;
            self.counts.0 += 1;
            let cost = cost.plus(step);
            let f = cost.plus(puzzle.estimate(&state)).max(f);
            if f < Cost::NEVER && self.best.is_none_or(|(best, _)| f < best) {
                self.pass_on(Sent { state, cost, f, parent, number: number - 1 });
            }
            if self.budget.reason.is_some() { Break(()) } else { Continue(()) }
        });
        if flow.is_break() { Err(Stopped) } else { Ok(()) }
    }

    /// Sends a state to its owner, which may be this processor.
    pub(super) fn pass_on(&mut self, child: Sent<P::State>) {
        let owner = owner_of(hash(self.program.task.puzzle, &child.state), self.member.count());
        if owner == self.member.rank() {
            self.own(child);
            return;
        }
        let letter = &mut self.out[owner.index()];
        letter.push(child);
        if letter.len() >= self.program.batch {
            let states = std::mem::take(letter);
            self.flush(owner, states);
        }
    }

    /// Sends what is written for an owner.
    pub(super) fn flush(&mut self, owner: Rank, states: Vec<Sent<P::State>>) {
        if !states.is_empty() {
            self.sent += 1;
            self.member.send(owner, Note::States(states));
        }
    }

    /// Keeps a state, if the path to it is the cheapest so far. A limit that is reached here is reported at the next step.
    pub(super) fn own(&mut self, Sent { state, cost, f, parent, number }: Sent<P::State>) {
        let puzzle = self.program.task.puzzle;
        let goal = puzzle.is_goal(&state);
        let node = Node { state, cost, parent, number, closed: goal };
        let Ok(Inserted::Better(id)) = self.store.insert(&mut self.budget, puzzle, node) else { return };
        if !goal {
            let _ = self.open.push(&mut self.budget, f, cost, id);
        } else if self.best.is_none_or(|(best, _)| cost < best) {
            let place = (self.member.rank(), id);
            self.member.send_to_others(Note::Goal(cost, place));
            self.goal(cost, place);
        }
    }

    /// A processor has a goal: it is a bound, if it is the cheapest so far.
    pub(super) fn goal(&mut self, cost: Cost, place: Place) {
        if self.member.is_better(cost) {
            self.best = Some((cost, place));
            if self.member.is_first() {
                self.member.tell(None);
            }
        }
    }
}
