//! The null window: is a node worth at least beta? Only yes or no matters. No value lies inside the window, so it cuts off
//! more than any other.

use provebest_game::{Depth, Evaluate, Score, Window};

use crate::limits::Stopped;
use crate::measure::{Cut, Observer};
use crate::walk::{Entered, Walk};

impl<G: Evaluate, W: Observer> Walk<'_, G, W> {
    /// Asks whether a node is worth at least `beta`, with a null window all the way down.
    ///
    /// The answer is fail-soft: `beta` or more is a lower bound of the value, less is an upper bound. Everything below is
    /// entered, counted and left as by alpha-beta. At the root, the answer is [proved](Walk::prove) too.
    ///
    /// ```
    /// use provebest_game::Window;
    /// use provebest_search::{Task, walk::Walk};
    /// # use provebest_game::*; use provebest_games::tree::Tree;
    /// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
    /// let root = tree.root();
    /// let task = Task::new(&tree, &root, tree.height());
    /// let is_at_least = |beta| Walk::run(&task, &mut (), Window::null(beta), |walk, root| walk.ask(root, task.depth, beta));
    /// assert_eq!(is_at_least(Score(3))?.value, Some(Score(3)), "yes");
    /// assert!(is_at_least(Score(4))?.value < Some(Score(4)), "no");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ask(&mut self, node: G::State, depth: Depth, beta: Score) -> Result<Score, Stopped> {
        if depth != self.top() {
            return null::<EVERYTHING, G, W>(self, node, depth, beta);
        }
        let before = self.lines.at(depth);
        let answer = null::<EVERYTHING, G, W>(self, node, depth, beta);
        // A bound that is proved keeps its line until there is a better one.
        if answer.map_or(true, |score| score < beta && self.finished.is_some()) {
            self.lines.set(depth, &before);
        }
        answer.inspect(|&score| self.prove(Window::null(beta), score))
    }
}

/// Which answers to questions have their lines kept: none, as long as those that matter will be searched again ...
pub(crate) const NOTHING: u8 = 0;
/// ... those at the edge of a re-search: it may return the edge, and that is then the value ...
pub(crate) const EDGES: u8 = 1;
/// ... or all: the caller wants to see the line behind a bound.
pub(crate) const EVERYTHING: u8 = 2;

/// The question: is it at least `beta`? The answer is fail-soft.
pub(crate) fn null<const LINES: u8, G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    node: G::State,
    depth: Depth,
    beta: Score,
) -> Result<Score, Stopped> {
    let children = match walk.enter(&node, depth, Window::null(beta))? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score),
    };
    let mut best = Score::WORST;
    for number in 0..children.count() {
        let child = walk.child(&node, children, depth, number);
        let score = -null::<LINES, G, W>(walk, child, depth.less(), -beta + 1)?;
        if score > best {
            best = score;
            if LINES == EVERYTHING || LINES == EDGES && walk.is_edge(depth, best) {
                walk.lines.prefer(depth, number);
            }
            walk.tell_update(depth, number, best);
            if best >= beta {
                walk.cut(depth, number, Cut::Beta);
                break;
            }
        } else if LINES != NOTHING && score == best {
            walk.lines.doubt(depth);
        }
    }
    walk.leave(children, depth, best)
}
