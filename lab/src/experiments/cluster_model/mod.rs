//! A model of a cluster: what was measured on the machine at hand, put into the simulator.

use std::sync::Mutex;

use anyhow::Context;
use provebest::machine::{Costs, Measured, Simulated};
use provebest::{AnyMachine, CancelToken};
use provebest_catalog::{MessageCost, Record, Request, message_costs, run};

use super::many_processors::powers;
use super::pictures::known;
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::puzzles::board;
use crate::results::{Results, Summary};
use crate::row::{Row, Took};
use crate::subject::{PuzzleSize, Subject, TreeClass, TreeKind};

pub(super) struct ClusterModel;

/// The trees of a quick run.
const FEW: u32 = 1;

/// A search that takes much less is mostly the start of its threads.
const LARGE: u64 = 5000;

/// What is added to the name of a search that ran on real processors, and on which.
const MEASURED: &str = ", measured";
const OVER_MPI: &str = " over MPI";

/// Mail of the searches is about as long.
const LETTER: usize = 64;

/// Two measurements at a time would disturb each other.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A search with its settings, as pictures call it.
fn method_label(method: &str) -> String {
    let (name, settings) = method.split_once(',').map_or((method, None), |(name, rest)| (name, Some(rest)));
    let settings = match settings {
        Some("table=each:1MB") => ", 1 MB each",
        Some("variant=messages") => ", messages",
        _ => "",
    };
    format!("{}{settings}", known(name).0.replace('-', " "))
}

impl Experiment for ClusterModel {
    fn about(&self) -> About {
        About { name: "cluster-model", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn timed(&self) -> bool {
        true
    }

    fn plan(&self, quick: bool) -> Plan {
        let tree = |width, depth| Subject::Tree(TreeClass { kind: TreeKind::First(60), width, depth });
        let tiles = Subject::Puzzle(PuzzleSize::Tiles { width: 4, height: 4 });
        let large = if quick { tree(8, 8) } else { tree(8, 10) };
        Plan::of_own([large, tree(5, 8), tiles], if quick { FEW } else { 3 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["leaf", "send", "receive", "latency"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let most = if plan.trees <= FEW { 64 } else { 1024 };
        let here = Here::measure()?;
        let mut rows = Vec::new();
        for method in methods(subject) {
            let one = Probe::new(plan, subject, number, method)?;
            let Some(alone) = one.fastest(&AnyMachine::threads(1), token)? else { return Ok(None) };
            // All that one processor does is put down to its leaves.
            let leaf = (alone.measured.time / alone.visits.max(1)).max(1);
            let mut add = |name: &str, ran: &Ran, base: u64| rows.push(here.row(name, leaf, ran, base));
            let measured = format!("{method}{MEASURED}");
            add(&measured, &alone, alone.measured.time);
            for machine in &here.machines {
                let Some(ran) = one.fastest(machine, token)? else { return Ok(None) };
                let over = if machine.is_cluster() { OVER_MPI } else { "" };
                add(&format!("{measured}{over}"), &ran, alone.measured.time);
            }
            let mut base = None;
            let mut counts = powers(1, most, 4);
            counts.extend(here.machines.iter().map(|machine| machine.processors() as u64));
            counts.sort_unstable();
            counts.dedup();
            for count in counts {
                let Some(ran) = one.on(&here.model(count as usize, leaf), token)? else { return Ok(None) };
                let base = *base.get_or_insert(ran.measured.time);
                add(method, &ran, base);
            }
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let most = all.iter().filter_map(Summary::key).max().unwrap_or(1) as u64;
        let counts: Vec<f64> = powers(1, most, 2).into_iter().map(|count| count as f64).collect();
        let panel = |subject: Subject| {
            let line = counts.iter().map(|&n| Point::sharp(n, n)).collect();
            let mut list = vec![Curve { label: "N".into(), ink: Ink::THEORY, points: line }];
            for (place, method) in methods(subject).into_iter().enumerate() {
                let curve = |name: &str, ink: Ink, label: String| {
                    let own = all.iter().filter(|one| one.subject == subject && one.algorithm == name);
                    let points = own.filter_map(|one| {
                        let (low, high) = one.speedup.range();
                        Some(Point { x: one.key()? as f64, y: one.speedup.mean(), low, high })
                    });
                    Curve { label, ink, points: points.collect() }
                };
                let ink = Some(known(method).1).filter(|ink| *ink != Ink::THEORY).unwrap_or(Ink::numbered(place));
                list.push(curve(method, ink, method_label(method)));
                let measured = format!("{method}{MEASURED}");
                list.push(curve(&measured, ink.printed(), String::new()));
                let over = curve(&format!("{measured}{OVER_MPI}"), ink.printed(), String::new());
                list.extend(Some(over).filter(|curve| !curve.points.is_empty()));
            }
            Panel {
                title: subject.words(),
                x: Axis::at("processors, N", Scale::Log, counts.iter().copied()),
                y: Axis::new("speed-up over one processor", Scale::Log),
                content: Content::Curves(list),
            }
        };
        Figure {
            title: "What N hosts would be worth, by the cost of messages here".into(),
            note: "Curves: simulated with measured costs; crosses: measured on the processors that are here".into(),
            panels: plan.subjects().into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |one: &Summary| {
            let [leaf, send, receive, latency] = [0, 1, 2, 3].map(|at| one.counts[at].mean());
            let count = one.key()?;
            (count > 1).then(|| {
                let name = match one.algorithm.contains(MEASURED) {
                    true => one.algorithm.clone(),
                    false => format!("{}, predicted", one.algorithm),
                };
                format!(
                    "{}, {name} on {count}: speed-up {:.2}; a leaf {leaf:.0} ns, a message {send:.0} to send, {receive:.0} to read and \
                     {latency:.0} on its way",
                    one.subject,
                    one.speedup.mean(),
                )
            })
        };
        results.summaries().iter().filter_map(line).collect()
    }
}

/// Which searches are tried on what. Key node and PARSSS* store what they visit: their trees are small.
fn methods(subject: Subject) -> Vec<&'static str> {
    match subject {
        Subject::Puzzle(_) => vec!["transposition-driven"],
        _ if subject.minimal().is_some_and(|leaves| leaves > LARGE) => {
            vec!["young-brothers", "young-brothers,table=each:1MB", "uidpabs"]
        }
        _ => vec!["key-node", "par-sss-star,variant=messages"],
    }
}

/// A search that is to be run on several machines.
struct Probe {
    request: Request,
}

/// What it took.
struct Ran {
    measured: Measured,
    visits: u64,
}

impl Probe {
    fn new(plan: &Plan, subject: Subject, number: u32, method: &str) -> anyhow::Result<Probe> {
        let mut request = match subject {
            Subject::Puzzle(_) => Request::new("tiles", &board(plan.seed, subject, number)?.to_string(), method)?,
            _ => {
                let (width, depth, seed) = (subject.width(), subject.depth(), plan.seed + u64::from(number));
                Request::new("uniform", &format!("w={width},d={depth},seed={seed},order=60"), method)?
            }
        };
        request.record = Record { once: true, ..Record::default() };
        Ok(Probe { request })
    }

    /// Runs it once; nothing if it was called off.
    fn on(&self, machine: &AnyMachine, token: &CancelToken) -> anyhow::Result<Option<Ran>> {
        let request = Request { machine: Some(machine.clone()), ..self.request.clone() };
        let outcome = run(&request, &mut (), token)?;
        if token.is_cancelled() || outcome.stopped.is_some() {
            return Ok(None);
        }
        let measured = outcome.measured.context("a parallel search is measured")?;
        let visits = match outcome.puzzle_answer() {
            Some(answer) => answer.generated,
            None => outcome.game_answer().map_or(0, |answer| answer.visits()),
        };
        Ok(Some(Ran { measured, visits }))
    }

    /// The fastest of three runs.
    fn fastest(&self, machine: &AnyMachine, token: &CancelToken) -> anyhow::Result<Option<Ran>> {
        let mut best: Option<Ran> = None;
        for _ in 0..3 {
            let Some(ran) = self.on(machine, token)? else { return Ok(None) };
            if best.as_ref().is_none_or(|best| ran.measured.time < best.measured.time) {
                best = Some(ran);
            }
        }
        Ok(best)
    }
}

/// The machine at hand.
struct Here {
    /// With more than one processor.
    machines: Vec<AnyMachine>,
    message: MessageCost,
}

impl Here {
    fn measure() -> anyhow::Result<Here> {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let mut machines: Vec<AnyMachine> =
            powers(2, cores as u64, 2).into_iter().map(|count| AnyMachine::threads(count as usize)).collect();
        let mut mail = AnyMachine::threads(2);
        if let Some(ranks) = ranks() {
            mail = ranks.clone();
            machines.push(ranks);
        }
        let costs = message_costs(&mail, 2000)?;
        let of_letters = costs.into_iter().find(|cost| cost.bytes == LETTER);
        Ok(Here { machines, message: of_letters.context("a machine of two processors")? })
    }

    fn latency(&self) -> u64 {
        let MessageCost { one_way, send, receive, .. } = self.message;
        one_way.saturating_sub(send + receive)
    }

    /// Simulated processors with the measured costs: a unit of time is a nanosecond.
    fn model(&self, count: usize, leaf: u64) -> AnyMachine {
        let costs = Costs { leaf, node: 0, send: self.message.send, receive: self.message.receive };
        AnyMachine::Simulated(Simulated::new(count).costs(costs).latency(self.latency()))
    }

    fn row(&self, name: &str, leaf: u64, ran: &Ran, base: u64) -> Row {
        let MessageCost { send, receive, .. } = self.message;
        Row {
            keys: vec![Some(ran.measured.processors as i64)],
            algorithm: name.into(),
            leaves: None,
            leaf_visits: ran.visits,
            nodes: ran.visits,
            stored: 0,
            seconds: 0.0,
            took: Some(Took::from(ran.measured)),
            base: Some(base),
            counts: vec![Some(leaf), Some(send), Some(receive), Some(self.latency())],
        }
    }
}

/// The processes of the MPI job that this is a part of, if it has more than one.
fn ranks() -> Option<AnyMachine> {
    let started = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE"].iter().any(|name| std::env::var_os(name).is_some());
    let machine: Option<AnyMachine> = if started { "mpi".parse().ok() } else { None };
    machine.filter(|machine| machine.processors() > 1)
}
