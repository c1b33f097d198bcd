//! The two ways to share the children of a node that most methods are made of: the eldest first, or all at once.

use provebest_game::{Children, Evaluate, Score, Window};
use provebest_machine::CalledOff;

use super::crew_worker::{CrewWorker, Judged, Method};
use super::job::{Child, Node, Value};
use crate::measure::Observer;
use crate::walk::Entered;

/// The roles of the children of a node.
#[derive(Clone, Copy)]
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
/// those that are, once more with the window. If there is a table, the child that it names is the eldest.
pub(crate) async fn eldest_first<M: Method, G: Evaluate, W: Observer>(
    method: &M,
    worker: &mut CrewWorker<'_, '_, G, W>,
    node: Node<G::State>,
    mut window: Window,
    roles: Roles<M::Role>,
    eagerness: Eagerness,
) -> Result<Value, CalledOff> {
    let judge = async |worker: &mut CrewWorker<'_, '_, G, W>, children, window: &mut Window| {
        judge(method, worker, &node, children, window, roles, eagerness).await
    };
    worker.settled(&node, &mut window, judge).await
}

async fn judge<M: Method, G: Evaluate, W: Observer>(
    method: &M,
    worker: &mut CrewWorker<'_, '_, G, W>,
    node: &Node<G::State>,
    children: Children,
    window: &mut Window,
    roles: Roles<M::Role>,
    eagerness: Eagerness,
) -> Result<Judged, CalledOff> {
    let (asked, first) = (*window, worker.hint(children).unwrap_or(0));
    worker.begin_eldest(node, children, first);
    let Child { score: mut best, mut sound, .. } =
        worker.child(method, node, children, first, *window, roles.eldest).await?;
    worker.end_eldest();
    let mut floor = window.alpha;
    if worker.improve(node, first, best, window) {
        return Ok(worker.judged(asked, best, Some(first).filter(|_| sound), false));
    }
    let mut by = first;
    let mut searched_again = Vec::new();
    let younger = (0..children.count()).filter(|&number| number != first);
    worker.fetch(node, children, younger.clone());
    let mut siblings = worker.ask(younger, *window, roles.younger, eagerness == Eagerness::Preferred);
    while let Some(child) = worker.next(method, &mut siblings, node, children, window).await? {
        sound &= child.sound;
        if child.says_yes() && child.score < window.beta {
            worker.again(&mut siblings, node, &child, *window, roles.again);
            searched_again.push(child.number);
            siblings.hold(eagerness == Eagerness::Patient);
            continue;
        }
        if let Some(at) = searched_again.iter().position(|number| *number == child.number) {
            searched_again.swap_remove(at);
            siblings.hold(eagerness == Eagerness::Patient && !searched_again.is_empty());
        }
        if child.score > best {
            (best, by, floor) = (child.score, child.number, window.alpha);
            if worker.improve_all(&mut siblings, node, by, best, window) {
                return Ok(worker.judged(asked, best, Some(by).filter(|_| sound), false));
            }
        } else if child.score == best && best <= floor {
            worker.doubt(node);
        }
    }
    let all = window.alpha < window.beta;
    Ok(worker.judged(asked, best, Some(by).filter(|_| sound), all))
}

/// All children are offered at once, with the window; only the eldest may be searched before them, if `eldest_first`.
pub(crate) async fn all_at_once<M: Method<Role = ()>, G: Evaluate, W: Observer>(
    method: &M,
    worker: &mut CrewWorker<'_, '_, G, W>,
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
