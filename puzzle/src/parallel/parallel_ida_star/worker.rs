//! A processor in PIDA*: it searches its own part of the tree below the bound, depth first. If nothing is left of it, it requests
//! a part of the nodes of another. When rank 0 has a request of every processor, the iteration is over, and the next one begins
//! with the root.

use provebest_machine::Rank;

use super::work_requests::{Pass, WorkRequests};
use crate::parallel::MemberResult;
use crate::parallel::inbox::Inbox;
use crate::parallel::member::{Mail, Member, Next, Role};
use crate::parallel::tree::{IterationPart, Nodes, Tree};
use crate::puzzle::Cost;

pub(super) struct Worker<'a> {
    pub(super) member: Member<'a, Pass>,
    pub(super) nodes: Box<dyn Nodes + 'a>,
    pub(super) requests: WorkRequests,
    exhaustive: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(inbox: &'a Inbox<'a, Mail<Pass>>, tree: &'a dyn Tree, exhaustive: bool) -> Self {
        let member = Member::new(inbox, tree.first_bound(), tree.listener());
        let nodes = tree.nodes(inbox, member.count());
        let requests = WorkRequests::new(if member.is_first() { member.count() } else { 0 }, inbox.post.0.luck());
        Worker { member, nodes, requests, exhaustive }
    }

    pub(super) fn result(self) -> MemberResult {
        self.member.result.counted(self.nodes.counts())
    }
}

impl<'a> Role<'a, Pass> for Worker<'a> {
    fn member(&mut self) -> &mut Member<'a, Pass> {
        &mut self.member
    }

    fn begin(&mut self) {
        self.begin_iteration();
    }

    async fn step(&mut self) -> Next {
        if self.nodes.is_empty() {
            self.request();
            if !self.is_iteration_over() {
                return Next::Wait;
            }
            self.end_iteration();
            return Next::GoOn;
        }
        let (generated, goal) = self.nodes.search(!self.requests.pending.is_empty());
        self.member.worked(generated).await;
        let goal = goal.map(|path| Mail::Own(Pass::Goal(path)));
        let news = goal.into_iter().chain(self.nodes.reason().map(Mail::GiveUp));
        news.for_each(|mail| self.tell_first(mail));
        self.serve();
        Next::GoOn
    }

    fn read(&mut self, mail: Pass) {
        match mail {
            Pass::Goal(path) => {
                self.member.keep(self.nodes.did().bound, path);
                if !self.exhaustive {
                    self.member.end();
                }
            }
            Pass::Take(bound, paths) => {
                self.requests.waits = false;
                self.nodes.take(bound, paths);
            }
            Pass::Requests(requests, idle) => {
                self.requests.take(requests, idle);
                self.serve();
            }
            Pass::Answered(rank, serial) => {
                self.requests.answered(rank, serial);
                self.serve();
            }
        }
    }
}

impl Worker<'_> {
    fn begin_iteration(&mut self) {
        let bound = self.member.result.found.bound;
        if bound == Cost::NEVER {
            return self.member.end();
        }
        self.requests.waits = false;
        self.requests.pending.retain(|request| request.from != Rank::FIRST);
        self.nodes.begin(bound);
    }

    /// Has rank 0 the requests of all, and the way to a goal if one was found? Requests may overtake it.
    fn is_iteration_over(&self) -> bool {
        self.requests.pending.len() == self.member.count()
            && (!self.all_did().goal || self.member.result.found.path.is_some())
    }

    /// What the processors did whose requests are here.
    fn all_did(&self) -> IterationPart {
        let bound = self.nodes.did().bound;
        let all = self.requests.pending.iter().map(|request| request.did).filter(|did| did.bound == bound);
        all.fold(IterationPart::nothing(bound), IterationPart::and)
    }

    /// Rank 0 has the requests of all: everything below the bound has been searched.
    fn end_iteration(&mut self) {
        let did = self.all_did();
        self.member.result.found.iterations.push(did.iteration());
        let best = self.member.best();
        self.member.result.found.bound = best.unwrap_or(did.next);
        self.member.tell(Some(did.iteration()));
        if best.is_some() { self.member.end() } else { self.begin_iteration() }
    }
}
