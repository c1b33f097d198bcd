//! What an inner node of an explicit tree seems to be worth, and how that is written.

use std::ops::Neg;

use provebest_game::{Distribution, Interval, Score, TextError, ValueRange};

use super::words::{integer, space};
use super::{Node, Tree};

/// What an inner node seems to be worth, and within which bounds: written
/// `{"value":4,"low":1,"high":6,"children":[5,7]}`.
///
/// A value that is not written is 0 or, if that lies outside, the nearer bound; a bound that is not written is ±[`Tree::LIMIT`].
/// What is written is believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// The estimate.
    pub value: i32,
    /// The value is at least this.
    pub low: i32,
    /// The value is at most this.
    pub high: i32,
}

/// The same for the other side.
impl Neg for Estimate {
    type Output = Estimate;

    fn neg(self) -> Estimate {
        Estimate { value: -self.value, low: -self.high, high: -self.low }
    }
}

impl Tree {
    /// What is written of a node, in the view of the side to move there.
    pub(super) fn estimate(&self, node: Node) -> Option<Estimate> {
        let packed = self.at(node);
        let found = self.estimates.binary_search_by_key(&packed.content, |&(eldest, _)| eldest);
        found.ok().filter(|_| packed.children > 0).map(|place| self.estimates[place].1)
    }
}

/// What is written, otherwise everything.
impl Interval for Tree {
    fn interval(&self, &node: &Node) -> (Score, Score) {
        match (self.at(node).value(), self.estimate(node)) {
            (Some(value), _) => (value, value),
            (None, Some(Estimate { low, high, .. })) => (Score(low), Score(high)),
            (None, None) => (Score(-Tree::LIMIT), Score(Tree::LIMIT)),
        }
    }
}

impl Distribution for Tree {}

/// ±[`Tree::LIMIT`].
impl ValueRange for Tree {
    fn value_range(&self, _: &Node) -> (Score, Score) {
        (Score(-Tree::LIMIT), Score(Tree::LIMIT))
    }
}

const CHILDREN: &str = "\"children\": [";

/// The members of an object, as far as they are read.
#[derive(Clone, Copy, Default)]
pub(super) struct Fields {
    value: Option<i32>,
    low: Option<i32>,
    high: Option<i32>,
}

impl Fields {
    /// Reads an object up to its list of children, from its brace on; `at` is then the place of the list.
    pub(super) fn open(text: &str, at: &mut usize) -> Result<Fields, TextError> {
        let (brace, mut fields) = (*at, Fields::default());
        *at = space(text.as_bytes(), brace + 1);
        loop {
            if text.as_bytes().get(*at) == Some(&b'}') {
                return Err(TextError::new(text, *at, "an object without children", CHILDREN));
            }
            let known = *at;
            if fields.member(text, at).map_err(|error| fields.at_brace(text, brace, known, error))? {
                return Ok(fields);
            }
            *at = space(text.as_bytes(), *at);
            match text.as_bytes().get(*at) {
                Some(b',') => *at = space(text.as_bytes(), *at + 1),
                Some(b'}') => {}
                _ => return Err(TextError::new(text, *at, "an object that does not go on", ", or }")),
            }
        }
    }

    /// An object of another kind altogether is no mistake inside it.
    fn at_brace(&self, text: &str, brace: usize, place: usize, error: TextError) -> TextError {
        let first = (self.value, self.low, self.high) == (None, None, None);
        let unknown = text[..place].chars().count() == error.place;
        if first && unknown { TextError::new(text, brace, "an object", "an integer, [ or {\"value\":") } else { error }
    }

    /// Reads the rest of an object, behind its list of children; `at` is then the place behind it.
    pub(super) fn close(mut self, text: &str, at: &mut usize) -> Result<super::Estimate, TextError> {
        loop {
            *at = space(text.as_bytes(), *at);
            match text.as_bytes().get(*at) {
                Some(b',') => {
                    *at = space(text.as_bytes(), *at + 1);
                    let place = *at;
                    if self.member(text, at)? {
                        return Err(TextError::new(text, place, "children a second time", "one list of children"));
                    }
                }
                Some(b'}') => break,
                _ => return Err(TextError::new(text, *at, "an object that does not end", ", or }")),
            }
        }
        let (low, high) = (self.low.unwrap_or(-Tree::LIMIT), self.high.unwrap_or(Tree::LIMIT));
        if low > high {
            return Err(TextError::new(text, *at, "a low above its high", "\"low\" at most \"high\""));
        }
        *at += 1;
        Ok(Estimate { value: self.value.unwrap_or(0.clamp(low, high)), low, high })
    }

    /// Reads a member; true if it is the list of children, and then `at` is the place of that list.
    fn member(&mut self, text: &str, at: &mut usize) -> Result<bool, TextError> {
        let names = ["value", "low", "high", "children", "sons"];
        let rest = &text[*at..];
        let named = |name: &&str| {
            rest.strip_prefix('"')
                .is_some_and(|rest| rest.strip_prefix(*name).is_some_and(|rest| rest.starts_with('"')))
        };
        let Some(name) = names.into_iter().find(named) else {
            return Err(TextError::new(
                text,
                *at,
                "not a member of a node",
                "\"value\", \"low\", \"high\" or \"children\"",
            ));
        };
        let field = match name {
            "value" => Some(&mut self.value),
            "low" => Some(&mut self.low),
            "high" => Some(&mut self.high),
            _ => None,
        };
        if field.as_ref().is_some_and(|field| field.is_some()) {
            return Err(TextError::new(text, *at, format!("\"{name}\" a second time"), "each member once"));
        }
        let colon = space(text.as_bytes(), *at + name.len() + 2);
        if text.as_bytes().get(colon) != Some(&b':') {
            return Err(TextError::new(text, colon, "a name without its value", ":"));
        }
        *at = space(text.as_bytes(), colon + 1);
        let next = text.as_bytes().get(*at);
        match (field, next) {
            (None, Some(b'[')) => Ok(true),
            (None, _) => Err(TextError::new(text, *at, "no list", "[")),
            (Some(field), Some(b'-' | b'0'..=b'9')) => {
                let (number, end) = integer(text, *at)?;
                (*field, *at) = (Some(number), end);
                Ok(false)
            }
            (Some(_), _) => Err(TextError::new(text, *at, "no integer", "an integer")),
        }
    }
}

#[cfg(test)]
mod tests {
    use provebest_game::{Evaluate, Game, MoveList};

    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let text = r#"{"value":5,"low":0,"high":10,"children":[{"value":6,"low":4,"high":8,"children":[5,7]},
            [{"value":-1,"low":-3,"high":2,"children":[1]},6]]}"#;
        let tree: Tree = text.parse().unwrap();
        let text = text.replace(['\n', ' '], "");
        assert_eq!(tree.to_string(), text);
        let spaced = text.replace(':', " : ").replace('{', "{ ").replace("children", "sons");
        assert_eq!(spaced.parse::<Tree>().unwrap(), tree);
        let behind = r#"{"children":[{"children":[5,7],"high":8,"low":4,"value":6},
            [{"low":-3,"high":2,"value":-1,"children":[1]},6]],"value":5,"low":0,"high":10}"#;
        assert_eq!(behind.parse::<Tree>().unwrap(), tree);
        assert_eq!((tree.evaluate(&tree.root()), tree.interval(&tree.root())), (Score(5), (Score(0), Score(10))));
        let child = |node: &Node, number| {
            tree.child(node, tree.open(node, &mut MoveList::new()).unwrap(), &MoveList::new(), number).1
        };
        let first = child(&tree.root(), 0);
        assert_eq!(
            (tree.evaluate(&first), tree.interval(&first)),
            (Score(-6), (Score(-8), Score(-4))),
            "MIN is to move"
        );
        let plain = child(&tree.root(), 1);
        assert_eq!((tree.evaluate(&plain), tree.interval(&plain).1), (Score::ZERO, Score(Tree::LIMIT)));
        let deep = child(&plain, 0);
        assert_eq!((tree.evaluate(&deep), tree.interval(&deep)), (Score(-1), (Score(-3), Score(2))));
    }

    #[test]
    fn what_is_missing_is_wide() {
        let tree: Tree = r#"{"low":3,"children":[7]}"#.parse().unwrap();
        assert_eq!(
            (tree.evaluate(&tree.root()), tree.interval(&tree.root())),
            (Score(3), (Score(3), Score(Tree::LIMIT)))
        );
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let cases: &[(&str, usize, &str)] = &[
            (r#"{"a":1}"#, 0, "an object"),
            (r#"[{"value":1}]"#, 11, "an object without children"),
            (r#"{}"#, 1, "an object without children"),
            (r#"{"value":1,"valu":2}"#, 11, "not a member of a node"),
            (r#"{"value":1,"value":2,"children":[1]}"#, 11, "\"value\" a second time"),
            (r#"{"value":"x","children":[1]}"#, 9, "no integer"),
            (r#"{"value":1.5,"children":[1]}"#, 10, "a fraction"),
            (r#"{"value" 1}"#, 9, "a name without its value"),
            (r#"{"low":2,"high":1,"children":[1]}"#, 32, "a low above its high"),
            (r#"{"children":[1],"sons":[2]}"#, 16, "children a second time"),
            (r#"{"children":[1]"#, 15, "an object that does not end"),
            (r#"{"children":3}"#, 12, "no list"),
            (r#"{"children":[]}"#, 13, "an empty list"),
        ];
        for (text, place, why) in cases {
            let error = text.parse::<Tree>().unwrap_err();
            assert_eq!((error.place, error.why.as_str()), (*place, *why), "{text}");
        }
    }
}
