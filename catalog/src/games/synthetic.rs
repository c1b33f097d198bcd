//! Synthetic trees in the table. A position is written as `name=value,name=value`.

use std::ops::RangeInclusive;

use provebest_game::{Children, Depth, Game, MoveList, Score, Shape, TextError};
use provebest_games::synthetic::{Artificial, Between, Correlated, Independent, Node, Order, Weighted};

use super::MOST_PLIES;
use super::entry::full;
use super::trees::{NOTHING, children_by_number, number_of};
use super::{Compiled, Entry, GameInfo, GameKind, LeafCount, Placed, PositionError, PositionText};
use crate::units::{decimal, decimal_text};

/// The family, which is timed on generated trees.
const FAMILY: Compiled = Compiled { family: true, ..NOTHING };

/// What generators have in common beside what all trees have.
macro_rules! generated {
    () => {
        const COMPILED: Compiled = FAMILY;

        children_by_number!();

        fn read_word(&self, state: &Node, text: &str) -> Result<u32, TextError> {
            number_of(text, self.shape(state).map_or(0, |shape| shape.width))
        }

        /// The text that it was read from names it; see `Problem::position`.
        fn position(&self, _: &Node) -> String {
            String::new()
        }

        fn leaf_count(&self, shape: Shape) -> LeafCount {
            LeafCount::Exactly(full(shape))
        }
    };
}

/// What most generators take.
struct Common {
    width: u32,
    height: Depth,
    seed: u64,
}

const WIDEST: u64 = 1_000_000;
/// The most numbers that the children of a node may draw.
const WIDEST_DRAWS: u64 = 300_000;
const USUAL_SEED: u64 = 1;
const LARGEST: u64 = 1_000_000_000;

impl Common {
    fn read(read: &GameParameters<'_>, seed: Option<u64>) -> Result<Common, PositionError> {
        let width = read.number("w", 1..=WIDEST, None)? as u32;
        let height = Depth(read.number("d", 0..=MOST_PLIES.0.into(), None)? as u32);
        Ok(Common { width, height, seed: self::seed(read, seed)? })
    }
}

/// The seed of the text, or the one that is asked for beside it.
fn seed(read: &GameParameters<'_>, asked: Option<u64>) -> Result<u64, PositionError> {
    let own = read.get("seed").map(|_| read.number("seed", 0..=u64::MAX, None)).transpose()?;
    match (own, asked) {
        (Some(own), Some(asked)) if own != asked => Err(PositionError::TwoSeeds { own, asked }),
        _ => Ok(own.or(asked).unwrap_or(USUAL_SEED)),
    }
}

/// The text of a synthetic tree with its seed, so that it names one tree.
pub(crate) fn with_seed(text: &str, seed: Option<u64>) -> String {
    let text = text.split(',').map(str::trim).collect::<Vec<_>>().join(",");
    let (head, order) = text.split_at(text.find(",order=").unwrap_or(text.len()));
    match head.split(',').any(|part| part.starts_with("seed=")) {
        true => text,
        false => format!("{head},seed={}{order}", seed.unwrap_or(USUAL_SEED)),
    }
}

impl Entry for Weighted {
    const INFO: GameInfo = GameInfo {
        name: "uniform",
        title: "uniform tree",
        aliases: &[],
        kind: GameKind::Synthetic,
        summary: "synthetic trees with a chosen degree of ordering (Marsland, Reinefeld and Schaeffer 1987)",
        position: "w=WIDTH,d=DEPTH,seed=S,values=N,order=random|perfect|PERCENT|WEIGHTS (order last)",
        example: "w=5,d=6,seed=1,order=60",
        usual_depth: None,
        usual_method: "negascout",
        estimates: false,
        solvable: true,
        hint: "Try next another order= (random, 60, perfect) or another seed=.",
    };
    generated!();

    fn read(position: PositionText<'_>) -> Result<Placed<Weighted>, PositionError> {
        let read = GameParameters::read(position.text, &["w", "d", "seed", "values", "order"])?;
        let Common { width, height, seed } = Common::read(&read, position.seed)?;
        let range = read.number("values", 1..=LARGEST, Some(10_000))? as i32;
        let tree = Weighted::new(width, height, seed, range, read.order(width)?)?;
        Ok(Placed { root: tree.root(), rules: tree, values: Some(range) })
    }
}

impl Entry for Correlated {
    const INFO: GameInfo = GameInfo {
        name: "correlated",
        title: "correlated tree",
        aliases: &[],
        kind: GameKind::Synthetic,
        summary: "synthetic trees whose values drift from parent to child (Lindstrom 1983)",
        position: "w=WIDTH,d=DEPTH,seed=S,preorder=yes|no",
        example: "w=4,d=5,seed=1,preorder=yes",
        usual_depth: None,
        usual_method: "negascout",
        estimates: true,
        solvable: true,
        hint: "Try next the other preorder= (yes, no): order is what decides.",
    };
    generated!();

    fn read(position: PositionText<'_>) -> Result<Placed<Correlated>, PositionError> {
        let read = GameParameters::read(position.text, &["w", "d", "seed", "preorder"])?;
        let Common { width, height, seed } = Common::read(&read, position.seed)?;
        let tree = Correlated::new(width, height, seed, read.choice("preorder", false)?)?;
        Ok(Placed { root: tree.root(), rules: tree, values: Some(1000 * height.0.max(1) as i32) })
    }
}

impl Entry for Independent {
    const INFO: GameInfo = GameInfo {
        name: "iid",
        title: "tree of independent leaves",
        aliases: &[],
        kind: GameKind::Synthetic,
        summary: "synthetic trees with independent leaves: the model of the theory",
        position: "w=WIDTH,d=DEPTH,seed=S,values=N",
        example: "w=5,d=6,seed=1",
        usual_depth: None,
        usual_method: "negascout",
        estimates: false,
        solvable: true,
        hint: "Try next uniform with order=60: order is what decides.",
    };
    generated!();

    fn read(position: PositionText<'_>) -> Result<Placed<Independent>, PositionError> {
        let read = GameParameters::read(position.text, &["w", "d", "seed", "values"])?;
        let Common { width, height, seed } = Common::read(&read, position.seed)?;
        let range = read.number("values", 1..=LARGEST, Some(LARGEST))? as i32;
        let tree = Independent::new(width, height, seed, range)?;
        Ok(Placed { root: tree.root(), rules: tree, values: Some(range) })
    }
}

impl Entry for Artificial {
    const INFO: GameInfo = GameInfo {
        name: "artificial",
        title: "artificial tree",
        aliases: &[],
        kind: GameKind::Synthetic,
        summary: "synthetic trees of intervals that narrow on the way down, without a fixed depth (Berliner 1979)",
        position: "w=WIDTH,k=DRAWS,range=N,seed=S,coarse=yes|no",
        example: "w=5,k=3,range=400,seed=1",
        usual_depth: Some(Depth(8)),
        usual_method: "b-star",
        estimates: true,
        solvable: false,
        hint: "Try next another k=: more draws make harder trees; or --depth 1000 and -a pb-star.",
    };
    const COMPILED: Compiled = NOTHING;

    children_by_number!();

    fn read(position: PositionText<'_>) -> Result<Placed<Artificial>, PositionError> {
        let read = GameParameters::read(position.text, &["w", "k", "range", "seed", "coarse"])?;
        let draws = read.number("k", 1..=1000, Some(3))? as u32;
        // A search asks for the time between two nodes, and to open one costs all draws of its children.
        let width = read.number("w", 1..=WIDEST_DRAWS / u64::from(draws), None)? as u32;
        let range = read.number("range", 1..=LARGEST, Some(400))? as i32;
        let tree = Artificial::new(width, seed(&read, position.seed)?, range, draws, read.choice("coarse", false)?)?;
        Ok(Placed { root: tree.root(), rules: tree, values: Some(range) })
    }

    fn read_word(&self, state: &Between, text: &str) -> Result<u32, TextError> {
        let width = self.open(state, &mut MoveList::new()).map_or(0, |children| children.count());
        number_of(text, width)
    }

    /// The text that it was read from names it; see `Problem::position`.
    fn position(&self, _: &Between) -> String {
        String::new()
    }

    fn leaf_count(&self, shape: Shape) -> LeafCount {
        LeafCount::AtMost(full(shape))
    }
}

const ORDER: &str = "random, perfect, a percentage such as 60, or weights such as 70,5,5,5,...";

/// The parameters of a synthetic tree, with the place of each value.
pub(crate) struct GameParameters<'t> {
    text: &'t str,
    values: Vec<(&'t str, &'t str, usize)>,
}

impl<'t> GameParameters<'t> {
    /// The parameter that takes all the rest of the text, commas too.
    const LAST: &'static str = "order";

    /// Splits `text` into parameters with these names.
    pub(crate) fn read(text: &'t str, names: &[&str]) -> Result<Self, TextError> {
        let list = names.join(", ");
        let mut values: Vec<(&str, &str, usize)> = Vec::new();
        let mut at = 0;
        while at < text.len() || at == 0 {
            at += text[at..].len() - text[at..].trim_start().len();
            let rest = &text[at..];
            let piece = &rest[..rest.find(',').unwrap_or(rest.len())];
            let (name, value) = match piece.split_once('=') {
                Some(pair) => pair,
                None if piece.is_empty() => {
                    let want = format!("a parameter such as w=5 (there are {list})");
                    return Err(TextError::new(text, at, "no parameter", want));
                }
                None => {
                    let why = format!("'{}' without a value", short(piece));
                    return Err(TextError::new(text, at + piece.len(), why, "= and a value"));
                }
            };
            if !names.contains(&name) {
                let why = format!("no parameter is called '{}'", short(name));
                return Err(TextError::new(text, at, why, format!("one of {list}")));
            }
            if values.iter().any(|(other, ..)| *other == name) {
                return Err(TextError::new(text, at, format!("a second {name}="), format!("one {name}=")));
            }
            let place = at + name.len() + 1;
            let last = name == Self::LAST;
            let value = if last { &text[place..] } else { value };
            values.push((name, value, place));
            at = place + value.len();
            if !last && at < text.len() {
                at += 1;
                if at == text.len() {
                    return Err(TextError::new(text, at, "nothing after the comma", "a further parameter"));
                }
            }
        }
        Ok(GameParameters { text, values })
    }

    /// The text of a parameter, and its place.
    fn get(&self, name: &str) -> Option<(&'t str, usize)> {
        self.values.iter().find(|(other, ..)| *other == name).map(|&(_, value, place)| (value, place))
    }

    /// A whole number within a range, or a default; without a default the parameter has to be there.
    pub(crate) fn number(
        &self,
        name: &str,
        range: RangeInclusive<u64>,
        default: Option<u64>,
    ) -> Result<u64, TextError> {
        let want = || match (*range.start(), *range.end()) {
            (0, u64::MAX) => "a whole number".to_string(),
            (from, to) => format!("a whole number from {from} to {to}"),
        };
        let Some((value, place)) = self.get(name) else {
            let missing =
                || TextError::new(self.text, self.text.len(), format!("no {name}="), format!("{name}= and {}", want()));
            return default.ok_or_else(missing);
        };
        let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        match value.parse() {
            Ok(number) if digits && range.contains(&number) => Ok(number),
            _ => Err(self.wrong(place, format!("{name}={}", short(value)), want())),
        }
    }

    /// `yes` or `no`.
    fn choice(&self, name: &str, default: bool) -> Result<bool, TextError> {
        match self.get(name) {
            None => Ok(default),
            Some(("yes", _)) => Ok(true),
            Some(("no", _)) => Ok(false),
            Some((value, place)) => Err(self.wrong(place, format!("{name}={}", short(value)), "yes or no")),
        }
    }

    /// `order=`: which of the children of a tree of this width is how likely to be the best.
    fn order(&self, width: u32) -> Result<Order, TextError> {
        let Some((text, place)) = self.get("order") else { return Ok(Order::random(width)) };
        match text {
            "random" => return Ok(Order::random(width)),
            "perfect" => return Ok(Order::perfect(width)),
            _ => {}
        }
        let mut weights = Vec::new();
        let (mut at, mut shared) = (place, false);
        for word in text.split(',') {
            if shared {
                return Err(self.wrong(at, "a weight behind the dots", "nothing behind them"));
            }
            match word {
                ".." | "..." | "…" => shared = true,
                _ => weights.push(weight(word).ok_or_else(|| self.wrong(at, "no weight", ORDER))?),
            }
            at += word.len() + 1;
        }
        let (children, count, sum) = (width as usize, weights.len(), weights.iter().sum::<f64>());
        if let ([first], false) = (&weights[..], shared) {
            return Order::first(width, *first).map_err(|error| self.wrong(place, error.to_string(), ORDER));
        }
        if count > children || (count < children && !shared) {
            let want = if count > children {
                format!("{children} of them")
            } else {
                format!("{children} of them, or ... at the end")
            };
            let weights = if count == 1 { "weight" } else { "weights" };
            let noun = if children == 1 { "child" } else { "children" };
            return Err(self.wrong(place, format!("{count} {weights} for {children} {noun}"), want));
        }
        let (rest, left) = (100.0 - sum, children - count);
        if rest < -1e-6 || (left == 0 && rest > 1e-6) {
            return Err(self.wrong(
                place,
                format!("weights that sum to {}", decimal_text((sum * 1000.0).round() as u128, 3)),
                "a sum of 100",
            ));
        }
        // Thirds and sixths never sum to 100 exactly: what is missing then goes to no child.
        weights.resize(children, if left > 0 { rest.max(0.0) / left as f64 } else { 0.0 });
        Order::weights(&weights).map_err(|error| self.wrong(place, error.to_string(), ORDER))
    }

    /// An error at a place of the whole text.
    fn wrong(&self, place: usize, why: impl Into<String>, want: impl Into<String>) -> TextError {
        TextError::new(self.text, place, why, want)
    }
}

/// Enough of a text to recognise it.
fn short(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let start: String = text.chars().take(20).map(clean).collect();
    if start.len() < text.len() { start + "..." } else { start }
}

/// A number or a fraction, from 0 to 100.
fn weight(word: &str) -> Option<f64> {
    let number = match word.split_once('/') {
        Some((over, under)) => decimal(over)? / decimal(under)?,
        None => decimal(word)?,
    };
    (0.0..=100.0).contains(&number).then_some(number)
}
