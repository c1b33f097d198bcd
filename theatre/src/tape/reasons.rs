//! Why children were left out, for each cut: the sentences that `provebest explain` prints.

use std::sync::Arc;

use provebest::family::AlgorithmKind;
use provebest_catalog::{Method, Problem};
use provebest_search::measure::Event;

use super::columns::Columns;
use super::nodes::NONE;
use crate::story::{CutReason, Side, Story, StoryBuilder, StoryStyle, VisitId};

/// The reasons of a search on one processor.
pub(super) struct Reasons {
    builder: Option<StoryBuilder>,
    /// The event of a cut, and its place in the story.
    cuts: Vec<(u32, VisitId, usize)>,
    rows: Vec<ReasonRow>,
    sentences: String,
}

struct ReasonRow {
    event: u32,
    kind: u8,
    side: u8,
    /// What the side has, or what the children that are left out can give to it.
    has: i32,
    /// The node at which the side has it.
    here: u32,
    /// What that is compared with.
    above: i32,
    /// The node where the other side holds that.
    at: u32,
}

impl Reasons {
    /// Of a parallel search, what happens on different processors cannot be told in one order.
    pub(super) fn new(problem: &Arc<Problem>, method: &Method) -> Option<Reasons> {
        let algorithm = method.algorithm().filter(|algorithm| !algorithm.is_parallel())?;
        let style = match algorithm.about().kind {
            AlgorithmKind::BestFirst => StoryStyle::Merits,
            _ => StoryStyle::Windows,
        };
        let builder = Some(StoryBuilder::new(problem.clone(), style));
        Some(Reasons { builder, cuts: Vec::new(), rows: Vec::new(), sentences: String::new() })
    }

    pub(super) fn hear(&mut self, number: u32, event: Event) {
        let Some(builder) = &mut self.builder else { return };
        let cut = if let Event::Cut(path, ..) = &event { Some(path.clone()) } else { None };
        builder.hear(event);
        if let Some((visit, place)) = cut.and_then(|path| builder.story().last_cut(&path)) {
            self.cuts.push((number, visit, place));
        }
    }

    /// The search has ended with this best line; `node_at` finds nodes by their paths.
    pub(super) fn end(&mut self, best_line: &[u32], mut node_at: impl FnMut(&[u32]) -> u32) {
        let Some(story) = self.builder.take().map(|builder| builder.finish(best_line)) else { return };
        for &(event, visit, place) in &self.cuts {
            self.rows.push(row(&story, event, visit, place, &mut node_at));
            self.sentences += &story.cut_sentence(visit, place);
            self.sentences.push('\n');
        }
    }

    pub(super) fn write(&self, columns: &mut Columns, number: usize) {
        let rows = &self.rows;
        let name = |column: &str| format!("runs.{number}.reason.{column}");
        columns.u32(name("event"), &rows.iter().map(|row| row.event).collect::<Vec<_>>());
        columns.bytes(name("kind"), &rows.iter().map(|row| row.kind).collect::<Vec<_>>());
        columns.bytes(name("side"), &rows.iter().map(|row| row.side).collect::<Vec<_>>());
        columns.i32(name("has"), &rows.iter().map(|row| row.has).collect::<Vec<_>>());
        columns.u32(name("here"), &rows.iter().map(|row| row.here).collect::<Vec<_>>());
        columns.i32(name("above"), &rows.iter().map(|row| row.above).collect::<Vec<_>>());
        columns.u32(name("at"), &rows.iter().map(|row| row.at).collect::<Vec<_>>());
        columns.text(name("text"), &self.sentences);
    }
}

fn row(story: &Story, event: u32, id: VisitId, place: usize, node_at: &mut impl FnMut(&[u32]) -> u32) -> ReasonRow {
    let visit = &story[id];
    let (kind, side, has, here, above, at) = match visit.cuts[place].reason {
        CutReason::Held { side, has, here, above, at } => (0, side, has, here, above, Some(at)),
        CutReason::Answered { side, has, question } => (1, side, has, visit.node, edge(side, question), None),
        CutReason::Outside { side, has, window } => (2, side, has, visit.node, edge(side, window), None),
        CutReason::NoBetter { side, has, rest } => (3, side, has, visit.node, rest, None),
        CutReason::BetterAbove { side, rest, above, at } => (4, side, rest, visit.node, above, Some(at)),
        CutReason::SeenBefore { side, rest, .. } => (5, side, rest, visit.node, rest, None),
    };
    let mut node = |id| node_at(&story.path(id));
    ReasonRow {
        event,
        kind,
        side: if side == Side::Max { 0 } else { 1 },
        has: has.0,
        here: node(here),
        above: above.0,
        at: at.map_or(NONE, node),
    }
}

/// The edge of a window that a side wants to reach.
fn edge(side: Side, window: provebest_game::Window) -> provebest_game::Score {
    if side == Side::Max { window.beta } else { window.alpha }
}
