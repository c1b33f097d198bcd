//! SSS* (Stockman 1979) and DUAL* (Marsland, Reinefeld and Schaeffer 1987): best-first searches of solution trees, in
//! the order of the papers, without their OPEN list.
//!
//! Player A chooses among all children at once, player B is led through them one after the other. A merit `m`, in A's
//! view, is an upper bound of what a solution tree still can give; merits only fall, and the largest, leftmost among
//! equals, goes on. SSS* takes the mover at the root for A, DUAL* the opponent; one text serves both.
//!
//! The leaves are those of the papers' OPEN lists, in their order. What differs is the bookkeeping:
//!
//! * To fill a node of A under the merit `m` is a null-window search: each child of B reads its children until one falls
//!   below `m`; a B that runs out of children solves the A above at `m`, and nothing of it need be kept.
//! * Only nodes of B are stored, siblings side by side in a block, each with the block of its current
//!   child. A step goes down along the leaders of the blocks, and back up to give every block its new leader.
//! * A row of leaves below A is one value, and never stored.

use provebest_game::{Children, Depth, Evaluate, Score, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Observer};
use crate::report::{Report, Search, Task};
use crate::sequential::sss_store::{Link, Node, Rank, Store, Tail, UnderWay};
use crate::walk::{Entered, Walk};

/// SSS*: the most promising solution tree first, with the mover at the root as the one who chooses.
///
/// Every way of answering the mover is given a merit, an upper bound of what it still can yield. Merits only fall; the
/// largest, leftmost among equals, goes on until it is solved.
///
/// Contract: the value `V` exactly. Stopped early it has proved `V <= m` for the largest merit `m`.
///
/// Stockman 1979. The leaves are those of the paper's OPEN list, in its order.
///
/// Time: never a leaf that alpha-beta does not visit, each once. Memory: about w^ceil(d/2) nodes of 28 bytes and the
/// game's state, and the lines behind them.
///
/// ```
/// use provebest_search::{Search, SssStar, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let report = SssStar.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!((report.value, report.path), (Some(Score(3)), vec![0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SssStar;

/// DUAL*: [`SssStar`] with the roles exchanged, which searches the children of the root from left to right.
///
/// Contract: the value `V` exactly. Stopped early it has proved `V >= -m` for the largest merit `m` of the opponent.
///
/// Marsland, Reinefeld and Schaeffer 1987, figure 4, with the leftmost of equal merits first.
///
/// Time: never a leaf that alpha-beta does not visit, each once. Memory: about w^floor(d/2) nodes of 28 bytes and the
/// game's state, and the lines behind them.
///
/// ```
/// use provebest_search::{DualStar, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let report = DualStar.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!((report.value, report.path), (Some(Score(3)), vec![0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct DualStar;

impl Search for SssStar {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, Window::FULL, |walk, root| {
            let mut store = Store::new(&root);
            walk.observer.stored(store.open);
            let (score, line) = match fill(walk, &mut store, &root, task.depth, Score::INFINITY)? {
                Filled::Solved => (Score::INFINITY, Vec::new()),
                Filled::Fell(score, Fall::Leaf) => (score, Vec::new()),
                Filled::Fell(score, Fall::Row { leaf, .. }) => (score, vec![leaf]),
                Filled::Fell(_, Fall::Block(UnderWay { block, count, mut leader })) => loop {
                    let merit = store.ranks[(block + leader) as usize].merit();
                    walk.ceiling = Some(merit);
                    match run(walk, &mut store, block, count, leader, task.depth)? {
                        Went::Solved => break (merit, store.line(block + leader, vec![leader])),
                        Went::Fell(first) => leader = first.number(),
                    }
                },
            };
            walk.lines.set(task.depth, &line.into());
            Ok(score)
        })
    }
}

/// DUAL* that begins with a bound: of a value that does not exceed it, only that is found out.
///
/// Contract, for the result `v`: `v > bound` means `V = v`, `v = bound` means `V <= bound`.
///
/// Marsland, Reinefeld and Schaeffer 1987, figure 4: DUAL(root, bound).
///
/// Time: with a bound below the value never a leaf that [`DualStar`] does not visit. Memory: that of DUAL*.
///
/// ```
/// use provebest_search::{DualStarAbove, Kind, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let (root, above) = (tree.root(), |bound| DualStarAbove { bound: Score(bound) });
/// let task = Task::new(&tree, &root, tree.height());
/// assert_eq!(above(2).search(&task, &mut ())?.value, Some(Score(3)));
/// let report = above(7).search(&task, &mut ())?;
/// assert_eq!((report.value, report.kind), (Some(Score(7)), Kind::Upper));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DualStarAbove {
    /// What the value must exceed to be found.
    pub bound: Score,
}

impl Search for DualStar {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        DualStarAbove { bound: Score::WORST }.search(task, observer)
    }
}

impl Search for DualStarAbove {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, Window::new(self.bound, Score::INFINITY), |walk, root| {
            let mut store = Store::new(&root);
            walk.observer.stored(store.open);
            let mut merit = -self.bound;
            let children = match walk.enter_one(&root, task.depth, -Window::null(merit))? {
                Entered::Children(children) => children,
                Entered::Done(score) => return Ok(score.max(self.bound)),
            };
            walk.list.close(children);
            let slot = store.block(&mut walk.budget, 1)?;
            store.nodes[slot as usize] = Node::new(root);
            let solved = loop {
                match step(walk, &mut store, slot, task.depth, merit) {
                    Ok(Went::Solved) => break Ok(-merit),
                    Ok(Went::Fell(rank)) => merit = rank.merit(),
                    Err(stopped) => break Err(stopped),
                }
                walk.finished = Some(-merit);
            };
            walk.lines.set(task.depth, &store.standing(slot).into());
            solved
        })
    }
}

/// What became of a node of A that was filled under a merit.
enum Filled {
    /// It can keep the merit, whatever B does.
    Solved,
    /// It has less: this score, for this reason.
    Fell(Score, Fall),
}

enum Fall {
    /// It is a leaf.
    Leaf,
    /// Its children are leaves, `count` of them, and this one is the best.
    Row { leaf: u32, count: u32 },
    /// All its children fell; they are stored here, and this one leads.
    Block(UnderWay),
}

/// How a stored node, or the leader of a block, went on.
enum Went {
    /// Solved at its merit.
    Solved,
    /// Fallen; for a block, its leader now.
    Fell(Rank),
}

/// Looks at a node of A for the first time: can it have `merit`?
fn fill<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    store: &mut Store<G::State>,
    node: &G::State,
    depth: Depth,
    merit: Score,
) -> Result<Filled, Stopped> {
    let children = match walk.enter_one(node, depth, Window::null(merit))? {
        Entered::Children(children) => children,
        Entered::Done(score) => {
            return Ok(if score >= merit { Filled::Solved } else { Filled::Fell(score, Fall::Leaf) });
        }
    };
    let count = children.count();
    store.open += u64::from(count) - 1;
    walk.observer.stored(store.open);
    if depth == Depth(1) {
        let (score, leaf) = walk.row(node, children, 0, merit);
        walk.list.close(children);
        if score >= merit {
            store.open -= u64::from(count) - 1;
            walk.cut(depth, leaf, Cut::Solved);
            return Ok(Filled::Solved);
        }
        return Ok(Filled::Fell(score, Fall::Row { leaf, count }));
    }
    let block = store.block(&mut walk.budget, count)?;
    let mut first = Rank::LAST;
    for number in 0..count {
        let slot = (block + number) as usize;
        let child = walk.child(node, children, depth, number);
        let fell = match walk.enter_one(&child, depth.less(), -Window::null(merit))? {
            Entered::Done(score) => {
                store.nodes[slot] = Node { tail: Tail::HERE, ..Node::new(child) };
                store.under_way[slot] = UnderWay::NOTHING;
                Some(-score).filter(|score| *score < merit)
            }
            Entered::Children(below) if depth == Depth(2) => {
                let fell = read_row(walk, &child, below, 0, merit);
                walk.list.close(below);
                fell.map(|(score, leaf)| {
                    store.nodes[slot] = Node { next: leaf + 1, tail: Tail::leaf(leaf), ..Node::new(child) };
                    score
                })
            }
            Entered::Children(below) => {
                let mut child = Node::new(child);
                store.under_way[slot] = UnderWay::NOTHING;
                let fell = read(walk, store, slot, &mut child, below, depth.less(), merit)?;
                walk.list.close(below);
                store.nodes[slot] = child;
                fell
            }
        };
        let Some(score) = fell else {
            store.release(block, count, number, depth.less());
            walk.list.close(children);
            walk.cut(depth, number, Cut::Solved);
            return Ok(Filled::Solved);
        };
        store.ranks[slot] = Rank::new(score, number);
        first = first.max(store.ranks[slot]);
    }
    walk.list.close(children);
    Ok(Filled::Fell(first.merit(), Fall::Block(UnderWay { block, count, leader: first.number() })))
}

/// Leads a node of B through the leaves below it, from number `from` on, until one falls below the merit: its value and
/// number.
#[inline(always)]
fn read_row<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    node: &G::State,
    children: Children,
    from: u32,
    merit: Score,
) -> Option<(Score, u32)> {
    let beta = -merit + 1;
    let (score, leaf) = walk.row(node, children, from, beta);
    (score >= beta).then_some((-score, leaf))
}

/// Leads a node of B, not just above the leaves, through its further children under a merit, until one of them falls: to what it
/// falls, or `None` if all children keep the merit.
fn read<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    store: &mut Store<G::State>,
    slot: usize,
    node: &mut Node<G::State>,
    children: Children,
    depth: Depth,
    merit: Score,
) -> Result<Option<Score>, Stopped> {
    while node.next < children.count() {
        let number = node.next;
        node.next += 1;
        let child = walk.child(&node.state, children, depth, number);
        if let Filled::Fell(score, fall) = fill(walk, store, &child, depth.less(), merit)? {
            match fall {
                Fall::Leaf => store.fall(node, Tail::leaf(number)),
                Fall::Row { leaf, count } => {
                    let tail = store.link(&mut walk.budget, Link { fell: number, by: leaf, tail: Tail::HERE })?;
                    store.fall(node, tail);
                    store.under_way[slot] = UnderWay::row(count);
                }
                Fall::Block(block) => store.under_way[slot] = block,
            }
            walk.tell_update(depth, number, -score);
            return Ok(Some(score));
        }
    }
    Ok(None)
}

/// A stored node of B goes on until its merit falls or it is solved.
fn step<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    store: &mut Store<G::State>,
    slot: u32,
    depth: Depth,
    merit: Score,
) -> Result<Went, Stopped> {
    let under_way = if depth > Depth(1) { store.under_way(slot) } else { None };
    if let Some(UnderWay { block, count, leader }) = under_way {
        walk.observer.descend(walk.ply(depth), store.nodes[slot as usize].next - 1);
        if let Went::Fell(first) = run(walk, store, block, count, leader, depth.less())? {
            store.under_way[slot as usize].leader = first.number();
            return Ok(Went::Fell(first));
        }
        store.solve(&mut walk.budget, slot, leader, depth.less())?;
    }
    let fell = read_on(walk, store, slot, depth, merit)?;
    Ok(fell.map_or(Went::Solved, |merit| Went::Fell(Rank::new(merit, 0))))
}

/// The leader of a block, below a node of A, goes on until its merit falls or it is solved.
fn run<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    store: &mut Store<G::State>,
    block: u32,
    count: u32,
    leader: u32,
    depth: Depth,
) -> Result<Went, Stopped> {
    walk.observer.descend(walk.ply(depth), leader);
    let slot = block + leader;
    let first = store.ranks[slot as usize];
    let second = store.second(block, count, first);
    match step(walk, store, slot, depth.less(), first.merit())? {
        Went::Solved => {
            walk.cut(depth, leader, Cut::Solved);
            Ok(Went::Solved)
        }
        Went::Fell(fallen) => {
            let fallen = Rank::new(fallen.merit(), leader);
            store.ranks[slot as usize] = fallen;
            Ok(Went::Fell(fallen.max(second)))
        }
    }
}

/// A stored node of B reads on under its merit: to what it falls, or `None` if all its children keep the merit.
#[inline(always)]
fn read_on<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    store: &mut Store<G::State>,
    slot: u32,
    depth: Depth,
    merit: Score,
) -> Result<Option<Score>, Stopped> {
    let Some(children) = walk.reopen(&store.nodes[slot as usize].state, depth) else { return Ok(None) };
    let fell = if depth == Depth(1) {
        let Node { state, next, .. } = store.nodes[slot as usize].clone();
        if next < children.count() {
            walk.budget.ask()?;
        }
        let fell = read_row(walk, &state, children, next, merit);
        fell.map(|(score, leaf)| {
            let node = &mut store.nodes[slot as usize];
            (node.next, node.tail) = (leaf + 1, Tail::leaf(leaf));
            score
        })
    } else {
        let mut node = store.take(slot);
        let fell = read(walk, store, slot as usize, &mut node, children, depth, merit);
        store.nodes[slot as usize] = node;
        fell?
    };
    walk.list.close(children);
    Ok(fell)
}
