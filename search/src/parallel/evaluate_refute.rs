//! ER (Steinberg and Solomon 1990): a node is to be evaluated or to be refuted.
//!
//! As it is read here: to evaluate a node, the first child of each of its children is evaluated, all at once. By these tentative
//! values the children are ranked; the best one is evaluated to the end, and then the others are refuted, all at once as far as
//! there are processors. To refute a node, its further children are taken one after the other. Windows are passed on.

use provebest_game::{Evaluate, Score, Window};
use provebest_machine::CalledOff;

use super::crew_worker::{self, CrewWorker};
use super::first_and_rest::{self, FirstAndRest, Role, Tentative};
use super::job::{Node, Value};
use crate::measure::Observer;
use crate::walk::Entered;

/// ER: evaluate or refute.
///
/// Contract: that of [`AlphaBeta`](crate::AlphaBeta) at every node that is evaluated or refuted, for the window that is left
/// in the end.
///
/// Steinberg and Solomon 1990.
///
/// Time: the ranking costs leaves on ordered trees and saves them on others. Memory: the path.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{Counters, EvaluateRefute, ParallelSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = EvaluateRefute::default().search_on(&task, &Simulated::new(3), vec![Counters::default(); 3])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EvaluateRefute {
    /// Subtrees of at most this many leaves, by estimate, are searched by one processor without a break; `None` leaves the
    /// choice to the machine.
    pub grain: Option<u64>,
}

impl FirstAndRest for EvaluateRefute {
    const DEEP: bool = true;

    async fn evaluate<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: Node<G::State>,
        mut window: Window,
    ) -> Result<Value, CalledOff> {
        let children = match first_and_rest::enter::<Self, _, _>(worker, &node, &mut window).await? {
            Entered::Children(children) => children,
            Entered::Done(score) => return Ok(score.into()),
        };
        let mut best = Score::WORST;
        let mut tentative = Vec::new();
        let mut firsts = worker.offer((0..children.count()).map(|number| (number, Role::First)), window);
        while let Some(child) = worker.next(self, &mut firsts, &node, children, &mut window).await? {
            if !child.complete {
                tentative.push(Tentative::new(worker, &node, &child));
            } else if child.score > best {
                best = child.score;
                if worker.improve_all(&mut firsts, &node, child.number, best, &mut window) {
                    return worker.close(&node, children, best, window);
                }
            }
        }
        drop(firsts);
        if window.alpha >= window.beta {
            return worker.close(&node, children, best, window);
        }
        tentative.sort_by_key(|child| (-child.score, child.number));
        let (most_promising, others) = tentative.split_at(tentative.len().min(1));
        for group in [most_promising, others] {
            first_and_rest::refute(self, worker, &node, children, group, &mut best, &mut window).await?;
            if window.alpha >= window.beta {
                break;
            }
        }
        worker.close(&node, children, best, window)
    }
}

crew_worker::searches_by_method!(EvaluateRefute);
