//! A processor in transposition-driven scheduling: it expands the nodes whose states it owns, the one that came last first, and
//! sends every child to its owner. When a census of letters says that no node is left anywhere, the iteration is over, and rank 0
//! begins the next one with the root.

use provebest_machine::{Message, Rank};
use serde::{Deserialize, Serialize};

use super::Scheduling;
use super::table::Table;
use crate::dive::index;
use crate::limits::{Budget, Limits, Reason, Stopped};
use crate::parallel::census::{Census, Round};
use crate::parallel::inbox::Inbox;
use crate::parallel::member::{Mail, Member, Next, Role};
use crate::parallel::tree::IterationPart;
use crate::parallel::{MemberResult, owner_of};
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Path, Task, trail};
use crate::store::hash;

/// A node to be searched.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Job<S> {
    state: S,
    /// What may be spent from here on.
    rest: u32,
    /// From the root.
    path: Path,
}

impl<S> Job<S> {
    fn bytes(&self) -> u64 {
        (size_of::<Self>() + size_of_val(&self.path[..])) as u64
    }
}

/// What processors write to each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Pass<S> {
    /// Nodes for the owner of their states, in the iteration with this bound.
    Jobs(Cost, Vec<Job<S>>),
    /// The way to a goal.
    Goal(Path),
    /// How many letters have you sent and read?
    Ask,
    /// The answer to that, and what the sender did in its last iteration.
    Count { sent: u64, read: u64, did: IterationPart },
}

/// A processor, its nodes and its part of the table.
pub(super) struct Owner<'a, P: Puzzle> {
    member: Member<'a, Pass<P::State>>,
    program: &'a Scheduling<'a, P>,
    budget: Budget<'a>,
    table: Table<P::Key>,
    /// Nodes that wait, the next one last.
    jobs: Vec<Job<P::State>>,
    /// Letters that are being written, by receiver.
    out: Vec<Vec<Job<P::State>>>,
    /// The bytes of both, the most there were, and the most there may be.
    held: u64,
    most: u64,
    room: u64,
    /// The children of one node, each with its place in the order of visits.
    children: Vec<(u32, u32, P::State)>,
    did: IterationPart,
    /// Letters with nodes and goals.
    sent: u64,
    read: u64,
    /// Has rank 0 asked for the number of letters?
    asked: bool,
    census: Census,
    /// What the others did, by their answers in this round of the census.
    others_did: Vec<IterationPart>,
    /// Nodes generated and expanded.
    counts: (u64, u64),
    /// Has it reached a limit, and reported that to rank 0?
    gave_up: bool,
}

impl<'a, P: Puzzle> Owner<'a, P>
where
    P::State: Message,
{
    pub(super) fn new(inbox: &'a Inbox<'a, Mail<Pass<P::State>>>, program: &'a Scheduling<'a, P>) -> Self {
        let (task, count) = (program.task, inbox.post.count());
        let share = task.limits.share(count);
        let bytes = share.bytes.unwrap_or(u64::MAX);
        let table = (program.settings.table / count as u64).min(bytes / 2);
        Owner {
            member: Member::new(inbox, task.first_bound(), task.listener),
            program,
            // Nodes are paid from the quota of all.
            budget: Budget::new(&Limits { nodes: None, ..share }),
            table: Table::new(table),
            jobs: Vec::new(),
            out: (0..count).map(|_| Vec::new()).collect(),
            held: 0,
            most: 0,
            // While the table grows, the one before is there, too.
            room: bytes - table - table / 2,
            children: Vec::new(),
            did: IterationPart::nothing(Cost::ZERO),
            sent: 0,
            read: 0,
            asked: false,
            census: Census::default(),
            others_did: Vec::new(),
            counts: (0, 0),
            gave_up: false,
        }
    }

    pub(super) fn result(self) -> MemberResult {
        let Owner { member: Member { mut result, .. }, counts, most, table, .. } = self;
        result.found.bytes = most + table.bytes();
        result.counted(counts)
    }

    /// An iteration begins: on rank 0 with the root, elsewhere with the first letter.
    fn enter_iteration(&mut self, bound: Cost) {
        self.did = IterationPart::nothing(bound);
        self.table.next_iteration();
    }

    fn begin_iteration(&mut self) {
        let Task { puzzle, start, .. } = *self.program.task;
        let bound = self.member.result.found.bound;
        if bound == Cost::NEVER {
            return self.member.end();
        }
        self.enter_iteration(bound);
        if puzzle.is_goal(start) {
            self.member.keep(bound, Path::new());
            return self.member.end();
        }
        self.pass_on(Job { state: start.clone(), rest: bound.0, path: Path::new() });
    }

    /// Everything below the bound has been searched.
    fn end_iteration(&mut self) {
        let bound = self.did.bound;
        let others = self.others_did.drain(..).filter(|did| did.bound == bound);
        let did = others.fold(self.did, IterationPart::and);
        self.census = Census::default();
        self.member.result.found.iterations.push(did.iteration());
        let best = self.member.best();
        self.member.result.found.bound = best.unwrap_or(did.next);
        self.member.tell(Some(did.iteration()));
        if best.is_some() { self.member.end() } else { self.begin_iteration() }
    }

    /// Searches a node: its children go to their owners.
    fn expand(&mut self, Job { state, rest, path }: Job<P::State>) -> Result<(), Stopped> {
        let puzzle = self.program.task.puzzle;
        if self.table.enter(puzzle.key(&state), rest) || self.is_loop(&state, &path) {
            return Ok(());
        }
        self.counts.1 += 1;
        self.did.expanded += 1;
        self.budget.ask(self.counts.0)?;
        let (mut count, mut over, mut goal) = (0, u64::MAX, None);
        let mut children = std::mem::take(&mut self.children);
        // By how much a child goes over the bound is told to all, so estimates are exact.
        puzzle.estimated_children(&state, Cost(rest), Cost::NEVER, |cost, estimate, child| {
            count += 1;
            let need = u64::from(cost.0) + u64::from(estimate.0);
            match need.checked_sub(u64::from(rest)) {
                Some(beyond @ 1..) => over = over.min(beyond),
                _ if estimate == Cost::ZERO && puzzle.is_goal(&child) => goal = Some(count),
                _ => children.push((count, rest - cost.0, child)),
            }
        });
        self.counts.0 += u64::from(count);
        self.did.generated += u64::from(count);
        let next = u64::from(self.did.bound.0).saturating_add(over);
        self.did.next = self.did.next.min(Cost(u32::try_from(next).unwrap_or(u32::MAX)));
        let path_to = |visited| {
            let mut longer = Path::with_capacity(path.len() + 1);
            longer.extend_from_slice(&path);
            longer.push(index::<P>(visited, count));
            longer
        };
        if let Some(visited) = goal {
            self.goal(path_to(visited));
        }
        // The first child is searched first.
        if !P::BACKWARDS {
            children.reverse();
        }
        for (visited, rest, state) in children.drain(..) {
            self.pass_on(Job { state, rest, path: path_to(visited) });
        }
        self.children = children;
        Ok(())
    }

    /// Is a state on the path to itself? The table knows, unless it has forgotten something.
    fn is_loop(&self, state: &P::State, path: &[u32]) -> bool {
        let Task { puzzle, start, .. } = *self.program.task;
        P::LOOPS && self.table.is_leaky() && {
            let key = puzzle.key(state);
            trail(puzzle, start, path)
                .split_last()
                .is_some_and(|(_, above)| above.iter().any(|one| puzzle.key(one) == key))
        }
    }

    /// A node goes to the owner of its state, which may be this processor.
    fn pass_on(&mut self, job: Job<P::State>) {
        let owner = owner_of(hash(self.program.task.puzzle, &job.state), self.member.count());
        self.hold(&job);
        if owner == self.member.rank() {
            self.jobs.push(job);
            return;
        }
        let letter = &mut self.out[owner.index()];
        letter.push(job);
        if letter.len() >= self.program.settings.batch.max(1) {
            let jobs = std::mem::take(letter);
            self.post(owner, jobs);
        }
    }

    fn post(&mut self, owner: Rank, jobs: Vec<Job<P::State>>) {
        if !jobs.is_empty() {
            self.held -= jobs.iter().map(Job::bytes).sum::<u64>();
            self.sent += 1;
            self.member.send(owner, Pass::Jobs(self.did.bound, jobs));
        }
    }

    /// A node has to be kept. A limit that is reached here is reported at the next step.
    fn hold(&mut self, job: &Job<P::State>) {
        self.held += job.bytes();
        self.most = self.most.max(self.held);
        if self.held > self.room {
            let _ = self.budget.end(Reason::Memory);
        }
    }

    /// A goal was found here.
    fn goal(&mut self, path: Path) {
        if self.member.is_first() {
            self.first_has_goal(path);
        } else {
            self.sent += 1;
            self.member.send(Rank::FIRST, Pass::Goal(path));
        }
    }

    fn first_has_goal(&mut self, path: Path) {
        self.member.keep(self.did.bound, path);
        if !self.program.settings.exhaustive {
            self.member.end();
        }
    }

    /// Nothing to do: the others answer rank 0, if it has asked. Rank 0 looks at their answers, and asks again. Has an iteration
    /// ended?
    fn answer(&mut self) -> bool {
        let Owner { sent, read, did, .. } = *self;
        if !self.member.is_first() {
            if std::mem::take(&mut self.asked) {
                self.member.send(Rank::FIRST, Pass::Count { sent, read, did });
            }
            return false;
        }
        loop {
            match self.census.look(self.member.count(), sent, read) {
                Round::Ask => {
                    self.others_did.clear();
                    self.member.send_to_others(Pass::Ask);
                }
                Round::Wait => return false,
                Round::Done => {
                    self.end_iteration();
                    return true;
                }
            }
        }
    }

    fn give_up(&mut self, reason: Reason) {
        if !std::mem::replace(&mut self.gave_up, true) {
            self.tell_first(Mail::GiveUp(reason));
        }
    }
}

impl<'a, P: Puzzle> Role<'a, Pass<P::State>> for Owner<'a, P>
where
    P::State: Message,
{
    fn member(&mut self) -> &mut Member<'a, Pass<P::State>> {
        &mut self.member
    }

    fn begin(&mut self) {
        self.begin_iteration();
    }

    async fn step(&mut self) -> Next {
        // Room may have been missing wherever a node was kept.
        self.budget.reason.into_iter().for_each(|reason| self.give_up(reason));
        if self.gave_up {
            return Next::Wait;
        }
        if self.jobs.is_empty() {
            for to in Rank::all(self.out.len()) {
                let jobs = std::mem::take(&mut self.out[to.index()]);
                self.post(to, jobs);
            }
            return if self.answer() { Next::GoOn } else { Next::Wait };
        }
        let (before, slice) = (self.counts.0, self.program.settings.slice.max(1));
        for _ in 0..slice {
            let Some(job) = self.jobs.pop() else { break };
            self.held -= job.bytes();
            if self.expand(job).is_err() || self.member.ended || self.counts.0 - before >= slice {
                break;
            }
        }
        let generated = self.counts.0 - before;
        let solvent = self.program.quota.pay(generated);
        self.member.worked(generated.max(1)).await;
        if let Some(reason) = self.budget.reason.or((!solvent).then_some(Reason::Nodes)) {
            self.give_up(reason);
        }
        Next::GoOn
    }

    fn read(&mut self, mail: Pass<P::State>) {
        match mail {
            Pass::Jobs(bound, jobs) => {
                self.read += 1;
                if self.did.bound != bound {
                    self.enter_iteration(bound);
                }
                if !self.gave_up {
                    jobs.iter().for_each(|job| self.hold(job));
                    self.jobs.extend(jobs);
                }
            }
            Pass::Goal(path) => {
                self.read += 1;
                self.first_has_goal(path);
            }
            Pass::Ask => self.asked = true,
            Pass::Count { sent, read, did } => {
                self.others_did.push(did);
                self.census.add(sent, read);
            }
        }
    }
}
