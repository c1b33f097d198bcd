//! What results mean: a score, a difference in strength with its error, and a test that ends as soon as it can.

/// Results of games, and of pairs of games from the same opening with colours reversed, in the view of one contestant.
///
/// ```
/// use provebest::contest::Tally;
/// let tally = Tally { wins: 60, losses: 40, ..Tally::default() };
/// let (elo, error) = tally.elo().unwrap();
/// assert_eq!((tally.score(), elo.round(), error.round()), (Some(0.6), 70.0, 70.0));
/// assert!(tally.superiority().unwrap() > 0.95);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won,
    pub wins: u64,
    /// drawn,
    pub draws: u64,
    /// and lost.
    pub losses: u64,
    /// Pairs by their half points, from 0 to 4. What happens in both games of an opening is no chance, so pairs vary less
    /// than games on their own.
    pub pairs: [u64; 5],
}

/// What is added to a count of nothing, so that what has not been seen is not impossible.
const UNSEEN: f64 = 1e-3;

/// The same for an error, which is told in numbers: results that have not been seen yet are as likely as one in two games
/// (Krichevsky and Trofimov 1981). Otherwise a few games that end alike would have no error at all.
const DOUBT: f64 = 0.5;

/// Fewer games have no error that is worth telling.
const FEW: u64 = 10;

/// The score that this difference leads to.
///
/// ```
/// assert!((provebest::contest::expected(100.0) - 0.64).abs() < 0.001);
/// ```
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference that leads to this score, infinite at 0 and 1.
///
/// ```
/// assert_eq!(provebest::contest::elo(0.75).round(), 191.0);
/// ```
pub fn elo(score: f64) -> f64 {
    // Adding nothing turns a negative zero into the usual one.
    400.0 * -(1.0 / score - 1.0).log10() + 0.0
}

impl Tally {
    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, if a game was played.
    pub fn score(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// Adds a result in half points: 2 for a win.
    pub fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The standard error of the score: by pairs if there are two or more, otherwise by games.
    fn error(&self) -> f64 {
        let pairs = self.pairs.iter().sum::<u64>();
        let (counts, all) = match pairs {
            0 | 1 => (&[self.losses, self.draws, self.wins][..], self.games()),
            _ => (&self.pairs[..], pairs),
        };
        (Shares::with(counts, DOUBT).variance() / all.max(1) as f64).sqrt()
    }

    /// The difference in strength, and half the width of its 95 % interval. Infinite if all games were won, or all lost.
    pub fn elo(&self) -> Option<(f64, f64)> {
        let score = self.score()?;
        if self.games() < FEW {
            return Some((elo(score), f64::INFINITY));
        }
        let reach = 1.959_964 * self.error();
        let (low, high) = ((score - reach).max(0.0), (score + reach).min(1.0));
        Some((elo(score), (elo(high) - elo(low)) / 2.0))
    }

    /// How likely it is that this contestant is the stronger one.
    pub fn superiority(&self) -> Option<f64> {
        Some(normal((self.score()? - 0.5) / self.error()))
    }
}

/// How often each result was seen, from none of the points to all of them.
struct Shares {
    all: f64,
    /// Points and share.
    each: Vec<(f64, f64)>,
}

impl Shares {
    fn new(counts: &[u64]) -> Shares {
        Shares::of(counts, |&count| if count == 0 { UNSEEN } else { count as f64 })
    }

    /// With this much added to every count.
    fn with(counts: &[u64], more: f64) -> Shares {
        Shares::of(counts, |&count| count as f64 + more)
    }

    fn of(counts: &[u64], seen: impl Fn(&u64) -> f64) -> Shares {
        let all: f64 = counts.iter().map(&seen).sum();
        let last = (counts.len() - 1) as f64;
        let each = counts.iter().enumerate().map(|(place, count)| (place as f64 / last, seen(count) / all)).collect();
        Shares { all, each }
    }

    fn mean(&self) -> f64 {
        self.each.iter().map(|(points, share)| points * share).sum()
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.each.iter().map(|(points, share)| share * (points - mean).powi(2)).sum()
    }

    /// Of all distributions with this mean the one under which the results are most likely: share / (1 + x (points - mean)),
    /// with the x that makes it one.
    fn likeliest(&self, mean: f64) -> Vec<f64> {
        let excess = |x: f64| -> f64 {
            self.each.iter().map(|(points, share)| share * (points - mean) / (1.0 + x * (points - mean))).sum()
        };
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..200 {
            let x = (low + high) / 2.0;
            // It falls from plus to minus infinity.
            if excess(x) > 0.0 {
                low = x;
            } else {
                high = x;
            }
        }
        let x = (low + high) / 2.0;
        self.each.iter().map(|(points, share)| share / (1.0 + x * (points - mean))).collect()
    }
}

/// The integral of the normal distribution up to here, to seven digits (Abramowitz and Stegun 7.1.26).
fn normal(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let tail = series.iter().rev().fold(0.0, |sum, a| (sum + a) * t) * (-x * x).exp() / 2.0;
    if z < 0.0 { tail } else { 1.0 - tail }
}

/// Wald's sequential test (1945): is the difference `elo0` or less, or `elo1` or more? With the generalised likelihood
/// ratio, because the share of draws is unknown.
///
/// ```
/// use provebest::contest::{Sprt, SprtVerdict, Tally};
/// let test: Sprt = "0,50".parse()?;
/// assert_eq!(test.verdict(&Tally::default()), SprtVerdict::Undecided);
/// assert_eq!(test.verdict(&Tally { wins: 80, pairs: [0, 0, 0, 0, 40], ..Tally::default() }), SprtVerdict::H1);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference to be told from
    pub elo0: f64,
    /// this larger one.
    pub elo1: f64,
    /// How often it may say `elo1` though it is `elo0`,
    pub alpha: f64,
    /// and the other way round.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// The difference is the smaller one.
    H0,
    /// The difference is the larger one.
    H1,
    /// More games are needed.
    Undecided,
}

impl Sprt {
    /// Below the first, `elo0` holds; above the second, `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio, by pairs.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        if tally.pairs == [0; 5] {
            return 0.0;
        }
        let shares = Shares::new(&tally.pairs);
        let [first, second] = [self.elo0, self.elo1].map(|elo| shares.likeliest(expected(elo)));
        let each = shares.each.iter().zip(first.iter().zip(&second));
        shares.all * each.map(|((_, share), (first, second))| share * (second / first).ln()).sum::<f64>()
    }

    /// What the results so far say.
    pub fn verdict(&self, tally: &Tally) -> SprtVerdict {
        let (low, high) = self.bounds();
        match self.ratio(tally) {
            ratio if ratio >= high => SprtVerdict::H1,
            ratio if ratio <= low => SprtVerdict::H0,
            _ => SprtVerdict::Undecided,
        }
    }
}

impl std::str::FromStr for Sprt {
    type Err = String;

    /// `0,5` or `0,5,0.05,0.05`.
    fn from_str(text: &str) -> Result<Sprt, String> {
        let right = "expected elo0,elo1 or elo0,elo1,alpha,beta, such as 0,5 or 0,5,0.05,0.05";
        let wrong = |why: &str| format!("{why}: {right}");
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse::<f64>()).collect();
        let sprt = match numbers.as_deref() {
            Ok(&[elo0, elo1]) => Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 },
            Ok(&[elo0, elo1, alpha, beta]) => Sprt { elo0, elo1, alpha, beta },
            Ok(_) => return Err(wrong("neither two numbers nor four")),
            Err(_) => return Err(wrong("not numbers")),
        };
        let Sprt { elo0, elo1, alpha, beta } = sprt;
        if !(elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0) {
            return Err(wrong("elo0 has to be less than elo1, and both within 1000"));
        }
        if [alpha, beta].iter().any(|error| !(*error > 0.0 && *error < 0.5)) {
            return Err(wrong("alpha and beta have to be above 0 and below 0.5"));
        }
        Ok(sprt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u64, losses: u64, draws: u64, pairs: [u64; 5]) -> Tally {
        Tally { wins, draws, losses, pairs }
    }

    #[test]
    fn elo_and_score_are_one() {
        assert_eq!(elo(0.5), 0.0);
        assert!((elo(0.75) - 190.85).abs() < 0.01);
        assert!((expected(100.0) - 0.640_065).abs() < 1e-6);
        assert!((elo(expected(-37.5)) + 37.5).abs() < 1e-9);
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn the_normal_distribution() {
        for (z, value) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.959_964, 0.025), (3.0, 0.998_650_1)] {
            assert!((normal(z) - value).abs() < 1e-6, "{z}: {}", normal(z));
        }
    }

    /// What the test site of Stockfish printed for these (pull requests 2951, 2598, 3209 and 2493), with bounds in Elo.
    #[test]
    fn ratios_that_were_published() {
        for (elo0, elo1, pairs, ratio) in [
            (-0.5, 1.5, [59, 754, 2467, 865, 75], 2.95),
            (0.25, 1.75, [33, 1185, 8378, 1302, 50], 2.95),
            (-1.5, 0.5, [444, 5546, 17841, 5604, 428], 2.63),
            (-0.25, 1.25, [253, 4282, 17604, 4431, 286], 2.94),
        ] {
            let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
            let found = sprt.ratio(&Tally { pairs, ..Tally::default() });
            assert!((found - ratio).abs() < 0.01, "{pairs:?}: {found} and not {ratio}");
        }
    }

    #[test]
    fn wald_bounds() {
        let sprt: Sprt = "0,5".parse().unwrap();
        let (low, high) = sprt.bounds();
        assert!((low + 2.944_439).abs() < 1e-6 && (high - 2.944_439).abs() < 1e-6);
        assert_eq!(sprt.verdict(&Tally::default()), SprtVerdict::Undecided);
        let clear = |pairs| "0,50".parse::<Sprt>().unwrap().verdict(&Tally { pairs, ..Tally::default() });
        assert_eq!(clear([0, 0, 0, 0, 40]), SprtVerdict::H1);
        assert_eq!(clear([40, 0, 0, 0, 0]), SprtVerdict::H0);
        for wrong in ["", "0", "5,0", "0,5,0.05", "0,5,0,0.05", "0,5,0.05,0.7", "0,x", "0,NaN", "0,inf"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn differences_have_errors() {
        // By games: 60 %, a variance of 0.6 x 0.4 / 100 without draws.
        let (difference, error) = tally(60, 40, 0, [0; 5]).elo().unwrap();
        assert!((difference - 70.44).abs() < 0.01 && (error - 70.57).abs() < 1.0, "{difference} {error}");
        assert!((tally(60, 40, 0, [0; 5]).superiority().unwrap() - 0.979).abs() < 0.002);
        // White wins every opening: little is left to chance, but a hundred games prove no more than that.
        let (difference, error) = tally(50, 50, 0, [0, 0, 50, 0, 0]).elo().unwrap();
        assert!(difference == 0.0 && (5.0..20.0).contains(&error), "{error}");
        assert_eq!(tally(2, 2, 0, [0, 0, 2, 0, 0]).elo(), Some((0.0, f64::INFINITY)), "too few");
        assert_eq!(Tally::default().elo(), None);
        assert_eq!(tally(4, 0, 0, [0, 0, 0, 0, 2]).elo().unwrap().0, f64::INFINITY);
        assert!(tally(4, 0, 0, [0, 0, 0, 0, 2]).superiority().unwrap() > 0.95);
    }
}
