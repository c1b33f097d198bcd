//! The searches that grow a tree where it matters, by name and with their settings.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use provebest_game::Score;
use provebest_search::{Driver, Strategy};

use crate::units::{decimal, decimal_text};

/// A search that does not simply go to a depth.
///
/// ```
/// use provebest_catalog::SelectiveAlgorithm;
/// assert_eq!(SelectiveAlgorithm::BStar.about().name, "b-star");
/// assert_eq!(SelectiveAlgorithm::BStar.settings(), ["strategy"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum SelectiveAlgorithm {
    BStar,
    PbStar,
    ConspiracyNumbers,
    ConspiracyWindow,
    Evolving,
    HybridSss,
    SideBySide,
}

/// What to know about one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct SelectiveAbout {
    pub name: &'static str,
    pub title: &'static str,
    pub short: Option<&'static str>,
    pub paper: &'static str,
    pub summary: &'static str,
}

impl SelectiveAlgorithm {
    /// All of them.
    pub const ALL: [SelectiveAlgorithm; 7] = [
        SelectiveAlgorithm::BStar,
        SelectiveAlgorithm::PbStar,
        SelectiveAlgorithm::ConspiracyNumbers,
        SelectiveAlgorithm::ConspiracyWindow,
        SelectiveAlgorithm::Evolving,
        SelectiveAlgorithm::HybridSss,
        SelectiveAlgorithm::SideBySide,
    ];

    /// What to know about it.
    pub const fn about(self) -> SelectiveAbout {
        match self {
            SelectiveAlgorithm::BStar => SelectiveAbout {
                name: "b-star",
                title: "B*",
                short: Some("b*"),
                paper: "Berliner 1979",
                summary: "the best move without its value: proves it best, or disproves the rest, from intervals",
            },
            SelectiveAlgorithm::PbStar => SelectiveAbout {
                name: "pb-star",
                title: "PB*",
                short: Some("pb*"),
                paper: "Palay 1982, 1983",
                summary: "B* with the chances of values, which may end while there is a little doubt",
            },
            SelectiveAlgorithm::ConspiracyNumbers => SelectiveAbout {
                name: "conspiracy-numbers",
                title: "conspiracy numbers",
                short: Some("cns"),
                paper: "McAllester 1988; van der Meulen 1990",
                summary: "a value is believed when enough estimates would have to change together to change it",
            },
            SelectiveAlgorithm::ConspiracyWindow => SelectiveAbout {
                name: "conspiracy-window",
                title: "conspiracy numbers with a window",
                short: None,
                paper: "Allis, van der Meulen and van den Herik 1991",
                summary: "conspiracy numbers that only ask on which side of a window around a first guess the value is",
            },
            SelectiveAlgorithm::Evolving => SelectiveAbout {
                name: "evolving",
                title: "evolving tree search",
                short: None,
                paper: "Lindstrom 1979",
                summary: "lists one move at a time, where the values of the moment need it, in the order of a driver",
            },
            SelectiveAlgorithm::HybridSss => SelectiveAbout {
                name: "hybrid-sss",
                title: "SSS*/alpha-beta",
                short: None,
                paper: "Leifker and Kanal 1985",
                summary: "SSS* above a seam, alpha-beta below",
            },
            SelectiveAlgorithm::SideBySide => SelectiveAbout {
                name: "sss-dual",
                title: "SSS* and DUAL* side by side",
                short: None,
                paper: "Kumar and Kanal 1984",
                summary: "SSS* and DUAL* take turns, leaf by leaf, until their bounds meet",
            },
        }
    }

    /// The names of its settings.
    pub fn settings(self) -> Vec<&'static str> {
        match self {
            SelectiveAlgorithm::BStar => vec!["strategy"],
            SelectiveAlgorithm::PbStar => vec!["doubt"],
            SelectiveAlgorithm::ConspiracyNumbers => vec!["threshold", "value-grain"],
            SelectiveAlgorithm::ConspiracyWindow => vec!["first-guess", "window", "threshold"],
            SelectiveAlgorithm::Evolving => vec!["driver"],
            SelectiveAlgorithm::HybridSss => vec!["seam"],
            SelectiveAlgorithm::SideBySide => Vec::new(),
        }
    }
}

/// One of them with its settings; `None` is the usual one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelectiveSpec {
    /// The search.
    pub algorithm: SelectiveAlgorithm,
    /// B*: when to disprove the rest.
    pub strategy: Option<Strategy>,
    /// PB*: how likely a better move may remain.
    pub doubt: Option<Doubt>,
    /// Conspiracy numbers: how many conspirators are enough. Without it the value is proved.
    pub threshold: Option<NonZeroU32>,
    /// Conspiracy numbers: estimates are rounded to multiples of this.
    pub value_grain: Option<NonZeroU32>,
    /// Conspiracy numbers with a window: the middle of the window. The usual one is the estimate of the root.
    pub first_guess: Option<Score>,
    /// Conspiracy numbers with a window: how far its edges are from the middle.
    pub margin: Option<i32>,
    /// Evolving trees: which node goes on.
    pub driver: Option<DriverName>,
    /// The hybrid: how many plies below the root alpha-beta begins. The usual one is half the depth.
    pub seam: Option<u32>,
}

impl From<SelectiveAlgorithm> for SelectiveSpec {
    fn from(algorithm: SelectiveAlgorithm) -> SelectiveSpec {
        SelectiveSpec {
            algorithm,
            strategy: None,
            doubt: None,
            threshold: None,
            value_grain: None,
            first_guess: None,
            margin: None,
            driver: None,
            seam: None,
        }
    }
}

/// A chance, in millionths.
///
/// ```
/// use provebest_catalog::Doubt;
/// let doubt: Doubt = "0.05".parse().unwrap();
/// assert_eq!((doubt.chance(), doubt.to_string().as_str()), (0.05, "0.05"));
/// assert!("1.5".parse::<Doubt>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doubt(u32);

impl Doubt {
    /// As a number from 0 to 1.
    pub fn chance(self) -> f64 {
        f64::from(self.0) / 1e6
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&decimal_text(self.0.into(), 6))
    }
}

impl FromStr for Doubt {
    type Err = String;

    fn from_str(text: &str) -> Result<Doubt, String> {
        let chance = decimal(text).filter(|chance| (0.0..1.0).contains(chance));
        chance.map(|chance| Doubt((chance * 1e6).round() as u32)).ok_or_else(|| "a chance such as 0.05".into())
    }
}

/// How many conspirators are enough not to be believed: a number, or `inf` for a proof.
///
/// ```
/// use provebest_catalog::Threshold;
/// for text in ["3", "inf"] {
///     assert_eq!(text.parse::<Threshold>().unwrap().to_string(), text);
/// }
/// assert!("0".parse::<Threshold>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threshold(pub Option<NonZeroU32>);

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(count) => count.fmt(f),
            None => f.write_str("inf"),
        }
    }
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Threshold, String> {
        match text {
            "inf" => Ok(Threshold(None)),
            _ => text.parse().map(|count| Threshold(Some(count))).map_err(|_| "1 or more, or inf".into()),
        }
    }
}

/// A driver of evolving tree search, as it is written: `depth-first`, `preorder`, `best` (estimate), `random:7`.
///
/// ```
/// use provebest_catalog::DriverName;
/// for name in ["depth-first", "preorder", "best", "random:7"] {
///     assert_eq!(name.parse::<DriverName>().unwrap().to_string(), name);
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DriverName(pub Driver);

impl fmt::Display for DriverName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Driver::DepthFirst => f.write_str("depth-first"),
            Driver::Preorder => f.write_str("preorder"),
            Driver::BestEstimate => f.write_str("best"),
            Driver::Random(seed) => write!(f, "random:{seed}"),
        }
    }
}

impl FromStr for DriverName {
    type Err = String;

    fn from_str(text: &str) -> Result<DriverName, String> {
        let driver = match text {
            "depth-first" => Some(Driver::DepthFirst),
            "preorder" => Some(Driver::Preorder),
            "best" => Some(Driver::BestEstimate),
            "random" => Some(Driver::Random(1)),
            _ => text.strip_prefix("random:").and_then(|seed| seed.parse().ok()).map(Driver::Random),
        };
        driver.map(DriverName).ok_or_else(|| "depth-first, preorder, best, random or random:SEED".into())
    }
}
