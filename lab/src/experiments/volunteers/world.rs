//! A solve by volunteers, as a simulation of events: hosts come and go, a server hands out tasks and keeps a journal.
//!
//! A host is on for some hours and off for some hours. When it is on and free, it asks the server for a task, works, and sends the
//! result; if it goes off before, what it did is lost, and the server learns of it by a deadline only. The time that a task takes has a
//! heavy tail. Some results are wrong. The server answers one host after the other, and is down now and then; its journal is
//! synced, so nothing that it has acknowledged is lost.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use provebest::game::mix;

/// Milliseconds.
pub(super) type Time = u64;

pub(super) const SECOND: Time = 1000;
pub(super) const HOUR: Time = 3600 * SECOND;

/// When a result is believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trust {
    /// When this number of hosts say the same. Two wrong results say the same.
    Votes(u32),
    /// When it comes with a proof that the server has checked.
    Proof,
}

/// What is assumed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assumptions {
    pub(super) hosts: u32,
    /// How long a host is on and off, in the mean.
    pub(super) on: Time,
    pub(super) off: Time,
    /// How long a task takes on a usual host, in the mean, and how many there are.
    pub(super) task: Time,
    pub(super) tasks: u32,
    /// How many results of a million are wrong.
    pub(super) wrong: u64,
    /// How long the server needs for one host.
    pub(super) contact: Time,
    /// It is down for `down` after every `up`.
    pub(super) up: Time,
    pub(super) down: Time,
    pub(super) trust: Trust,
    pub(super) seed: u64,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct WorldRun {
    /// When all but one in a hundred tasks were decided, or when it was given up. The server would do the rest itself.
    pub(super) end: Time,
    /// Tasks that were decided.
    pub(super) decided: u64,
    /// When nine tenths of the tasks were decided: what comes later is the tail. Never, and it is the end.
    pub(super) nine_tenths: Time,
    /// Up to then: the work of decided tasks, each done once on a usual host.
    pub(super) useful: Time,
    /// Up to then: what the hosts could have done while they were on.
    pub(super) offered: Time,
    /// Copies of tasks that were handed out, and results that came back.
    pub(super) issued: u64,
    pub(super) returned: u64,
    /// Tasks that were decided wrongly.
    pub(super) wrong: u64,
    /// How long the server was busy.
    pub(super) busy: Time,
}

/// The tail of the time that a task takes is a Pareto distribution with this exponent; its mean is three times its least value.
const EXPONENT: f64 = 1.5;
/// A task has a limit: this many times the mean. What is left of it is another task.
const LIMIT: u64 = 4;
/// A task is handed out again after this many times the mean, but not before an hour.
const DEADLINE: u64 = 12;
/// A host for which there is nothing to do asks again after this time.
const PATIENCE: Time = 600 * SECOND;
/// The solve is given up after this many times the time that it would take if nothing was lost.
const PATIENCE_OF_ALL: u64 = 4;
/// How many undecided tasks the server looks at when nothing else is left.
const LOOKS: usize = 64;
/// When nothing else is left, a task is handed out to this number of hosts beyond those that are needed.
const SPARE: u32 = 3;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Event {
    On(u32),
    Off(u32),
    /// A host in this session has finished this copy.
    Done {
        host: u32,
        session: u32,
        copy: u32,
    },
    /// A host asks again.
    Asks {
        host: u32,
        session: u32,
    },
    /// A copy should have come back.
    Overdue(u32),
}

#[derive(Clone, Copy, Default)]
struct Host {
    /// Odd while it is on.
    session: u32,
    since: Time,
    /// Thousandths of a usual host.
    speed: u64,
}

#[derive(Clone, Copy, Default)]
struct Task {
    right: u32,
    wrong: u32,
    /// Copies that are out and not overdue, or that wait to be handed out.
    out: u32,
    issued: u32,
    decided: bool,
}

struct Copy {
    task: u32,
    back: bool,
}

pub(super) struct World {
    assumed: Assumptions,
    luck: u64,
    now: Time,
    events: BinaryHeap<Reverse<(Time, u64, Event)>>,
    /// Events of one moment happen in the order in which they were caused.
    caused: u64,
    hosts: Vec<Host>,
    tasks: Vec<Task>,
    copies: Vec<Copy>,
    waiting: VecDeque<u32>,
    /// When all have been handed out: those that were not decided the last time, to go through again.
    rest: VecDeque<u32>,
    server_free: Time,
    given_up: Time,
    run: WorldRun,
}

impl World {
    pub(super) fn new(assumed: Assumptions) -> World {
        let copies = match assumed.trust {
            Trust::Votes(votes) => votes.max(1),
            Trust::Proof => 1,
        };
        let all = 0..assumed.tasks;
        let mut world = World {
            assumed,
            luck: mix(assumed.seed),
            now: 0,
            events: BinaryHeap::new(),
            caused: 0,
            hosts: vec![Host::default(); assumed.hosts as usize],
            tasks: vec![Task { out: copies, ..Task::default() }; assumed.tasks as usize],
            copies: Vec::new(),
            waiting: (0..copies).flat_map(|_| all.clone()).collect(),
            rest: VecDeque::new(),
            server_free: 0,
            given_up: 0,
            run: WorldRun::default(),
        };
        let needed: Time = all.map(|task| world.size(task)).sum();
        world.given_up =
            PATIENCE_OF_ALL * (needed / u64::from(assumed.hosts) * (assumed.on + assumed.off) / assumed.on);
        for host in 0..assumed.hosts {
            world.hosts[host as usize].speed = (1000.0 * 2.0_f64.powf(2.0 * world.chance() - 1.0)) as u64;
            // As many are on at the beginning as later.
            let off = world.chance() * (assumed.on + assumed.off) as f64 > assumed.on as f64;
            let first = if off { world.exponential(assumed.off) } else { 0 };
            world.after(first, Event::On(host));
        }
        world
    }

    /// From the beginning to the end.
    pub(super) fn run(mut self) -> WorldRun {
        while 100 * self.run.decided < 99 * u64::from(self.assumed.tasks)
            && let Some(Reverse((now, _, event))) = self.events.pop()
            && now <= self.given_up
        {
            self.now = now;
            match event {
                Event::On(host) => self.come(host),
                Event::Off(host) => self.go(host),
                Event::Asks { host, session } if self.hosts[host as usize].session == session => {
                    self.contact(host, None)
                }
                Event::Done { host, session, copy } if self.hosts[host as usize].session == session => {
                    self.contact(host, Some(copy));
                }
                Event::Asks { .. } | Event::Done { .. } => {}
                Event::Overdue(copy) => self.overdue(copy),
            }
        }
        if self.run.nine_tenths == 0 {
            self.pass_nine_tenths();
        }
        WorldRun { end: self.now, ..self.run }
    }

    /// From here on nothing is added to what was useful and what was offered.
    fn pass_nine_tenths(&mut self) {
        for host in 0..self.hosts.len() {
            self.count_session(host);
        }
        self.run.nine_tenths = self.now.max(1);
    }

    fn after(&mut self, time: Time, event: Event) {
        self.caused += 1;
        self.events.push(Reverse((self.now + time, self.caused, event)));
    }

    fn chance(&mut self) -> f64 {
        self.luck = self.luck.wrapping_add(1);
        fraction(mix(self.luck))
    }

    fn exponential(&mut self, mean: Time) -> Time {
        (-(1.0 - self.chance()).ln() * mean as f64) as Time
    }

    /// How long a task takes on a usual host: it depends on the task only.
    fn size(&self, task: u32) -> Time {
        let chance = fraction(mix(self.assumed.seed ^ mix(u64::from(task) << 20)));
        let mean = self.assumed.task as f64;
        let least = mean * (EXPONENT - 1.0) / EXPONENT;
        ((least * (1.0 - chance).powf(-1.0 / EXPONENT)) as Time).min(LIMIT * self.assumed.task)
    }

    fn come(&mut self, host: u32) {
        let stays = self.exponential(self.assumed.on);
        let one = &mut self.hosts[host as usize];
        (one.session, one.since) = (one.session + 1, self.now);
        self.after(stays, Event::Off(host));
        self.contact(host, None);
    }

    fn go(&mut self, host: u32) {
        self.count_session(host as usize);
        let away = self.exponential(self.assumed.off);
        self.hosts[host as usize].session += 1;
        self.after(away, Event::On(host));
    }

    fn count_session(&mut self, host: usize) {
        let Host { session, since, speed } = self.hosts[host];
        if session % 2 == 1 && self.run.nine_tenths == 0 {
            self.run.offered += (self.now - since) * speed / 1000;
        }
    }

    /// A host brings a result, perhaps, and asks for a task.
    fn contact(&mut self, host: u32, copy: Option<u32>) {
        let Assumptions { contact, up, down, task: mean, .. } = self.assumed;
        let mut start = self.now.max(self.server_free);
        let phase = start % (up + down);
        if phase >= up {
            start += up + down - phase;
        }
        self.server_free = start + contact;
        self.run.busy += contact;
        copy.into_iter().for_each(|copy| self.take(copy));
        let session = self.hosts[host as usize].session;
        let waits = self.server_free - self.now;
        let Some(task) = self.next_task() else {
            return self.after(waits + PATIENCE, Event::Asks { host, session });
        };
        let copy = self.copies.len() as u32;
        self.copies.push(Copy { task, back: false });
        self.run.issued += 1;
        self.tasks[task as usize].issued += 1;
        let takes = self.size(task) * 1000 / self.hosts[host as usize].speed;
        self.after(waits + takes, Event::Done { host, session, copy });
        self.after(waits + (DEADLINE * mean).max(HOUR), Event::Overdue(copy));
    }

    /// The next task to hand out; when all are out, one that is not decided.
    fn next_task(&mut self) -> Option<u32> {
        while let Some(task) = self.waiting.pop_front() {
            if !self.tasks[task as usize].decided {
                return Some(task);
            }
            self.tasks[task as usize].out -= 1;
        }
        if self.rest.is_empty() {
            let left = (0..self.assumed.tasks).filter(|&task| !self.tasks[task as usize].decided);
            self.rest = left.collect();
        }
        for _ in 0..self.rest.len().min(LOOKS) {
            let task = self.rest.pop_front()?;
            let one = &mut self.tasks[task as usize];
            if one.decided {
                continue;
            }
            self.rest.push_back(task);
            if one.out < self.needed(task) + SPARE {
                self.tasks[task as usize].out += 1;
                return Some(task);
            }
        }
        None
    }

    /// How many more results of a task are needed, if all are right.
    fn needed(&self, task: u32) -> u32 {
        let Task { right, wrong, .. } = self.tasks[task as usize];
        match self.assumed.trust {
            Trust::Votes(votes) => votes.saturating_sub(right.max(wrong)),
            Trust::Proof => 1,
        }
    }

    fn take(&mut self, copy: u32) {
        let Copy { task, ref mut back } = self.copies[copy as usize];
        let was_overdue = std::mem::replace(back, true);
        self.run.returned += 1;
        let wrong = self.chance() * 1e6 < self.assumed.wrong as f64;
        let one = &mut self.tasks[task as usize];
        one.out -= u32::from(!was_overdue);
        if one.decided {
            return;
        }
        match (self.assumed.trust, wrong) {
            (_, false) => one.right += 1,
            (Trust::Votes(_), true) => one.wrong += 1,
            (Trust::Proof, true) => {}
        }
        let (right, wrong) = (one.right, one.wrong);
        let enough = if let Trust::Votes(votes) = self.assumed.trust { votes.max(1) } else { 1 };
        if right.max(wrong) >= enough {
            self.tasks[task as usize].decided = true;
            self.run.decided += 1;
            self.run.wrong += u64::from(wrong > right);
            if self.run.nine_tenths == 0 {
                self.run.useful += self.size(task);
                if 10 * self.run.decided >= 9 * u64::from(self.assumed.tasks) {
                    self.pass_nine_tenths();
                }
            }
        } else {
            self.ask_for_more(task);
        }
    }

    fn overdue(&mut self, copy: u32) {
        let Copy { task, ref mut back } = self.copies[copy as usize];
        if std::mem::replace(back, true) {
            return;
        }
        self.tasks[task as usize].out -= 1;
        if !self.tasks[task as usize].decided {
            self.ask_for_more(task);
        }
    }

    fn ask_for_more(&mut self, task: u32) {
        while self.tasks[task as usize].out < self.needed(task) {
            self.tasks[task as usize].out += 1;
            self.waiting.push_front(task);
        }
    }
}

fn fraction(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assumed(trust: Trust) -> Assumptions {
        Assumptions {
            hosts: 50,
            on: 4 * HOUR,
            off: 8 * HOUR,
            task: 600 * SECOND,
            tasks: 2000,
            wrong: 50_000,
            contact: 5,
            up: 72 * HOUR,
            down: HOUR,
            trust,
            seed: 7,
        }
    }

    #[test]
    fn the_same_again_and_never_more_than_was_offered() {
        for trust in [Trust::Votes(1), Trust::Votes(2), Trust::Votes(3), Trust::Proof] {
            let run = World::new(assumed(trust)).run();
            assert_eq!(run, World::new(assumed(trust)).run(), "{trust:?}");
            assert!(run.useful < run.offered && run.returned <= run.issued, "{run:?}");
            assert_eq!(run.decided, 1980);
            let mean = run.useful / 1800;
            assert!((400 * SECOND..600 * SECOND).contains(&mean), "{mean}");
        }
    }

    #[test]
    fn trust_costs_work_and_saves_errors() {
        let [one, two, three, proof] = [Trust::Votes(1), Trust::Votes(2), Trust::Votes(3), Trust::Proof]
            .map(|trust| World::new(assumed(trust)).run());
        assert!((60..150).contains(&one.wrong), "{one:?}");
        assert!(two.wrong < 20 && three.wrong <= two.wrong && proof.wrong == 0, "{two:?} {three:?}");
        assert!(one.returned < two.returned && two.returned < three.returned && proof.returned < two.returned);
    }

    /// A task that takes longer than a host stays is never finished: the simulation ends all the same.
    #[test]
    fn what_is_too_long_is_given_up() {
        let long = Assumptions { task: 48 * HOUR, tasks: 100, ..assumed(Trust::Votes(1)) };
        let run = World::new(long).run();
        assert!(run.decided < 99 && 10 * run.useful < run.offered, "{run:?}");
    }

    #[test]
    fn hosts_that_stay_and_are_right_waste_little() {
        let kind = Assumptions { on: 10_000 * HOUR, off: 1, wrong: 0, tasks: 20_000, ..assumed(Trust::Votes(1)) };
        let run = World::new(kind).run();
        assert_eq!((run.wrong, run.issued >= 19_800), (0, true));
        assert!(10 * run.useful > 9 * run.offered, "{run:?}");
    }
}
