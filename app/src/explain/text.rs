//! The story as text: one line a visit, drawn as a tree.

use std::fmt::Write;

use anstyle::Style as Paint;
use provebest::Score;
use provebest::game::Window;

use crate::output::console::{self, plain};
use crate::output::text::{self, BOLD, DIM};
use provebest_catalog::GameAnswer;
use provebest_search::Kind;
use provebest_search::measure::{Why, dewey};
use provebest_theatre::story::ScoreText;
use provebest_theatre::story::{Bounds, Expansion, NodeId, Remembered, Side, Story, StoryStyle, VisitId};

/// A tree with more visits than this is drawn only in its upper part.
pub const MOST_VISITS: usize = 200;
/// No drawing has more lines, however wide its nodes.
const MOST_ROWS: usize = 1000;
/// Notes are not broken into narrower pieces than this.
const LEAST_NOTE: usize = 24;
/// Columns stand below each other unless the tree is deeper than this many characters.
const WIDEST: usize = 60;

/// A drawing, and whether something is missing in it.
pub struct Drawing {
    pub text: String,
    /// What was left out, in words.
    pub left_out: Option<String>,
}

/// Draws the visits of a node and what is below.
pub fn draw(story: &Story, from: NodeId) -> Drawing {
    draw_within(story, from, console::width())
}

/// The same for a terminal of this width: long notes go on in the next line.
pub(super) fn draw_within(story: &Story, from: NodeId, width: Option<usize>) -> Drawing {
    let mut pen = Pen { story, width, from, deepest: deepest(story, from), rows: Vec::new(), hidden: 0 };
    let visits = &story[from].visits;
    for (i, &visit) in visits.iter().enumerate() {
        pen.headline(visit, i, visits.len());
        pen.visit(visit, "", "");
    }
    pen.finish()
}

/// The value and the best move.
pub fn verdict(answer: &GameAnswer) -> String {
    let value = answer.score().map_or("?".into(), |value| match value.end() {
        Some(_) => text::value(value, answer.plies),
        None => ScoreText(value).to_string(),
    });
    let value = match answer.value_kind() {
        Kind::Lower => format!("at least {value}"),
        Kind::Upper => format!("at most {value}"),
        _ => value,
    };
    let best = answer.line.first().map(|best| format!(", best move {best}")).unwrap_or_default();
    let estimated = match (answer.value_kind(), answer.expansions) {
        (Kind::Heuristic, Some(_)) => " (estimated)",
        (Kind::Heuristic, None) => " (estimated at the horizon)",
        _ => "",
    };
    format!("value {value}{estimated}{best}")
}

/// What the signs in the drawing of a story mean, one line each.
pub fn legend(story: &Story) -> Vec<String> {
    let shown = |test: &dyn Fn(Window) -> bool| story.visits.iter().filter_map(|visit| visit.window).any(test);
    let decided = story.nodes.iter().find_map(|node| node.bounds.value().filter(|value| value.end().is_some()));
    let mut lines = vec!["All numbers are MAX's, who moves at the root; = value, ≤ at most, ≥ at least.".to_string()];
    match (story.style, story.chooser()) {
        (StoryStyle::Merits, Side::Max) => {
            lines.push("merit 8: when the search came here, it could hope for 8 at most; the highest merit goes on. #3: third leaf.".into());
        }
        (StoryStyle::Merits, Side::Min) => {
            lines.push("merit 8: when the search came here, MIN could hope for 8 at least; the lowest goes on. #3: third leaf.".into());
        }
        (StoryStyle::Grown, _) if is_proof(story) => {
            lines.push("?: neither proved nor disproved. A number of proof or of disproof: as many nodes at least are open before that is.".into());
            lines.push("#3: the third expansion, and why the node was expanded.".into());
        }
        (StoryStyle::Grown, _) if story.expansions > 0 => {
            lines.push("≈ 6: an estimate, or a value that rests on some; 4 to 8: the value lies between.".into());
            lines.push("#3: the third expansion, and why the node was expanded.".into());
        }
        (StoryStyle::Grown, _) => lines.push("#3: third leaf.".into()),
        (StoryStyle::Windows, _) => {
            if shown(&|window| !window.is_null()) {
                lines.push("(3, 8): only a value between 3 and 8 still matters.".into());
            }
            if shown(&Window::is_null) {
                lines.push("≥8?: only the answer to this question matters.".into());
            }
        }
    }
    if let Some(end) = decided.and_then(Score::end) {
        let end = end.0;
        lines.push(format!("win@{end}, loss@{end}: MAX wins, or loses, and the game ends at ply {end}."));
    }
    lines
}

/// Does it tell of a proof search?
fn is_proof(story: &Story) -> bool {
    let mut expansions = story.visits.iter().flat_map(|visit| &visit.expansions);
    expansions.any(|expansion| matches!(expansion.why, Why::Nearest { .. } | Why::Below { .. }))
}

/// The window or merit of a visit.
pub fn window(story: &Story, id: VisitId) -> String {
    let Some(window) = story[id].window else { return String::new() };
    match (story.style, story.chooser()) {
        (StoryStyle::Grown, _) => String::new(),
        // Below the seam of a hybrid there are windows.
        (StoryStyle::Merits, _) if !window.is_null() => {
            format!("({}, {})", ScoreText(window.alpha), ScoreText(window.beta))
        }
        (StoryStyle::Merits, Side::Max) => format!("merit {}", ScoreText(window.beta)),
        (StoryStyle::Merits, Side::Min) => format!("merit {}", ScoreText(window.alpha)),
        (StoryStyle::Windows, _) if window.is_null() => match window.alpha {
            Score::WORST => ">-inf?".into(),
            _ => format!("≥{}?", ScoreText(window.beta)),
        },
        (StoryStyle::Windows, _) => format!("({}, {})", ScoreText(window.alpha), ScoreText(window.beta)),
    }
}

/// What is known of a value.
pub fn bounds(Bounds { lower, upper }: Bounds) -> String {
    match (lower, upper) {
        (Score::WORST, Score::INFINITY) => "?".into(),
        (lower, Score::INFINITY) => format!("≥ {}", ScoreText(lower)),
        (Score::WORST, upper) => format!("≤ {}", ScoreText(upper)),
        (lower, upper) if lower == upper => format!("= {}", ScoreText(lower)),
        (lower, upper) => format!("{} to {}", ScoreText(lower), ScoreText(upper)),
    }
}

/// What a visit found out.
pub fn result(story: &Story, id: VisitId) -> String {
    let visit = &story[id];
    let proved = story[visit.node].bounds;
    match (visit.result, visit.window) {
        (Some(value), _) if story.style == StoryStyle::Grown && proved.value() != Some(value) => {
            format!("≈ {}", ScoreText(value))
        }
        (Some(value), Some(window)) if visit.proved.value() != Some(value) && !window.contains(value) => {
            format!("{} {}", if value <= window.alpha { "≤" } else { "≥" }, ScoreText(value))
        }
        (Some(value), _) => format!("= {}", ScoreText(value)),
        (None, _) => bounds(proved),
    }
}

/// Numbers of children, neighbours put together: `2.3`, `2.3 to 2.5`.
pub fn ranges(story: &Story, parent: NodeId, children: &[u32]) -> String {
    let path = story.path(parent);
    let name = |number: u32| dewey(&[&path[..], &[number]].concat());
    let runs = children.chunk_by(|a, b| a + 1 == *b);
    let words = runs.map(|run| match run {
        [one] => name(*one),
        [first, .., last] => format!("{} to {}", name(*first), name(*last)),
        [] => String::new(),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// How deep to draw so that it fits.
fn deepest(story: &Story, from: NodeId) -> usize {
    let mut level: Vec<VisitId> = story[from].visits.clone();
    let (mut total, mut ply) = (level.len(), story[from].ply);
    loop {
        level = level.iter().flat_map(|visit| story[*visit].children.iter().copied()).collect();
        total += level.len();
        if level.is_empty() {
            return usize::MAX;
        }
        if total > MOST_VISITS && ply > story[from].ply {
            return ply;
        }
        ply += 1;
    }
}

/// One line of the drawing.
struct Row {
    tree: String,
    /// The columns behind the tree: window, result, and a note that may be long.
    columns: [String; 2],
    note: String,
    paint: Paint,
}

impl Row {
    /// The lines of the tree that come down to this row from the one above.
    fn gutters(&self) -> String {
        let drawn = self.tree.chars().take_while(|c| " │├└─╳·".contains(*c));
        drawn.map(|c| if "│├└".contains(c) { '│' } else { ' ' }).collect()
    }
}

struct Pen<'s> {
    story: &'s Story,
    /// The width of the terminal, if it is one.
    width: Option<usize>,
    from: NodeId,
    /// The last ply to be drawn.
    deepest: usize,
    rows: Vec<Row>,
    hidden: usize,
}

impl Pen<'_> {
    fn row(&mut self, tree: String, columns: [String; 2], note: String, paint: Paint) {
        // Signs are spelt out before columns are aligned.
        let columns = columns.map(|column| plain(&column).into_owned());
        self.rows.push(Row { tree, columns, note, paint });
    }

    /// The line above a visit of the topmost node: what was known before it.
    fn headline(&mut self, id: VisitId, i: usize, count: usize) {
        let story = self.story;
        let visit = &story[id];
        let mut words = Vec::new();
        if count > 1 {
            let what = if self.from == Story::ROOT { "Pass" } else { "Visit" };
            words.push(format!("{what} {} of {count}", i + 1));
        }
        if visit.known != Bounds::UNKNOWN {
            words.push(format!("so far {}", bounds(visit.known)));
        }
        let above: Vec<VisitId> = story.visits_above(id).collect();
        let held: Vec<String> = above.iter().rev().filter_map(|&above| held(story, above, visit.began)).collect();
        if !held.is_empty() {
            words.push(format!("above: {}", held.join(", ")));
        } else if !above.is_empty() && story.style == StoryStyle::Windows {
            words.push("nothing found above yet".into());
        }
        if words.is_empty() {
            return;
        }
        if !self.rows.is_empty() {
            self.row(String::new(), Default::default(), String::new(), Paint::new());
        }
        self.row(words.join("; "), Default::default(), String::new(), BOLD);
    }

    /// A visit, with what stands before its line and before the lines below it.
    fn visit(&mut self, id: VisitId, here: &str, below: &str) {
        let story = self.story;
        let visit = &story[id];
        let node = &story[visit.node];
        if self.rows.len() >= MOST_ROWS {
            self.hidden += 1 + count_below(story, id);
            return;
        }
        let side = if node.is_leaf() { "" } else { node.side().name() };
        let word = node.word.as_ref().map(|word| format!(" [{word}]")).unwrap_or_default();
        let space = if side.is_empty() { "" } else { " " };
        let tree = format!("{here}{side}{space}{}{word}", story.name(visit.node));
        let last = node.visits.last() == Some(&id);
        let best = node.on_best_line && last;
        let mut notes = Vec::new();
        if let Some(order) = visit.order.filter(|_| story.style != StoryStyle::Windows && story.expansions == 0) {
            notes.push(format!("#{order}"));
        }
        notes.extend(reasons(&visit.expansions));
        if story.expansions > 0 {
            let (all, unvisited) = (node.children.len(), node.unvisited().len());
            match all - unvisited {
                0 if all > 0 => notes.push("not expanded".into()),
                listed if unvisited > 0 => notes.push(format!("{listed} of {all} moves listed")),
                _ => {}
            }
        }
        if story.repetition(id) > 0 && visit.node != self.from {
            notes.push(match visit.known {
                Bounds::UNKNOWN => "again".into(),
                _ if node.is_leaf() => "again".into(),
                known => format!("again, after {}", bounds(known)),
            });
        }
        if best {
            notes.push("← best line".into());
        }
        let deep = node.ply >= self.deepest && !visit.children.is_empty();
        if deep {
            let count = count_below(story, id);
            self.hidden += count;
            let count = text::plural(count as u64, "visit", "visits");
            notes.push(format!("… {count} below: --node {}", story.name(visit.node)));
        }
        let paint = if best { BOLD } else { Paint::new() };
        self.row(tree, [window(story, id), result(story, id)], notes.join("  "), paint);
        if !deep {
            self.below(id, below);
        }
    }

    fn below(&mut self, id: VisitId, prefix: &str) {
        enum Item {
            Visit(VisitId),
            Aside(char, String, String),
        }
        let story = self.story;
        let visit = &story[id];
        let cut = story.cut_children(id);
        let late = visit.late_start().filter(|late| late.child > 0);
        let mut items: Vec<Item> = Vec::new();
        if let Some(late) = late {
            let children: Vec<u32> = (0..late.child).collect();
            let why = format!("skipped: {}", story.words(visit.node, &late.reason));
            items.push(Item::Aside('╳', ranges(story, visit.node, &children), why));
        }
        let mut remembered = visit.remembered.iter().peekable();
        let aside = |run: &Remembered| {
            let (who, what) = remembered_children(story, visit.node, run);
            Item::Aside('·', who, what)
        };
        for &child in &visit.children {
            let number = story[story[child].node].number;
            while let Some(run) = remembered.next_if(|run| run.last < number) {
                items.push(aside(run));
            }
            items.push(Item::Visit(child));
        }
        items.extend(remembered.map(aside));
        if let Some(sentence) = story.sentence(id) {
            items.push(Item::Aside('╳', ranges(story, visit.node, &cut), sentence));
        }
        let count = items.len();
        for (i, item) in items.into_iter().enumerate() {
            let last = i + 1 == count;
            match item {
                Item::Visit(child) => {
                    let here = format!("{prefix}{}", if last { "└─ " } else { "├─ " });
                    self.visit(child, &here, &format!("{prefix}{}", if last { "   " } else { "│  " }));
                }
                Item::Aside(mark, who, why) if self.rows.len() < MOST_ROWS => {
                    let tree = format!("{prefix}{}{mark} {who}", if last { '└' } else { '├' });
                    self.row(tree, Default::default(), why, DIM);
                }
                Item::Aside(..) => {}
            }
        }
    }

    fn finish(self) -> Drawing {
        let width = |text: &str| text.chars().count();
        let asides = |row: &&Row| row.columns[0].is_empty() && row.columns[1].is_empty();
        let lines = self.rows.iter().filter(|row| !(asides(row) && row.note.is_empty()));
        let tree = lines.map(|row| width(&row.tree)).max().unwrap_or(0).min(WIDEST);
        let column = |i: usize| self.rows.iter().map(|row| width(&row.columns[i])).max().unwrap_or(0);
        let widths = [column(0), column(1)];
        let mut text = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            let Row { tree: name, columns, note, paint } = row;
            let mut line = format!("{name:<tree$}");
            if columns.iter().any(|column| !column.is_empty()) {
                for (column, width) in columns.iter().zip(widths) {
                    let _ = write!(line, "  {column:<width$}");
                }
            }
            let behind = width(&line) + 2;
            let notes = match self.width {
                Some(all) if behind + width(note) > all => {
                    text::wrapped(note, all.saturating_sub(behind).max(LEAST_NOTE))
                }
                _ => vec![note.clone()],
            };
            for (place, note) in notes.iter().enumerate() {
                if place > 0 {
                    line = format!("{:<1$}", self.rows.get(number + 1).map_or(String::new(), Row::gutters), behind - 2);
                }
                let _ = write!(line, "  {note}");
                let _ = writeln!(text, "{paint}{}{paint:#}", line.trim_end());
            }
        }
        let left_out = (self.hidden > 0).then(|| {
            let all = text::thousands(self.story.visits.len() as u64);
            let drawn = text::thousands((self.story.visits.len() - self.hidden) as u64);
            format!("drawn: {drawn} of {all} visits; --node NODE draws what is below a node, --svg FILE a picture")
        });
        Drawing { text, left_out }
    }
}

/// Children that were not visited again, and what was known of them.
fn remembered_children(story: &Story, parent: NodeId, run: &Remembered) -> (String, String) {
    let Remembered { first, last, known } = run;
    let children = if first == last { vec![*first] } else { vec![*first, *last] };
    let path = story.path(parent);
    let names: Vec<String> = children.iter().map(|&number| dewey(&[&path[..], &[number]].concat())).collect();
    let few: Vec<String> = known.iter().map(|known| bounds(*known)).collect();
    let more = if (last - first) as usize >= known.len() { ", …" } else { "" };
    (names.join(" to "), format!("remembered: {}{more}", few.join(", ")))
}

/// What the side to move has found in a visit by then.
fn held(story: &Story, id: VisitId, time: u32) -> Option<String> {
    let node = story[id].node;
    let update = story.has_at(id, time)?;
    let place = if node == Story::ROOT { "the root".into() } else { story.name(node) };
    let by = ranges(story, node, &[update.child]);
    Some(format!("{} has {} at {place} (by {by})", story[node].side().name(), ScoreText(update.value)))
}

/// Why a node was expanded: the numbers of the expansions with each reason, one after the other.
pub fn reasons(expansions: &[Expansion]) -> Vec<String> {
    const MOST: usize = 4;
    let runs: Vec<&[Expansion]> = expansions.chunk_by(|a, b| a.why == b.why).collect();
    let words = |run: &&[Expansion]| {
        let mut numbers: Vec<String> = run.iter().take(MOST).map(|one| format!("#{}", one.order)).collect();
        numbers.extend((run.len() > MOST).then(|| format!("and {} more", run.len() - MOST)));
        format!("{} {}", numbers.join(" "), run[0].why)
    };
    let mut all: Vec<String> = runs.iter().take(MOST).map(words).collect();
    all.extend((runs.len() > MOST).then(|| "…".to_string()));
    all
}

/// How many visits there are below a visit.
fn count_below(story: &Story, id: VisitId) -> usize {
    let (mut waiting, mut count) = (vec![id], 0);
    while let Some(visit) = waiting.pop() {
        waiting.extend(&story[visit].children);
        count += story[visit].children.len();
    }
    count
}
