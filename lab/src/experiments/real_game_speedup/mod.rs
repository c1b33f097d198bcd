//! Parallel searches in real games.

use anyhow::{bail, ensure};
use cpu_time::ThreadTime;
use provebest::family::{AlgorithmSpec, Settings};
use provebest::machine::Simulated;
use provebest::search::Limits;
use provebest::{Algorithm, AnyMachine, CancelToken, Depth};
use provebest_catalog::counted::{Counted, Keep, count, count_on};
use provebest_catalog::games::AnyGame;

use super::many_processors::{check, parallel};
use super::pictures::{bars, known, note};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::positions::numbered_position;
use crate::results::{Results, Summary};
use crate::row::{Row, Took};
use crate::speed::{SEQUENTIAL, Speed, seen, speeds};
use crate::subject::{GameKind, Subject};

pub(super) struct RealGameSpeedup;

/// How many processors: those of the printed numbers.
const PROCESSORS: [u64; 5] = [1, 16, 32, 256, 1024];

/// Every processor adds to the leaves of these: on many, parallel aspiration does not come to an end, and the others take a third of all
/// the time.
fn most(algorithm: Algorithm) -> u64 {
    match algorithm {
        Algorithm::ParallelAspiration | Algorithm::ParMtSss => 32,
        Algorithm::Abdada => 256,
        _ => 1024,
    }
}

impl Experiment for RealGameSpeedup {
    fn about(&self) -> About {
        About { name: "real-game-speedup", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let depths = if quick { [1, 3, 2] } else { [3, 7, 5] };
        let games = [GameKind::Chess, GameKind::ConnectFour, GameKind::Othello].into_iter().zip(depths);
        let subjects = games.map(|(game, depth)| Subject::Position { game, depth });
        Plan::of(&parallel(), &[], &[], if quick { 2 } else { 24 }).only(subjects)
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        check(plan)
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let Subject::Position { game, depth } = subject else { bail!("{subject}: not a position of a game") };
        let position = Position { game: numbered_position(plan.seed, game, number)?, depth: Depth(depth), token };
        let (mut rows, mut value) = (Vec::new(), None);
        for algorithm in SEQUENTIAL {
            let Some(row) = position.row(algorithm.with(plan.settings()), None, None, &mut value)? else {
                return Ok(None);
            };
            rows.push(row);
        }
        for &algorithm in plan.algorithms.iter().filter(|one| one.is_parallel()) {
            let settings = Settings { grain: Some(0), hash: Some(1 << 22), ..plan.settings() };
            let mut base = None;
            for processors in PROCESSORS.into_iter().filter(|&count| count <= most(algorithm)) {
                let machine = AnyMachine::Simulated(Simulated::new(processors as usize));
                let Some(row) = position.row(algorithm.with(settings), Some(&machine), base, &mut value)? else {
                    return Ok(None);
                };
                base = base.or(row.took.map(|took| took.time));
                rows.push(row);
            }
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let label = |one: &Summary| format!("{}, N = {}", known(&one.algorithm).0, one.key().unwrap_or(1));
        let at_sixteen = |one: &Summary| if one.key() == Some(16) { one.speedup } else { Default::default() };
        let panels = bars(results, "speed-up over itself on one processor, N = 16", label, at_sixteen);
        Figure { title: "What sixteen processors are worth in games".into(), note: note(plan, ""), panels }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |speed: &Speed<Subject>| {
            format!(
                "{}, {} on {}: {:.1} times as fast as on one, {:.1} times as fast as the best sequential search, {:.1} times its leaves",
                speed.kind,
                known(&speed.algorithm).0,
                speed.processors,
                speed.over_own.mean(),
                speed.over_best.mean(),
                speed.overhead.mean()
            )
        };
        speeds(&seen(results)).iter().filter(|speed| speed.processors > 1).map(line).collect()
    }
}

/// A position to be searched.
pub(super) struct Position<'a> {
    pub(super) game: AnyGame,
    pub(super) depth: Depth,
    pub(super) token: &'a CancelToken,
}

impl Position<'_> {
    /// Searches it, alone or on processors; nothing if it was called off. All have to agree on the value.
    pub(super) fn row(
        &self,
        spec: AlgorithmSpec,
        machine: Option<&AnyMachine>,
        base: Option<u64>,
        agreed: &mut Option<provebest::Score>,
    ) -> anyhow::Result<Option<Row>> {
        let limits = Limits { stop: Some(self.token), ..Limits::default() };
        let start = ThreadTime::now();
        let Counted { report, counters, measured, .. } = match machine {
            Some(machine) => count_on(&self.game, self.depth, &spec, machine, limits, Keep::Counts)?,
            None => count(&self.game, self.depth, &spec, None, limits, Keep::Counts)?,
        };
        if report.stopped.is_some() || self.token.is_cancelled() {
            return Ok(None);
        }
        let (algorithm, value) = (spec.algorithm, *agreed.get_or_insert(report.value.unwrap_or_default()));
        ensure!(report.value == Some(value), "{algorithm} finds {:?}, others {value}", report.value);
        Ok(Some(Row {
            keys: vec![machine.map(|machine| machine.processors() as i64)],
            algorithm: algorithm.name().into(),
            leaves: None,
            leaf_visits: counters.leaf_visits,
            nodes: counters.nodes(),
            stored: counters.stored,
            seconds: start.elapsed().as_secs_f64(),
            took: measured.map(Took::from),
            base,
            counts: Vec::new(),
        }))
    }
}
