//! From a guess at the value of the root to the value, by tests.

use provebest_game::{Score, Window};

/// Tests of the root: the first one with a guess, the next ones ever further from it, as long as the answers lead that way, but no further
/// than into the middle of what is left.
///
/// What is resolved for one test is for most others nearby, because its bounds are kept: the last tests
/// before the value cost next to nothing.
///
/// MTD(step) of Plaat, Schaeffer, Pijls and de Bruin 1996, with steps that double.
pub(super) struct Guess {
    value: Score,
    step: u32,
}

impl Guess {
    pub(super) fn new(value: Score) -> Guess {
        Guess { value, step: 0 }
    }

    /// The next test of a value that is known to be within these bounds, `lower < upper`: is it so much, or less?
    pub(super) fn next(&mut self, lower: Score, upper: Score) -> Window {
        let half = upper.0.abs_diff(lower.0).div_ceil(2).min(i32::MAX as u32);
        let step = self.step.clamp(1, half) as i32;
        self.step = self.step.saturating_mul(2).max(1);
        let beta = if lower >= self.value {
            self.value = lower;
            lower + step
        } else if upper <= self.value {
            self.value = upper;
            upper + 1 - step
        } else {
            self.value
        };
        Window::null(beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many tests it takes to a value, each answered with the bound itself.
    fn count(value: i32, guess: i32) -> u32 {
        let (mut lower, mut upper, mut guess) = (Score::WORST, Score::INFINITY, Guess::new(Score(guess)));
        for count in 0.. {
            if lower == upper {
                assert_eq!(lower, Score(value));
                return count;
            }
            let test = guess.next(lower, upper);
            assert!(test.is_null() && lower <= test.alpha && test.beta <= upper, "{test:?} in {lower} to {upper}");
            if Score(value) >= test.beta { lower = test.beta } else { upper = test.alpha }
        }
        unreachable!("it ends")
    }

    #[test]
    fn every_value_is_found_from_every_guess() {
        assert_eq!((count(7, 7), count(6, 7), count(8, 7)), (2, 2, 4));
        let ends = [Score::WORST.0 + 1, -70_000, -1, 0, 1, 12, 4_000, Score::INFINITY.0];
        for value in ends {
            for guess in ends {
                assert!(count(value, guess) <= 70, "{value} from {guess}");
            }
        }
    }
}
