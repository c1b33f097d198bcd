//! The process PARSSS*(p) of Bhattacharya and Bagchi 1993, sections 3 and 5: SSS* below a node p, on lists of its own,
//! with other processes at work on nodes that it has given away. With room for M nodes it is PARITERSSS*(p, M), and
//! without others to give nodes to it is ITERSSS*.
//!
//! OPEN and LIVEMINS are kept as the tree they are the frontier of. A slot is a node of MIN on the way to a held node, or
//! one itself; it knows its one current child of MAX, and if that was expanded, the block of its grandchildren. Each slot knows
//! the [`Best`] of what is held below it, so that FIRST, the node to spawn on and the node to wake are each found by
//! going down from the root, to the leftmost of equals.
//!
//! A node that takes the place of the one in hand, with the same merit, is FIRST again. So a process goes down from the
//! root only after a merit fell, and otherwise on from where it is.

use provebest_game::{Depth, Evaluate, Score, Window};
use provebest_machine::{JobId, Rank};
use rustc_hash::FxHashMap;

use super::leaves::{Leaf, Leaves};
use crate::limits::{Budget, Stopped};
use crate::lines::Path;
use crate::measure::{Cut, Observer};
use crate::walk::{Looked, Walk};

/// The name of a process: its entry in MINPROC, or the processor that it runs on, and which of those that stood or ran
/// there it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Name {
    pub(crate) place: u32,
    pub(crate) serial: u32,
}

impl Name {
    /// On the timeline.
    pub(crate) fn job(self) -> JobId {
        u64::from(self.place) << 32 | u64::from(self.serial)
    }
}

/// What a solution tree can still give, and the leaf that says so.
#[derive(Clone, Debug)]
pub(crate) struct Merit {
    pub(crate) h: Score,
    pub(crate) leaf: Option<Path>,
}

/// A node for a process to begin with.
#[derive(Clone, Debug)]
pub(crate) struct Seed<S> {
    pub(crate) path: Path,
    pub(crate) state: S,
    pub(crate) merit: Merit,
}

impl<S> Seed<S> {
    /// The root, of which nothing is known.
    pub(crate) fn root(state: S) -> Self {
        Seed { path: Vec::new(), state, merit: Merit { h: Score::INFINITY, leaf: None } }
    }
}

/// What has become of a process, for the one that spawned it.
pub(crate) struct News {
    pub(crate) of: Name,
    pub(crate) merit: Merit,
    pub(crate) solved: bool,
}

/// What a process needs of the others: MINPROC and N, in shared memory or at the far end of a line.
pub(crate) trait Board<S> {
    /// Of a process that this one spawned: its h fell, or it is SOLVED.
    fn news(&mut self) -> Option<News>;

    /// The h of this process has changed.
    fn tell(&mut self, h: Score);

    /// Is there, as far as one can see, a free processor?
    fn is_free(&mut self) -> bool;

    /// Takes a free processor.
    fn hire(&mut self) -> Option<Rank>;

    /// Spawns a process on a processor that was hired.
    fn spawn(&mut self, on: Rank, seed: Seed<S>) -> Name;

    /// Kills a process that this one spawned, with all that it spawned.
    fn kill(&mut self, name: Name);

    /// This process holds this many nodes now. How many do all processes hold that share its observer?
    fn hold(&mut self, nodes: u64) -> u64 {
        nodes
    }
}

/// No other process to share with: N = 1.
pub(crate) struct Nobody;

impl<S> Board<S> for Nobody {
    fn news(&mut self) -> Option<News> {
        None
    }
    fn tell(&mut self, _: Score) {}
    fn is_free(&mut self) -> bool {
        false
    }
    fn hire(&mut self) -> Option<Rank> {
        None
    }
    fn spawn(&mut self, _: Rank, _: Seed<S>) -> Name {
        unreachable!("no processor is free")
    }
    fn kill(&mut self, _: Name) {
        unreachable!("no process was spawned")
    }
}

/// What is the same for all processes of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// The depth of the root.
    pub(crate) top: Depth,
    /// M, if there is a bound.
    pub(crate) memory: Option<u64>,
    /// Processes are spawned on nodes of this height and above; on none at all if there is no height.
    pub(crate) spawn_height: Option<Depth>,
}

/// How far a process got.
pub(crate) enum Turn {
    /// It holds a LIVE terminal, which is to be examined.
    Held,
    /// It waits for processes that it has spawned.
    Waiting,
    /// Its node is SOLVED.
    Ended(Merit),
}

/// What a node of MIN, or what is held below it, is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stand {
    /// LIVE.
    Live,
    /// LIVE, but INACTIVE: there was no room for its grandchildren.
    Inactive,
    /// SOLVED.
    Solved,
    /// Its current child is LIVE.
    ChildLive,
    /// Its current child is SOLVED.
    ChildSolved,
    /// Its current child was expanded, into a block of slots.
    Open,
    /// A process was spawned on it.
    Away(Name),
    /// No longer needed.
    Gone,
}

struct Slot<S> {
    state: S,
    /// The leaf that fixed its merit.
    leaf: Option<Leaf>,
    stand: Stand,
    /// The slot of its grandparent.
    above: u32,
    /// The number of its current child.
    child: u32,
    /// The slots of its grandchildren.
    block: u32,
    count: u32,
}

/// The best of what is held in a slot and below it, in four respects; nothing is the least in each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Best {
    /// The largest merit of an ACTIVE node.
    first: Score,
    /// The largest merit of all, of INACTIVE nodes and of those that are away too.
    most: Score,
    /// The LIVE node of MIN to spawn on: INACTIVE ones before others, then the shallowest.
    spawn: u32,
    /// The ply of the deepest INACTIVE node.
    sleeper: u32,
}

impl Best {
    const NOTHING: Best = Best { first: Score::WORST, most: Score::WORST, spawn: 0, sleeper: 0 };

    fn held(h: Score) -> Best {
        Best { first: h, most: h, ..Best::NOTHING }
    }

    #[inline(always)]
    fn or(self, other: Best) -> Best {
        Best {
            first: self.first.max(other.first),
            most: self.most.max(other.most),
            spawn: self.spawn.max(other.spawn),
            sleeper: self.sleeper.max(other.sleeper),
        }
    }
}

/// The slot of p, or of a parent of its own that the root is given.
const TOP: u32 = 0;

/// A process.
pub(crate) struct Process<S> {
    rules: Rules,
    /// The path of p.
    stem: Path,
    slots: Vec<Slot<S>>,
    best: Vec<Best>,
    leaves: Leaves,
    /// Blocks to be used again, by their size.
    unused: FxHashMap<u32, Vec<u32>>,
    /// The processes that it has spawned, and their slots.
    away: FxHashMap<Name, u32>,
    /// How many nodes OPEN and LIVEMINS have.
    held: u64,
    bytes: u64,
    /// The h that the board knows.
    told: Score,
    /// FIRST, if it need not be looked for.
    next: Option<u32>,
    /// The path of the node in hand.
    path: Path,
    /// Its state, if it is a node of MAX.
    state: Option<S>,
    /// The LIVE terminal in hand: its slot, and its value if the game has ended there.
    terminal: Option<(u32, Option<Score>)>,
    /// The node woken last, if nothing has happened since.
    woken: Option<u32>,
    pub(crate) over_memory: bool,
}

impl<S: Clone> Process<S> {
    pub(crate) fn new(seed: Seed<S>, rules: Rules) -> Self {
        let Seed { path, state, merit } = seed;
        let stand = if path.len().is_multiple_of(2) { Stand::ChildLive } else { Stand::Live };
        let mut leaves = Leaves::new(rules.top);
        let leaf = merit.leaf.map(|path| leaves.add(&path));
        Process {
            rules,
            stem: path,
            slots: vec![Slot { state, leaf, stand, above: TOP, child: 0, block: 0, count: 0 }],
            best: vec![Best::held(merit.h)],
            leaves,
            unused: FxHashMap::default(),
            away: FxHashMap::default(),
            held: 1,
            bytes: 0,
            told: merit.h,
            next: None,
            path: Vec::new(),
            state: None,
            terminal: None,
            woken: None,
            over_memory: false,
        }
    }

    /// The largest merit of all: the value of p is at most that.
    pub(crate) fn h(&self) -> Score {
        self.best[TOP as usize].most
    }

    /// Is there a node to spawn a process on?
    pub(crate) fn can_spawn(&self) -> bool {
        self.best[TOP as usize].spawn > 0
    }

    /// The bytes of its lists are given back.
    pub(crate) fn release(&mut self, budget: &mut Budget<'_>) {
        let _ = budget.change(std::mem::take(&mut self.bytes), 0);
    }

    /// Turns the repeat loop until it holds a LIVE terminal, waits or has ended.
    pub(crate) fn turn<G, W, B>(&mut self, walk: &mut Walk<'_, G, W>, board: &mut B) -> Result<Turn, Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
        B: Board<S>,
    {
        debug_assert!(self.terminal.is_none(), "a terminal in hand is examined first");
        self.hear(board);
        loop {
            let Some((at, in_spite)) = self.select() else { return Ok(self.wait(board)) };
            self.share(board, at);
            match self.slots[at as usize].stand {
                Stand::Live | Stand::Inactive => self.live_min(walk, at, in_spite)?,
                Stand::ChildLive => self.live_max(walk, board, at)?,
                Stand::ChildSolved if at == TOP && self.stem.is_empty() => return Ok(self.end()),
                Stand::ChildSolved => self.solved_max(walk, at),
                Stand::Solved if at == TOP => return Ok(self.end()),
                Stand::Solved => {
                    if self.solved_min(walk, board, at) {
                        return Ok(self.wait(board));
                    }
                }
                stand => unreachable!("FIRST is {stand:?}"),
            }
            if self.terminal.is_some() {
                board.hold(self.held);
                return Ok(Turn::Held);
            }
        }
    }

    fn wait<B: Board<S>>(&mut self, board: &mut B) -> Turn {
        self.share(board, TOP);
        board.hold(self.held);
        Turn::Waiting
    }

    fn end(&mut self) -> Turn {
        let leaf = self.slots[TOP as usize].leaf;
        Turn::Ended(Merit { h: self.h(), leaf: leaf.map(|leaf| self.leaves.path(leaf).to_vec()) })
    }

    /// Transfers to OPEN from MINPROC what was SOLVED elsewhere, and reads there how far the others have fallen.
    pub(crate) fn hear<B: Board<S>>(&mut self, board: &mut B) {
        while let Some(News { of, merit, solved }) = board.news() {
            let Some(&at) = self.away.get(&of) else { continue };
            self.next = None;
            if solved {
                self.away.remove(&of);
                self.held += 1;
                let leaf = merit.leaf.map(|path| self.leaves.add(&path));
                self.set_leaf(at, leaf);
                self.slots[at as usize].stand = Stand::Solved;
                self.hold(at, Best::held(merit.h));
            } else {
                // What is told late is too high.
                let h = merit.h.min(self.best[at as usize].most);
                self.hold(at, Best { most: h, ..Best::NOTHING });
            }
        }
    }

    /// FIRST: the ACTIVE node with the largest merit. Without an ACTIVE node, the deepest INACTIVE one in spite of M.
    fn select(&mut self) -> Option<(u32, bool)> {
        if let Some(at) = self.next.take() {
            return Some((at, false));
        }
        let Best { first, sleeper, .. } = self.best[TOP as usize];
        self.state = None;
        let mut path = std::mem::take(&mut self.path);
        let selected = if first > Score::WORST {
            Some((self.find(TOP, |best| best.first, &mut path), false))
        } else if sleeper > 0 {
            Some((self.find(TOP, |best| best.sleeper, &mut path), true))
        } else {
            None
        };
        self.path = path;
        selected
    }

    /// Goes down from `at` to the leftmost node that is best in one respect, and tells its path, if `at` is the top.
    fn find<K: PartialEq>(&self, mut at: u32, respect: impl Fn(&Best) -> K, path: &mut Path) -> u32 {
        path.clear();
        path.extend_from_slice(&self.stem);
        loop {
            let Slot { stand, child, block, count, .. } = self.slots[at as usize];
            let above_root = at == TOP && self.stem.is_empty();
            if matches!(stand, Stand::ChildLive | Stand::ChildSolved | Stand::Open) && !above_root {
                path.push(child);
            }
            if stand != Stand::Open {
                return at;
            }
            let wanted = respect(&self.best[at as usize]);
            let siblings = &self.best[block as usize..][..count as usize];
            let number = siblings.iter().position(|best| respect(best) == wanted).expect("the best is one of them");
            path.push(number as u32);
            at = block + number as u32;
        }
    }

    /// A slot holds something else: all above learn what is best now.
    #[inline]
    fn hold(&mut self, at: u32, best: Best) {
        if self.best[at as usize] == best {
            return;
        }
        self.best[at as usize] = best;
        let mut at = at;
        while at != TOP {
            at = self.slots[at as usize].above;
            let best = self.best_of_block(at);
            if self.best[at as usize] == best {
                return;
            }
            self.best[at as usize] = best;
        }
    }

    #[inline]
    fn best_of_block(&self, at: u32) -> Best {
        let Slot { block, count, .. } = self.slots[at as usize];
        self.best[block as usize..][..count as usize].iter().fold(Best::NOTHING, |a, b| a.or(*b))
    }

    /// A LIVE node of MIN at this ply, and how gladly a process would be spawned on it.
    fn live(&self, h: Score, ply: u32, active: bool) -> Best {
        let height = Depth(self.rules.top.0 - ply);
        let spawn = match self.rules.spawn_height {
            Some(least) if height >= least => (1 << if active { 30 } else { 31 }) - ply,
            _ => 0,
        };
        if active { Best { spawn, ..Best::held(h) } } else { Best { most: h, spawn, sleeper: ply, ..Best::NOTHING } }
    }

    /// Updates MINPROC.h, and spawns processes on as many LIVE nodes of MIN as there are free processors, but not on
    /// the node in hand.
    fn share<B: Board<S>>(&mut self, board: &mut B, in_hand: u32) {
        let h = self.h();
        if h != self.told {
            self.told = h;
            board.tell(h);
        }
        if !self.can_spawn() || !board.is_free() {
            return;
        }
        if matches!(self.slots[in_hand as usize].stand, Stand::Live | Stand::Inactive) {
            self.hold(in_hand, Best { spawn: 0, ..self.best[in_hand as usize] });
        }
        let mut path = Path::new();
        while self.can_spawn()
            && let Some(rank) = board.hire()
        {
            let at = self.find(TOP, |best| best.spawn, &mut path);
            let h = self.best[at as usize].most;
            let Slot { state, leaf, .. } = &self.slots[at as usize];
            let leaf = leaf.map(|leaf| self.leaves.path(leaf).to_vec());
            let seed = Seed { path: path.clone(), state: state.clone(), merit: Merit { h, leaf } };
            let name = board.spawn(rank, seed);
            self.slots[at as usize].stand = Stand::Away(name);
            self.set_leaf(at, None);
            self.away.insert(name, at);
            self.held -= 1;
            self.hold(at, Best { most: h, ..Best::NOTHING });
        }
    }

    fn depth(&self) -> Depth {
        Depth(self.rules.top.0 - self.path.len() as u32)
    }

    /// Tells the observer the way to the node in hand.
    #[inline(always)]
    fn tell_path<G: Evaluate, W: Observer>(&self, walk: &mut Walk<'_, G, W>) {
        for (above, &number) in (0..=self.rules.top.0).rev().zip(&self.path) {
            walk.observer.descend(walk.ply(Depth(above)), number);
        }
    }

    /// MM: nodes that may still be added; below 1 when more than M are held.
    fn room(&self) -> Option<u64> {
        let held = self.held + self.away.len() as u64;
        self.rules.memory.map(|memory| memory.saturating_add(1).saturating_sub(held))
    }

    fn live_min<G, W>(&mut self, walk: &mut Walk<'_, G, W>, at: u32, in_spite: bool) -> Result<(), Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        self.tell_path(walk);
        let (depth, h) = (self.depth(), self.best[at as usize].most);
        let slot = &mut self.slots[at as usize];
        let children = match walk.look(&slot.state, depth, -Window::null(h))? {
            Looked::Children(children) => children,
            Looked::Leaf(value) => {
                self.terminal = Some((at, value));
                return Ok(());
            }
        };
        let first = walk.game.child(&slot.state, children, &walk.list, 0).1;
        walk.list.close(children);
        let fits = self.room().is_none_or(|room| {
            walk.reopen(&first, depth.less()).is_none_or(|grandsons| {
                walk.list.close(grandsons);
                room >= u64::from(grandsons.count())
            })
        });
        let just_woken = self.woken.take() == Some(at);
        if fits || in_spite {
            self.over_memory |= !fits;
            self.path.push(0);
            self.state = Some(first);
            self.turn_to_child(at, 0);
        } else {
            self.slots[at as usize].stand = Stand::Inactive;
            self.hold(at, self.live(h, self.path.len() as u32, false));
            if just_woken {
                // Nodes only wake and fall asleep again: the deepest of them gets its first child in spite of M.
                let mut path = std::mem::take(&mut self.path);
                let deepest = self.find(TOP, |best| best.sleeper, &mut path);
                self.path = path;
                self.turn_to_child(deepest, 0);
                self.next = None;
                self.over_memory = true;
            }
        }
        Ok(())
    }

    /// The child with this number takes the place of a node of MIN, LIVE and with its merit.
    fn turn_to_child(&mut self, at: u32, number: u32) {
        let slot = &mut self.slots[at as usize];
        (slot.stand, slot.child) = (Stand::ChildLive, number);
        self.hold(at, Best::held(self.best[at as usize].most));
        self.next = Some(at);
    }

    fn live_max<G, W, B>(&mut self, walk: &mut Walk<'_, G, W>, board: &mut B, at: u32) -> Result<(), Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
        B: Board<S>,
    {
        self.tell_path(walk);
        let (depth, h) = (self.depth(), self.best[at as usize].most);
        let state = self.state.take().unwrap_or_else(|| self.child_state(walk, at, depth));
        let children = match walk.look(&state, depth, Window::null(h))? {
            Looked::Children(children) => children,
            Looked::Leaf(value) => {
                self.terminal = Some((at, value));
                self.state = Some(state);
                return Ok(());
            }
        };
        self.woken = None;
        let leaf = self.slots[at as usize].leaf.take();
        let child = |number| Slot {
            state: walk.game.child(&state, children, &walk.list, number).1,
            leaf,
            stand: Stand::Live,
            above: at,
            child: 0,
            block: 0,
            count: 0,
        };
        let count = children.count();
        if let Some(leaf) = leaf {
            self.leaves.share(leaf, count - 1);
        }
        let best = self.live(h, self.path.len() as u32 + 1, true);
        let block = match self.unused.get_mut(&count).and_then(Vec::pop) {
            Some(block) => {
                for number in 0..count {
                    self.slots[(block + number) as usize] = child(number);
                }
                self.best[block as usize..][..count as usize].fill(best);
                block
            }
            None => {
                let block = self.slots.len() as u32;
                self.grow(&mut walk.budget, count as usize)?;
                self.slots.extend((0..count).map(child));
                self.best.resize(self.slots.len(), best);
                block
            }
        };
        walk.list.close(children);
        let slot = &mut self.slots[at as usize];
        (slot.stand, slot.block, slot.count) = (Stand::Open, block, count);
        self.hold(at, best);
        self.held += u64::from(count) - 1;
        self.path.push(0);
        self.next = Some(block);
        self.inserted(walk, board);
        Ok(())
    }

    fn inserted<G: Evaluate, W: Observer, B: Board<S>>(&mut self, walk: &mut Walk<'_, G, W>, board: &mut B) {
        walk.observer.stored(board.hold(self.held));
        self.over_memory |= self.room() == Some(0);
    }

    /// The merit of a slot comes from another leaf.
    fn set_leaf(&mut self, at: u32, leaf: Option<Leaf>) {
        if let Some(before) = std::mem::replace(&mut self.slots[at as usize].leaf, leaf) {
            self.leaves.release(before);
        }
    }

    /// Makes place for further slots, for twice as many if the limit on bytes allows.
    fn grow(&mut self, budget: &mut Budget<'_>, count: usize) -> Result<(), Stopped> {
        let len = self.slots.len() + count;
        let size = size_of::<Slot<S>>() + size_of::<Best>() + self.leaves.size();
        let bytes = |slots: usize| (slots * size) as u64;
        if len <= self.slots.capacity() && self.bytes >= bytes(len) {
            return Ok(());
        }
        let twice = len.max(2 * self.slots.capacity()).max(8);
        let room = if budget.fits(self.bytes, bytes(twice)) { twice } else { len };
        budget.change(self.bytes, bytes(room))?;
        self.bytes = bytes(room);
        let more = room - self.slots.len();
        let reserved = self.slots.try_reserve_exact(more).and_then(|()| self.best.try_reserve_exact(more));
        // A leaf that is kept belongs to a slot, so there are no more of them.
        let reserved = reserved.and_then(|()| self.leaves.reserve(room));
        reserved.or_else(|_| budget.end(crate::limits::Reason::Memory))
    }

    fn child_state<G, W>(&self, walk: &mut Walk<'_, G, W>, at: u32, depth: Depth) -> S
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        let Slot { state, child, .. } = &self.slots[at as usize];
        if at == TOP && self.stem.is_empty() {
            return state.clone();
        }
        let children = walk.reopen(state, Depth(depth.0 + 1)).expect("a node with a child is inner");
        let state = walk.game.child(state, children, &walk.list, *child).1;
        walk.list.close(children);
        state
    }

    /// Examines the LIVE terminal in hand.
    pub(crate) fn examine<G, W, B>(&mut self, walk: &mut Walk<'_, G, W>, board: &mut B) -> Result<(), Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
        B: Board<S>,
    {
        let Some((at, value)) = self.terminal else { return Ok(()) };
        self.tell_path(walk);
        let h = self.best[at as usize].most;
        let is_max = self.path.len().is_multiple_of(2);
        let depth = self.depth();
        let slot = &mut self.slots[at as usize];
        let score = walk.take_leaf(self.state.as_ref().unwrap_or(&slot.state), depth, value)?;
        let score = if is_max { score } else { -score };
        self.terminal = None;
        self.state = None;
        self.woken = None;
        slot.stand = if is_max { Stand::ChildSolved } else { Stand::Solved };
        if score < h {
            self.set_leaf(at, None);
            self.slots[at as usize].leaf = Some(self.leaves.add(&self.path));
            self.hold(at, Best::held(score));
        } else {
            self.hold(at, Best::held(h));
            self.next = Some(at);
        }
        self.inserted(walk, board);
        Ok(())
    }

    /// The next child of a node of MIN follows one that is SOLVED, or the node is SOLVED itself.
    fn solved_max<G, W>(&mut self, walk: &mut Walk<'_, G, W>, at: u32)
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        self.woken = None;
        let depth = Depth(self.depth().0 + 1);
        let slot = &mut self.slots[at as usize];
        let children = walk.reopen(&slot.state, depth).expect("a node with a child is inner");
        let number = slot.child + 1;
        self.path.pop();
        if number < children.count() {
            self.state = Some(walk.game.child(&slot.state, children, &walk.list, number).1);
            self.path.push(number);
            self.turn_to_child(at, number);
        } else {
            slot.stand = Stand::Solved;
            self.next = Some(at);
        }
        walk.list.close(children);
    }

    /// A SOLVED node of MIN: its parent is SOLVED too, unless there are descendants of the parent left with more merit.
    /// True if the process has to wait for them.
    fn solved_min<G, W, B>(&mut self, walk: &mut Walk<'_, G, W>, board: &mut B, at: u32) -> bool
    where
        G: Evaluate<State = S>,
        W: Observer,
        B: Board<S>,
    {
        let h = self.best[at as usize].most;
        let above = self.slots[at as usize].above;
        let Slot { block, count, .. } = self.slots[above as usize];
        let mut left = false;
        for sibling in (block..block + count).filter(|sibling| *sibling != at) {
            self.prune(board, sibling, h);
            left |= self.slots[sibling as usize].stand != Stand::Gone;
        }
        if left {
            self.hold(above, self.best_of_block(above));
            if self.best[above as usize].sleeper == 0 {
                return true;
            }
            let sleeper = self.find(above, |best| best.sleeper, &mut Path::new());
            let Best { most, sleeper: ply, .. } = self.best[sleeper as usize];
            self.slots[sleeper as usize].stand = Stand::Live;
            self.hold(sleeper, self.live(most, ply, true));
            self.woken = Some(sleeper);
            return false;
        }
        let number = self.path.pop().expect("a node of MIN is no root");
        self.tell_path(walk);
        walk.cut(self.depth(), number, Cut::Solved);
        let leaf = self.slots[at as usize].leaf.take();
        self.set_leaf(above, leaf);
        self.slots[above as usize].stand = Stand::ChildSolved;
        self.unused.entry(count).or_default().push(block);
        self.hold(above, Best::held(h));
        self.next = Some(above);
        false
    }

    /// Removes what has at most this merit, in a slot and below it, and kills the processes there.
    fn prune<B: Board<S>>(&mut self, board: &mut B, at: u32, h: Score) {
        let Slot { stand, block, count, .. } = self.slots[at as usize];
        let all = self.best[at as usize].most <= h;
        match stand {
            Stand::Gone => return,
            Stand::Open => {
                (block..block + count).for_each(|child| self.prune(board, child, h));
                if !all {
                    self.best[at as usize] = self.best_of_block(at);
                    return;
                }
                self.unused.entry(count).or_default().push(block);
            }
            _ if !all => return,
            Stand::Away(name) => {
                self.away.remove(&name);
                board.kill(name);
            }
            _ => self.held -= 1,
        }
        self.woken = None;
        self.slots[at as usize].stand = Stand::Gone;
        self.set_leaf(at, None);
        self.best[at as usize] = Best::NOTHING;
    }
}
