//! Jamboree (Kuszmaul 1994): Scout in parallel. The eldest child is evaluated, then all siblings are tested at once, and
//! those that pass are evaluated, one after the other.

use provebest_game::{Evaluate, Window};
use provebest_machine::{CalledOff, StealFrom, StealPolicy};

use super::crew_worker::{self, CrewWorker, Method};
use super::job::{Child, Node, Value};
use crate::measure::Observer;
use crate::walk::Entered;

/// Jamboree: all siblings are asked at once whether they are better than the eldest; those that are, are searched with the
/// window, one after the other and in order.
///
/// Contract: that of [`AlphaBeta`](crate::AlphaBeta) at every node, for the window that is left in the end.
///
/// Kuszmaul 1994: Jamboree search as in the thesis, without its speculative form.
///
/// Time: on one processor a little more than the leaves of [`Pvs`](crate::Pvs), because the tests do not know of each
/// other. Memory: the path.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{Counters, Jamboree, ParallelSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = Jamboree::default().search_on(&task, &Simulated::new(3), vec![Counters::default(); 3])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Jamboree {
    /// Subtrees of at most this many leaves, by estimate, are searched by one processor without a break; `None` leaves the
    /// choice to the machine.
    pub grain: Option<u64>,
}

impl Method for Jamboree {
    type Role = ();

    const ASKS: bool = true;

    fn policy(&self) -> StealPolicy {
        StealPolicy { from: StealFrom::Random, helpful: true }
    }

    fn root(&self) {}

    async fn node<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: Node<G::State>,
        mut window: Window,
        (): (),
    ) -> Result<Value, CalledOff> {
        let children = match worker.enter(&node, &mut window).await? {
            Entered::Children(children) => children,
            Entered::Done(score) => return Ok(score.into()),
        };
        let mut best = worker.child(self, &node, children, 0, window, ()).await?.score;
        let mut floor = window.alpha;
        if worker.improve(&node, 0, best, &mut window) {
            return worker.close(&node, children, best, window);
        }
        let mut passed = Vec::new();
        let mut siblings = worker.ask(1..children.count(), window, (), false);
        while let Some(child) = worker.next(self, &mut siblings, &node, children, &mut window).await? {
            if child.says_yes() && child.score < window.beta {
                passed.push(child);
            } else if child.score > best {
                (best, floor) = (child.score, window.alpha);
                if worker.improve(&node, child.number, best, &mut window) {
                    return worker.close(&node, children, best, window);
                }
            } else if child.score == best && best <= floor {
                worker.doubt(&node);
            }
        }
        drop(siblings);
        passed.sort_by_key(|child| child.number);
        for child in passed {
            if worker.narrow(&mut window) {
                break;
            }
            let Child { number, score, .. } =
                worker.child_again(self, &node, children, child.number, child.window_again(window), ()).await?;
            if score > best {
                (best, floor) = (score, window.alpha);
                if worker.improve(&node, number, best, &mut window) {
                    break;
                }
            } else if score == best && best <= floor {
                worker.doubt(&node);
            }
        }
        worker.close(&node, children, best, window)
    }
}

crew_worker::searches_by_method!(Jamboree);
