//! The search of a solver: fail-soft alpha-beta to the end of the game, with a table of bounds.

use provebest_game::{Children, Depth, MoveList, Score, Solvable, Status, Window};

use super::notes::{Access, Note, Slot};
use crate::limits::{Budget, Stopped};

/// All that a proof carries through the tree.
pub(super) struct Prover<'a, 't, G: Solvable, S: Slot> {
    pub(super) game: &'a G,
    pub(super) budget: Budget<'a>,
    pub(super) notes: Option<Access<'t, S>>,
    pub(super) list: MoveList<G::Move>,
    plies: Depth,
    pub(super) too_deep: bool,
    /// Notes of positions that took at least this many nodes are told to others.
    pub(super) tells_from: u64,
    pub(super) told: Vec<(u64, Note, u64)>,
}

/// A node whose children are searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Is it worth a note, and under which key?
    noted: bool,
    key: u64,
    /// Bounds of its value.
    least: Score,
    most: Score,
    /// The child that did best before.
    hint: u32,
    /// How many nodes were entered before it.
    before: u64,
    pub(super) children: Children,
    pub(super) known: Known,
}

impl Node {
    /// The number of the child at this place: the hint comes first.
    #[inline(always)]
    pub(super) fn child_at(&self, place: u32) -> u32 {
        let hint = if self.hint < self.children.count() { self.hint } else { 0 };
        match place {
            0 => hint,
            place if place <= hint => place - 1,
            place => place,
        }
    }
}

/// What is known of the children of a node before they are searched.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// The best value of those that are known.
    pub(super) best: Score,
    /// A child that is good enough.
    pub(super) cut: Option<u32>,
    /// The children that are known not to be better than what there is, a bit each.
    refuted: u64,
    /// None of the others has an answer at once.
    asked: bool,
}

impl Known {
    /// Is this child known not to be better than what there is?
    #[inline(always)]
    pub(super) fn refutes(&self, number: u32) -> bool {
        number < u64::BITS && self.refuted >> number & 1 == 1
    }

    /// Is it known that this child has no answer at once?
    #[inline(always)]
    pub(super) fn has_asked(&self, number: u32) -> bool {
        self.asked && number < u64::BITS
    }
}

impl<'a, 't, G: Solvable, S: Slot> Prover<'a, 't, G, S> {
    pub(super) fn new(game: &'a G, budget: Budget<'a>, notes: Option<Access<'t, S>>, plies: Depth) -> Self {
        let (tells_from, told) = (u64::MAX, Vec::new());
        Prover { game, budget, notes, list: MoveList::new(), plies, too_deep: false, tells_from, told }
    }

    /// Goes on with another budget, and with the table as it is. What was stopped before is over.
    pub(super) fn begin(&mut self, budget: Budget<'a>) {
        self.budget = budget;
        self.list = MoveList::new();
    }

    /// The position after a move, and the bounds that the move's value has without a search: the value itself if the
    /// game is over then.
    pub(super) fn after(&mut self, state: &G::State, mv: G::Move) -> (G::State, Score, Score) {
        let mut child = state.clone();
        self.game.play(&mut child, mv);
        match self.game.status(&child, &mut self.list) {
            Status::Over(value) => {
                let value = -self.game.worth(&child, value);
                (child, value, value)
            }
            Status::Open => {
                let (least, most) = self.game.bounds(&child);
                (child, -most, -least)
            }
        }
    }

    /// A move that keeps the known value of a position. What was proved already comes first.
    pub(super) fn best(
        &mut self,
        state: &G::State,
        value: Score,
        moves: &[G::Move],
        ply: u32,
    ) -> Result<G::Move, Stopped> {
        let mut open = Vec::new();
        for &mv in moves {
            let (child, least, most) = self.after(state, mv);
            if least >= value || most > least && -self.look_up(self.game.note_key(&child)).most >= value {
                return Ok(mv);
            }
            if most >= value {
                open.push((mv, child));
            }
        }
        for (mv, child) in &open[..open.len().saturating_sub(1)] {
            if -self.ask(child, -Window::null(value), ply + 1)? >= value {
                return Ok(*mv);
            }
        }
        // What is left has to keep it.
        Ok(open.last().map_or(moves[0], |(mv, _)| *mv))
    }

    /// The candidate that did best at a position, as far as it is known.
    pub(super) fn hint(&self, state: &G::State) -> u32 {
        if self.game.is_noted(state) { self.look_up(self.game.note_key(state)).hint } else { 0 }
    }

    #[inline(always)]
    pub(super) fn look_up(&self, key: u64) -> Note {
        self.notes.as_ref().map_or(Note::NOTHING, |notes| notes.probe(key))
    }

    /// What the game answers by itself.
    #[inline(always)]
    pub(super) fn answer(&mut self, state: &G::State, window: Window) -> Option<Score> {
        let mut nodes = self.budget.count();
        let answer = self.game.answer(state, window, &mut nodes);
        self.budget.inner = nodes.entered;
        answer
    }

    /// The moves of a position that matter, as the game sorts them.
    pub(super) fn ranked(&mut self, state: &G::State, out: &mut MoveList<G::Move>) -> Status {
        let mut nodes = self.budget.count();
        let status = self.game.ranked(state, out, &mut nodes);
        self.budget.inner = nodes.entered;
        status
    }

    /// Is the value of a position, this many plies below the root, in the window, below or above it? Fail-soft.
    pub(super) fn ask(&mut self, state: &G::State, window: Window, ply: u32) -> Result<Score, Stopped> {
        debug_assert!(window.alpha < window.beta);
        self.budget.ask()?;
        if let Some(value) = self.answer(state, window) {
            self.budget.inner += 1;
            return Ok(value);
        }
        self.search(state, window, ply)
    }

    /// The same for a position that has no answer at once.
    pub(super) fn search(&mut self, state: &G::State, window: Window, ply: u32) -> Result<Score, Stopped> {
        let node = match self.enter(state, window, ply)? {
            Ok(node) => node,
            Err(value) => return Ok(value),
        };
        let (best, hint) = match node.known.cut {
            Some(number) => (node.known.best, number),
            None => self.children(state, &node, window, ply)?,
        };
        Ok(self.leave(&node, best, hint, window))
    }

    /// A node with its children, or its value, if that is known without a search of them.
    #[inline(always)]
    pub(super) fn enter(&mut self, state: &G::State, window: Window, ply: u32) -> Result<Result<Node, Score>, Stopped> {
        let noted = self.game.is_noted(state);
        let key = if noted { self.game.note_key(state) } else { 0 };
        let note = if noted { self.look_up(key) } else { Note::NOTHING };
        let (least, most) = self.game.bounds(state);
        let (least, most) = (least.max(note.least), most.min(note.most));
        if least >= window.beta || least == most {
            return Ok(Err(least));
        }
        if most <= window.alpha {
            return Ok(Err(most));
        }
        self.budget.inner += 1;
        let before = self.budget.inner;
        let mut nodes = self.budget.count();
        let children = self.list.open(|list| self.game.ranked(state, list, &mut nodes));
        self.budget.inner = nodes.entered;
        let children = match children {
            Ok(children) => children,
            Err(value) => return Ok(Err(value)),
        };
        if ply >= self.plies.0 {
            self.too_deep = true;
            return Err(Stopped);
        }
        match self.known(state, children, window) {
            Ok(known) => Ok(Ok(Node { noted, key, least, most, hint: note.hint, before, children, known })),
            // As good as an answer of the position itself, and as little worth a note.
            Err(value) => {
                self.list.close(children);
                Ok(Err(value.clamp(least, most)))
            }
        }
    }

    /// Notes what the search of a node has found, and closes it.
    #[inline(always)]
    pub(super) fn leave(&mut self, node: &Node, best: Score, hint: u32, window: Window) -> Score {
        let Node { noted, key, least, most, before, children, .. } = *node;
        self.list.close(children);
        let best = best.clamp(least, most);
        let note = Note {
            least: if best > window.alpha { best } else { least },
            most: if best < window.beta { best } else { most },
            hint,
        };
        if noted && let Some(notes) = &mut self.notes {
            let nodes = self.budget.inner - before;
            notes.store(key, note, nodes);
            if nodes >= self.tells_from {
                self.told.push((key, note, nodes));
            }
        }
        best
    }

    /// What the children answer at once, and what the table knows of the others. Or a value, if one answers that is good enough.
    #[inline(always)]
    fn known(&mut self, state: &G::State, children: Children, window: Window) -> Result<Known, Score> {
        let mut known = Known { best: Score::WORST, cut: None, refuted: 0, asked: false };
        // A single child looks for itself.
        if children.count() == 1 || !self.game.looks_ahead(state) {
            return Ok(known);
        }
        let count = children.count().min(u64::BITS);
        if self.game.answers_ahead(state) {
            // Meanwhile the memory finds what the table knows.
            if let Some(notes) = &self.notes {
                for number in 0..count {
                    notes.fetch(self.game.note_key(&self.child(state, children, number)));
                }
            }
            known.asked = true;
            for number in 0..count {
                let Some(value) = self.game.at_once(&self.child(state, children, number), -window) else { continue };
                self.budget.inner += 1;
                if -value >= window.beta {
                    return Err(-value);
                }
                if -value <= window.alpha {
                    known.best = known.best.max(-value);
                    known.refuted |= 1 << number;
                } else {
                    known.asked = false;
                }
            }
        }
        let Some(notes) = &self.notes else { return Ok(known) };
        for number in 0..count {
            if known.refuted >> number & 1 == 1 {
                continue;
            }
            let note = notes.probe(self.game.note_key(&self.child(state, children, number)));
            if -note.most >= window.beta {
                return Ok(Known { best: -note.most, cut: Some(number), ..known });
            }
            if -note.least <= window.alpha {
                known.best = known.best.max(-note.least);
                known.refuted |= 1 << number;
            }
        }
        Ok(known)
    }

    #[inline(always)]
    pub(super) fn child(&self, state: &G::State, children: Children, number: u32) -> G::State {
        let mut child = state.clone();
        self.game.play(&mut child, self.list.at(children, number));
        child
    }

    /// The best value of the children and the number of the one that has it.
    #[inline(always)]
    fn children(&mut self, state: &G::State, node: &Node, window: Window, ply: u32) -> Result<(Score, u32), Stopped> {
        let (mut best, mut best_number, mut open) = (node.known.best, 0, window);
        for place in 0..node.children.count() {
            let number = node.child_at(place);
            if node.known.refutes(number) {
                continue;
            }
            let child = self.child(state, node.children, number);
            let value = if node.known.has_asked(number) && open == window {
                self.budget.ask()?;
                -self.search(&child, -open, ply + 1)?
            } else {
                -self.ask(&child, -open, ply + 1)?
            };
            if value > best {
                (best, best_number) = (value, number);
                if open.raise(value) {
                    break;
                }
            }
        }
        Ok((best, best_number))
    }
}
