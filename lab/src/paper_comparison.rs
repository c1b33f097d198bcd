//! Numbers that a paper printed, compared with the same numbers measured here.

use std::io::Write;

use crate::results::Summary;
use crate::statistics::Sample;
use crate::subject::Subject;

/// A printed number and what was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct PaperComparison {
    /// The kind of tree.
    pub subject: Subject,
    /// The values of the experiment's own key columns.
    pub keys: Vec<Option<i64>>,
    /// What it is: `time`, `speedup`, `terminals` and so on.
    pub quantity: &'static str,
    /// Where it is printed.
    pub source: &'static str,
    /// The number.
    pub printed: f64,
    /// The printed number is the mean of this number of trials.
    pub trials: u32,
    /// Is the error of the printed number so small that ours matters too?
    pub sharp: bool,
    /// The same, measured here.
    pub measured: Sample,
}

impl PaperComparison {
    /// Time, speed-up and terminals of one printed run, in this order.
    pub(crate) fn of_run(summary: &Summary, source: &'static str, printed: [f64; 3]) -> [PaperComparison; 3] {
        let measured = [("time", summary.time()), ("speedup", summary.speedup), ("terminals", summary.leaf_visits)];
        std::array::from_fn(|at| {
            let (subject, keys, (quantity, measured)) = (summary.subject, summary.keys.clone(), measured[at]);
            PaperComparison { subject, keys, quantity, source, printed: printed[at], trials: 1, sharp: false, measured }
        })
    }

    /// Does the number lie between the least and the most of all trees?
    pub fn inside(&self) -> bool {
        let (least, most) = self.measured.range();
        (least..=most).contains(&self.printed)
    }

    /// By how many standard errors of a mean of as many trials it lies off our mean; nothing if all trees agree on
    /// something else.
    pub fn z(&self) -> Option<f64> {
        let own = if self.sharp { 1.0 / self.measured.count().max(1) as f64 } else { 0.0 };
        let error = self.measured.deviation() * (1.0 / f64::from(self.trials) + own).sqrt();
        let off = self.printed - self.measured.mean();
        if self.printed == self.measured.mean() { Some(0.0) } else { Some(off / error).filter(|z| z.is_finite()) }
    }
}

/// The root mean square of z.
pub fn rms<'a>(list: impl IntoIterator<Item = &'a PaperComparison>) -> f64 {
    let squares: Sample = list.into_iter().filter_map(PaperComparison::z).map(|z| z * z).collect();
    squares.mean().sqrt()
}

/// `paper.csv`: one row per printed number.
pub fn write(keys: &[&str], list: &[PaperComparison], out: impl Write) -> anyhow::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let before = ["order", "width", "depth"];
    let after = ["quantity", "source", "printed", "trials", "mean", "sd", "least", "most", "n", "inside", "z"];
    csv.write_record(before.iter().chain(keys).chain(&after))?;
    for one in list {
        let subject = one.subject;
        let mut record = vec![subject.kind().to_string(), subject.width().to_string(), subject.depth().to_string()];
        record.extend(one.keys.iter().map(|key| key.map_or(String::new(), |key| key.to_string())));
        record.extend([one.quantity.into(), one.source.into(), one.printed.to_string(), one.trials.to_string()]);
        let (least, most) = one.measured.range();
        let numbers = [one.measured.mean(), one.measured.deviation(), least, most];
        record.extend(numbers.map(|number| format!("{number:.4}")));
        record.push(one.measured.count().to_string());
        record.push(if one.inside() { "yes" } else { "no" }.into());
        record.push(one.z().map_or(String::new(), |z| format!("{z:.3}")));
        csv.write_record(record)?;
    }
    Ok(csv.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::{TreeClass, TreeKind};

    #[test]
    fn off_by_so_many_errors() {
        let subject = TreeClass { kind: TreeKind::Correlated, width: 3, depth: 5 }.into();
        let one = PaperComparison {
            subject,
            keys: vec![],
            quantity: "time",
            source: "somewhere",
            printed: 6.0,
            trials: 4,
            sharp: false,
            measured: [4.0, 6.0, 2.0, 4.0].into_iter().collect(),
        };
        // The deviation is the root of 8/3; a mean of four trials has half of it.
        let z = 2.0 / ((8.0_f64 / 3.0).sqrt() / 2.0);
        assert!(one.inside() && (one.z().unwrap() - z).abs() < 1e-12);
        let sharp = PaperComparison { sharp: true, ..one.clone() };
        assert!((sharp.z().unwrap() - z / 2.0_f64.sqrt()).abs() < 1e-12);
        assert!((rms([&one, &one]) - z).abs() < 1e-12);
        let all_agree = PaperComparison { measured: [5.0, 5.0].into_iter().collect(), ..one };
        assert!(!all_agree.inside() && all_agree.z().is_none());
    }
}
