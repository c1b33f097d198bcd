//! Principal variation splitting (Marsland and Campbell 1982): down the first children, and on the way back the siblings are
//! shared among all.
//!
//! As it is read here: a sibling is asked by one processor, without help, with a null window at the best value so far; one
//! that is better is searched again, by one processor too, with the window. No processor goes up before all are back. In the
//! recursive form a sibling is itself split along its first children.

use provebest_game::{Evaluate, Window};
use provebest_machine::{CalledOff, StealFrom, StealPolicy};

use super::crew_worker::{self, CrewWorker, Method};
use super::eldest_first::{Eagerness, Roles, eldest_first};
use super::job::{Coded, Node, RoleCode, Value};
use crate::measure::Observer;

/// Principal variation splitting.
///
/// Contract: that of [`AlphaBeta`](crate::AlphaBeta) at every node, for the window that is left in the end.
///
/// Marsland and Campbell 1982.
///
/// Time: the leaves of [`Pvs`](crate::Pvs) on one processor. On many it loses by waiting: a node on the first line has
/// no more siblings than its width. Memory: the path.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{Counters, PvSplitting, ParallelSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = PvSplitting::default().search_on(&task, &Simulated::new(3), vec![Counters::default(); 3])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PvSplitting {
    /// Subtrees of at most this many leaves, by estimate, are searched by one processor without a break; `None` leaves the
    /// choice to the machine.
    pub grain: Option<u64>,
    /// Split the siblings along their first children too?
    pub recursive: bool,
}

/// How a node is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Its siblings are shared.
    Split,
    /// By one processor.
    Alone,
}

impl Coded for Role {
    fn code(self) -> RoleCode {
        (self as u8, 0)
    }

    fn of((number, _): RoleCode) -> Role {
        if number == 0 { Role::Split } else { Role::Alone }
    }
}

impl Method for PvSplitting {
    type Role = Role;

    const ASKS: bool = true;

    fn policy(&self) -> StealPolicy {
        StealPolicy { from: StealFrom::Random, helpful: false }
    }

    fn root(&self) -> Role {
        Role::Split
    }

    async fn node<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: Node<G::State>,
        window: Window,
        role: Role,
    ) -> Result<Value, CalledOff> {
        if role == Role::Alone {
            return worker.alone(node, window).await;
        }
        let sibling = if self.recursive { Role::Split } else { Role::Alone };
        let roles = Roles { eldest: Role::Split, younger: sibling, again: sibling };
        eldest_first(self, worker, node, window, roles, Eagerness::Usual).await
    }
}

crew_worker::searches_by_method!(PvSplitting);
