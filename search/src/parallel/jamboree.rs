//! Jamboree (Kuszmaul 1994): Scout in parallel. The eldest son is evaluated, then all brothers are tested at once, and
//! those that pass are evaluated, one after the other.

use provebest_game::{Evaluate, Window};
use provebest_machine::{Ask, CalledOff, Manners};

use super::hand::{self, Hand, Method};
use super::job::{Node, Son, Value};
use crate::measure::Watch;
use crate::walk::Entered;

/// Jamboree: all brothers are asked at once whether they are better than the eldest; those that are, are searched with the
/// window, one after the other and in order.
///
/// Contract: that of [`AlphaBeta`](crate::AlphaBeta) at every node, for the window that is left in the end.
///
/// Kuszmaul 1994: Jamboree search as his thesis tells it, without its speculative form.
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
    /// Subtrees of at most so many leaves, by estimate, are searched by one processor in one go; `None` leaves it to the
    /// machine.
    pub grain: Option<u64>,
}

impl Method for Jamboree {
    type Role = ();

    const ASKS: bool = true;

    fn manners(&self) -> Manners {
        Manners { ask: Ask::Anybody, helpful: true }
    }

    fn root(&self) {}

    async fn node<G: Evaluate, W: Watch>(
        &self,
        hand: &mut Hand<'_, '_, G, W, ()>,
        node: Node<G::State>,
        mut window: Window,
        (): (),
    ) -> Result<Value, CalledOff> {
        let sons = match hand.enter(&node, &mut window).await? {
            Entered::Sons(sons) => sons,
            Entered::Done(score) => return Ok(score.into()),
        };
        let mut best = hand.son(self, &node, sons, 0, window, ()).await?.score;
        let mut floor = window.alpha;
        if hand.improve(&node, 0, best, &mut window) {
            return hand.close(&node, sons, best, window);
        }
        let mut passed = Vec::new();
        let mut brothers = hand.ask(1..sons.count(), window, (), false);
        while let Some(son) = hand.next(self, &mut brothers, &node, sons, &mut window).await? {
            if son.says_yes() && son.score < window.beta {
                passed.push(son);
            } else if son.score > best {
                (best, floor) = (son.score, window.alpha);
                if hand.improve(&node, son.number, best, &mut window) {
                    return hand.close(&node, sons, best, window);
                }
            } else if son.score == best && best <= floor {
                hand.doubt(&node);
            }
        }
        drop(brothers);
        passed.sort_by_key(|son| son.number);
        for son in passed {
            if hand.narrow(&mut window) {
                break;
            }
            let Son { number, score, .. } =
                hand.son_again(self, &node, sons, son.number, son.window_again(window), ()).await?;
            if score > best {
                (best, floor) = (score, window.alpha);
                if hand.improve(&node, number, best, &mut window) {
                    break;
                }
            } else if score == best && best <= floor {
                hand.doubt(&node);
            }
        }
        hand.close(&node, sons, best, window)
    }
}

hand::searches_by_method!(Jamboree);
