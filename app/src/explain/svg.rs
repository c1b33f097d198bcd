//! The story as a picture: every node once, the root on top, in a file that needs no other.

use provebest::search::Cut;
use svg::Document;
use svg::node::element::{Circle, Group, Line, Path, Rectangle, Style as StyleSheet, Text, Title, path::Data};

use super::text::{bounds, ranges, reasons, result, window};
use crate::output::text;
use provebest_catalog::games::Diagram;
use provebest_theatre::story::{NodeId, Side, Story, StoryStyle, VisitId};

/// A larger tree is drawn only in its upper part.
const MOST_NODES: usize = 5000;
/// No picture is wider: plies are left out from below until it fits.
pub(super) const WIDEST: f64 = 2000.0;
/// Up to this many leaves stand beside each other; more of them stand below each other.
const MANY_LEAVES: usize = 60;
/// The reasons of up to this many expansions are written out below the tree.
const MANY_EXPANSIONS: usize = 40;
/// The sentences of up to this many cuts are written out; otherwise they appear under the pointer.
const MANY_CUTS: usize = 12;

const MARGIN: f64 = 24.0;
const HEADER: f64 = 74.0;
const LEVEL: f64 = 84.0;
const ROW: f64 = 13.0;
const LINE: f64 = 11.0;
const SENTENCE_WIDTH: usize = 24;
const NODE: f64 = 9.0;
const GAP: f64 = 8.0;
/// A picture that is narrower is drawn larger, up to this.
const LARGEST: f64 = 1.4;
/// The field of a small board, and half the height that such a board may need.
const CELL: f64 = 10.0;
const BOARD: f64 = 32.0;

/// Colours of Okabe and Ito, which colour-blind readers can tell apart, too.
const STYLE: &str = "\
text { font-family: 'DejaVu Sans', Verdana, Arial, sans-serif; font-size: 11px; fill: #222222;
       stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round; paint-order: stroke }
.title { font-size: 15px; font-weight: bold }
.small { font-size: 9px; fill: #666666 }
.why { font-size: 9px; fill: #666666; font-style: italic }
.again { font-size: 9px; fill: #009e73; font-weight: bold }
.edge { stroke: #555555; stroke-width: 1.2; fill: none }
.max { fill: #0072b2 }
.min { fill: #e69f00 }
.leaf { fill: #555555 }
.grid { stroke: #cccccc; stroke-width: 0.8; fill: none }
.cut { stroke: #999999; stroke-width: 1.2; stroke-dasharray: 4 3; fill: none }
.scissors { stroke: #777777; stroke-width: 1.3; fill: none }
.best { stroke: #d55e00; stroke-width: 3.5; fill: none }
text.best { stroke: #ffffff; stroke-width: 3px; fill: #d55e00; font-weight: bold }
.value { font-weight: bold }";

/// Finds the board of a node by its path.
pub type Boards<'b> = &'b dyn Fn(&[u32]) -> Option<Diagram>;

/// Draws a node and what was visited below it; with boards, they stand in the nodes.
pub fn draw(story: &Story, from: NodeId, title: &str, boards: Option<Boards<'_>>) -> Document {
    let mut edges = Group::new();
    let mut nodes = Group::new();
    let (plan, root, right) = fitted(story, from, boards, WIDEST);
    let bottom = plan.paint(&root, &mut edges, &mut nodes);
    let legend = legend(story, story.nodes().any(|id| plan.is_folded(id)), root.has_stubs());
    let (list, widest) = plan.expansions(from, bottom + MARGIN);
    let bottom = bottom + if widest > 0.0 { MARGIN + list.len() as f64 * ROW } else { 0.0 };
    let width = right.max(legend.1).max(widest).max(title.chars().count() as f64 * 9.5) + MARGIN;
    let height = bottom + MARGIN;
    // A tree that is narrower than its legend stands in the middle.
    let shift = format!("translate({} 0)", round((width - MARGIN - right).max(0.0) / 2.0));
    let paper = Rectangle::new().set("width", width).set("height", height).set("fill", "#ffffff");
    // A root with hundreds of children is scaled down: no ply can be left out. Small pictures are easier to read when they are larger.
    let scale = (WIDEST / width).min(LARGEST);
    Document::new()
        .set("viewBox", (0, 0, width.ceil() as i64, height.ceil() as i64))
        .set("width", (width * scale).floor())
        .set("height", (height * scale).ceil())
        .add(Title::new(title))
        .add(StyleSheet::new(STYLE))
        .add(paper)
        .add(Text::new(title).set("class", "title").set("x", MARGIN).set("y", MARGIN + 2.0))
        .add(legend.0)
        .add(Group::new().set("transform", shift).add(edges).add(nodes))
        .add(list.into_iter().fold(Group::new(), |group, line| group.add(line)))
}

/// As much of the tree as fits into a width, everything at its place, and where it ends.
pub(super) fn fitted<'s>(
    story: &'s Story,
    from: NodeId,
    boards: Option<Boards<'s>>,
    widest: f64,
) -> (Plan<'s>, Sketch, f64) {
    let mut plan = Plan::new(story, from, boards);
    let top = story[from].ply + 1;
    loop {
        let mut root = plan.sketch(from);
        let right = plan.place(&mut root, MARGIN, plan.top());
        if right + MARGIN <= widest || plan.deepest <= top {
            return if plan.deepest < usize::MAX {
                along(plan, from, (root, right), widest)
            } else {
                (plan, root, right)
            };
        }
        // First sentences go, then leaves are stacked, then plies are left out.
        if plan.written_out {
            plan.written_out = false;
        } else if !plan.stacked && boards.is_none() {
            plan.stacked = true;
        } else {
            let lowest = root.lowest(story).min(plan.deepest);
            plan.deepest = lowest.saturating_sub(1).max(top);
        }
    }
}

/// Where plies are left out, the best line goes on as far as it fits.
fn along<'s>(mut plan: Plan<'s>, from: NodeId, found: (Sketch, f64), widest: f64) -> (Plan<'s>, Sketch, f64) {
    let (mut root, mut right) = found;
    let line = plan.story.nodes().filter(|id| plan.story[*id].on_best_line);
    let end = line.map(|id| plan.story[id].ply).max().unwrap_or(0);
    for ply in plan.deepest + 1..=end {
        let before = std::mem::replace(&mut plan.along, ply);
        let mut longer = plan.sketch(from);
        let to = plan.place(&mut longer, MARGIN, plan.top());
        if to + MARGIN > widest {
            plan.along = before;
            break;
        }
        (root, right) = (longer, to);
    }
    (plan, root, right)
}

/// Something with a place in the picture.
pub(super) struct Sketch {
    pub(super) what: What,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) below: Vec<Sketch>,
}

impl Sketch {
    /// The lowest ply in it.
    fn lowest(&self, story: &Story) -> usize {
        let here = match &self.what {
            What::Node(id) => story[*id].ply,
            What::Leaves(leaves, _) => leaves.first().map_or(0, |leaf| story[*leaf].ply),
            What::Stub(_) => 0,
        };
        self.below.iter().map(|child| child.lowest(story)).fold(here, usize::max)
    }

    fn shift(&mut self, x: f64) {
        if x > 0.0 {
            self.x += x;
            self.below.iter_mut().for_each(|child| child.shift(x));
        }
    }

    fn has_stubs(&self) -> bool {
        matches!(self.what, What::Stub(_) | What::Leaves(_, Some(_))) || self.below.iter().any(Sketch::has_stubs)
    }

    fn has_stacked_leaves(&self) -> bool {
        self.below.iter().any(|child| matches!(child.what, What::Leaves(..)))
    }
}

pub(super) enum What {
    Node(NodeId),
    /// Leaves below each other, and behind them the children that were cut off.
    Leaves(Vec<NodeId>, Option<Stub>),
    Stub(Stub),
}

/// Children that were never visited.
pub(super) struct Stub {
    pub(super) names: String,
    pub(super) count: usize,
    pub(super) why: String,
}

pub(super) struct Plan<'s> {
    story: &'s Story,
    /// The last ply to be drawn.
    deepest: usize,
    /// The last ply to be drawn below the best line.
    along: usize,
    stacked: bool,
    pub(super) written_out: bool,
    boards: Option<Boards<'s>>,
}

impl<'s> Plan<'s> {
    fn new(story: &'s Story, from: NodeId, boards: Option<Boards<'s>>) -> Self {
        let (mut level, mut total, mut ply, mut leaves, mut cuts) = (vec![from], 0, story[from].ply, 0, 0);
        let mut deepest = usize::MAX;
        while !level.is_empty() {
            total += level.len();
            if total > MOST_NODES && ply > story[from].ply + 1 {
                deepest = ply - 1;
                break;
            }
            leaves += level.iter().filter(|id| story[**id].is_leaf()).count();
            cuts += level.iter().filter(|id| story[**id].children.iter().any(Option::is_none)).count();
            level = level.iter().flat_map(|id| story[*id].children.iter().flatten().copied()).collect();
            ply += 1;
        }
        let stacked = leaves > MANY_LEAVES && boards.is_none();
        Plan { story, deepest, along: 0, stacked, written_out: cuts <= MANY_CUTS, boards }
    }

    /// Why nodes were expanded, in the order in which they were, and how wide that is.
    fn expansions(&self, from: NodeId, top: f64) -> (Vec<Text>, f64) {
        let story = self.story;
        let below = |id: &NodeId| *id == from || story.ancestors(*id).any(|above| above == from);
        let visits = story.nodes().filter(below).flat_map(|id| story[id].visits.iter().map(move |visit| (id, *visit)));
        let of = |(id, visit): (NodeId, VisitId)| {
            let words =
                reasons(&story[visit].expansions).into_iter().map(move |words| format!("{}  {words}", self.name(id)));
            story[visit].expansions.first().map(|first| (first.order, words.collect::<Vec<_>>().join("; ")))
        };
        let mut all: Vec<(u32, String)> = visits.filter_map(of).collect();
        if all.len() > MANY_EXPANSIONS {
            return (Vec::new(), 0.0);
        }
        all.sort();
        let widest = all.iter().map(|(_, words)| words.chars().count() as f64 * 5.6 + MARGIN).fold(0.0, f64::max);
        let line = |(row, (_, words)): (usize, (u32, String))| small(words, MARGIN, top + row as f64 * ROW, "small");
        (all.into_iter().enumerate().map(line).collect(), widest)
    }

    fn stub(&self, id: NodeId) -> Option<Stub> {
        if self.story.expansions > 0 {
            return None;
        }
        let unvisited = self.story[id].unvisited();
        let last = self.story[id].visits.last().filter(|_| !unvisited.is_empty())?;
        let why = self.story.sentence(*last).unwrap_or_default();
        Some(Stub { names: ranges(self.story, id, &unvisited), count: unvisited.len(), why })
    }

    fn sketch(&self, id: NodeId) -> Sketch {
        let story = self.story;
        let children: Vec<NodeId> = story[id].children.iter().flatten().copied().collect();
        let sketch = |what| Sketch { what, x: 0.0, y: 0.0, below: Vec::new() };
        let mut below = Vec::new();
        if self.is_folded(id) || story[id].is_leaf() {
            return sketch(What::Node(id));
        }
        if self.stacked && !children.is_empty() && children.iter().all(|child| story[*child].is_leaf()) {
            below.push(sketch(What::Leaves(children, self.stub(id))));
        } else {
            below.extend(children.iter().map(|child| self.sketch(*child)));
            below.extend(self.stub(id).map(|stub| sketch(What::Stub(stub))));
        }
        Sketch { below, ..sketch(What::Node(id)) }
    }

    /// Where the root stands, below the legend.
    fn top(&self) -> f64 {
        HEADER + MARGIN + if self.boards.is_some() { BOARD - NODE } else { 0.0 }
    }

    /// Is what is below a node left out?
    pub(super) fn is_folded(&self, id: NodeId) -> bool {
        let node = &self.story[id];
        let last = if node.on_best_line { self.deepest.max(self.along) } else { self.deepest };
        node.ply >= last && node.children.iter().any(Option::is_some)
    }

    /// Half the width and half the height of a node.
    fn half(&self, id: NodeId) -> (f64, f64) {
        let Some(board) = self.boards.and_then(|boards| boards(&self.story.path(id))) else { return (NODE, NODE) };
        let columns = board.rows.first().map_or(0, Vec::len);
        (columns as f64 * CELL / 2.0 + 2.0, board.rows.len() as f64 * CELL / 2.0 + 2.0)
    }

    /// What stands beside a node, and how much room that takes.
    pub(super) fn labels(&self, id: NodeId) -> (String, String, f64) {
        let story = self.story;
        let (mut value, mut ways) = (String::new(), String::new());
        if let Some(&last) = story[id].visits.last() {
            value = result(story, last);
            ways = match story[last].expansions.first() {
                Some(first) => format!("#{}", first.order),
                None => window(story, last),
            };
        }
        let room = (value.chars().count() as f64 * 7.0).max(ways.chars().count() as f64 * 5.6);
        (value, ways, room)
    }

    /// Gives everything its place, from `left` on; returns where the next one may begin.
    fn place(&self, sketch: &mut Sketch, left: f64, y: f64) -> f64 {
        sketch.y = y;
        let mut right = left;
        for child in &mut sketch.below {
            let level = LEVEL + if self.boards.is_some() { 2.0 * BOARD } else { 0.0 };
            right = self.place(child, right, y + level);
        }
        let (before, after) = match &sketch.what {
            What::Node(id) if self.story[*id].is_leaf() => {
                let half = (self.labels(*id).0.chars().count() as f64 * 3.5).max(self.half(*id).0) - 3.0;
                (half, half + GAP)
            }
            What::Node(id) if sketch.has_stacked_leaves() => {
                let half = self.labels(*id).0.chars().count() as f64 * 3.5;
                (half.max(NODE), half.max(NODE) + GAP)
            }
            What::Node(id) => {
                let (name, half) = (self.name(*id).chars().count() as f64 * 5.2, self.half(*id).0);
                (half + GAP + name, half + 4.0 + self.labels(*id).2 + GAP)
            }
            What::Leaves(leaves, _) => {
                let longest = leaves.iter().map(|leaf| self.labels(*leaf).0.chars().count()).max().unwrap_or(0);
                let half = (longest as f64 * 3.2).max(14.0);
                (half, half + GAP)
            }
            What::Stub(stub) if self.written_out => {
                let widest = wrapped(&stub.why).iter().map(|line| line.chars().count()).max().unwrap_or(0);
                let half = (widest.max(stub.names.chars().count()) as f64 * 2.55).max(NODE);
                (half, half + GAP)
            }
            What::Stub(_) => (NODE + 2.0, NODE + 2.0 + GAP),
        };
        let mut visited = sketch.below.iter().filter(|child| !matches!(child.what, What::Stub(_))).map(|child| child.x);
        let first = visited.next();
        let middle = first.map(|first| (first + visited.next_back().unwrap_or(first)) / 2.0);
        let x = left + before;
        sketch.x = middle.map_or(x, |middle| middle.max(x));
        let shift = sketch.x - middle.unwrap_or(x);
        sketch.below.iter_mut().for_each(|child| child.shift(shift));
        (right + shift).max(sketch.x + after)
    }

    /// Draws a sketch and what is below; returns how far down it reaches.
    fn paint(&self, sketch: &Sketch, edges: &mut Group, nodes: &mut Group) -> f64 {
        let mut bottom = sketch.y + NODE * 3.0;
        for child in &sketch.below {
            self.edge(sketch, child, edges);
            bottom = bottom.max(self.paint(child, edges, nodes));
        }
        let (x, y) = (sketch.x, sketch.y);
        match &sketch.what {
            What::Node(id) if self.story[*id].is_leaf() => append(nodes, self.leaf(*id, x, y)),
            What::Node(id) => append(nodes, self.node(*id, x, y, sketch.has_stacked_leaves())),
            What::Leaves(leaves, stub) => {
                let mut at = y - LEVEL / 2.0;
                for leaf in leaves {
                    append(nodes, self.stacked_leaf(*leaf, x, at));
                    at += ROW;
                }
                if let Some(stub) = stub {
                    append(nodes, scissors(x, at - 3.0, stub));
                    append(nodes, small(format!("{}", stub.count), x + 10.0, at, "small"));
                    at += ROW;
                }
                return bottom.max(at);
            }
            What::Stub(stub) => {
                let mark = y - LEVEL * 0.4;
                append(nodes, scissors(x, mark, stub));
                if !self.written_out {
                    append(nodes, small(stub.count.to_string(), x, mark + 19.0, "small").set("text-anchor", "middle"));
                    return bottom;
                }
                let mut at = mark + 20.0;
                for line in std::iter::once(stub.names.clone()).chain(wrapped(&stub.why)) {
                    let class = if at < mark + 21.0 { "small" } else { "why" };
                    append(nodes, small(line, x, at, class).set("text-anchor", "middle"));
                    at += LINE;
                }
                return bottom.max(at);
            }
        }
        bottom
    }

    fn edge(&self, above: &Sketch, below: &Sketch, edges: &mut Group) {
        let on_best_line = |id: &NodeId| self.story[*id].on_best_line;
        let (class, end) = match &below.what {
            What::Node(id) if on_best_line(id) => ("best", below.y - self.half(*id).1),
            What::Node(id) => ("edge", below.y - self.half(*id).1),
            What::Leaves(..) => return,
            What::Stub(_) => ("cut", below.y - LEVEL * 0.4 - 6.0),
        };
        let half = if let What::Node(id) = &above.what { self.half(*id).1 } else { NODE };
        let line = Line::new().set("x1", round(above.x)).set("y1", round(above.y + half - 2.0));
        append(edges, line.set("x2", round(below.x)).set("y2", round(end)).set("class", class));
    }

    /// The path of a node, or the end of a long one, and the move that leads to it.
    pub(super) fn name(&self, id: NodeId) -> String {
        const MOST: usize = 30;
        let path = self.story.name(id);
        let path = if path.len() > MOST { format!("…{}", &path[path.len() - MOST..]) } else { path };
        let word = self.story[id].word.as_ref().map(|word| format!(" [{word}]")).unwrap_or_default();
        format!("{path}{word}")
    }

    /// An inner node: a triangle that points to where its side wants to go.
    /// With leaves stacked below there is room for no more than its value, and between the two.
    fn node(&self, id: NodeId, x: f64, y: f64, leaves_below: bool) -> Group {
        let node = &self.story[id];
        let (value, ways, _) = self.labels(id);
        let (class, tip) = if node.side() == Side::Max { ("max", -NODE) } else { ("min", NODE) };
        let triangle = Data::new().move_to((0.0, tip)).line_to((NODE, -tip)).line_to((-NODE, -tip)).close();
        let triangle = Path::new().set("d", triangle).set("transform", format!("translate({} {})", round(x), round(y)));
        let mut group = Group::new().add(Title::new(self.tale(id)));
        let (half, _) = self.half(id);
        match self.boards.and_then(|boards| boards(&self.story.path(id))) {
            Some(board) => append(&mut group, small_board(&board, x, y, class, node.on_best_line)),
            None => {
                if node.on_best_line {
                    append(&mut group, triangle.clone().set("class", "best"));
                }
                append(&mut group, triangle.set("class", class));
            }
        }
        let value_class = if node.on_best_line { "best" } else { "value" };
        if leaves_below {
            append(&mut group, small(value, x, y + NODE + 11.0, value_class).set("text-anchor", "middle"));
            let rule = Line::new().set("x1", round(x - 12.0)).set("x2", round(x + 12.0)).set("class", "edge");
            append(&mut group, rule.set("y1", round(y + NODE + 16.0)).set("y2", round(y + NODE + 16.0)));
            return group;
        }
        let beside = x + half + 4.0;
        append(&mut group, small(value, beside, y - 1.0, value_class));
        append(&mut group, small(ways, beside, y + 9.0, "small"));
        append(&mut group, small(self.name(id), x - half - 3.0, y + 3.0, "small").set("text-anchor", "end"));
        if node.visits.len() > 1 {
            append(&mut group, small(format!("{}×", node.visits.len()), beside, y - 12.0, "again"));
        }
        if self.is_folded(id) {
            append(&mut group, small("⋮", x, y + self.half(id).1 + 14.0, "value").set("text-anchor", "middle"));
        }
        group
    }

    fn leaf(&self, id: NodeId, x: f64, y: f64) -> Group {
        let node = &self.story[id];
        let best = node.on_best_line;
        let dot = Rectangle::new().set("width", 7).set("height", 7).set("class", "leaf");
        let dot = dot.set("x", round(x - 3.5)).set("y", round(y - NODE));
        let mut group = Group::new().add(Title::new(self.tale(id)));
        let mut y = y;
        match self.boards.and_then(|boards| boards(&self.story.path(id))) {
            Some(board) => {
                append(&mut group, small_board(&board, x, y, "leaf", best));
                y += self.half(id).1;
            }
            None => {
                if best {
                    append(&mut group, dot.clone().set("class", "best"));
                }
                append(&mut group, dot);
            }
        }
        let class = if best { "best" } else { "" };
        append(&mut group, small(plain(self.labels(id).0), x, y + 10.0, class).set("text-anchor", "middle"));
        let order = node.visits.last().and_then(|visit| self.story[*visit].order);
        let order = order
            .filter(|_| self.story.style != StoryStyle::Windows && self.story.expansions == 0)
            .map(|order| (format!("#{order}"), "again"));
        let often = (node.visits.len() > 1).then(|| (format!("{}×", node.visits.len()), "again"));
        let word = node.word.as_ref().map(|word| (format!("[{word}]"), "small"));
        let below = word.into_iter().chain(order.or(often));
        for ((words, class), row) in below.zip([20.0, 30.0]) {
            append(&mut group, small(words, x, y + row, class).set("text-anchor", "middle"));
        }
        group
    }

    fn stacked_leaf(&self, id: NodeId, x: f64, y: f64) -> Group {
        let class = if self.story[id].on_best_line { "best" } else { "" };
        let value = small(plain(self.labels(id).0), x, y, class).set("text-anchor", "middle");
        Group::new().add(Title::new(self.tale(id))).add(value)
    }

    /// All there is to say about a node, for the pointer.
    fn tale(&self, id: NodeId) -> String {
        let story = self.story;
        let node = &story[id];
        let side = if node.is_leaf() { "leaf" } else { node.side().name() };
        let mut lines = vec![format!("{side} {}: proved {}", self.name(id), bounds(node.bounds))];
        const MOST: usize = 10;
        for (i, &visit) in node.visits.iter().take(MOST).enumerate() {
            let often = if node.visits.len() > 1 { format!("visit {}: ", i + 1) } else { String::new() };
            let why = story.sentence(visit).map(|why| format!("; {why}")).unwrap_or_default();
            let late = story[visit].late_start().filter(|cut| cut.why == Cut::IgnoreLeft);
            let late = late.map(|cut| format!("; skipped: {}", story.words(id, &cut.reason))).unwrap_or_default();
            lines.extend(reasons(&story[visit].expansions));
            lines.push(
                format!("{often}{} {}{late}{why}", window(story, visit), result(story, visit)).trim().to_string(),
            );
        }
        if node.visits.len() > MOST {
            lines.push(text::plural((node.visits.len() - MOST) as u64, "more visit", "more visits"));
        }
        lines.join("\n")
    }
}

/// The board of a node, in a frame of its side's colour.
fn small_board(board: &Diagram, x: f64, y: f64, class: &str, best: bool) -> Group {
    let (columns, rows) = (board.rows.first().map_or(0, Vec::len) as f64, board.rows.len() as f64);
    let (left, top) = (x - columns * CELL / 2.0, y - rows * CELL / 2.0);
    let frame = Rectangle::new().set("x", round(left - 2.0)).set("y", round(top - 2.0));
    let frame = frame.set("width", columns * CELL + 4.0).set("height", rows * CELL + 4.0).set("rx", 2);
    let mut group = Group::new();
    if best {
        append(&mut group, frame.clone().set("class", "best"));
    }
    append(&mut group, frame.set("class", class));
    let ground = Rectangle::new().set("x", round(left)).set("y", round(top)).set("fill", "#ffffff");
    append(&mut group, ground.set("width", columns * CELL).set("height", rows * CELL));
    let mut grid = Data::new();
    for column in 1..columns as usize {
        let x = round(left + column as f64 * CELL);
        grid = grid.move_to((x, round(top))).line_to((x, round(top + rows * CELL)));
    }
    for row in 1..rows as usize {
        let y = round(top + row as f64 * CELL);
        grid = grid.move_to((round(left), y)).line_to((round(left + columns * CELL), y));
    }
    append(&mut group, Path::new().set("d", grid).set("class", "grid"));
    for (row, fields) in board.rows.iter().enumerate() {
        for (column, field) in fields.iter().enumerate().filter(|(_, field)| field.piece.is_some()) {
            let (x, y) = (left + (column as f64 + 0.5) * CELL, top + (row as f64 + 0.5) * CELL);
            let r = CELL / 2.0 - 2.0;
            let ink = if field.played { "#d55e00" } else { "#222222" };
            // X is a cross, O a ring.
            if field.first {
                let cross = Data::new().move_to((x - r, y - r)).line_to((x + r, y + r));
                let cross = cross.move_to((x + r, y - r)).line_to((x - r, y + r));
                append(&mut group, Path::new().set("d", cross).set("stroke", ink).set("stroke-width", 1.7));
            } else {
                let ring = Circle::new().set("cx", round(x)).set("cy", round(y)).set("r", round(r));
                append(&mut group, ring.set("stroke", ink).set("stroke-width", 1.7).set("fill", "none"));
            }
        }
    }
    group
}

/// A value without the sign before it.
fn plain(value: String) -> String {
    value.trim_start_matches("= ").to_string()
}

fn round(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

fn append(group: &mut Group, node: impl Into<Box<dyn svg::Node>>) {
    svg::Node::append(group, node);
}

fn small(text: impl Into<String>, x: f64, y: f64, class: &str) -> Text {
    let text = Text::new(text).set("x", round(x)).set("y", round(y));
    if class.is_empty() { text } else { text.set("class", class) }
}

/// A pair of scissors: two blades and two handles.
fn scissors(x: f64, y: f64, stub: &Stub) -> Group {
    let blades = Data::new().move_to((-3.0, -6.0)).line_to((3.5, 4.0)).move_to((3.0, -6.0)).line_to((-3.5, 4.0));
    let handle = |x: f64| Circle::new().set("cx", x).set("cy", 6).set("r", 2.2);
    Group::new()
        .set("class", "scissors")
        .set("transform", format!("translate({} {})", round(x), round(y)))
        .add(Title::new(format!("{}: {}", stub.names, stub.why)))
        .add(Path::new().set("d", blades))
        .add(handle(-4.6))
        .add(handle(4.6))
}

/// A sentence in short lines.
pub(super) fn wrapped(sentence: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < SENTENCE_WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// What stands beside a node begins with this sign.
fn says(story: &Story, id: NodeId, sign: char) -> bool {
    story[id].visits.last().is_some_and(|&last| result(story, last).starts_with(sign))
}

fn is_estimated(story: &Story, id: NodeId) -> bool {
    says(story, id, '≈')
}

fn is_open(story: &Story, id: NodeId) -> bool {
    says(story, id, '?')
}

/// What the signs mean, and where the last of them ends.
fn legend(story: &Story, is_upper_part: bool, has_stubs: bool) -> (Group, f64) {
    let mut group = Group::new();
    let (mut x, y) = (MARGIN + NODE, MARGIN + 26.0);
    let mut entry = |sign: Group, words: &str| {
        append(&mut group, sign.set("transform", format!("translate({} {})", round(x), y)));
        append(&mut group, small(words, x + 16.0, y + 4.0, ""));
        x += 16.0 + words.chars().count() as f64 * 6.4 + 26.0;
    };
    let triangle = |tip: f64, class: &str| {
        let data = Data::new().move_to((0.0, tip)).line_to((NODE, -tip)).line_to((-NODE, -tip)).close();
        Group::new().add(Path::new().set("d", data).set("class", class))
    };
    let line = |class: &str| {
        Group::new().add(Line::new().set("x1", -9).set("y1", 0).set("x2", 9).set("y2", 0).set("class", class))
    };
    let blank = Stub { names: "scissors".into(), count: 0, why: "children that were never visited".into() };
    entry(triangle(-NODE, "max"), "MAX moves");
    entry(triangle(NODE, "min"), "MIN moves");
    entry(line("best"), "best line");
    if has_stubs {
        entry(line("cut").add(scissors(0.0, -1.0, &blank)), "never visited (point at it for the reason)");
    }
    let end = x;
    let mut words = match story.style {
        StoryStyle::Windows => {
            let mut visits = story.nodes().filter_map(|id| story[id].visits.last());
            let tests = if visits.any(|&last| window(story, last).ends_with('?')) {
                "  ≥8?: only the answer matters."
            } else {
                ""
            };
            let again = if story.nodes().any(|id| story[id].visits.len() > 1) {
                "  2×: visited twice, the last visit is shown."
            } else {
                ""
            };
            format!("All numbers are MAX's.  (3, 8): only values between matter.{tests}{again}")
        }
        StoryStyle::Merits => {
            "All numbers are MAX's.  merit: what could be hoped for when the search came here.  #3: third leaf visit."
                .to_string()
        }
        StoryStyle::Grown if story.expansions > 0 => {
            let estimates = "  ≈ 6: an estimate, or a value that rests on some.";
            let estimates = if story.nodes().any(|id| is_estimated(story, id)) { estimates } else { "" };
            let open = if story.nodes().any(|id| is_open(story, id)) { "  ?: nothing proved." } else { "" };
            format!("All numbers are MAX's.{estimates}{open}  #3: the third expansion (point at it for the reason).")
        }
        StoryStyle::Grown => "All numbers are MAX's.  #3: third leaf visit.".to_string(),
    };
    if is_upper_part {
        words.push_str("  ⋮: more below.");
    }
    if story.nodes.iter().any(|node| node.bounds.value().is_some_and(|value| value.end().is_some())) {
        words.push_str("  win@7: MAX wins at ply 7.");
    }
    let wide = words.chars().count() as f64 * 5.0 + MARGIN;
    append(&mut group, small(words, MARGIN, y + 24.0, "small"));
    (group, end.max(wide))
}
