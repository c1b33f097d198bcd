//! A claim, what was measured about it, and what that amounts to.

use super::command;
use super::place::{Place, together};
use crate::statistics::{Estimate, Found};

/// A claim of a paper, and what was measured.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The claim in one sentence.
    pub says: String,
    /// Who says so, where.
    pub source: &'static str,
    /// What was measured, with its unit: the name of the axis.
    pub quantity: String,
    /// How the claim was read, where its words leave room.
    pub reading: String,
    /// Where the numbers ought to lie.
    pub mark: Mark,
    /// The numbers.
    pub measures: Vec<Measure>,
    /// The experiments it rests on.
    pub experiments: Vec<&'static str>,
    /// Those of them that were not run.
    pub missing: Vec<&'static str>,
}

/// Where the numbers of a claim ought to lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mark {
    /// On the lower side of this.
    Below(f64),
    /// On the upper side of this.
    Above(f64),
    /// Between these.
    Between(f64, f64),
    /// At this, up to chance.
    At(f64),
}

/// One number: a row of a claim.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// On which trees.
    pub place: Place,
    /// What else distinguishes the row, such as the algorithm; may be empty.
    pub detail: String,
    /// The number.
    pub estimate: Estimate,
    /// Does the claim hold there?
    pub found: Found,
}

impl Measure {
    /// Where, in words.
    pub fn label(&self) -> String {
        if self.detail.is_empty() { self.place.to_string() } else { format!("{}: {}", self.place, self.detail) }
    }
}

/// What the numbers say about a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It holds wherever it was measured.
    Holds,
    /// It holds nowhere.
    DoesNotHold {
        /// Where more trees are needed; empty if nowhere.
        unclear: String,
    },
    /// It holds here and not there.
    HoldsOnly {
        /// Where it holds.
        holds: String,
        /// Where it does not; empty if nowhere.
        fails: String,
        /// Where more trees are needed; empty if nowhere.
        unclear: String,
    },
    /// Chance is larger than what was to be seen.
    Undecided,
    /// There is nothing to judge by.
    NotRun,
}

impl Claim {
    /// What the numbers amount to.
    pub fn verdict(&self) -> Verdict {
        let places = |found| {
            let such = self.measures.iter().filter(|measure| measure.found == found);
            such.map(|measure| &measure.place).collect::<Vec<_>>()
        };
        let (holds, fails, unclear) = (places(Found::Yes), places(Found::No), places(Found::Unclear));
        match (holds.is_empty(), fails.is_empty(), unclear.is_empty()) {
            (true, true, true) => Verdict::NotRun,
            (true, true, false) => Verdict::Undecided,
            (true, false, _) => Verdict::DoesNotHold { unclear: together(unclear) },
            (false, true, true) => Verdict::Holds,
            _ => {
                // A place with rows of several kinds is named by what fails, or else by what is unclear.
                let unclear: Vec<&Place> = unclear.into_iter().filter(|place| !fails.contains(place)).collect();
                let clean: Vec<&Place> =
                    holds.into_iter().filter(|place| !fails.contains(place) && !unclear.contains(place)).collect();
                Verdict::HoldsOnly { holds: together(clean), fails: together(fails), unclear: together(unclear) }
            }
        }
    }

    /// The range of the numbers alone.
    pub fn range(&self) -> String {
        let by = |a: &&Measure, b: &&Measure| a.estimate.value.total_cmp(&b.estimate.value);
        let (least, most) = (self.measures.iter().min_by(by), self.measures.iter().max_by(by));
        match least.zip(most) {
            None => String::new(),
            Some((least, most)) if least.estimate == most.estimate => shown(least.estimate),
            Some((least, most)) => format!("{} to {}", shown(least.estimate), shown(most.estimate)),
        }
    }

    /// The whole verdict, and what is still missing for it.
    pub fn judgement(&self) -> String {
        let missing: Vec<String> = self.missing.iter().map(|name| command(name)).collect();
        match (self.verdict(), missing.is_empty()) {
            (Verdict::NotRun, true) => {
                let all: Vec<String> = self.experiments.iter().map(|name| command(name)).collect();
                format!("not run yet on such trees: {}", all.join(", "))
            }
            (Verdict::NotRun, false) => format!("not run yet: {}", missing.join(", ")),
            (verdict, true) => verdict.sentence(),
            (verdict, false) => format!("{} (not run yet: {})", verdict.sentence(), missing.join(", ")),
        }
    }

    /// The range of the numbers in words, with the trees at its ends.
    pub fn measured(&self) -> String {
        let by = |a: &&Measure, b: &&Measure| a.estimate.value.total_cmp(&b.estimate.value);
        let (least, most) = (self.measures.iter().min_by(by), self.measures.iter().max_by(by));
        let at = |measure: &Measure| format!("{} ({})", shown(measure.estimate), measure.label());
        match least.zip(most) {
            None => String::from("nothing yet"),
            Some((one, _)) if self.measures.len() == 1 => at(one),
            Some((least, most)) if least.estimate == most.estimate => format!("{} everywhere", shown(least.estimate)),
            Some((least, most)) => format!("from {} to {}", at(least), at(most)),
        }
    }
}

impl Verdict {
    /// The verdict in one or two words.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::DoesNotHold { .. } => "does not hold",
            Verdict::HoldsOnly { fails, .. } if fails.is_empty() => "holds, where it can be told",
            Verdict::HoldsOnly { .. } => "holds only where",
            Verdict::Undecided => "not decided",
            Verdict::NotRun => "not run yet",
        }
    }

    /// The whole verdict.
    pub fn sentence(&self) -> String {
        match self {
            Verdict::HoldsOnly { holds, fails, unclear } => {
                let mut text = if holds.is_empty() {
                    String::from("holds only in part of the rows of each place")
                } else {
                    format!("holds {}in {holds}", if fails.is_empty() { "" } else { "only " })
                };
                if !fails.is_empty() {
                    text += &format!("; not in {fails}");
                }
                if !unclear.is_empty() {
                    text += &format!("; more trees would have to tell in {unclear}");
                }
                text
            }
            Verdict::DoesNotHold { unclear } if !unclear.is_empty() => {
                format!("does not hold; more trees would have to tell in {unclear}")
            }
            Verdict::Undecided => "not decided: the intervals reach to both sides, more trees would tell".into(),
            other => other.word().into(),
        }
    }
}

/// An estimate with as many digits as its interval deserves.
pub(super) fn shown(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    let width = high - low;
    let digits = match width {
        _ if !width.is_finite() => 1,
        0.0 if value.fract() == 0.0 => 0,
        w if w >= 4.0 => 0,
        w if w >= 0.4 => 1,
        _ => 2,
    };
    let plain = |x: f64| {
        let text = format!("{x:.digits$}");
        // Neither a negative zero nor a hyphen for a minus.
        if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') {
            text.trim_start_matches('-').to_string()
        } else {
            text.replace('-', "\u{2212}")
        }
    };
    if width == 0.0 {
        plain(value)
    } else if width.is_finite() {
        format!("{} [{}, {}]", plain(value), plain(low), plain(high))
    } else {
        format!("{} [one tree: no interval]", plain(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(found: &[(u32, Found)]) -> Claim {
        let measure = |&(depth, found): &(u32, Found)| Measure {
            place: Place { order: "random".into(), width: 5, depth },
            detail: String::new(),
            estimate: Estimate::exact(1.0),
            found,
        };
        Claim {
            says: "it is so".into(),
            source: "somebody",
            quantity: "number".into(),
            reading: String::new(),
            mark: Mark::At(1.0),
            measures: found.iter().map(measure).collect(),
            experiments: vec!["one"],
            missing: vec![],
        }
    }

    #[test]
    fn verdicts_follow_from_the_rows() {
        use Found::*;
        assert_eq!(claim(&[]).verdict(), Verdict::NotRun);
        assert_eq!(claim(&[(3, Yes), (5, Yes)]).verdict(), Verdict::Holds);
        assert_eq!(claim(&[(3, No), (5, No)]).verdict().sentence(), "does not hold");
        let nearly = claim(&[(3, No), (5, Unclear)]).verdict();
        assert_eq!(nearly, Verdict::DoesNotHold { unclear: "random (w = 5, d = 5)".into() });
        assert_eq!(claim(&[(3, Unclear)]).verdict(), Verdict::Undecided);
        let mixed = claim(&[(3, Yes), (5, No), (7, Unclear)]).verdict();
        assert_eq!(
            mixed.sentence(),
            "holds only in random (w = 5, d = 3); not in random (w = 5, d = 5); \
             more trees would have to tell in random (w = 5, d = 7)"
        );
        let in_part = claim(&[(3, Yes), (3, Unclear), (5, Yes)]).verdict();
        let place = |depth| format!("random (w = 5, d = {depth})");
        assert_eq!(in_part, Verdict::HoldsOnly { holds: place(5), fails: String::new(), unclear: place(3) });
    }

    #[test]
    fn digits_as_the_interval_deserves() {
        assert_eq!(shown(Estimate { value: -9.87, low: -12.3, high: -7.44 }), "\u{2212}10 [\u{2212}12, \u{2212}7]");
        assert_eq!(shown(Estimate { value: 0.123, low: -0.1, high: 0.2 }), "0.12 [\u{2212}0.10, 0.20]");
        assert_eq!(shown(Estimate::exact(100.0)), "100");
        assert_eq!(shown(Estimate { value: -0.01, low: -3.0, high: 3.0 }), "0 [\u{2212}3, 3]");
    }
}
