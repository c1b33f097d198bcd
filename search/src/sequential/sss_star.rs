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
//! * Only nodes of B are stored, brothers side by side in a block, each with its merit and the block of its current
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
use crate::sequential::sss_store::{Node, Store, Tail};
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
            let mut store = Store::new();
            walk.watch.stored(store.open);
            let (score, line) = match fill(walk, &mut store, &root, task.depth, Score::INFINITY)? {
                Filled::Solved => (Score::INFINITY, Vec::new()),
                Filled::Fell(score, Fall::Leaf) => (score, Vec::new()),
                Filled::Fell(score, Fall::Row { leaf, .. }) => (score, vec![leaf]),
                Filled::Fell(merit, Fall::Block { block, count }) => {
                    walk.ceiling = Some(merit);
                    let went = run(walk, &mut store, block, count, task.depth, Score::WORST);
                    walk.ceiling = store.merits(block, count).iter().copied().max();
                    let Went::Solved(score, by) = went? else { return Ok(Score::WORST) };
                    let mut line = vec![by];
                    store.line(block + by, &mut line);
                    (score, line)
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
            let mut store = Store::new();
            walk.watch.stored(store.open);
            let sons = match walk.open_inner(&root, task.depth, -Window::null(Score::INFINITY))? {
                Entered::Sons(sons) => sons,
                Entered::Done(score) => return Ok(score),
            };
            walk.list.close(sons);
            let slot = store.block(&mut walk.budget, 1)?;
            store.nodes[slot as usize] = Some(Node::new(root));
            store.merits[slot as usize] = Score::INFINITY;
            let went = step(walk, &mut store, slot, task.depth, Score::WORST);
            let (merit, line) = store.standing(slot);
            walk.finished = (merit < Score::INFINITY).then_some(-merit);
            walk.lines.set(task.depth, &line);
            went.map(|_| -merit)
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
    for number in 0..count {
        let mut son = Node::new(walk.son(node, sons, depth, number));
        let fell = match walk.open_inner(&son.state, depth.less(), -Window::null(merit))? {
            Entered::Sons(below) => {
                let fell = read(walk, store, &mut son, below, depth.less(), merit)?;
                walk.list.close(below);
                fell
            }
            Entered::Done(score) => {
                son.tail = Tail::Here;
                Some(-score).filter(|score| *score < merit)
            }
        };
        let Some(score) = fell else {
            store.release(block, count, number, depth.less());
            walk.list.close(sons);
            walk.cut(depth, number, Cut::Solved);
            return Ok(Filled::Solved);
        };
        store.merits[(block + number) as usize] = score;
        store.nodes[(block + number) as usize] = Some(son);
    }
    walk.list.close(sons);
    let best = store.merits(block, count).iter().copied().max().unwrap_or(Score::WORST);
    Ok(Filled::Fell(best, Fall::Block { block, count }))
}

/// Leads a node of B through its further sons under a merit, until one of them falls: to what it falls, or `None` if
/// all sons keep the merit.
fn read<G: Evaluate, W: Watch>(
    walk: &mut Walk<'_, G, W>,
    store: &mut Store<G::State>,
    node: &mut Node<G::State>,
    sons: Sons,
    depth: Depth,
    merit: Score,
) -> Result<Option<Score>, Stopped> {
    if depth == Depth(1) {
        let beta = -merit + 1;
        let (score, leaf) = walk.row(&node.state, sons, node.next, beta);
        if score < beta {
            node.next = sons.count();
            return Ok(None);
        }
        (node.next, node.fell, node.tail) = (leaf + 1, leaf, Tail::Leaf);
        return Ok(Some(-score));
    }
    while node.next < sons.count() {
        let number = node.next;
        node.next += 1;
        let son = walk.son(&node.state, sons, depth, number);
        if let Filled::Fell(score, fall) = fill(walk, store, &son, depth.less(), merit)? {
            match fall {
                Fall::Leaf => store.fall(node, number, Tail::Leaf),
                Fall::Row { leaf, count } => {
                    store.fall(node, number, Tail::Row(leaf));
                    node.row = count - 1;
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
    floor: Score,
) -> Result<Went, Stopped> {
    let mut merit = store.merits[slot as usize];
    let mut node = store.take(slot);
    let went = loop {
        if node.count > 0 {
            walk.watch.son(walk.ply(depth), node.next - 1);
            match run(walk, store, node.block, node.count, depth.less(), floor) {
                Ok(Went::Solved(score, by)) => {
                    merit = score;
                    store.solve(&mut node, by, depth.less());
                }
                Ok(Went::Fell(score)) => break Ok(Went::Fell(score)),
                Err(stopped) => break Err(stopped),
            }
        }
        store.open -= u64::from(std::mem::take(&mut node.row));
        let fell = match walk.reopen(&node.state, depth) {
            Some(sons) => {
                let fell = read(walk, store, &mut node, sons, depth, merit);
                walk.list.close(sons);
                fell
            }
            None => Ok(None),
        };
        match fell {
            Ok(None) => break Ok(Went::Solved(merit, 0)),
            Ok(Some(score)) if score < floor => break Ok(Went::Fell(score)),
            Ok(Some(score)) => merit = score,
            Err(stopped) => break Err(stopped),
        }
    };
    store.merits[slot as usize] = if let Ok(Went::Fell(score)) = went { score } else { merit };
    store.nodes[slot as usize] = Some(node);
    went
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
        let (best, merit, rival) = leader(store.merits(block, count));
        if merit < floor {
            return Ok(Went::Fell(merit));
        }
        walk.watch.son(walk.ply(depth), best);
        if let Went::Solved(score, _) = step(walk, store, block + best, depth.less(), floor.max(rival))? {
            walk.cut(depth, best, Cut::Solved);
            return Ok(Went::Solved(score, best));
        }
    }
}

/// The leftmost of the best merits, that merit, and the one it must not fall below to stay ahead: brothers to the left
/// win ties, brothers to the right lose them.
fn leader(merits: &[Score]) -> (u32, Score, Score) {
    let merit = merits.iter().copied().max().unwrap_or(Score::WORST);
    let best = merits.iter().position(|&m| m == merit).unwrap_or(0);
    let left = merits[..best].iter().copied().max().map_or(Score::WORST, |m| m + 1);
    let right = merits[best + 1..].iter().copied().max().unwrap_or(Score::WORST);
    (best as u32, merit, left.max(right))
}
