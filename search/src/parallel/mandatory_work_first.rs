//! Mandatory work first (Akl, Barnard and Doran 1980, 1982): the tree that would suffice if all first children were best, at
//! once; then only where that was wrong.
//!
//! As it is read here: to evaluate a node, its first child is evaluated, and of every other child the first child. When all are
//! back, a child that may still be better than the best is searched on, child by child, until one cuts it off; several such
//! children at once. Windows are not passed on to grandchildren: there are no deep cut-offs.

use provebest_game::{Evaluate, Score, Window};
use provebest_machine::CalledOff;

use super::crew_worker::{self, CrewWorker};
use super::first_and_rest::{self, FirstAndRest, Role, Tentative};
use super::job::{Node, Value};
use crate::measure::Observer;
use crate::walk::Entered;

/// Mandatory work first.
///
/// Contract: an evaluated node has its exact value; one that was searched on to refute it has, for the bound `b` that it was
/// to be refuted with, its exact value `V` if `V < b`, and otherwise some `v` with `b <= v <= V`.
///
/// Akl, Barnard and Doran 1980 and 1982.
///
/// Time: on perfectly ordered trees `T(d) = T(d-1) + (w-1) T(d-2)` leaves, `T(0) = T(-1) = 1`: a few more than the minimal
/// tree, for want of deep cut-offs. Memory: the path.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{Counters, MandatoryWorkFirst, ParallelSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = MandatoryWorkFirst::default().search_on(&task, &Simulated::new(3), vec![Counters::default(); 3])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MandatoryWorkFirst {
    /// Subtrees of at most this many leaves, by estimate, are searched by one processor without a break; `None` leaves the
    /// choice to the machine.
    pub grain: Option<u64>,
}

impl FirstAndRest for MandatoryWorkFirst {
    const DEEP: bool = false;

    async fn evaluate<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: Node<G::State>,
        _: Window,
    ) -> Result<Value, CalledOff> {
        let mut window = Window::FULL;
        let children = match first_and_rest::enter::<Self, _, _>(worker, &node, &mut window).await? {
            Entered::Children(children) => children,
            Entered::Done(score) => return Ok(score.into()),
        };
        let mut best = Score::WORST;
        let mut tentative = Vec::new();
        let roles = |number| (number, if number == 0 { Role::Evaluate } else { Role::First });
        let mut mandatory = worker.offer((0..children.count()).map(roles), window);
        while let Some(child) = worker.next_within(self, &mut mandatory, &node, children, None).await? {
            if !child.complete {
                tentative.push(Tentative::new(worker, &node, &child));
            } else if child.score > best {
                best = child.score;
                worker.improve(&node, child.number, best, &mut window);
            }
        }
        drop(mandatory);
        first_and_rest::refute(self, worker, &node, children, &tentative, &mut best, &mut window).await?;
        worker.close(&node, children, best, window)
    }
}

crew_worker::searches_by_method!(MandatoryWorkFirst);
