//! Means, spreads and intervals.

mod estimate;
mod fit;
mod quantile;

pub use estimate::{Allowed, Estimate, FEWEST, Found};
pub use fit::Fit;
pub use quantile::{JOINT_ERROR, Level};

/// A sample of numbers, summed up as it comes (Welford 1962), so that no list has to be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    count: u64,
    mean: f64,
    squares: f64,
    least: f64,
    most: f64,
}

impl Sample {
    /// One more number.
    pub fn add(&mut self, x: f64) {
        if self.count == 0 {
            *self = Sample { count: 1, mean: x, squares: 0.0, least: x, most: x };
            return;
        }
        self.count += 1;
        // The same again is no difference, even if it is infinite.
        let before = if x == self.mean { 0.0 } else { x - self.mean };
        self.mean += before / self.count as f64;
        if before != 0.0 {
            self.squares += before * (x - self.mean);
        }
        (self.least, self.most) = (self.least.min(x), self.most.max(x));
    }

    /// How many numbers.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 of an empty sample.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation with n - 1 below; 0 of fewer than two numbers.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 { 0.0 } else { (self.squares / (self.count - 1) as f64).sqrt() }
    }

    /// The least and the most of them; 0 and 0 of an empty sample.
    pub fn range(&self) -> (f64, f64) {
        (self.least, self.most)
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.deviation() / (self.count as f64).sqrt() }
    }

    /// Half the width of the 95 % interval of the mean, by Student's t.
    pub fn half_interval(&self) -> f64 {
        if self.count < 2 { 0.0 } else { Level::SINGLE.student(self.count - 1) * self.standard_error() }
    }

    /// The 95 % interval of the mean.
    pub fn interval(&self) -> (f64, f64) {
        (self.mean - self.half_interval(), self.mean + self.half_interval())
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Sample {
        let mut sample = Sample::default();
        numbers.into_iter().for_each(|x| sample.add(x));
        sample
    }
}

/// The interval of a proportion after Wilson (1927): honest near 0 and 1 and for few trials.
pub fn wilson(hits: f64, trials: u64, level: Level) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (z, n) = (level.normal(), trials as f64);
    let p = hits / n;
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_intervals_by_hand() {
        let sample: Sample = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
        assert_eq!(sample.count(), 8);
        assert!((sample.mean() - 5.0).abs() < 1e-12);
        assert_eq!(sample.range(), (2.0, 9.0));
        assert!((sample.deviation() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!((sample.half_interval() - 2.3646 * sample.deviation() / 8.0_f64.sqrt()).abs() < 1e-3);
    }

    #[test]
    fn wilson_is_honest_at_the_ends() {
        let (low, high) = wilson(0.0, 10, Level::SINGLE);
        assert!(low == 0.0 && (high - 0.2775).abs() < 1e-3, "{high}");
        let (low, high) = wilson(50.0, 100, Level::SINGLE);
        assert!((low - 0.4038).abs() < 1e-3 && (high - 0.5962).abs() < 1e-3);
    }
}
