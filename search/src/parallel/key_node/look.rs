//! How the method sees the game: what both drivers do when a node is looked at.

use provebest_game::{Depth, Evaluate, MoveList, Ply, Window};

use super::node::{Level, News, Node, Seen, Valid};
use crate::limits::{Budget, Stopped};
use crate::measure::Observer;
use crate::report::Task;

/// Looks at nodes, and counts.
pub(super) struct Look<'a, G: Evaluate, W> {
    pub(super) game: &'a G,
    pub(super) depth: Depth,
    pub(super) observer: &'a mut W,
    pub(super) budget: Budget<'a>,
    pub(super) list: MoveList<G::Move>,
    /// Was a value at the full depth an estimate?
    pub(super) estimated: bool,
    messages: u64,
    stored: u64,
    bytes: usize,
}

impl<'a, G: Evaluate, W: Observer> Look<'a, G, W> {
    pub(super) fn new(task: &Task<'a, G>, observer: &'a mut W, budget: Budget<'a>) -> Self {
        Look {
            game: task.game,
            depth: task.depth,
            observer,
            budget,
            list: MoveList::new(),
            estimated: false,
            messages: 0,
            stored: 0,
            bytes: 0,
        }
    }

    /// One more message is handled: may the search go on?
    #[inline]
    pub(super) fn next_message(&mut self) -> Result<(), Stopped> {
        self.messages += 1;
        if self.messages.is_multiple_of(1024) { self.budget.check_now() } else { Ok(()) }
    }

    /// One more node is held, in this many bytes.
    pub(super) fn hold(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.stored += 1;
        self.observer.stored(self.stored);
        self.hold_more(bytes)
    }

    /// A node takes more bytes than before.
    pub(super) fn hold_more(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.bytes += bytes;
        self.budget.hold(self.bytes)
    }

    /// The state at the end of a path.
    pub(super) fn replay(&mut self, root: &G::State, path: &[u32]) -> G::State {
        path.iter().fold(root.clone(), |state, &number| {
            let children = self.game.open(&state, &mut self.list).expect("a path through the tree");
            let child = self.game.child(&state, children, &self.list, number).1;
            self.list.close(children);
            child
        })
    }

    /// What there is to see at a node: its value, if the search ends here, or how many children it has.
    pub(super) fn see(&mut self, node: &Node, state: &G::State, level: Level) -> Seen {
        let leaf = |value, valid| Seen::Leaf(News { value: node.view(value), valid: Valid::to(valid) });
        if level == Level::ONE {
            let (value, estimated) = self.game.horizon(state, &mut self.list);
            return leaf(value, if estimated { Level::ONE } else { Level::ALL });
        }
        match self.game.open(state, &mut self.list) {
            Ok(children) => {
                self.list.close(children);
                Seen::Children(children.count())
            }
            Err(value) => leaf(value, Level::ALL),
        }
    }

    /// Counts what was seen at the end of a path, if that may still be counted.
    pub(super) fn count(&mut self, node: &Node, path: &[u32], seen: Seen) -> Result<(), Stopped> {
        self.budget.ask()?;
        for (ply, &number) in (0..).zip(path) {
            self.observer.descend(Ply(ply), number);
        }
        let ply = Ply(path.len() as u32);
        match seen {
            Seen::Leaf(news) => {
                self.budget.leaves += 1;
                self.estimated |= ply.0 == self.depth.0 && news.valid.as_first == Level::ONE;
                self.observer.leaf(ply, node.view(news.value));
                Ok(())
            }
            Seen::Children(count) => {
                self.budget.inner += 1;
                self.observer.enter(ply, Window::FULL);
                self.hold_more(Node::bytes_of_children(count))
            }
        }
    }

    /// The root has its value for now.
    pub(super) fn root_done(&mut self, news: News) {
        self.observer.exit(Ply(0), news.value);
    }

    /// It is to be searched one level further.
    pub(super) fn root_again(&mut self) {
        self.observer.research(Ply(0), None, Window::FULL);
    }

    /// At the end.
    pub(super) fn close(&mut self) {
        self.observer.total(self.budget.inner, self.budget.leaves);
    }
}
