//! A game as it was played so far.

use provebest_game::{Game, Keyed, MoveList, Status};

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

    /// Plays a legal move.
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
