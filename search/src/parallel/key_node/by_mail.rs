//! Nodes shared out among processors, messages as mail to the owner of a node (section 5.4).
//!
//! Mail may overtake mail, so stamps decide which message is newer (section 5.2). The root's report that its value holds
//! as far as was asked (section 5.3) ends the search: what holds stays true, whatever is still on its way.

use std::collections::VecDeque;
use std::sync::Mutex;

use provebest_game::{Bound, Evaluate, Ply};
use provebest_machine::{Letter, Machine, Post, Processor, Program, Rank, Work};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::look::{Look, Tally};
use super::node::{Message, News, Node, Outbox, Rules, Seen, To, handle};
use super::superroot::{Heard, Superroot};
use super::{KeyNode, Variant, hash_of, hash_of_son, owner};
use crate::limits::{Reason, Stopped, TooDeep};
use crate::measure::Watch;
use crate::parallel::{ParallelSearch, Path, Ran};
use crate::report::{Found, Report, Task};

impl ParallelSearch for KeyNode {
    fn search_on<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        watches: Vec<W>,
    ) -> Result<Ran<G::Move, W>, TooDeep>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Watch + Send,
        K: Machine,
    {
        task.check()?;
        let watches = Mutex::new(watches.into_iter().map(Some).collect());
        let run = machine.run(&Owners { task, variant: self.variant, watches });
        let found = run.answers.iter().find_map(|home| home.found.clone());
        let stopped = run.answers.iter().find_map(|home| home.stopped).filter(|_| found.is_none());
        let estimated = run.answers.iter().any(|home| home.estimated);
        let (value, path) = found.map(|(news, path)| ((news.value, Bound::Exact), path)).unzip();
        let report = Report::new(task, Found { value, path: path.unwrap_or_default(), estimated, stopped });
        let watches = run.answers.into_iter().map(|home| home.watch).collect();
        Ok(Ran { report, watches, measured: run.measured, timeline: run.timeline })
    }
}

/// What travels.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Mail {
    /// A message for the node at the end of a path.
    For(Path, Message),
    /// A processor has entered some more nodes, and holds some more bytes.
    Tally(Tally),
    /// The value is known: nothing more is to be searched.
    Rest,
    /// The line of first descendants leads here, and goes on.
    Follow(Path),
    /// It ends here.
    Line(Path),
    /// A processor was told to stop.
    Halt,
    /// All go home.
    Home,
}

/// The program: every processor owns the nodes whose paths it is the hash of.
struct Owners<'a, G: Evaluate, W> {
    task: &'a Task<'a, G>,
    variant: Variant,
    watches: Mutex<Vec<Option<W>>>,
}

/// What a processor brings home.
struct Brought<W> {
    watch: W,
    found: Option<(News, Path)>,
    estimated: bool,
    stopped: Option<Reason>,
}

impl<G, W> Program<Letter<Mail>> for Owners<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Watch + Send,
{
    type Answer = Brought<W>;

    async fn run(&self, me: &dyn Processor<Letter<Mail>>) -> Brought<W> {
        let post = Post(me);
        let watch = self.watches.lock().map(|mut watches| watches[post.rank().index()].take());
        let mut watch = watch.ok().flatten().expect("a watch for every processor");
        let deepening = self.variant == Variant::Deepening;
        let mut desk = Desk {
            look: Look::new(self.task, &mut watch),
            task: self.task,
            rules: Rules { buffered: self.variant != Variant::Printed, valid: true },
            superroot: Superroot::new(self.task.depth, deepening),
            nodes: Vec::new(),
            places: FxHashMap::default(),
            inbox: VecDeque::new(),
            outbox: Outbox::new(),
            mood: Mood::Searching,
            told: Tally::default(),
            all: Tally::default(),
            post,
        };
        if desk.serve().await.is_err() {
            desk.halt().await;
        }
        desk.look.close();
        let Desk { mood, look, .. } = desk;
        let (estimated, stopped) = (look.estimated, look.budget.reason());
        let found = if let Mood::Home(found) = mood { found } else { None };
        Brought { watch, found, estimated, stopped }
    }
}

/// What a processor is at.
enum Mood {
    Searching,
    /// The value is known; the line is not.
    Resting,
    /// It goes home, rank 0 with the answer.
    Home(Option<(News, Path)>),
}

/// A processor and the nodes it owns.
struct Desk<'a, 'p, G: Evaluate, W> {
    post: Post<'p, Mail>,
    look: Look<'a, G, W>,
    task: &'a Task<'a, G>,
    rules: Rules,
    superroot: Superroot,
    /// The nodes it owns, and where each stands. At rank 0 the root is the first.
    nodes: Vec<Node>,
    places: FxHashMap<Path, u32>,
    /// Messages for its nodes, its own among them: those need no mail.
    inbox: VecDeque<(Path, Message)>,
    outbox: Outbox,
    mood: Mood,
    /// What it has told of its own tally, and, at rank 0, what all have told.
    told: Tally,
    all: Tally,
}

impl<G: Evaluate, W: Watch> Desk<'_, '_, G, W> {
    async fn serve(&mut self) -> Result<(), Stopped> {
        if self.post.rank() == Rank::FIRST {
            self.inbox.push_back((Path::new(), self.superroot.ask()));
        }
        loop {
            self.read_all()?;
            match self.mood {
                Mood::Home(_) => return Ok(()),
                Mood::Resting => self.inbox.clear(),
                Mood::Searching => {}
            }
            match self.inbox.pop_front() {
                Some((path, message)) => self.take(path, message).await?,
                None => {
                    let mail = self.post.receive().await;
                    self.read(mail)?;
                }
            }
        }
    }

    /// Goes home without an answer, and sees to it that all do.
    async fn halt(&mut self) {
        if self.post.rank() == Rank::FIRST {
            self.post.send_to_others(Mail::Home);
            return;
        }
        self.post.send(Rank::FIRST, Mail::Halt);
        while !matches!(self.post.receive().await, Mail::Home) {}
    }

    fn read_all(&mut self) -> Result<(), Stopped> {
        while let Some(mail) = self.post.poll() {
            self.read(mail)?;
        }
        Ok(())
    }

    /// Messages for nodes wait for their turn; all else is done at once.
    fn read(&mut self, mail: Mail) -> Result<(), Stopped> {
        match mail {
            Mail::For(path, message) => self.inbox.push_back((path, message)),
            Mail::Tally(tally) => self.add(tally)?,
            Mail::Rest => self.mood = Mood::Resting,
            Mail::Follow(path) => self.follow(path),
            Mail::Line(path) => {
                self.post.send_to_others(Mail::Home);
                self.mood = Mood::Home(self.nodes.first().map(|root| (root.news(), path)));
            }
            Mail::Halt => {
                self.post.send_to_others(Mail::Home);
                self.mood = Mood::Home(None);
            }
            Mail::Home => self.mood = Mood::Home(None),
        }
        Ok(())
    }

    /// One message: it is paid for before anything comes of it.
    async fn take(&mut self, path: Path, message: Message) -> Result<(), Stopped> {
        self.look.next_message()?;
        let place = self.place(&path)?;
        let seen = self.nodes[place].wants(&message).map(|level| {
            let state = self.look.replay(self.task.root, &path);
            self.look.see(&self.nodes[place], &state, level)
        });
        let leaf = matches!(seen, Some(Seen::Leaf(_)));
        self.post.work(if leaf { Work::LEAF } else { Work::NODE }).await;
        self.read_all()?;
        if !matches!(self.mood, Mood::Searching) {
            return Ok(());
        }
        if let Some(seen) = seen {
            self.look.count(&self.nodes[place], &path, seen)?;
            self.tell_tally()?;
        }
        handle(&mut self.nodes[place], message, seen, self.rules, &mut self.outbox);
        self.send(&path);
        Ok(())
    }

    /// Where the node at the end of a path is kept.
    fn place(&mut self, path: &Path) -> Result<usize, Stopped> {
        if let Some(place) = self.places.get(path) {
            return Ok(*place as usize);
        }
        self.look.hold(size_of::<(Node, Path, u32)>() + size_of_val(path.as_slice()))?;
        let (ply, number) = (Ply(path.len() as u32), path.last().copied().unwrap_or_default());
        self.places.insert(path.clone(), self.nodes.len() as u32);
        self.nodes.push(Node::new(ply, number));
        Ok(self.nodes.len() - 1)
    }

    /// Sends what a node has written to the owners of those it has written to.
    fn send(&mut self, from: &Path) {
        let mut outbox = std::mem::take(&mut self.outbox);
        let hash = hash_of(from);
        for (to, message) in outbox.drain(..) {
            match (to, message) {
                (To::Son(number), message) => {
                    let path = from.iter().copied().chain([number]).collect();
                    self.route(owner(hash_of_son(hash, number), self.post.count()), path, message);
                }
                (To::Father, message) => match from.split_last() {
                    Some((_, father)) => {
                        self.route(owner(hash_of(father), self.post.count()), father.to_vec(), message);
                    }
                    None => self.hear(message),
                },
            }
        }
        self.outbox = outbox;
    }

    fn route(&mut self, to: Rank, path: Path, message: Message) {
        if to == self.post.rank() {
            self.inbox.push_back((path, message));
        } else {
            self.post.send(to, Mail::For(path, message));
        }
    }

    /// The root reports, at rank 0.
    fn hear(&mut self, message: Message) {
        let Message::Up { news, .. } = message else { return };
        match self.superroot.hear(news) {
            Heard::Provisional => {}
            Heard::Again(ask) => {
                self.look.root_done(news);
                self.look.root_again();
                self.inbox.push_back((Path::new(), ask));
            }
            Heard::Done => {
                if self.nodes[0].first().is_some() {
                    self.look.root_done(news);
                }
                self.mood = Mood::Resting;
                self.post.send_to_others(Mail::Rest);
                self.follow(Path::new());
            }
        }
    }

    /// Follows the line of first descendants as far as it owns them.
    fn follow(&mut self, mut path: Path) {
        loop {
            let owner = owner(hash_of(&path), self.post.count());
            if owner != self.post.rank() {
                return self.post.send(owner, Mail::Follow(path));
            }
            match self.places.get(&path).and_then(|place| self.nodes[*place as usize].first()) {
                Some(number) => path.push(number),
                None => return self.post.send(Rank::FIRST, Mail::Line(path)),
            }
        }
    }

    /// Where nodes or bytes are limited, rank 0 is told now and then how many there are.
    fn tell_tally(&mut self) -> Result<(), Stopped> {
        let limits = self.task.limits;
        let share = |limit: Option<u64>| limit.map_or(u64::MAX, |limit| (limit / self.post.count() as u64 / 16).max(1));
        let now = self.look.tally();
        let more = Tally { nodes: now.nodes - self.told.nodes, bytes: now.bytes - self.told.bytes };
        if more.nodes < share(limits.nodes) && more.bytes < share(limits.bytes) {
            return Ok(());
        }
        self.told = now;
        if self.post.rank() == Rank::FIRST {
            return self.add(more);
        }
        self.post.send(Rank::FIRST, Mail::Tally(more));
        Ok(())
    }

    /// Adds up what all have told, at rank 0.
    fn add(&mut self, more: Tally) -> Result<(), Stopped> {
        self.all = Tally { nodes: self.all.nodes + more.nodes, bytes: self.all.bytes + more.bytes };
        let past = |limit: Option<u64>, now: u64| limit.is_some_and(|limit| now > limit);
        if past(self.task.limits.nodes, self.all.nodes) {
            return self.look.budget.end(Reason::Nodes);
        }
        if past(self.task.limits.bytes, self.all.bytes) {
            return self.look.budget.end(Reason::Memory);
        }
        Ok(())
    }
}
