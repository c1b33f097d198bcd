//! The switches of the engine that are off: what they cost, and what they find.

use anyhow::{Context, bail};
use cpu_time::ThreadTime;
use provebest::{CancelToken, Depth};
use provebest_catalog::{Problem, Record, Request, games, run};

use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Bar, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::positions::chess_problem;
use crate::results::{Results, Summary};
use crate::row::Row;
use crate::statistics::{Estimate, Level};
use crate::subject::{GameKind, Subject};

pub(super) struct EngineSwitches;

/// The engine as it is, and the name of each switch.
const PLAIN: &str = "engine";
const SWITCHES: [&str; 5] = ["beta-razoring", "from-to", "two-replies", "second-layer", "checks"];

fn name(switch: &str) -> String {
    format!("{PLAIN}+{switch}")
}

impl Experiment for EngineSwitches {
    fn about(&self) -> About {
        About { name: "engine-switches", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let depths = if quick { 3..=4 } else { 4..=8 };
        let subjects = depths.map(|depth| Subject::Position { game: GameKind::Chess, depth });
        Plan::of_own(subjects, if quick { 4 } else { 24 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["solved"]
    }

    fn rows(&self, _: &Plan, subject: Subject, number: u32, token: &CancelToken) -> anyhow::Result<Option<Vec<Row>>> {
        let Subject::Position { game: GameKind::Chess, depth } = subject else {
            bail!("{subject}: not a position of chess")
        };
        let (position, wanted) = chess_problem(number)?;
        let info = games::find("chess").context("chess is built in")?;
        let problem = std::sync::Arc::new(Problem::read(info, Some(&position), None, Some(Depth(depth)))?);
        let mut rows = Vec::new();
        for switch in [None].into_iter().chain(SWITCHES.map(Some)) {
            let method = switch.map_or(PLAIN.into(), |switch| format!("{PLAIN},with={switch}"));
            let mut request = Request::of(problem.clone(), method.parse()?);
            request.record = Record { once: true, ..Record::default() };
            let start = ThreadTime::now();
            let outcome = run(&request, &mut (), token)?;
            if token.is_cancelled() || outcome.stopped.is_some() {
                return Ok(None);
            }
            let answer = outcome.game_answer().context("a game has an answer")?;
            let solved = answer.best.as_ref().is_some_and(|best| wanted.contains(best));
            rows.push(Row {
                keys: Vec::new(),
                algorithm: switch.map_or(PLAIN.into(), name),
                leaves: None,
                leaf_visits: answer.visits(),
                nodes: answer.nodes.unwrap_or(0),
                stored: 0,
                seconds: start.elapsed().as_secs_f64(),
                took: None,
                base: None,
                counts: vec![Some(solved.into())],
            });
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let curve = |(place, switch): (usize, &str)| {
            let at = |&depth: &u32| {
                let (value, (low, high)) = percent(results, depth, switch)?;
                Some(Point { x: depth.into(), y: value, low, high })
            };
            let points = plan.depths.iter().filter_map(at).collect();
            Curve { label: switch.into(), ink: Ink::numbered(place), points }
        };
        let nodes = Panel {
            title: "Nodes".into(),
            x: Axis::at("depth, plies", Scale::Linear, plan.depths.iter().map(|&depth| depth.into())),
            y: Axis::new("nodes, % of the engine as it is", Scale::Log),
            content: Content::Curves(SWITCHES.into_iter().enumerate().map(curve).collect()),
        };
        let deepest = plan.depths.last().copied().unwrap_or(0);
        let all = results.summaries();
        let bar = |one: &Summary| {
            let place = SWITCHES.iter().position(|switch| name(switch) == one.algorithm);
            let value = one.counts[0].mean() * one.counts[0].count() as f64;
            let ink = place.map_or(Ink::THEORY, Ink::numbered);
            Bar { label: one.algorithm.replace("engine+", "+"), ink, value, low: value, high: value }
        };
        let solved = Panel {
            title: format!("Solved at {deepest} plies"),
            x: Axis::new("positions", Scale::Linear),
            y: Axis::new("", Scale::Linear),
            content: Content::Bars(all.iter().filter(|one| one.subject.depth() == deepest).map(bar).collect()),
        };
        Figure {
            title: "The survey's switches beside the engine as it is".into(),
            note: format!("Sums over {} positions of Bratko and Kopec, with 95 % intervals", plan.trees),
            panels: vec![nodes, solved],
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |one: &Summary| {
            let depth = one.subject.depth();
            let solved = one.counts[0].mean() * one.counts[0].count() as f64;
            let of = one.counts[0].count();
            let switch = one.algorithm.strip_prefix("engine+");
            let nodes = switch.and_then(|switch| percent(results, depth, switch));
            let nodes = nodes.map_or(String::new(), |(value, _)| format!(", {value:.0} % of the nodes"));
            format!("{depth} plies, {}: {solved:.0} of {of} solved{nodes}", one.algorithm)
        };
        results.summaries().iter().map(line).collect()
    }
}

/// Nodes with a switch in percent of those without it, summed up over all positions, with the interval.
fn percent(results: &Results, depth: u32, switch: &str) -> Option<(f64, (f64, f64))> {
    let rows =
        |name: String| results.rows.iter().filter(move |one| one.subject.depth() == depth && one.row.algorithm == name);
    let other = |tree: u32| rows(PLAIN.into()).find(|one| one.tree == tree).map(|one| one.row.nodes as f64);
    let pairs: Vec<(f64, f64)> =
        rows(name(switch)).filter_map(|one| Some((one.row.nodes as f64, other(one.tree)?))).collect();
    let estimate = (!pairs.is_empty()).then(|| Estimate::quotient(&pairs).scaled(100.0))?;
    let (low, high) = estimate.interval(Level::SINGLE);
    let sharp = !low.is_finite();
    Some((estimate.value, if sharp { (estimate.value, estimate.value) } else { (low.max(1.0), high) }))
}
