//! What many processors are worth.

use std::collections::BTreeMap;

use super::super::super::claim::Measure;
use super::super::super::place::Place;
use super::super::super::spec::short;
use super::super::super::table::{Data, Row, Shelf};
use super::{Found, pairs, series};
use crate::speed::{Basis, Delayed, PARTS, Seen, Speed, delays, fit, modelled, speeds};
use crate::statistics::{Estimate, Sample};

/// The number of processors of the largest machine.
const MANY: u64 = 1024;

/// All searches of an experiment.
fn searches(data: &Data) -> Vec<Seen<Place>> {
    let visits = data.column("leaf_visits");
    let seen = |row: &Row| Seen {
        kind: row.place.clone(),
        tree: row.tree,
        latency: row.keys.get(1).copied().flatten().unwrap_or(0) as u64,
        algorithm: row.algorithm.to_string(),
        leaf_visits: visits(row).unwrap_or(0.0) as u64,
        took: data.took(row),
    };
    data.rows.iter().map(seen).collect()
}

/// Young brothers wait on the largest machine, and where the time goes.
pub(in super::super) fn a_third_of_all(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let all = speeds(&searches(&data));
    let own = all.iter().filter(|speed| speed.processors == MANY && speed.algorithm == "young-brothers");
    let measure = |speed: &Speed<Place>| {
        let parts = PARTS.iter().zip(&speed.shares).skip(1);
        let lost: Vec<String> = parts.map(|(part, share)| format!("{part} {:.0} %", 100.0 * share.mean())).collect();
        let detail = format!("{:.0} times as fast; {}", speed.over_best.mean(), lost.join(", "));
        Measure::new(&speed.kind, detail, experiment, Estimate::mean(&speed.over_best, 1.0 / MANY as f64))
    };
    Ok(Some(own.map(measure).collect()))
}

/// The fastest search on the largest machine, for each kind of trees.
pub(in super::super) fn fastest(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let all = speeds(&searches(&data));
    let mut best: BTreeMap<&Place, &Speed<Place>> = BTreeMap::new();
    for speed in all.iter().filter(|speed| speed.processors == MANY) {
        let known = best.entry(&speed.kind).or_insert(speed);
        if speed.over_best.mean() > known.over_best.mean() {
            *known = speed;
        }
    }
    let measure = |speed: &Speed<Place>| {
        Measure::new(&speed.kind, short(&speed.algorithm), experiment, Estimate::mean(&speed.over_best, 1.0))
    };
    Ok(Some(best.into_values().map(measure).collect()))
}

/// The constants of the law of work and critical path.
pub(in super::super) fn work_and_critical_path(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let all = searches(&data);
    let mut measures = Vec::new();
    for place in data.places() {
        let own: Vec<Seen<Place>> = all.iter().filter(|one| one.kind == place).cloned().collect();
        let Some(fit) = fit(&modelled(&own, "jamboree", Basis::Own)) else { continue };
        for (number, name) in ["c1", "c2"].iter().enumerate() {
            let detail = format!("{name}, off by {:.0} %", 100.0 * fit.residual);
            measures.push(Measure::new(&place, detail, experiment, fit.factor(number)));
        }
    }
    Ok(Some(measures))
}

/// What latency does to the key node method over what it does to young brothers wait.
pub(in super::super) fn latency(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let all = delays(&searches(&data));
    let at = |one: &&Delayed<Place>| one.processors == 64 && [10, 100, 1000].contains(&one.latency);
    let mut measures = Vec::new();
    for key in all.iter().filter(at).filter(|one| one.algorithm == "key-node") {
        let same = |one: &&Delayed<Place>| {
            one.kind == key.kind && one.latency == key.latency && one.algorithm == "young-brothers"
        };
        let Some(young) = all.iter().filter(at).find(same) else { continue };
        let [slow, fast] = [key, young].map(|one| Estimate::mean(&one.time, 1.0));
        let detail = format!("latency {}, {:.1} beside {:.1} times as long", key.latency, slow.value, fast.value);
        measures.push(Measure::new(&key.kind, detail, experiment, Estimate::ratio(slow, fast)));
    }
    Ok(Some(measures))
}

/// The keys of a run with a scattered table: processors, latency, and a table in all or on each.
fn scattered(processors: i64, table: [Option<i64>; 2]) -> [Option<i64>; 4] {
    [Some(processors), Some(0), table[0], table[1]]
}

/// The sizes of tables that an experiment has in one of its last two keys.
fn size(data: &Data, at: usize) -> Option<i64> {
    data.rows.iter().find_map(|row| row.keys.get(at).copied().flatten())
}

/// The speed-up on most processors with a table on each over one without a table.
pub(in super::super) fn hypercube(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places() {
        let time = |keys: [Option<i64>; 4]| series(&data, &place, "young-brothers", &keys, "time");
        let most = data.rows.iter().filter_map(|row| row.keys[0]).max().unwrap_or(1);
        let (one, many) = (time(scattered(1, [None, None])), time(scattered(most, [None, size(&data, 3)])));
        let ratios: Sample = pairs(&one, &many).into_iter().map(|(one, many)| one / many).collect();
        if most == 256 && ratios.count() > 0 {
            measures.push(Measure::new(&place, "", experiment, Estimate::mean(&ratios, 1.0)));
        }
    }
    Ok(Some(measures))
}

/// What N times the memory is worth by itself.
pub(in super::super) fn memory(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places() {
        let time = |keys: [Option<i64>; 4]| series(&data, &place, "young-brothers", &keys, "time");
        let (total, each) = (time(scattered(64, [size(&data, 2), None])), time(scattered(64, [None, size(&data, 3)])));
        let ratios: Sample = pairs(&total, &each).into_iter().map(|(total, each)| total / each).collect();
        if ratios.count() > 0 {
            measures.push(Measure::new(&place, "", experiment, Estimate::mean(&ratios, 1.0)));
        }
    }
    Ok(Some(measures))
}

/// The rooms that ITERSSS* was given.
fn rooms(data: &Data, place: &Place) -> Vec<i64> {
    let own = data.rows.iter().filter(|row| row.place == *place && *row.algorithm == *"iter-sss-star");
    let mut rooms: Vec<i64> = own.filter_map(|row| row.keys[0]).collect();
    rooms.sort_unstable();
    rooms.dedup();
    rooms
}

/// Trees where ITERSSS* stays within alpha-beta, for every room, in percent.
pub(in super::super) fn iter_sss_never_more(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places() {
        let alpha_beta = series(&data, &place, "alpha-beta", &[None], "leaf_visits");
        for room in rooms(&data, &place) {
            let own = series(&data, &place, "iter-sss-star", &[Some(room)], "leaf_visits");
            let pairs = pairs(&own, &alpha_beta);
            let kept = pairs.iter().filter(|(own, most)| own <= most).count();
            let share = 100.0 * kept as f64 / pairs.len().max(1) as f64;
            let estimate = Estimate::fact(share, pairs.len() as u64);
            measures.push(Measure::new(&place, format!("M = {room}"), experiment, estimate));
        }
    }
    Ok(Some(measures))
}

/// The largest difference on a tree between ITERSSS* with room for all and SSS*.
pub(in super::super) fn iter_sss_is_sss(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places() {
        let enough = i64::from(place.width).pow(place.depth.div_ceil(2));
        let Some(room) = rooms(&data, &place).into_iter().find(|&room| room >= enough) else { continue };
        let own = series(&data, &place, "iter-sss-star", &[Some(room)], "leaf_visits");
        let sss = series(&data, &place, "sss-star", &[None], "leaf_visits");
        measures.push(Measure::new(&place, format!("M = {room}"), experiment, furthest(&pairs(&own, &sss))));
    }
    Ok(Some(measures))
}

/// The largest difference, as a fact.
fn furthest(pairs: &[(f64, f64)]) -> Estimate {
    Estimate::fact(pairs.iter().map(|(a, b)| (a - b).abs()).fold(0.0, f64::max), pairs.len() as u64)
}

/// The nodes of the key node method and of mandatory work first on perfectly ordered trees.
pub(in super::super) fn same_nodes(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places().iter().filter(|place| place.order == "perfect") {
        let nodes = |name: &str| series(&data, place, name, &[Some(1)], "nodes");
        measures.push(Measure::new(place, "", experiment, furthest(&pairs(&nodes("printed"), &nodes("mwf")))));
    }
    Ok(Some(measures))
}

/// The speed-up of the key node method on 20 processors.
fn twenty(data: &Data, place: &Place) -> Option<Estimate> {
    let time = |count: i64| series(data, place, "key-node", &[Some(count)], "time");
    let ratios: Sample = pairs(&time(1), &time(20)).into_iter().map(|(one, many)| one / many).collect();
    (ratios.count() > 0).then(|| Estimate::mean(&ratios, 1.0))
}

/// How the speed-up grows with breadth, over how it grows with depth.
pub(in super::super) fn breadth_and_depth(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let all = data.places();
    let mut measures = Vec::new();
    for order in ["preordered", "correlated"] {
        let at = |width, depth| {
            let place = all.iter().find(|one| (one.order.as_str(), one.width, one.depth) == (order, width, depth))?;
            Some((place, twenty(&data, place)?))
        };
        // (4, 5) over (3, 5), over (3, 6) over (3, 5): the middle falls out.
        if let (Some((place, broad)), Some((_, deep))) = (at(4, 5), at(3, 6)) {
            let detail = format!("{:.1} beside {:.1}", broad.value, deep.value);
            measures.push(Measure::new(place, detail, experiment, Estimate::ratio(broad, deep)));
        }
    }
    Ok(Some(measures))
}

/// The time on 20 processors without preordering over that with it.
pub(in super::super) fn illusory(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(data) = shelf.data(experiment)? else { return Ok(None) };
    let mut measures = Vec::new();
    for place in data.places().iter().filter(|place| place.order == "correlated") {
        let mean = |order: &str| {
            let place = Place { order: order.into(), ..place.clone() };
            let sample: Sample = series(&data, &place, "key-node", &[Some(20)], "time").into_values().collect();
            (sample.count() > 0).then(|| Estimate::mean(&sample, 1.0))
        };
        if let (Some(plain), Some(sorted)) = (mean("correlated"), mean("preordered")) {
            let detail = format!("{:.1} over {:.1}", plain.value, sorted.value);
            measures.push(Measure::new(place, detail, experiment, Estimate::ratio(plain, sorted)));
        }
    }
    Ok(Some(measures))
}
