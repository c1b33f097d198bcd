//! B* by strategy, and PB*.

mod smallest;

use cpu_time::ThreadTime;
use provebest::CancelToken;
use provebest::game::mix;
use provebest::games::synthetic::Artificial;
use provebest::search::{Counters, Limits, Strategy};
use provebest_catalog::counted::count_b_star;

use super::selective::{at, look, of, share};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Bar, Content, Curve, Figure, Panel, Point, Scale};
use crate::results::{Counted, Results};
use crate::row::Row;
use crate::statistics::{Estimate, Level};
use crate::subject::{Subject, TreeClass, TreeKind};
use smallest::smallest_set;

pub(super) struct BStar;

const DRAWS: u32 = 3;
const RANGES: [i32; 4] = [100, 400, 1600, 6400];
const MOST_NODES: u64 = 30_000;

/// What the others are compared with.
const BEST_FIRST: &str = "prove-best";
const PB_STAR: &str = "pb-star";
const SMALLEST: &str = "smallest-set";
/// Those that are drawn.
const DRAWN: [&str; 6] = ["disprove-rest", "alternate", "AD", "AR", PB_STAR, SMALLEST];
/// Expansions of best-first search, from and up to, and where they stand in the picture.
const CLASSES: [(u64, u64, f64); 4] = [(0, 10, 5.0), (10, 50, 22.0), (50, 200, 100.0), (200, u64::MAX, 450.0)];

/// The mean of fewer trees is not drawn.
const FEWEST: usize = 4;

/// A place on the axis, and the pairs of counts there.
type PairsAt = (f64, Vec<(f64, f64)>);

impl Experiment for BStar {
    fn about(&self) -> About {
        About { name: "b-star", keys: &["range"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let widths = if quick { vec![3, 5] } else { vec![3, 5, 8, 10] };
        let class = |width| TreeClass { kind: TreeKind::Artificial, width, depth: DRAWS };
        let plan = Plan::of_own(widths.into_iter().map(class), if quick { 4 } else { 40 });
        Plan { values: RANGES[0], ..plan }
    }

    fn counts(&self) -> &'static [&'static str] {
        &["expansions", "solved"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let seed = mix(mix(plan.seed).wrapping_add(number.into()));
        let mut rows = Vec::new();
        for range in RANGES {
            let tree = Artificial::new(subject.width(), seed, range, subject.depth(), false)?;
            let limits = || Limits { nodes: Some(MOST_NODES), stop: Some(token), ..Limits::default() };
            let row = |name: &str, counters: &Counters, seconds: f64, solved: bool| Row {
                keys: vec![Some(range.into())],
                algorithm: name.into(),
                leaves: None,
                leaf_visits: counters.leaf_visits,
                nodes: counters.nodes(),
                stored: counters.stored,
                seconds,
                took: None,
                base: None,
                counts: vec![Some(counters.inner), Some(solved.into())],
            };
            let mut run = |name: &str, strategy: Option<Strategy>| {
                let clock = ThreadTime::now();
                let (found, counters) = count_b_star(&tree, strategy, limits());
                let seconds = clock.elapsed().as_secs_f64();
                rows.push(row(name, &counters, seconds, found.separated));
                found.separated
            };
            let mut solved = false;
            for (name, strategy) in Strategy::ALL {
                solved |= run(name, Some(strategy));
            }
            run(PB_STAR, None);
            let clock = ThreadTime::now();
            if let Some(least) = smallest_set(&tree).filter(|_| solved) {
                let counters = Counters { inner: least.into(), ..Counters::default() };
                rows.push(row(SMALLEST, &counters, clock.elapsed().as_secs_f64(), true));
            }
            if token.is_cancelled() {
                return Ok(None);
            }
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let curve = |name: &str, pairs: &dyn Fn(&str) -> Vec<PairsAt>| {
            let points: Vec<Point> = pairs(name)
                .into_iter()
                .filter(|(_, pairs)| pairs.len() >= FEWEST)
                .filter_map(|(x, pairs)| Some(at(x, share(&pairs)?)))
                .collect();
            let (label, ink) = look(name);
            Curve { label, ink, points }
        };
        let by_size = |name: &str| {
            let of = |&(from, to, x): &(u64, u64, f64)| {
                (x, pairs(results, name, |one, _| (from..to).contains(&expansions(one))))
            };
            CLASSES.iter().map(of).collect::<Vec<_>>()
        };
        let by_range = |name: &str| {
            let of =
                |&range: &i32| (f64::from(range), pairs(results, name, |one, _| one.row.keys == [Some(range.into())]));
            RANGES.iter().map(of).collect::<Vec<_>>()
        };
        let unsolved = |name: &str| {
            let own = results.rows.iter().filter(|one| one.row.algorithm == name);
            let (all, missed) = own.fold((0, 0), |(all, missed), one| (all + 1, missed + u64::from(!is_solved(one))));
            let ((label, ink), share) = (look(name), Estimate::share(missed as f64, all));
            let (low, high) = share.interval(Level::SINGLE);
            Bar { label, ink, value: share.value, low, high }
        };
        let names = Strategy::ALL.into_iter().map(|(name, _)| name).chain([PB_STAR]);
        let y = || Axis::new("expansions, % of best-first search", Scale::Linear);
        let by_size = Panel {
            title: "By difficulty".into(),
            x: Axis::at("expansions of best-first search", Scale::Log, CLASSES.map(|(.., x)| x)),
            y: y(),
            content: Content::Curves(DRAWN.into_iter().map(|name| curve(name, &by_size)).collect()),
        };
        let by_range = Panel {
            title: "By the width of the first interval".into(),
            x: Axis::at("values of the root", Scale::Log, RANGES.map(f64::from)),
            y: y(),
            content: Content::Curves(DRAWN.into_iter().map(|name| curve(name, &by_range)).collect()),
        };
        let unsolved = Panel {
            title: "Given up after 30,000 nodes".into(),
            x: Axis::new("% of the trees", Scale::Linear),
            y: Axis::new("", Scale::Linear),
            content: Content::Bars(names.map(unsolved).collect()),
        };
        Figure {
            title: "B* by strategy, on artificial trees".into(),
            note: format!(
                "{} trees of each width and range; sums over the trees that all strategies solve, with 95 % intervals; PB* where \
                 it ends, too; the smallest set where it is known",
                plan.trees
            ),
            panels: vec![by_size, by_range, unsolved],
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let names = Strategy::ALL.map(|(name, _)| name).into_iter().skip(1).chain([PB_STAR, SMALLEST]);
        let line = |name: &str| {
            let said = |&(from, to, _): &(u64, u64, f64)| {
                let pairs = pairs(results, name, |one, _| (from..to).contains(&expansions(one)));
                let to = if to == u64::MAX { String::from("more") } else { to.to_string() };
                share(&pairs).map(|share| format!("{from} to {to}: {:.0} ({} trees)", share.value, pairs.len()))
            };
            let said: Vec<String> = CLASSES.iter().filter_map(said).collect();
            format!("{}, % of best first by its expansions: {}", look(name).0, said.join(", "))
        };
        names.map(line).collect()
    }
}

fn is_solved(one: &Counted) -> bool {
    one.row.counts[1] == Some(1)
}

fn expansions(one: &Counted) -> u64 {
    one.row.counts[0].unwrap_or(0)
}

/// Expansions of a search and of best-first search on the same trees, where all strategies end.
fn pairs(results: &Results, name: &str, wanted: impl Fn(&Counted, Subject) -> bool) -> Vec<(f64, f64)> {
    let mut pairs = Vec::new();
    for subject in results.subjects() {
        for base in of(results, subject, BEST_FIRST).filter(|one| wanted(one, subject)) {
            let same = |one: &&Counted| one.tree == base.tree && one.row.keys == base.row.keys;
            let mut here = results.rows.iter().filter(|one| one.subject == subject).filter(same);
            let is_strategy = |one: &&Counted| Strategy::ALL.iter().any(|(name, _)| one.row.algorithm == *name);
            if here.clone().filter(is_strategy).all(is_solved)
                && let Some(own) = here.find(|one| one.row.algorithm == name && is_solved(one))
            {
                pairs.push((expansions(own) as f64, expansions(base) as f64));
            }
        }
    }
    pairs
}
