//! What a position is worth, and what a search still has to find out about it.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use crate::{Depth, Ply};

/// The worth of a position for the side to move: the larger the better.
///
/// Values of a game, final or estimated, lie within ±[`Score::LIMIT`]. Beyond it live the decided results
/// ([`Score::win_in`], [`Score::loss_in`]), and beyond those the two infinities.
///
/// ```
/// use provebest_game::{Ply, Score};
/// assert_eq!(-Score(3), Score(-3));
/// assert!(Score::win_in(Ply(3)) > Score::win_in(Ply(5)), "the faster win is the better one");
/// assert!(Score::INFINITY > Score::win_in(Ply(0)) && Score::win_in(Ply(9999)) > Score(Score::LIMIT));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score(pub i32);

impl Score {
    /// A draw, or a position where neither side stands better.
    pub const ZERO: Score = Score(0);
    /// Better than every value a game can have.
    pub const INFINITY: Score = Score(2_000_000_000);
    /// Worse than every value a game can have.
    pub const WORST: Score = Score(-2_000_000_000);
    /// The largest value, in either direction, that a game may give to a position that is not simply won or lost.
    pub const LIMIT: i32 = 1_100_000_000;
    const WIN: i32 = 1_900_000_000;

    /// A win at ply `end`, counted from any fixed ply of the game: only the order of wins and their distance matter. It is printed as
    /// counted from there; [`Score::from_ply`] counts from another one.
    ///
    /// ```
    /// use provebest_game::{Ply, Score};
    /// assert_eq!(Score::win_in(Ply(9)).to_string(), "win in 9 plies");
    /// assert_eq!(Score::loss_in(Ply(9)).from_ply(Ply(8)).to_string(), "loss in 1 ply");
    /// ```
    pub const fn win_in(end: Ply) -> Score {
        Score(Self::WIN - end.0 as i32)
    }

    /// A loss at ply `end`: the mirror image of [`Score::win_in`].
    pub const fn loss_in(end: Ply) -> Score {
        Score(-Self::win_in(end).0)
    }

    /// The same result, its plies counted from `now` on: for people who ask how long it takes. Other values stay as they are.
    ///
    /// ```
    /// use provebest_game::{Ply, Score};
    /// assert_eq!(Score::win_in(Ply(33)).from_ply(Ply(30)), Score::win_in(Ply(3)));
    /// assert_eq!(Score(7).from_ply(Ply(30)), Score(7));
    /// ```
    pub const fn from_ply(self, now: Ply) -> Score {
        match self.end() {
            Some(end) if self.0 > 0 => Score::win_in(Ply(end.0.saturating_sub(now.0))),
            Some(end) => Score::loss_in(Ply(end.0.saturating_sub(now.0))),
            None => self,
        }
    }

    /// The nearest value that an estimate may have.
    ///
    /// ```
    /// use provebest_game::Score;
    /// assert_eq!(Score(i32::MIN).within_limits(), Score(-Score::LIMIT));
    /// assert_eq!(Score(7).within_limits(), Score(7));
    /// ```
    #[inline(always)]
    pub fn within_limits(self) -> Score {
        Score(self.0.clamp(-Self::LIMIT, Self::LIMIT))
    }

    /// The ply at which a decided game ends, or `None` for a value that is no forced win or loss.
    ///
    /// ```
    /// use provebest_game::{Ply, Score};
    /// assert_eq!(Score::loss_in(Ply(7)).end(), Some(Ply(7)));
    /// assert_eq!(Score(500).end(), None);
    /// ```
    pub const fn end(self) -> Option<Ply> {
        let (win, size) = (Self::WIN as u32, self.0.unsigned_abs());
        if size <= win && size > Self::LIMIT as u32 { Some(Ply(win - size)) } else { None }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn add(self, step: i32) -> Score {
        Score(self.0 + step)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn sub(self, step: i32) -> Score {
        Score(self.0 - step)
    }
}

/// A decided game in words, everything else as a number.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.end()) {
            (Score::INFINITY, _) => f.pad("+inf"),
            (Score::WORST, _) => f.pad("-inf"),
            (Score(value), Some(Ply(end))) => {
                let (result, plies) = (if value > 0 { "win" } else { "loss" }, if end == 1 { "ply" } else { "plies" });
                f.pad(&format!("{result} in {end} {plies}"))
            }
            (Score(value), None) => fmt::Display::fmt(&value, f),
        }
    }
}

/// The open interval of values that a search still cares about.
///
/// A search called with a window returns `v` with: `v <= alpha` is an upper bound of the true value, `v >= beta` a
/// lower bound, and anything between is the value itself.
///
/// ```
/// use provebest_game::{Score, Window};
/// let mut window = Window::new(Score(3), Score(8));
/// assert_eq!(-window, Window::new(Score(-8), Score(-3)));
/// assert!(!window.raise(Score(5)), "still open");
/// assert_eq!(window.alpha, Score(5));
/// assert!(window.raise(Score(8)), "closed: a cut-off");
/// assert!(Window::null(Score(4)).is_null());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move has for certain.
    pub alpha: Score,
    /// What the opponent will not let it exceed.
    pub beta: Score,
}

impl Window {
    /// Every value there is.
    pub const FULL: Window = Window { alpha: Score::WORST, beta: Score::INFINITY };

    /// The window between `alpha` and `beta`.
    #[inline(always)]
    pub const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The window that holds no value at all and only asks: is it at least `gamma`?
    #[inline(always)]
    pub fn null(gamma: Score) -> Window {
        Window { alpha: gamma - 1, beta: gamma }
    }

    /// Is there no value between the bounds?
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self.alpha + 1 >= self.beta
    }

    /// Does `score` lie strictly between the bounds?
    #[inline(always)]
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// Raises alpha to `score` if that is more; true if the window is closed by it, so that the search may stop.
    #[inline(always)]
    pub fn raise(&mut self, score: Score) -> bool {
        self.alpha = self.alpha.max(score);
        score >= self.beta
    }

    /// What `score`, returned by a fail-soft search with this window, says about the true value.
    #[inline]
    pub fn bound(self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

impl Neg for Window {
    type Output = Window;
    #[inline(always)]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.alpha, self.beta)
    }
}

/// How a score relates to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

impl Depth {
    /// The depth of the children.
    #[inline(always)]
    pub fn less(self) -> Depth {
        Depth(self.0 - 1)
    }
}
