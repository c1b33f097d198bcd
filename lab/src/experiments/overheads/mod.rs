//! Time and memory.

use cpu_time::ThreadTime;
use provebest::family::{Settings, Variant};
use provebest::game::Depth;
use provebest::search::{Limits, OpenListSearch, Task};
use provebest::{Algorithm, CancelToken};

use super::pictures::{known, note, point};
use super::{About, Experiment, FAMILY};
use crate::plan::Plan;
use crate::plot::{Axis, Bar, Content, Curve, Figure, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::row::Row;
use crate::subject::{Subject, SubjectKind, TreeClass, TreeKind};
use crate::trees::TreeInstance;
use crate::trial::{Trial, run_all};

pub(super) struct Overheads;

/// Sizes of tables, in bytes.
const TABLES: [usize; 7] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22];

/// Where the minimal tree has more leaves, bytes are not measured: that takes many searches.
const SMALL: u64 = 1000;

/// The least limit on bytes within which a search comes to its end, up to a fiftieth.
fn bytes(tree: &TreeInstance, trial: &Trial) -> anyhow::Result<u64> {
    let suffices = |bytes: u64| {
        let limits = Limits { bytes: Some(bytes), ..Limits::default() };
        anyhow::Ok(tree.count(&trial.search, None, limits)?.report.stopped.is_none())
    };
    let mut high = 64;
    while !suffices(high)? {
        high *= 2;
    }
    let mut low = high / 2;
    while high - low > high / 50 {
        let middle = low.midpoint(high);
        if suffices(middle)? { high = middle } else { low = middle }
    }
    Ok(high)
}

/// The rows of a search with a linked list: the search under a name of its own, and what it does with OPEN alone, done once more.
fn with_list(tree: &TreeInstance, row: &Row, dual: bool) -> anyhow::Result<[Row; 2]> {
    let (game, root) = (tree.game(), tree.game().root());
    let record = OpenListSearch { dual }.record(&Task::new(game, &root, Depth(tree.class.depth)))?;
    let start = ThreadTime::now();
    std::hint::black_box(record.replay());
    let seconds = start.elapsed().as_secs_f64();
    let named =
        |name: &str| Row { algorithm: format!("{}{name}", row.algorithm), counts: vec![None; 3], ..row.clone() };
    let (put, unused) = record.descriptors();
    Ok([named(LIST), Row { seconds, counts: vec![None, Some(put), Some(unused)], ..named(OPEN) }])
}

/// What is added to the name of a search whose OPEN is a linked list.
const LIST: &str = "-list";
/// And to what it does with OPEN alone.
const OPEN: &str = "-open";

impl Experiment for Overheads {
    fn about(&self) -> About {
        About { name: "overheads", keys: &["hash"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        if quick {
            return Plan::of(FAMILY, &[5], &[5, 6], 3);
        }
        let plan = Plan::of(FAMILY, &[5, 20], &[5, 6], 150);
        // A sorted linked list of thousands takes seconds.
        let bushy: Vec<Subject> = plan.subjects().into_iter().filter(|subject| subject.width() == 20).collect();
        plan.few(bushy, 20)
    }

    fn trials(&self, plan: &Plan, _: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let mut trials = Vec::new();
        for &algorithm in &plan.algorithms {
            trials.push(Trial::spec(None, algorithm, plan.settings()));
            if algorithm.variants().contains(&Variant::List) {
                let settings = Settings { variant: Some(Variant::List), ..plan.settings() };
                trials.push(Trial::spec(None, algorithm, settings));
            }
            if algorithm.takes_hash() {
                let table = |bytes: usize| {
                    Trial::spec(Some(bytes as i64), algorithm, Settings { hash: Some(bytes), ..plan.settings() })
                };
                trials.extend(TABLES.map(table));
            }
        }
        Ok(trials)
    }

    fn counts(&self) -> &'static [&'static str] {
        &["bytes", "descriptors", "unused"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let tree = TreeInstance::new(subject.tree()?, plan.seed, number, plan.values)?;
        let trials = self.trials(plan, &tree)?;
        let Some(found) = run_all(&tree, &trials, token)? else { return Ok(None) };
        let mut rows = Vec::with_capacity(found.len() + 2);
        for (mut row, trial) in found.into_iter().zip(&trials) {
            if trial.search.settings.variant == Some(Variant::List) {
                rows.extend(with_list(&tree, &row, trial.search.algorithm == Algorithm::DualStar)?);
                continue;
            }
            let small = tree.class.minimal() <= SMALL && row.keys == [None] && row.stored > 0;
            row.counts = vec![if small { Some(bytes(&tree, trial)?) } else { None }, None, None];
            rows.push(row);
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        // The largest trees are shown.
        let classes = plan.classes();
        let largest = |kind: SubjectKind| {
            let own = classes.iter().filter(|class| kind == class.kind.into());
            own.copied().max_by_key(TreeClass::minimal)
        };
        let class = largest(TreeKind::First(60).into()).or_else(|| classes.last().copied());
        let Some(class) = class else { return Figure::default() };
        let own: Vec<&Summary> = all.iter().filter(|summary| summary.subject == class).collect();
        let scout = own.iter().find(|summary| summary.algorithm == Algorithm::NegaScout.name());
        let base = scout.map_or(1.0, |scout| scout.nanoseconds_per_visit());
        let bars = |value: &dyn Fn(&Summary) -> f64| -> Vec<Bar> {
            let plain = own.iter().filter(|summary| summary.key().is_none() && !summary.algorithm.ends_with(OPEN));
            let bar = |summary: &&&Summary| {
                let ((label, ink), value) = (known(&summary.algorithm), value(summary));
                Bar { label, ink, value, low: value, high: value }
            };
            plain.map(|summary| bar(&summary)).collect()
        };
        let shape = class.words();
        let unit =
            if scout.is_some() { "time per leaf visit, NegaScout = 1" } else { "time per leaf visit, nanoseconds" };
        let bars_panel = |title: String, axis: &str, list: Vec<Bar>| Panel {
            title,
            x: Axis::new(axis, Scale::Linear),
            y: Axis::new("", Scale::Linear),
            content: Content::Bars(list),
        };
        let mut panels = vec![
            bars_panel(format!("Time: {shape}"), unit, bars(&|summary| summary.nanoseconds_per_visit() / base)),
            bars_panel(
                format!("Memory: {shape}"),
                "most descriptors stored at once",
                bars(&|summary| summary.stored.mean()),
            ),
        ];
        for &kind in &plan.kinds {
            let Some(class) = largest(kind) else { continue };
            let own: Vec<&Summary> = all.iter().filter(|summary| summary.subject == class).collect();
            let (label, ink) = known(Algorithm::InformedNegaScout.name());
            let table: Vec<Point> =
                own.iter().filter_map(|s| Some(point(s.key()? as f64 / 1024.0, &s.percent))).collect();
            if table.is_empty() {
                continue;
            }
            let mut list = vec![Curve { label: format!("{label}, table"), ink, points: table }];
            let (first, last) = (TABLES[0] as f64 / 1024.0, TABLES[TABLES.len() - 1] as f64 / 1024.0);
            for (algorithm, words) in [(Algorithm::NegaScout, ""), (Algorithm::InformedNegaScout, ", all kept")] {
                let (label, ink) = known(algorithm.name());
                let plain = own.iter().find(|s| s.algorithm == algorithm.name() && s.key().is_none());
                let ends = |s: &&Summary| [first, last].map(|x| Point::sharp(x, s.percent.mean())).to_vec();
                list.extend(plain.map(|s| Curve {
                    label: format!("{label}{words}"),
                    ink: ink.level(),
                    points: ends(s),
                }));
            }
            panels.push(Panel {
                title: format!("Shrinking table: w = {}, d = {}, {}", class.width, class.depth, class.kind.words()),
                x: Axis::at("size of the table, KiB", Scale::Log, TABLES.map(|bytes| bytes as f64 / 1024.0)),
                y: Axis::new("leaf visits, % of the minimal tree", Scale::Linear),
                content: Content::Curves(list),
            });
        }
        Figure {
            title: "What the leaves cost".into(),
            note: note(plan, " where there are whiskers; processor time"),
            panels,
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let all = results.summaries();
        let mut lines = Vec::new();
        for scout in all.iter().filter(|summary| summary.algorithm == Algorithm::NegaScout.name()) {
            let others = all
                .iter()
                .filter(|s| s.subject == scout.subject && s.key().is_none() && s.algorithm != scout.algorithm);
            let ratio = |s: &Summary| s.nanoseconds_per_visit() / scout.nanoseconds_per_visit();
            let parts: Vec<String> = others.map(|s| format!("{} {:.1}", known(&s.algorithm).0, ratio(s))).collect();
            lines.push(format!(
                "{}: NegaScout takes {:.0} ns per leaf visit; relative to it {}",
                scout.subject,
                scout.nanoseconds_per_visit(),
                parts.join(", ")
            ));
        }
        lines
    }
}
