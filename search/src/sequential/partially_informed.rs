//! Partially informed NegaScout (Reinefeld, Schaeffer and Marsland 1985): a re-search knows the merits of the sons of
//! the node it starts at, and no more.

use provebest_game::{Depth, Evaluate, Score, Sons, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Watch};
use crate::report::{Report, Search, Task};
use crate::sequential::Windowed;
use crate::sequential::negascout::null;
use crate::walk::{Entered, Walk};

/// Partially informed NegaScout: as [`InformedNegaScout`](crate::InformedNegaScout), but only the first level of what
/// was asked is noted; the sons are then searched as if never seen.
///
/// Contract, for the value `V` of the node and the result `v` of the window (alpha, beta): `v <= alpha` means `V <= v`,
/// `v >= beta` means `V >= v`, otherwise `v = V`.
///
/// Reinefeld, Schaeffer and Marsland 1985; Marsland, Reinefeld and Schaeffer 1987.
///
/// Time: on average, visits between those of NegaScout and informed NegaScout. Memory: w merits and lines a level.
///
/// ```
/// use provebest_search::{PartiallyInformedNegaScout, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[[3,12],[8,2]],[[4,6],[14,5]]]".parse()?;
/// let report = PartiallyInformedNegaScout.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!(report.value, Some(Score(8)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PartiallyInformedNegaScout;

impl Search for PartiallyInformedNegaScout {
    fn search<G: Evaluate, W: Watch>(&self, task: &Task<'_, G>, watch: &mut W) -> Result<Report<G::Move>, TooDeep> {
        self.search_window(task, Window::FULL, watch)
    }
}

impl Windowed for PartiallyInformedNegaScout {
    fn search_window<G: Evaluate, W: Watch>(
        &self,
        task: &Task<'_, G>,
        window: Window,
        watch: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, watch, window, |walk, root| {
            let levels = (0..task.depth.0).map(|_| Level::default()).collect();
            Notes { levels, kept: 0 }.open(walk, root, task.depth, window)
        })
    }
}

/// The notes on the node of one depth that was asked last.
#[derive(Clone, Default)]
struct Level {
    /// The son that cut the others off.
    cut: Option<u32>,
    /// Of each son its merit and the line behind it.
    sons: Vec<(Score, Vec<u32>)>,
    count: usize,
}

struct Notes {
    levels: Vec<Level>,
    kept: u64,
}

impl Notes {
    /// The search of a node without notes, with an open window.
    fn open<G: Evaluate, W: Watch>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        node: G::State,
        depth: Depth,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        let sons = match walk.open(&node, depth, window)? {
            Entered::Sons(sons) => sons,
            Entered::Done(score) => return Ok(score),
        };
        let son = walk.son(&node, sons, depth, 0);
        let mut best = -self.open(walk, son, depth.less(), -window)?;
        walk.update(depth, 0, best);
        if window.raise(best) {
            walk.cut(depth, 0, Cut::Beta);
        } else {
            best = self.brothers(walk, &node, sons, depth, window, best, 1)?;
        }
        walk.close(sons, depth, best)
    }

    /// The sons from number `from` on, which nobody has seen: asked first, and searched again if they are better.
    #[allow(clippy::too_many_arguments)]
    fn brothers<G: Evaluate, W: Watch>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        node: &G::State,
        sons: Sons,
        depth: Depth,
        mut window: Window,
        mut best: Score,
        from: u32,
    ) -> Result<Score, Stopped> {
        for number in from..sons.count() {
            let son = walk.son(node, sons, depth, number);
            let score = if depth <= Depth(2) {
                -null::<true, G, W>(walk, son, depth.less(), -window.alpha)?
            } else {
                self.kept += 1;
                walk.watch.stored(self.kept);
                let mut score = -self.ask(walk, son.clone(), depth.less(), -window.alpha)?;
                if window.contains(score) {
                    let again = Window::new(score, window.beta);
                    walk.research(depth, number, again);
                    score = -self.informed(walk, son, depth.less(), -again)?;
                }
                self.kept -= 1;
                score
            };
            if score > best {
                best = score;
                walk.update(depth, number, best);
                if window.raise(best) {
                    walk.cut(depth, number, Cut::Beta);
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The question: is it at least `beta`? Notes the answers of the sons.
    fn ask<G: Evaluate, W: Watch>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        node: G::State,
        depth: Depth,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let level = &mut self.levels[depth.0 as usize];
        (level.cut, level.count) = (None, 0);
        let sons = match walk.open_inner(&node, depth, Window::null(beta))? {
            Entered::Sons(sons) => sons,
            Entered::Done(score) => return Ok(score),
        };
        level.count = sons.count() as usize;
        if level.sons.len() < level.count {
            level.sons.resize_with(level.count, Default::default);
        }
        let mut best = Score::WORST;
        for number in 0..sons.count() {
            let son = walk.son(&node, sons, depth, number);
            let score = -null::<true, G, W>(walk, son, depth.less(), -beta + 1)?;
            let note = &mut level.sons[number as usize];
            note.0 = score;
            walk.lines.read(depth.less(), &mut note.1);
            if score > best {
                best = score;
                walk.update(depth, number, best);
                if best >= beta {
                    walk.cut(depth, number, Cut::Beta);
                    level.cut = Some(number);
                    break;
                }
            }
        }
        walk.close(sons, depth, best)
    }

    /// The search of the node that was just asked.
    fn informed<G: Evaluate, W: Watch>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        node: G::State,
        depth: Depth,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        let sons = match walk.open_inner(&node, depth, window)? {
            Entered::Sons(sons) => sons,
            Entered::Done(score) => return Ok(score),
        };
        if let Some(number) = self.levels[depth.0 as usize].cut {
            if number > 0 {
                walk.cut(depth, number, Cut::IgnoreLeft);
            }
            let son = walk.son(&node, sons, depth, number);
            let mut best = -self.open(walk, son, depth.less(), -window)?;
            walk.update(depth, number, best);
            if window.raise(best) {
                walk.cut(depth, number, Cut::Beta);
            } else {
                best = self.brothers(walk, &node, sons, depth, window, best, number + 1)?;
            }
            return walk.close(sons, depth, best);
        }
        let beta = window.beta;
        let mut best = Score::WORST;
        let mut next = self.highest(depth);
        while let Some(number) = next {
            self.levels[depth.0 as usize].sons[number as usize].0 = Score::WORST;
            let son = walk.son(&node, sons, depth, number);
            let score = -self.open(walk, son, depth.less(), -window)?;
            if score > best {
                best = score;
                walk.update(depth, number, best);
                if best >= beta {
                    walk.cut(depth, number, Cut::Beta);
                    break;
                }
                window.alpha = window.alpha.max(best);
            }
            next = self.highest(depth);
            if let Some(next) = next {
                let (merit, line) = &self.levels[depth.0 as usize].sons[next as usize];
                if window.alpha >= *merit {
                    if *merit > best {
                        best = *merit;
                        walk.lines.set(depth.less(), line);
                        walk.lines.prefer(depth, next);
                    }
                    walk.cut(depth, number, Cut::ProveBest);
                    break;
                }
                window.beta = beta.min(*merit);
            }
        }
        walk.close(sons, depth, best)
    }

    /// The son of the highest merit that is left, leftmost among equals.
    fn highest(&self, depth: Depth) -> Option<u32> {
        let level = &self.levels[depth.0 as usize];
        let mut best = (Score::WORST, None);
        for (number, (merit, _)) in level.sons[..level.count].iter().enumerate() {
            if *merit > best.0 {
                best = (*merit, Some(number as u32));
            }
        }
        best.1
    }
}
