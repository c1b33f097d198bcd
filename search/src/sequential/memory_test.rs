//! MT and its drivers (Plaat, Schaeffer, Pijls and de Bruin 1996): null-window tests that remember both bounds of
//! every node.

use provebest_game::{Bound, Children, Depth, Evaluate, Score, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Observer};
use crate::report::{Report, Search, Task};
use crate::walk::{Entered, Walk};

/// MT-SSS*: [`SssStar`](crate::SssStar) as a sequence of memory-enhanced tests from +infinity down.
///
/// Contract: the value `V` exactly. Stopped early it has proved `V <= g` for the last answer `g`.
///
/// Plaat, Schaeffer, Pijls and de Bruin 1996; see [`MtdF`] for the test and its driver.
///
/// Time: the leaves of SSS*, in the same order, at the price of walking down from the root at each test. Memory: 16
/// bytes for every node visited and for its siblings.
///
/// ```
/// use provebest_search::{MtSss, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let report = MtSss.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!(report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MtSss;

/// MT-DUAL*: [`DualStar`](crate::DualStar) as a sequence of memory-enhanced tests from -infinity up.
///
/// Contract: the value `V` exactly. Stopped early it has proved `V >= g` for the last answer `g`.
///
/// Plaat, Schaeffer, Pijls and de Bruin 1996; see [`MtdF`] for the test and its driver.
///
/// Time: the leaves of DUAL*, in the same order, at the price of walking down from the root at each test. Memory: 16
/// bytes for every node visited and for its siblings.
///
/// ```
/// use provebest_search::{MtDual, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let report = MtDual.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!((report.value, report.path), (Some(Score(3)), vec![0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MtDual;

/// MTD(f): memory-enhanced tests from a first guess on.
///
/// `MT(gamma)` is a null-window search that remembers both bounds of every node. It returns `g`: `g >= gamma` means `V
/// >= g`, `g < gamma` means `V <= g`. The driver moves gamma until the bounds meet: `gamma = g`, or `g + 1` if `g` is
/// the lower bound. Started at +infinity it is [`MtSss`], at -infinity [`MtDual`].
///
/// Contract: the value `V` exactly. Stopped early it has proved the bounds it had reached, and reports the lower one if
/// there is one.
///
/// Plaat, Schaeffer, Pijls and de Bruin 1996.
///
/// Time: the better the guess, the fewer tests; no leaf is visited twice. Memory: 16 bytes for every node visited and
/// for its siblings.
///
/// ```
/// use provebest_search::{MtdF, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let report = MtdF { first_guess: Score(4) }.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!(report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MtdF {
    /// The value to expect; the better the guess, the fewer tests.
    pub first_guess: Score,
}

impl Search for MtSss {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        MtdF { first_guess: Score::INFINITY }.search(task, observer)
    }
}

impl Search for MtDual {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        MtdF { first_guess: Score::WORST }.search(task, observer)
    }
}

impl Search for MtdF {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, Window::FULL, |walk, root| {
            let mut memory = MemoryTest::new(walk);
            let mut g = self.first_guess;
            while let Some((lower, _)) = memory.open_bounds() {
                let gamma = if g == lower { g + 1 } else { g };
                g = memory.ask(walk, &root, task.depth, gamma)?;
            }
            Ok(g)
        })
    }
}

/// What is known of a node, in the view of its mover, and where its children stand.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    lower: Score,
    upper: Score,
    children: Option<std::num::NonZeroU32>,
    count: u32,
}

impl Bounds {
    const UNKNOWN: Bounds = Bounds { lower: Score::WORST, upper: Score::INFINITY, children: None, count: 0 };

    /// The answer to the question whether the value is at least `gamma`, if it is known already.
    fn answer(&self, gamma: Score) -> Option<Score> {
        if self.lower >= gamma {
            Some(self.lower)
        } else if self.upper < gamma {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// MT, the memory-enhanced test: asks whether the root is worth at least gamma, and keeps both bounds of every node that it
/// meets, so that no leaf is visited twice. A driver says what is asked next; [`MtdF`] and its relatives are drivers.
///
/// A driver of your own that halves what is still possible:
///
/// ```
/// use provebest_search::{MemoryTest, Task, walk::Walk};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let report = Walk::run(&task, &mut (), Window::FULL, |walk, root| {
///     let (mut memory, mut value) = (MemoryTest::new(walk), Score::ZERO);
///     while let Some((lower, upper)) = memory.open_bounds() {
///         let beta = Score(lower.0.midpoint(upper.0) + 1);
///         value = memory.ask(walk, &root, task.depth, beta)?;
///     }
///     Ok(value)
/// })?;
/// assert_eq!((report.value, report.path), (Some(Score(3)), vec![0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MemoryTest {
    /// Every node seen, siblings side by side.
    nodes: Vec<Bounds>,
    stored: u64,
}

impl MemoryTest {
    /// Nothing is known yet.
    pub fn new<G: Evaluate, W: Observer>(walk: &mut Walk<'_, G, W>) -> Self {
        walk.stored(1);
        MemoryTest { nodes: vec![Bounds::UNKNOWN], stored: 1 }
    }

    /// The lower and the upper bound of the root; `None` once they meet, and the value is known.
    pub fn open_bounds(&self) -> Option<(Score, Score)> {
        let Bounds { lower, upper, .. } = self.nodes[0];
        (lower < upper).then_some((lower, upper))
    }

    /// Is the root worth at least `gamma`? Such an answer is a lower bound, a smaller one an upper bound. The walk learns of the
    /// bound, and of the line when the bounds meet.
    pub fn ask<G: Evaluate, W: Observer>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        root: &G::State,
        depth: Depth,
        gamma: Score,
    ) -> Result<Score, Stopped> {
        if self.nodes[0].lower > Score::WORST || self.nodes[0].upper < Score::INFINITY {
            walk.again(Window::null(gamma));
        }
        let answer = match test(walk, self, 0, root.clone(), depth, gamma) {
            Ok(answer) => answer,
            Err(stopped) => {
                walk.lines.set(depth, &Vec::from_iter(self.proved_best()).into());
                return Err(stopped);
            }
        };
        let Bounds { lower, upper, .. } = self.nodes[0];
        (walk.finished, walk.ceiling) =
            ((lower > Score::WORST).then_some(lower), (upper < Score::INFINITY).then_some(upper));
        if lower >= upper {
            let mut line = Vec::new();
            self.line(0, lower, Bound::Lower, &mut line);
            walk.lines.set(depth, &line.into());
        }
        Ok(answer)
    }

    /// Where the children of a node stand; room is made for them at the first time.
    fn children<G: Evaluate, W: Observer>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        at: usize,
        children: Children,
    ) -> Result<usize, Stopped> {
        if let Some(first) = self.nodes[at].children {
            return Ok(first.get() as usize);
        }
        let (first, end) = (self.nodes.len(), self.nodes.len() + children.count() as usize);
        walk.budget.grow(&mut self.nodes, end, Bounds::UNKNOWN)?;
        (self.nodes[at].children, self.nodes[at].count) = (std::num::NonZeroU32::new(first as u32), children.count());
        Ok(first)
    }

    /// The line below a node to a leaf worth `want`, along bounds that are as tight as that. A bound may have been
    /// passed by since its children became better known, so there are blind alleys; the true line is never one.
    fn line(&self, at: usize, want: Score, by: Bound, line: &mut Vec<u32>) -> bool {
        let Bounds { lower, upper, children, count } = self.nodes[at];
        if want != if by == Bound::Lower { lower } else { upper } {
            return false;
        }
        let Some(first) = children else { return lower == upper };
        let other = if by == Bound::Lower { Bound::Upper } else { Bound::Lower };
        (0..count).any(|number| {
            line.push(number);
            let found = self.line(first.get() as usize + number as usize, -want, other, line);
            if !found {
                line.pop();
            }
            found
        })
    }

    /// The root move that the lower bound of the root comes from.
    fn proved_best(&self) -> Option<u32> {
        let Bounds { lower, children, count, .. } = self.nodes[0];
        let first = children?.get() as usize;
        (0..count).find(|&number| lower > Score::WORST && -self.nodes[first + number as usize].upper >= lower)
    }

    /// Counts a node that is visited for the first time.
    fn remember<G: Evaluate, W: Observer>(&mut self, walk: &mut Walk<'_, G, W>, slot: usize) {
        let Bounds { lower, upper, .. } = self.nodes[slot];
        if lower == Score::WORST && upper == Score::INFINITY {
            self.stored += 1;
            walk.observer.stored(self.stored);
        }
    }
}

/// Is the value of the node at least `gamma`?
fn test<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    memory: &mut MemoryTest,
    at: usize,
    node: G::State,
    depth: Depth,
    gamma: Score,
) -> Result<Score, Stopped> {
    let children = match walk.enter_one(&node, depth, Window::null(gamma))? {
        Entered::Children(children) => children,
        Entered::Done(score) => {
            (memory.nodes[at].lower, memory.nodes[at].upper) = (score, score);
            return Ok(score);
        }
    };
    let first = memory.children(walk, at, children)?;
    let mut best = Score::WORST;
    for number in 0..children.count() {
        let slot = first + number as usize;
        let score = match memory.nodes[slot].answer(-gamma + 1) {
            Some(score) => {
                walk.tell_recall(depth, number, memory.nodes[slot].lower, memory.nodes[slot].upper);
                -score
            }
            None => {
                memory.remember(walk, slot);
                let child = walk.child(&node, children, depth, number);
                -test(walk, memory, slot, child, depth.less(), -gamma + 1)?
            }
        };
        if score > best {
            best = score;
            walk.tell_update(depth, number, best);
            if best >= gamma {
                walk.cut(depth, number, Cut::Beta);
                break;
            }
        }
    }
    if best >= gamma {
        memory.nodes[at].lower = best
    } else {
        memory.nodes[at].upper = best
    }
    walk.leave(children, depth, best)
}
