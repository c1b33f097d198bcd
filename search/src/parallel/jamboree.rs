//! Jamboree (Kuszmaul 1994): Scout in parallel. The eldest child is evaluated, then all siblings are tested at once, and
//! those that pass are evaluated, one after the other.

use provebest_game::{Children, Evaluate, Window};
use provebest_machine::{CalledOff, StealFrom, StealPolicy};

use super::crew_worker::{self, CrewWorker, Judged, Method};
use super::job::{Child, Node, Value};
use crate::measure::Observer;

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
        let judge = async |worker: &mut CrewWorker<'_, '_, G, W>, children, window: &mut Window| {
            self.judge(worker, &node, children, window).await
        };
        worker.settled(&node, &mut window, judge).await
    }
}

impl Jamboree {
    async fn judge<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: &Node<G::State>,
        children: Children,
        window: &mut Window,
    ) -> Result<Judged, CalledOff> {
        let (asked, first) = (*window, worker.hint(children).unwrap_or(0));
        worker.begin_eldest(node, children, first);
        let Child { score: mut best, mut sound, .. } = worker.child(self, node, children, first, *window, ()).await?;
        worker.end_eldest();
        let (mut by, mut floor) = (first, window.alpha);
        if worker.improve(node, first, best, window) {
            return Ok(worker.judged(asked, best, Some(by).filter(|_| sound), false));
        }
        let younger = (0..children.count()).filter(|&number| number != first);
        worker.fetch(node, children, younger.clone());
        let mut passed = Vec::new();
        let mut siblings = worker.ask(younger, *window, (), false);
        while let Some(child) = worker.next(self, &mut siblings, node, children, window).await? {
            sound &= child.sound;
            if child.says_yes() && child.score < window.beta {
                passed.push(child);
            } else if child.score > best {
                (best, by, floor) = (child.score, child.number, window.alpha);
                if worker.improve(node, by, best, window) {
                    return Ok(worker.judged(asked, best, Some(by).filter(|_| sound), false));
                }
            } else if child.score == best && best <= floor {
                worker.doubt(node);
            }
        }
        drop(siblings);
        passed.sort_by_key(|child| child.number);
        for child in passed {
            if worker.narrow(window) {
                break;
            }
            let again = child.window_again(*window);
            let child = worker.child_again(self, node, children, child.number, again, ()).await?;
            sound &= child.sound;
            if child.score > best {
                (best, by, floor) = (child.score, child.number, window.alpha);
                if worker.improve(node, by, best, window) {
                    return Ok(worker.judged(asked, best, Some(by).filter(|_| sound), false));
                }
            } else if child.score == best && best <= floor {
                worker.doubt(node);
            }
        }
        let all = window.alpha < window.beta;
        Ok(worker.judged(asked, best, Some(by).filter(|_| sound), all))
    }
}

crew_worker::searches_by_method!(Jamboree);
