//! Why children were left out, for each cut: the sentences that `provebest explain` prints. They are made in the order of the events, each
//! when its cut is heard, so none of them knows what comes later.

use std::sync::Arc;

use provebest_catalog::games::AnyGame;
use provebest_catalog::{Method, Problem};
use provebest_game::{Score, Window};
use provebest_search::measure::{Cut, Event};

use super::columns::Columns;
use super::kinds::{EventKind, cut_of};
use super::nodes::{NONE, Nodes, for_max};
use super::row::Row;
use crate::list::is_best_first;
use crate::story::{CutReason, NodeId, Piece, Side, Story, StoryBuilder, StoryStyle, VisitId};

/// The reasons of a run.
#[derive(Default)]
pub(super) struct Reasons {
    /// Do the leaves prove what is found?
    proved: bool,
    rows: Vec<ReasonRow>,
    marks: Vec<MarkRow>,
    sentences: String,
}

struct ReasonRow {
    event: u32,
    kind: ReasonKind,
    side: Side,
    /// How many children the visit has not come to.
    left_out: u32,
    /// What the side has, or what the children that are left out can give to it.
    has: Score,
    /// The node at which the side has it.
    here: u32,
    /// What that is compared with.
    above: Score,
    /// The node where the other side holds that.
    at: u32,
}

#[derive(Clone, Copy)]
#[repr(u8)]
enum ReasonKind {
    Held = 0,
    Answered = 1,
    Outside = 2,
    NoBetter = 3,
    BetterAbove = 4,
    SeenBefore = 5,
    /// The leaves up to then do not tell.
    Unknown = 6,
}

/// A word of a sentence that is more than text.
struct MarkRow {
    reason: u32,
    kind: MarkKind,
    /// Where it begins and ends in its sentence, in UTF-16 units.
    from: u32,
    to: u32,
    /// The value, or the node.
    value: i32,
}

#[derive(Clone, Copy)]
#[repr(u8)]
enum MarkKind {
    Verb = 0,
    Value = 1,
    Node = 2,
}

impl Reasons {
    /// The reasons of all cuts among these events.
    pub(super) fn new(problem: &Arc<Problem>, method: &Method, nodes: &mut Nodes, rows: &[Row]) -> Reasons {
        let mut reasons = Reasons::default();
        let Some(game) = problem.game() else { return reasons };
        let style = if is_best_first(method) { StoryStyle::Merits } else { StoryStyle::Windows };
        let builder = StoryBuilder::new(problem.clone(), style);
        let mut builder = if method.is_parallel() { builder.on_processors() } else { builder };
        // A search that deepens looks at inner nodes as leaves first, and such a value proves nothing of the tree.
        reasons.proved = rows.iter().all(|row| row.kind != EventKind::Leaf || nodes.is_leaf(row.node));
        for (number, row) in (0..).zip(rows) {
            let Some(event) = event_of(row, nodes) else { continue };
            if let Some(visit) = builder.hear_from(row.rank.into(), event) {
                reasons.add(number, builder.story(), visit, game, nodes);
            }
        }
        reasons
    }

    fn add(&mut self, event: u32, story: &Story, id: VisitId, game: &AnyGame, nodes: &mut Nodes) {
        let visit = &story[id];
        let Some(cut) = visit.cuts.last() else { return };
        let mut node = |id: NodeId| nodes.find(game, &story.path(id)).unwrap_or(NONE);
        let left_out = if cut.why == Cut::IgnoreLeft { 0 } else { story.cut_children(id).len() as u32 };
        let (kind, side, has, here, above, at) = match cut.reason {
            CutReason::Held { side, has, here, above, at } => (ReasonKind::Held, side, has, here, above, Some(at)),
            CutReason::Answered { side, has, question } => {
                (ReasonKind::Answered, side, has, visit.node, edge(side, question), None)
            }
            CutReason::Outside { side, has, window } => {
                (ReasonKind::Outside, side, has, visit.node, edge(side, window), None)
            }
            CutReason::NoBetter { side, has, rest } => (ReasonKind::NoBetter, side, has, visit.node, rest, None),
            CutReason::BetterAbove { side, rest, above, at } => {
                (ReasonKind::BetterAbove, side, rest, visit.node, above, Some(at))
            }
            CutReason::SeenBefore { side, rest, .. } => (ReasonKind::SeenBefore, side, rest, visit.node, rest, None),
        };
        let known = match kind {
            ReasonKind::Answered | ReasonKind::Outside | ReasonKind::NoBetter => side.likes(has, above),
            ReasonKind::SeenBefore => has != side.other().nothing(),
            _ => true,
        };
        let known = known && self.proved;
        let kind = if known { kind } else { ReasonKind::Unknown };
        let pieces = if known { story.cut_pieces(id) } else { Vec::new() };
        let reason = self.rows.len() as u32;
        let mut to = 0;
        for piece in &pieces {
            let text = story.piece_text(piece);
            let from = to;
            to += text.encode_utf16().count() as u32;
            let mark = match *piece {
                Piece::Text(_) => None,
                Piece::Verb(_) => Some((MarkKind::Verb, 0)),
                Piece::Value(value) => Some((MarkKind::Value, value.0)),
                Piece::Node(id) => Some((MarkKind::Node, node(id) as i32)),
            };
            self.marks.extend(mark.map(|(kind, value)| MarkRow { reason, kind, from, to, value }));
            self.sentences += &text;
        }
        self.sentences.push('\n');
        let (here, at) = (node(here), at.map_or(NONE, node));
        self.rows.push(ReasonRow { event, kind, side, left_out, has, here, above, at });
    }

    pub(super) fn write(&self, columns: &mut Columns, number: usize) {
        let (rows, marks) = (&self.rows, &self.marks);
        let name = |column: &str| format!("runs.{number}.reason.{column}");
        columns.u32(name("event"), &rows.iter().map(|row| row.event).collect::<Vec<_>>());
        columns.bytes(name("kind"), &rows.iter().map(|row| row.kind as u8).collect::<Vec<_>>());
        columns.bytes(name("side"), &rows.iter().map(|row| (row.side == Side::Min).into()).collect::<Vec<_>>());
        columns.u32(name("left_out"), &rows.iter().map(|row| row.left_out).collect::<Vec<_>>());
        columns.i32(name("has"), &rows.iter().map(|row| row.has.0).collect::<Vec<_>>());
        columns.u32(name("here"), &rows.iter().map(|row| row.here).collect::<Vec<_>>());
        columns.i32(name("above"), &rows.iter().map(|row| row.above.0).collect::<Vec<_>>());
        columns.u32(name("at"), &rows.iter().map(|row| row.at).collect::<Vec<_>>());
        columns.text(name("text"), &self.sentences);
        let name = |column: &str| format!("runs.{number}.mark.{column}");
        columns.u32(name("reason"), &marks.iter().map(|mark| mark.reason).collect::<Vec<_>>());
        columns.bytes(name("kind"), &marks.iter().map(|mark| mark.kind as u8).collect::<Vec<_>>());
        columns.u32(name("from"), &marks.iter().map(|mark| mark.from).collect::<Vec<_>>());
        columns.u32(name("to"), &marks.iter().map(|mark| mark.to).collect::<Vec<_>>());
        columns.i32(name("value"), &marks.iter().map(|mark| mark.value).collect::<Vec<_>>());
    }
}

/// The event of a row, where a story has a use for it.
fn event_of(row: &Row, nodes: &Nodes) -> Option<Event> {
    let path = nodes.path(row.node);
    let child = row.child.unwrap_or(0);
    let score = for_max(path.len(), Score(row.a));
    Some(match row.kind {
        EventKind::Enter => {
            let window = Window::new(Score(row.a), Score(row.b));
            let window = if path.len().is_multiple_of(2) { window } else { -window };
            Event::Enter(path, window)
        }
        EventKind::Leaf => Event::Leaf(path, score),
        EventKind::Update => Event::Update(path, child, score),
        EventKind::Cut => Event::Cut(path, child, cut_of(row.a)?),
        EventKind::Exit => Event::Exit(path, score),
        _ => return None,
    })
}

/// The edge of a window that a side wants to reach.
fn edge(side: Side, window: Window) -> Score {
    if side == Side::Max { window.beta } else { window.alpha }
}
