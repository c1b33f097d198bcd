//! A processor in hash-distributed A*: what it knows, and what it does with its mail.

use provebest_machine::{Message, Rank};

use super::Distributed;
use super::iterations::Heard;
use super::notes::{Note, Place, Sent};
use crate::limits::{Budget, Limits, Reason};
use crate::parallel::MemberResult;
use crate::parallel::census::Census;
use crate::parallel::inbox::Inbox;
use crate::parallel::member::{Mail, Member, Next, Role};
use crate::puzzle::{Cost, Puzzle};
use crate::queue::Queue;
use crate::report::Task;
use crate::store::Store;

/// A processor and the states that it owns.
pub(super) struct Owner<'a, P: Puzzle> {
    pub(super) member: Member<'a, Note<P::State>>,
    pub(super) program: &'a Distributed<'a, P>,
    pub(super) budget: Budget<'a>,
    pub(super) store: Store<P, Place>,
    pub(super) open: Queue,
    /// With iterations: up to which f states are expanded.
    pub(super) threshold: Option<Cost>,
    /// Rank 0: what it has heard in this round, and the nodes of the iterations before.
    pub(super) heard: Heard,
    pub(super) counted: (u64, u64),
    /// Letters that are being written, by receiver.
    pub(super) out: Vec<Vec<Sent<P::State>>>,
    /// The cheapest goal, and where it is.
    pub(super) best: Option<(Cost, Place)>,
    pub(super) sent: u64,
    pub(super) read: u64,
    /// Has rank 0 asked for the number of letters?
    pub(super) asked: bool,
    pub(super) census: Census,
    /// Rank 0 knows that all is done but for the path.
    pub(super) done: bool,
    /// Nodes generated and expanded.
    pub(super) counts: (u64, u64),
    /// Has it reached a limit, and reported that to rank 0?
    pub(super) gave_up: bool,
}

impl<'a, P: Puzzle> Owner<'a, P>
where
    P::State: Message,
{
    pub(super) fn new(inbox: &'a Inbox<'a, Mail<Note<P::State>>>, program: &'a Distributed<'a, P>) -> Self {
        let (task, count) = (program.task, inbox.post.count());
        Owner {
            member: Member::new(inbox, task.first_bound(), task.listener),
            program,
            // Nodes are paid from the quota of all.
            budget: Budget::new(&Limits { nodes: None, ..task.limits.share(count) }),
            store: Store::new(),
            open: Queue::new(),
            threshold: program.threshold,
            heard: Heard::NOTHING,
            counted: (0, 0),
            out: (0..count).map(|_| Vec::new()).collect(),
            best: None,
            sent: 0,
            read: 0,
            asked: false,
            census: Census::default(),
            done: false,
            counts: (0, 0),
            gave_up: false,
        }
    }

    pub(super) fn result(self) -> MemberResult {
        let Owner { member: Member { mut result, .. }, counts, budget, .. } = self;
        result.found.bytes = budget.most();
        result.counted(counts)
    }
}

impl<'a, P: Puzzle> Role<'a, Note<P::State>> for Owner<'a, P>
where
    P::State: Message,
{
    fn member(&mut self) -> &mut Member<'a, Note<P::State>> {
        &mut self.member
    }

    fn begin(&mut self) {
        let Task { puzzle, start, .. } = *self.program.task;
        let (state, f) = (start.clone(), puzzle.estimate(start));
        self.pass_on(Sent { state, cost: Cost::ZERO, f, parent: None, number: 0 });
    }

    async fn step(&mut self) -> Next {
        // Room for a node may have been missing wherever one was kept: then nothing is known of what was below it.
        self.budget.reason.into_iter().for_each(|reason| self.give_up(reason));
        if !self.is_busy() {
            for to in Rank::all(self.out.len()) {
                let states = std::mem::take(&mut self.out[to.index()]);
                self.flush(to, states);
            }
            self.answer();
            return if self.is_busy() { Next::GoOn } else { Next::Wait };
        }
        let before = self.counts.0;
        let mut reason = None;
        for _ in 0..self.program.slice {
            if self.is_busy() && self.expand().is_err() {
                reason = self.budget.reason;
                break;
            }
        }
        let generated = self.counts.0 - before;
        if !self.program.quota.pay(generated) {
            reason = Some(Reason::Nodes);
        }
        self.member.worked(generated.max(1)).await;
        reason.into_iter().for_each(|reason| self.give_up(reason));
        Next::GoOn
    }

    fn read(&mut self, mail: Note<P::State>) {
        match mail {
            Note::States(states) => {
                self.read += 1;
                states.into_iter().for_each(|state| self.own(state));
                if let Some(reason) = self.budget.reason {
                    self.give_up(reason);
                }
            }
            Note::Goal(cost, place) => self.goal(cost, place),
            Note::Ask(threshold) => (self.asked, self.threshold) = (true, threshold),
            Note::Count { sent, read, best, lowest, counts } => {
                best.into_iter().for_each(|(cost, place)| self.goal(cost, place));
                self.heard.add(Heard { lowest, counts });
                self.census.add(sent, read);
            }
            Note::Trace(id, path) => self.trace(id, path),
            Note::Whole(path) => {
                self.member.result.found.path = Some(path.into_iter().rev().collect());
                self.member.end();
            }
        }
    }
}
