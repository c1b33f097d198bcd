//! B* (Berliner 1979): finds the best move without its value, from intervals of values, by two ways of showing it: to raise what
//! the best move has for certain, or to lower what the others can have.

use std::fmt;
use std::str::FromStr;

use provebest_game::{Interval, Score};

use super::bounds::{Bounds, Ended, Selection, back_up, ranked, select};
use super::grown::{Grown, Met, NodeId};
use crate::limits::Stopped;
use crate::measure::{Observer, Why};
use crate::report::Task;

/// B*: the best move, as soon as it is separated from all others.
///
/// At the root, if the most promising move has the greatest lower bound, the search may as well try to lower the upper bounds of
/// the other moves; the [`Strategy`] says which. Below, it goes to the most promising frontier node of the side to move, expands
/// it, and takes its new bounds upwards as far as they change something.
///
/// Contract, if all intervals hold the values of their positions: at the end `low(best) >= high(other)` for every other root
/// move, so best is one of minimax's best moves; `low <= value <= high` for every root move; the root is worth at least
/// `low(best)`. With wrong intervals the move is a heuristic; a contradiction that is met ends the search and is reported.
///
/// Berliner 1979; the strategies D and R: the same and Palay 1982.
///
/// Time: expansions, never fewer than the smallest set that separates a move. Memory: the grown tree. It may have no end, so
/// give limits.
///
/// ```
/// use provebest_search::{BStar, Counters, Strategy, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = r#"[{"low":4,"high":8,"children":[5,7]}, {"low":1,"high":6,"children":[2,6]}, 3]"#.parse()?;
/// let mut counters = Counters::default();
/// let found = BStar { strategy: Strategy::DisproveRest }.search(&Task::new(&tree, &tree.root(), tree.height()), &mut counters);
/// assert_eq!((found.report.path, found.separated), (vec![0], true));
/// assert_eq!((counters.inner, counters.leaf_visits, found.moves[1].high), (2, 6, Score(2)), "two expansions, six evaluations");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BStar {
    /// When to disprove the rest.
    pub strategy: Strategy,
}

/// When B* tries to lower the others, where it may as well raise the best move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// Never: best-first search with the end of B*.
    ProveBest,
    /// Always.
    DisproveRest,
    /// Every second time, first not.
    Alternate,
    /// If the best move's upper bound comes from so deep that its square is more than the sum of the squares of the others'.
    Depth(Rest),
    /// The same with every square divided by the width of its interval.
    DepthAndWidth(Rest),
}

/// How many of the other moves are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rest {
    /// The second.
    Two,
    /// The second and the third.
    Three,
    /// All.
    All,
}

impl Default for Strategy {
    /// AR.
    fn default() -> Strategy {
        Strategy::DepthAndWidth(Rest::All)
    }
}

impl BStar {
    /// Searches for the best move.
    pub fn search<G: Interval, W: Observer>(&self, task: &Task<'_, G>, observer: &mut W) -> Selection<G::Move> {
        let mut tree = Grown::new(task, observer);
        let ended = self.grow(&mut tree, task.root);
        select(tree, task, ended)
    }

    fn grow<G: Interval, W: Observer>(
        &self,
        tree: &mut Grown<'_, G, W, Bounds>,
        root: &G::State,
    ) -> Result<Ended, Stopped> {
        let judge = |observer: &mut W, met: Met<'_, G>| Bounds::of(observer, &met);
        tree.plant(root, judge)?;
        let (mut at, mut why, mut turn) = (NodeId::ROOT, Why::Begin, 0);
        loop {
            if tree.is_leaf(at) {
                // The root, or a node below bounds that do not hold.
                return Ok(if at == NodeId::ROOT { Ended::Separated } else { Ended::Contradicted(at) });
            }
            if !tree.is_expanded(at) {
                tree.expand(at, why, judge)?;
                loop {
                    match back_up(tree, at) {
                        Err(contradiction) => return Ok(contradiction.into()),
                        Ok(true) if at != NodeId::ROOT => at = tree.parent(at),
                        Ok(_) => break,
                    }
                }
            }
            if at == NodeId::ROOT {
                let moves = ranked(tree, at);
                let bounds: Vec<Bounds> = moves.iter().map(|&id| *tree.known(id)).collect();
                let (&[best, other, ..], [first, second, ..]) = (&moves[..], &bounds[..]) else {
                    return Ok(Ended::Separated);
                };
                if first.low >= second.high {
                    return Ok(Ended::Separated);
                }
                let may_disprove = bounds.iter().all(|bounds| bounds.low <= first.low);
                if may_disprove && self.strategy.disproves(&bounds, &mut turn) {
                    (at, why) = (other, Why::DisproveRest { number: tree.number(other), most: first.low });
                } else {
                    (at, why) = (best, Why::ProveBest { number: tree.number(best), least: second.high });
                }
            }
            while tree.is_expanded(at) {
                at = ranked(tree, at)[0];
            }
        }
    }
}

impl Strategy {
    /// Disprove the rest? The moves are ranked, the best has the greatest lower bound.
    fn disproves(self, moves: &[Bounds], turn: &mut u64) -> bool {
        let count = match self {
            Strategy::Depth(Rest::Two) | Strategy::DepthAndWidth(Rest::Two) => 2,
            Strategy::Depth(Rest::Three) | Strategy::DepthAndWidth(Rest::Three) => 3,
            _ => moves.len(),
        };
        let width = |bounds: &Bounds| match self {
            Strategy::DepthAndWidth(_) => f64::from(bounds.high.0) - f64::from(bounds.low.0),
            _ => 1.0,
        };
        let effort = |bounds: &Bounds| f64::from(bounds.from.0).powi(2) / width(bounds);
        match self {
            Strategy::ProveBest => false,
            Strategy::DisproveRest => true,
            Strategy::Alternate => {
                *turn += 1;
                turn.is_multiple_of(2)
            }
            Strategy::Depth(_) | Strategy::DepthAndWidth(_) => {
                let least: Score = moves[0].low;
                let others = moves.iter().take(count).skip(1).filter(|bounds| bounds.high > least);
                others.map(effort).sum::<f64>() < effort(&moves[0])
            }
        }
    }

    /// All strategies, as [`FromStr`] reads them.
    pub const ALL: [(&str, Strategy); 9] = [
        ("prove-best", Strategy::ProveBest),
        ("disprove-rest", Strategy::DisproveRest),
        ("alternate", Strategy::Alternate),
        ("2D", Strategy::Depth(Rest::Two)),
        ("3D", Strategy::Depth(Rest::Three)),
        ("AD", Strategy::Depth(Rest::All)),
        ("2R", Strategy::DepthAndWidth(Rest::Two)),
        ("3R", Strategy::DepthAndWidth(Rest::Three)),
        ("AR", Strategy::DepthAndWidth(Rest::All)),
    ];
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, _) = Strategy::ALL.into_iter().find(|(_, strategy)| strategy == self).unwrap_or(("AR", *self));
        f.pad(name)
    }
}

/// A name that no strategy has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoStrategy(String);

impl fmt::Display for NoStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Strategy::ALL.map(|(name, _)| name).join(", ");
        write!(f, "{:?} is no strategy of B*; expected one of {names}", self.0)
    }
}

impl std::error::Error for NoStrategy {}

/// ```
/// use provebest_search::Strategy;
/// assert_eq!("AR".parse(), Ok(Strategy::default()));
/// assert!("best".parse::<Strategy>().is_err());
/// ```
impl FromStr for Strategy {
    type Err = NoStrategy;

    fn from_str(text: &str) -> Result<Strategy, NoStrategy> {
        let found = Strategy::ALL.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        found.map(|(_, strategy)| strategy).ok_or_else(|| NoStrategy(text.into()))
    }
}
