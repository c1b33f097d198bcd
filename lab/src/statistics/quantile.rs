//! How far chance reaches: levels of intervals, and the quantiles that belong to them.

/// The chance that one of all verdicts of a report is wrong.
pub const JOINT_ERROR: f64 = 0.01;

/// How sure an interval is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The chance that the number lies beyond one given end.
    tail: f64,
}

impl Level {
    /// An interval by itself, 95 %.
    pub const SINGLE: Level = Level { tail: 0.025 };

    /// One of this number of intervals that are all to be right at once (Bonferroni): each may err with a share of
    /// [`JOINT_ERROR`].
    pub fn joint(count: usize) -> Level {
        Level { tail: JOINT_ERROR / count.max(1) as f64 / 2.0 }
    }

    /// The chance that the interval is right, in percent.
    pub fn percent(self) -> f64 {
        100.0 * (1.0 - 2.0 * self.tail)
    }

    /// By how many standard errors the interval reaches to each side.
    pub fn normal(self) -> f64 {
        quantile(self.tail, normal_tail)
    }

    /// The same where the standard error was estimated with this number of degrees of freedom.
    pub fn student(self, freedom: u64) -> f64 {
        const LARGE: u64 = 300;
        match freedom {
            0 => f64::INFINITY,
            1..LARGE => quantile(self.tail, |t| student_tail(t, freedom)),
            _ => {
                // Cornish and Fisher, right to six digits from here on.
                let (z, n) = (self.normal(), freedom as f64);
                let first = (z.powi(3) + z) / 4.0;
                let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
                z + first / n + second / n.powi(2)
            }
        }
    }
}

/// Where a falling function has this value, to the right of 1.
fn quantile(tail: f64, beyond: impl Fn(f64) -> f64) -> f64 {
    let mut high = 2.0;
    while beyond(high) > tail {
        high *= 2.0;
    }
    let mut low = 1.0;
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if beyond(middle) > tail { low = middle } else { high = middle }
    }
    high
}

/// The chance that a normal number exceeds x, for x of 1 and more: the continued fraction of Laplace.
fn normal_tail(x: f64) -> f64 {
    let fraction = (1..=300).rev().fold(x, |rest, k| x + f64::from(k) / rest);
    (-x * x / 2.0).exp() / (fraction * std::f64::consts::TAU.sqrt())
}

/// The chance that Student's t exceeds a number: the finite sums for whole degrees of freedom (Abramowitz and Stegun 26.7).
fn student_tail(t: f64, freedom: u64) -> f64 {
    let angle = (t / (freedom as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let odd = freedom % 2 == 1;
    let (mut term, mut sum) = if odd { (cosine, cosine) } else { (1.0, 1.0) };
    let mut k = if odd { 3 } else { 2 };
    while k < freedom {
        term *= cosine * cosine * (k - 1) as f64 / k as f64;
        sum += term;
        k += 2;
    }
    let inside = match (odd, freedom) {
        (true, 1) => angle / std::f64::consts::FRAC_PI_2,
        (true, _) => (angle + sine * sum) / std::f64::consts::FRAC_PI_2,
        (false, _) => sine * sum,
    };
    (1.0 - inside) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn student_as_in_the_tables() {
        let two_sided = [
            (1, 12.7062),
            (2, 4.3027),
            (10, 2.2281),
            (11, 2.2010),
            (20, 2.0860),
            (30, 2.0423),
            (199, 1.9720),
            (1000, 1.9623),
        ];
        for (freedom, t) in two_sided {
            let found = Level::SINGLE.student(freedom);
            assert!((found - t).abs() < 1e-4, "{freedom}: {found}");
        }
        // 0.0005 on each side.
        let strict = Level { tail: 0.0005 };
        for (freedom, t) in [(10, 4.587), (19, 3.883), (60, 3.460), (400, 3.315)] {
            assert!((strict.student(freedom) - t).abs() < 1e-3, "{freedom}: {}", strict.student(freedom));
        }
    }

    #[test]
    fn joint_levels_share_the_error() {
        assert!((Level::SINGLE.normal() - 1.959_964).abs() < 1e-6);
        assert!((Level { tail: 1e-6 }.normal() - 4.753_424).abs() < 1e-5);
        assert!((Level::joint(1).percent() - 99.0).abs() < 1e-9);
        assert!((Level::joint(100).percent() - 99.99).abs() < 1e-9);
        assert_eq!(Level::joint(0), Level::joint(1));
    }
}
