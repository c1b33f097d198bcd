//! Which trees something was measured on, and how to say it briefly.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use crate::subject::SubjectKind;

/// A kind of tree.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The order of the children as the tables have it: `random`, `60`, `iid` and so on.
    pub order: String,
    /// Children of every inner node.
    pub width: u32,
    /// Plies from the root to the leaves.
    pub depth: u32,
}

impl Place {
    /// The order in words.
    pub fn order_words(&self) -> &str {
        match self.order.as_str() {
            "60" => "ordered",
            "70-5-5-5-5" => "strongly ordered",
            "iid" => "independent leaves",
            "perfect" => "perfectly ordered",
            "worst" => "best child last",
            "preordered" => "correlated, preordered",
            "example" => "the paper's example",
            "connect4" => "Connect Four",
            "othello" => "Othello",
            "salesman" => "salesmen",
            other => other,
        }
    }

    /// Is it a game? Then its width is only a mean.
    fn is_game(&self) -> bool {
        matches!(self.order.parse(), Ok(SubjectKind::Position(_)))
    }

    /// What it has many of.
    pub fn things(&self) -> &'static str {
        match self.order.parse() {
            Ok(SubjectKind::Position(_) | SubjectKind::Proof(_)) => "positions",
            Ok(SubjectKind::Puzzle(_)) => "puzzles",
            _ => "trees",
        }
    }

    /// Random trees first, then by order, width and depth.
    pub fn in_order(&self, other: &Place) -> Ordering {
        let key = |place: &Place| (place.order != "random", place.order.clone(), place.width, place.depth);
        key(self).cmp(&key(other))
    }

    /// Is the depth odd, and deep enough for a cut-off below the root's children?
    pub fn is_odd(&self) -> bool {
        self.depth % 2 == 1 && self.depth > 1
    }

    /// Is the depth even?
    pub fn is_even(&self) -> bool {
        self.depth.is_multiple_of(2)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.order.as_str() {
            "tiles" => write!(f, "tiles, {}x{}", self.width, self.depth),
            "salesman" => write!(f, "{} cities", self.width),
            _ if self.is_game() => write!(f, "{}, d = {}", self.order_words(), self.depth),
            _ => write!(f, "{}, w = {}, d = {}", self.order_words(), self.width, self.depth),
        }
    }
}

/// Several places in one line: `random: w = 5, d = 3, 5; w = 10, d = 5`.
pub(super) fn together<'a>(places: impl IntoIterator<Item = &'a Place>) -> String {
    type Depths = BTreeMap<Option<u32>, Vec<u32>>;
    let mut orders: Vec<(&str, Depths)> = Vec::new();
    for place in places {
        let order = place.order_words();
        if orders.iter().all(|(known, _)| *known != order) {
            orders.push((order, BTreeMap::new()));
        }
        let widths = orders.iter_mut().find(|(known, _)| *known == order).map(|(_, widths)| widths);
        let depths =
            widths.expect("it was just put there").entry((!place.is_game()).then_some(place.width)).or_default();
        if !depths.contains(&place.depth) {
            depths.push(place.depth);
        }
    }
    let order = |(order, widths): (&str, BTreeMap<Option<u32>, Vec<u32>>)| {
        // Widths with the same depths are said together.
        let mut groups: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
        for (width, depths) in widths {
            match groups.iter_mut().find(|(_, same)| *same == depths) {
                Some((widths, _)) => widths.extend(width),
                None => groups.push((width.into_iter().collect(), depths)),
            }
        }
        let list = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let said = |(w, d): &(Vec<u32>, Vec<u32>)| match w.is_empty() {
            true => format!("d = {}", list(d)),
            false => format!("w = {}, d = {}", list(w), list(d)),
        };
        let said: Vec<String> = groups.iter().map(said).collect();
        format!("{order} ({})", said.join("; "))
    };
    orders.into_iter().map(order).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_said_together() {
        let place = |order: &str, width, depth| Place { order: order.into(), width, depth };
        let places =
            [place("random", 5, 3), place("random", 5, 5), place("60", 10, 5), place("60", 20, 5), place("60", 5, 3)];
        assert_eq!(together(&places), "random (w = 5, d = 3, 5); ordered (w = 5, d = 3; w = 10, 20, d = 5)");
    }
}
