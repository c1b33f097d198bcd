//! Nodes shared out among processors, messages as mail to the owner of a node (section 5.4).
//!
//! Mail may overtake mail, so stamps decide which message is newer (section 5.2). The root's report that its value holds
//! as far as was asked (section 5.3) ends the search. Why that is sound: what a report says to hold is true of the tree,
//! whatever status its nodes have, and stays true whatever mail is under way. Why it comes: once no message is left, every
//! key node knows its status and has told its parent all that its status asks for; so a first descendant at the horizon
//! holds, and with it, level by level, those above.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use crate::parallel::owner::{hash_of, owner};
use crate::parallel::parcel::{Brought, Observers, Parcel};
use provebest_game::{Bound, Evaluate, Ply};
use provebest_machine::{Letter, Machine, Portable, Post, Processor, Program, Rank, Time, Work};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::KeyNode;
use super::look::Look;
use super::node::{Level, Message, News, Node, Outbox, Rules, Seen, To, handle};
use super::superroot::{Heard, Superroot};
use crate::best_play::Found;
use crate::limits::{Budget, NodeQuota, Stopped};
use crate::measure::Observer;
use crate::parallel::{NoReport, ParallelSearch, Path, Ran};
use crate::report::Task;

impl ParallelSearch for KeyNode {
    fn search_on<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        observers: Vec<W>,
    ) -> Result<Ran<G::Move, W>, NoReport>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: Machine,
    {
        task.check()?;
        let observers = Observers::new(observers);
        let quota = NodeQuota::on(machine, &task.limits);
        let run = machine.run(&Owners { task, key_node: *self, observers, quota })?;
        let found = run.answers.iter().find_map(|home| home.answer.clone());
        let stopped = run.answers.iter().find_map(|home| home.stopped).filter(|_| found.is_none());
        let estimated = run.answers.iter().any(|home| home.estimated);
        let (value, path) = found.map(|(news, path)| ((news.value, Bound::Exact), path)).unzip();
        let report = Found { value, line: path.unwrap_or_default().into(), estimated, stopped }.report(task);
        let observers = run.answers.into_iter().map(|home| home.observer).collect();
        Ok(Ran { report, observers, measured: run.measured, timeline: run.timeline })
    }
}

/// What travels.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Mail {
    For(Note),
    /// A processor was told to stop.
    Halt,
    /// The value is known since then, or the search is called off: all go home.
    Home(Time),
}

/// A message for the node at the end of a path.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Note {
    to: Path,
    message: Message,
    /// With a value that holds as far as was asked, the line that leads to it.
    line: Path,
}

/// The program: every processor owns the nodes whose paths hash to its rank.
struct Owners<'a, G: Evaluate, W> {
    task: &'a Task<'a, G>,
    key_node: KeyNode,
    observers: Observers<W>,
    quota: Option<NodeQuota>,
}

impl<G, W> Program<Letter<Mail>> for Owners<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    type Answer = Brought<W, (News, Path)>;

    async fn run(&self, me: &dyn Processor<Letter<Mail>>) -> Brought<W, (News, Path)> {
        let post = Post(me);
        let mut observer = self.observers.take(post.rank());
        let budget = Budget::part(&self.task.limits, post.count(), self.quota.as_ref());
        let mut desk = Desk {
            look: Look::new(self.task, &mut observer, budget),
            task: self.task,
            rules: Rules { buffered: self.key_node.buffered(), valid: true, suppress: self.key_node.suppressing() },
            superroot: Superroot::new(self.task.depth, self.key_node.deepening()),
            nodes: Vec::new(),
            places: FxHashMap::default(),
            inbox: VecDeque::new(),
            outbox: Outbox::new(),
            lines: FxHashMap::default(),
            home: None,
            found: None,
            post,
        };
        if desk.serve().await.is_err() {
            desk.halt().await;
        }
        desk.look.close();
        let Desk { look, found, .. } = desk;
        let (estimated, stopped) = (look.estimated, look.budget.reason());
        Brought { observer, answer: found, estimated, over_memory: false, stopped }
    }
}

impl<G, W> Portable<Letter<Mail>> for Owners<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    type Parcel = Parcel;

    fn pack(&self, brought: &Brought<W, (News, Path)>) -> Parcel {
        brought.pack()
    }

    fn unpack(&self, rank: Rank, parcel: Parcel) -> Brought<W, (News, Path)> {
        self.observers.unpack(rank, parcel)
    }
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
    inbox: VecDeque<Note>,
    outbox: Outbox,
    /// For a node and the number of its child, the child's line, and how far that holds.
    lines: FxHashMap<(u32, u32), (Level, Path)>,
    /// Since when there is nothing left to do.
    home: Option<Time>,
    /// At rank 0, the answer.
    found: Option<(News, Path)>,
}

impl<G: Evaluate, W: Observer> Desk<'_, '_, G, W> {
    async fn serve(&mut self) -> Result<(), Stopped> {
        if self.post.rank() == Rank::FIRST {
            self.ask_root(self.superroot.ask());
        }
        loop {
            self.read_all();
            if self.home.is_some() {
                return Ok(());
            }
            match self.inbox.pop_front() {
                Some(note) => self.take(note).await?,
                None => {
                    let mail = self.post.receive().await;
                    self.read(mail);
                }
            }
        }
    }

    /// Goes home without an answer, and sees to it that all do.
    async fn halt(&mut self) {
        if self.post.rank() == Rank::FIRST {
            return self.send_home();
        }
        self.post.send(Rank::FIRST, Mail::Halt);
        while self.home.is_none() {
            let mail = self.post.receive().await;
            self.read(mail);
        }
    }

    /// Rank 0 goes home, and everybody with it.
    fn send_home(&mut self) {
        let now = self.post.0.now();
        self.post.send_to_others(Mail::Home(now));
        self.home = Some(now);
    }

    fn read_all(&mut self) {
        while let Some(mail) = self.post.poll() {
            self.read(mail);
        }
    }

    /// Messages for nodes wait for their turn; all else is done at once.
    fn read(&mut self, mail: Mail) {
        match mail {
            Mail::For(note) => self.inbox.push_back(note),
            Mail::Halt => self.send_home(),
            Mail::Home(since) => self.home = Some(since),
        }
    }

    /// One message: it is paid for before anything comes of it.
    async fn take(&mut self, Note { to: path, message, line }: Note) -> Result<(), Stopped> {
        self.look.next_message()?;
        let place = self.place(&path)?;
        let seen = self.nodes[place].wants(&message).map(|level| {
            let state = self.look.replay(self.task.root, &path);
            self.look.see(&self.nodes[place], &state, level)
        });
        let leaf = matches!(seen, Some(Seen::Leaf(_)));
        self.post.work(if leaf { Work::LEAF } else { Work::NODE }).await;
        self.read_all();
        if self.home.is_some_and(|since| self.post.0.now() > since) {
            return Ok(()); // too late to be of any use, or to be counted
        }
        if let Some(seen) = seen {
            self.look.count(&self.nodes[place], &path, seen)?;
        }
        if let Message::Up { number, news, .. } = message {
            self.keep_line(place, number, news, line)?;
        }
        handle(&mut self.nodes[place], message, seen, self.rules, &mut self.outbox);
        self.send(place, &path);
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
    fn send(&mut self, place: usize, path: &Path) {
        let mut outbox = std::mem::take(&mut self.outbox);
        for (to, message) in outbox.drain(..) {
            match (to, message) {
                (To::Child(number), message) => {
                    let to = path.iter().copied().chain([number]).collect();
                    self.route(Note { to, message, line: Path::new() });
                }
                (To::Parent, Message::Up { news, .. }) if path.is_empty() => self.hear(news),
                (To::Parent, message) => {
                    let line = self.line(place, &message);
                    self.route(Note { to: path[..path.len() - 1].to_vec(), message, line });
                }
            }
        }
        self.outbox = outbox;
    }

    fn route(&mut self, note: Note) {
        let to = owner(hash_of(&note.to), self.post.count());
        if to == self.post.rank() {
            self.inbox.push_back(note);
        } else {
            self.post.send(to, Mail::For(note));
        }
    }

    fn ask_root(&mut self, message: Message) {
        self.inbox.push_back(Note { to: Path::new(), message, line: Path::new() });
    }

    /// The root reports, at rank 0.
    fn hear(&mut self, news: News) {
        match self.superroot.hear(news) {
            Heard::Provisional => {}
            Heard::Again(ask) => {
                self.look.root_done(news);
                self.look.root_again();
                self.ask_root(ask);
            }
            Heard::Done => {
                if self.nodes[0].first().is_some() {
                    self.look.root_done(news);
                }
                self.found = Some((news, self.line_of(0)));
                self.send_home();
            }
        }
    }

    /// The line that goes with a report, if its value holds as far as was asked.
    fn line(&self, place: usize, message: &Message) -> Path {
        match message {
            Message::Up { news, .. } if self.nodes[place].has_what_was_asked(news) => self.line_of(place),
            _ => Path::new(),
        }
    }

    fn line_of(&self, place: usize) -> Path {
        let Some(first) = self.nodes[place].first() else { return Path::new() };
        let rest = self.lines.get(&(place as u32, first));
        std::iter::once(first).chain(rest.into_iter().flat_map(|(_, line)| line.iter().copied())).collect()
    }

    /// Keeps a child's line, unless it has one that goes further.
    fn keep_line(&mut self, place: usize, number: u32, news: News, line: Path) -> Result<(), Stopped> {
        if line.is_empty() {
            return Ok(());
        }
        let (kept, valid) = (self.lines.entry((place as u32, number)), news.valid.as_first);
        if let Entry::Vacant(_) = kept {
            self.look.hold_more(size_of::<((u32, u32), (Level, Path))>() + size_of_val(line.as_slice()))?;
        }
        let kept = kept.or_insert((Level::NONE, Path::new()));
        if kept.0 <= valid {
            *kept = (valid, line);
        }
        Ok(())
    }
}
