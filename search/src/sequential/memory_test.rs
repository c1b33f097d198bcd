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
            let mut memory = Memory { nodes: vec![Bounds::UNKNOWN], stored: 1 };
            walk.observer.stored(memory.stored);
            let mut g = self.first_guess;
            loop {
                let Bounds { lower, upper, .. } = memory.nodes[0];
                (walk.finished, walk.ceiling) =
                    ((lower > Score::WORST).then_some(lower), (upper < Score::INFINITY).then_some(upper));
                if lower >= upper {
                    break;
                }
                let gamma = if g == lower { g + 1 } else { g };
                if lower > Score::WORST || upper < Score::INFINITY {
                    walk.again(Window::null(gamma));
                }
                g = match test(walk, &mut memory, 0, root.clone(), task.depth, gamma) {
                    Ok(g) => g,
                    Err(stopped) => {
                        walk.lines.set(task.depth, &Vec::from_iter(memory.proved_best()).into());
                        return Err(stopped);
                    }
                };
            }
            let mut line = Vec::new();
            memory.line(0, g, Bound::Lower, &mut line);
            walk.lines.set(task.depth, &line.into());
            Ok(g)
        })
    }
}

/// What is known of a node, in the view of its mover, and where its children stand.
#[derive(Clone, Copy)]
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

/// Every node seen, siblings side by side.
struct Memory {
    nodes: Vec<Bounds>,
    stored: u64,
}

impl Memory {
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
    memory: &mut Memory,
    at: usize,
    node: G::State,
    depth: Depth,
    gamma: Score,
) -> Result<Score, Stopped> {
    let children = match walk.open_inner(&node, depth, Window::null(gamma))? {
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
            Some(score) => -score,
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
    walk.close(children, depth, best)
}
