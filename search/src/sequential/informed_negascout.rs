//! Informed NegaScout (Marsland, Reinefeld and Schaeffer 1987): the question that precedes a re-search leaves notes,
//! and the re-search reads them.
//!
//! The paper's figure 3 forgets to assign the merits, and gives children to the right of a cutting one, which were never
//! seen, an open window; here they are asked first, as in NegaScout.

use provebest_game::{Children, Depth, Evaluate, Score, Window};

use crate::limits::{Stopped, TooDeep};
use crate::lines::Variation;
use crate::measure::{Cut, Observer};
use crate::null_window::{NOTHING, null};
use crate::report::{Report, Task};
use crate::sequential::Windowed;
use crate::sequential::notes::{LinkedNotes, Note, Notes, TableNotes, highest};
use crate::walk::{Entered, Walk};

/// Informed NegaScout: re-searches begin with what the question before them found out.
///
/// A null-window search notes for every node either the child that cut it off, or an upper bound (a merit) of each child.
/// A re-search with window (alpha, beta) then
/// * at a cut node ignores the children to the left of the cutting one: they were seen and did not suffice;
/// * at any other takes the children by merit, highest first, child i with the window (max(best, alpha), min(beta, merit i)),
///   and is done as soon as max(best, alpha) >= the next merit: that proves the best.
///
/// Contract, for the value `V` of the node and the result `v` of the window (alpha, beta): `v <= alpha` means `V <= v`,
/// `v >= beta` means `V >= v`, otherwise `v = V`.
///
/// Marsland, Reinefeld and Schaeffer 1987, figure 3, with two slips of the figure mended.
///
/// Time: on average fewer visits than NegaScout, sometimes of other leaves: sorting changes the order. Memory: the
/// notes of one child at a time on each level, in a linked store that keeps all of them, or in a table of bounded size
/// that may lose some: that costs leaves, never the value.
///
/// ```
/// use provebest_search::{InformedNegaScout, Search, Store, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[[3,12],[8,2]],[[4,6],[14,5]]]".parse()?;
/// for store in [Store::Linked, Store::Table { bytes: 1 << 12 }] {
///     let report = InformedNegaScout { store }.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
///     assert_eq!(report.value, Some(Score(8)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct InformedNegaScout {
    /// Where the notes are kept.
    pub store: Store,
}

/// Where informed NegaScout keeps its notes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Store {
    /// All of them, linked as the tree is.
    #[default]
    Linked,
    /// In a hash table of limited size, where the newer one wins.
    Table {
        /// The size of the table.
        bytes: usize,
    },
}

impl Windowed for InformedNegaScout {
    fn search_window<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        window: Window,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, window, |walk, root| match self.store {
            Store::Linked => Informed::new(LinkedNotes::default()).search(walk, root, task.depth, window),
            Store::Table { bytes } => {
                let notes = TableNotes::new(&mut walk.budget, bytes)?;
                Informed::new(notes).search(walk, root, task.depth, window)
            }
        })
    }
}

/// NegaScout with a store of notes: what it keeps decides how informed it is.
pub(crate) struct Informed<N: Notes> {
    notes: N,
    /// The note on the node that was asked last.
    note: N::Name,
    /// Merits of the nodes on the current path.
    merits: Vec<(Score, N::Name)>,
    /// A line that is being read.
    line: Variation,
}

impl<N: Notes> Informed<N> {
    pub(crate) fn new(notes: N) -> Self {
        Informed { notes, note: N::LEAF, merits: Vec::new(), line: Variation::default() }
    }

    pub(crate) fn search<G: Evaluate, W: Observer>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        root: G::State,
        depth: Depth,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.open(walk, root, N::ROOT, depth, window)
    }

    /// The search of a node without notes, with an open window.
    fn open<G: Evaluate, W: Observer>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        node: G::State,
        name: N::Name,
        depth: Depth,
        window: Window,
    ) -> Result<Score, Stopped> {
        let children = match walk.enter(&node, depth, window)? {
            Entered::Children(children) => children,
            Entered::Done(score) => return Ok(score),
        };
        let child = walk.child(&node, children, depth, 0);
        let mut best = -self.open(walk, child, self.notes.name(name, 0), depth.less(), -window)?;
        walk.update_sure(depth, 0, best);
        if best >= window.beta {
            walk.cut(depth, 0, Cut::Beta);
        } else {
            best = self.siblings(walk, &node, children, name, depth, window, best, 1)?;
        }
        walk.leave(children, depth, best)
    }

    /// The children from number `from` on, which were not seen before: asked first, and searched again if they are better than `best`
    /// and alpha.
    #[allow(clippy::too_many_arguments)]
    fn siblings<G: Evaluate, W: Observer>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        node: &G::State,
        children: Children,
        name: N::Name,
        depth: Depth,
        mut window: Window,
        mut best: Score,
        from: u32,
    ) -> Result<Score, Stopped> {
        let floor = window.alpha;
        window.raise(best);
        for number in from..children.count() {
            let child = walk.child(node, children, depth, number);
            let score = if depth <= Depth(2) {
                -null::<NOTHING, G, W>(walk, child, depth.less(), -window.alpha)?
            } else {
                let mark = self.notes.mark();
                let name = self.notes.question(name, number);
                let mut score = -self.null(walk, child.clone(), name, depth.less(), -window.alpha)?;
                let note = self.note;
                if window.contains(score) {
                    let again = Window::new(score, window.beta);
                    walk.research(depth, number, again);
                    score = -self.informed(walk, child, note, depth.less(), -again)?;
                } else if score > best && !N::LINES {
                    self.read_line(walk, depth.less(), note);
                }
                self.notes.back_to(mark);
                score
            };
            if score > best {
                best = score;
                walk.update_sure(depth, number, best);
                if window.raise(best) {
                    walk.cut(depth, number, Cut::Beta);
                    break;
                }
            } else if score == best && best <= floor {
                walk.lines.doubt(depth);
            }
        }
        Ok(best)
    }

    /// The question: is it at least `beta`? Notes why, or why not.
    fn null<G: Evaluate, W: Observer>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        node: G::State,
        name: N::Name,
        depth: Depth,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let children = match walk.enter_one(&node, depth, Window::null(beta))? {
            Entered::Children(children) => children,
            Entered::Done(score) => {
                self.note = N::LEAF;
                return Ok(score);
            }
        };
        if depth == Depth(1) {
            let (best, leaf) = walk.row(&node, children, 0, beta);
            walk.lines.prefer_leaf(leaf);
            if best >= beta {
                walk.cut(depth, leaf, Cut::Beta);
            }
            self.note = self.notes.row(name, leaf, best >= beta);
            walk.observer.stored(self.notes.kept());
            return walk.leave(children, depth, best);
        }
        let (mut best, base) = (Score::WORST, self.merits.len());
        let mut note = None;
        for number in 0..children.count() {
            let child = walk.child(&node, children, depth, number);
            let score = -self.null(walk, child, self.notes.name(name, number), depth.less(), -beta + 1)?;
            let below = self.note;
            self.merits.push((score, below));
            if let Some(line) = self.notes.room_for_line(name, number) {
                walk.lines.read(depth.less(), line);
            }
            if score > best {
                best = score;
                if N::LINES {
                    walk.lines.prefer(depth, number);
                }
                walk.tell_update(depth, number, best);
                if best >= beta {
                    walk.cut(depth, number, Cut::Beta);
                    note = Some(self.notes.cut(&mut walk.budget, name, number, below)?);
                    break;
                }
            } else if N::LINES && score == best {
                walk.lines.doubt(depth);
            }
        }
        self.note = match note {
            Some(note) => note,
            None => self.notes.all(&mut walk.budget, name, &self.merits[base..])?,
        };
        self.merits.truncate(base);
        walk.observer.stored(self.notes.kept());
        walk.leave(children, depth, best)
    }

    /// The search of a node that was asked before.
    fn informed<G: Evaluate, W: Observer>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        node: G::State,
        name: N::Name,
        depth: Depth,
        window: Window,
    ) -> Result<Score, Stopped> {
        let base = self.merits.len();
        let note = self.notes.read(name, &mut self.merits);
        if note == Note::Lost {
            return self.open(walk, node, name, depth, window);
        }
        let children = match walk.enter_one(&node, depth, window)? {
            Entered::Children(children) => children,
            Entered::Done(score) => return Ok(score),
        };
        let best = match note {
            Note::Row { leaf, cut: false } => {
                let child = walk.child(&node, children, depth, leaf);
                let score = -self.open(walk, child, N::LEAF, depth.less(), -window)?;
                walk.update_sure(depth, leaf, score);
                if children.count() > 1 {
                    walk.cut(depth, leaf, Cut::ProveBest);
                }
                score
            }
            Note::Row { leaf, cut: true } => {
                self.ignore_left(walk, depth, leaf);
                let (best, leaf) = walk.row(&node, children, leaf, window.beta);
                walk.lines.prefer_leaf(leaf);
                if best >= window.beta {
                    walk.cut(depth, leaf, Cut::Beta);
                }
                best
            }
            Note::Cut { child: number, below } => {
                self.ignore_left(walk, depth, number);
                let child = walk.child(&node, children, depth, number);
                let best = -self.informed(walk, child, below, depth.less(), -window)?;
                walk.update_sure(depth, number, best);
                if best >= window.beta {
                    walk.cut(depth, number, Cut::Beta);
                    best
                } else {
                    self.siblings(walk, &node, children, name, depth, window, best, number + 1)?
                }
            }
            Note::All | Note::Lost => self.by_merit(walk, &node, children, depth, window, base)?,
        };
        self.merits.truncate(base);
        walk.leave(children, depth, best)
    }

    fn ignore_left<G: Evaluate, W: Observer>(&mut self, walk: &mut Walk<'_, G, W>, depth: Depth, number: u32) {
        if number > 0 {
            walk.cut(depth, number, Cut::IgnoreLeft);
        }
    }

    /// The children of a node whose merits stand from `base` on, highest first, leftmost among equals.
    fn by_merit<G: Evaluate, W: Observer>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        node: &G::State,
        children: Children,
        depth: Depth,
        mut window: Window,
        base: usize,
    ) -> Result<Score, Stopped> {
        const DONE: Score = Score::WORST;
        let (floor, beta) = (window.alpha, window.beta);
        let mut best = Score::WORST;
        let mut next = highest(&self.merits[base..]);
        while let Some((number, _)) = next {
            let below = self.merits[base + number as usize].1;
            self.merits[base + number as usize].0 = DONE;
            let child = walk.child(node, children, depth, number);
            let score = -self.informed(walk, child, below, depth.less(), -window)?;
            if score > best {
                best = score;
                walk.update_sure(depth, number, best);
                if best >= beta {
                    walk.cut(depth, number, Cut::Beta);
                    break;
                }
                window.alpha = window.alpha.max(best);
            } else if score == best && best <= floor {
                walk.lines.doubt(depth);
            }
            next = highest(&self.merits[base..]);
            if let Some((next, alone)) = next {
                let (merit, below) = self.merits[base + next as usize];
                if window.alpha >= merit {
                    let in_doubt = merit == best && best <= floor || merit > best && !alone;
                    if merit > best {
                        best = merit;
                        walk.tell_recall(depth, next, -merit, Score::INFINITY);
                        self.read_line(walk, depth.less(), below);
                        walk.lines.prefer(depth, next);
                    }
                    if in_doubt {
                        walk.lines.doubt(depth);
                    }
                    walk.cut(depth, number, Cut::ProveBest);
                    break;
                }
                window.beta = beta.min(merit);
            }
        }
        Ok(best)
    }

    /// The line of a node that was only asked stands in the notes.
    fn read_line<G: Evaluate, W: Observer>(&mut self, walk: &mut Walk<'_, G, W>, depth: Depth, note: N::Name) {
        self.notes.line(note, &mut self.line, &mut self.merits);
        walk.lines.set(depth, &self.line);
    }
}
