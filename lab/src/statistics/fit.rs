//! Least squares with two factors.

use super::{Estimate, Level};

/// Two factors, fitted so that factor x number, summed over both, comes near 1 in every row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The factors.
    pub factors: [f64; 2],
    /// Their standard errors. Rows of one group may err together: each group counts as one draw.
    pub errors: [f64; 2],
    /// The root of the mean square of what is left.
    pub residual: f64,
    /// How many rows.
    pub rows: usize,
    /// How many groups.
    pub groups: usize,
}

impl Fit {
    /// Fits rows of two numbers each, with the number of the group they belong to. Nothing if they do not tell the factors
    /// apart.
    pub fn to_one(rows: &[([f64; 2], usize)]) -> Option<Fit> {
        let sum = |term: &dyn Fn(&[f64; 2]) -> f64| rows.iter().map(|(x, _)| term(x)).sum::<f64>();
        let (aa, ab, bb) = (sum(&|x| x[0] * x[0]), sum(&|x| x[0] * x[1]), sum(&|x| x[1] * x[1]));
        let (a, b) = (sum(&|x| x[0]), sum(&|x| x[1]));
        let determinant = aa * bb - ab * ab;
        if rows.len() < 3 || determinant <= 1e-12 * aa * bb {
            return None;
        }
        let solve = |u: f64, v: f64| [(bb * u - ab * v) / determinant, (aa * v - ab * u) / determinant];
        let factors = solve(a, b);
        let left = |x: &[f64; 2]| 1.0 - factors[0] * x[0] - factors[1] * x[1];
        // The sandwich of Huber and White, with groups (Liang and Zeger 1986).
        let groups = rows.iter().map(|(_, group)| group + 1).max().unwrap_or(0);
        let mut scores = vec![[0.0; 2]; groups];
        for (x, group) in rows {
            let score = &mut scores[*group];
            *score = [score[0] + left(x) * x[0], score[1] + left(x) * x[1]];
        }
        let seen: Vec<_> = scores.iter().filter(|score| **score != [0.0; 2]).collect();
        let small = seen.len() as f64 / (seen.len() as f64 - 1.0).max(1.0);
        let mut variance = [0.0; 2];
        for score in &seen {
            let moved = solve(score[0], score[1]);
            variance = [variance[0] + moved[0] * moved[0], variance[1] + moved[1] * moved[1]];
        }
        Some(Fit {
            factors,
            errors: variance.map(|v| (small * v).sqrt()),
            residual: (sum(&|x| left(x).powi(2)) / rows.len() as f64).sqrt(),
            rows: rows.len(),
            groups,
        })
    }

    /// A factor with its error. Each group counts as one tree.
    pub fn factor(&self, number: usize) -> Estimate {
        Estimate::with_error(self.factors[number], self.errors[number], self.groups as u64)
    }

    /// The 95 % interval of a factor.
    pub fn interval(&self, number: usize) -> (f64, f64) {
        self.factor(number).interval(Level::SINGLE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_by_hand() {
        // 2 a + 3 b = 1 throughout, exactly.
        let rows = (0..10).map(|i| ([f64::from(i) / 20.0, (1.0 - f64::from(i) / 10.0) / 3.0], i as usize));
        let fit = Fit::to_one(&rows.collect::<Vec<_>>()).unwrap();
        assert!((fit.factors[0] - 2.0).abs() < 1e-9 && (fit.factors[1] - 3.0).abs() < 1e-9, "{fit:?}");
        assert!(fit.residual < 1e-9 && fit.errors.iter().all(|error| *error < 1e-9), "{fit:?}");
        assert_eq!(Fit::to_one(&[([1.0, 2.0], 0); 5]), None, "one direction tells nothing about two factors");
    }

    #[test]
    fn rows_that_err_together_count_once() {
        let rows = |copies: usize| -> Vec<([f64; 2], usize)> {
            let row = |i: usize| {
                let noise = 1.0 + 0.1 * ((i * 37 % 11) as f64 - 5.0) / 5.0;
                ([i as f64 / 30.0 * noise, (30 - i) as f64 / 30.0 * noise], i)
            };
            (0..30).flat_map(|i| std::iter::repeat_n(row(i), copies)).collect()
        };
        let (once, often) = (Fit::to_one(&rows(1)).unwrap(), Fit::to_one(&rows(7)).unwrap());
        assert!((once.errors[0] - often.errors[0]).abs() < 1e-9 && once.errors[0] > 0.0, "{once:?} {often:?}");
    }
}
