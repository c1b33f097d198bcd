//! Which nodes of an evolving tree come back after nothing was wanted of them: values above them were weakened.

use provebest_game::Evaluate;

use super::evolution::{Evolution, Role};
use super::grown::is_max;
use crate::measure::Observer;

impl<G: Evaluate, W: Observer> Evolution<'_, G, W> {
    /// Does a node that has listed a move go on after it might not go on for a while?
    pub(crate) fn restarts(&self, at: usize) -> bool {
        let past = self.nodes[at].past;
        let mut above = at;
        let mut wanted = past.wanted;
        while above != 0 {
            above = self.nodes[above].parent as usize;
            wanted = wanted.max(self.nodes[above].past.wanted);
        }
        self.nodes[at].listed > 0 && wanted.max(past.resumed) > past.listed
    }

    /// Notes what is wanted of every node, after values have changed on the path to this one.
    pub(crate) fn want_path(&mut self, at: usize) {
        let mut waiting = vec![at];
        while waiting[waiting.len() - 1] != 0 {
            waiting.push(self.nodes[waiting[waiting.len() - 1]].parent as usize);
        }
        // From the root on, and from every node of which something else is wanted than before.
        while let Some(at) = waiting.pop() {
            let Some(role) = self.nodes[at].past.role else { continue };
            let mut needed = vec![None; self.children(at).len()];
            let first = self.children(at).start;
            self.needed_children(at, role).for_each(|(child, role)| needed[child - first] = Some(role));
            for (child, new) in (first..).zip(needed) {
                if self.nodes[child].past.role != new {
                    self.want(child, new);
                    waiting.push(child);
                }
            }
        }
    }

    fn want(&mut self, at: usize, new: Option<Role>) {
        let one_is_enough = Some(Role::Hold(usize::from(!is_max(self.nodes[at].ply))));
        let (now, past) = (self.moves, &mut self.nodes[at].past);
        match past.role {
            None => past.wanted = now,
            old if old == one_is_enough => past.resumed = now,
            _ => {}
        }
        past.role = new;
    }
}
