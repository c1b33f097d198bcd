//! Parallel searches in real games on threads, by the clock.

use std::sync::Mutex;

use anyhow::bail;
use provebest::family::Settings;
use provebest::{Algorithm, AnyMachine, CancelToken, Depth};

use super::many_processors::{check, parallel, powers};
use super::pictures::{bars, known, note};
use super::real_game_speedup::Position;
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::positions::numbered_position;
use crate::results::{Results, Summary};
use crate::row::Row;
use crate::subject::{GameKind, Subject};

pub(super) struct ThreadsInGames;

/// Two measurements at a time would disturb each other.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Of so many runs the fastest counts.
const RUNS: usize = 3;

impl Experiment for ThreadsInGames {
    fn about(&self) -> About {
        About { name: "threads-in-games", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn timed(&self) -> bool {
        true
    }

    fn plan(&self, quick: bool) -> Plan {
        let games = [GameKind::Chess, GameKind::ConnectFour, GameKind::Othello];
        let depths: [&[u32]; 3] = if quick { [&[1], &[3], &[2]] } else { [&[3, 4], &[7, 9], &[5, 7]] };
        let of = |(game, depths): (GameKind, &'static [u32])| {
            depths.iter().map(move |&depth| Subject::Position { game, depth })
        };
        Plan::of(&parallel(), &[], &[], if quick { 2 } else { 20 }).only(games.into_iter().zip(depths).flat_map(of))
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
        let settings = Settings { hash: Some(1 << 22), ..plan.settings() };
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (mut rows, mut value) = (Vec::new(), None);
        let tries = |one: &&Algorithm| one.is_parallel() && (**one != Algorithm::KeyNode || is_small(game, depth));
        for &algorithm in plan.algorithms.iter().filter(tries) {
            let mut base = None;
            for count in powers(1, cores as u64, 2) {
                let machine = AnyMachine::threads(count as usize);
                let mut fastest: Option<Row> = None;
                for _ in 0..RUNS {
                    let row = position.row(algorithm.with(settings), Some(&machine), base, &mut value)?;
                    let Some(row) = row else { return Ok(None) };
                    if fastest.as_ref().is_none_or(|best| time(&row) < time(best)) {
                        fastest = Some(row);
                    }
                }
                base = base.or(fastest.as_ref().and_then(time));
                rows.extend(fastest);
            }
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let most = results.summaries().iter().filter_map(Summary::key).max().unwrap_or(1);
        let label = |one: &Summary| known(&one.algorithm).0;
        let at_most = |one: &Summary| if one.key() == Some(most) { one.speedup } else { Default::default() };
        let axis = format!("speed-up over itself on one thread, {most} threads");
        let panels = bars(results, &axis, label, at_most);
        Figure { title: "What the threads here are worth in games, by the clock".into(), note: note(plan, ""), panels }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |one: &Summary| {
            let count = one.key().filter(|&count| count > 1)?;
            let (name, speedup) = (known(&one.algorithm).0, one.speedup.mean());
            let milliseconds = one.time().mean() / 1e6;
            Some(format!(
                "{}, {name} on {count} threads: {speedup:.2} times as fast as on one, {milliseconds:.1} ms",
                one.subject
            ))
        };
        results.summaries().iter().filter_map(line).collect()
    }
}

/// The key node method stores all that it visits, and takes seconds on larger trees.
fn is_small(game: GameKind, depth: u32) -> bool {
    let most = match game {
        GameKind::Chess => 3,
        GameKind::ConnectFour => 7,
        GameKind::Othello => 5,
    };
    depth <= most
}

/// Nanoseconds.
fn time(row: &Row) -> Option<u64> {
    row.took.map(|took| took.time)
}
