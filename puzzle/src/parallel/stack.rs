//! A part of the tree below a bound, as a stack of nodes: searched slice by slice, and divided among processors that ask.

use super::slice::Slice;
use super::tree::{IterationPart, Nodes};
use crate::dive::{Dive, Dived};
use crate::limits::Reason;
use crate::puzzle::{Cost, Puzzle};
use crate::report::{End, Path, Task, replay, trail};

/// A node to be searched.
struct Job<S> {
    state: S,
    /// What may be spent from here on.
    rest: u32,
    path: Path,
}

impl<S> Job<S> {
    fn bytes(&self) -> u64 {
        (size_of::<Self>() + size_of_val(&self.path[..])) as u64
    }
}

pub(super) struct Stack<'a, P: Puzzle> {
    task: &'a Task<'a, P>,
    dive: Dive<'a, P, Slice<'a>>,
    /// The next one last.
    jobs: Vec<Job<P::State>>,
    /// How many bytes they may take, and whether they take more.
    room: u64,
    overfull: bool,
    did: IterationPart,
}

impl<'a, P: Puzzle> Stack<'a, P> {
    /// With a share of the limit on bytes, which `count` processors divide.
    pub(super) fn new(task: &'a Task<'a, P>, slice: Slice<'a>, processors: usize) -> Self {
        let share = task.limits.share(processors);
        Stack {
            task,
            dive: Dive::new(task.puzzle, slice, &share),
            jobs: Vec::new(),
            room: share.bytes.unwrap_or(u64::MAX),
            overfull: false,
            did: IterationPart::nothing(Cost::ZERO),
        }
    }
}

impl<P: Puzzle> Nodes for Stack<'_, P> {
    fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    fn did(&self) -> IterationPart {
        self.did
    }

    fn counts(&self) -> (u64, u64) {
        (self.dive.generated, self.dive.expanded)
    }

    fn begin(&mut self, bound: Cost) {
        (self.did, self.jobs) = (IterationPart::nothing(bound), Vec::new());
        self.take(bound, vec![Path::new()]);
    }

    fn clear(&mut self) {
        self.jobs.clear();
    }

    fn nearest(&mut self) -> Cost {
        self.dive.guide.nearest.replace(Cost::NEVER).unwrap_or(Cost::NEVER)
    }

    fn take(&mut self, bound: Cost, paths: Vec<Path>) {
        if self.did.bound != bound {
            self.did = IterationPart::nothing(bound);
        }
        for path in paths {
            if let Some(End { state, cost, .. }) = replay(self.task.puzzle, self.task.start, &path) {
                self.jobs.push(Job { state, rest: bound.0.saturating_sub(cost.0), path });
            }
        }
    }

    /// The top stays here; of what is below it, every part gets nodes from the bottom to the top.
    fn divide(&mut self, parts: usize) -> Vec<Vec<Path>> {
        let all = self.jobs.len();
        let parts = parts.min(all.saturating_sub(1));
        let mut given: Vec<Vec<Path>> = vec![Vec::new(); parts];
        if parts > 0 {
            for (at, job) in std::mem::take(&mut self.jobs).into_iter().enumerate() {
                let above = all - 1 - at;
                match given.get_mut((above + parts) % (parts + 1)) {
                    Some(part) if above > 0 => part.push(job.path),
                    _ => self.jobs.push(job),
                }
            }
        }
        given
    }

    fn search(&mut self, awaited: bool) -> (u64, Option<Path>) {
        let (generated, expanded) = self.counts();
        self.dive.guide.awaited = awaited;
        self.dive.until = self.dive.guide.begin(generated);
        let mut goal = None;
        while let Some(Job { state, rest, path }) = self.jobs.pop() {
            let states = if P::LOOPS { trail(self.task.puzzle, self.task.start, &path) } else { Vec::new() };
            let dived = self.dive.from(&states[..states.len().saturating_sub(1)], state, rest);
            if dived == Dived::Found {
                goal = Some(path.iter().copied().chain(self.dive.path().0).collect());
            }
            self.jobs.extend(self.dive.left().map(|left| {
                let path = path.iter().copied().chain(left.path).collect();
                Job { state: left.state, rest: left.rest, path }
            }));
            if dived != Dived::Failed || self.dive.guide.ended(self.dive.generated) {
                break;
            }
        }
        self.dive.guide.pay(self.dive.generated);
        self.overfull |= self.room < u64::MAX && self.jobs.iter().map(Job::bytes).sum::<u64>() > self.room;
        let (generated, expanded) = (self.dive.generated - generated, self.dive.expanded - expanded);
        self.did.goal |= goal.is_some();
        self.did.generated += generated;
        self.did.expanded += expanded;
        self.did.next = self.did.next.min(self.dive.next_bound(self.did.bound));
        (generated, goal)
    }

    fn reason(&self) -> Option<Reason> {
        self.dive.guide.reason.or((self.dive.overfull || self.overfull).then_some(Reason::Memory))
    }
}
