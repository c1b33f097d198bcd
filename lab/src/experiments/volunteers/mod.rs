//! A journalled solve by thousands of hosts that come and go, and are wrong now and then.

mod world;

use provebest::{Algorithm, CancelToken};

use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::row::{Row, Took};
use crate::subject::{Subject, TreeClass, TreeKind};
use world::{Assumptions, HOUR, SECOND, Trust, World, WorldRun};

pub(super) struct Volunteers;

/// When a result is believed, by name.
const TRUSTS: [(&str, Trust); 4] = [
    ("trusted", Trust::Votes(1)),
    ("voted-2", Trust::Votes(2)),
    ("voted-3", Trust::Votes(3)),
    ("proved", Trust::Proof),
];

/// How long a task takes on a usual host in the mean, in minutes.
const MINUTES: [u64; 5] = [1, 5, 20, 60, 240];

/// Simulation takes long: larger solves are simulated for their first part only.
const MOST_TASKS: u64 = 100_000;

/// A leaf of the tree that is solved is the work of 100 seconds.
const LEAF: u64 = 100 * SECOND;

/// One host for each of this number of seconds of work, but not more than ten thousand hosts.
const SHARE: u64 = 4000;

fn assumptions(work: u64, minutes: u64, trust: Trust, seed: u64) -> Assumptions {
    let task = minutes * 60 * SECOND;
    let hosts = (work / SHARE / SECOND).clamp(10, 10_000) as u32;
    let tasks = (work / task).clamp(u64::from(hosts), MOST_TASKS) as u32;
    Assumptions {
        hosts,
        on: 4 * HOUR,
        off: 8 * HOUR,
        task,
        tasks,
        wrong: 10_000,
        contact: 5,
        up: 71 * HOUR,
        down: HOUR,
        trust,
        seed,
    }
}

impl Experiment for Volunteers {
    fn about(&self) -> About {
        About { name: "volunteers", keys: &["minutes"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let (width, depth) = if quick { (10, 7) } else { (32, 10) };
        let class = TreeClass { kind: TreeKind::First(60), width, depth };
        Plan::of(&[Algorithm::AlphaBeta], &[], &[], 2).only([class])
    }

    fn counts(&self) -> &'static [&'static str] {
        &["tasks", "decided", "issued", "returned", "wrong", "efficiency", "server", "tail"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let work = subject.tree()?.minimal().saturating_mul(LEAF);
        let mut rows = Vec::new();
        for (name, trust) in TRUSTS {
            for minutes in MINUTES {
                if token.is_cancelled() {
                    return Ok(None);
                }
                let seed = provebest::game::mix(plan.seed ^ u64::from(number) << 32);
                let assumed = assumptions(work, minutes, trust, seed);
                rows.push(row(name, minutes, assumed, World::new(assumed).run()));
            }
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let panel = |title: &str, axis: &str, scale: Scale, of: &dyn Fn(&Summary) -> f64| Panel {
            title: title.into(),
            x: Axis::at("a task in the mean, minutes", Scale::Log, MINUTES.map(|minutes| minutes as f64)),
            y: Axis::new(axis, scale),
            content: Content::Curves(
                TRUSTS
                    .iter()
                    .enumerate()
                    .map(|(place, (name, _))| {
                        let own = all.iter().filter(|one| one.algorithm == *name);
                        let points = own.filter_map(|one| Some(Point::sharp(one.key()? as f64, of(one)))).collect();
                        Curve { label: name.to_string(), ink: Ink::numbered(place), points }
                    })
                    .collect(),
            ),
        };
        let hosts = results.rows.first().and_then(|one| one.row.took).map_or(0, |took| took.processors);
        Figure {
            title: format!("A solve by {hosts} hosts that come and go"),
            note: format!(
                "Means over {} runs; on for 4 hours, off for 8 in the mean, 1 % of the results wrong",
                plan.trees
            ),
            panels: vec![
                panel("Efficiency", "of use, % of what was offered", Scale::Linear, &|one| percent(one, EFFICIENCY)),
                panel("The server", "busy, % of the time", Scale::Linear, &|one| percent(one, SERVER)),
            ],
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |one: &Summary| {
            let [tasks, decided, issued, returned, wrong] = [0, 1, 2, 3, 4].map(|at| one.counts[at].mean());
            let ended = if 100.0 * decided < 99.0 * tasks { "given up" } else { "done" };
            format!(
                "{}, tasks of {} minutes, {ended}: {:.1} % of what was offered was of use, as {:.0} hosts that are always there; \
                 {decided:.0} of {tasks:.0} tasks decided, {wrong:.0} of them wrongly; for each {:.2} copies issued and {:.2} returned; \
                 server busy {:.1} % of the time; the last tenth but one hundredth took {:.0} % of it",
                one.algorithm,
                one.key().unwrap_or(0),
                percent(one, EFFICIENCY),
                one.speedup.mean(),
                issued / decided.max(1.0),
                returned / decided.max(1.0),
                percent(one, SERVER),
                percent(one, TAIL),
            )
        };
        results.summaries().iter().map(line).collect()
    }
}

/// Places in the further counts, which are thousandths.
const EFFICIENCY: usize = 5;
const SERVER: usize = 6;
const TAIL: usize = 7;

fn percent(one: &Summary, place: usize) -> f64 {
    one.counts[place].mean() / 10.0
}

fn row(name: &str, minutes: u64, assumed: Assumptions, run: WorldRun) -> Row {
    let WorldRun { end, decided, nine_tenths, useful, offered, issued, returned, wrong, busy } = run;
    let thousandths = |part: u64, whole: u64| Some((u128::from(part) * 1000 / u128::from(whole.max(1))) as u64);
    let took = Took {
        processors: assumed.hosts.into(),
        time: nine_tenths,
        work: offered,
        idle: offered.saturating_sub(useful),
        mail: busy,
        messages: issued + returned,
        critical_path: None,
    };
    Row {
        keys: vec![Some(minutes as i64)],
        algorithm: name.into(),
        leaves: None,
        leaf_visits: useful / LEAF,
        nodes: returned,
        stored: 0,
        seconds: 0.0,
        took: Some(took),
        base: Some(useful),
        counts: vec![
            Some(assumed.tasks.into()),
            Some(decided),
            Some(issued),
            Some(returned),
            Some(wrong),
            thousandths(useful, offered),
            thousandths(busy, end),
            thousandths(end - nine_tenths, end),
        ],
    }
}
