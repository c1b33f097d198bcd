//! Measured numbers, and what they say about a range.

use super::quantile::Level;
use super::{Sample, wilson};

/// With fewer trees there is no verdict.
pub const FEWEST: u64 = 20;

/// A measured number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// From how many trees it was estimated.
    pub trees: u64,
    law: Law,
}

/// How chance enters.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Law {
    /// It does not: a fact about these very trees.
    Fact,
    /// A number with a standard error.
    Mean { error: f64 },
    /// So many of the trees, in percent.
    Share { hits: f64 },
}

/// What a claim allows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Allowed {
    /// Less than this.
    Below(f64),
    /// More than this.
    Above(f64),
    /// From here to there.
    Between(f64, f64),
    /// This and nothing else: for facts.
    Only(f64),
}

/// Whether a claim holds in one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// The interval reaches to both sides, or there are too few trees.
    Unclear,
}

impl Found {
    /// Yes or no, if it is clear.
    pub fn holds(self) -> Option<bool> {
        match self {
            Found::Yes => Some(true),
            Found::No => Some(false),
            Found::Unclear => None,
        }
    }
}

impl Allowed {
    /// The ends of the range; infinite where there is none.
    pub fn ends(self) -> (f64, f64) {
        match self {
            Allowed::Below(high) => (f64::NEG_INFINITY, high),
            Allowed::Above(low) => (low, f64::INFINITY),
            Allowed::Between(low, high) => (low, high),
            Allowed::Only(value) => (value, value),
        }
    }

    /// Is the whole interval inside, or the whole interval outside? The edge of a side is outside, that of a range inside.
    fn judge(self, low: f64, high: f64) -> Found {
        let (inside, outside) = match self {
            Allowed::Below(limit) => (high < limit, low >= limit),
            Allowed::Above(limit) => (low > limit, high <= limit),
            Allowed::Between(from, to) => (from <= low && high <= to, high < from || low > to),
            Allowed::Only(value) => (low == value && high == value, low > value || high < value),
        };
        match (inside, outside) {
            (true, _) => Found::Yes,
            (_, true) => Found::No,
            _ => Found::Unclear,
        }
    }
}

impl Estimate {
    /// A fact about this number of trees, without chance.
    pub fn fact(value: f64, trees: u64) -> Estimate {
        Estimate { value, trees, law: Law::Fact }
    }

    /// A number with a standard error, estimated from this number of trees.
    pub fn with_error(value: f64, error: f64, trees: u64) -> Estimate {
        Estimate { value, trees, law: Law::Mean { error } }
    }

    /// The mean of a sample, times a factor.
    pub fn mean(sample: &Sample, factor: f64) -> Estimate {
        Estimate::with_error(factor * sample.mean(), factor.abs() * sample.standard_error(), sample.count())
    }

    /// The first numbers over the second, each summed up over the same trees.
    pub fn quotient(pairs: &[(f64, f64)]) -> Estimate {
        let n = pairs.len() as f64;
        let (first, second) = pairs.iter().fold((0.0, 0.0), |(a, b), pair| (a + pair.0 / n, b + pair.1 / n));
        let ratio = first / second;
        let residual: Sample = pairs.iter().map(|(a, b)| a - ratio * b).collect();
        Estimate::with_error(ratio, residual.standard_error() / second, pairs.len() as u64)
    }

    /// By how many percent the first numbers exceed the second, on average, on the same trees.
    pub fn excess(pairs: &[(f64, f64)]) -> Estimate {
        Estimate::quotient(pairs).scaled(100.0).shifted(-100.0)
    }

    /// How often, in percent; a half counts as a half.
    pub fn share(hits: f64, trials: u64) -> Estimate {
        Estimate { value: 100.0 * hits / trials.max(1) as f64, trees: trials, law: Law::Share { hits } }
    }

    /// The standard deviation in percent of the mean. Its error follows from the fourth moment, since counts of leaves have
    /// long tails.
    pub fn spread(numbers: &[f64]) -> Estimate {
        let n = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / n;
        let moment = |power: i32| numbers.iter().map(|x| (x / mean - 1.0).powi(power)).sum::<f64>() / n;
        let (second, third, fourth) = (moment(2), moment(3), moment(4));
        let spread = second.sqrt();
        // The delta method for deviation / mean.
        let variance = (fourth - second * second) / (4.0 * second) - third + second * second;
        Estimate::with_error(100.0 * spread, 100.0 * (variance.max(0.0) / n).sqrt(), numbers.len() as u64)
    }

    /// A ratio of independent positive numbers.
    pub fn ratio(first: Estimate, second: Estimate) -> Estimate {
        let value = first.value / second.value;
        let error = value * (first.error() / first.value).hypot(second.error() / second.value);
        Estimate::with_error(value, error, first.trees.min(second.trees))
    }

    /// The number through a function with this derivative at it.
    pub fn through(self, function: impl Fn(f64) -> f64, slope: f64) -> Estimate {
        Estimate::with_error(function(self.value), slope.abs() * self.error(), self.trees)
    }

    /// The same in another unit.
    pub fn scaled(self, factor: f64) -> Estimate {
        Estimate::with_error(factor * self.value, factor.abs() * self.error(), self.trees)
    }

    /// The same from another zero.
    pub fn shifted(self, by: f64) -> Estimate {
        Estimate { value: self.value + by, ..self }
    }

    /// The standard error.
    pub fn error(&self) -> f64 {
        match self.law {
            Law::Fact => 0.0,
            Law::Mean { error } => error,
            Law::Share { .. } => {
                let share = self.value / 100.0;
                100.0 * (share * (1.0 - share) / self.trees.max(1) as f64).sqrt()
            }
        }
    }

    /// Is it a fact, without chance?
    pub fn is_fact(&self) -> bool {
        self.law == Law::Fact
    }

    /// The interval at a level. One tree says nothing.
    pub fn interval(&self, level: Level) -> (f64, f64) {
        match self.law {
            Law::Fact => (self.value, self.value),
            Law::Mean { error } => {
                let half = if self.trees < 2 { f64::INFINITY } else { level.student(self.trees - 1) * error };
                (self.value - half, self.value + half)
            }
            Law::Share { hits } => {
                let (low, high) = wilson(hits, self.trees, level);
                (100.0 * low, 100.0 * high)
            }
        }
    }

    /// Can there be a verdict? Not from fewer than [`FEWEST`] trees, and not from trees that are all the same.
    pub fn can_be_judged(&self) -> bool {
        let varies = !matches!(self.law, Law::Mean { error } if error == 0.0 || !error.is_finite());
        self.trees >= FEWEST && varies && self.value.is_finite()
    }

    /// Yes if the whole interval lies inside what is allowed, no if the whole of it lies outside. Of what has to be so on every
    /// tree, one exception is enough, however few trees there are.
    pub fn judge(&self, allowed: Allowed, level: Level) -> Found {
        let (low, high) = self.interval(level);
        match allowed.judge(low, high) {
            Found::No if self.is_fact() && matches!(allowed, Allowed::Only(_)) => Found::No,
            found if self.can_be_judged() => found,
            _ => Found::Unclear,
        }
    }

    /// How many trees more it would take until the interval ends at the nearest edge of what is allowed; nothing if no number
    /// helps, because the trees are all the same or the number lies on the edge.
    pub fn more_trees(&self, allowed: Allowed, level: Level) -> Option<u64> {
        if !self.can_be_judged() {
            return FEWEST.checked_sub(self.trees).filter(|&more| more > 0);
        }
        let (low, high) = self.interval(level);
        let (from, to) = allowed.ends();
        let near = if (self.value - from).abs() < (self.value - to).abs() { from } else { to };
        let (distance, half) =
            ((self.value - near).abs(), if near < self.value { self.value - low } else { high - self.value });
        let times = (half / distance).powi(2);
        (times.is_finite() && times < 1e4).then(|| (self.trees as f64 * (times - 1.0)).ceil().max(1.0) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(value: f64, error: f64, trees: u64) -> Estimate {
        Estimate::with_error(value, error, trees)
    }

    #[test]
    fn excess_by_hand() {
        let interval = |pairs: &[(f64, f64)]| Estimate::excess(pairs).interval(Level::SINGLE);
        let (low, high) = interval(&[(11.0, 10.0), (22.0, 20.0), (33.0, 30.0)]);
        assert!((low - 10.0).abs() < 1e-6 && (high - 10.0).abs() < 1e-6);
        // Residuals -2 and 2: deviation sqrt 8, error 2, a fifth of the mean; t with one degree of freedom.
        let (_, high) = interval(&[(9.0, 10.0), (13.0, 10.0)]);
        assert!((high - (10.0 + 12.7062 * 20.0)).abs() < 1e-2, "{high}");
    }

    #[test]
    fn the_whole_interval_decides_either_way() {
        use Allowed::*;
        use Found::*;
        // [2.8, 7.2] at 95 %.
        let estimate = mean(5.0, 1.1, 1000);
        let judge = |allowed| estimate.judge(allowed, Level::SINGLE);
        assert_eq!([1.0, 5.0, 9.0].map(|limit| judge(Below(limit))), [No, Unclear, Yes]);
        assert_eq!([1.0, 5.0, 9.0].map(|limit| judge(Above(limit))), [Yes, Unclear, No]);
        assert_eq!(judge(Between(2.0, 8.0)), Yes);
        assert_eq!(judge(Between(4.0, 6.0)), Unclear, "the number alone is not enough");
        assert_eq!(judge(Between(7.0, 9.0)), Unclear);
        assert_eq!(judge(Between(8.0, 9.0)), No);
        assert_eq!(estimate.judge(Between(2.0, 8.0), Level::joint(1000)), Unclear, "among many the interval is wider");
    }

    #[test]
    fn few_trees_and_equal_trees_give_no_verdict() {
        assert_eq!(mean(5.0, 0.1, 19).judge(Allowed::Above(0.0), Level::SINGLE), Found::Unclear);
        assert_eq!(mean(5.0, 0.1, 20).judge(Allowed::Above(0.0), Level::SINGLE), Found::Yes);
        assert_eq!(mean(5.0, 0.0, 1000).judge(Allowed::Above(0.0), Level::SINGLE), Found::Unclear);
        assert_eq!(Estimate::fact(5.0, 20).judge(Allowed::Only(5.0), Level::SINGLE), Found::Yes);
        assert_eq!(Estimate::fact(5.0, 19).judge(Allowed::Only(5.0), Level::SINGLE), Found::Unclear);
        assert_eq!(
            Estimate::fact(5.0, 2).judge(Allowed::Only(6.0), Level::SINGLE),
            Found::No,
            "one exception is enough"
        );
        assert_eq!(Estimate::share(0.0, 1000).judge(Allowed::Below(5.0), Level::SINGLE), Found::Yes);
    }

    #[test]
    fn what_is_missing_is_estimated() {
        // The half interval is 2.2, the edge 1.1 away: four times the trees.
        let estimate = mean(5.0, 1.1, 10_000);
        let more = estimate.more_trees(Allowed::Above(3.9), Level::SINGLE).unwrap();
        assert!((28_000..32_000).contains(&more), "{more}");
        assert_eq!(mean(5.0, 1.1, 3).more_trees(Allowed::Above(3.9), Level::SINGLE), Some(17));
        assert_eq!(mean(5.0, 0.0, 30).more_trees(Allowed::Above(5.0), Level::SINGLE), None);
        assert_eq!(mean(5.0, 1.0, 30).more_trees(Allowed::Above(5.0), Level::SINGLE), None);
    }

    #[test]
    fn the_error_of_a_spread() {
        // Normal numbers: the relative error of a deviation is about 1 / sqrt(2 n) for small spreads.
        let numbers: Vec<f64> = (0..4000).map(|i| 1000.0 + f64::from((i * 7919) % 2003) / 10.0).collect();
        let spread = Estimate::spread(&numbers);
        // Even numbers between 1000 and 1200: deviation 200 / sqrt 12, mean 1100.
        assert!((spread.value - 100.0 * 57.8 / 1100.0).abs() < 0.05, "{spread:?}");
        assert!(spread.error() > 0.02 && spread.error() < 0.05, "{spread:?}");
    }
}
