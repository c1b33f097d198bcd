//! A tree that evolves: its nodes, their values of the moment, and how a move is listed.

use provebest_game::{Evaluate, MoveList, Ply, Score, Window};

use super::grown::for_root;
use crate::limits::{Budget, Stopped};
use crate::measure::{Observer, Why};
use crate::report::Task;

/// What is wanted of a node: its value, or only that it is no less than it seems for one side: the one to move at the root (0)
/// or the other (1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Exact,
    Hold(usize),
}

impl Role {
    pub(crate) const ALL: [Role; 3] = [Role::Exact, Role::Hold(0), Role::Hold(1)];

    fn why(self) -> Why {
        match self {
            Role::Exact => Why::Exact,
            Role::Hold(0) => Why::AtLeast,
            Role::Hold(_) => Why::AtMost,
        }
    }

    fn index(self) -> usize {
        match self {
            Role::Exact => 0,
            Role::Hold(side) => 1 + side,
        }
    }
}

pub(crate) struct Node<S> {
    state: S,
    pub(crate) ply: Ply,
    pub(crate) parent: u32,
    /// Where its children are, once it has any; the first `listed` of `count` are there.
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) listed: u32,
    pub(crate) is_over: bool,
    /// In the view of the side to move at the root.
    pub(crate) value: Score,
    /// How many nodes from here on may list a move, for each role.
    needs: [u64; 3],
    pub(crate) past: Past,
}

/// When a node was needed, in moves listed so far.
#[derive(Clone, Copy, Default)]
pub(crate) struct Past {
    /// What is wanted of it now, if anything; below a node of which nothing is wanted, what was wanted before.
    pub(crate) role: Option<Role>,
    /// When it listed its last move.
    pub(crate) listed: u64,
    /// When something was wanted of it and of those below it again.
    pub(crate) wanted: u64,
    /// When one move was not enough for it any more.
    pub(crate) resumed: u64,
}

/// A tree that evolves.
pub(crate) struct Evolution<'a, G: Evaluate, W> {
    game: &'a G,
    pub(crate) observer: &'a mut W,
    pub(crate) budget: Budget<'a>,
    list: MoveList<G::Move>,
    pub(crate) nodes: Vec<Node<G::State>>,
    /// The places of nodes that are listed: the others are only reserved.
    stored: u64,
    /// How many moves were listed.
    pub(crate) moves: u64,
    pub(crate) horizon: Ply,
    pub(crate) estimated: bool,
}

impl<'a, G: Evaluate, W: Observer> Evolution<'a, G, W> {
    /// Nothing yet: not even the root.
    pub(crate) fn new(task: &Task<'a, G>, horizon: Ply, observer: &'a mut W) -> Self {
        Evolution {
            game: task.game,
            observer,
            budget: Budget::new(&task.limits),
            list: MoveList::new(),
            nodes: Vec::new(),
            stored: 0,
            moves: 0,
            horizon,
            estimated: false,
        }
    }

    pub(crate) fn plant(&mut self, root: &G::State) -> Result<(), Stopped> {
        self.budget.ask()?;
        self.budget.reserve(&mut self.nodes, 1)?;
        let mut root = self.meet(root.clone(), Ply(0), 0);
        root.past.role = Some(Role::Exact);
        self.nodes.push(root);
        Ok(())
    }

    /// How many nodes from here on may list a move.
    pub(crate) fn needs(&self, at: usize, role: Role) -> u64 {
        self.nodes[at].needs[role.index()]
    }

    /// What a child is worth to the side to move at its parent.
    pub(crate) fn value_at(&self, parent: usize, child: usize) -> Score {
        for_root(self.nodes[parent].ply, self.nodes[child].value)
    }

    pub(crate) fn is_leaf(&self, at: usize) -> bool {
        self.nodes[at].is_over || self.nodes[at].ply >= self.horizon
    }

    pub(crate) fn children(&self, at: usize) -> std::ops::Range<usize> {
        let first = self.nodes[at].first as usize;
        first..first + self.nodes[at].listed as usize
    }

    /// The leftmost best child for the side to move.
    pub(crate) fn best(&self, at: usize) -> Option<usize> {
        self.children(at)
            .reduce(|best, other| if self.value_at(at, other) > self.value_at(at, best) { other } else { best })
    }

    /// Computes the value of a node and what it needs from those of its children.
    pub(crate) fn settle(&mut self, at: usize) {
        if let Some(best) = self.best(at) {
            self.nodes[at].value = self.nodes[best].value;
        }
        self.estimated |= !self.nodes[at].is_over && self.nodes[at].ply == self.horizon;
        self.nodes[at].needs = Role::ALL.map(|role| {
            let below = self.needed_children(at, role).map(|(child, role)| self.needs(child, role));
            below.sum::<u64>() + u64::from(self.lists_itself(at, role))
        });
    }

    /// Lists the next move of a node, and settles all nodes above.
    pub(crate) fn list_next(&mut self, at: usize, role: Role) -> Result<(), Stopped> {
        self.budget.ask()?;
        let (ply, number) = (self.nodes[at].ply, self.nodes[at].listed);
        let state = self.nodes[at].state.clone();
        let Ok(children) = self.game.open(&state, &mut self.list) else { return Ok(()) };
        // With the first child comes room for all, side by side.
        let end = self.nodes.len() + if number == 0 { children.count() as usize } else { 0 };
        if end > self.nodes.capacity() {
            self.budget.reserve(&mut self.nodes, end).inspect_err(|_| self.list.close(children))?;
        }
        let path = self.path(at);
        for (&number, ply) in path.iter().zip(0..) {
            self.observer.descend(Ply(ply), number);
        }
        if let Some((&number, _)) = path.split_last().filter(|_| self.restarts(at)) {
            self.observer.research(Ply(ply.0 - 1), Some(number), Window::FULL);
        }
        self.observer.expand(ply, role.why());
        if number == 0 {
            self.budget.inner += 1;
            self.observer.enter(ply, Window::FULL);
        }
        self.observer.descend(ply, number);
        let child = self.game.child(&state, children, &self.list, number).1;
        self.list.close(children);
        let child = self.meet(child, Ply(ply.0 + 1), at as u32);
        if number == 0 {
            (self.nodes[at].first, self.nodes[at].count) = (self.nodes.len() as u32, children.count());
            self.nodes.extend((0..children.count()).map(|_| Node { state: child.state.clone(), ..child }));
        } else {
            let place = (self.nodes[at].first + number) as usize;
            self.nodes[place] = child;
        }
        self.moves += 1;
        (self.nodes[at].listed, self.nodes[at].past.listed) = (number + 1, self.moves);
        self.settle_path(at);
        self.want_path(at);
        Ok(())
    }

    fn settle_path(&mut self, mut at: usize) {
        loop {
            let old = self.nodes[at].value;
            self.settle(at);
            let Node { ply, value, parent, .. } = self.nodes[at];
            if value != old {
                self.observer.exit(ply, for_root(ply, value));
            }
            if at == 0 {
                return;
            }
            at = parent as usize;
        }
    }

    /// A node that is there from now on.
    fn meet(&mut self, state: G::State, ply: Ply, parent: u32) -> Node<G::State> {
        let opened = self.game.open(&state, &mut self.list);
        let (worth, is_over) = match opened {
            Err(value) => (value, true),
            Ok(children) => {
                self.list.close(children);
                (self.game.evaluate(&state), false)
            }
        };
        let at_horizon = ply == self.horizon;
        if is_over || at_horizon {
            self.budget.leaves += 1;
            self.estimated |= !is_over;
            self.observer.leaf(ply, worth);
        } else {
            self.observer.estimate(ply, worth);
        }
        self.stored += 1;
        self.observer.stored(self.stored);
        let needs = [u64::from(!is_over && !at_horizon); 3];
        let (value, past) = (for_root(ply, worth), Past::default());
        Node { state, ply, parent, first: 0, count: 0, listed: 0, is_over, value, needs, past }
    }

    fn path(&self, mut at: usize) -> Vec<u32> {
        let mut path = Vec::new();
        while at != 0 {
            let parent = self.nodes[at].parent as usize;
            path.push(at as u32 - self.nodes[parent].first);
            at = parent;
        }
        path.reverse();
        path
    }

    /// From best child to best child.
    pub(crate) fn line(&self) -> Vec<u32> {
        let mut at = 0;
        while let Some(best) = self.best(at).filter(|_| !self.is_leaf(at)) {
            at = best;
        }
        self.path(at)
    }
}
