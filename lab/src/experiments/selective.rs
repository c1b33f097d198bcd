//! What experiments on selective searches share.

use cpu_time::ThreadTime;
use provebest::CancelToken;
use provebest::game::{Depth, Ply, Score};
use provebest::search::measure::Observer;
use provebest::search::{Counters, Limits, Task};
use provebest_catalog::games::{AnyGame, AnyState};

use super::pictures::known;
use crate::plan::Plan;
use crate::plot::{Ink, Point};
use crate::results::{Counted, Results};
use crate::row::Row;
use crate::statistics::{Estimate, Level, Sample};
use crate::subject::Subject;
use crate::trees::TreeInstance;

/// Counts visits of leaves at the end of the tree, and not those of nodes that are only estimated.
pub(super) struct Terminals {
    depth: Ply,
    visits: u64,
}

impl Observer for Terminals {
    fn leaf(&mut self, ply: Ply, _: Score) {
        self.visits += u64::from(ply == self.depth);
    }
}

/// What listens to a search.
pub(super) type Observed = (Counters, Terminals);

/// A tree, searched again and again.
pub(super) struct Bench {
    pub(super) tree: TreeInstance,
    root: AnyState,
    depth: Depth,
}

/// What one search did.
pub(super) struct Measured {
    pub(super) counters: Counters,
    pub(super) terminals: u64,
    seconds: f64,
}

impl Bench {
    /// The tree with this number.
    pub(super) fn new(plan: &Plan, subject: Subject, number: u32) -> anyhow::Result<Bench> {
        let class = subject.tree()?;
        let tree = TreeInstance::new(class, plan.seed, number, plan.values)?;
        let root = tree.game().root();
        Ok(Bench { tree, root, depth: Depth(class.depth) })
    }

    /// Searches it; nothing if that was called off.
    pub(super) fn run<R>(
        &self,
        token: &CancelToken,
        search: impl FnOnce(&Task<'_, AnyGame>, &mut Observed) -> R,
    ) -> Option<(R, Measured)> {
        let limits = Limits { stop: Some(token), ..Limits::default() };
        let task = Task::new(self.tree.game(), &self.root, self.depth).within(limits);
        let mut watch = (Counters::default(), Terminals { depth: Ply(self.depth.0), visits: 0 });
        let clock = ThreadTime::now();
        let found = search(&task, &mut watch);
        let seconds = clock.elapsed().as_secs_f64();
        let (counters, Terminals { visits, .. }) = watch;
        (!token.is_cancelled()).then_some((found, Measured { counters, terminals: visits, seconds }))
    }
}

impl Measured {
    /// A row of the tables: leaves are those at the end of the tree.
    pub(super) fn row(&self, name: &str, keys: Vec<Option<i64>>, counts: Vec<Option<u64>>) -> Row {
        Row {
            keys,
            algorithm: name.into(),
            leaves: None,
            leaf_visits: self.terminals,
            nodes: self.counters.nodes(),
            stored: self.counters.stored,
            seconds: self.seconds,
            took: None,
            base: None,
            counts,
        }
    }
}

/// The rows of a name on a kind of tree.
pub(super) fn of<'r>(results: &'r Results, subject: Subject, name: &'r str) -> impl Iterator<Item = &'r Counted> {
    results.rows.iter().filter(move |one| one.subject == subject && one.row.algorithm == name)
}

/// A mean with its interval.
pub(super) fn point(x: f64, sample: &Sample) -> Point {
    let (low, high) = sample.interval();
    if low.is_finite() {
        Point { x, y: sample.mean(), low: low.max(1e-9), high }
    } else {
        Point::sharp(x, sample.mean())
    }
}

/// The sum of the first numbers in percent of that of the second.
pub(super) fn share(pairs: &[(f64, f64)]) -> Option<Estimate> {
    (!pairs.is_empty()).then(|| Estimate::quotient(pairs).scaled(100.0))
}

/// An estimate somewhere.
pub(super) fn at(x: f64, estimate: Estimate) -> Point {
    let (value, (low, high)) = (estimate.value, estimate.interval(Level::SINGLE));
    if low.is_finite() { Point { x, y: value, low: low.max(1e-9), high } } else { Point::sharp(x, value) }
}

/// How a search is called in a picture, and its ink.
pub(super) fn look(name: &str) -> (String, Ink) {
    let (label, place) = match name {
        "conspiracy-numbers" => ("conspiracy numbers", 16),
        "conspiracy-window" => ("with a window", 18),
        "depth-first" => ("depth first", 2),
        "preorder" => ("preorder", 3),
        "best-estimate" => ("best estimate", 4),
        "random" => ("random", 5),
        "prove-best" => ("best first", 6),
        "disprove-rest" => ("disprove rest", 7),
        "alternate" => ("alternate", 8),
        "2D" => ("2D", 17),
        "3D" => ("3D", 12),
        "2R" => ("2R", 13),
        "3R" => ("3R", 14),
        "AD" => ("AD", 9),
        "AR" => ("AR", 10),
        "pb-star" => ("PB*", 11),
        "smallest-set" => return ("smallest set".into(), Ink::THEORY),
        "pn" => ("PN", 12),
        "pn2" => ("PN\u{b2}", 13),
        "df-pn" => ("df-pn", 14),
        "solve" => ("alpha-beta solver", 15),
        other => return known(other),
    };
    (label.into(), Ink::numbered(place))
}
