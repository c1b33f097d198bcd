//! A node and what it does with a message: figures 3-2 to 3-5 of the paper, and its sections 5.1 to 5.3.
//!
//! Values are in the view of MAX, who moves at the root.

use provebest_game::{Ply, Score};
use serde::{Deserialize, Serialize};

/// How far down, as section 5.3 counts: a node without its children is one level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) struct Level(pub(super) u32);

impl Level {
    /// Not even the node itself.
    pub(super) const NONE: Level = Level(0);
    /// The node itself.
    pub(super) const ONE: Level = Level(1);
    /// To the end of the game.
    pub(super) const ALL: Level = Level(u32::MAX);

    /// As far, counted from the children.
    fn below(self) -> Level {
        Level(self.0.saturating_sub(1))
    }

    /// As far, counted from the parent.
    fn above(self) -> Level {
        if self == Level::NONE { self } else { Level(self.0.saturating_add(1)) }
    }
}

/// What a node is to its parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Status {
    pub(super) key: bool,
    pub(super) first: bool,
}

impl Status {
    /// The root's.
    pub(super) const FIRST: Status = Status { key: true, first: true };

    /// What its children are: all of a first node are key, of another one only the first.
    fn of_child(self, first: bool) -> Status {
        Status { key: self.key && (self.first || first), first }
    }

    fn all_children_key(self) -> bool {
        self.key && self.first
    }
}

/// A local serial number (section 5.2): of two messages from one node to another, the one with the larger stamp is newer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub(super) struct Stamp(u32);

/// To which level a value holds. The paper has one number and computes it from the status; but a parent may
/// give the node another status before it reads the report, so the report has both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Valid {
    /// As that of a first descendant: it is the minimax value.
    pub(super) as_first: Level,
    /// As that of another one: the mover of the node can have no less.
    pub(super) as_other: Level,
}

impl Valid {
    const NOT: Valid = Valid::to(Level::NONE);

    pub(super) const fn to(level: Level) -> Valid {
        Valid { as_first: level, as_other: level }
    }
}

/// What a node reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct News {
    #[serde(with = "Value")]
    pub(super) value: Score,
    pub(super) valid: Valid,
}

/// How a score travels.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Score")]
struct Value(i32);

/// Figure 3-3.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// From the parent: a new status, and how far to search.
    Down { stamp: Stamp, status: Status, search_to: Level },
    /// From the child with this number.
    Up { stamp: Stamp, number: u32, news: News },
}

impl Message {
    /// What the superroot asks of the root.
    pub(super) fn to_root(time: u32, search_to: Level) -> Message {
        Message::Down { stamp: Stamp(time), status: Status::FIRST, search_to }
    }
}

/// The receiver of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum To {
    Parent,
    Child(u32),
}

pub(super) type Outbox = Vec<(To, Message)>;

/// What is seen at a node that is to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seen {
    Leaf(News),
    Children(u32),
}

/// What is done beyond the figures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Nonkey nodes keep their news to themselves (section 5.1) until they are key again.
    pub(super) buffered: bool,
    /// How far a value holds is reported too (section 5.3).
    pub(super) valid: bool,
    /// A child whose value holds as far as it would be asked for is told nothing (section 5.3).
    pub(super) suppress: bool,
}

/// Figure 3-2.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Does MAX move here?
    max: bool,
    /// Which child of its parent it is.
    number: u32,
    status: Status,
    search_to: Level,
    /// In the order of their rank; none at a leaf, and until the node is to be searched further than itself.
    children: Box<[Child]>,
    /// What its parent was told last.
    told: Option<News>,
    /// The stamp of its last message, and of the newest from its parent.
    sent: Stamp,
    heard: Stamp,
}

#[derive(Clone, Copy, Debug)]
struct Child {
    number: u32,
    news: News,
    heard: Stamp,
}

/// What a node does with a message. `seen` is what there is to see at the node, if it [`wants`](Node::wants) to know.
pub(super) fn handle(node: &mut Node, message: Message, seen: Option<Seen>, rules: Rules, out: &mut Outbox) {
    match message {
        Message::Down { stamp, status, search_to } if stamp > node.heard => {
            node.heard = stamp;
            node.down(status, search_to, seen, rules, out);
        }
        Message::Up { stamp, number, news } => {
            let rank = node.children.iter().position(|child| child.number == number).expect("a child reports");
            if stamp > node.children[rank].heard {
                node.children[rank].heard = stamp;
                node.up(rank, news, rules, out);
            }
        }
        Message::Down { .. } => {} // old: a newer one has overtaken it
    }
}

impl Node {
    /// A node that has not been asked for anything yet.
    pub(super) fn new(ply: Ply, number: u32) -> Node {
        Node {
            max: ply.0.is_multiple_of(2),
            number,
            status: Status { key: false, first: false },
            search_to: Level::NONE,
            children: Box::default(),
            told: None,
            sent: Stamp::default(),
            heard: Stamp::default(),
        }
    }

    /// How far the node must be looked at before it can handle this message, if at all.
    pub(super) fn wants(&self, message: &Message) -> Option<Level> {
        let Message::Down { stamp, status, search_to } = *message else { return None };
        let (level, known) = (search_to.max(self.search_to), self.told.map_or(Level::NONE, |told| told.valid.as_first));
        (stamp > self.heard && status.key && self.children.is_empty() && level > known).then_some(level)
    }

    /// The number of the child of rank 1, unless it is a leaf.
    pub(super) fn first(&self) -> Option<u32> {
        self.children.first().map(|child| child.number)
    }

    /// What is known of its value.
    pub(super) fn news(&self) -> News {
        let unknown = News { value: self.view(Score::WORST), valid: Valid::NOT };
        self.children.first().map(|child| child.news).or(self.told).unwrap_or(unknown)
    }

    /// Is this report all that a first descendant is asked for?
    pub(super) fn has_what_was_asked(&self, news: &News) -> bool {
        news.valid.as_first >= self.search_to
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// How many bytes this number of children takes.
    pub(super) fn bytes_of_children(count: u32) -> usize {
        count as usize * size_of::<Child>()
    }

    /// A value in the view of MAX, if this is one for the mover, and the other way round.
    pub(super) fn view(&self, value: Score) -> Score {
        if self.max { value } else { -value }
    }

    /// Figure 3-4.
    fn down(&mut self, status: Status, search_to: Level, seen: Option<Seen>, rules: Rules, out: &mut Outbox) {
        let (before, deeper) = (self.status, search_to > self.search_to);
        self.status = status;
        self.search_to = self.search_to.max(search_to);
        match seen {
            Some(Seen::Leaf(news)) => self.report(news, out),
            Some(Seen::Children(count)) => self.children = self.unseen(count),
            None => {}
        }
        if self.children.is_empty() {
            return;
        }
        if before.key != status.key || status.key && deeper {
            self.notify(0..1, rules, out);
        }
        if before.all_children_key() != status.all_children_key() || status.all_children_key() && deeper {
            self.notify(1..self.children.len(), rules, out);
        }
        self.tell(rules, out);
    }

    /// Figure 3-5.
    fn up(&mut self, rank: usize, news: News, rules: Rules, out: &mut Outbox) {
        let first = self.children[0].number;
        let rank = self.install(rank, news);
        if self.children[0].number != first && self.status.key {
            // The child that was first is second now, unless it is the one that reports.
            let old = if rank == 0 { 1 } else { rank };
            self.notify(0..1, rules, out);
            self.notify(old..old + 1, rules, out);
        }
        self.tell(rules, out);
    }

    /// Tells children, by their rank, what they are now.
    fn notify(&mut self, ranks: std::ops::Range<usize>, rules: Rules, out: &mut Outbox) {
        for rank in ranks {
            let (status, search_to) = (self.status.of_child(rank == 0), self.search_to.below());
            // All below it is done, whatever it is to its parent.
            if rules.suppress && self.children[rank].news.valid.as_first >= search_to {
                continue;
            }
            let message = Message::Down { stamp: self.next_stamp(), status, search_to };
            out.push((To::Child(self.children[rank].number), message));
        }
    }

    /// Reports to the parent if there is something new. A nonkey node waits until it is key again: the paper's section 5.1
    /// does not say so, but without it what was kept back would be lost.
    fn tell(&mut self, rules: Rules, out: &mut Outbox) {
        let value = self.children[0].news.value;
        if rules.buffered && !self.status.key || value == self.view(Score::WORST) {
            return;
        }
        let news = News { value, valid: if rules.valid { self.valid() } else { Valid::NOT } };
        let first = self.status.first;
        let told = |news: News| (news.value, if first { news.valid.as_first } else { news.valid.as_other });
        if self.told.map(told) != Some(told(news)) {
            self.report(news, out);
        }
    }

    fn report(&mut self, news: News, out: &mut Outbox) {
        self.told = Some(news);
        out.push((To::Parent, Message::Up { stamp: self.next_stamp(), number: self.number, news }));
    }

    /// The case analysis of section 5.3.
    fn valid(&self) -> Valid {
        let first = self.children[0].news.valid.as_first;
        let others = self.children[1..].iter().map(|child| child.news.valid.as_other).min().unwrap_or(Level::ALL);
        Valid { as_first: first.min(others).above(), as_other: first.above() }
    }

    /// Children of which nothing is known: each has the worst value there is.
    fn unseen(&self, count: u32) -> Box<[Child]> {
        let news = News { value: self.view(Score::WORST), valid: Valid::NOT };
        (0..count).map(|number| Child { number, news, heard: Stamp::default() }).collect()
    }

    /// Installs what the child of this rank reports, and ranks it anew, behind its equals from below and before them from
    /// above: a stable sort. Returns the new rank.
    fn install(&mut self, mut rank: usize, news: News) -> usize {
        self.children[rank].news = news;
        let worth = |child: &Child| if self.max { child.news.value } else { -child.news.value };
        let children = &mut self.children;
        while rank > 0 && worth(&children[rank - 1]) < worth(&children[rank]) {
            children.swap(rank - 1, rank);
            rank -= 1;
        }
        while rank + 1 < children.len() && worth(&children[rank + 1]) > worth(&children[rank]) {
            children.swap(rank, rank + 1);
            rank += 1;
        }
        rank
    }

    fn next_stamp(&mut self) -> Stamp {
        self.sent.0 += 1;
        self.sent
    }
}
