//! What mandatory work first and ER have in common: a node is judged by its first child, and only if that does not settle it,
//! by the rest of them.

use provebest_game::{Children, Evaluate, Score, Window};
use provebest_machine::{CalledOff, StealFrom, StealPolicy};

use super::crew_worker::{CrewWorker, Method};
use super::job::{Child, Coded, Node, RoleCode, Value};
use crate::lines::Variation;
use crate::measure::Observer;
use crate::walk::Entered;

/// What is to be done with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Find its value.
    Evaluate,
    /// Evaluate its first child: that is a lower bound.
    First,
    /// Its first child was worth this to it: go on with the others, one after the other, until one cuts off.
    Rest(i32),
}

impl Coded for Role {
    fn code(self) -> RoleCode {
        match self {
            Role::Evaluate => (0, 0),
            Role::First => (1, 0),
            Role::Rest(score) => (2, score),
        }
    }

    fn of((number, score): RoleCode) -> Role {
        match number {
            0 => Role::Evaluate,
            1 => Role::First,
            _ => Role::Rest(score),
        }
    }
}

/// A method that works with these roles.
pub(crate) trait FirstAndRest: Copy + Sync {
    /// Are windows passed on to grandchildren, so that there are deep cut-offs?
    const DEEP: bool;

    /// Evaluates a node.
    async fn evaluate<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: Node<G::State>,
        window: Window,
    ) -> Result<Value, CalledOff>;
}

impl<T: FirstAndRest> Method for T {
    type Role = Role;

    const ASKS: bool = false;

    fn policy(&self) -> StealPolicy {
        StealPolicy { from: StealFrom::Random, helpful: true }
    }

    fn root(&self) -> Role {
        Role::Evaluate
    }

    async fn node<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: Node<G::State>,
        window: Window,
        role: Role,
    ) -> Result<Value, CalledOff> {
        play(self, worker, node, window, role).await
    }
}

/// A child of which only a bound is known: it is worth at most this to its parent.
pub(crate) struct Tentative {
    pub(crate) number: u32,
    pub(crate) score: Score,
    line: Variation,
}

impl Tentative {
    pub(crate) fn new<G: Evaluate, W: Observer>(
        worker: &CrewWorker<'_, '_, G, W>,
        node: &Node<G::State>,
        child: &Child,
    ) -> Tentative {
        Tentative { number: child.number, score: child.score, line: worker.line_below(node) }
    }

    /// What is left to do.
    pub(crate) fn rest(&self) -> Role {
        Role::Rest(-self.score.0)
    }

    /// After the rest, the child may still be worth what its first child was: then that is its line.
    pub(crate) fn keep_line<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: &Node<G::State>,
        score: Score,
    ) {
        if score == self.score {
            worker.set_line_below(node, &self.line);
        }
    }
}

/// Does what the role says.
async fn play<M: FirstAndRest, G: Evaluate, W: Observer>(
    method: &M,
    worker: &mut CrewWorker<'_, '_, G, W>,
    node: Node<G::State>,
    window: Window,
    role: Role,
) -> Result<Value, CalledOff> {
    match role {
        Role::Evaluate => method.evaluate(worker, node, window).await,
        Role::First => first(method, worker, node, window).await,
        Role::Rest(best) => rest(method, worker, node, window, Score(best)).await,
    }
}

/// Enters a node.
pub(crate) async fn enter<M: FirstAndRest, G: Evaluate, W: Observer>(
    worker: &mut CrewWorker<'_, '_, G, W>,
    node: &Node<G::State>,
    window: &mut Window,
) -> Result<Entered, CalledOff> {
    if M::DEEP { worker.enter(node, window).await } else { worker.open(node, Window::FULL).await }
}

/// The window for a child, in its parent's view.
fn pass_on<M: FirstAndRest>(window: Window) -> Window {
    if M::DEEP { window } else { Window::FULL }
}

async fn first<M: FirstAndRest, G: Evaluate, W: Observer>(
    method: &M,
    worker: &mut CrewWorker<'_, '_, G, W>,
    node: Node<G::State>,
    mut window: Window,
) -> Result<Value, CalledOff> {
    let children = match enter::<M, _, _>(worker, &node, &mut window).await? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score.into()),
    };
    let best = worker.child(method, &node, children, 0, pass_on::<M>(window), Role::Evaluate).await?.score;
    let enough = worker.improve(&node, 0, best, &mut window);
    let value = worker.close(&node, children, best, window)?;
    Ok(Value { complete: enough || children.count() == 1, ..value })
}

async fn rest<M: FirstAndRest, G: Evaluate, W: Observer>(
    method: &M,
    worker: &mut CrewWorker<'_, '_, G, W>,
    node: Node<G::State>,
    mut window: Window,
    mut best: Score,
) -> Result<Value, CalledOff> {
    let Some(children) = worker.reopen(&node) else { return Ok(best.into()) };
    window.raise(best);
    for number in 1..children.count() {
        if if M::DEEP { worker.narrow(&mut window) } else { worker.narrow_whole_job(&mut window) } {
            break;
        }
        let child = worker.child(method, &node, children, number, pass_on::<M>(window), Role::First).await?;
        let mut score = child.score;
        if !child.complete && score > window.alpha {
            let tentative = Tentative::new(worker, &node, &child);
            score = worker.child(method, &node, children, number, window, tentative.rest()).await?.score;
            tentative.keep_line(worker, &node, score);
        }
        if score > best {
            best = score;
            if worker.improve(&node, number, best, &mut window) {
                break;
            }
        }
    }
    worker.close(&node, children, best, window)
}

/// Goes on with all children that may still be better, at once.
pub(crate) async fn refute<M: FirstAndRest, G: Evaluate, W: Observer>(
    method: &M,
    worker: &mut CrewWorker<'_, '_, G, W>,
    node: &Node<G::State>,
    children: Children,
    tentative: &[Tentative],
    best: &mut Score,
    window: &mut Window,
) -> Result<(), CalledOff> {
    // What cannot be better any more still bounds the node from above.
    for child in tentative.iter().filter(|child| child.score <= window.alpha) {
        *best = (*best).max(child.score);
    }
    let open = tentative.iter().filter(|child| child.score > window.alpha).map(|child| (child.number, child.rest()));
    let mut family = worker.offer(open, *window);
    loop {
        let seen = if M::DEEP { Some(&mut *window) } else { None };
        let Some(child) = worker.next_within(method, &mut family, node, children, seen).await? else { return Ok(()) };
        if let Some(before) = tentative.iter().find(|before| before.number == child.number) {
            before.keep_line(worker, node, child.score);
        }
        if child.score > *best {
            *best = child.score;
            if worker.improve_all(&mut family, node, child.number, *best, window) {
                return Ok(());
            }
        }
    }
}
