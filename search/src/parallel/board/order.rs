//! Which job is next: the eldest one, or the one that is most likely to be needed.

use super::chances::Chances;
use super::node::{Label, Node, Place, leading};

/// The order in which jobs are taken from the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum JobOrder {
    /// The leftmost open job of the tree. At a node that is tested, the younger siblings only when one child is resolved.
    Eldest,
    /// The job that is most likely to be needed, by what the search has learned of cut-offs.
    #[default]
    Need,
}

/// What is known of the jobs below a node.
pub(super) struct Pick {
    /// The child through which the next job is reached ...
    pub(super) next: Option<Place>,
    /// ... and how likely that is needed.
    pub(super) likely: f64,
    /// How likely it is that no child cuts the node off; if its value is wanted, that no child is better than the leading one.
    pub(super) holds: f64,
    pub(super) out: u32,
}

/// Siblings of a leading child of which nothing is known come last.
const LAST: f64 = 1e-9;

impl JobOrder {
    /// Looks for the next job below a node, which has these children.
    pub(super) fn pick(self, node: &Node, children: &[Node], chances: &Chances) -> Pick {
        let mut pick = Pick { next: None, likely: 0.0, holds: 1.0, out: children.iter().map(|child| child.out).sum() };
        pick.holds = self.weigh(node, children, chances, |number, needed| {
            let child = &children[number];
            let likely = needed * child.likely;
            if child.next.is_some() && (pick.next.is_none() || likely > pick.likely) {
                (pick.next, pick.likely) = (Some(node.first + number as Place), likely);
            }
        });
        pick
    }

    /// Tells of every open child that may be searched, the leading one first, how likely it is needed if the node is. Returns how
    /// likely it is that no child cuts the node off; if its value is wanted, that no child is better than the leading one.
    pub(super) fn weigh(
        self,
        node: &Node,
        children: &[Node],
        chances: &Chances,
        mut tell: impl FnMut(usize, f64),
    ) -> f64 {
        let Some(question) = node.question else { return 1.0 };
        let leading = if node.within(question).is_null() { None } else { leading(children) };
        let leading = leading.filter(|&number| children[number].is_open());
        if let Some(number) = leading {
            tell(number, 1.0);
        }
        let (side, label) = (node.depth & 1, if leading.is_some() { Label::Open } else { node.label });
        let by_need = self == JobOrder::Need;
        let waits = !by_need && leading.is_none() && children.iter().all(Node::is_open);
        // The siblings of an open leading child are tested for what that child is expected to be worth, as long as it is.
        let lasts = match leading.map(|number| &children[number]) {
            None => 1.0,
            Some(leading) if by_need && leading.expected(node.within(question)).is_some() => leading.holds.max(LAST),
            Some(_) => LAST,
        };
        let mut holds = 1.0;
        for (number, child) in (0..).zip(children) {
            if !child.is_open() || leading == Some(number as usize) {
                continue;
            }
            if !waits || number == 0 {
                tell(number as usize, holds * lasts);
            }
            if by_need {
                holds *= 1.0 - chances.cuts(side, label, number, child);
            }
        }
        if leading.is_some() { 0.0 } else { holds }
    }
}
