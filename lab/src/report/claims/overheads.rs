//! Claims about time.

use super::super::claim::{Claim, Mark, Measure};
use super::super::table::{Shelf, Timing};
use crate::statistics::Estimate;

const OVERHEADS: [&str; 1] = ["overheads"];

pub(super) fn claims(shelf: &Shelf) -> anyhow::Result<Vec<Claim>> {
    let times = shelf.timing(OVERHEADS[0])?;
    let missing = if times.is_none() { OVERHEADS.to_vec() } else { Vec::new() };
    let times = times.unwrap_or_default();
    let slower = |algorithm, name, factor: f64| {
        let (low, high) = (factor / 1.5, factor * 1.5);
        Claim {
            says: format!("{name} is {factor} times slower than NegaScout."),
            source: "Marsland, Reinefeld and Schaeffer 1987, section 4.2",
            quantity: format!("time per leaf of {name} over that of NegaScout"),
            reading: format!("Read as a factor between {low:.1} and {high:.1}. {CLOCK}"),
            mark: Mark::Between(low, high),
            measures: measures(&times, algorithm, |ratio| (ratio, ratio.within(low, high))),
            experiments: OVERHEADS.to_vec(),
            missing: missing.clone(),
        }
    };
    let slightly = Claim {
        says: "INS is only slightly slower than NegaScout.".into(),
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.2",
        quantity: "time per leaf of INS over that of NegaScout".into(),
        reading: format!("'Slightly' is read as a factor below 1.5. {CLOCK}"),
        mark: Mark::Below(1.5),
        measures: measures(&times, "informed-negascout", |ratio| (ratio, ratio.below(1.5))),
        experiments: OVERHEADS.to_vec(),
        missing: missing.clone(),
    };
    let open = Claim {
        says: "SSS* spends 90 % of its time in its OPEN list.".into(),
        source: "Marsland, Reinefeld and Schaeffer 1987, section 4.2",
        quantity: "share of the time of SSS* beyond what NegaScout takes for as many leaves, %".into(),
        reading: format!(
            "Taken from the outside, without a profiler: what SSS* needs beyond the time of NegaScout for the same number \
             of leaves is put down to OPEN. 'About' is read as 80 to 95 %. {CLOCK}"
        ),
        mark: Mark::Between(80.0, 95.0),
        measures: measures(&times, "sss-star", |ratio| {
            let share = |ratio: f64| 100.0 * (1.0 - 1.0 / ratio);
            let share = Estimate { value: share(ratio.value), low: share(ratio.low), high: share(ratio.high) };
            (share, share.within(80.0, 95.0))
        }),
        experiments: OVERHEADS.to_vec(),
        missing: missing.clone(),
    };
    Ok(vec![slower("sss-star", "SSS*", 10.0), slower("dual-star", "DUAL*", 5.0), open, slightly])
}

const CLOCK: &str = "Times are of this machine and of this implementation, whose OPEN is no linked list; the interval \
                     takes the spread of the time over trees as if the algorithms had searched different ones.";

/// The time per leaf of an algorithm over that of NegaScout, on all trees where both were run as they are.
fn measures(
    times: &[Timing],
    algorithm: &str,
    judge: impl Fn(Estimate) -> (Estimate, crate::statistics::Found),
) -> Vec<Measure> {
    let plain = |name: &'static str| times.iter().filter(move |time| time.algorithm == name && time.key.is_none());
    let with_error = |time: &Timing| {
        let relative = time.sd_seconds / time.mean_seconds / (time.trees as f64).sqrt();
        (time.per_visit, if time.trees < 2 { f64::INFINITY } else { relative })
    };
    let measure = |time: &Timing| {
        let scout = plain("negascout").find(|scout| scout.place == time.place)?;
        let (estimate, found) = judge(Estimate::ratio(with_error(time), with_error(scout)));
        Some(Measure { place: time.place.clone(), detail: String::new(), estimate, found })
    };
    let wanted = times.iter().filter(|time| time.algorithm == algorithm && time.key.is_none());
    wanted.filter_map(measure).collect()
}
