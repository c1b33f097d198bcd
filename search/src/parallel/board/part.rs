//! A part of the board: the nodes that one processor owns. What it knows of their parents and children comes by letters.
//!
//! A parent *asks*: the question of a child, its need, and the price of an answer. A child *tells*: its bounds, and how likely they are to
//! change. Letters may overtake each other. Bounds are facts: the best of all that came holds. Questions are numbered: the
//! newest holds, and a node that its parent has no use for is dropped when all letters to it have come.
//!
//! The price of a node is the sum of `-ln p` along its path, where `p` is the chance that a child is needed if its parent is. An owner
//! searches the cheapest of its jobs. A price that has changed a little is not sent.

use std::collections::{BTreeSet, VecDeque};

use provebest_game::{Depth, Score, Window};
use provebest_machine::{ByteBudget, Stopped};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::chances::Chances;
use super::node::{Asked, Asking, Label, NOWHERE, Node, bounds_by};
use super::order::JobOrder;
use super::tree::Todo;
use crate::lines::Variation;
use crate::parallel::Path;

/// A letter to the node at the end of a path.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Note {
    pub(super) to: Path,
    content: Content,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Content {
    /// From its parent, with the number of the letter. Without an order the node is not needed any more.
    Ask(u32, Option<Order>),
    /// From the child with this number.
    Tell(u32, News),
}

/// What a parent wants of a child.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Order {
    question: Option<(i32, i32)>,
    need: (i32, i32),
    grain: u64,
    label: Label,
    /// How many siblings it has, itself among them.
    width: u32,
    price: f32,
}

/// What a child knows of itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct News {
    bounds: (i32, i32),
    /// If the value is known: its line, and how much of it is sure.
    line: Option<(Path, u32)>,
    /// If it is expanded: how likely it is that no child cuts it off, now and when it was expanded.
    holds: Option<(f32, f32)>,
}

/// By how much the logarithm of a chance has to change before it is sent again.
const STEP: f64 = 0.3;
/// Nodes that are still less likely to be needed have the same price: theirs would change with every letter.
const MOST: f32 = 10.0;

/// What was sent to a child: how many letters, and the last order.
#[derive(Clone, Default)]
struct Sent {
    count: u32,
    order: Option<Order>,
}

/// A node, as its owner knows it.
struct Owned {
    node: Node,
    /// What its owner knows of its children. Those that are expanded have a `count` of 1.
    row: Vec<Node>,
    sent: Vec<Sent>,
    /// The lines of children whose values are known.
    lines: Vec<(u32, Variation)>,
    line: Option<Variation>,
    /// How many siblings it has; the root has none.
    width: Option<u32>,
    price: f32,
    /// How many letters of its parent have come, and the number of the newest one and one more.
    come: u32,
    newest: u32,
    /// Its parent has no use for it.
    dropped: bool,
    touched: bool,
    /// What its parent was told.
    told: ((Score, Score), f64),
    /// Its place in the queue.
    queued: Option<u32>,
}

impl Owned {
    fn new(depth: u32) -> Owned {
        let node = Node::new(NOWHERE, depth);
        Owned {
            told: ((node.lower, node.upper), node.holds),
            node,
            row: Vec::new(),
            sent: Vec::new(),
            lines: Vec::new(),
            line: None,
            width: None,
            price: 0.0,
            come: 0,
            newest: 0,
            dropped: false,
            touched: false,
            queued: None,
        }
    }

    /// An order of its parent has come.
    fn take_order(&mut self, order: Order) {
        let Order { question, need, grain, label, width, price } = order;
        let node = &mut self.node;
        if node.grain != u64::MAX {
            node.grain = grain;
        }
        (node.question, node.need, node.label) = (question.map(window), window(need), label);
        (self.width, self.price) = (Some(width), price);
    }

    /// News of a child have come.
    fn take_news(&mut self, number: u32, news: News) {
        let Some(child) = self.row.get_mut(number as usize) else { return };
        let (lower, upper) = news.bounds;
        (child.lower, child.upper) = (child.lower.max(Score(lower)), child.upper.min(Score(upper)));
        if let Some((holds, held)) = news.holds {
            (child.holds, child.held, child.count) = (holds.into(), held.into(), 1);
        }
        if let Some((path, sure)) = news.line
            && self.lines.iter().all(|&(of, _)| of != number)
        {
            self.lines.push((number, Variation { path, sure }));
        }
    }

    /// Bounds go up: what is known of the node by its children.
    fn raise(&mut self) {
        if self.row.is_empty() {
            return;
        }
        let (lower, upper) = bounds_by(&self.row);
        let node = &mut self.node;
        (node.lower, node.upper) = (node.lower.max(lower), node.upper.min(upper));
        if node.lower == node.upper && self.line.is_none() {
            self.line = self.line_by_child();
        }
    }

    /// The line by a child with the same value.
    fn line_by_child(&self) -> Option<Variation> {
        let value = -self.node.lower;
        let same = |child: &Node| child.lower == value && child.upper == value;
        let (number, Variation { path, sure }) = self.lines.iter().find(|(of, _)| same(&self.row[*of as usize]))?;
        let path = std::iter::once(*number).chain(path.iter().copied()).collect();
        Some(Variation { path, sure: sure.saturating_add(1) })
    }
}

/// A job that is being searched.
struct AtHand {
    path: Path,
    window: Window,
    needed: bool,
}

/// A job, to be searched.
pub(super) struct Chosen {
    pub(super) path: Path,
    pub(super) window: Window,
    pub(super) bounds: (Score, Score),
}

/// The nodes of one processor.
pub(super) struct Part {
    nodes: FxHashMap<Path, Owned>,
    office: Writer,
    /// Nodes at which something has changed.
    touched: VecDeque<Path>,
    /// No job has fewer leaves, by estimate, unless its node has no more.
    pub(super) floor: u64,
    bytes: ByteBudget,
    /// The most nodes it has owned.
    pub(super) most: u64,
}

/// What all its nodes use.
struct Writer {
    order: JobOrder,
    depth: Depth,
    parts: u64,
    chances: Chances,
    outbox: VecDeque<Note>,
    /// Jobs, and nodes to be expanded: the cheapest first, and the leftmost of those.
    queue: BTreeSet<(u32, Path)>,
    at_hand: Option<AtHand>,
    /// Of the children of the node that is looked at, how likely they are needed; `None` if they may not be searched.
    likely: Vec<Option<f64>>,
}

/// What a child takes at its owner and at that of its parent.
const BYTES: u64 = (size_of::<Owned>() + size_of::<Node>() + size_of::<Sent>() + 2 * size_of::<Path>()) as u64;

impl Part {
    pub(super) fn new(order: JobOrder, depth: Depth, parts: u64, bytes: Option<u64>) -> Part {
        let office = Writer {
            order,
            depth,
            parts,
            chances: Chances::default(),
            outbox: VecDeque::new(),
            queue: BTreeSet::new(),
            at_hand: None,
            likely: Vec::new(),
        };
        Part {
            nodes: FxHashMap::default(),
            office,
            touched: VecDeque::new(),
            floor: 0,
            bytes: ByteBudget::new(bytes),
            most: 0,
        }
    }

    /// The owner of the root begins.
    pub(super) fn begin(&mut self) {
        let mut root = Owned::new(self.office.depth.0);
        root.node.question = Some(Window::FULL);
        self.nodes.insert(Path::new(), root);
        self.look_at(&Path::new());
    }

    /// At the owner of the root: what is known of it.
    pub(super) fn root(&self) -> Option<(Score, Score)> {
        self.nodes.get(&Path::new()).map(|root| (root.node.lower, root.node.upper))
    }

    /// Is the value of the root known?
    pub(super) fn is_done(&self) -> bool {
        self.root().is_some_and(|(lower, upper)| lower == upper)
    }

    /// The line of the root: best play if its value is known, otherwise the move behind its lower bound.
    pub(super) fn line(&self) -> Variation {
        let Some(root) = self.nodes.get(&Path::new()) else { return Variation::default() };
        let leading = || {
            let lower = root.node.lower;
            let by = root.row.iter().position(|child| lower > Score::WORST && -child.upper == lower);
            Variation { path: by.map(|number| number as u32).into_iter().collect(), sure: 0 }
        };
        root.line.clone().filter(|_| self.is_done()).unwrap_or_else(leading)
    }

    /// Letters to be sent.
    pub(super) fn letter(&mut self) -> Option<Note> {
        self.office.outbox.pop_front()
    }

    /// A letter has come.
    pub(super) fn read(&mut self, Note { to, content }: Note) {
        match content {
            Content::Ask(number, order) => {
                let depth = self.office.depth.0 - to.len() as u32;
                let owned = self.nodes.entry(to.clone()).or_insert_with(|| Owned::new(depth));
                owned.come += 1;
                if number >= owned.newest {
                    owned.newest = number + 1;
                    match order {
                        Some(order) => owned.take_order(order),
                        None => owned.dropped = true,
                    }
                }
                self.most = self.most.max(self.nodes.len() as u64);
            }
            Content::Tell(number, news) => match self.nodes.get_mut(&to) {
                Some(owned) => owned.take_news(number, news),
                None => return,
            },
        }
        self.touch(to);
    }

    /// Something has changed at a node. It is looked at when all letters that have come are read.
    fn touch(&mut self, path: Path) {
        if let Some(owned) = self.nodes.get_mut(&path)
            && !std::mem::replace(&mut owned.touched, true)
        {
            self.touched.push_back(path);
        }
    }

    /// Looks at all nodes at which something has changed.
    pub(super) fn look(&mut self) {
        while let Some(path) = self.touched.pop_front() {
            self.look_at(&path);
        }
    }

    /// Something has changed at a node.
    fn look_at(&mut self, path: &Path) {
        let Some(owned) = self.nodes.get_mut(path) else { return };
        owned.touched = false;
        let before = owned.row.len() as u64;
        self.office.look_at(path, owned);
        let after = owned.row.len() as u64;
        let gone = owned.dropped && owned.come == owned.newest;
        if after < before {
            self.bytes.change(before * BYTES, after * BYTES).expect("less than before");
        }
        if gone {
            self.nodes.remove(path);
        }
    }

    /// What is to be done next.
    pub(super) fn next(&self) -> Option<Todo<Path>> {
        let (_, path) = self.office.queue.first()?;
        let owned = &self.nodes[path];
        let is_job = owned.node.is_job(owned.width, self.floor);
        Some(if is_job { Todo::Job(path.clone()) } else { Todo::Expand(path.clone()) })
    }

    /// The job at a node is searched now.
    pub(super) fn take(&mut self, path: Path) -> Chosen {
        let owned = self.nodes.get_mut(&path).expect("it is in the queue");
        let window = owned.node.within(owned.node.question.expect("an open node"));
        let bounds = (owned.node.lower, owned.node.upper);
        self.office.at_hand = Some(AtHand { path: path.clone(), window, needed: true });
        self.office.line_up(&path, owned);
        Chosen { path, window, bounds }
    }

    /// Is the job at hand still needed?
    pub(super) fn needs_job(&self) -> bool {
        self.office.at_hand.as_ref().is_none_or(|job| job.needed)
    }

    pub(super) fn has_job(&self) -> bool {
        self.office.at_hand.is_some()
    }

    /// The job at hand has ended. Perhaps it is called off.
    pub(super) fn end_job(&mut self) {
        if let Some(AtHand { path, .. }) = self.office.at_hand.take() {
            self.look_at(&path);
        }
    }

    /// The question of a node.
    pub(super) fn question(&self, path: &Path) -> Window {
        self.nodes[path].node.question.unwrap_or(Window::FULL)
    }

    /// This is proved of a node.
    pub(super) fn prove(&mut self, path: &Path, (lower, upper): (Score, Score), line: Option<Variation>) {
        let Some(owned) = self.nodes.get_mut(path) else { return };
        let node = &mut owned.node;
        (node.lower, node.upper) = (node.lower.max(lower), node.upper.min(upper));
        if node.lower == node.upper && owned.line.is_none() {
            owned.line = line;
        }
        self.look_at(path);
    }

    /// A node has this many children. Where there is no room for them, it is one job.
    pub(super) fn expand(&mut self, path: &Path, count: u32) -> Result<(), Stopped> {
        let owned = self.nodes.get_mut(path).expect("it is in the queue");
        let node = &mut owned.node;
        if self.bytes.change(0, u64::from(count) * BYTES).is_err() {
            node.grain = u64::MAX;
            return Err(Stopped);
        }
        node.count = count;
        node.held = self.office.chances.holds(node.depth & 1, node.label, count);
        owned.row = vec![Node::new(NOWHERE, node.depth - 1); count as usize];
        owned.sent = vec![Sent::default(); count as usize];
        self.look_at(path);
        Ok(())
    }
}

impl Writer {
    /// Sees to it that all know what they should know of a node.
    fn look_at(&mut self, path: &Path, owned: &mut Owned) {
        owned.raise();
        let node = &mut owned.node;
        if node.question.is_some_and(|question| node.resolved(question)) {
            self.chances.learn_from(node, &owned.row);
            node.question = None;
        }
        if owned.dropped {
            node.question = None;
        }
        if owned.dropped || node.resolved(node.need) {
            self.drop_below(path, owned);
        }
        if !owned.row.is_empty() {
            self.ask(path, owned);
        }
        self.line_up(path, owned);
        if !path.is_empty() && !owned.dropped {
            self.tell(path, owned);
        }
    }

    /// Nobody has any use for the children of a node.
    fn drop_below(&mut self, path: &Path, owned: &mut Owned) {
        for (number, sent) in (0..).zip(&owned.sent).filter(|(_, sent)| sent.count > 0) {
            self.outbox.push_back(Note { to: path_of_child(path, number), content: Content::Ask(sent.count, None) });
        }
        (owned.row, owned.sent, owned.lines) = (Vec::new(), Vec::new(), Vec::new());
        owned.node.count = 0;
    }

    /// Windows come down.
    fn ask(&mut self, path: &Path, owned: &mut Owned) {
        let Owned { node, row, sent, price, .. } = owned;
        let need = -node.within(node.need);
        let asking = Asking::of(node, row, self.parts);
        for (number, child) in (0..).zip(row.iter_mut()) {
            child.question = None;
            if let Some(asking) = &asking {
                let Asked { question, grain, label } = asking.child(number);
                child.question = question.filter(|&window| !child.resolved(window));
                (child.grain, child.label) = (grain, label);
            }
        }
        self.likely.clear();
        self.likely.resize(row.len(), None);
        let likely = &mut self.likely;
        node.holds = self.order.weigh(node, row, &self.chances, |number, needed| likely[number] = Some(needed));
        for (number, ((child, sent), likely)) in (0..).zip(row.iter().zip(sent).zip(likely)) {
            let order = Order {
                // A child that may not be searched yet is not asked yet.
                question: child.question.filter(|_| likely.is_some()).map(pair),
                need: pair(need),
                grain: child.grain,
                label: child.label,
                width: node.count,
                price: (*price - likely.map_or(0.0, |likely| likely.max(f64::MIN_POSITIVE).ln() as f32)).min(MOST),
            };
            if sent.is_due(&order, child) {
                let content = Content::Ask(sent.count, Some(order.clone()));
                self.outbox.push_back(Note { to: path_of_child(path, number), content });
                *sent = Sent { count: sent.count + 1, order: Some(order) };
            }
        }
    }

    /// A node is in the queue if it is open, neither expanded nor at hand.
    fn line_up(&mut self, path: &Path, owned: &mut Owned) {
        let Owned { node, queued, .. } = owned;
        let mut open = node.question.filter(|_| !node.is_expanded());
        if let Some(job) = self.at_hand.as_mut().filter(|job| job.path == *path) {
            let left = node.question.map(|window| node.within(window));
            job.needed &= left.is_some_and(|left| left.alpha >= job.window.alpha && left.beta <= job.window.beta);
            open = None;
        }
        let key = open.map(|_| owned.price.max(0.0).to_bits());
        if key != *queued {
            if let Some(key) = *queued {
                self.queue.remove(&(key, path.clone()));
            }
            if let Some(key) = key {
                self.queue.insert((key, path.clone()));
            }
            *queued = key;
        }
    }

    /// Tells its parent what is known of a node, if that is news.
    fn tell(&mut self, path: &Path, owned: &mut Owned) {
        let Owned { node, line, told, .. } = owned;
        let bounds = (node.lower, node.upper);
        let chance_moved = node.is_expanded() && node.is_open() && (odds(node.holds) - odds(told.1)).abs() > STEP;
        if bounds == told.0 && !chance_moved {
            return;
        }
        *told = (bounds, node.holds);
        let holds = node.is_expanded().then_some((node.holds as f32, node.held as f32));
        let line = line.as_ref().filter(|_| bounds.0 == bounds.1).map(|line| (line.path.clone(), line.sure));
        let (number, parent) = path.split_last().expect("not the root");
        let news = News { bounds: (bounds.0.0, bounds.1.0), line, holds };
        self.outbox.push_back(Note { to: parent.to_vec(), content: Content::Tell(*number, news) });
    }
}

impl Sent {
    /// Is it worth a letter?
    fn is_due(&self, order: &Order, child: &Node) -> bool {
        let Some(last) = &self.order else { return order.question.is_some() };
        match (order.question, last.question) {
            (Some(_), _) => {
                let price_moved = f64::from((order.price - last.price).abs()) > STEP;
                price_moved || (order.question, order.grain, order.label) != (last.question, last.grain, last.label)
            }
            // It knows itself what it has resolved.
            (None, Some(question)) if !child.resolved(window(question)) => true,
            // It may have something to drop.
            (None, _) => child.resolved(window(order.need)) && !child.resolved(window(last.need)),
        }
    }
}

fn path_of_child(path: &Path, number: u32) -> Path {
    path.iter().copied().chain([number]).collect()
}

fn pair(window: Window) -> (i32, i32) {
    (window.alpha.0, window.beta.0)
}

fn window((alpha, beta): (i32, i32)) -> Window {
    Window { alpha: Score(alpha), beta: Score(beta) }
}

/// The logarithm of the odds of a chance.
fn odds(chance: f64) -> f64 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    (chance / (1.0 - chance)).ln()
}
