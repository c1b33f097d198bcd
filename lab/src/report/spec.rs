//! Claims as data, and the interpreter that reads them.
//!
//! A [`Spec`] says in which experiments to look, on which trees, what to compute from the rows and what the claim allows.
//! What cannot be said so is a function: [`Quantity::Code`].

use std::collections::BTreeMap;

use super::claim::{Claim, Measure};
use super::place::Place;
use super::table::{Data, Row, Shelf, Timing};
use crate::plot::label;
use crate::speed::SEQUENTIAL;
use crate::statistics::{Allowed, Estimate, Sample};

/// A claim as the tables of `claims` have it.
#[derive(Clone, Copy)]
pub(super) struct Spec {
    /// The rows of `docs/papers.md` that it answers.
    pub items: &'static [u16],
    /// The claim in one sentence.
    pub says: &'static str,
    /// Who says so, where.
    pub source: &'static str,
    /// What is measured, with its unit.
    pub quantity: &'static str,
    /// How the claim is read.
    pub reading: &'static str,
    /// Where the rows come from. A kind of tree that several experiments have is taken from the first.
    pub experiments: &'static [&'static str],
    /// On which kinds of trees.
    pub on: On,
    /// On which trees of each kind.
    pub trees: Trees,
    /// What [`Key::Each`] stands for, one line after the other, and its unit.
    pub each: (&'static [i64], &'static str),
    /// What is computed for each kind of tree: a word that tells lines apart, and the quantity.
    pub lines: &'static [(&'static str, Quantity)],
    /// What the claim allows.
    pub allowed: Allowed,
}

/// A claim that says nothing yet.
pub(super) const SPEC: Spec = Spec {
    items: &[],
    says: "",
    source: "",
    quantity: "",
    reading: "",
    experiments: &[],
    on: On::All,
    trees: Trees::All,
    each: (&[], ""),
    lines: &[],
    allowed: Allowed::Below(0.0),
};

/// Kinds of trees.
#[derive(Clone, Copy)]
pub(super) enum On {
    /// All that there are.
    All,
    /// Those of which this is true.
    Such(fn(&Place) -> bool),
    /// The last so many depths of each game, or of each order and width.
    Deepest(usize),
}

/// Which trees of a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Trees {
    /// All of them.
    All,
    /// Those whose first child is the best.
    FirstBest,
    /// The others.
    LaterBest,
}

/// A column of the rows of one algorithm.
#[derive(Clone, Copy)]
pub(super) struct Of {
    algorithm: &'static str,
    column: &'static str,
    keys: [Key; 4],
}

/// What a key of a row has to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// Nothing.
    None,
    /// This.
    Is(i64),
    /// What the line is about, of [`Spec::each`].
    Each,
    /// Anything: every value makes a tree of its own.
    Any,
}

/// The least leaf visits of all sequential searches of a tree: what speed-ups are relative to.
pub(super) const BEST_SEQUENTIAL: &str = "the best sequential search";

/// Leaf visits of an algorithm.
pub(super) const fn visits(algorithm: &'static str) -> Of {
    Of { algorithm, column: "leaf_visits", keys: [Key::None; 4] }
}

/// The time of an algorithm on some processors.
pub(super) const fn time(algorithm: &'static str, processors: Key) -> Of {
    visits(algorithm).column("time").keys([processors, Key::None, Key::None, Key::None])
}

impl Of {
    /// Another column of the same rows.
    pub const fn column(self, column: &'static str) -> Of {
        Of { column, ..self }
    }

    /// The same column of rows with these keys.
    pub const fn keys(self, keys: [Key; 4]) -> Of {
        Of { keys, ..self }
    }

    /// The same column of rows with this first key.
    pub const fn key(self, key: Key) -> Of {
        Of { keys: [key, self.keys[1], self.keys[2], self.keys[3]], ..self }
    }
}

/// What is computed from the rows of a kind of tree.
#[derive(Clone, Copy)]
pub(super) enum Quantity {
    /// By how many percent the first exceeds the second, each summed up over all trees.
    Excess(Of, Of),
    /// The first over the second, each summed up over all trees.
    Quotient(Of, Of),
    /// The mean of a number.
    Mean(Of),
    /// The mean over trees of the first over the second.
    MeanRatio(Of, Of),
    /// The same, divided by a power of what the line is about: 1 for N, 0.5 for its root.
    PerPower(Of, Of, f64),
    /// The share of trees in which the first is smaller, in percent; a tie counts as half.
    Wins(Of, Of),
    /// The share of trees, in percent, in which the first is at most this factor times all of the others.
    AtMost(Of, f64, &'static [Of]),
    /// The share of trees, in percent, in which the first is at most the second; a fact: one exception refutes it.
    Never(Of, Of),
    /// The standard deviation in percent of the mean.
    Spread(Of),
    /// By how many percent the first exceeds the one of the others that has the least mean.
    Best(Of, &'static [Of]),
    /// The first over the second in time per leaf visit, of the processor's clock.
    TimePerLeaf(&'static str, &'static str),
    /// The first over the second in time per search.
    TimePerSearch(&'static str, &'static str),
    /// Code of its own.
    Code(fn(&Shelf, &'static str) -> anyhow::Result<Option<Vec<Measure>>>),
    /// Nothing measures it, for this reason.
    NotMeasured(&'static str),
}

/// A number for each tree.
type Series = BTreeMap<(u64, Option<i64>), f64>;

/// All rows of a kind of tree.
struct Cell<'a> {
    data: &'a Data,
    rows: Vec<&'a Row>,
    trees: Trees,
}

impl Cell<'_> {
    fn series(&self, of: Of, each: Option<i64>) -> Series {
        let column = self.data.column(of.column);
        let (best, solved) = (self.data.column("best_child"), self.data.column("solved"));
        // A search that gave up counts for nothing.
        let wanted = |row: &Row| {
            solved(row) != Some(0.0)
                && match self.trees {
                    Trees::All => true,
                    Trees::FirstBest => best(row) == Some(1.0),
                    Trees::LaterBest => best(row).is_some_and(|best| best > 1.0),
                }
        };
        let key = |row: &Row, at: usize| row.keys.get(at).copied().flatten();
        let matches = |row: &Row| {
            of.keys.iter().enumerate().all(|(at, wanted)| match *wanted {
                Key::None => key(row, at).is_none(),
                Key::Is(value) => key(row, at) == Some(value),
                Key::Each => key(row, at) == each,
                Key::Any => true,
            })
        };
        let mut series = Series::new();
        for row in self.rows.iter().filter(|row| matches(row) && wanted(row)) {
            let own = match of.algorithm {
                BEST_SEQUENTIAL => SEQUENTIAL.iter().any(|one| *one.name() == *row.algorithm),
                name => *row.algorithm == *name,
            };
            let Some(number) = own.then(|| column(row)).flatten() else { continue };
            let tree = (row.tree, (of.keys[0] == Key::Any).then(|| key(row, 0)).flatten());
            let least = series.entry(tree).or_insert(number);
            *least = least.min(number);
        }
        series
    }

    /// Two numbers for each tree that has both.
    fn pairs(&self, first: Of, second: Of, each: Option<i64>) -> Vec<(f64, f64)> {
        let second = self.series(second, each);
        let first = self.series(first, each);
        first.into_iter().filter_map(|(tree, number)| Some((number, *second.get(&tree)?))).collect()
    }

    /// The quantity, and what else there is to say about it; nothing if there are no such rows.
    fn measure(&self, quantity: Quantity, each: Option<i64>) -> Option<(Estimate, String)> {
        let some = |pairs: Vec<(f64, f64)>| (!pairs.is_empty()).then_some(pairs);
        let ratios = |a: Of, b: Of| -> Option<Sample> {
            Some(some(self.pairs(a, b, each))?.into_iter().map(|(a, b)| a / b).collect())
        };
        let plain = |estimate: Estimate| Some((estimate, String::new()));
        match quantity {
            Quantity::Excess(a, b) => plain(Estimate::excess(&some(self.pairs(a, b, each))?)),
            Quantity::Quotient(a, b) => plain(Estimate::quotient(&some(self.pairs(a, b, each))?)),
            Quantity::MeanRatio(a, b) => plain(Estimate::mean(&ratios(a, b)?, 1.0)),
            Quantity::PerPower(a, b, power) => {
                plain(Estimate::mean(&ratios(a, b)?, (each.unwrap_or(1) as f64).powf(-power)))
            }
            Quantity::Mean(a) => {
                let sample: Sample = self.series(a, each).into_values().collect();
                (sample.count() > 0).then(|| plain(Estimate::mean(&sample, 1.0)))?
            }
            Quantity::Wins(a, b) => {
                let pairs = some(self.pairs(a, b, each))?;
                let won = |(a, b): &(f64, f64)| if a < b { 1.0 } else { f64::from(a == b) / 2.0 };
                plain(Estimate::share(pairs.iter().map(won).sum(), pairs.len() as u64))
            }
            Quantity::AtMost(a, factor, others) => {
                let others: Vec<Series> = others.iter().map(|&other| self.series(other, each)).collect();
                let least = |tree: &(u64, Option<i64>)| {
                    others.iter().filter_map(|other| other.get(tree)).copied().reduce(f64::min)
                };
                let series = self.series(a, each);
                let ratios: Vec<f64> = series.iter().filter_map(|(tree, a)| Some(a / least(tree)?)).collect();
                let lowest = ratios.iter().copied().reduce(f64::min)?;
                let hits = ratios.iter().filter(|ratio| **ratio <= factor).count();
                let share = Estimate::share(hits as f64, ratios.len() as u64);
                Some((share, format!("least {:.0} %", 100.0 * lowest)))
            }
            Quantity::Never(a, b) => {
                let pairs = some(self.pairs(a, b, each))?;
                let kept = pairs.iter().filter(|(a, b)| a <= b).count();
                let share = 100.0 * kept as f64 / pairs.len() as f64;
                Some((Estimate::fact(share, pairs.len() as u64), format!("{} trees", pairs.len())))
            }
            Quantity::Spread(a) => {
                let numbers: Vec<f64> = self.series(a, each).into_values().collect();
                (!numbers.is_empty()).then(|| plain(Estimate::spread(&numbers)))?
            }
            Quantity::Best(a, others) => {
                let mean = |series: &Series| series.values().sum::<f64>() / series.len().max(1) as f64;
                let there = others.iter().map(|&other| (self.series(other, each), other));
                let there = there.filter(|(series, other)| !series.is_empty() && other.algorithm != a.algorithm);
                let (_, next) = there.min_by(|(a, _), (b, _)| mean(a).total_cmp(&mean(b)))?;
                let estimate = Estimate::excess(&some(self.pairs(a, next, each))?);
                Some((estimate, format!("next is {}", short(next.algorithm))))
            }
            // These do not look at rows.
            Quantity::TimePerLeaf(..) | Quantity::TimePerSearch(..) | Quantity::Code(_) | Quantity::NotMeasured(_) => {
                None
            }
        }
    }
}

impl Spec {
    /// The claim with what was measured so far.
    pub fn claim(&self, shelf: &Shelf) -> anyhow::Result<Claim> {
        let (mut measures, mut missing, mut not_measured) = (Vec::new(), Vec::new(), "");
        let mut known: Vec<Place> = Vec::new();
        for &experiment in self.experiments {
            let found = match self.lines {
                [(_, Quantity::Code(code))] => code(shelf, experiment)?,
                _ => self.from(shelf, experiment, &known)?,
            };
            match found {
                Some(found) => {
                    known.extend(found.iter().map(|measure| measure.place.clone()));
                    measures.extend(found);
                }
                None => missing.push(experiment),
            }
        }
        if let [(_, Quantity::NotMeasured(reason))] = self.lines {
            not_measured = reason;
        }
        measures.sort_by(|a, b| a.place.in_order(&b.place));
        let Spec { items, says, source, quantity, reading, allowed, .. } = *self;
        let experiments = self.experiments.to_vec();
        let cost = String::new();
        Ok(Claim {
            items,
            says,
            source,
            quantity,
            reading,
            allowed,
            measures,
            experiments,
            missing,
            not_measured,
            cost,
        })
    }

    /// The numbers of one experiment, but for kinds of trees that are known; nothing if it was not run.
    fn from(&self, shelf: &Shelf, experiment: &'static str, known: &[Place]) -> anyhow::Result<Option<Vec<Measure>>> {
        let Some(data) = shelf.data(experiment)? else { return Ok(None) };
        let timing = match self.lines {
            [(_, Quantity::TimePerLeaf(..) | Quantity::TimePerSearch(..)), ..] => {
                shelf.timing(experiment)?.unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let all = data.places();
        let wanted = |place: &&Place| !known.contains(place) && self.on.is(place, &all);
        let mut cells: BTreeMap<&Place, Vec<&Row>> = BTreeMap::new();
        data.rows.iter().for_each(|row| cells.entry(&row.place).or_default().push(row));
        let mut measures = Vec::new();
        for place in all.iter().filter(wanted) {
            let cell = Cell { data: &data, rows: cells.remove(place).unwrap_or_default(), trees: self.trees };
            for (word, quantity) in self.lines {
                for each in self.each.0.iter().map(|&each| Some(each)).chain(self.each.0.is_empty().then_some(None)) {
                    let found = match *quantity {
                        Quantity::TimePerLeaf(a, b) => times(&timing, place, a, b, |one| one.per_visit),
                        Quantity::TimePerSearch(a, b) => times(&timing, place, a, b, |one| one.mean_seconds),
                        other => cell.measure(other, each),
                    };
                    let Some((estimate, more)) = found else { continue };
                    let each = each.map_or(String::new(), |each| format!("{each} {}", self.each.1));
                    let details: Vec<&str> =
                        [*word, &each, &more].into_iter().filter(|part| !part.is_empty()).collect();
                    measures.push(Measure::new(place, details.join(", "), experiment, estimate));
                }
            }
        }
        Ok(Some(measures))
    }
}

/// How many times the first takes what the second takes, where both ran without a key.
fn times(all: &[Timing], place: &Place, a: &str, b: &str, number: fn(&Timing) -> f64) -> Option<(Estimate, String)> {
    let estimate = |name: &str| {
        let one = all.iter().find(|one| one.place == *place && one.algorithm == name && one.key.is_none())?;
        let error = one.sd_seconds / one.mean_seconds / (one.trees as f64).sqrt() * number(one);
        Some(Estimate::with_error(number(one), error, one.trees))
    };
    Some((Estimate::ratio(estimate(a)?, estimate(b)?), String::new()))
}

impl On {
    fn is(self, place: &Place, all: &[Place]) -> bool {
        match self {
            On::All => true,
            On::Such(such) => such(place),
            On::Deepest(count) => {
                let deeper =
                    |one: &&Place| (&one.order, one.width) == (&place.order, place.width) && one.depth > place.depth;
                all.iter().filter(deeper).count() < count
            }
        }
    }
}

/// The short name that the papers use.
pub(super) fn short(algorithm: &str) -> &str {
    match algorithm.parse() {
        Ok(known) => label(known),
        Err(_) => algorithm,
    }
}
