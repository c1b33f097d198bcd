//! The board at rank 0, jobs and reports as mail.
//!
//! A processor has one job, or as many more as it takes to hide the way of a report and of the next job. Every job has a ticket. Mail
//! may overtake mail: a job may be called off before it comes, and a report may come when its job is called off; then the board does
//! not know its ticket any more. Rank 0 searches too, unless reports would have to wait for it.

use std::cell::RefCell;
use std::collections::VecDeque;

use provebest_game::{Bound, Depth, Evaluate, MoveList, Ply, Score, Window};
use provebest_machine::{Grain, Letter, Machine, Portable, Post, Processor, Program, Rank, Time, Work};
use serde::{Deserialize, Serialize};

use super::BoardSearch;
use super::node::{Place, Ticket};
use super::tree::{Board, Given, Todo};
use crate::limits::{Breath, Budget, NodeQuota, Reason, Stop, Stopped};
use crate::lines::{ALL_SURE, Variation};
use crate::measure::Observer;
use crate::null_window::{EVERYTHING, null};
use crate::parallel::parcel::{Brought, Observers, Parcel};
use crate::parallel::team::{Root, bring_together};
use crate::parallel::{NoReport, ParallelSearch, Path, Ran};
use crate::report::Task;
use crate::sequential::negascout::open;
use crate::walk::Walk;

impl ParallelSearch for BoardSearch {
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
        assert_eq!(observers.len(), machine.count(), "one observer for each processor");
        let quota = NodeQuota::on(machine, &task.limits);
        let grain = self.grain.map_or_else(|| machine.grain(), Grain::Leaves);
        let mut run =
            machine.run(&Players { task, search: *self, grain, observers: Observers::new(observers), quota })?;
        // Everything passes the board, but not everything on it depends on all that came before.
        run.measured.critical_path = None;
        Ok(bring_together(task, run))
    }
}

/// What travels.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Mail {
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
struct Job {
    number: u32,
    place: Place,
    path: Path,
    window: (i32, i32),
    /// What is known already.
    bounds: (i32, i32),
}

/// What came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Report {
    ticket: (Rank, u32),
    place: Place,
    bounds: (i32, i32),
    /// If the value is known by that: its line, and how much of it is sure.
    line: Option<(Path, u32)>,
    leaves: u64,
    took: Time,
}

/// What every processor runs.
struct Players<'a, G: Evaluate, W> {
    task: &'a Task<'a, G>,
    search: BoardSearch,
    grain: Grain,
    observers: Observers<W>,
    quota: Option<NodeQuota>,
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
            outer: self.task.limits.stop,
            breath: Breath::new(50_000, 4096),
        };
        let walk = Walk::new(self.task, &mut observer, Budget::shared(self.quota.as_ref(), &desk));
        let mut player = Player { task: self.task, desk: &desk, walk };
        let answer = match &desk.host {
            Some(host) => Some(player.keep_board(host).await),
            None => {
                player.work_off().await;
                None
            }
        };
        let (estimated, stopped) = (player.walk.estimated, player.walk.budget.reason());
        player.walk.tell_total();
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
    outer: Option<&'p (dyn Stop + Sync)>,
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
    /// Reads the mail that has come, and at rank 0 sees to it that all have jobs.
    fn read_all(&self) {
        while let Some(mail) = self.post.poll() {
            self.read(mail);
        }
        self.serve();
    }

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

    /// Is the job at hand still needed?
    fn goes_on(&self) -> bool {
        self.tray.borrow().needed && !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.tray.borrow().home || self.host.as_ref().is_some_and(|host| host.borrow().is_over())
    }
}

impl<G: Evaluate> Stop for Desk<'_, G> {
    fn stop(&self) -> Option<Reason> {
        self.read_all();
        let searches = self.tray.borrow().at_hand.is_some();
        self.outer.and_then(|stop| stop.stop()).or((searches && !self.goes_on()).then_some(Reason::Cancel))
    }

    fn ask_again_after(&self) -> u64 {
        self.breath.next(self.post.0.now(), self.outer.map_or(u64::MAX, |stop| stop.ask_again_after()))
    }
}

/// A processor in the tree.
struct Player<'a, 'p, G: Evaluate, W> {
    task: &'a Task<'a, G>,
    desk: &'a Desk<'p, G>,
    walk: Walk<'a, G, W>,
}

impl<G: Evaluate, W: Observer> Player<'_, '_, G, W> {
    /// Rank 0: hands out jobs until the value of the root is known, and has a job itself when there is one left.
    async fn keep_board(&mut self, host: &RefCell<Host<'_, G>>) -> Root {
        // Ended or stopped: the board has what is known.
        let _ = self.serve_all(host).await;
        self.desk.post.send_to_others(Mail::Home);
        let host = host.borrow();
        let root = host.board.root();
        let value = match (root.lower, root.upper) {
            (lower, upper) if lower == upper => Some((lower, Bound::Exact)),
            (Score::WORST, _) => None,
            (lower, _) => Some((lower, Bound::Lower)),
        };
        self.walk.observer.stored(host.most);
        (value, host.board.line())
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
                return self.walk.budget.end(Reason::Cancel);
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

    /// Searches a job in one go. Where time is simulated it passes little by little, and mail is read meanwhile. `None`: the job is
    /// not needed any more.
    async fn search(&mut self, job: &Job) -> Result<Option<Report>, Stopped> {
        self.desk.tray.borrow_mut().begin(job.number);
        let (start, depth) = (self.desk.post.0.now(), Depth(self.task.depth.0 - job.path.len() as u32));
        let (leaves, inner, mark) = (self.walk.budget.leaves, self.walk.budget.inner, self.walk.list.mark());
        let node = self.walk.replay(self.task.root, &job.path);
        self.tell_path(&job.path);
        let window = Window::new(Score(job.window.0), Score(job.window.1));
        let score = match window.is_null() {
            true => null::<EVERYTHING, G, W>(&mut self.walk, node, depth, window.beta),
            false => open::<EVERYTHING, false, G, W>(&mut self.walk, node, depth, window),
        };
        self.walk.list.rewind(mark);
        let (leaves, nodes) = (self.walk.budget.leaves - leaves, self.walk.budget.inner - inner);
        self.pass(Work { leaves, nodes }).await;
        self.desk.tray.borrow_mut().at_hand = None;
        if !self.desk.goes_on() {
            // Called off: that is over. Otherwise it was a limit.
            self.walk.budget.clear_stop();
            return Ok(None);
        }
        let score = score?;
        let (mut lower, mut upper) = job.bounds;
        if score > window.alpha {
            lower = lower.max(score.0);
        }
        if score < window.beta {
            upper = upper.min(score.0);
        }
        let line = (lower == upper).then(|| self.walk.lines.at(depth)).map(|Variation { path, sure }| (path, sure));
        let (rank, took) = (self.desk.post.rank(), self.desk.post.0.now() - start);
        let ticket = (rank, job.number);
        Ok(Some(Report { ticket, place: job.place, bounds: (lower, upper), line, leaves, took }))
    }

    /// Time passes, as long as the job at hand is needed.
    async fn pass(&mut self, mut work: Work) {
        if self.desk.post.count() == 1 {
            return self.desk.post.work(work).await;
        }
        let slice = if self.desk.host.is_some() { 1 } else { 4.max(work.leaves / 16) };
        while work != Work::default() && self.desk.goes_on() {
            let part = Work { leaves: work.leaves.min(slice), nodes: work.nodes.min(slice) };
            work = Work { leaves: work.leaves - part.leaves, nodes: work.nodes - part.nodes };
            self.desk.post.work(part).await;
            self.desk.read_all();
        }
    }

    /// Counts and tells the nodes that were expanded since. Returns what they cost.
    fn tell_expanded(&mut self, host: &RefCell<Host<'_, G>>) -> Result<Work, Stopped> {
        let expanded = std::mem::take(&mut host.borrow_mut().expanded);
        let mut work = Work::default();
        for (path, window, leaf) in expanded {
            self.walk.budget.ask()?;
            self.tell_path(&path);
            let ply = Ply(path.len() as u32);
            match leaf {
                Some(score) => {
                    self.walk.budget.leaves += 1;
                    work.leaves += 1;
                    self.walk.observer.leaf(ply, score);
                }
                None => {
                    self.walk.budget.inner += 1;
                    work.nodes += 1;
                    self.walk.observer.enter(ply, window);
                }
            }
        }
        Ok(work)
    }

    fn tell_path(&mut self, path: &[u32]) {
        for (ply, &number) in (0..).zip(path) {
            self.walk.observer.descend(Ply(ply), number);
        }
    }
}

/// Rank 0 with the board.
struct Host<'a, G: Evaluate> {
    game: &'a G,
    root: &'a G::State,
    list: MoveList<G::Move>,
    board: Board,
    grain: Grain,
    /// By rank: how many jobs it has, how many it has had, and since when it had none, if so.
    held: Vec<u32>,
    numbers: Vec<u32>,
    /// The times at which a processor without a job was given one.
    given: Vec<Option<Time>>,
    /// Processors that could do with one more job.
    idle: VecDeque<Rank>,
    /// The time of a report and of the next job on their way, and that of a job; the time of a leaf.
    way: f64,
    job_time: f64,
    job_leaves: f64,
    /// Nodes that were expanded, to be counted and told: path, window, and the value of a leaf.
    expanded: Vec<(Path, Window, Option<Score>)>,
    most: u64,
    halted: bool,
}

impl<'a, G: Evaluate> Host<'a, G> {
    fn new<W>(players: &Players<'a, G, W>, count: usize) -> Host<'a, G> {
        let Players { task, search, grain, .. } = players;
        /// Into how many jobs for each processor a test is cut: fewer leave processors without a job that is likely to be needed.
        const PARTS: u64 = 16;
        Host {
            game: task.game,
            root: task.root,
            list: MoveList::new(),
            board: Board::new(search.order, task.depth, PARTS * count as u64, task.limits.bytes),
            grain: *grain,
            held: vec![0; count],
            numbers: vec![0; count],
            given: vec![None; count],
            // Rank 0 comes last.
            idle: Rank::all(count).skip(1).chain([Rank::FIRST]).collect(),
            way: 0.0,
            job_time: 0.0,
            job_leaves: 0.0,
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
        self.job_time += (took as f64 - self.job_time) / 64.0;
        self.job_leaves += (leaves as f64 - self.job_leaves) / 64.0;
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

    /// How many jobs a processor should have.
    fn wanted(&self, rank: Rank) -> u32 {
        if rank == Rank::FIRST || 8.0 * self.way < self.job_time {
            return 1;
        }
        1 + (self.way / self.job_time.max(1.0)).ceil().min(4.0) as u32
    }

    /// Would reports have to wait if rank 0 had a job?
    fn is_busy(&self) -> bool {
        let others = self.held.len() - 1;
        others > 0 && others as f64 > 2.0 * self.job_leaves
    }

    /// Tells processors what is called off, and gives jobs to those that can do with one.
    fn serve(&mut self, post: &Post<'_, Mail>, tray: &mut Tray) {
        self.set_floor();
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

    fn set_floor(&mut self) {
        self.board.floor = match self.grain {
            Grain::Leaves(leaves) => leaves,
            // As long as it is not known how long a leaf takes.
            Grain::Time(_) if self.job_leaves == 0.0 => 50,
            Grain::Time(time) => (time as f64 * self.job_leaves / self.job_time.max(1.0)) as u64,
        };
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
