//! The board at rank 0, jobs and reports as mail.
//!
//! A processor has one job, or as many more as it takes to hide the way of a report and of the next job. Every job has a ticket. Mail
//! may overtake mail: a job may be called off before it comes, and a report may come when its job is called off; then the board does
//! not know its ticket any more. Rank 0 searches too, unless reports would have to wait for it.

use std::cell::RefCell;
use std::collections::VecDeque;

use provebest_game::{Evaluate, MoveList, Score, Window};
use provebest_machine::{Grain, Letter, Portable, Post, Processor, Program, Rank, Time, Work};
use serde::{Deserialize, Serialize};

use super::node::{Place, Ticket};
use super::player::{Office, Pace, Player, Players, Proved, proved};
use super::tree::{Board, Given, Todo};
use super::{PARTS, TESTED_FROM};
use crate::limits::{Breath, Budget, Reason, Stop, Stopped};
use crate::lines::{ALL_SURE, Variation};
use crate::measure::Observer;
use crate::parallel::Path;
use crate::parallel::parcel::{Brought, Parcel};
use crate::parallel::team::Root;
use crate::walk::Walk;

/// What travels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Mail {
    Job(Job),
    /// The job with this number is not needed any more.
    CallOff(u32),
    Report(Report),
    /// A processor was told to stop.
    Halt,
    /// The value is known, or the search is called off: all go home.
    Home,
}

/// A node to be searched.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Job {
    number: u32,
    place: Place,
    path: Path,
    window: (i32, i32),
    /// What is known already.
    bounds: (i32, i32),
}

/// What came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Report {
    ticket: (Rank, u32),
    place: Place,
    bounds: (i32, i32),
    /// If the value is known by that: its line, and how much of it is sure.
    line: Option<(Path, u32)>,
    leaves: u64,
    took: Time,
}

impl<G, W> Program<Letter<Mail>> for Players<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    type Answer = Brought<W, Root>;

    async fn run(&self, me: &dyn Processor<Letter<Mail>>) -> Brought<W, Root> {
        let mut observer = self.observers.take(me.rank());
        let desk = Desk {
            post: Post(me),
            host: (me.rank() == Rank::FIRST).then(|| RefCell::new(Host::new(self, me.count()))),
            tray: RefCell::default(),
            breath: Breath::new(50_000, 4096),
        };
        let walk = Walk::new(
            self.task,
            &mut observer,
            Budget::shared(self.quota.as_ref(), &desk).and_by(self.task.limits.caller()),
        );
        let mut worker = Worker { desk: &desk, player: Player { task: self.task, walk } };
        let answer = match &desk.host {
            Some(host) => Some(worker.keep_board(host).await),
            None => {
                worker.work_off().await;
                None
            }
        };
        let mut walk = worker.player.walk;
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
struct Desk<'p, G: Evaluate> {
    post: Post<'p, Mail>,
    /// At rank 0, the board.
    host: Option<RefCell<Host<'p, G>>>,
    tray: RefCell<Tray>,
    breath: Breath,
}

/// The jobs of a processor.
#[derive(Default)]
struct Tray {
    jobs: VecDeque<Job>,
    /// The job at hand, and whether it is still needed.
    at_hand: Option<u32>,
    needed: bool,
    /// Jobs with smaller numbers have come, and these of the others.
    come: u32,
    come_early: Vec<u32>,
    /// Jobs that were called off before they came.
    called_off: Vec<u32>,
    /// Is it over?
    home: bool,
}

impl Tray {
    fn begin(&mut self, number: u32) {
        (self.at_hand, self.needed) = (Some(number), true);
    }

    fn read(&mut self, mail: Mail) {
        match mail {
            Mail::Job(job) => {
                self.come_early.push(job.number);
                while let Some(at) = self.come_early.iter().position(|&number| number == self.come) {
                    self.come_early.swap_remove(at);
                    self.come += 1;
                }
                match self.called_off.iter().position(|&number| number == job.number) {
                    Some(at) => drop(self.called_off.swap_remove(at)),
                    None => self.jobs.push_back(job),
                }
            }
            Mail::CallOff(number) => {
                let is_new = number >= self.come && !self.come_early.contains(&number);
                if is_new {
                    self.called_off.push(number);
                }
                self.jobs.retain(|job| job.number != number);
                self.needed &= self.at_hand != Some(number);
            }
            Mail::Home => self.home = true,
            Mail::Report(_) | Mail::Halt => unreachable!("mail for rank 0"),
        }
    }
}

impl<G: Evaluate> Desk<'_, G> {
    fn read(&self, mail: Mail) {
        match &self.host {
            Some(host) => host.borrow_mut().read(mail, self.post.0.now()),
            None => self.tray.borrow_mut().read(mail),
        }
    }

    fn serve(&self) {
        if let Some(host) = &self.host {
            host.borrow_mut().serve(&self.post, &mut self.tray.borrow_mut());
        }
    }

    fn is_over(&self) -> bool {
        self.tray.borrow().home || self.host.as_ref().is_some_and(|host| host.borrow().is_over())
    }
}

impl<G: Evaluate> Stop for Desk<'_, G> {
    fn stop(&self) -> Option<Reason> {
        self.read_all();
        let searches = self.tray.borrow().at_hand.is_some();
        (searches && !self.goes_on()).then_some(Reason::Cancel)
    }

    fn ask_again_after(&self) -> u64 {
        self.breath.next(self.post.0.now(), u64::MAX)
    }
}

impl<G: Evaluate> Office<Mail> for Desk<'_, G> {
    fn post(&self) -> &Post<'_, Mail> {
        &self.post
    }

    /// Reads the mail that has come, and at rank 0 sees to it that all have jobs.
    fn read_all(&self) {
        while let Some(mail) = self.post.poll() {
            self.read(mail);
        }
        self.serve();
    }

    fn goes_on(&self) -> bool {
        self.tray.borrow().needed && !self.is_over()
    }

    fn slice(&self, leaves: u64) -> u64 {
        if self.host.is_some() { 1 } else { 4.max(leaves / 16) }
    }
}

/// A processor at its desk.
struct Worker<'a, 'p, G: Evaluate, W> {
    desk: &'a Desk<'p, G>,
    player: Player<'a, G, W>,
}

impl<G: Evaluate, W: Observer> Worker<'_, '_, G, W> {
    /// Rank 0: hands out jobs until the value of the root is known, and has a job itself when there is one left.
    async fn keep_board(&mut self, host: &RefCell<Host<'_, G>>) -> Root {
        // Ended or stopped: the board has what is known.
        let _ = self.serve_all(host).await;
        self.desk.post.send_to_others(Mail::Home);
        let host = host.borrow();
        self.player.walk.observer.stored(host.most);
        (proved(host.board.root().lower, host.board.root().upper), host.board.line())
    }

    async fn serve_all(&mut self, host: &RefCell<Host<'_, G>>) -> Result<(), Stopped> {
        loop {
            self.desk.read_all();
            let owed = self.tell_expanded(host)?;
            if owed != Work::default() {
                self.desk.post.work(owed).await;
                continue;
            }
            if host.borrow().board.is_done() {
                return Ok(());
            }
            if host.borrow().halted {
                return self.player.walk.budget.end(Reason::Cancel);
            }
            let job = self.desk.tray.borrow_mut().jobs.pop_front();
            match job {
                Some(job) => {
                    let report = self.search(&job).await?;
                    if let Some(report) = report {
                        host.borrow_mut().take_report(report, self.desk.post.0.now());
                    }
                }
                None => {
                    let mail = self.desk.post.receive().await;
                    self.desk.read(mail);
                }
            }
        }
    }

    /// Another rank: job after job.
    async fn work_off(&mut self) {
        loop {
            self.desk.read_all();
            if self.desk.is_over() {
                return;
            }
            let job = self.desk.tray.borrow_mut().jobs.pop_front();
            match job {
                Some(job) => match self.search(&job).await {
                    Ok(Some(report)) => self.desk.post.send(Rank::FIRST, Mail::Report(report)),
                    Ok(None) => {}
                    Err(Stopped) => break,
                },
                None => {
                    let mail = self.desk.post.receive().await;
                    self.desk.read(mail);
                }
            }
        }
        self.desk.post.send(Rank::FIRST, Mail::Halt);
        while !self.desk.is_over() {
            let mail = self.desk.post.receive().await;
            self.desk.read(mail);
        }
    }

    /// Searches a job. `None`: it is not needed any more.
    async fn search(&mut self, job: &Job) -> Result<Option<Report>, Stopped> {
        self.desk.tray.borrow_mut().begin(job.number);
        let window = Window::new(Score(job.window.0), Score(job.window.1));
        let bounds = (Score(job.bounds.0), Score(job.bounds.1));
        let proved = self.player.search(self.desk, &job.path, window, bounds).await;
        self.desk.tray.borrow_mut().at_hand = None;
        let ticket = (self.desk.post.rank(), job.number);
        Ok(proved?.map(|Proved { bounds: (lower, upper), line, leaves, took }| {
            let line = line.map(|Variation { path, sure }| (path, sure));
            Report { ticket, place: job.place, bounds: (lower.0, upper.0), line, leaves, took }
        }))
    }

    /// Counts and tells the nodes that were expanded since. Returns what they cost.
    fn tell_expanded(&mut self, host: &RefCell<Host<'_, G>>) -> Result<Work, Stopped> {
        let expanded = std::mem::take(&mut host.borrow_mut().expanded);
        let mut work = Work::default();
        for (path, window, leaf) in expanded {
            let one = self.player.tell_expanded(&path, window, leaf)?;
            work = Work { leaves: work.leaves + one.leaves, nodes: work.nodes + one.nodes };
        }
        Ok(work)
    }
}

/// Rank 0 with the board.
struct Host<'a, G: Evaluate> {
    game: &'a G,
    root: &'a G::State,
    list: MoveList<G::Move>,
    board: Board,
    tests: Option<bool>,
    grain: Grain,
    /// By rank: how many jobs it has, how many it has had, and since when it had none, if so.
    held: Vec<u32>,
    numbers: Vec<u32>,
    /// The times at which a processor without a job was given one.
    given: Vec<Option<Time>>,
    /// Processors that could do with one more job.
    idle: VecDeque<Rank>,
    /// The time of a report and of the next job on their way, and that of a job.
    way: f64,
    pace: Pace,
    /// Nodes that were expanded, to be counted and told: path, window, and the value of a leaf.
    expanded: Vec<(Path, Window, Option<Score>)>,
    most: u64,
    halted: bool,
}

impl<'a, G: Evaluate> Host<'a, G> {
    fn new<W>(players: &Players<'a, G, W>, count: usize) -> Host<'a, G> {
        let Players { task, search, grain, .. } = players;
        Host {
            game: task.game,
            root: task.root,
            list: MoveList::new(),
            board: Board::new(search.order, task.depth, PARTS * count as u64, task.limits.bytes),
            tests: search.tests,
            grain: *grain,
            held: vec![0; count],
            numbers: vec![0; count],
            given: vec![None; count],
            // Rank 0 comes last.
            idle: Rank::all(count).skip(1).chain([Rank::FIRST]).collect(),
            way: 0.0,
            pace: Pace::default(),
            expanded: Vec::new(),
            most: 0,
            halted: false,
        }
    }

    fn is_over(&self) -> bool {
        self.halted || self.board.is_done()
    }

    fn read(&mut self, mail: Mail, now: Time) {
        match mail {
            Mail::Report(report) => self.take_report(report, now),
            Mail::Halt => self.halted = true,
            Mail::Job(_) | Mail::CallOff(_) | Mail::Home => unreachable!("mail from rank 0"),
        }
    }

    fn take_report(&mut self, report: Report, now: Time) {
        let Report { ticket: (rank, number), place, bounds, line, leaves, took } = report;
        if let Some(given) = self.given[rank.index()].take() {
            let way = (now - given).saturating_sub(took) as f64;
            self.way += (way - self.way) / 8.0;
        }
        self.pace.learn(leaves, took);
        if !self.board.is_out(place, Ticket { rank, number }) {
            return; // it was called off
        }
        self.free(rank);
        let line = line.map_or_else(Variation::default, |(path, sure)| Variation { path, sure });
        self.board.report(place, Score(bounds.0), Score(bounds.1), line);
    }

    /// A processor has one job less.
    fn free(&mut self, rank: Rank) {
        self.held[rank.index()] -= 1;
        match rank {
            Rank::FIRST => self.idle.push_back(rank),
            _ => self.idle.push_front(rank),
        }
    }

    /// Does mail take no time to speak of?
    fn is_prompt(&self) -> bool {
        8.0 * self.way < self.pace.time
    }

    /// How many jobs a processor should have.
    fn wanted(&self, rank: Rank) -> u32 {
        if rank == Rank::FIRST || self.is_prompt() {
            return 1;
        }
        1 + (self.way / self.pace.time.max(1.0)).ceil().min(4.0) as u32
    }

    /// Would reports have to wait if rank 0 had a job?
    fn is_busy(&self) -> bool {
        let others = self.held.len() - 1;
        others > 0 && others as f64 > 2.0 * self.pace.leaves
    }

    /// Tells processors what is called off, and gives jobs to those that can do with one.
    fn serve(&mut self, post: &Post<'_, Mail>, tray: &mut Tray) {
        self.board.floor = self.pace.floor(self.grain);
        self.board.tests = self.tests.unwrap_or_else(|| self.held.len() >= TESTED_FROM && self.is_prompt());
        while let Some(Ticket { rank, number }) = self.board.called_off.pop() {
            self.free(rank);
            match rank {
                Rank::FIRST => tray.read(Mail::CallOff(number)),
                _ => post.send(rank, Mail::CallOff(number)),
            }
        }
        if self.is_over() {
            return;
        }
        let mut passed = 0;
        while passed < self.idle.len() {
            let rank = self.idle[0];
            if self.held[rank.index()] >= self.wanted(rank) {
                self.idle.pop_front();
                continue;
            }
            if rank == Rank::FIRST && self.is_busy() {
                self.idle.rotate_left(1);
                passed += 1;
                continue;
            }
            let Some(place) = self.next_job() else { break };
            self.idle.pop_front();
            let number = self.numbers[rank.index()];
            let Given { place, path, window, lower, upper } = self.board.take(place, Ticket { rank, number });
            let job = Job { number, place, path, window: (window.alpha.0, window.beta.0), bounds: (lower.0, upper.0) };
            if self.held[rank.index()] == 0 {
                self.given[rank.index()] = Some(post.0.now());
            }
            self.held[rank.index()] += 1;
            self.numbers[rank.index()] += 1;
            if self.held[rank.index()] < self.wanted(rank) {
                self.idle.push_back(rank);
            }
            match rank {
                Rank::FIRST => tray.read(Mail::Job(job)),
                _ => post.send(rank, Mail::Job(job)),
            }
        }
        self.most = self.most.max(self.board.stored);
    }

    /// The next job. Nodes on the way that are too large for one are expanded.
    fn next_job(&mut self) -> Option<Place> {
        loop {
            let place = match self.board.next()? {
                Todo::Job(place) => return Some(place),
                Todo::Expand(place) => place,
            };
            let path = self.board.path(place);
            let mut state = self.root.clone();
            for &number in &path {
                let children = self.game.open(&state, &mut self.list).expect("a path leads through inner nodes");
                state = self.game.child(&state, children, &self.list, number).1;
                self.list.close(children);
            }
            let window = self.board.node(place).question.unwrap_or(Window::FULL);
            match self.game.open(&state, &mut self.list) {
                Ok(children) => {
                    self.list.close(children);
                    match self.board.expand(place, children.count()) {
                        Ok(()) => self.expanded.push((path, window, None)),
                        Err(Stopped) => self.board.keep_whole(place),
                    }
                }
                Err(score) => {
                    self.expanded.push((path, window, Some(score)));
                    self.board.report(place, score, score, Variation { path: Path::new(), sure: ALL_SURE });
                    if self.board.is_done() {
                        return None;
                    }
                }
            }
        }
    }
}
