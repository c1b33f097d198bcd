//! A game whose type is forgotten: a position tells its moves by number. Searches that nobody times are compiled once for it, in
//! this crate, instead of once for every game of every author.

use std::cell::OnceCell;
use std::rc::Rc;

use provebest_game::{Evaluate, Game, MoveList, Score, Shape, Status};

/// A position of some game, together with its rules.
pub(crate) trait Position<'a> {
    /// Its status, and how many moves there are.
    fn moves(&self) -> (Status, u32);

    /// The position after the move of this number.
    fn after(&self, number: u32) -> AnyPosition<'a>;

    fn evaluate(&self) -> Score;

    fn shape(&self) -> Option<Shape>;
}

pub(crate) type AnyPosition<'a> = Rc<dyn Position<'a> + 'a>;

/// A position of a game of this type, as one of any game.
pub(crate) fn erased<'a, G: Evaluate>(game: &'a G, state: &G::State) -> AnyPosition<'a> {
    Rc::new(Typed { game, state: state.clone(), moves: OnceCell::new() })
}

struct Typed<'a, G: Game> {
    game: &'a G,
    state: G::State,
    moves: OnceCell<(Status, Vec<G::Move>)>,
}

impl<G: Game> Typed<'_, G> {
    fn look(&self) -> &(Status, Vec<G::Move>) {
        self.moves.get_or_init(|| {
            let mut list = MoveList::new();
            let status = self.game.moves(&self.state, &mut list);
            (status, list.as_slice().to_vec())
        })
    }
}

impl<'a, G: Evaluate> Position<'a> for Typed<'a, G> {
    fn moves(&self) -> (Status, u32) {
        let (status, moves) = self.look();
        (*status, moves.len() as u32)
    }

    fn after(&self, number: u32) -> AnyPosition<'a> {
        let mut child = self.state.clone();
        self.game.play(&mut child, self.look().1[number as usize]);
        Rc::new(Typed { game: self.game, state: child, moves: OnceCell::new() })
    }

    fn evaluate(&self) -> Score {
        self.game.evaluate(&self.state)
    }

    fn shape(&self) -> Option<Shape> {
        self.game.shape(&self.state)
    }
}

/// The rules of all of them: each position has its own.
pub(crate) struct ErasedGame<'a> {
    root: AnyPosition<'a>,
    unit: i32,
}

impl<'a> ErasedGame<'a> {
    pub(crate) fn new<G: Evaluate>(game: &'a G, root: &G::State) -> ErasedGame<'a> {
        ErasedGame { root: erased(game, root), unit: game.unit() }
    }

    pub(crate) fn root(&self) -> &AnyPosition<'a> {
        &self.root
    }
}

impl<'a> Game for ErasedGame<'a> {
    type State = AnyPosition<'a>;
    type Move = u32;

    fn moves(&self, position: &AnyPosition<'a>, out: &mut MoveList<u32>) -> Status {
        let (status, count) = position.moves();
        out.extend(0..count);
        status
    }

    fn play(&self, position: &mut AnyPosition<'a>, number: u32) {
        *position = position.after(number);
    }

    fn shape(&self, position: &AnyPosition<'a>) -> Option<Shape> {
        position.shape()
    }
}

impl<'a> Evaluate for ErasedGame<'a> {
    fn evaluate(&self, position: &AnyPosition<'a>) -> Score {
        position.evaluate()
    }

    fn unit(&self) -> i32 {
        self.unit
    }
}
