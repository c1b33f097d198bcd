//! The question that most searches ask: is a node worth at least so much? Only yes or no matters, so the window is empty
//! inside, and more is cut off than by any other.

use provebest_game::{Depth, Evaluate, Score, Window};

use crate::limits::Stopped;
use crate::measure::{Cut, Observer};
use crate::walk::{Entered, Walk};

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
    let children = match walk.open(&node, depth, Window::null(beta))? {
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
    walk.close(children, depth, best)
}
