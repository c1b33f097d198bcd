//! Why children were not visited.

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
                let by_values = why == Cut::Beta && !self.by_proof;
                let found = self.has_at(id, self.time).map(|update| update.value).filter(|_| by_values);
                let has = found.unwrap_or(node.bounds.of(side));
                let rest = node.bounds.of(side.other());
                let by_visits = Some(id).filter(|_| self.style == StoryStyle::Windows && !self.by_proof);
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
