//! The proof searches, by name and with their settings: they answer questions about a position, and prove the answer.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use provebest_game::Score;
use provebest_search::proof::{DfPn, Patience};

use crate::problem::Problem;
use crate::units::{decimal, decimal_text};

/// A search that answers a question about a position by a proof.
///
/// ```
/// use provebest_catalog::ProofAlgorithm;
/// assert_eq!(ProofAlgorithm::DfPn.about().name, "df-pn");
/// assert_eq!(ProofAlgorithm::DfPn.settings(), ["at-least", "epsilon", "hash"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum ProofAlgorithm {
    Pn,
    Pn2,
    DfPn,
}

/// What to know about one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ProofAbout {
    pub name: &'static str,
    pub title: &'static str,
    pub short: Option<&'static str>,
    pub kind: &'static str,
    pub paper: &'static str,
    pub summary: &'static str,
}

impl ProofAlgorithm {
    /// All of them.
    pub const ALL: [ProofAlgorithm; 3] = [ProofAlgorithm::Pn, ProofAlgorithm::Pn2, ProofAlgorithm::DfPn];

    /// What to know about it.
    pub const fn about(self) -> ProofAbout {
        match self {
            ProofAlgorithm::Pn => ProofAbout {
                name: "pn",
                title: "PN",
                short: None,
                kind: "proof, best-first",
                paper: "Allis 1994",
                summary: "is it worth that much? expands the node that brings the nearest decision closer, and keeps the tree",
            },
            ProofAlgorithm::Pn2 => ProofAbout {
                name: "pn2",
                title: "PN²",
                short: None,
                kind: "proof, best-first",
                paper: "Allis 1994; Breuker 1998",
                summary: "proof-number search whose nodes are evaluated by proof-number searches: the root of the memory",
            },
            ProofAlgorithm::DfPn => ProofAbout {
                name: "df-pn",
                title: "df-pn",
                short: Some("dfpn"),
                kind: "proof, depth-first with a table; also parallel",
                paper: "Nagai 2002; Pawlewicz and Lew 2007; Kaneko 2010",
                summary: "proof-number search depth first, in a table of fixed size, right about repetitions; on sim:N and threads:N \
                          with virtual proof numbers",
            },
        }
    }

    /// The names of its settings.
    pub fn settings(self) -> Vec<&'static str> {
        match self {
            ProofAlgorithm::DfPn => vec!["at-least", "epsilon", "hash"],
            ProofAlgorithm::Pn | ProofAlgorithm::Pn2 => vec!["at-least"],
        }
    }
}

/// One of them with its settings; `None` is the usual one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofSpec {
    /// The search.
    pub algorithm: ProofAlgorithm,
    /// What is asked; without it the value is found by several questions.
    pub question: Option<ProofQuestion>,
    /// df-pn: how long the most promising child stays the next one.
    pub epsilon: Option<Epsilon>,
    /// df-pn: bytes of its table.
    pub hash: Option<u64>,
}

impl From<ProofAlgorithm> for ProofSpec {
    fn from(algorithm: ProofAlgorithm) -> ProofSpec {
        ProofSpec { algorithm, question: None, epsilon: None, hash: None }
    }
}

impl ProofSpec {
    /// Bytes of the table of df-pn by default.
    pub const HASH: u64 = 32 << 20;
    /// Bytes of one entry of it.
    pub const ENTRY: u64 = 16;

    /// What is asked about a problem: there is one thing to ask about a graph.
    pub fn question_about(self, problem: &Problem) -> Option<ProofQuestion> {
        self.question.or(problem.graph().map(|_| ProofQuestion::Win))
    }

    /// df-pn with these settings.
    pub(crate) fn df_pn(self) -> DfPn {
        let entries = (self.hash.unwrap_or(Self::HASH) / Self::ENTRY).max(1);
        DfPn { entries, patience: self.epsilon.map_or(Patience::default(), Epsilon::patience), ..DfPn::default() }
    }
}

/// What is asked about a position, for the side to move.
///
/// ```
/// use provebest_catalog::ProofQuestion;
/// for (text, words) in [("win", "a win"), ("draw", "at least a draw"), ("-3", "at least -3"), ("mate:2", "mate in at most 2 moves")] {
///     let question: ProofQuestion = text.parse().unwrap();
///     assert_eq!((question.to_string().as_str(), question.in_words().as_str()), (text, words));
/// }
/// assert_eq!(">= 4".parse(), Ok(ProofQuestion::AtLeast(4)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProofQuestion {
    /// Is it won?
    Win,
    /// Is it at least a draw?
    Draw,
    /// Is it worth at least this, on the usual scale of the game?
    AtLeast(i32),
    /// Chess: is there a mate, in this number of moves or in any?
    Mate(Option<NonZeroU32>),
}

impl ProofQuestion {
    /// What is asked, as people say it.
    pub fn in_words(self) -> String {
        match self {
            ProofQuestion::Win => "a win".into(),
            ProofQuestion::Draw => "at least a draw".into(),
            ProofQuestion::AtLeast(value) => format!("at least {value}"),
            ProofQuestion::Mate(None) => "mate".into(),
            ProofQuestion::Mate(Some(moves)) if moves.get() == 1 => "mate in 1 move".into(),
            ProofQuestion::Mate(Some(moves)) => format!("mate in at most {moves} moves"),
        }
    }

    /// The least score that says yes, on the scale on which the game is proved; `usual` takes a score from there to the usual scale.
    pub(crate) fn least(self, usual: impl Fn(Score) -> Score) -> Score {
        match self {
            ProofQuestion::Win | ProofQuestion::Mate(_) => Score(1),
            ProofQuestion::Draw => Score(0),
            // The two scales differ by one at most.
            ProofQuestion::AtLeast(value) => {
                let near = (value - 1..=value + 1).map(Score);
                near.into_iter().find(|&score| usual(score) >= Score(value)).unwrap_or(Score(value))
            }
        }
    }
}

impl fmt::Display for ProofQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofQuestion::Win => f.write_str("win"),
            ProofQuestion::Draw => f.write_str("draw"),
            ProofQuestion::AtLeast(value) => value.fmt(f),
            ProofQuestion::Mate(None) => f.write_str("mate"),
            ProofQuestion::Mate(Some(moves)) => write!(f, "mate:{moves}"),
        }
    }
}

impl FromStr for ProofQuestion {
    type Err = String;

    fn from_str(text: &str) -> Result<ProofQuestion, String> {
        let value = |text: &str| {
            let value: i32 = text.trim().parse().ok()?;
            (value.unsigned_abs() <= Score::LIMIT as u32).then_some(ProofQuestion::AtLeast(value))
        };
        let question = match text.trim() {
            "win" => Some(ProofQuestion::Win),
            "draw" => Some(ProofQuestion::Draw),
            "mate" => Some(ProofQuestion::Mate(None)),
            text => match (text.strip_prefix(">="), text.strip_prefix("mate:")) {
                (Some(rest), _) => value(rest),
                (_, Some(moves)) => moves.parse().ok().map(|moves| ProofQuestion::Mate(Some(moves))),
                _ => value(text),
            },
        };
        question.ok_or_else(|| "win, draw, a value such as '>=3', or for chess mate or mate:3".into())
    }
}

/// By what part a child of df-pn may become worse than the second best before that is the next one, in per cent: the ε of Pawlewicz
/// and Lew.
///
/// ```
/// use provebest_catalog::Epsilon;
/// assert_eq!("1/4".parse::<Epsilon>(), "0.25".parse());
/// assert_eq!("1/4".parse::<Epsilon>().unwrap().to_string(), "0.25");
/// assert!("1/0".parse::<Epsilon>().is_err() && "-1".parse::<Epsilon>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epsilon(u32);

impl Epsilon {
    /// More is no better than never to leave a child.
    const MOST: f64 = 1000.0;

    fn patience(self) -> Patience {
        if self.0 == 0 { Patience::Second } else { Patience::PerCent(self.0) }
    }
}

impl fmt::Display for Epsilon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&decimal_text(self.0.into(), 2))
    }
}

impl FromStr for Epsilon {
    type Err = String;

    fn from_str(text: &str) -> Result<Epsilon, String> {
        let number = |text: &str| decimal(text.trim());
        let part = match text.split_once('/') {
            Some((over, under)) => number(over).zip(number(under)).map(|(over, under)| over / under),
            None => number(text),
        };
        let part = part.filter(|part| (0.0..=Self::MOST).contains(part));
        part.map(|part| Epsilon((part * 100.0).round() as u32)).ok_or_else(|| "a part such as 1/4 or 0.25".into())
    }
}
