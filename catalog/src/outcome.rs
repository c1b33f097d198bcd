//! The outcome of a request as data: the machine form that every front end writes, and all that a text output needs.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use provebest::AnyMachine;
use provebest_game::Score;
use provebest_machine::{Measured, Timeline};
use provebest_search::measure::{Counters, Cuts};
use provebest_search::solve::ProvedTable;
use provebest_search::{Kind, Reason, TableCounts};
use serde::{Deserialize, Deserializer, Serialize};

/// The version of the machine form.
pub const SCHEMA: u32 = 1;

/// A field that only some methods have; `Some(None)` is one that is not known.
type Known<T> = Option<Option<T>>;

/// Reads a [`Known`] field that is there: `null` is not known.
fn known<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Known<T>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

type CutsByKind = BTreeMap<String, BTreeMap<usize, u64>>;

/// Reads cut-offs. In a flattened field serde reads the keys of a map as text only.
fn cuts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<CutsByKind>, D::Error> {
    let Some(kinds): Option<BTreeMap<String, BTreeMap<String, u64>>> = Option::deserialize(deserializer)? else {
        return Ok(None);
    };
    let number = |child: String| child.parse().map_err(serde::de::Error::custom);
    let children = |cuts: BTreeMap<String, u64>| -> Result<BTreeMap<usize, u64>, D::Error> {
        cuts.into_iter().map(|(child, count)| Ok((number(child)?, count))).collect()
    };
    kinds.into_iter().map(|(kind, cuts)| Ok((kind, children(cuts)?))).collect::<Result<_, _>>().map(Some)
}

/// The outcome of a request. As text it is JSON, and it can be read again:
///
/// ```
/// use provebest_catalog::{Outcome, Request, run};
/// let outcome = run(&Request::new("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "pvs")?, &mut (), &())?;
/// assert!(outcome.is_finished());
/// let again: Outcome = serde_json::from_str(&outcome.json())?;
/// assert_eq!(again.game_answer().unwrap().value, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Outcome {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The name of the game or puzzle.
    pub game: String,
    /// The name of the method.
    pub algorithm: String,
    /// Where it ran.
    pub machine: String,
    /// How many processes it ran on, if they are those of an MPI job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<usize>,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// The time of a run without records; of the recorded run if there was no other.
    #[serde(with = "plain_seconds")]
    pub seconds: Option<f64>,
    /// What it took on the machine; `None` alone.
    #[serde(flatten)]
    pub machinery: Option<Machinery>,
    /// Which limit ended it: `time`, `nodes`, `memory` or `cancel`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Reason>,
    /// Why there is no answer, if the search failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The position as it was written.
    pub position: String,
    /// The plies that were searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// What each processor did and when, if recorded.
    #[serde(skip)]
    pub timeline: Option<Timeline>,
    /// What it took on the machine, in its own units.
    #[serde(skip)]
    pub measured: Option<Measured>,
    /// Where it ran.
    #[serde(skip)]
    pub place: AnyMachine,
    /// Could a requested file not be written?
    #[serde(skip)]
    pub unwritten: bool,
    /// The table of the solver, if it was to be kept and nobody has taken it yet.
    #[serde(skip)]
    pub(crate) table: KeptTable,
}

/// A table that the first who asks for it gets.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptTable(Arc<Mutex<Option<ProvedTable>>>);

impl KeptTable {
    pub(crate) fn new(table: ProvedTable) -> Self {
        KeptTable(Arc::new(Mutex::new(Some(table))))
    }

    pub(crate) fn take(&self) -> ProvedTable {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or(ProvedTable::EMPTY)
    }
}

/// The answer for a game, or for a puzzle.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// For a puzzle. It has fields that must be there, so it is the first to be tried where an outcome is read.
    Puzzle(Box<PuzzleAnswer>),
    /// For a game.
    Game(Box<GameAnswer>),
}

/// The winner of a decided game, seen from the side to move.
///
/// ```
/// use provebest_catalog::Winner;
/// assert_eq!(Winner::from(3.cmp(&0)), Winner::Mover);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The side to move.
    Mover,
    /// The other side.
    Opponent,
    /// Neither: a draw.
    None,
}

impl From<Ordering> for Winner {
    fn from(outcome: Ordering) -> Winner {
        match outcome {
            Ordering::Greater => Winner::Mover,
            Ordering::Equal => Winner::None,
            Ordering::Less => Winner::Opponent,
        }
    }
}

/// What a value is: that of a search ([`Kind`]) in the machine form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum ValueKind {
    Exact,
    Lower,
    Upper,
    Heuristic,
    Unknown,
}

impl From<Kind> for ValueKind {
    fn from(kind: Kind) -> ValueKind {
        match kind {
            Kind::Exact => ValueKind::Exact,
            Kind::Lower => ValueKind::Lower,
            Kind::Upper => ValueKind::Upper,
            Kind::Heuristic => ValueKind::Heuristic,
            Kind::Unknown => ValueKind::Unknown,
        }
    }
}

impl From<ValueKind> for Kind {
    fn from(kind: ValueKind) -> Kind {
        match kind {
            ValueKind::Exact => Kind::Exact,
            ValueKind::Lower => Kind::Lower,
            ValueKind::Upper => Kind::Upper,
            ValueKind::Heuristic => Kind::Heuristic,
            ValueKind::Unknown => Kind::Unknown,
        }
    }
}

/// The answer of a search of a game. Numbers are those of the side to move at the root.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct GameAnswer {
    /// The value; of a search that was stopped the bound that was proved.
    pub value: Option<i32>,
    /// What the value is.
    pub kind: Option<ValueKind>,
    /// The best move.
    pub best: Option<String>,
    /// Best play, in the game's notation.
    pub line: Vec<String>,
    /// Distinct leaves, unless there were too many visits to keep track.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    pub leaves: Known<u64>,
    /// How often the value of a leaf was computed.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    pub leaf_visits: Known<u64>,
    /// Entries into nodes.
    pub nodes: Option<u64>,
    /// Most descriptors held at once.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    pub stored: Known<u64>,
    /// The use of a scattered table, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableCounts>,
    /// It had to hold more nodes than its memory allows.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub over_memory: bool,
    /// The value is a bound of the value to this depth, because estimates were used.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// Plies to the forced end of a decided game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_to_end: Option<u32>,
    /// The winner of a game that people play, if it is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// The settings of the method.
    #[serde(skip_serializing_if = "Parameters::is_empty")]
    pub parameters: Parameters,
    /// Searches of a node with another window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub researches: Option<u64>,
    /// Leaves visited once more after the search, to distinguish two continuations of the line; in no other count.
    #[serde(skip_serializing_if = "is_zero")]
    pub line_visits: u64,
    /// Cut-offs by kind, and by the number of the child (from 1; "16" stands for all from there on).
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "cuts")]
    pub cuts: Option<CutsByKind>,
    /// Of a search that deepens and was stopped before it had a value: the depth of the last iteration that it finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached_depth: Option<u32>,
    /// The value to that depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached_value: Option<i32>,
    /// The engine: the deepest ply that was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deepest: Option<u32>,
    /// The engine: nodes below the horizon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiescence: Option<u64>,
    /// The engine: the enhancements that had something to act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enhancements: Option<Vec<String>>,
    /// The solver: the value is at least this.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    pub least: Known<i32>,
    /// The solver: the value is at most this.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    pub most: Known<i32>,
    /// The solver: all moves that are proved to be best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<Vec<String>>,
    /// The solver: root moves that were proved before.
    #[serde(skip_serializing_if = "is_zero")]
    pub skipped: u64,
    /// Selective searches and proof searches: nodes whose moves were listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expansions: Option<u64>,
    /// Proof searches: what was asked; `value` if the value was found by several questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Proof searches: the answer; not known if it is not decided.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    pub proved: Known<bool>,
    /// Proof searches: the proof number of the root for the last question; not known if it is infinite.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    pub pn: Known<u32>,
    /// Proof searches: the disproof number.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    pub dn: Known<u32>,
    /// Proof searches: positions that were evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// Proof searches that enter a node again: how often one was entered.
    #[serde(rename = "visits", skip_serializing_if = "Option::is_none")]
    pub entries: Option<u64>,
    /// Conspiracy numbers with a window: the value lies in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<Inside>,
    /// B* and PB*: is the best move worth at least as much as any other can be?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separated: Option<bool>,
    /// B* and PB*: the node at which two intervals contradicted each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<String>,
    /// PB*: the chance that the move is a best one, by the chances of its values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Every root move, if recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveOutcome>>,
    /// Every leaf visit in order, if recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaf_order: Option<Vec<String>>,
    /// Best play as child numbers, counted from 0; of the family and of proofs.
    #[serde(skip)]
    pub path: Vec<u32>,
    /// The length of the line, if it goes on to its end; the engine: to the end of a decided game.
    #[serde(skip)]
    pub plies: Option<u32>,
    /// May a decided game end sooner than in these plies?
    #[serde(skip)]
    pub perhaps_sooner: bool,
}

impl GameAnswer {
    /// The value as a score.
    pub fn score(&self) -> Option<Score> {
        self.value.map(Score)
    }

    /// What the value is.
    pub fn value_kind(&self) -> Kind {
        self.kind.map_or(Kind::Unknown, Kind::from)
    }

    /// How often the value of a leaf was computed.
    pub fn visits(&self) -> u64 {
        self.leaf_visits.flatten().unwrap_or(0)
    }

    /// Fills in the counters.
    pub(crate) fn count(&mut self, counters: &Counters) {
        let cuts = [
            ("beta", &counters.beta),
            ("ignore-left", &counters.ignore_left),
            ("prove-best", &counters.prove_best),
            ("solved", &counters.solved),
        ];
        let cuts = cuts.into_iter().map(|(why, cuts)| (why.to_string(), by_child(cuts)));
        self.cuts = Some(cuts.filter(|(_, cuts)| !cuts.is_empty()).collect());
        self.leaf_visits = Some(Some(counters.leaf_visits));
        self.nodes = Some(counters.nodes());
        self.stored = Some(Some(counters.stored));
        self.table = (counters.table != TableCounts::default()).then_some(counters.table);
        self.researches = Some(counters.researches);
    }
}

fn by_child(cuts: &Cuts) -> BTreeMap<usize, u64> {
    cuts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(child, count)| (child + 1, *count)).collect()
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A root move, and what is known of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct MoveOutcome {
    /// The move.
    #[serde(rename = "move")]
    pub word: String,
    /// Its value for the side that plays it.
    pub value: Option<i32>,
    /// What that value is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<ValueKind>,
    /// Is no other move better?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<bool>,
    /// Best play, with the move first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// The solver: its value is at least this.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    pub least: Known<i32>,
    /// The solver: its value is at most this.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    pub most: Known<i32>,
    /// B* and PB*: the interval that its value lies in begins here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<i32>,
    /// B* and PB*: the interval ends here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<i32>,
    /// Plies to the forced end of a decided game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_to_end: Option<u32>,
    /// The winner, if it is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// The length of the line, if it goes on to its end.
    #[serde(skip)]
    pub plies: Option<u32>,
    /// May a decided game end sooner than in these plies?
    #[serde(skip)]
    pub perhaps_sooner: bool,
}

/// A value lies between these two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inside {
    /// It is at least this.
    pub least: i32,
    /// And at most this.
    pub most: i32,
    /// Is that proved, or only not in reach of as many conspirators as the threshold says?
    pub proved: bool,
}

/// Settings of a method of the family, of a selective one, or of a proof search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[allow(missing_docs)]
pub struct Parameters {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_guess: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_each: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grain: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spawn_height: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_grain: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seam: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<String>,
}

impl Parameters {
    fn is_empty(&self) -> bool {
        *self == Parameters::default()
    }
}

/// The answer of a search of a puzzle.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PuzzleAnswer {
    /// The length of a shortest solution, if that is proved: the moves of tiles, the way of a salesman.
    pub length: Option<usize>,
    /// The moves of a solution, one letter each; the cities of a trip, with spaces.
    pub moves: Option<String>,
    /// What the solution costs, where that is not the number of its moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// Nodes generated.
    pub generated: u64,
    /// Nodes expanded.
    pub expanded: u64,
    /// No solution is shorter.
    pub bound: u32,
    /// The name of the heuristic.
    pub heuristic: String,
    /// Bytes that were stored.
    pub stored_bytes: u64,
    /// The bound that was proved before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed_at: Option<u32>,
    /// The iterations of IDA* and its kin.
    pub iterations: Vec<IterationOutcome>,
    /// The boards of the solution, the first and the last included, if recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<String>>,
    /// Every shortest solution, if all were wanted; those found so far, if the search was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<String>>,
}

/// One iteration.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct IterationOutcome {
    pub bound: u32,
    pub generated: u64,
    pub expanded: u64,
}

/// What a search took on a machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum Machinery {
    /// Simulated processors: times are leaf-times, or steps.
    Simulated {
        processors: usize,
        time: u64,
        work: u64,
        idle: u64,
        messages: u64,
        critical_path: Option<u64>,
        #[serde(default)]
        speedup: Option<f64>,
    },
    /// Real ones.
    Real {
        processors: usize,
        #[serde(with = "plain_seconds")]
        idle_seconds: Option<f64>,
        messages: u64,
    },
}

impl Machinery {
    pub(crate) fn new(machine: &AnyMachine, measured: Measured, speedup: Option<f64>) -> Machinery {
        let Measured { processors, time, work, messages, critical_path, .. } = measured;
        match machine {
            machine if machine.is_real() => {
                Machinery::Real { processors, idle_seconds: Some(measured.idle() as f64 / 1e9), messages }
            }
            _ => {
                let idle = measured.idle();
                Machinery::Simulated { processors, time, work, idle, messages, critical_path, speedup }
            }
        }
    }

    /// How many times longer the same search takes on one processor; only where time is simulated.
    pub fn speedup(&self) -> Option<f64> {
        if let Machinery::Simulated { speedup, .. } = self { *speedup } else { None }
    }
}

impl Outcome {
    /// The answer for a game, if it is one.
    pub fn game_answer(&self) -> Option<&GameAnswer> {
        if let Answer::Game(answer) = &self.answer { Some(answer) } else { None }
    }

    /// The answer for a puzzle, if it is one.
    pub fn puzzle_answer(&self) -> Option<&PuzzleAnswer> {
        if let Answer::Puzzle(answer) = &self.answer { Some(answer) } else { None }
    }

    /// Did it come to its end?
    pub fn is_finished(&self) -> bool {
        self.stopped.is_none() && self.error.is_none()
    }

    /// The time; none if it is not known, or if data from elsewhere has nonsense in its place.
    pub fn time(&self) -> std::time::Duration {
        std::time::Duration::try_from_secs_f64(self.seconds.unwrap_or(0.0)).unwrap_or_default()
    }

    /// How many times longer the same search takes on one processor; only where time is simulated.
    pub fn speedup(&self) -> Option<f64> {
        self.machinery.as_ref().and_then(Machinery::speedup)
    }

    /// One line of JSON. Characters that JSON allows, but that could do harm in a terminal, are escaped.
    ///
    /// ```
    /// use provebest_catalog::{Request, run};
    /// let request = Request::new("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "sss-star")?;
    /// let line = run(&request, &mut (), &())?.json();
    /// assert!(line.starts_with(r#"{"schema":1,"game":"tree","algorithm":"sss-star","machine":"alone","value":3,"#));
    /// # Ok::<(), provebest_catalog::RequestError>(())
    /// ```
    pub fn json(&self) -> String {
        harmless_json(serde_json::to_string(self).unwrap_or_default())
    }
}

/// JSON with characters escaped that could move a cursor or turn text around.
///
/// ```
/// use provebest_catalog::harmless_json;
/// assert_eq!(harmless_json("\"a\u{202e}b\"".into()), r#""a\u202eb""#);
/// ```
pub fn harmless_json(text: String) -> String {
    if !text.contains(is_control) {
        return text;
    }
    let escaped = |c: char| if is_control(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    text.chars().map(escaped).collect()
}

/// Is it a control character, or one that changes the direction of text?
///
/// ```
/// use provebest_catalog::is_control;
/// assert!(is_control('\u{7}') && is_control('\u{202e}') && !is_control('ä'));
/// ```
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Seconds without an exponent.
mod plain_seconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::value::RawValue;

    pub fn serialize<S: Serializer>(seconds: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
        let plain = seconds.and_then(|seconds| RawValue::from_string(format!("{seconds:.9}")).ok());
        plain.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
        Option::deserialize(deserializer)
    }
}

/// The winner of a game that people play, if the result of a search makes it certain. Bounds may rest on estimates, except those
/// of a forced end.
pub(crate) fn winner_of(is_played: bool, value: Option<Score>, kind: Kind) -> Option<Winner> {
    let value = value.filter(|_| is_played)?;
    let forced = value.end().is_some();
    match kind {
        Kind::Exact => Some(value.cmp(&Score::ZERO).into()),
        Kind::Lower if forced && value > Score::ZERO => Some(Winner::Mover),
        Kind::Upper if forced && value < Score::ZERO => Some(Winner::Opponent),
        _ => None,
    }
}

/// Plies to a forced end: its line is played to that end.
pub(crate) fn moves_to_end(value: Option<Score>, plies: Option<u32>) -> Option<u32> {
    value.and_then(Score::end).and(plies)
}
