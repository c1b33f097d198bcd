//! Dynamic principal variation splitting (Schaeffer 1989; Hyatt, Suter and Nelson 1989): as PV splitting, but a
//! processor without work is sent to help a busy one.
//!
//! As it is read here: every node that a busy processor is at is a possible split point, as soon as its eldest child is done.
//! A helper gets a sibling at a node where none is expected to cut off (an ALL node), if there is one, and else the one
//! nearest the root.

use provebest_game::{Evaluate, Window};
use provebest_machine::{CalledOff, StealFrom, StealPolicy};

use super::crew_worker::{self, CrewWorker, Method};
use super::eldest_first::{Eagerness, Roles, eldest_first};
use super::job::{Coded, Node, RoleCode, Value};
use crate::measure::Observer;

/// Dynamic principal variation splitting.
///
/// Contract: that of [`AlphaBeta`](crate::AlphaBeta) at every node, for the window that is left in the end.
///
/// Schaeffer 1989; Hyatt, Suter and Nelson 1989.
///
/// Time: the leaves of [`Pvs`](crate::Pvs) on one processor. Memory: the path.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{Counters, DynamicPvSplitting, ParallelSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = DynamicPvSplitting::default().search_on(&task, &Simulated::new(3), vec![Counters::default(); 3])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct DynamicPvSplitting {
    /// Subtrees of at most this many leaves, by estimate, are searched by one processor without a break; `None` leaves the
    /// choice to the machine.
    pub grain: Option<u64>,
}

/// What is expected of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// It is on the best line.
    Best,
    /// Its eldest child cuts off.
    Cut,
    /// None of its children does.
    All,
}

impl Coded for Role {
    fn code(self) -> RoleCode {
        (self as u8, 0)
    }

    fn of((number, _): RoleCode) -> Role {
        [Role::Best, Role::Cut, Role::All][usize::from(number).min(2)]
    }
}

impl Method for DynamicPvSplitting {
    type Role = Role;

    const ASKS: bool = true;

    fn policy(&self) -> StealPolicy {
        StealPolicy { from: StealFrom::Random, helpful: false }
    }

    fn root(&self) -> Role {
        Role::Best
    }

    async fn node<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: Node<G::State>,
        window: Window,
        role: Role,
    ) -> Result<Value, CalledOff> {
        let (eldest, younger) = match role {
            Role::Best => (Role::Best, Role::Cut),
            Role::Cut => (Role::All, Role::All),
            Role::All => (Role::Cut, Role::Cut),
        };
        let roles = Roles { eldest, younger, again: Role::Best };
        let eagerness = if role == Role::Cut { Eagerness::Usual } else { Eagerness::Preferred };
        eldest_first(self, worker, node, window, roles, eagerness).await
    }
}

crew_worker::searches_by_method!(DynamicPvSplitting);
