//! The two ways to share the children of a node that most methods are made of: the eldest first, or all at once.

use provebest_game::{Evaluate, Score, Window};
use provebest_machine::CalledOff;

use super::crew_worker::{CrewWorker, Method};
use super::job::{Node, Value};
use crate::measure::Observer;
use crate::walk::Entered;

/// The roles of the children of a node.
pub(crate) struct Roles<R> {
    pub(crate) eldest: R,
    /// Of the siblings that are asked whether they are better.
    pub(crate) younger: R,
    /// Of a sibling that is better, and is searched again.
    pub(crate) again: R,
}

/// When younger siblings are given away.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Eagerness {
    /// Before those of other nodes.
    Preferred,
    /// Those nearest the root first.
    Usual,
    /// As usual, but held back while one of them is searched again.
    Patient,
}

/// The eldest child; then all younger ones are offered, each with the question whether it is better than the best so far, and
/// those that are, once more with the window.
pub(crate) async fn eldest_first<M: Method, G: Evaluate, W: Observer>(
    method: &M,
    worker: &mut CrewWorker<'_, '_, G, W, M::Role>,
    node: Node<G::State>,
    mut window: Window,
    roles: Roles<M::Role>,
    eagerness: Eagerness,
) -> Result<Value, CalledOff> {
    let children = match worker.enter(&node, &mut window).await? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score.into()),
    };
    let mut best = worker.child(method, &node, children, 0, window, roles.eldest).await?.score;
    let mut floor = window.alpha;
    if worker.improve(&node, 0, best, &mut window) {
        return worker.close(&node, children, best, window);
    }
    let mut searched_again = Vec::new();
    let mut siblings = worker.ask(1..children.count(), window, roles.younger, eagerness == Eagerness::Preferred);
    while let Some(child) = worker.next(method, &mut siblings, &node, children, &mut window).await? {
        if child.says_yes() && child.score < window.beta {
            worker.again(&mut siblings, &node, &child, window, roles.again);
            searched_again.push(child.number);
            siblings.hold(eagerness == Eagerness::Patient);
            continue;
        }
        if let Some(at) = searched_again.iter().position(|number| *number == child.number) {
            searched_again.swap_remove(at);
            siblings.hold(eagerness == Eagerness::Patient && !searched_again.is_empty());
        }
        if child.score > best {
            (best, floor) = (child.score, window.alpha);
            if worker.improve_all(&mut siblings, &node, child.number, best, &mut window) {
                break;
            }
        } else if child.score == best && best <= floor {
            worker.doubt(&node);
        }
    }
    drop(siblings);
    worker.close(&node, children, best, window)
}

/// All children are offered at once, with the window; only the eldest may be searched before them, if `eldest_first`.
pub(crate) async fn all_at_once<M: Method<Role = ()>, G: Evaluate, W: Observer>(
    method: &M,
    worker: &mut CrewWorker<'_, '_, G, W, ()>,
    node: Node<G::State>,
    mut window: Window,
    eldest_first: bool,
) -> Result<Value, CalledOff> {
    let children = match worker.enter(&node, &mut window).await? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score.into()),
    };
    let mut best = Score::WORST;
    if eldest_first {
        best = worker.child(method, &node, children, 0, window, ()).await?.score;
        worker.improve(&node, 0, best, &mut window);
    }
    let mut siblings = worker.offer((u32::from(eldest_first)..children.count()).map(|number| (number, ())), window);
    while let Some(child) = worker.next(method, &mut siblings, &node, children, &mut window).await? {
        if child.score > best {
            best = child.score;
            if worker.improve_all(&mut siblings, &node, child.number, best, &mut window) {
                break;
            }
        }
    }
    drop(siblings);
    worker.close(&node, children, best, window)
}
