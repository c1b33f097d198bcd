//! What experiments on positions of games have in common.

use provebest::Algorithm;
use provebest::search::engine::{Driver, Enhancements};

use crate::plan::Plan;
use crate::plot::colours::{BLUE, BROWN, GREEN, INDIGO, OLIVE, SKY, VERMILLION, WINE};
use crate::plot::{Curve, Ink, Marker, Point, ink};
use crate::positions::{MINIMAL, Setup};
use crate::results::Results;
use crate::row::Row;
use crate::statistics::{Estimate, Level};
use crate::subject::{GameKind, Subject, SubjectKind};

/// Room for more than most searches here visit.
pub(super) const LARGE: u64 = 1 << 20;

/// As the survey had it.
pub(super) const SMALL: u64 = 1 << 13;

/// A setup in the tables: its name, and the room of its table.
pub(super) type Key = (&'static str, Option<u64>);

/// A plan for some depths of each game.
pub(super) fn plan(
    algorithms: &[Algorithm],
    positions: u32,
    depths: [(GameKind, std::ops::RangeInclusive<u32>); 3],
) -> Plan {
    let of = |(game, depths): (GameKind, std::ops::RangeInclusive<u32>)| {
        depths.map(move |depth| Subject::Position { game, depth })
    };
    Plan::of(algorithms, &[], &[], positions).only(depths.into_iter().flat_map(of))
}

/// Is the algorithm in the plan?
pub(super) fn wants(plan: &Plan, algorithm: Algorithm) -> bool {
    plan.algorithms.contains(&algorithm)
}

/// Everything that orders moves well and leaves the value as it is, with one of four ways to ask the root.
pub(super) fn drivers(plan: &Plan, entries: u64) -> Vec<Setup> {
    // What the papers had, and a table for all inner nodes.
    let (refutation, presort, children_in_table, rows) = (false, false, false, false);
    let strong = Enhancements { refutation, presort, children_in_table, rows, ..Enhancements::FAITHFUL };
    let setup = |name, driver, pvs| Setup { name, on: Enhancements { driver, pvs, ..strong }, entries: Some(entries) };
    let all = [
        (Algorithm::Pvs, setup("aspiration-pvs", Driver::Aspiration, true)),
        (Algorithm::Pvs, setup("pvs", Driver::Open, true)),
        (Algorithm::AlphaBeta, setup("alpha-beta", Driver::Open, false)),
        (Algorithm::MtdF, setup("mtd-f", Driver::MtdF, true)),
    ];
    // The first one is what others are compared with.
    let wanted = |(place, (algorithm, _)): &(usize, (Algorithm, Setup))| *place == 0 || wants(plan, *algorithm);
    all.into_iter().enumerate().filter(wanted).map(|(_, (_, setup))| setup).collect()
}

/// Leaves or nodes of a setup in percent of those of another one, each summed up over all positions of a kind.
pub(super) fn share(
    results: &Results,
    subject: Subject,
    of: Key,
    base: Key,
    count: fn(&Row) -> u64,
) -> Option<Estimate> {
    let rows = |(name, entries): Key| {
        let keys = [entries.map(|entries| entries as i64)];
        results
            .rows
            .iter()
            .filter(move |one| one.subject == subject && one.row.algorithm == name && one.row.keys == keys)
    };
    let mut pairs = Vec::new();
    for one in rows(of) {
        let other = rows(base).find(|other| other.tree == one.tree)?;
        pairs.push((count(&one.row) as f64, count(&other.row) as f64));
    }
    (!pairs.is_empty()).then(|| Estimate::quotient(&pairs).scaled(100.0))
}

/// An estimate somewhere.
pub(super) fn point(x: f64, estimate: Estimate) -> Point {
    let (value, (low, high)) = (estimate.value, estimate.interval(Level::SINGLE));
    if low.is_finite() { Point { x, y: value, low: low.max(0.0), high } } else { Point::sharp(x, value) }
}

/// A curve over the depths of a game.
pub(super) fn over_depths(
    plan: &Plan,
    results: &Results,
    game: GameKind,
    of: Key,
    base: Key,
    count: fn(&Row) -> u64,
) -> Option<Curve> {
    let at = |&depth: &u32| {
        let subject = Subject::Position { game, depth };
        Some(point(depth.into(), share(results, subject, of, base, count)?))
    };
    let points: Vec<Point> = depths(plan, game).iter().filter_map(at).collect();
    let (label, ink) = look(of);
    (!points.is_empty()).then_some(Curve { label, ink, points })
}

/// The games of a plan.
pub(super) fn games(plan: &Plan) -> Vec<GameKind> {
    let game = |kind: &SubjectKind| match kind {
        SubjectKind::Position(game) => Some(*game),
        _ => None,
    };
    plan.kinds.iter().filter_map(game).collect()
}

/// The depths of a game in a plan.
pub(super) fn depths(plan: &Plan, wanted: GameKind) -> Vec<u32> {
    let depth = |subject: Subject| match subject {
        Subject::Position { game, depth } if game == wanted => Some(depth),
        _ => None,
    };
    plan.subjects().into_iter().filter_map(depth).collect()
}

/// How many positions, and what the bars mean.
pub(super) fn note(plan: &Plan, base: &str) -> String {
    let positions = plan.trees;
    format!(
        "Sums over {positions} positions of each game that are not decided, in percent of {base}, with 95 % intervals"
    )
}

/// The name of a setup as the survey writes it, and its ink.
pub(super) fn look((name, entries): Key) -> (String, Ink) {
    let of = Ink::of;
    let (label, ink) = match name {
        "alpha-beta" => ("alpha-beta", ink(Algorithm::AlphaBeta)),
        "aspiration" => ("aspiration", ink(Algorithm::Aspiration)),
        "pvs" => ("PVS", ink(Algorithm::Pvs)),
        "aspiration-pvs" => ("PVS, aspiration", of(INDIGO, Marker::Diamond)),
        "mtd-f" => ("MTD(f)", ink(Algorithm::MtdF)),
        "pvs+trans" => ("PVS +trans", of(SKY, Marker::Disc)),
        "pvs+ref" => ("PVS +ref", of(OLIVE, Marker::Diamond)),
        "pvs+hist" => ("PVS +hist", of(GREEN, Marker::Triangle)),
        "pvs+from-to" => ("PVS +hist 64x64", of(WINE, Marker::Down)),
        "pvs+trans+hist" => ("+trans +hist", of(BLUE, Marker::Disc)),
        "pvs+ref+hist" => ("+ref +hist", of(BROWN, Marker::Down)),
        "pvs+trans+ref+hist" => ("+trans +ref +hist", of(VERMILLION, Marker::Diamond)),
        MINIMAL => ("minimal tree", Ink::THEORY),
        other => (other, of(WINE, Marker::Triangle)),
    };
    let small = entries == Some(SMALL);
    let label = if small { format!("{label}, 8K") } else { label.into() };
    (label, if small { Ink { marker: Marker::Ring, dashed: true, ..ink } } else { ink })
}
