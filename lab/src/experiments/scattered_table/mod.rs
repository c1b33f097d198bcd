//! Young brothers wait with a scattered table: what N processors are worth, and what N times the memory.

use anyhow::bail;
use cpu_time::ThreadTime;
use provebest::family::Settings;
use provebest::machine::Simulated;
use provebest::search::{Limits, TableSize};
use provebest::{Algorithm, AnyMachine, CancelToken, Depth};
use provebest_catalog::counted::{Counted, Keep, count_on};

use super::many_processors::powers;
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::colours::{BLUE, GREEN, VERMILLION};
use crate::plot::{Axis, Content, Curve, Figure, Ink, Marker, Panel, Point, Scale};
use crate::positions::connect_four_position;
use crate::results::{Results, Summary};
use crate::row::{Row, Took};
use crate::subject::{GameKind, Subject};

pub(super) struct ScatteredTable;

/// The positions of a quick run.
const FEW: u32 = 2;

/// The bytes of the table, in all or on each processor.
const BYTES: usize = 1 << 14;

/// How long mail takes, in leaf-times.
const LATENCIES: [u64; 2] = [0, 5];

/// No table, one of a size in all, and one of that size on each processor.
const TABLES: [Option<TableSize>; 3] = [None, Some(TableSize::Total(BYTES)), Some(TableSize::Each(BYTES))];

fn processors(plan: &Plan, latency: u64) -> Vec<u64> {
    match (plan.trees <= FEW, latency) {
        (true, _) => powers(1, 16, 4),
        // The survey speaks of 256.
        (false, 0) => powers(1, 256, 4),
        // Half of all time for one point more.
        (false, _) => powers(1, 64, 4),
    }
}

/// Processors, latency, and the bytes in all or on each.
fn keys(count: u64, latency: u64, table: Option<TableSize>) -> Vec<Option<i64>> {
    let (total, each) = match table {
        Some(TableSize::Total(bytes)) => (Some(bytes as i64), None),
        Some(TableSize::Each(bytes)) => (None, Some(bytes as i64)),
        None => (None, None),
    };
    vec![Some(count as i64), Some(latency as i64), total, each]
}

fn look(table: Option<TableSize>) -> (&'static str, Ink) {
    let of = Ink::of;
    match table {
        None => ("no table", of(VERMILLION, Marker::Square)),
        Some(TableSize::Total(_)) => ("16 KiB in all", of(BLUE, Marker::Disc)),
        Some(TableSize::Each(_)) => ("16 KiB on each", of(GREEN, Marker::Triangle)),
    }
}

impl Experiment for ScatteredTable {
    fn about(&self) -> About {
        let keys = &["processors", "latency", "total", "each"];
        About { name: "scattered-table", keys, readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let (positions, depth) = if quick { (FEW, 6) } else { (28, 9) };
        let subject = Subject::Position { game: GameKind::ConnectFour, depth };
        Plan::of(&[Algorithm::YoungBrothers], &[], &[], positions).only([subject])
    }

    fn counts(&self) -> &'static [&'static str] {
        &["lookups", "hits", "late", "cutoffs", "stores", "batches"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let Subject::Position { game: GameKind::ConnectFour, depth } = subject else {
            bail!("{subject}: no position of Connect Four; expected connect4")
        };
        let game = connect_four_position(plan.seed, number)?;
        let (mut rows, mut base, mut agreed) = (Vec::new(), None, None);
        for latency in LATENCIES {
            for count in processors(plan, latency) {
                for table in TABLES {
                    let spec = Algorithm::YoungBrothers.with(Settings { table, ..plan.settings() });
                    let machine = AnyMachine::Simulated(Simulated::new(count as usize).latency(latency));
                    let limits = Limits { stop: Some(token), ..Limits::default() };
                    let start = ThreadTime::now();
                    let counted = count_on(&game, Depth(depth), &spec, &machine, limits, Keep::Counts)?;
                    let Counted { report, counters, measured, .. } = counted;
                    let seconds = start.elapsed().as_secs_f64();
                    if report.stopped.is_some() || token.is_cancelled() {
                        return Ok(None);
                    }
                    let known = *agreed.get_or_insert(report.value);
                    if known != report.value {
                        bail!("{subject}: {known:?}, and with {table:?} on {count} processors {:?}", report.value);
                    }
                    let took = measured.map(Took::from);
                    let time = took.map_or(1, |took| took.time);
                    let uses = counters.table;
                    let counts = [uses.lookups, uses.hits, uses.late, uses.cutoffs, uses.stores, uses.messages];
                    rows.push(Row {
                        keys: keys(count, latency, table),
                        algorithm: Algorithm::YoungBrothers.name().into(),
                        leaves: None,
                        leaf_visits: counters.leaf_visits,
                        nodes: counters.nodes(),
                        stored: counters.stored,
                        seconds,
                        took,
                        base: Some(*base.get_or_insert(time)),
                        counts: counts.map(|count| table.map(|_| count)).to_vec(),
                    });
                }
            }
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let mut panels = Vec::new();
        for subject in plan.subjects() {
            for latency in LATENCIES {
                let counts = processors(plan, latency);
                let mut panel = |title: String, axis: &str, value: &dyn Fn(&Summary) -> f64| {
                    let curve = |table| {
                        let at = |&count: &u64| {
                            let one = find(&all, subject, count, latency, table)?;
                            Some(Point::sharp(count as f64, value(one)))
                        };
                        let (label, ink) = look(table);
                        Curve { label: label.into(), ink, points: counts.iter().filter_map(at).collect() }
                    };
                    panels.push(Panel {
                        title,
                        x: Axis::at("processors, N", Scale::Log, counts.iter().map(|&n| n as f64)),
                        y: Axis::new(axis, Scale::Log),
                        content: Content::Curves(TABLES.map(curve).to_vec()),
                    });
                };
                let base = find(&all, subject, 1, 0, None).map_or(1.0, |one| one.nodes.mean());
                panel(format!("Speed: mail takes {latency}"), "speed-up over one without a table", &|one| {
                    one.speedup.mean()
                });
                panel(format!("Nodes: mail takes {latency}"), "nodes, % of one processor without a table", &|one| {
                    100.0 * one.nodes.mean() / base
                });
            }
        }
        Figure {
            title: "What N processors are worth, and what N times the memory".into(),
            note: format!("Means over {} positions of Connect Four; mail in leaf-times", plan.trees),
            panels,
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let all = results.summaries();
        let mut lines = Vec::new();
        for one in all.iter().filter(|one| one.keys[2..] == [None, None]) {
            let (Some(count), Some(latency)) = (one.keys[0], one.keys[1]) else { continue };
            let (count, latency) = (count as u64, latency as u64);
            let other = |table| find(&all, one.subject, count, latency, table);
            let [_, Some(total), Some(each)] = TABLES.map(other) else { continue };
            let late =
                |one: &Summary| 100.0 * one.counts[2].mean() / (one.counts[1].mean() + one.counts[2].mean()).max(1.0);
            lines.push(format!(
                "N = {count}, mail takes {latency}: {:.1} times as fast as one without a table; {:.1} times with 16 KiB in all, \
                 {:.1} times with 16 KiB on each, so that N times the memory are worth {:.2} times; {:.0} % of the entries came late",
                one.speedup.mean(),
                total.speedup.mean(),
                each.speedup.mean(),
                total.time().mean() / each.time().mean().max(1.0),
                late(each)
            ));
        }
        lines
    }
}

fn find(all: &[Summary], subject: Subject, count: u64, latency: u64, table: Option<TableSize>) -> Option<&Summary> {
    all.iter().find(|one| one.subject == subject && one.keys == keys(count, latency, table))
}
