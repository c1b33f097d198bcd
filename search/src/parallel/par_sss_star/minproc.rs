//! MINPROC and N: what the processes of PARSSS* know of each other, in memory that all of them see.

use provebest_game::Score;
use provebest_machine::{Rank, Time};

use crate::sequential::iter_sss::process::{Board, Merit, Name, News, Seed};

/// The shared array: an entry for every process, and the processors that are free.
pub(super) struct MinProc<S> {
    entries: Vec<Option<Entry<S>>>,
    serial: u32,
    /// The free processors, N of them.
    pub(super) free: Vec<Rank>,
    /// Processors for whose process there is news.
    pub(super) stirred: Vec<Rank>,
    /// Processors that sleep and are to be woken.
    pub(super) nudged: Vec<Rank>,
    /// How many nodes all processes hold.
    held: u64,
}

pub(super) struct Entry<S> {
    pub(super) name: Name,
    pub(super) spawner: Option<Name>,
    spawned: Vec<Name>,
    pub(super) rank: Rank,
    /// The node to begin with, until somebody does.
    pub(super) seed: Option<Seed<S>>,
    /// The h of the process, and the leaf that fixed it when it is SOLVED.
    merit: Merit,
    solved: bool,
    /// The longest chain of work behind that.
    pub(super) chain: Time,
    /// Which of those it spawned have changed since it last looked.
    stirred: Vec<Name>,
    /// Is that noted with its spawner, and has the spawner not looked since?
    reported: bool,
    /// Does it sleep, and could it spawn others?
    pub(super) asleep: bool,
    pub(super) can_spawn: bool,
    held: u64,
}

impl<S> MinProc<S> {
    /// With the process of the root on the first processor, and all others free.
    pub(super) fn new(root: Seed<S>, processors: usize) -> Self {
        let mut free: Vec<Rank> = Rank::all(processors).skip(1).collect();
        free.reverse();
        let mut board =
            MinProc { entries: Vec::new(), serial: 0, free, stirred: Vec::new(), nudged: Vec::new(), held: 0 };
        board.enter(None, Rank::FIRST, root, 0);
        board
    }

    /// How many entries there are, empty ones included.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The entry at a place.
    pub(super) fn at(&mut self, place: usize) -> Option<&mut Entry<S>> {
        self.entries[place].as_mut()
    }

    /// The entry of a process, unless it was killed.
    pub(super) fn entry(&mut self, name: Name) -> Option<&mut Entry<S>> {
        self.entries[name.place as usize].as_mut().filter(|entry| entry.name == name)
    }

    /// Makes an entry for a process, in the first place that is empty.
    pub(super) fn enter(&mut self, spawner: Option<Name>, rank: Rank, seed: Seed<S>, chain: Time) -> Name {
        let empty = self.entries.iter().position(Option::is_none);
        let place = empty.unwrap_or_else(|| {
            self.entries.push(None);
            self.entries.len() - 1
        });
        let name = Name { place: place as u32, serial: self.serial };
        self.serial += 1;
        if let Some(spawner) = spawner.and_then(|spawner| self.entry(spawner)) {
            spawner.spawned.push(name);
        }
        self.held += 1;
        self.entries[place] = Some(Entry {
            name,
            spawner,
            spawned: Vec::new(),
            rank,
            merit: seed.merit.clone(),
            seed: Some(seed),
            solved: false,
            chain,
            stirred: Vec::new(),
            reported: false,
            asleep: false,
            can_spawn: false,
            held: 1,
        });
        name
    }

    /// A process has another h.
    pub(super) fn fall(&mut self, name: Name, h: Score, chain: Time) {
        self.change(name, Merit { h, leaf: None }, false, chain);
    }

    /// A process is SOLVED, and its processor free. The entry stays until its spawner has looked.
    pub(super) fn end(&mut self, name: Name, rank: Rank, merit: Merit, chain: Time) {
        self.hold(name, 0);
        self.change(name, merit, true, chain);
        self.give_back(rank);
    }

    /// A processor is free again. A sleeping process that could use it is woken.
    pub(super) fn give_back(&mut self, rank: Rank) {
        self.free.push(rank);
        let mut entries = self.entries.iter_mut().flatten();
        if let Some(entry) = entries.find(|entry| entry.asleep && entry.can_spawn) {
            entry.asleep = false;
            self.nudged.push(entry.rank);
        }
    }

    fn change(&mut self, name: Name, merit: Merit, solved: bool, chain: Time) {
        let Some(entry) = self.entry(name) else { return };
        (entry.merit, entry.solved, entry.chain) = (merit, solved, chain);
        if std::mem::replace(&mut entry.reported, true) {
            return;
        }
        let Some(spawner) = entry.spawner else { return };
        let Some(spawner) = self.entry(spawner) else { return };
        spawner.stirred.push(name);
        let (rank, slept) = (spawner.rank, std::mem::take(&mut spawner.asleep));
        self.stirred.push(rank);
        self.nudged.extend(slept.then_some(rank));
    }

    /// What has changed for a process, with the chain of work behind it. A SOLVED process loses its entry.
    pub(super) fn news(&mut self, name: Name) -> Option<(News, Time)> {
        let of = self.entry(name)?.stirred.pop()?;
        let changed = self.entry(of)?;
        changed.reported = false;
        let (merit, solved, chain) = (changed.merit.clone(), changed.solved, changed.chain);
        if solved {
            self.forget(of);
        }
        Some((News { of, merit, solved }, chain))
    }

    /// Removes the entry of a process and of all that it has spawned. The processes and processors are told to `killed`,
    /// but for those that were SOLVED and are done.
    pub(super) fn kill(&mut self, name: Name, killed: &mut impl FnMut(Name, Rank)) {
        let Some(entry) = self.forget(name) else { return };
        if entry.asleep {
            self.nudged.push(entry.rank);
        }
        if !entry.solved {
            killed(name, entry.rank);
        }
        for spawned in entry.spawned {
            self.kill(spawned, killed);
        }
    }

    fn forget(&mut self, name: Name) -> Option<Entry<S>> {
        self.entry(name)?;
        let entry = self.entries[name.place as usize].take()?;
        self.held -= entry.held;
        if let Some(spawner) = entry.spawner.and_then(|spawner| self.entry(spawner)) {
            spawner.spawned.retain(|spawned| *spawned != name);
            spawner.stirred.retain(|stirred| *stirred != name);
        }
        Some(entry)
    }

    /// A process holds this many nodes: how many do all of them hold?
    pub(super) fn hold(&mut self, name: Name, nodes: u64) -> u64 {
        if let Some(entry) = self.entry(name) {
            let before = std::mem::replace(&mut entry.held, nodes);
            self.held = self.held - before + nodes;
        }
        self.held
    }
}

impl<S> Entry<S> {
    /// Is there news for the process?
    pub(super) fn is_stirred(&self) -> bool {
        !self.stirred.is_empty()
    }
}

/// MINPROC as one process sees it, when nobody else does anything meanwhile.
pub(super) struct View<'b, S> {
    pub(super) board: &'b mut MinProc<S>,
    pub(super) name: Name,
    /// The processes that were killed.
    pub(super) killed: &'b mut Vec<Name>,
}

impl<S> Board<S> for View<'_, S> {
    fn news(&mut self) -> Option<News> {
        self.board.news(self.name).map(|(news, _)| news)
    }
    fn tell(&mut self, h: Score) {
        self.board.fall(self.name, h, 0);
    }
    fn is_free(&mut self) -> bool {
        !self.board.free.is_empty()
    }
    fn hire(&mut self) -> Option<Rank> {
        self.board.free.pop()
    }
    fn spawn(&mut self, on: Rank, seed: Seed<S>) -> Name {
        self.board.enter(Some(self.name), on, seed, 0)
    }
    fn kill(&mut self, name: Name) {
        let mut freed = Vec::new();
        self.board.kill(name, &mut |name, rank| {
            self.killed.push(name);
            freed.push(rank);
        });
        self.board.free.extend(freed);
    }
    fn hold(&mut self, nodes: u64) -> u64 {
        self.board.hold(self.name, nodes)
    }
}
