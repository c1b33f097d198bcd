//! How likely it is that a node's value lies below a threshold.

/// The chance that the value of a node lies below a threshold, and the chance that it does not.
///
/// Both are carried, although they sum to 1, because at either end of the scale one of them is too small to be found
/// as a difference. The threshold itself is measured as log-odds of a leaf: at `t`, a leaf lies below with chance
/// 1 / (1 + e^-t). That is fine at both ends, and as leaves are independent only their ranks matter, not their
/// distribution.
#[derive(Clone, Copy)]
pub(super) struct Chance {
    /// The value is less than the threshold.
    pub below: f64,
    /// The value is at least the threshold.
    pub above: f64,
    /// How fast `below` grows with the log-odds.
    pub slope: f64,
}

impl Chance {
    /// The chances of a leaf.
    pub fn leaf(log_odds: f64) -> Chance {
        let below = 1.0 / (1.0 + (-log_odds).exp());
        let above = 1.0 / (1.0 + log_odds.exp());
        Chance { below, above, slope: below * above }
    }

    /// The chances of a node where the greatest of `width` such values counts.
    pub fn greatest(self, width: u32) -> Chance {
        let below = self.below.powi(width as i32);
        let above = -(f64::from(width) * (-self.above).ln_1p()).exp_m1();
        Chance { below, above, slope: self.all_but_one(width) * self.slope }
    }

    /// The chances of a node where the least of `width` such values counts.
    pub fn least(self, width: u32) -> Chance {
        let mirrored = Chance { below: self.above, above: self.below, slope: self.slope }.greatest(width);
        Chance { below: mirrored.above, above: mirrored.below, slope: mirrored.slope }
    }

    /// The chance that all siblings of a child lie below, summed over the children.
    pub fn all_but_one(self, width: u32) -> f64 {
        f64::from(width) * self.below.powi(width as i32 - 1)
    }

    /// The chance that all elder siblings of a child lie below, summed over the children; and how fast it grows.
    pub fn elders_below(self, width: u32) -> (f64, f64) {
        let (sum, derivative) = powers(self.below, width);
        (sum, derivative * self.slope)
    }

    /// The chance that no elder sibling of a child lies below, summed over the children; and how fast it falls.
    pub fn elders_above(self, width: u32) -> (f64, f64) {
        let (sum, derivative) = powers(self.above, width);
        (sum, derivative * self.slope)
    }
}

/// 1 + x + x^2 + .. up to `count` terms, and its derivative.
fn powers(x: f64, count: u32) -> (f64, f64) {
    (0..count).fold((0.0, 0.0), |(sum, derivative), _| (sum * x + 1.0, derivative * x + sum))
}
