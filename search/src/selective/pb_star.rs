//! PB* (Palay 1982, 1983; a reading of it): B* with a distribution of values at every node, which tells how likely each way is
//! to show that a move is best.

use provebest_game::Distribution;

use super::bounds::{Bounds, Ended, Selection, back_up, ranked, select};
use super::chances::{Chances, Goal, Grid};
use super::grown::{Grown, Met, NodeId, is_max};
use crate::limits::Stopped;
use crate::measure::{Observer, Why};
use crate::report::Task;

/// PB*: B* that takes the way which is most likely to lead to the end, and may end while there is a little doubt.
///
/// Every node has the chances of its values: a frontier node those that the game tells, others from their children, as if these
/// were independent, within the bounds of B*. The search raises the best move or lowers the others, whichever is more likely to
/// be possible, and goes down to where it is least settled.
///
/// Contract: ended by separation, that of [`BStar`](crate::BStar). Ended by doubt, [`Selection::confidence`] is the chance `c >=
/// 1 - doubt` that the move is one of the best, if the distributions are true and independent.
///
/// Palay 1982, 1983; the rules are a reading.
///
/// Time: expansions; as a guide no better than B* with its default strategy. Memory: the grown tree, with a vector of at most 64
/// chances for each node; where there are more values, neighbours share one.
///
/// ```
/// use provebest_search::{PbStar, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = r#"[{"low":4,"high":8,"children":[5,7]}, {"low":1,"high":6,"children":[2,6]}]"#.parse()?;
/// let found = PbStar { doubt: 0.2 }.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ());
/// assert_eq!((found.report.path, found.separated), (vec![0], false));
/// assert!(found.confidence.is_some_and(|chance| chance > 0.8), "nothing was expanded but the root");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PbStar {
    /// How likely a better move may remain; 0 to go on until the best move is separated.
    pub doubt: f64,
}

impl PbStar {
    /// Searches for the best move.
    pub fn search<G: Distribution, W: Observer>(&self, task: &Task<'_, G>, observer: &mut W) -> Selection<G::Move> {
        let mut tree = Grown::new(task, observer);
        let ended = self.grow(&mut tree, task);
        select(tree, task, ended)
    }

    fn grow<G: Distribution, W: Observer>(
        &self,
        tree: &mut Grown<'_, G, W, Chances>,
        task: &Task<'_, G>,
    ) -> Result<Ended, Stopped> {
        let judge =
            |observer: &mut W, met: Met<'_, G>| Chances { bounds: Bounds::of(observer, &met), at_most: Vec::new() };
        tree.plant(task.root, judge)?;
        if tree.is_leaf(NodeId::ROOT) {
            return Ok(Ended::Separated);
        }
        tree.expand(NodeId::ROOT, Why::Begin, judge)?;
        // Every root move is worth something in this grid, so values beyond it may count as its ends.
        let grid = Grid::around(tree.known_children(NodeId::ROOT).map(|child| child.bounds));
        let mut at = NodeId::ROOT;
        loop {
            for child in tree.children(at) {
                let at_most = grid.chances(task.game, tree, child);
                tree.budget.change(0, 8 * at_most.len() as u64)?;
                tree.known_mut(child).at_most = at_most;
            }
            loop {
                let narrowed = match back_up(tree, at) {
                    Err(contradiction) => return Ok(contradiction.into()),
                    Ok(narrowed) => narrowed,
                };
                if at == NodeId::ROOT {
                    break;
                }
                let bounds = tree.known(at).bounds;
                let combined = grid.combine(is_max(tree.ply(at)), tree.known_children(at));
                let at_most = grid.within(bounds, combined);
                // What did not change changes nothing above.
                if !narrowed && tree.known(at).at_most == at_most {
                    break;
                }
                tree.known_mut(at).at_most = at_most;
                at = tree.parent(at);
            }
            let moves = ranked(tree, NodeId::ROOT);
            let [best, other, ..] = moves[..] else { return Ok(Ended::Separated) };
            let (first, second) = (tree.known(best).bounds, tree.known(other).bounds);
            if first.low >= second.high {
                return Ok(Ended::Separated);
            }
            let others = moves[1..].iter().map(|&id| tree.known(id));
            if self.doubt > 0.0 {
                let chance = grid.best_of(tree.known(best), others.clone());
                if chance >= 1.0 - self.doubt {
                    return Ok(Ended::Doubted(chance));
                }
            }
            let falls = |id: NodeId| grid.at_most(tree.known(id), first.low);
            let prove = 1.0 - grid.at_most(tree.known(best), second.high - 1);
            let rest: f64 = moves[1..].iter().map(|&id| falls(id)).product();
            let may_disprove = others.clone().all(|other| other.bounds.low <= first.low);
            let goal = if may_disprove && rest > prove {
                let open = moves[1..].iter().copied().filter(|&id| tree.known(id).bounds.high > first.low);
                at = open.min_by(|&a, &b| falls(a).total_cmp(&falls(b)).then(a.cmp(&b))).unwrap_or(other);
                Goal::Fall(first.low)
            } else {
                at = best;
                Goal::Rise(second.high)
            };
            let why = match goal {
                Goal::Rise(least) => Why::ProveBest { number: tree.number(at), least },
                Goal::Fall(most) => Why::DisproveRest { number: tree.number(at), most },
            };
            while tree.is_expanded(at) {
                let Some(child) = grid.least_settled(tree, at, goal) else { return Ok(Ended::Contradicted(at)) };
                at = child;
            }
            tree.expand(at, why, judge)?;
        }
    }
}
