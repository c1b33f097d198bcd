//! A processor in PIDA*: it searches its own part of the tree below the bound, depth first; if nothing is left of it, it
//! wishes for a part of what somebody else has. When rank 0 has the wishes of all, the iteration is over, and the next one
//! begins with the root.

use provebest_machine::Rank;

use super::wishes::{Pass, Wishes};
use crate::parallel::Home;
use crate::parallel::desk::Desk;
use crate::parallel::member::{Mail, Member, Next, Role};
use crate::parallel::tree::{Did, Nodes, Tree};
use crate::puzzle::Cost;

pub(super) struct Worker<'a> {
    pub(super) member: Member<'a, Pass>,
    pub(super) nodes: Box<dyn Nodes + 'a>,
    pub(super) wishes: Wishes,
    exhaustive: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(desk: &'a Desk<'a, Mail<Pass>>, tree: &'a dyn Tree, exhaustive: bool) -> Self {
        let member = Member::new(desk, tree.first_bound(), tree.listener());
        let nodes = tree.nodes(desk, member.count());
        let wishes = Wishes::new(if member.is_first() { member.count() } else { 0 }, desk.post.0.luck());
        Worker { member, nodes, wishes, exhaustive }
    }

    pub(super) fn home(self) -> Home {
        self.member.home.counted(self.nodes.counts())
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
            self.wish();
            if !self.is_iteration_over() {
                return Next::Wait;
            }
            self.end_iteration();
            return Next::GoOn;
        }
        let (generated, goal) = self.nodes.search(!self.wishes.in_hand.is_empty());
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
                self.wishes.waits = false;
                self.nodes.take(bound, paths);
            }
            Pass::Wishes(wishes, idle) => {
                self.wishes.take(wishes, idle);
                self.serve();
            }
            Pass::Fed(rank, serial) => {
                self.wishes.fed(rank, serial);
                self.serve();
            }
        }
    }
}

impl Worker<'_> {
    fn begin_iteration(&mut self) {
        let bound = self.member.home.found.bound;
        if bound == Cost::NEVER {
            return self.member.end();
        }
        self.wishes.waits = false;
        self.wishes.in_hand.retain(|wish| wish.from != Rank::FIRST);
        self.nodes.begin(bound);
    }

    /// Has rank 0 the wishes of all, and the way to a goal if somebody found one? Wishes may overtake it.
    fn is_iteration_over(&self) -> bool {
        self.wishes.in_hand.len() == self.member.count()
            && (!self.all_did().goal || self.member.home.found.path.is_some())
    }

    /// What those did whose wishes are here.
    fn all_did(&self) -> Did {
        let bound = self.nodes.did().bound;
        let all = self.wishes.in_hand.iter().map(|wish| wish.did).filter(|did| did.bound == bound);
        all.fold(Did::nothing(bound), Did::and)
    }

    /// Rank 0 has the wishes of all: everything below the bound has been searched.
    fn end_iteration(&mut self) {
        let did = self.all_did();
        self.member.home.found.iterations.push(did.iteration());
        let best = self.member.best();
        self.member.home.found.bound = best.unwrap_or(did.next);
        self.member.tell(Some(did.iteration()));
        if best.is_some() { self.member.end() } else { self.begin_iteration() }
    }
}
