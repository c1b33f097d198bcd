//! Rank 0: it asks the questions, gives tasks away, and puts together what they prove.

use std::cell::RefCell;

use provebest_game::Score;
use provebest_machine::{Processor, Rank, Time};

use super::bulletin::Bulletin;
use super::mail::{Done, Mail, Outcome, Task};
use super::top::{Fact, NodeId, Top};
use super::worker::Inbox;
use super::{End, Finding, Plan, Sinks, Source, TaskProgress};
use crate::limits::Reason;
use crate::solve::Steps;
use crate::solve::progress::questions;

/// A task that is out.
struct TaskOut {
    id: u64,
    leaf: NodeId,
    gamma: Score,
    /// How many nodes it has entered, as far as is known.
    nodes: u64,
    /// Has it all the nodes that a task may enter? Otherwise the limit of the whole search ends it.
    full: bool,
    called_off: bool,
}

/// Rank 0 at work.
pub(super) struct Coordinator<'a, 'k> {
    me: &'a dyn Processor<Mail>,
    plan: &'a Plan<'a>,
    sinks: Sinks<'a, 'k>,
    pub(super) top: Top<'a>,
    steps: Steps,
    /// The root move whose value is asked for, when that of the root is known.
    settling: Option<usize>,
    /// What each rank works on.
    ranks: Vec<Option<TaskOut>>,
    bulletin: Bulletin,
    /// The number of the next task.
    next: u64,
    /// The tasks that ended with something new, the nodes of all, and how long they took.
    pub(super) done: u64,
    nodes: u64,
    time: Time,
    /// Is there anything left to do?
    goes_on: bool,
    /// Has a task ended, or has none been given away yet?
    changed: bool,
    /// What is proved and not yet kept.
    findings: Vec<Finding>,
    /// What was told of the root moves.
    told: Vec<(Score, Score)>,
    last_progress: Time,
    /// Thousandths that seem to be done.
    share: u32,
    pub(super) stopped: Option<Reason>,
    pub(super) too_deep: bool,
}

/// One second.
const SECOND: Time = 1_000_000_000;

impl<'a, 'k> Coordinator<'a, 'k> {
    /// A task takes a hundredth of the time that is behind, within these bounds: what a break costs is little, and so is the number
    /// of tasks.
    const SHORTEST: Time = SECOND;
    const LONGEST: Time = 120 * SECOND;
    /// The nodes of the first tasks, whose speed is measured.
    const FIRST_NODES: u64 = 1 << 20;
    /// As long as there are too few leaves for all ranks, tasks have fewer nodes.
    const HURRY: u64 = 16;

    pub(super) fn new(me: &'a dyn Processor<Mail>, plan: &'a Plan<'a>, sinks: Sinks<'a, 'k>, top: Top<'a>) -> Self {
        let told = top.moves().iter().map(|&child| top.bounds(child)).collect();
        Coordinator {
            me,
            plan,
            sinks,
            top,
            steps: Steps::default(),
            settling: None,
            ranks: (0..me.count()).map(|_| None).collect(),
            bulletin: Bulletin::new(me.count()),
            next: 0,
            done: 0,
            nodes: 0,
            time: 0,
            goes_on: true,
            changed: true,
            findings: Vec::new(),
            told,
            last_progress: 0,
            share: 0,
            stopped: None,
            too_deep: false,
        }
    }

    /// Reads all mail, keeps what it says, and gives every rank something to do. Is there anything left to do?
    pub(super) fn serve(&mut self) -> bool {
        while let Some(mail) = self.me.poll() {
            self.hear(mail);
        }
        self.stopped = self.stopped.or_else(|| self.plan.limits.stop.and_then(|stop| stop.stop()));
        if self.plan.limits.nodes.is_some_and(|nodes| self.all_nodes() >= nodes) {
            self.stopped.get_or_insert(Reason::Nodes);
        }
        let goes_on = self.stopped.is_none() && !self.too_deep;
        if !goes_on || std::mem::take(&mut self.changed) {
            self.goes_on = goes_on && self.ask();
            self.keep();
            self.call_off(!self.goes_on);
            self.give();
        }
        self.tell();
        self.goes_on
    }

    /// Gives every rank something to do, if there are leaves enough.
    fn give(&mut self) {
        for rank in (1..self.ranks.len()).map(|rank| Rank(rank as u32)) {
            if self.goes_on && self.ranks[rank.index()].is_none() {
                let Some(task) = self.new_task(rank) else { break };
                self.me.send(rank, Mail::Task(task));
            }
        }
    }

    pub(super) fn hear(&mut self, mail: Mail) {
        match mail {
            Mail::Done(rank, done) => self.finish(rank, done),
            Mail::Busy(rank, nodes) => self.busy(rank, nodes),
            Mail::Task(_) | Mail::CallOff(_) | Mail::End => {}
        }
    }

    fn busy(&mut self, rank: Rank, nodes: u64) {
        if let Some(Some(given)) = self.ranks.get_mut(rank.index()) {
            given.nodes = nodes;
        }
    }

    /// The nodes of tasks that have ended, and those that the game entered to sort the moves of the top.
    pub(super) fn finished_nodes(&self) -> u64 {
        self.nodes + self.top.looked.entered
    }

    /// How many nodes are left.
    fn nodes_left(&self) -> u64 {
        self.plan.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.all_nodes()))
    }

    /// All nodes, with those of tasks that are out.
    fn all_nodes(&self) -> u64 {
        self.finished_nodes() + self.ranks.iter().flatten().map(|given| given.nodes).sum::<u64>()
    }

    /// Turns to the next question if the last one is answered. Is there one?
    fn ask(&mut self) -> bool {
        while !self.top.is_asked() {
            let (least, most) = self.top.bounds(NodeId::ROOT);
            if least < most {
                let gamma = self.steps.next(least, most);
                self.top.ask(gamma, vec![NodeId::ROOT]);
            } else if !self.settle(least) {
                return false;
            }
        }
        true
    }

    /// With the value of the root known: the exact value of every move if all are wanted.
    fn settle(&mut self, value: Score) -> bool {
        let moves = self.top.moves().to_vec();
        if self.settling.is_none() {
            moves.iter().for_each(|&child| self.top.prove(child, Fact { least: -value, ..Fact::NOTHING }));
        }
        let bounds = |child: NodeId| {
            let (least, most) = self.top.bounds(child);
            (-most, -least)
        };
        let open = |child: NodeId| bounds(child).0 < bounds(child).1;
        let Some(first) = moves.iter().position(|&child| self.plan.all_moves && open(child)) else { return false };
        if self.settling.replace(first) != Some(first) {
            self.steps = Steps::default();
        }
        let (least, most) = bounds(moves[first]);
        let gamma = self.steps.next(least, most);
        let asked = |child: &NodeId| bounds(*child).0 < gamma && gamma <= bounds(*child).1;
        let targets = moves.iter().copied().filter(asked).collect();
        self.top.ask(gamma, targets);
        true
    }

    /// Calls off the tasks that do not matter any more, or all.
    fn call_off(&mut self, all: bool) {
        for (rank, given) in self.ranks.iter_mut().enumerate() {
            let Some(given) = given else { continue };
            if !given.called_off && (all || !self.top.matters(given.leaf)) {
                given.called_off = true;
                if rank > 0 {
                    self.me.send(Rank(rank as u32), Mail::CallOff(given.id));
                }
                if self.top.task(given.leaf) == Some(given.id) {
                    self.top.set_task(given.leaf, None);
                }
            }
        }
    }

    /// A task for a rank, if there is a leaf for it.
    pub(super) fn new_task(&mut self, rank: Rank) -> Option<Task> {
        let leaf = self.top.select(rank)?;
        let (id, gamma) = (self.next, self.top.asked(leaf));
        self.next += 1;
        self.top.set_task(leaf, Some(id));
        let whole = self.nodes_of_a_task();
        let left = self.nodes_left();
        let (nodes, full) = (whole.min(left).max(1), whole <= left);
        self.ranks[rank.index()] = Some(TaskOut { id, leaf, gamma, nodes: 0, full, called_off: false });
        let notes = self.bulletin.news_for(rank);
        Some(Task { id, path: self.top.path(leaf), gamma: gamma.0, nodes, notes })
    }

    fn nodes_of_a_task(&self) -> u64 {
        let measured = || {
            if self.time == 0 {
                return Self::FIRST_NODES;
            }
            let behind = self.me.now() + self.plan.kept_time / self.me.count() as u64;
            let wanted = (behind / 100).clamp(Self::SHORTEST, Self::LONGEST);
            (self.nodes as f64 / self.time as f64 * wanted as f64) as u64
        };
        let nodes = self.plan.grain.unwrap_or_else(measured);
        let idle = self.ranks.iter().filter(|given| given.is_none()).count().saturating_sub(1);
        let few = self.top.free_leaves(idle) < idle;
        (if few { nodes / Self::HURRY } else { nodes }).max(1)
    }

    /// A task has ended.
    pub(super) fn finish(&mut self, rank: Rank, done: Done) {
        let Done { id, outcome, nodes, time, notes } = done;
        self.bulletin.add(rank, notes);
        let place = self.ranks.get_mut(rank.index());
        let Some(given) = place.and_then(|given| given.take_if(|given| given.id == id)) else { return };
        let TaskOut { leaf, gamma, full, .. } = given;
        self.changed = true;
        self.nodes += nodes;
        self.time += time;
        self.top.looked.limit = self.top.looked.entered.saturating_add(self.nodes_left());
        if self.top.task(leaf) == Some(id) {
            self.top.set_task(leaf, None);
        }
        let path = self.top.path(leaf);
        let source = match outcome {
            Outcome::Value(value) => {
                let value = Score(value);
                let fact = match value >= gamma {
                    true => Fact { least: value, ..Fact::NOTHING },
                    false => Fact { most: value, ..Fact::NOTHING },
                };
                self.top.prove(leaf, fact);
                Source::Answered
            }
            Outcome::TooMuch(children) if full => {
                let fact = |&(number, least, most): &(u32, i32, i32)| {
                    (number, Fact { least: Score(least), most: Score(most), divided: false })
                };
                let facts: Vec<(u32, Fact)> = children.iter().map(fact).collect();
                self.top.divide_with(leaf, rank, &facts);
                for (number, Fact { least, most, .. }) in facts {
                    let path = [&path[..], &[number]].concat();
                    self.findings.push(Finding { path, least, most, source: Source::Noted, nodes: 0, time: 0 });
                }
                Source::Divided
            }
            Outcome::TooMuch(_) | Outcome::CalledOff => return,
            Outcome::Stopped(reason) => {
                self.stopped.get_or_insert(reason);
                return;
            }
            Outcome::TooDeep => {
                self.too_deep = true;
                return;
            }
        };
        self.done += 1;
        let (least, most) = self.top.bounds(leaf);
        self.findings.push(Finding { path, least, most, source, nodes, time });
    }

    /// What is new is kept before anything is done with it.
    fn keep(&mut self) {
        let findings = std::mem::take(&mut self.findings);
        let mut moves = Vec::new();
        for (number, (&child, told)) in self.top.moves().iter().zip(&mut self.told).enumerate() {
            let (least, most) = self.top.bounds(child);
            if std::mem::replace(told, (least, most)) != (least, most) {
                moves.push((number, -most, -least));
            }
        }
        if let Some(keep) = self.sinks.keep.as_mut().filter(|_| !findings.is_empty() || !moves.is_empty()) {
            keep(&findings, &moves);
        }
    }

    /// Tells once a second how far it is.
    fn tell(&mut self) {
        let now = self.me.now();
        if self.sinks.progress.is_none() || now < self.last_progress + SECOND {
            return;
        }
        self.last_progress = now;
        let (least, most) = self.top.bounds(NodeId::ROOT);
        let (asked, left) = (f64::from(self.steps.asked.saturating_sub(1)), f64::from(questions(least, most)));
        let share = match self.settling {
            None => (asked + self.top.share()) / (asked + left).max(1.0),
            Some(number) => (number as f64 + self.top.share()) / self.top.moves().len() as f64,
        };
        let whole = match (self.plan.all_moves, self.settling) {
            (false, _) => share,
            (true, None) => share / 2.0,
            (true, Some(_)) => 0.5 + share / 2.0,
        };
        // Estimates go up and down; what is told only goes up.
        self.share = self.share.max((1000.0 * whole) as u32).min(1000);
        let progress = TaskProgress {
            least,
            most,
            done: self.plan.kept_tasks + self.done,
            out: self.ranks.iter().flatten().count() as u64,
            open: self.top.free_leaves(usize::MAX) as u64,
            nodes: self.all_nodes(),
            share: self.share,
        };
        if let Some(sink) = &mut self.sinks.progress {
            sink(&progress);
        }
    }

    /// What is proved of the root.
    pub(super) fn end(&self) -> End {
        let (least, most) = self.top.bounds(NodeId::ROOT);
        let of_move = |&child: &NodeId| {
            let (least, most) = self.top.bounds(child);
            (-most.0, -least.0)
        };
        let moves: Vec<(i32, i32)> = self.top.moves().iter().map(of_move).collect();
        // Bounds that follow from the rules hold for every move, so they make none the best.
        let known = least == most || least > self.top.by_rules(NodeId::ROOT).least;
        let best = moves.iter().position(|mv| known && mv.0 == least.0).map(|number| number as u32);
        let stopped = self.stopped;
        End { bounds: (least.0, most.0), moves, best, stopped, ..End::default() }
    }
}

impl Inbox for RefCell<Coordinator<'_, '_>> {
    fn is_called_off(&self, nodes: u64) -> bool {
        let mut own = self.borrow_mut();
        own.busy(Rank::FIRST, nodes);
        own.serve();
        own.ranks[0].as_ref().is_some_and(|given| given.called_off)
    }
}
