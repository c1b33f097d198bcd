//! Where a number goes on an axis, and which numbers are written beside it.

use super::scale::{Axis, Scale};

impl Scale {
    /// A number on an even ruler.
    pub(super) fn even(self, x: f64) -> f64 {
        match self {
            Scale::Linear => x,
            Scale::Log => x.max(1e-12).log10(),
            Scale::BothWays => x.signum() * x.abs().ln_1p(),
        }
    }
}

/// The part of an axis that is shown.
#[derive(Clone, Debug)]
pub(super) struct Range {
    scale: Scale,
    low: f64,
    high: f64,
    pub(super) ticks: Vec<f64>,
}

impl Range {
    /// Room for all of these numbers; `room` is the share added at both ends.
    pub(super) fn of(axis: &Axis, numbers: impl Iterator<Item = f64>, room: f64, from_zero: bool) -> Range {
        let numbers = numbers.chain(axis.ticks.iter().chain(&axis.room_for).copied()).filter(|x| x.is_finite());
        let numbers: Vec<f64> = numbers.filter(|&x| axis.scale != Scale::Log || x > 0.0).collect();
        let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = if least <= most { (least, most) } else { (1.0, 10.0) };
        let zero = from_zero && axis.scale == Scale::Linear && least >= 0.0;
        let (low, high) = (if zero { 0.0 } else { axis.scale.even(least) }, axis.scale.even(most));
        let span = if high - low > 1e-9 { high - low } else { 1.0 };
        let (low, high) = (if zero { 0.0 } else { low - room * span }, high + room * span);
        let mut range = Range { scale: axis.scale, low, high, ticks: axis.ticks.clone() };
        if range.ticks.is_empty() {
            range.ticks = range.choose();
            // Whole numbers have no marks between them.
            let whole = |x: &f64| x.fract().abs() < 1e-9;
            if numbers.iter().all(whole) && range.ticks.iter().filter(|x| whole(x)).count() > 1 {
                range.ticks.retain(whole);
            }
        }
        range
    }

    /// Where a number is, from 0 to 1.
    pub(super) fn share(&self, x: f64) -> f64 {
        (self.scale.even(x) - self.low) / (self.high - self.low)
    }

    fn choose(&self) -> Vec<f64> {
        let inside = |x: &f64| (-1e-9..=1.0 + 1e-9).contains(&self.share(*x));
        match self.scale {
            Scale::Linear => even_steps(self.low, self.high),
            Scale::Log => {
                let decades = self.low.floor() as i32..=self.high.ceil() as i32;
                let round = |steps: &'static [f64]| -> Vec<f64> {
                    let ticks = decades.clone().flat_map(|k| steps.iter().map(move |m| m * 10_f64.powi(k)));
                    ticks.filter(inside).collect()
                };
                let finer: [&[f64]; 3] = [&[1.0], &[1.0, 2.0, 5.0], &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0]];
                let enough = finer.into_iter().map(round).find(|ticks| ticks.len() >= 4);
                // Less than half a decade is close to linear.
                enough.unwrap_or_else(|| even_steps(10_f64.powf(self.low), 10_f64.powf(self.high)))
            }
            Scale::BothWays => {
                let sides = [-1000.0, -100.0, -10.0, -1.0, 0.0, 1.0, 10.0, 100.0, 1000.0];
                sides.into_iter().filter(inside).collect()
            }
        }
    }
}

/// Round numbers at equal distances, about six of them.
fn even_steps(low: f64, high: f64) -> Vec<f64> {
    let raw = (high - low) / 6.0;
    let power = 10_f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|step| *step >= raw).unwrap_or(raw);
    let first = (low / step - 1e-9).ceil() as i64;
    (first..first + 20).map(|k| k as f64 * step).take_while(|x| *x <= high + 1e-9 * step).collect()
}

/// A number as it stands beside an axis: short, with commas between thousands.
pub(super) fn written(x: f64) -> String {
    for (unit, name) in [(1e9, "billion"), (1e6, "million")] {
        if x.abs() >= unit && (x / unit).fract().abs() < 1e-9 {
            return format!("{} {name}", x / unit);
        }
    }
    if x != 0.0 && x.abs() < 10.0 && x.fract().abs() > 1e-9 {
        let digits = (1.0 - x.abs().log10().floor()).max(2.0) as usize;
        let text = format!("{x:.digits$}");
        return text.trim_end_matches('0').trim_end_matches('.').replace('-', "−");
    }
    let digits = format!("{:.0}", x.abs());
    let mut text = String::from(if x < -0.5 { "−" } else { "" });
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_choose_round_numbers() {
        let linear = Range::of(&Axis::new("", Scale::Linear), [0.0, 450.0].into_iter(), 0.05, true);
        assert_eq!(linear.ticks, [0.0, 100.0, 200.0, 300.0, 400.0]);
        let log = Range::of(&Axis::new("", Scale::Log), [120.0, 900.0].into_iter(), 0.05, true);
        assert_eq!(log.ticks, [150.0, 200.0, 300.0, 400.0, 500.0, 600.0, 800.0]);
        let plies = Range::of(&Axis::new("", Scale::Linear), [2.0, 3.0].into_iter(), 0.04, false);
        assert_eq!(plies.ticks, [2.0, 3.0]);
        let texts = [12345.0, -3.0, -0.25, 0.001, 2e7, 1e10].map(written);
        assert_eq!(texts, ["12,345", "−3", "−0.25", "0.001", "20 million", "10 billion"]);
    }
}
