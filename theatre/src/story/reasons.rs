//! Why children were not visited, in one sentence.

use std::fmt;

use provebest_game::{Score, Window};
use provebest_search::Cut;

use super::visited::{CutReason, NodeId, Side, Story, StoryStyle, VisitId};

impl Story {
    /// Why a visit ends at this child.
    pub fn reason(&self, id: VisitId, child: u32, why: Cut) -> CutReason {
        let visit = &self[id];
        let node = &self[visit.node];
        let side = node.side();
        let window = visit.window.unwrap_or(Window::FULL);
        match why {
            Cut::Beta | Cut::Solved => {
                let found = self.has_at(id, self.time).map(|update| update.value).filter(|_| why == Cut::Beta);
                let has = found.unwrap_or(node.bounds.of(side));
                let rest = node.bounds.of(side.other());
                let by_visits = Some(id).filter(|_| self.style == StoryStyle::Windows);
                let by_visits = by_visits.and_then(|id| self.held_by_visits(id, side, has));
                if let Some(held) = by_visits.or_else(|| self.held(visit.node, side, has)) {
                    held
                } else if why == Cut::Solved && side.likes(has, rest) {
                    CutReason::NoBetter { side, has, rest }
                } else if window.is_null() {
                    CutReason::Answered { side, has, question: window }
                } else {
                    CutReason::Outside { side, has, window }
                }
            }
            Cut::ProveBest => {
                let passed_by = self.passed_by(id);
                let rest = self.most(side, passed_by.iter().map(|&number| &node.children[number as usize]));
                let has = node.bounds.of(side);
                let above = self.ancestors(visit.node).filter(|above| self[*above].side() == side);
                let above = above.map(|above| (above, self[above].bounds.of(side)));
                match strongest(above, side, rest).filter(|_| !side.likes(has, rest)) {
                    Some((at, above)) => CutReason::BetterAbove { side, rest, above, at },
                    None => CutReason::NoBetter { side, has, rest },
                }
            }
            Cut::IgnoreLeft => {
                let before = node.children.iter().take(child as usize);
                CutReason::SeenBefore { side, child, rest: self.most(side, before) }
            }
        }
    }

    /// The most that some children of a node of this side can give to it.
    fn most<'s>(&self, side: Side, children: impl Iterator<Item = &'s Option<NodeId>>) -> Score {
        let other = side.other();
        let bound = |child: &Option<NodeId>| child.map_or(other.nothing(), |child| self[child].bounds.of(other));
        children.map(bound).reduce(|a, b| side.better(a, b)).unwrap_or(side.nothing())
    }

    /// Has the other side found something above, in the visits that are under way, that makes it stay away from a node
    /// where `side` has this much?
    fn held_by_visits(&self, id: VisitId, side: Side, has: Score) -> Option<CutReason> {
        let other = side.other();
        let above = self.visits_above(id).filter(|above| self[self[*above].node].side() == other);
        let found = above.filter_map(|above| Some((self[above].node, self.has_at(above, self.time)?.value)));
        let here = self[id].node;
        strongest(found, other, has).map(|(at, above)| CutReason::Held { side, has, here, above, at })
    }

    /// The same, by all that is proved.
    fn held(&self, id: NodeId, side: Side, has: Score) -> Option<CutReason> {
        let other = side.other();
        let above = self.ancestors(id).filter(|above| self[*above].side() == other);
        let found = above.map(|above| (above, self[above].bounds.of(other)));
        strongest(found, other, has).map(|(at, above)| CutReason::Held { side, has, here: id, above, at })
    }

    /// Finds for every node with children that were never visited why the search did not come back for them.
    pub fn explain_the_rest(&mut self) {
        if self.expansions > 0 {
            return;
        }
        for id in self.nodes() {
            let node = &self[id];
            if node.children.iter().all(Option::is_some) {
                continue;
            }
            let last = node.visits.last().and_then(|visit| self[*visit].cut_off());
            if last.is_some_and(|cut| cut.reason.is_final()) {
                continue;
            }
            let held = |id: NodeId| self.held(id, self[id].side(), self[id].bounds.of(self[id].side()));
            let above = || self.ancestors(id).find_map(held).filter(|_| last.is_none());
            self[id].left = held(id).or_else(above);
        }
    }
}

/// Of those above where `side` holds something as good as `enough`, the one where it holds most; the nearest among
/// equals.
fn strongest(above: impl Iterator<Item = (NodeId, Score)>, side: Side, enough: Score) -> Option<(NodeId, Score)> {
    let holders = above.filter(|(_, value)| side.likes(*value, enough) && *value != side.nothing());
    holders.reduce(|a, b| if side.likes(a.1, b.1) { a } else { b })
}

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

/// What a side wants, of points that are MAX's.
fn more(side: Side) -> &'static str {
    match side {
        Side::Max => "more",
        Side::Min => "less",
    }
}

/// The question of a null window.
pub struct NullWindowText(pub Window);

impl fmt::Display for NullWindowText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NullWindowText(Window { alpha, beta }) = *self;
        match alpha {
            Score::WORST => write!(f, "more than -inf"),
            _ => write!(f, "at least {}", ScoreText(beta)),
        }
    }
}

impl Story {
    /// Where a node stands, in a sentence.
    fn place(&self, id: NodeId) -> String {
        if id == Self::ROOT { "at the root".into() } else { format!("at {}", self.name(id)) }
    }

    /// A reason at a node, in words.
    pub fn words(&self, id: NodeId, reason: &CutReason) -> String {
        match *reason {
            CutReason::Held { side, has, here, above, at } => format!(
                "{} already has {} {}, {} has {} above ({})",
                side.name(),
                ScoreText(has),
                if here == id { "here".into() } else { self.place(here) },
                side.other().name(),
                ScoreText(above),
                self.place(at)
            ),
            CutReason::Answered { side, has, question } => {
                format!(
                    "{} already has {} here, which answers \"{}?\"",
                    side.name(),
                    ScoreText(has),
                    NullWindowText(question)
                )
            }
            CutReason::Outside { side, has, window } => {
                let (name, has) = (side.name(), ScoreText(has));
                match side {
                    Side::Max => format!(
                        "{name} already has {has} here, and this search looks only below {}",
                        ScoreText(window.beta)
                    ),
                    Side::Min => format!(
                        "{name} already has {has} here, and this search looks only above {}",
                        ScoreText(window.alpha)
                    ),
                }
            }
            CutReason::NoBetter { side, has, rest } => format!(
                "{} has {} here, and the other children can give it no {} than {}",
                side.name(),
                ScoreText(has),
                more(side),
                ScoreText(rest)
            ),
            CutReason::BetterAbove { side, rest, above, at } => format!(
                "the other children can give {} no {} than {} here, and it has {} above ({})",
                side.name(),
                more(side),
                ScoreText(rest),
                ScoreText(above),
                self.place(at)
            ),
            CutReason::SeenBefore { side, rest, .. } => {
                format!(
                    "an earlier visit saw that {} gets no {} than {} there",
                    side.name(),
                    more(side),
                    ScoreText(rest)
                )
            }
        }
    }

    /// The last cut of the node with this path: the visit, and its place among the cuts of that visit.
    pub fn last_cut(&self, path: &[u32]) -> Option<(VisitId, usize)> {
        let visit = *self[self.find(path)?].visits.last()?;
        Some((visit, self[visit].cuts.len().checked_sub(1)?))
    }

    /// The sentence of a cut, once the story has come to its end.
    pub fn cut_sentence(&self, id: VisitId, place: usize) -> String {
        let visit = &self[id];
        let cut = &visit.cuts[place];
        let last = visit.cut_off().is_some_and(|last| std::ptr::eq(last, cut));
        let sentence = if last { self.sentence(id) } else { None };
        let verb = match cut.why {
            Cut::IgnoreLeft => "skipped",
            Cut::Solved => "solved",
            _ => "cut",
        };
        sentence.unwrap_or_else(|| format!("{verb}: {}", self.words(visit.node, &cut.reason)))
    }

    /// Why a visit left children aside, in one sentence; `None` if it saw them all, or needed no more than it remembers.
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
        let verb = match cut.why {
            Cut::Solved => "solved",
            _ => "cut",
        };
        let words = self.words(visit.node, &cut.reason);
        Some(match left {
            Some(CutReason::Held { side, above, at, .. }) => {
                let (name, above) = (side.other().name(), ScoreText(above));
                format!("{verb}: {words}; not resumed, for {name} has {above} above ({})", self.place(at))
            }
            _ => format!("{verb}: {words}"),
        })
    }
}
