//! The tables that papers printed, number by number.

use super::super::super::claim::Measure;
use super::super::super::place::Place;
use super::super::super::table::{Printed, Shelf};
use super::{Found, series};
use crate::statistics::Estimate;

/// All that have something in common, in the order in which they come.
fn groups<K: PartialEq>(list: &[Printed], key: impl Fn(&Printed) -> K) -> Vec<(K, Vec<&Printed>)> {
    let mut groups: Vec<(K, Vec<&Printed>)> = Vec::new();
    for one in list {
        let key = key(one);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(one),
            None => groups.push((key, vec![one])),
        }
    }
    groups
}

/// How many numbers of each quantity are so, in percent: a fact about what was printed and our trees.
fn all_are(shelf: &Shelf, experiment: &'static str, is: impl Fn(&Printed) -> bool) -> Found {
    let Some(list) = shelf.printed(experiment)? else { return Ok(None) };
    let measure = |((place, memory, what), group): &((Place, Option<u64>, String), Vec<&Printed>)| {
        let so = group.iter().filter(|one| is(one)).count();
        let memory = memory.map_or(String::new(), |memory| format!("M = {memory}, "));
        let trees = group.iter().map(|one| one.trees).min().unwrap_or(0);
        let estimate = Estimate::fact(100.0 * so as f64 / group.len() as f64, trees);
        Measure::new(place, format!("{memory}{what}, {so} of {}", group.len()), experiment, estimate)
    };
    let groups = groups(&list, |one| (one.place.clone(), one.memory, one.quantity.clone()));
    Ok(Some(groups.iter().map(measure).collect()))
}

/// Printed numbers that come out on every tree.
pub(in super::super) fn exactly(shelf: &Shelf, experiment: &'static str) -> Found {
    all_are(shelf, experiment, |one| one.trees > 0 && one.least == one.printed && one.most == one.printed)
}

/// How many of our instances lie as far out as the furthest printed number of each quantity, or further on its side. The least and the
/// most of our instances would say less: they differ from seed to seed.
pub(in super::super) fn as_far_out(shelf: &Shelf, experiment: &'static str) -> Found {
    let (Some(list), Some(data)) = (shelf.printed(experiment)?, shelf.data(experiment)?) else { return Ok(None) };
    let share = |one: &Printed| {
        let algorithm = if one.memory.is_some() { "par-iter-sss-star" } else { "par-sss-star" };
        let keys: Vec<Option<i64>> =
            [one.processors, one.memory].into_iter().flatten().map(|key| Some(key as i64)).collect();
        let column = if one.quantity == "terminals" { "leaf_visits" } else { &one.quantity };
        let ours: Vec<f64> = series(&data, &one.place, algorithm, &keys, column).into_values().collect();
        let [above, below] = [1.0, -1.0].map(|side| ours.iter().filter(|&&x| side * x >= side * one.printed).count());
        (above.min(below), ours.len())
    };
    let measure = |((place, memory, what), group): &((Place, Option<u64>, String), Vec<&Printed>)| {
        let furthest = group.iter().map(|one| (share(one), one)).min_by_key(|((hits, _), _)| *hits);
        let ((hits, trees), one) = furthest?;
        let memory = memory.map_or(String::new(), |memory| format!("M = {memory}, "));
        let who = one.processors.map_or(String::new(), |count| format!(" on {count}"));
        let detail = format!("{memory}{what}, furthest {}{who}: {hits} of {trees}", one.printed);
        Some(Measure::new(place, detail, experiment, Estimate::share(hits as f64, trees as u64)))
    };
    let groups = groups(&list, |one| (one.place.clone(), one.memory, one.quantity.clone()));
    Ok(Some(groups.iter().filter_map(measure).collect()))
}

/// The root mean square of z over all numbers of tables 4-1 and 4-2.
pub(in super::super) fn key_node(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(mut list) = shelf.printed(experiment)? else { return Ok(None) };
    list.retain(|one| one.source.starts_with("1983"));
    let off = |one: &Printed| one.z.unwrap_or(0.0);
    let squares: f64 = list.iter().map(|one| off(one).powi(2)).sum();
    let whole = (squares / list.len().max(1) as f64).sqrt();
    let furthest = list.iter().max_by(|a, b| off(a).abs().total_cmp(&off(b).abs()));
    let measure = |one: &Printed| {
        let who = one.processors.map_or("alpha-beta".into(), |count| format!("{count} processors"));
        let z = format!("{:.1}", off(one)).replace('-', "\u{2212}");
        let detail =
            format!("{} numbers; furthest the {} of {who}, {}, z = {z}", list.len(), one.quantity, one.printed);
        Measure::new(&one.place, detail, experiment, Estimate::fact(whole, one.trees))
    };
    Ok(Some(furthest.map(measure).into_iter().collect()))
}

/// The mean that lies furthest from that of the other implementation.
pub(in super::super) fn elsewhere(shelf: &Shelf, experiment: &'static str) -> Found {
    let Some(mut list) = shelf.printed(experiment)? else { return Ok(None) };
    list.retain(|one| !one.source.starts_with("1983"));
    let measure = |(place, group): &(Place, Vec<&Printed>)| {
        let furthest = group.iter().map(|one| one.z.map_or(f64::INFINITY, f64::abs)).fold(0.0, f64::max);
        let trees = group.iter().map(|one| one.trees).min().unwrap_or(0);
        Measure::new(place, format!("{} numbers", group.len()), experiment, Estimate::fact(furthest, trees))
    };
    Ok(Some(groups(&list, |one| one.place.clone()).iter().map(measure).collect()))
}
