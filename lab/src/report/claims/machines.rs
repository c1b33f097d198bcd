//! Claims about what many processors are worth.

use std::rc::Rc;

use super::super::claim::{Claim, Mark, Measure};
use super::super::place::Place;
use super::super::table::{Row, Shelf};
use super::short;
use crate::speed::{Basis, Delayed, PARTS, Seen, Speed, delays, fit, modelled, speeds};
use crate::statistics::Sample;
use crate::statistics::{Estimate, Found};

pub(super) fn claims(shelf: &Shelf) -> anyhow::Result<Vec<Claim>> {
    let (curves, missing) = searches(shelf, "speedup-curves")?;
    let curves = speeds(&curves);
    Ok(vec![
        a_third_of_all(&curves, missing.clone()),
        aspiration_is_bounded(&curves, missing),
        work_and_critical_path(shelf)?,
        latency(shelf)?,
    ])
}

/// All searches of an experiment, and the experiment if it was not run.
fn searches(shelf: &Shelf, name: &'static str) -> anyhow::Result<(Vec<Seen<Place>>, Vec<&'static str>)> {
    let rows: Option<Rc<Vec<Row>>> = shelf.data(name)?;
    let missing = if rows.is_none() { vec![name] } else { Vec::new() };
    let seen = |row: &Row| Seen {
        kind: row.place.clone(),
        tree: row.tree,
        latency: row.latency,
        algorithm: row.algorithm.clone(),
        leaf_visits: row.leaf_visits,
        took: row.took,
    };
    Ok((rows.iter().flat_map(|rows| rows.iter()).map(seen).collect(), missing))
}

fn mean(sample: &Sample, factor: f64) -> Estimate {
    Estimate::with_error(factor * sample.mean(), factor * sample.standard_error(), sample.count())
}

/// The kinds of trees, in the order in which they come.
fn places<'a>(all: impl Iterator<Item = &'a Place>) -> Vec<&'a Place> {
    let mut places: Vec<&Place> = Vec::new();
    for place in all {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

fn a_third_of_all(all: &[Speed<Place>], missing: Vec<&'static str>) -> Claim {
    const CLAIMED: f64 = 0.34;
    const MANY: u64 = 1024;
    let mut measures = Vec::new();
    for place in places(all.iter().map(|speed| &speed.kind)) {
        let here: Vec<&Speed<Place>> =
            all.iter().filter(|speed| speed.kind == *place && speed.processors == MANY).collect();
        let best = here.iter().max_by(|a, b| a.over_best.mean().total_cmp(&b.over_best.mean()));
        let young = here.iter().find(|speed| speed.algorithm == "young-brothers");
        let mut shown: Vec<&&Speed<Place>> = young.into_iter().collect();
        shown.extend(best.filter(|best| best.algorithm != "young-brothers"));
        for speed in shown {
            let estimate = mean(&speed.over_best, 1.0 / MANY as f64);
            let detail =
                format!("{}, {:.0} times as fast; {}", short(&speed.algorithm), speed.over_best.mean(), lost(speed));
            measures.push(Measure { place: place.clone(), detail, estimate, found: estimate.above(CLAIMED) });
        }
    }
    let most = all.iter().filter(|speed| speed.processors == MANY);
    let most = most.max_by(|a, b| a.over_best.mean().total_cmp(&b.over_best.mean()));
    let most = most.map_or(String::new(), |speed| {
        let (times, name) = (speed.over_best.mean(), short(&speed.algorithm));
        format!(
            " The most is {times:.0} times as fast ({name}; {}); 0.34 N is {:.0}.",
            speed.kind,
            CLAIMED * MANY as f64
        )
    });
    Claim {
        says: "Young brothers wait is 344 times as fast on 1,024 processors: a speed-up of 0.34 N.".into(),
        source: "Feldmann, Mysliwietz and Monien 1994, in chess",
        quantity: "speed-up over the best sequential search of each tree, over N = 1,024".into(),
        reading: format!(
            "In simulated time, where mail arrives at once. The rows are young brothers wait and, where it is another \
             one, the fastest search, each with where the rest of N x time is lost: to leaves that the best sequential \
             search does not visit, to mail, and to waiting. Small trees have too few leaves for so many processors.{most}"
        ),
        mark: Mark::Above(CLAIMED),
        measures,
        experiments: vec!["speedup-curves"],
        missing,
    }
}

/// Where the time of the processors goes that is not useful.
fn lost(speed: &Speed<Place>) -> String {
    let parts = PARTS.iter().zip(&speed.shares).skip(1);
    let parts: Vec<String> = parts.map(|(part, share)| format!("{part} {:.0} %", 100.0 * share.mean())).collect();
    parts.join(", ")
}

fn aspiration_is_bounded(all: &[Speed<Place>], missing: Vec<&'static str>) -> Claim {
    let mut measures = Vec::new();
    for place in places(all.iter().map(|speed| &speed.kind)) {
        let own = all.iter().filter(|speed| speed.kind == *place && speed.algorithm == "parallel-aspiration");
        let Some(best) = own.max_by(|a, b| a.over_own.mean().total_cmp(&b.over_own.mean())) else { continue };
        let estimate = mean(&best.over_own, 1.0);
        let detail = format!("most with N = {}", best.processors);
        measures.push(Measure { place: place.clone(), detail, estimate, found: estimate.below(6.0) });
    }
    Claim {
        says: "The speed-up of parallel aspiration stays below 5 or 6, however many processors there are.".into(),
        source: "Baudet 1978",
        quantity: "most speed-up of parallel aspiration over itself on one processor".into(),
        reading: "Read as below 6, with the number of processors that is best for it.".into(),
        mark: Mark::Below(6.0),
        measures,
        experiments: vec!["speedup-curves"],
        missing,
    }
}

fn work_and_critical_path(shelf: &Shelf) -> anyhow::Result<Claim> {
    const NAME: &str = "work-and-critical-path";
    let (all, missing) = searches(shelf, NAME)?;
    let mut measures = Vec::new();
    for place in places(all.iter().map(|one| &one.kind)) {
        let own: Vec<Seen<Place>> = all.iter().filter(|one| one.kind == *place).cloned().collect();
        let Some(fit) = fit(&modelled(&own, "jamboree", Basis::Own)) else { continue };
        for (number, name) in ["c1", "c2"].iter().enumerate() {
            let (low, high) = fit.interval(number);
            let estimate = Estimate { value: fit.factors[number], low, high };
            let detail = format!("{name}, off by {:.0} %", 100.0 * fit.residual);
            measures.push(Measure { place: place.clone(), detail, estimate, found: estimate.within(0.8, 1.2) });
        }
    }
    Ok(Claim {
        says: "Jamboree search takes T = c1 C + c2 W / P, with c1 and c2 near 1.".into(),
        source: "Kuszmaul 1994 and 1995, in chess: c1 = 0.95, c2 = 1.09",
        quantity: "the constants c1 and c2".into(),
        reading:
            "'Near' is read as 0.8 to 1.2. W and C are those of the run on P processors; the rows tell by how much the \
                  law is off, as a root mean square over all runs."
                .into(),
        mark: Mark::Between(0.8, 1.2),
        measures,
        experiments: vec![NAME],
        missing,
    })
}

fn latency(shelf: &Shelf) -> anyhow::Result<Claim> {
    const NAME: &str = "latency";
    let (all, missing) = searches(shelf, NAME)?;
    let all = delays(&all);
    let at = |one: &&Delayed<Place>| one.processors == 64 && [10, 100, 1000].contains(&one.latency);
    let mut measures = Vec::new();
    for key in all.iter().filter(at).filter(|one| one.algorithm == "key-node") {
        let same = |one: &&Delayed<Place>| {
            one.kind == key.kind && one.latency == key.latency && one.algorithm == "young-brothers"
        };
        let Some(young) = all.iter().filter(at).find(same) else { continue };
        let relative = |sample: &Sample| {
            let error = sample.standard_error() / sample.mean();
            (sample.mean(), if sample.count() < 2 { f64::INFINITY } else { error })
        };
        let estimate = Estimate::ratio(relative(&key.time), relative(&young.time));
        let (late, key_node, young) = (key.latency, key.time.mean(), young.time.mean());
        let detail = format!("latency {late}, {key_node:.1} beside {young:.1} times as long");
        let found = if key.time.count() < 2 { Found::Unclear } else { estimate.above(1.0) };
        measures.push(Measure { place: key.kind.clone(), detail, estimate, found });
    }
    Ok(Claim {
        says: "Searches that hand each other large subtrees bear mail that takes long better than one that writes at every \
               node: young brothers wait better than the key node method."
            .into(),
        source: "an expectation of this project",
        quantity: "what latency does to key node over what it does to young brothers wait".into(),
        reading: "Time with mail that takes 10, 100 and 1,000 leaf-times over that with mail that takes none, on 64 processors."
            .into(),
        mark: Mark::Above(1.0),
        measures,
        experiments: vec![NAME],
        missing,
    })
}
