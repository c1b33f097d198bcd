//! The board in parts: every processor owns the nodes whose paths hash to its rank, and searches the jobs among them.
//!
//! Rank 0 owns the root. What is for a node of one's own needs no mail.

use std::cell::{Cell, RefCell};

use provebest_game::Evaluate;
use provebest_machine::{Grain, Letter, Portable, Post, Processor, Program, Rank};
use serde::{Deserialize, Serialize};

use super::PARTS;
use super::part::{Chosen, Note, Part};
use super::player::{Office, Pace, Player, Players, Proved, proved};
use super::tree::Todo;
use crate::limits::{Breath, Budget, Reason, Stop, Stopped};
use crate::lines::{ALL_SURE, Variation};
use crate::measure::Observer;
use crate::parallel::Path;
use crate::parallel::owner::{hash_of, owner};
use crate::parallel::parcel::{Brought, Parcel};
use crate::parallel::team::Root;
use crate::walk::Walk;

/// What travels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Mail {
    For(Note),
    /// A processor was told to stop.
    Halt,
    /// The value is known, or the search is called off: all go home.
    Home,
}

impl<G, W> Program<Letter<Mail>> for Players<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    type Answer = Brought<W, Root>;

    async fn run(&self, me: &dyn Processor<Letter<Mail>>) -> Brought<W, Root> {
        let Players { task, search, grain, observers, quota } = self;
        let mut observer = observers.take(me.rank());
        let bytes = task.limits.bytes.map(|bytes| bytes / me.count() as u64);
        let part = Part::new(search.order, task.depth, PARTS * me.count() as u64, bytes);
        let desk = Desk {
            post: Post(me),
            part: RefCell::new(part),
            home: Cell::new(false),
            breath: Breath::new(50_000, 4096),
        };
        let walk = Walk::new(task, &mut observer, Budget::shared(quota.as_ref(), &desk).and_by(task.limits.caller()));
        let mut owner = Owner { desk: &desk, grain: *grain, pace: Pace::default(), player: Player { task, walk } };
        let answer = owner.take_part().await;
        let mut walk = owner.player.walk;
        walk.observer.stored(desk.part.borrow().most);
        let (estimated, stopped) = (walk.estimated, walk.budget.reason());
        walk.tell_total();
        Brought { observer, answer, estimated, over_memory: false, stopped }
    }
}

impl<G, W> Portable<Letter<Mail>> for Players<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    type Parcel = Parcel;

    fn pack(&self, brought: &Brought<W, Root>) -> Parcel {
        brought.pack()
    }

    fn unpack(&self, rank: Rank, parcel: Parcel) -> Brought<W, Root> {
        self.observers.unpack(rank, parcel)
    }
}

/// Where the mail of a processor comes in, also while it searches.
struct Desk<'p> {
    post: Post<'p, Mail>,
    part: RefCell<Part>,
    /// Is it over?
    home: Cell<bool>,
    breath: Breath,
}

impl Desk<'_> {
    fn read(&self, mail: Mail) {
        match mail {
            Mail::For(note) => self.part.borrow_mut().read(note),
            Mail::Halt | Mail::Home => self.home.set(true),
        }
    }

    /// Sends all letters that were written.
    fn send(&self) {
        let mut part = self.part.borrow_mut();
        part.look();
        while let Some(note) = part.letter() {
            let to = owner(hash_of(&note.to), self.post.count());
            match to == self.post.rank() {
                true => part.read(note),
                false => self.post.send(to, Mail::For(note)),
            }
            part.look();
        }
    }

    fn is_over(&self) -> bool {
        self.home.get() || self.part.borrow().is_done()
    }
}

impl Office<Mail> for Desk<'_> {
    fn post(&self) -> &Post<'_, Mail> {
        &self.post
    }

    fn read_all(&self) {
        while let Some(mail) = self.post.poll() {
            self.read(mail);
        }
        self.send();
    }

    fn goes_on(&self) -> bool {
        self.part.borrow().needs_job() && !self.is_over()
    }

    fn slice(&self, leaves: u64) -> u64 {
        1.max(leaves / 64)
    }
}

impl Stop for Desk<'_> {
    fn stop(&self) -> Option<Reason> {
        self.read_all();
        let searches = self.part.borrow().has_job();
        (searches && !self.goes_on()).then_some(Reason::Cancel)
    }

    fn ask_again_after(&self) -> u64 {
        self.breath.next(self.post.0.now(), u64::MAX)
    }
}

/// A processor with its part of the board.
struct Owner<'a, 'p, G: Evaluate, W> {
    desk: &'a Desk<'p>,
    grain: Grain,
    pace: Pace,
    player: Player<'a, G, W>,
}

impl<G: Evaluate, W: Observer> Owner<'_, '_, G, W> {
    /// Until all go home. Rank 0 knows what is proved of the root then.
    async fn take_part(&mut self) -> Option<Root> {
        let (desk, is_first) = (self.desk, self.desk.post.rank() == Rank::FIRST);
        if is_first {
            desk.part.borrow_mut().begin();
        }
        let served = self.serve().await;
        if is_first {
            desk.post.send_to_others(Mail::Home);
            let part = desk.part.borrow();
            return part.root().map(|(lower, upper)| (proved(lower, upper), part.line()));
        }
        if served.is_err() {
            desk.post.send(Rank::FIRST, Mail::Halt);
        }
        while !desk.is_over() {
            let mail = desk.post.receive().await;
            desk.read(mail);
        }
        None
    }

    async fn serve(&mut self) -> Result<(), Stopped> {
        let desk = self.desk;
        loop {
            desk.read_all();
            if desk.is_over() {
                return Ok(());
            }
            desk.part.borrow_mut().floor = self.pace.floor(self.grain);
            let next = desk.part.borrow().next();
            match next {
                Some(Todo::Job(path)) => self.search(path).await?,
                Some(Todo::Expand(path)) => self.expand(&path).await?,
                None => {
                    let mail = desk.post.receive().await;
                    desk.read(mail);
                }
            }
        }
    }

    async fn search(&mut self, path: Path) -> Result<(), Stopped> {
        let Chosen { path, window, bounds } = self.desk.part.borrow_mut().take(path);
        let proved = self.player.search(self.desk, &path, window, bounds).await;
        let mut part = self.desk.part.borrow_mut();
        if let Ok(Some(Proved { bounds, line, leaves, took })) = &proved {
            self.pace.learn(*leaves, *took);
            part.prove(&path, *bounds, line.clone());
        }
        part.end_job();
        proved.map(drop)
    }

    /// A node that is too large for one job: its children, or its value.
    async fn expand(&mut self, path: &Path) -> Result<(), Stopped> {
        let window = self.desk.part.borrow().question(path);
        let walk = &mut self.player.walk;
        let node = walk.replay(self.player.task.root, path);
        let leaf = match walk.game.open(&node, &mut walk.list) {
            Ok(children) => {
                walk.list.close(children);
                if self.desk.part.borrow_mut().expand(path, children.count()).is_err() {
                    return Ok(()); // it is one job now
                }
                None
            }
            Err(score) => {
                let line = Variation { path: Path::new(), sure: ALL_SURE };
                self.desk.part.borrow_mut().prove(path, (score, score), Some(line));
                Some(score)
            }
        };
        let work = self.player.tell_expanded(path, window, leaf)?;
        self.desk.post.work(work).await;
        Ok(())
    }
}
