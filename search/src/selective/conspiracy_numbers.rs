//! Conspiracy number search (McAllester 1988): a value is believed when so many estimates would have to be wrong together to
//! change it that they would have to conspire.

use std::num::NonZeroU32;

use provebest_game::{Evaluate, Score, ValueRange};

use super::grown::{Grown, Met, NodeId, for_root, is_max};
use super::stairs::{Count, NEVER, Stair, Step};
use crate::limits::Stopped;
use crate::measure::{Observer, Why};
use crate::report::{Kind, Report, Task};

/// Conspiracy number search: goes on until every other value of the root needs at least `threshold` conspirators.
///
/// The conspiracy number of a value at a node is the least number of frontier nodes that have to change for the node to be worth
/// it. The search tries to reach the value that is furthest away and needs fewer than the threshold, by expanding one of its
/// conspirators.
///
/// Contract: at the end, for the value `m` that is returned and every `v != m`, at least `threshold` frontier nodes have to
/// change for the root to be worth `v`. That is no proof. With a threshold of 1 nothing is expanded; without one, `m` is the
/// minimax value, proved by leaves alone.
///
/// McAllester 1988; van der Meulen 1990. Which side and which conspirator is tried first is a reading.
///
/// Time: not monotone in the threshold; an expansion costs its path and the siblings along it. Memory: the grown tree, two
/// stairs of fewer than `threshold` steps for each node.
///
/// ```
/// use std::num::NonZeroU32;
/// use provebest_search::{ConspiracyNumbers, Kind, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = r#"[{"value":6,"children":[5,7]}, {"value":3,"children":[2,6]}]"#.parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let search = ConspiracyNumbers { threshold: NonZeroU32::new(2), ..ConspiracyNumbers::default() };
/// assert_eq!(search.search(&task, &mut ()).report.value, Some(Score(5)));
/// assert_eq!(ConspiracyNumbers::default().search(&task, &mut ()).report.kind, Kind::Exact, "without a threshold");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConspiracyNumbers {
    /// How many conspirators are enough not to be believed; `None`: no number is.
    pub threshold: Option<NonZeroU32>,
    /// Estimates are rounded to multiples of this: fine values make the search slow. 1 leaves them as they are.
    pub grain: NonZeroU32,
    /// The least and the largest value that the game can have, for the side to move at the root; `None`: what the game says
    /// ([`ValueRange`]). A value beyond counts as the nearest of them.
    pub range: Option<(Score, Score)>,
}

impl Default for ConspiracyNumbers {
    fn default() -> Self {
        ConspiracyNumbers { threshold: None, grain: NonZeroU32::MIN, range: None }
    }
}

/// What conspiracy number search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Conspiracy<M> {
    /// Its value is exact only if there was no threshold. If the search was stopped, its value is the bound that was proved, if
    /// any.
    pub report: Report<M>,
    /// What the root is worth by the estimates of the moment; `None` if the search was stopped before it had any.
    pub estimate: Option<Score>,
    /// What the root needs to be worth at least some value: values rise.
    pub up: Vec<Step>,
    /// What the root needs to be worth at most some value: values fall.
    pub down: Vec<Step>,
}

impl<M> Conspiracy<M> {
    /// The conspiracy number of a value at the root: how many frontier nodes have to change for the root to be worth it. `None`:
    /// no number is enough, or at least the threshold is needed.
    pub fn number(&self, value: Score) -> Option<u32> {
        let up = || self.up.iter().find(|step| step.value >= value);
        let down = || self.down.iter().find(|step| step.value <= value);
        let higher = self.estimate.is_some_and(|estimate| value > estimate);
        if higher { up() } else { down() }.map(|step| step.count)
    }
}

/// What each side needs: the side to move at the root, and the other one.
pub(crate) type Stairs = [Stair; 2];

impl ConspiracyNumbers {
    /// Searches for a value that can be believed.
    pub fn search<G: Evaluate + ValueRange, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Conspiracy<G::Move> {
        let range = self.range.unwrap_or_else(|| task.game.value_range(task.root));
        let range = (range.0, range.1.max(range.0));
        let mut tree = Grown::new(task, observer);
        let ended = self.grow(&mut tree, task.root, range);
        self.report(tree, task, range, ended)
    }

    fn enough(&self) -> Count {
        self.threshold.map_or(NEVER, NonZeroU32::get)
    }

    fn grow<G: Evaluate, W: Observer>(
        &self,
        tree: &mut Grown<'_, G, W, Stairs>,
        root: &G::State,
        (bottom, top): (Score, Score),
    ) -> Result<(), Stopped> {
        let enough = self.enough();
        let judge = |observer: &mut W, met: Met<'_, G>| match met.leaf {
            Some(value) => {
                let value = value.clamp(bottom, top);
                [Stair::fixed(value), Stair::fixed(-value)]
            }
            None => {
                let estimate = self.rounded(met.game.evaluate(met.state));
                let value = for_root(met.ply, estimate).clamp(bottom, top);
                observer.leaf(met.ply, for_root(met.ply, value));
                [Stair::open(value, top, enough), Stair::open(-value, -bottom, enough)]
            }
        };
        tree.plant(root, judge)?;
        loop {
            let [up, down] = tree.known(NodeId::ROOT);
            let (value, high, low) = (up.value(), up.reach(), -down.reach());
            if low == value && high == value {
                return Ok(());
            }
            let rise = i64::from(high.0) - i64::from(value.0) >= i64::from(value.0) - i64::from(low.0);
            let (side, least) = if rise { (0, high) } else { (1, -low) };
            let missing = tree.known(NodeId::ROOT)[side].number(least);
            let why = if rise { Why::Raise { least: high, missing } } else { Why::Lower { most: low, missing } };
            let mut at = NodeId::ROOT;
            while tree.is_expanded(at) {
                at = conspirator(tree, at, side, |stairs| stairs[side].number(least));
            }
            tree.expand(at, why, judge)?;
            let stairs = tree.known_children(at).map(bytes).sum();
            tree.budget.change(0, stairs)?;
            back_up(tree, at, enough)?;
        }
    }

    fn rounded(&self, Score(estimate): Score) -> Score {
        let grain = i64::from(self.grain.get());
        let up = i64::from(estimate) + grain / 2;
        Score((up - up.rem_euclid(grain)).clamp(i64::from(Score::WORST.0), i64::from(Score::INFINITY.0)) as i32)
    }

    fn report<G: Evaluate, W: Observer>(
        &self,
        mut tree: Grown<'_, G, W, Stairs>,
        task: &Task<'_, G>,
        (bottom, top): (Score, Score),
        ended: Result<(), Stopped>,
    ) -> Conspiracy<G::Move> {
        if !tree.is_planted() {
            let report = tree.report(task, None, Vec::new(), false);
            return Conspiracy { report, estimate: None, up: Vec::new(), down: Vec::new() };
        }
        let [up, down] = tree.known(NodeId::ROOT).clone();
        let (low, high) = (-down.reach(), up.reach());
        let proves = self.threshold.is_none();
        let is_leaf = tree.is_leaf(NodeId::ROOT);
        let value = match ended {
            Ok(()) if proves || is_leaf => Some((up.value(), Kind::Exact)),
            Ok(()) => Some((up.value(), Kind::Heuristic)),
            Err(Stopped) if proves && low > bottom => Some((low, Kind::Lower)),
            Err(Stopped) if proves && high < top => Some((high, Kind::Upper)),
            Err(Stopped) => None,
        };
        let (path, at_leaf) = safest_line(&tree);
        let report = tree.report(task, value, path, at_leaf && ended.is_ok() && proves);
        let mirrored = |step: &Step| Step { value: -step.value, count: step.count };
        let down = down.steps().iter().map(mirrored).collect();
        Conspiracy { report, estimate: Some(up.value()), up: up.steps().to_vec(), down }
    }
}

/// The child through which a side is to reach something: where it moves, the leftmost of those that need the fewest conspirators,
/// otherwise the leftmost that needs any.
pub(crate) fn conspirator<G: Evaluate, W: Observer, K>(
    tree: &Grown<'_, G, W, K>,
    id: NodeId,
    side: usize,
    number: impl Fn(&K) -> Count,
) -> NodeId {
    let moves = is_max(tree.ply(id)) == (side == 0);
    let number = |child: &NodeId| number(tree.known(*child));
    let found = match moves {
        true => tree.children(id).min_by_key(number),
        false => tree.children(id).find(|child| number(child) != 0),
    };
    found.expect("what a node needs, a child needs")
}

/// Takes what a node's children need up to the root, as far as it changes.
fn back_up<G: Evaluate, W: Observer>(
    tree: &mut Grown<'_, G, W, Stairs>,
    mut at: NodeId,
    enough: Count,
) -> Result<(), Stopped> {
    loop {
        let ply = tree.ply(at);
        let mover = usize::from(!is_max(ply));
        let least = Stair::least(tree.known_children(at).map(|stairs| &stairs[mover]));
        let sum = Stair::sum(tree.known_children(at).map(|stairs| &stairs[1 - mover]), enough);
        let new = if mover == 0 { [least, sum] } else { [sum, least] };
        if *tree.known(at) == new {
            return Ok(());
        }
        tree.budget.change(bytes(tree.known(at)), bytes(&new))?;
        *tree.known_mut(at) = new;
        let value = tree.known(at)[mover].value();
        tree.observer.exit(ply, value);
        if at == NodeId::ROOT {
            return Ok(());
        }
        at = tree.parent(at);
    }
}

fn bytes(stairs: &Stairs) -> u64 {
    stairs.iter().map(|stair| size_of_val(stair.steps()) as u64).sum()
}

/// From best child to best child, of equals to the one that most would have to conspire against; does it end in a leaf?
fn safest_line<G: Evaluate, W: Observer>(tree: &Grown<'_, G, W, Stairs>) -> (Vec<u32>, bool) {
    let mut at = NodeId::ROOT;
    while tree.is_expanded(at) {
        let other = usize::from(is_max(tree.ply(at)));
        let value = tree.known(at)[other].value();
        let best = tree.children(at).filter(|&child| tree.known(child)[other].value() == value);
        let harm = |child: &NodeId| (tree.known(*child)[other].number(value + 1), std::cmp::Reverse(*child));
        let Some(child) = best.max_by_key(harm) else { break };
        at = child;
    }
    (tree.path(at), tree.is_leaf(at))
}
