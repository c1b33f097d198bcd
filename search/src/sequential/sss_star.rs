//! SSS* and DUAL*: best-first searches of solution trees, in the order of the papers, without their OPEN list.
//!
//! Player A chooses among all sons at once, player B is led through them one after the other. A merit `m`, in A's
//! view, is an upper bound of what a solution tree still can give; merits only fall, and the largest, leftmost among
//! equals, goes on. SSS* takes the mover at the root for A, DUAL* the opponent; one text serves both.
//!
//! Stockman 1979; DUAL*: Marsland, Reinefeld and Schaeffer 1987, figure 4, with the leftmost of equal merits first.
//! The leaves are those of the papers' OPEN lists, in their order. What differs is the bookkeeping:
//!
//! * To fill a node of A under the merit `m` is a null-window search: each son of B reads its sons until one falls
//!   below `m`; a B that runs out of sons solves the A above at `m`, and nothing of it need be kept.
//! * Only nodes of B are stored, brothers side by side in a block, each with the block of its current
//!   son. The best brother goes on while it beats the second best, so most steps never come back up to the root.
//! * A row of leaves below A is one value, and never stored.
//!
//! Result: `V` exactly. Stopped early, SSS* has proved `V <= m`, DUAL* `V >= -m`.
//!
//! Time: never a leaf that alpha-beta does not visit, each once. Memory: about w^ceil(d/2) nodes (DUAL*:
//! w^floor(d/2)) of 36 bytes and the game's state.

use provebest_game::{Depth, Evaluate, Score, Sons, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Watch};
use crate::report::{Report, Search, Task};
use crate::sequential::sss_store::{Link, Node, Store, Tail};
use crate::walk::{Entered, Walk};

/// SSS*, with the mover at the root as the one who chooses.
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

/// DUAL*: SSS* with the roles exchanged, which searches the sons of the root from left to right.
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
    fn search<G: Evaluate, W: Watch>(&self, task: &Task<'_, G>, watch: &mut W) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, watch, Window::FULL, |walk, root| {
            let mut store = Store::new(&root);
            walk.watch.stored(store.open);
            let (score, line) = match fill(walk, &mut store, &root, task.depth, Score::INFINITY)? {
                Filled::Solved => (Score::INFINITY, Vec::new()),
                Filled::Fell(score, Fall::Leaf) => (score, Vec::new()),
                Filled::Fell(score, Fall::Row { leaf, .. }) => (score, vec![leaf]),
                Filled::Fell(_, Fall::Block { block, count }) => {
                    let went = run(walk, &mut store, block, count, task.depth, Score::WORST);
                    walk.ceiling = store.merits(block, count).iter().copied().max();
                    match went? {
                        Went::Solved(score, by) => (score, store.line(block + by, vec![by])),
                        Went::Fell(score) => (score, Vec::new()),
                    }
                }
            };
            walk.lines.set(task.depth, &line);
            Ok(score)
        })
    }
}

impl Search for DualStar {
    fn search<G: Evaluate, W: Watch>(&self, task: &Task<'_, G>, watch: &mut W) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, watch, Window::FULL, |walk, root| {
            let mut store = Store::new(&root);
            walk.watch.stored(store.open);
            let sons = match walk.open_inner(&root, task.depth, -Window::null(Score::INFINITY))? {
                Entered::Sons(sons) => sons,
                Entered::Done(score) => return Ok(score),
            };
            walk.list.close(sons);
            let slot = store.block(&mut walk.budget, 1)?;
            store.nodes[slot as usize] = Node::new(root);
            let went = step(walk, &mut store, slot, task.depth, Score::INFINITY, Score::WORST);
            walk.lines.set(task.depth, &store.standing(slot));
            went.map(|(Went::Solved(merit, _) | Went::Fell(merit))| -merit)
        })
    }
}

/// What became of a node of A that was filled under a merit.
enum Filled {
    /// It can keep the merit, whatever B does.
    Solved,
    /// It has less: so much, and because of this.
    Fell(Score, Fall),
}

enum Fall {
    /// It is a leaf.
    Leaf,
    /// Its sons are leaves, `count` of them, and this one is the best.
    Row { leaf: u32, count: u32 },
    /// All its sons fell; they are stored here.
    Block { block: u32, count: u32 },
}

/// How a stored node, or a block of them, went on.
enum Went {
    /// Solved at this merit (a block: by this brother).
    Solved(Score, u32),
    /// Fallen below the second best, to this merit.
    Fell(Score),
}

/// Looks at a node of A for the first time: can it have `merit`?
fn fill<G: Evaluate, W: Watch>(
    walk: &mut Walk<'_, G, W>,
    store: &mut Store<G::State>,
    node: &G::State,
    depth: Depth,
    merit: Score,
) -> Result<Filled, Stopped> {
    let sons = match walk.open_inner(node, depth, Window::null(merit))? {
        Entered::Sons(sons) => sons,
        Entered::Done(score) => {
            return Ok(if score >= merit { Filled::Solved } else { Filled::Fell(score, Fall::Leaf) });
        }
    };
    let count = sons.count();
    store.open += u64::from(count) - 1;
    walk.watch.stored(store.open);
    if depth == Depth(1) {
        let (score, leaf) = walk.row(node, sons, 0, merit);
        walk.list.close(sons);
        if score >= merit {
            store.open -= u64::from(count) - 1;
            walk.cut(depth, leaf, Cut::Solved);
            return Ok(Filled::Solved);
        }
        return Ok(Filled::Fell(score, Fall::Row { leaf, count }));
    }
    let block = store.block(&mut walk.budget, count)?;
    let mut best = Score::WORST;
    for number in 0..count {
        let slot = (block + number) as usize;
        let son = walk.son(node, sons, depth, number);
        let fell = match walk.open_inner(&son, depth.less(), -Window::null(merit))? {
            Entered::Done(score) => {
                store.nodes[slot] = Node { tail: Tail::HERE, ..Node::new(son) };
                Some(-score).filter(|score| *score < merit)
            }
            Entered::Sons(below) if depth == Depth(2) => {
                let fell = read_row(walk, &son, below, 0, merit);
                walk.list.close(below);
                fell.map(|(score, leaf)| {
                    store.nodes[slot] = Node { next: leaf + 1, tail: Tail::leaf(leaf), ..Node::new(son) };
                    score
                })
            }
            Entered::Sons(below) => {
                let mut son = Node::new(son);
                let fell = read(walk, store, &mut son, below, depth.less(), merit)?;
                walk.list.close(below);
                store.nodes[slot] = son;
                fell
            }
        };
        let Some(score) = fell else {
            store.release(block, count, number, depth.less());
            walk.list.close(sons);
            walk.cut(depth, number, Cut::Solved);
            return Ok(Filled::Solved);
        };
        store.merits[slot] = score;
        best = best.max(score);
    }
    walk.list.close(sons);
    Ok(Filled::Fell(best, Fall::Block { block, count }))
}

/// Leads a node of B through the leaves below it, from number `from` on, until one falls below the merit: its value and
/// number.
#[inline(always)]
fn read_row<G: Evaluate, W: Watch>(
    walk: &mut Walk<'_, G, W>,
    node: &G::State,
    sons: Sons,
    from: u32,
    merit: Score,
) -> Option<(Score, u32)> {
    let beta = -merit + 1;
    let (score, leaf) = walk.row(node, sons, from, beta);
    (score >= beta).then_some((-score, leaf))
}

/// Leads a node of B, not just above the leaves, through its further sons under a merit, until one of them falls: to what it falls, or `None` if
/// all sons keep the merit.
fn read<G: Evaluate, W: Watch>(
    walk: &mut Walk<'_, G, W>,
    store: &mut Store<G::State>,
    node: &mut Node<G::State>,
    sons: Sons,
    depth: Depth,
    merit: Score,
) -> Result<Option<Score>, Stopped> {
    while node.next < sons.count() {
        let number = node.next;
        node.next += 1;
        let son = walk.son(&node.state, sons, depth, number);
        if let Filled::Fell(score, fall) = fill(walk, store, &son, depth.less(), merit)? {
            match fall {
                Fall::Leaf => store.fall(node, Tail::leaf(number)),
                Fall::Row { leaf, count } => {
                    let tail = store.link(Link { fell: number, by: leaf, tail: Tail::HERE });
                    store.fall(node, tail);
                    (node.block, node.count) = (Node::<G::State>::ROW, count);
                }
                Fall::Block { block, count } => (node.block, node.count) = (block, count),
            }
            walk.tell_update(depth, number, -score);
            return Ok(Some(score));
        }
    }
    Ok(None)
}

/// Goes on with a stored node of B while its merit is at least `floor`.
fn step<G: Evaluate, W: Watch>(
    walk: &mut Walk<'_, G, W>,
    store: &mut Store<G::State>,
    slot: u32,
    depth: Depth,
    mut merit: Score,
    floor: Score,
) -> Result<Went, Stopped> {
    loop {
        if let Some((number, block, count)) = store.under_way(slot) {
            walk.watch.son(walk.ply(depth), number);
            match run(walk, store, block, count, depth.less(), floor)? {
                Went::Fell(merit) => return Ok(Went::Fell(merit)),
                Went::Solved(score, by) => {
                    store.solve(slot, by, depth.less());
                    merit = score;
                }
            }
        }
        match read_on(walk, store, slot, depth, merit)? {
            None => return Ok(Went::Solved(merit, 0)),
            Some(score) => merit = score,
        }
        walk.proved(depth, -merit);
        if merit < floor {
            return Ok(Went::Fell(merit));
        }
    }
}

/// A stored node of B reads on under its merit: to what it falls, or `None` if all its sons keep the merit.
#[inline(always)]
fn read_on<G: Evaluate, W: Watch>(
    walk: &mut Walk<'_, G, W>,
    store: &mut Store<G::State>,
    slot: u32,
    depth: Depth,
    merit: Score,
) -> Result<Option<Score>, Stopped> {
    let Some(sons) = walk.reopen(&store.nodes[slot as usize].state, depth) else { return Ok(None) };
    let fell = if depth == Depth(1) {
        let node = &mut store.nodes[slot as usize];
        let fell = read_row(walk, &node.state, sons, node.next, merit);
        fell.map(|(score, leaf)| {
            (node.next, node.tail) = (leaf + 1, Tail::leaf(leaf));
            score
        })
    } else {
        let mut node = store.take(slot);
        let fell = read(walk, store, &mut node, sons, depth, merit);
        store.nodes[slot as usize] = node;
        fell?
    };
    walk.list.close(sons);
    Ok(fell)
}

/// Goes on with the best of the brothers in a block, below a node of A, while its merit is at least `floor`.
fn run<G: Evaluate, W: Watch>(
    walk: &mut Walk<'_, G, W>,
    store: &mut Store<G::State>,
    block: u32,
    count: u32,
    depth: Depth,
    floor: Score,
) -> Result<Went, Stopped> {
    loop {
        let Race { leader, merit, second, second_is_left } = Race::of(store.merits(block, count));
        if merit < floor {
            return Ok(Went::Fell(merit));
        }
        walk.watch.son(walk.ply(depth), leader);
        // A brother to the left wins ties, one to the right loses them.
        let to_stay_ahead = if second_is_left { second + 1 } else { second };
        match step(walk, store, block + leader, depth.less(), merit, floor.max(to_stay_ahead))? {
            Went::Solved(merit, _) => {
                walk.cut(depth, leader, Cut::Solved);
                return Ok(Went::Solved(merit, leader));
            }
            Went::Fell(merit) => {
                store.merits[(block + leader) as usize] = merit;
                if merit.max(second) < floor {
                    return Ok(Went::Fell(merit.max(second)));
                }
            }
        }
    }
}

/// Who leads among brothers: the leftmost of the best merits; and the one behind.
struct Race {
    leader: u32,
    merit: Score,
    second: Score,
    second_is_left: bool,
}

impl Race {
    #[inline(always)]
    fn of(merits: &[Score]) -> Race {
        // Merit above, place from the right below: the larger number is the better one, and no two are equal.
        let rank = |merit: Score, place: usize| (i64::from(merit.0) << 32) | i64::from(u32::MAX - place as u32);
        let (mut first, mut second) = (i64::MIN, rank(Score::WORST, u32::MAX as usize));
        let mut pairs = merits.chunks_exact(2);
        let mut place = 0;
        for pair in &mut pairs {
            let (one, other) = (rank(pair[0], place), rank(pair[1], place + 1));
            let (high, low) = (one.max(other), one.min(other));
            second = second.max(low).max(first.min(high));
            first = first.max(high);
            place += 2;
        }
        for &merit in pairs.remainder() {
            let this = rank(merit, place);
            second = second.max(first.min(this));
            first = first.max(this);
        }
        Race {
            leader: u32::MAX - first as u32,
            merit: Score((first >> 32) as i32),
            second: Score((second >> 32) as i32),
            second_is_left: second as u32 > first as u32,
        }
    }
}
