//! A game as it was played so far.

use std::fmt;

use provebest_game::{Game, Keyed, MoveList, Status};

/// A move that the rules do not allow in the position.
///
/// ```
/// use provebest::player::IllegalMove;
/// assert_eq!(IllegalMove { ply: 4 }.to_string(), "not a legal move at ply 4; expected one that `Game::moves` lists");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// How many moves were played before.
    pub ply: usize,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a legal move at ply {}; expected one that `Game::moves` lists", self.ply)
    }
}

impl std::error::Error for IllegalMove {}

/// The positions of a game from its start to now, so that moves can be taken back and repetitions seen.
///
/// ```
/// use provebest::games::connect_four::ConnectFour;
/// use provebest::player::GameHistory;
/// let rules = ConnectFour::default();
/// let mut history = GameHistory::new(&rules, rules.start());
/// history.play(3);
/// assert_eq!((history.plies(), history.undo(), history.undo()), (1, Some(3), None));
/// ```
#[derive(Clone)]
pub struct GameHistory<'a, G: Game> {
    game: &'a G,
    states: Vec<G::State>,
    moves: Vec<G::Move>,
    keys: Vec<u64>,
}

impl<'a, G: Keyed> GameHistory<'a, G> {
    /// A game that begins here.
    pub fn new(game: &'a G, start: G::State) -> Self {
        GameHistory { game, states: vec![start], moves: Vec::new(), keys: Vec::new() }
    }

    /// The rules.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The position at the start.
    pub fn start(&self) -> &G::State {
        &self.states[0]
    }

    /// The position now.
    pub fn state(&self) -> &G::State {
        &self.states[self.states.len() - 1]
    }

    /// Is the game over now?
    pub fn status(&self) -> Status {
        self.game.status(self.state(), &mut MoveList::new())
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// How many moves were played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The keys of all positions before this one.
    pub fn before(&self) -> &[u64] {
        &self.keys
    }

    /// How often the position now was there before.
    pub fn repetitions(&self) -> usize {
        let now = self.game.key(self.state());
        self.keys.iter().filter(|&&key| key == now).count()
    }

    /// Is there one legal move only?
    pub(super) fn is_forced(&self) -> bool {
        let mut list = MoveList::new();
        self.game.moves(self.state(), &mut list) == Status::Open && list.len() == 1
    }

    /// Plays a move that came from outside, if it is legal.
    ///
    /// ```
    /// use provebest::games::tic_tac_toe::{Board, TicTacToe};
    /// use provebest::player::{GameHistory, IllegalMove};
    /// let mut history = GameHistory::new(&TicTacToe, Board::default());
    /// assert_eq!(history.try_play(4), Ok(()));
    /// assert_eq!(history.try_play(4), Err(IllegalMove { ply: 1 }));
    /// assert_eq!(history.plies(), 1);
    /// ```
    pub fn try_play(&mut self, m: G::Move) -> Result<(), IllegalMove> {
        let mut list = MoveList::new();
        let open = self.game.moves(self.state(), &mut list) == Status::Open;
        if !open || !list.as_slice().contains(&m) {
            return Err(IllegalMove { ply: self.plies() });
        }
        self.play(m);
        Ok(())
    }

    /// Plays a legal move. It is not looked at: [`GameHistory::try_play`] does.
    pub fn play(&mut self, m: G::Move) {
        let mut state = self.state().clone();
        self.keys.push(self.game.key(&state));
        self.game.play(&mut state, m);
        self.states.push(state);
        self.moves.push(m);
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<G::Move> {
        let m = self.moves.pop()?;
        self.states.pop();
        self.keys.pop();
        Some(m)
    }
}
