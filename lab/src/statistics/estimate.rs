//! Numbers with their 95 % intervals.

use super::{Sample, student_975, wilson};

/// A measured number and its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// A number known without error.
    pub fn exact(value: f64) -> Estimate {
        Estimate { value, low: value, high: value }
    }

    /// A number with a standard error, estimated from this number of trees; one tree says nothing.
    pub fn with_error(value: f64, standard_error: f64, trees: u64) -> Estimate {
        let half = if trees < 2 { f64::INFINITY } else { student_975(trees - 1) * standard_error };
        Estimate { value, low: value - half, high: value + half }
    }

    /// By how many percent the first numbers exceed the second, on average, on the same trees.
    pub fn excess(pairs: &[(f64, f64)]) -> Estimate {
        let n = pairs.len() as f64;
        let (first, second) = pairs.iter().fold((0.0, 0.0), |(a, b), pair| (a + pair.0 / n, b + pair.1 / n));
        let ratio = first / second;
        let residual: Sample = pairs.iter().map(|(a, b)| a - ratio * b).collect();
        let error = residual.standard_error() / second;
        Estimate::with_error(100.0 * (ratio - 1.0), 100.0 * error, pairs.len() as u64)
    }

    /// How often, in percent.
    pub fn share(hits: u64, trials: u64) -> Estimate {
        let (low, high) = wilson(hits, trials);
        Estimate { value: 100.0 * hits as f64 / trials.max(1) as f64, low: 100.0 * low, high: 100.0 * high }
    }

    /// The standard deviation in percent of the mean.
    pub fn spread(sample: &Sample) -> Estimate {
        let (n, spread) = (sample.count() as f64, sample.deviation() / sample.mean());
        let error = spread * (0.5 / n + spread * spread / n).sqrt();
        Estimate::with_error(100.0 * spread, 100.0 * error, sample.count())
    }

    /// A ratio of positive numbers whose errors, relative to them, are given.
    pub fn ratio(first: (f64, f64), second: (f64, f64)) -> Estimate {
        let value = first.0 / second.0;
        let stretch = (1.96 * first.1.hypot(second.1)).exp();
        Estimate { value, low: value / stretch, high: value * stretch }
    }

    /// Is it so, given that the number ought to lie below a limit?
    pub fn below(&self, limit: f64) -> Found {
        match (self.high < limit, self.low >= limit) {
            (true, _) => Found::Yes,
            (_, true) => Found::No,
            _ => Found::Unclear,
        }
    }

    /// Is it so, given that the number ought to lie above a limit?
    pub fn above(&self, limit: f64) -> Found {
        match (self.low > limit, self.high <= limit) {
            (true, _) => Found::Yes,
            (_, true) => Found::No,
            _ => Found::Unclear,
        }
    }

    /// Is it so, given that the number ought to lie in a range? Yes if it does, no if the whole interval lies outside.
    pub fn within(&self, low: f64, high: f64) -> Found {
        if !(self.low.is_finite() && self.high.is_finite()) {
            Found::Unclear
        } else if (low..=high).contains(&self.value) {
            Found::Yes
        } else if self.high < low || self.low > high {
            Found::No
        } else {
            Found::Unclear
        }
    }
}

/// Whether a claim holds in one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// The interval reaches to both sides: more trees would tell.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excess_by_hand() {
        let estimate = Estimate::excess(&[(11.0, 10.0), (22.0, 20.0), (33.0, 30.0)]);
        assert!((estimate.value - 10.0).abs() < 1e-9 && (estimate.high - estimate.low).abs() < 1e-6);
        let estimate = Estimate::excess(&[(9.0, 10.0), (13.0, 10.0)]);
        assert!((estimate.value - 10.0).abs() < 1e-9);
        // Residuals -2 and 2: deviation sqrt 8, error 2, a fifth of the mean; t with one degree of freedom.
        assert!((estimate.high - (10.0 + 12.7062 * 20.0)).abs() < 1e-6, "{estimate:?}");
    }

    #[test]
    fn intervals_decide() {
        let estimate = Estimate { value: 5.0, low: 2.0, high: 8.0 };
        assert_eq!([1.0, 5.0, 9.0].map(|limit| estimate.below(limit)), [Found::No, Found::Unclear, Found::Yes]);
        assert_eq!([1.0, 5.0, 9.0].map(|limit| estimate.above(limit)), [Found::Yes, Found::Unclear, Found::No]);
        assert_eq!(estimate.within(4.0, 6.0), Found::Yes);
        assert_eq!(estimate.within(7.0, 9.0), Found::Unclear);
        assert_eq!(estimate.within(9.0, 10.0), Found::No);
        assert_eq!(Estimate::with_error(5.0, 0.0, 1).within(4.0, 6.0), Found::Unclear);
    }
}
