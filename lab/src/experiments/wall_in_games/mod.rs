//! The refutation wall in games.

use anyhow::{Context, bail};
use cpu_time::ThreadTime;
use provebest::game::Window;
use provebest::search::Limits;
use provebest::{Algorithm, CancelToken, Depth};
use provebest_catalog::counted::{Keep, count};

use super::pictures::{bars, note};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::positions::numbered_position;
use crate::results::{Results, Summary};
use crate::row::Row;
use crate::subject::{GameKind, Subject};

pub(super) struct WallInGames;

/// Distances of the window (v + i, v + i + 1).
const DISTANCES: [i32; 4] = [-25, -1, 0, 24];

impl Experiment for WallInGames {
    fn about(&self) -> About {
        About { name: "wall-in-games", keys: &["distance"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let depths = if quick { [2, 4, 4] } else { [4, 8, 6] };
        let games = [GameKind::Chess, GameKind::ConnectFour, GameKind::Othello].into_iter().zip(depths);
        let subjects = games.map(|(game, depth)| Subject::Position { game, depth });
        Plan::of(&[Algorithm::AlphaBeta], &[], &[], if quick { 4 } else { 24 }).only(subjects)
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let Subject::Position { game, depth } = subject else { bail!("{subject}: not a position of a game") };
        let position = numbered_position(plan.seed, game, number)?;
        let limits = Limits { stop: Some(token), ..Limits::default() };
        let search = |algorithm: Algorithm, window| {
            count(&position, Depth(depth), &algorithm.into(), window, limits, Keep::Counts)
        };
        let found = search(Algorithm::NegaScout, None)?.report;
        if found.stopped.is_some() || token.is_cancelled() {
            return Ok(None);
        }
        let value = found.value.context("a search without limits has a value")?;
        if value.end().is_some() {
            return Ok(Some(Vec::new()));
        }
        let mut rows = Vec::new();
        for distance in DISTANCES {
            let low = value + distance;
            let start = ThreadTime::now();
            let counted = search(Algorithm::AlphaBeta, Some(Window::new(low, low + 1)))?;
            if counted.report.stopped.is_some() || token.is_cancelled() {
                return Ok(None);
            }
            rows.push(Row {
                keys: vec![Some(distance.into())],
                algorithm: Algorithm::AlphaBeta.name().into(),
                leaves: None,
                leaf_visits: counted.counters.leaf_visits,
                nodes: counted.counters.nodes(),
                stored: 0,
                seconds: start.elapsed().as_secs_f64(),
                took: None,
                base: None,
                counts: Vec::new(),
            });
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let label = |one: &Summary| format!("i = {}", one.key().unwrap_or(0)).replace('-', "−");
        let panels = bars(results, "leaf visits of the window (v+i, v+i+1)", label, |one| one.leaf_visits);
        Figure { title: "The refutation wall in games".into(), note: note(plan, ""), panels }
    }
}
