//! A claim, what was measured about it, and what that amounts to.

use super::command;
use super::place::{Place, together};
use crate::layout::with_commas;
use crate::statistics::{Allowed, Estimate, Found, Level};

/// A claim of a paper, and what was measured.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The numbers of the rows of `docs/papers.md` that it answers; none for claims from elsewhere.
    pub items: &'static [u16],
    /// The claim in one sentence.
    pub says: &'static str,
    /// Who says so, where.
    pub source: &'static str,
    /// What was measured, with its unit: the name of the axis.
    pub quantity: &'static str,
    /// How the claim was read, where its words leave room.
    pub reading: &'static str,
    /// Where the numbers ought to lie.
    pub allowed: Allowed,
    /// The numbers.
    pub measures: Vec<Measure>,
    /// The experiments it rests on.
    pub experiments: Vec<&'static str>,
    /// Those of them that were not run.
    pub missing: Vec<&'static str>,
    /// Why nothing measures it; empty if something does.
    pub not_measured: &'static str,
    /// What it would cost to decide the rest; empty if there is nothing to say.
    pub cost: String,
}

/// One number: a row of a claim.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// On which trees.
    pub place: Place,
    /// What else distinguishes the row, such as the algorithm; may be empty.
    pub detail: String,
    /// The experiment it comes from.
    pub experiment: &'static str,
    /// The number.
    pub estimate: Estimate,
    /// Its interval, at the level of the report.
    pub interval: (f64, f64),
    /// Does the claim hold there?
    pub found: Found,
    /// If that is unclear: how many trees more would tell. Nothing if no number would.
    pub more: Option<u64>,
}

impl Measure {
    /// A number that was not judged yet.
    pub(super) fn new(
        place: &Place,
        detail: impl Into<String>,
        experiment: &'static str,
        estimate: Estimate,
    ) -> Measure {
        let (interval, found) = (estimate.interval(Level::SINGLE), Found::Unclear);
        Measure { place: place.clone(), detail: detail.into(), experiment, estimate, interval, found, more: None }
    }

    /// Does it take its share of the joint error? Facts do not, nor numbers that cannot be judged.
    pub(super) fn is_judged_by_chance(&self) -> bool {
        self.estimate.can_be_judged() && !self.estimate.is_fact()
    }

    /// Where, in words.
    pub fn label(&self) -> String {
        if self.detail.is_empty() { self.place.to_string() } else { format!("{}: {}", self.place, self.detail) }
    }

    /// What was found, in words.
    pub fn word(&self) -> String {
        match (self.found, self.more) {
            (Found::Yes, _) => "holds".into(),
            (Found::No, _) => "does not hold".into(),
            (Found::Unclear, Some(more)) => format!("not decided: {} more", rounded(more)),
            (Found::Unclear, None) => "not decided".into(),
        }
    }
}

/// What the numbers say about a claim. Names of places are empty where there are none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It holds wherever it was measured.
    Holds,
    /// It holds nowhere.
    DoesNotHold,
    /// It holds here and not there, or some places are not decided.
    InPart {
        /// Where it holds.
        holds: String,
        /// Where it does not.
        fails: String,
        /// Where more trees are needed.
        unclear: String,
    },
    /// Chance is larger than what was to be seen.
    Undecided,
    /// There is nothing to judge by.
    NotRun,
    /// Nothing measures it, for this reason.
    NotMeasured(&'static str),
}

impl Claim {
    /// Judges every number at a level.
    pub(super) fn judge(&mut self, level: Level) {
        for measure in &mut self.measures {
            measure.interval = measure.estimate.interval(level);
            measure.found = measure.estimate.judge(self.allowed, level);
            let unclear = measure.found == Found::Unclear;
            measure.more = unclear.then(|| measure.estimate.more_trees(self.allowed, level)).flatten();
        }
    }

    /// The numbers that are not decided.
    pub fn unclear(&self) -> impl Iterator<Item = &Measure> {
        self.measures.iter().filter(|measure| measure.found == Found::Unclear)
    }

    /// What the numbers amount to.
    pub fn verdict(&self) -> Verdict {
        if !self.not_measured.is_empty() {
            return Verdict::NotMeasured(self.not_measured);
        }
        let places = |found| {
            let such = self.measures.iter().filter(|measure| measure.found == found);
            such.map(|measure| &measure.place).collect::<Vec<_>>()
        };
        let (holds, fails, unclear) = (places(Found::Yes), places(Found::No), places(Found::Unclear));
        match (holds.is_empty(), fails.is_empty(), unclear.is_empty()) {
            (true, true, true) => Verdict::NotRun,
            (true, true, false) => Verdict::Undecided,
            (true, false, true) => Verdict::DoesNotHold,
            (false, true, true) => Verdict::Holds,
            _ => {
                // A place with rows of several kinds is named by what fails, or else by what is unclear.
                let unclear: Vec<&Place> = unclear.into_iter().filter(|place| !fails.contains(place)).collect();
                let clean: Vec<&Place> =
                    holds.into_iter().filter(|place| !fails.contains(place) && !unclear.contains(place)).collect();
                Verdict::InPart { holds: together(clean), fails: together(fails), unclear: together(unclear) }
            }
        }
    }

    /// The verdict in one or two words.
    pub fn word(&self) -> &'static str {
        let any = |found| self.measures.iter().any(|measure| measure.found == found);
        match (self.verdict(), any(Found::Yes), any(Found::No)) {
            (Verdict::InPart { .. }, true, false) => "holds where decided",
            (Verdict::InPart { .. }, false, true) => "does not hold where decided",
            (verdict, ..) => verdict.word(),
        }
    }

    /// The whole verdict, without what is still missing for it.
    pub fn sentence(&self) -> String {
        let wanted = self.wanted();
        match self.verdict() {
            Verdict::InPart { holds, fails, unclear } => {
                let mut parts = Vec::new();
                if !holds.is_empty() {
                    parts.push(format!("holds in {holds}"));
                }
                if !fails.is_empty() {
                    parts.push(format!("does not hold in {fails}"));
                }
                if !unclear.is_empty() {
                    parts.push(format!("not decided in {unclear}: {wanted}"));
                } else if !wanted.is_empty() && self.unclear().next().is_some() {
                    parts.push(format!("some rows are not decided: {wanted}"));
                }
                parts.join("; ")
            }
            Verdict::Undecided => format!("not decided: {wanted}"),
            Verdict::NotMeasured(reason) => format!("not measured: {reason}"),
            other => other.word().into(),
        }
    }

    /// How many trees more would decide all rows.
    fn wanted(&self) -> String {
        let most = self.unclear().filter_map(|measure| measure.more).max();
        let never = self.unclear().any(|measure| measure.more.is_none());
        match (most, never) {
            (Some(more), false) => format!("{} more {}", rounded(more), self.things()),
            (Some(more), true) => {
                format!("{} more {}, and in some rows no number would tell", rounded(more), self.things())
            }
            (None, true) => "the numbers lie on the edge, or all trees are alike".into(),
            (None, false) => String::new(),
        }
    }

    /// What is counted.
    fn things(&self) -> &'static str {
        self.measures.first().map_or("trees", |measure| measure.place.things())
    }

    /// The range of the numbers alone.
    pub fn range(&self) -> String {
        match self.ends() {
            None => String::new(),
            Some((least, most)) if least.estimate.value == most.estimate.value => shown(least),
            Some((least, most)) => format!("{} to {}", shown(least), shown(most)),
        }
    }

    fn ends(&self) -> Option<(&Measure, &Measure)> {
        let by = |a: &&Measure, b: &&Measure| a.estimate.value.total_cmp(&b.estimate.value);
        self.measures.iter().min_by(by).zip(self.measures.iter().max_by(by))
    }

    /// The whole verdict, and what is still missing for it.
    pub fn judgement(&self) -> String {
        let missing: Vec<String> = self.missing.iter().map(|name| command(name)).collect();
        let mut text = match (self.verdict(), missing.is_empty()) {
            (Verdict::NotRun, true) => {
                let all: Vec<String> = self.experiments.iter().map(|name| command(name)).collect();
                format!("not run yet on such trees: {}", all.join(", "))
            }
            (Verdict::NotRun, false) => format!("not run yet: {}", missing.join(", ")),
            (_, true) => self.sentence(),
            (_, false) => format!("{} (not run yet: {})", self.sentence(), missing.join(", ")),
        };
        if !self.cost.is_empty() {
            text += &format!(" ({})", self.cost);
        }
        text
    }

    /// The range of the numbers in words, with the trees at its ends.
    pub fn measured(&self) -> String {
        let at = |measure: &Measure| format!("{} ({})", shown(measure), measure.label());
        match self.ends() {
            None => String::from("nothing yet"),
            Some((one, _)) if self.measures.len() == 1 => at(one),
            Some((least, most)) if least.estimate.value == most.estimate.value => {
                format!("{} everywhere", shown(least))
            }
            Some((least, most)) => format!("from {} to {}", at(least), at(most)),
        }
    }
}

impl Verdict {
    fn word(&self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::DoesNotHold => "does not hold",
            Verdict::InPart { .. } => "holds in part",
            Verdict::Undecided => "not decided",
            Verdict::NotRun => "not run yet",
            Verdict::NotMeasured(_) => "not measured",
        }
    }
}

/// A count with two digits that matter: more would say too much.
pub(super) fn rounded(count: u64) -> String {
    let digits = count.max(1).ilog10();
    let unit = 10_u64.pow(digits.saturating_sub(1));
    with_commas(count.div_ceil(unit) * unit)
}

/// A number with as many digits as its interval deserves.
pub(super) fn shown(measure: &Measure) -> String {
    let (value, (low, high)) = (measure.estimate.value, measure.interval);
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

    fn measure(value: f64, interval: (f64, f64)) -> Measure {
        let place = Place { order: "random".into(), width: 5, depth: 3 };
        Measure { interval, ..Measure::new(&place, "", "one", Estimate::fact(value, 30)) }
    }

    fn claim(found: &[(u32, Found)]) -> Claim {
        let measure = |&(depth, found): &(u32, Found)| Measure {
            place: Place { order: "random".into(), width: 5, depth },
            found,
            more: (found == Found::Unclear).then_some(1234),
            ..measure(1.0, (1.0, 1.0))
        };
        Claim {
            items: &[],
            says: "it is so",
            source: "somebody",
            quantity: "number",
            reading: "",
            allowed: Allowed::Only(1.0),
            measures: found.iter().map(measure).collect(),
            experiments: vec!["one"],
            missing: vec![],
            not_measured: "",
            cost: String::new(),
        }
    }

    #[test]
    fn verdicts_follow_from_the_rows() {
        use Found::*;
        assert_eq!(claim(&[]).verdict(), Verdict::NotRun);
        assert_eq!(claim(&[(3, Yes), (5, Yes)]).verdict(), Verdict::Holds);
        assert_eq!(claim(&[(3, No), (5, No)]).verdict(), Verdict::DoesNotHold);
        assert_eq!(claim(&[(3, Unclear)]).sentence(), "not decided: 1,300 more trees");
        for (found, word) in [(Yes, "holds where decided"), (No, "does not hold where decided")] {
            assert_eq!(claim(&[(3, found), (5, Unclear)]).word(), word, "either way alike");
        }
        let mixed = claim(&[(3, Yes), (5, No), (7, Unclear)]);
        assert_eq!(mixed.word(), "holds in part");
        assert_eq!(
            mixed.sentence(),
            "holds in random (w = 5, d = 3); does not hold in random (w = 5, d = 5); \
             not decided in random (w = 5, d = 7): 1,300 more trees"
        );
        let in_part = claim(&[(3, Yes), (3, Unclear), (5, Yes)]).verdict();
        let place = |depth| format!("random (w = 5, d = {depth})");
        assert_eq!(in_part, Verdict::InPart { holds: place(5), fails: String::new(), unclear: place(3) });
        let never = Claim { not_measured: "no such machine", ..claim(&[]) };
        assert_eq!(never.judgement(), "not measured: no such machine");
    }

    #[test]
    fn digits_as_the_interval_deserves() {
        let shown = |value, interval| shown(&measure(value, interval));
        assert_eq!(shown(-9.87, (-12.3, -7.44)), "\u{2212}10 [\u{2212}12, \u{2212}7]");
        assert_eq!(shown(0.123, (-0.1, 0.2)), "0.12 [\u{2212}0.10, 0.20]");
        assert_eq!(shown(100.0, (100.0, 100.0)), "100");
        assert_eq!(shown(-0.01, (-3.0, 3.0)), "0 [\u{2212}3, 3]");
    }

    #[test]
    fn counts_have_two_digits() {
        assert_eq!([7, 42, 1201, 98_765].map(rounded), ["7", "42", "1,300", "99,000"]);
    }
}
