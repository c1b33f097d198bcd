//! Young brothers wait (Feldmann, Monien, Mysliwietz and Vornberger 1990): when the eldest son is done, his brothers may
//! be searched at once by all who have nothing else to do.

use provebest_game::{Evaluate, Score, Window};
use provebest_machine::{Ask, CalledOff, Machine, Manners};

use super::hand::{self, Hand, Method, Node, Value};
use super::{ParallelSearch, Ran};
use crate::limits::TooDeep;
use crate::measure::Watch;
use crate::report::Task;
use crate::walk::Entered;

/// Young brothers wait.
#[derive(Clone, Copy, Debug, Default)]
pub struct YoungBrothers {
    /// The grain.
    pub grain: Option<u64>,
}

impl ParallelSearch for YoungBrothers {
    fn search_on<G, W, K>(&self, task: &Task<'_, G>, machine: &K, watches: Vec<W>) -> Result<Ran<G::Move, W>, TooDeep>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Watch + Send,
        K: Machine,
    {
        hand::search(*self, self.grain, task, machine, watches)
    }
}

impl Method for YoungBrothers {
    type Role = u8;

    fn manners(&self) -> Manners {
        Manners { ask: Ask::Anybody, helpful: true }
    }

    fn root(&self) -> u8 {
        0
    }

    async fn node<G: Evaluate, W: Watch>(
        &self,
        hand: &mut Hand<'_, '_, G, W, u8>,
        node: Node<G::State>,
        mut window: Window,
        role: u8,
    ) -> Result<Value, CalledOff> {
        let sons = match hand.enter(&node, &mut window).await? {
            Entered::Sons(sons) => sons,
            Entered::Done(score) => return Ok(score.into()),
        };
        let (eldest, young) = match role {
            0 => (0, 1),
            1 => (2, 2),
            _ => (1, 1),
        };
        let mut best = hand.son(self, &node, sons, 0, window, eldest).await?.score;
        if !hand.improve(&node, 0, best, &mut window) {
            let mut brothers = hand.offer(1..sons.count(), window, true, young, role != 1);
            while let Some(son) = hand.next(self, &mut brothers, &node, sons, &mut window).await? {
                if son.says_yes() && son.score < window.beta {
                    hand.again(&mut brothers, &node, son.number, window, 0);
                } else if son.score > best {
                    best = son.score;
                    if hand.improve_all(&mut brothers, &node, son.number, best, &mut window) {
                        break;
                    }
                }
            }
            best = best.max(window.alpha.min(window.beta));
        }
        hand.close(&node, sons, best)
    }
}
