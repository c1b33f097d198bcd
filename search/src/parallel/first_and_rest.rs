//! What mandatory work first and ER have in common: a node is judged by its first son, and only if that does not settle it,
//! by the rest of them.

use provebest_game::{Evaluate, Score, Sons, Window};
use provebest_machine::{Ask, CalledOff, Manners};
use serde::{Deserialize, Serialize};

use super::hand::{Hand, Method};
use super::job::{Node, Son, Value};
use crate::lines::Variation;
use crate::measure::Watch;
use crate::walk::Entered;

/// What is to be done with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Role {
    /// Find its value.
    Evaluate,
    /// Evaluate its first son: that is a lower bound.
    First,
    /// Its first son was worth this to it: go on with the others, one after the other, until one cuts off.
    Rest(i32),
}

/// A method that works with these roles.
pub(crate) trait FirstAndRest: Copy + Sync {
    /// Are windows passed on to grandsons, so that there are deep cut-offs?
    const DEEP: bool;

    /// Evaluates a node.
    async fn evaluate<G: Evaluate, W: Watch>(
        &self,
        hand: &mut Hand<'_, '_, G, W, Role>,
        node: Node<G::State>,
        window: Window,
    ) -> Result<Value, CalledOff>;
}

impl<T: FirstAndRest> Method for T {
    type Role = Role;

    const ASKS: bool = false;

    fn manners(&self) -> Manners {
        Manners { ask: Ask::Anybody, helpful: true }
    }

    fn root(&self) -> Role {
        Role::Evaluate
    }

    async fn node<G: Evaluate, W: Watch>(
        &self,
        hand: &mut Hand<'_, '_, G, W, Role>,
        node: Node<G::State>,
        window: Window,
        role: Role,
    ) -> Result<Value, CalledOff> {
        play(self, hand, node, window, role).await
    }
}

/// A son of which only a bound is known: it is worth at most this to its father.
pub(crate) struct Tentative {
    pub(crate) number: u32,
    pub(crate) score: Score,
    line: Variation,
}

impl Tentative {
    pub(crate) fn new<G: Evaluate, W: Watch>(
        hand: &Hand<'_, '_, G, W, Role>,
        node: &Node<G::State>,
        son: &Son,
    ) -> Tentative {
        Tentative { number: son.number, score: son.score, line: hand.line_below(node) }
    }

    /// What is left to do.
    pub(crate) fn rest(&self) -> Role {
        Role::Rest(-self.score.0)
    }

    /// After the rest, the son may still be worth what its first son was: then that is its line.
    pub(crate) fn keep_line<G: Evaluate, W: Watch>(
        &self,
        hand: &mut Hand<'_, '_, G, W, Role>,
        node: &Node<G::State>,
        score: Score,
    ) {
        if score == self.score {
            hand.set_line_below(node, &self.line);
        }
    }
}

/// Does what the role says.
async fn play<M: FirstAndRest, G: Evaluate, W: Watch>(
    method: &M,
    hand: &mut Hand<'_, '_, G, W, Role>,
    node: Node<G::State>,
    window: Window,
    role: Role,
) -> Result<Value, CalledOff> {
    match role {
        Role::Evaluate => method.evaluate(hand, node, window).await,
        Role::First => first(method, hand, node, window).await,
        Role::Rest(best) => rest(method, hand, node, window, Score(best)).await,
    }
}

/// Enters a node.
pub(crate) async fn enter<M: FirstAndRest, G: Evaluate, W: Watch>(
    hand: &mut Hand<'_, '_, G, W, Role>,
    node: &Node<G::State>,
    window: &mut Window,
) -> Result<Entered, CalledOff> {
    if M::DEEP { hand.enter(node, window).await } else { hand.open(node, Window::FULL).await }
}

/// The window for a son, in its father's view.
fn pass_on<M: FirstAndRest>(window: Window) -> Window {
    if M::DEEP { window } else { Window::FULL }
}

async fn first<M: FirstAndRest, G: Evaluate, W: Watch>(
    method: &M,
    hand: &mut Hand<'_, '_, G, W, Role>,
    node: Node<G::State>,
    mut window: Window,
) -> Result<Value, CalledOff> {
    let sons = match enter::<M, _, _>(hand, &node, &mut window).await? {
        Entered::Sons(sons) => sons,
        Entered::Done(score) => return Ok(score.into()),
    };
    let best = hand.son(method, &node, sons, 0, pass_on::<M>(window), Role::Evaluate).await?.score;
    let enough = hand.improve(&node, 0, best, &mut window);
    let value = hand.close(&node, sons, best, window)?;
    Ok(Value { complete: enough || sons.count() == 1, ..value })
}

async fn rest<M: FirstAndRest, G: Evaluate, W: Watch>(
    method: &M,
    hand: &mut Hand<'_, '_, G, W, Role>,
    node: Node<G::State>,
    mut window: Window,
    mut best: Score,
) -> Result<Value, CalledOff> {
    let Some(sons) = hand.reopen(&node) else { return Ok(best.into()) };
    window.raise(best);
    for number in 1..sons.count() {
        if if M::DEEP { hand.narrow(&mut window) } else { hand.narrow_whole_job(&mut window) } {
            break;
        }
        let son = hand.son(method, &node, sons, number, pass_on::<M>(window), Role::First).await?;
        let mut score = son.score;
        if !son.complete && score > window.alpha {
            let tentative = Tentative::new(hand, &node, &son);
            score = hand.son(method, &node, sons, number, window, tentative.rest()).await?.score;
            tentative.keep_line(hand, &node, score);
        }
        if score > best {
            best = score;
            if hand.improve(&node, number, best, &mut window) {
                break;
            }
        }
    }
    hand.close(&node, sons, best, window)
}

/// Goes on with all sons that may still be better, at once.
pub(crate) async fn refute<M: FirstAndRest, G: Evaluate, W: Watch>(
    method: &M,
    hand: &mut Hand<'_, '_, G, W, Role>,
    node: &Node<G::State>,
    sons: Sons,
    tentative: &[Tentative],
    best: &mut Score,
    window: &mut Window,
) -> Result<(), CalledOff> {
    // What cannot be better any more still bounds the node from above.
    for son in tentative.iter().filter(|son| son.score <= window.alpha) {
        *best = (*best).max(son.score);
    }
    let open = tentative.iter().filter(|son| son.score > window.alpha).map(|son| (son.number, son.rest()));
    let mut family = hand.offer(open, *window);
    loop {
        let seen = if M::DEEP { Some(&mut *window) } else { None };
        let Some(son) = hand.next_within(method, &mut family, node, sons, seen).await? else { return Ok(()) };
        if let Some(before) = tentative.iter().find(|before| before.number == son.number) {
            before.keep_line(hand, node, son.score);
        }
        if son.score > *best {
            *best = son.score;
            if hand.improve_all(&mut family, node, son.number, *best, window) {
                return Ok(());
            }
        }
    }
}
