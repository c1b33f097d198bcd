//! What is asked, and what one look at a position says to it.

use provebest_game::{Children, Line, MoveList, Provable, Score, Window};

use super::numbers::Numbers;
use crate::limits::{Limits, Reason};

/// Is told the position of every expansion.
pub type ExpansionSink<'a, S> = dyn Fn(&S) + Sync + 'a;

/// What a proof search does at a node. A path is the keys of its nodes from the root on, at AND nodes complemented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It is expanded, while it has these numbers and the root those; df-pn: until one of them is as large as `most`.
    Expands {
        /// Its numbers.
        numbers: Numbers,
        /// Its thresholds, if there are any.
        most: Option<Numbers>,
        /// The numbers of the root.
        root: Numbers,
    },
    /// It has these numbers now.
    Has(Numbers),
}

/// Is told every step with the path to its node.
pub type StepSink<'a> = dyn Fn(&[u64], Step) + Sync + 'a;

/// Is a position worth at least so much to the side to move?
pub struct Question<'a, G: Provable> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub root: &'a G::State,
    /// Is it worth at least this?
    pub least: Score,
    /// What may end the search early. Nodes are those that are expanded, and for df-pn those that are entered.
    pub limits: Limits<'a>,
    /// Is told the position of every expansion.
    pub expanded: Option<&'a ExpansionSink<'a, G::State>>,
    /// Is told every step. PN² tells those of its first tree.
    pub steps: Option<&'a StepSink<'a>>,
}

impl<G: Provable> Clone for Question<'_, G> {
    fn clone(&self) -> Self {
        Question { ..*self }
    }
}

impl<'a, G: Provable> Question<'a, G> {
    /// The question without limits.
    pub fn new(game: &'a G, root: &'a G::State, least: Score) -> Self {
        Question { game, root, least, limits: Limits::default(), expanded: None, steps: None }
    }

    /// The same within limits.
    pub fn within(self, limits: Limits<'a>) -> Self {
        Question { limits, ..self }
    }

    /// The same, with a sink that is told the position of every expansion.
    pub fn telling(self, expanded: &'a ExpansionSink<'a, G::State>) -> Self {
        Question { expanded: Some(expanded), ..self }
    }

    /// The same, with a sink that is told every step.
    pub fn stepping(self, steps: &'a StepSink<'a>) -> Self {
        Question { steps: Some(steps), ..self }
    }

    /// What a position that comes again says: yes, no, or that none can.
    pub(super) fn repetition(&self) -> Option<bool> {
        self.game.repeated(self.root).map(|worth| worth >= self.least)
    }
}

/// What came of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Verdict<M> {
    /// The answer, if it is proved.
    pub answer: Option<bool>,
    /// The numbers of the root.
    pub numbers: Numbers,
    /// Play in which the side that the answer favours keeps what is proved, and the other one makes it long. It ends with the game, or
    /// where a position comes again, if that is what the answer rests on.
    pub line: Line<M>,
    /// Does the line end so? It may not, if the search was stopped.
    pub line_complete: bool,
    /// How many nodes were expanded: the moves that matter were listed, and their children evaluated up to one that decides. A node that
    /// a table has lost is expanded again.
    pub expansions: u64,
    /// How many nodes were to be evaluated: the root, and the children of nodes when they were expanded. PN² counts no node twice, df-pn only
    /// those that its table has lost: with room enough, never more than the tree has.
    pub evaluations: u64,
    /// How many times a node was entered, for searches that enter a node again.
    pub visits: u64,
    /// The most nodes, or entries of a table, that were held at once.
    pub stored: u64,
    /// Why the search ended without an answer, if it did.
    pub stopped: Option<Reason>,
}

impl<M> Verdict<M> {
    /// Nothing yet.
    pub(super) fn open() -> Self {
        Verdict {
            answer: None,
            numbers: Numbers::UNKNOWN,
            line: Line::default(),
            line_complete: false,
            expansions: 0,
            evaluations: 0,
            visits: 0,
            stored: 0,
            stopped: None,
        }
    }
}

/// What a value for the side to move, at a node of this kind, says to the question.
#[inline(always)]
pub(super) fn verdict(least: Score, or: bool, value: Score) -> Numbers {
    Numbers::of(if or { value >= least } else { -value >= least })
}

/// The numbers of a new node that counts as many as it has moves.
pub(super) fn fresh<G: Provable>(game: &G, list: &mut MoveList<G::Move>, state: &G::State, or: bool) -> Numbers {
    let moves = list.open(|list| game.moves(state, list)).map_or(1, |children| {
        list.close(children);
        children.count()
    });
    Numbers::from_phi_delta(or, (1, moves))
}

/// Looks at positions.
pub(super) struct Judge<'a, G: Provable> {
    pub(super) game: &'a G,
    pub(super) least: Score,
    /// Are new nodes worth as many as they have moves, or 1?
    pub(super) mobility: bool,
    pub(super) list: MoveList<G::Move>,
    /// For moves that are only counted.
    pub(super) counted: MoveList<G::Move>,
}

impl<'a, G: Provable> Judge<'a, G> {
    pub(super) fn new(question: &Question<'a, G>, mobility: bool) -> Self {
        Judge { game: question.game, least: question.least, mobility, list: MoveList::new(), counted: MoveList::new() }
    }

    /// The mover's own question at a node of this kind: at an AND node, can it prevent the proof?
    #[inline(always)]
    pub(super) fn window(&self, or: bool) -> Window {
        Window::null(if or { self.least } else { -self.least + 1 })
    }

    /// The numbers of a position that is not expanded.
    #[inline(always)]
    pub(super) fn look(&mut self, state: &G::State, or: bool) -> Numbers {
        let window = self.window(or);
        match self.game.glance(state, &mut self.list, window) {
            Some(value) => verdict(self.least, or, value),
            None if self.mobility => fresh(self.game, &mut self.list, state, or),
            None => Numbers::UNKNOWN,
        }
    }

    /// The key of a position as a node of this kind: the question there is another one for the other side.
    #[inline(always)]
    pub(super) fn key(&self, state: &G::State, or: bool) -> u64 {
        let key = self.game.key(state);
        if or { key } else { !key }
    }

    /// Lists the moves that matter, in the order of the game, or what their absence says. Where play may return, all moves do.
    #[inline(always)]
    pub(super) fn open(&mut self, state: &G::State, or: bool) -> Result<Children, Numbers> {
        let game = self.game;
        let opened = self.list.open(|list| game.relevant(state, list));
        opened.map_err(|value| verdict(self.least, or, value))
    }

    /// The position after a move.
    #[inline(always)]
    pub(super) fn child(&self, state: &G::State, moves: Children, number: u32) -> G::State {
        let mut child = state.clone();
        self.game.play(&mut child, self.list.at(moves, number));
        child
    }

    /// The positions after each move, in the order of the rules; none if the game is over.
    pub(super) fn children(&mut self, state: &G::State) -> Vec<G::State> {
        let game = self.game;
        let Ok(moves) = self.list.open(|list| game.moves(state, list)) else { return Vec::new() };
        let all = (0..moves.count()).map(|number| self.child(state, moves, number)).collect();
        self.list.close(moves);
        all
    }
}
