//! Reasons in words.

use std::fmt;

use provebest_game::{Score, Window};
use provebest_search::Cut;

use super::visited::{CutReason, NodeId, Side, Story, StoryStyle, VisitId};

/// A score as it is written in a drawing.
pub struct ScoreText(pub Score);

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScoreText(score) = *self;
        match score.end() {
            _ if score + 1 >= Score::INFINITY => f.pad("+inf"),
            _ if score - 1 <= Score::WORST => f.pad("-inf"),
            Some(end) => f.pad(&format!("{}@{}", if score > Score::ZERO { "win" } else { "loss" }, end.0)),
            None => f.pad(&score.0.to_string()),
        }
    }
}

/// A part of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// What was done.
    Verb(&'static str),
    /// Other words.
    Text(&'static str),
    /// A value.
    Value(Score),
    /// A node, by its name.
    Node(NodeId),
}

use Piece::{Text, Value};

impl Story {
    /// A part of a sentence as text.
    pub fn piece_text(&self, piece: &Piece) -> String {
        match *piece {
            Piece::Verb(words) | Text(words) => words.into(),
            Value(score) => ScoreText(score).to_string(),
            Piece::Node(Story::ROOT) => "the root".into(),
            Piece::Node(id) => self.name(id),
        }
    }

    fn joined(&self, pieces: &[Piece]) -> String {
        pieces.iter().map(|piece| self.piece_text(piece)).collect()
    }

    /// A reason at a node, in words.
    pub fn words(&self, id: NodeId, reason: &CutReason) -> String {
        self.joined(&reason.pieces(id))
    }

    /// The last cut of a visit, in words that use only what is known when it is made.
    pub fn cut_pieces(&self, id: VisitId) -> Vec<Piece> {
        let visit = &self[id];
        let Some(cut) = visit.cuts.last() else { return Vec::new() };
        let verb = match cut.why {
            Cut::IgnoreLeft => "skipped",
            _ => verb(cut.why),
        };
        let mut pieces = vec![Piece::Verb(verb), Text(": ")];
        pieces.extend(cut.reason.pieces(visit.node));
        pieces
    }

    /// Why a visit left children aside, in one sentence, once the story has come to its end; `None` if it saw them all, or needed no
    /// more than it remembers.
    pub fn sentence(&self, id: VisitId) -> Option<String> {
        let visit = &self[id];
        let node = &self[visit.node];
        let last = node.visits.last() == Some(&id);
        let left = node.left.filter(|_| last);
        let Some(cut) = visit.cut_off() else {
            let verb = if self.style == StoryStyle::Merits { "suspended" } else { "left" };
            return left.map(|left| format!("{verb}: {}", self.words(visit.node, &left)));
        };
        if self.cut_children(id).is_empty() {
            return None;
        }
        let mut sentence = format!("{}: {}", verb(cut.why), self.words(visit.node, &cut.reason));
        if let Some(CutReason::Held { side, above, at, .. }) = left {
            let above = [Text(side.other().name()), Text(" has "), Value(above), Text(" above (at "), Piece::Node(at)];
            sentence += &format!("; not resumed, for {})", self.joined(&above));
        }
        Some(sentence)
    }
}

fn verb(why: Cut) -> &'static str {
    match why {
        Cut::Solved => "solved",
        _ => "cut",
    }
}

/// What a side wants, of points that are MAX's.
fn no_more(side: Side) -> Piece {
    match side {
        Side::Max => Text(" no more than "),
        Side::Min => Text(" no less than "),
    }
}

/// The question of a null window.
fn question(Window { alpha, beta }: Window) -> [Piece; 2] {
    match alpha {
        Score::WORST => [Text("more than "), Value(Score::WORST)],
        _ => [Text("at least "), Value(beta)],
    }
}

impl CutReason {
    /// The reason at a node, in parts.
    fn pieces(&self, id: NodeId) -> Vec<Piece> {
        match *self {
            CutReason::Held { side, has, here, above, at } => {
                let mut pieces = vec![Text(side.name()), Text(" already has "), Value(has)];
                if here == id {
                    pieces.push(Text(" here"));
                } else {
                    pieces.extend([Text(" at "), Piece::Node(here)]);
                }
                let other = Text(side.other().name());
                pieces.extend([Text(", "), other, Text(" has "), Value(above)]);
                pieces.extend([Text(" above (at "), Piece::Node(at), Text(")")]);
                pieces
            }
            CutReason::Answered { side, has, question: asked } => {
                let [words, value] = question(asked);
                let has = [Text(side.name()), Text(" already has "), Value(has), Text(" here, which answers \"")];
                [&has[..], &[words, value, Text("?\"")]].concat()
            }
            CutReason::Outside { side, has, window } => {
                let (words, edge) = match side {
                    Side::Max => (" here, and this search looks only below ", window.beta),
                    Side::Min => (" here, and this search looks only above ", window.alpha),
                };
                vec![Text(side.name()), Text(" already has "), Value(has), Text(words), Value(edge)]
            }
            CutReason::NoBetter { side, has, rest } => vec![
                Text(side.name()),
                Text(" has "),
                Value(has),
                Text(" here, and the other children can give it"),
                no_more(side),
                Value(rest),
            ],
            CutReason::BetterAbove { side, rest, above, at } => vec![
                Text("the other children can give "),
                Text(side.name()),
                no_more(side),
                Value(rest),
                Text(" here, and it has "),
                Value(above),
                Text(" above (at "),
                Piece::Node(at),
                Text(")"),
            ],
            CutReason::SeenBefore { side, rest, .. } => vec![
                Text("an earlier visit saw that "),
                Text(side.name()),
                Text(" gets"),
                no_more(side),
                Value(rest),
                Text(" there"),
            ],
        }
    }
}
