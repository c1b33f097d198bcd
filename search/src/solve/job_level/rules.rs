//! What the top of a tree asks the rules of its game. It hears keys and numbers, so the top is compiled once for all games.

use provebest_game::{MoveList, NodeCount, Score, Solvable, Status, Window};

use super::top::Fact;

/// A position.
pub(super) struct Place {
    pub(super) key: u64,
    /// What the rules say of its value without a search.
    pub(super) fact: Fact,
}

/// A child of a position.
pub(super) struct Child {
    /// Its place among the moves that matter, the best first. `None` if it does not matter.
    pub(super) rank: Option<usize>,
    pub(super) place: Place,
}

/// The children of a position in the order of the game.
pub(super) struct Children {
    /// The value of the position, if the game knows it.
    pub(super) value: Option<Score>,
    pub(super) list: Vec<Child>,
}

/// The rules below a root.
pub(super) trait Rules {
    /// The position at the end of a path, if it can be played.
    fn place(&self, path: &[u32]) -> Option<Place>;

    /// The positions after its moves, in the order of the game; none if it cannot be played.
    fn places(&self, path: &[u32]) -> Vec<Place>;

    /// Its children, if it can be played and the game is not over there. What the game enters to sort them is counted.
    fn children(&self, path: &[u32], nodes: &mut NodeCount) -> Option<Children>;
}

/// The rules of a game below a root.
pub(super) struct RulesOf<'a, G: Solvable> {
    pub(super) game: &'a G,
    pub(super) root: &'a G::State,
}

impl<G: Solvable> RulesOf<'_, G> {
    fn of(&self, state: &G::State) -> Place {
        Place { key: self.game.note_key(state), fact: by_rules(self.game, state) }
    }

    fn after(&self, state: &G::State, mv: G::Move) -> Place {
        let mut child = state.clone();
        self.game.play(&mut child, mv);
        self.of(&child)
    }
}

impl<G: Solvable> Rules for RulesOf<'_, G> {
    fn place(&self, path: &[u32]) -> Option<Place> {
        state_at(self.game, self.root, path).map(|state| self.of(&state))
    }

    fn places(&self, path: &[u32]) -> Vec<Place> {
        let Some(state) = state_at(self.game, self.root, path) else { return Vec::new() };
        let mut all = MoveList::new();
        let open = self.game.moves(&state, &mut all) == Status::Open;
        all.as_slice().iter().filter(|_| open).map(|&mv| self.after(&state, mv)).collect()
    }

    fn children(&self, path: &[u32], nodes: &mut NodeCount) -> Option<Children> {
        let state = state_at(self.game, self.root, path)?;
        let (mut all, mut ranked) = (MoveList::new(), MoveList::new());
        if self.game.moves(&state, &mut all) != Status::Open {
            return None;
        }
        let value = self.game.answer(&state, Window::FULL, nodes);
        if value.is_none() {
            self.game.ranked(&state, &mut ranked, nodes);
        }
        let child = |&mv: &G::Move| {
            let rank = ranked.as_slice().iter().position(|&other| other == mv);
            Child { rank, place: self.after(&state, mv) }
        };
        Some(Children { value, list: all.as_slice().iter().map(child).collect() })
    }
}

/// Plays a path as far as that is possible: the moves, and the state at the end.
pub(super) fn play<G: Solvable>(game: &G, root: &G::State, path: &[u32]) -> (Vec<G::Move>, G::State) {
    let (mut state, mut list, mut moves) = (root.clone(), MoveList::new(), Vec::new());
    for &number in path {
        list.clear();
        let open = game.moves(&state, &mut list) == Status::Open;
        let Some(&mv) = list.as_slice().get(number as usize).filter(|_| open) else { break };
        game.play(&mut state, mv);
        moves.push(mv);
    }
    (moves, state)
}

/// The state at the end of a path, if it can be played.
pub(super) fn state_at<G: Solvable>(game: &G, root: &G::State, path: &[u32]) -> Option<G::State> {
    let (moves, state) = play(game, root, path);
    (moves.len() == path.len()).then_some(state)
}

/// What the rules say of a value without a search.
fn by_rules<G: Solvable>(game: &G, state: &G::State) -> Fact {
    match game.moves(state, &mut MoveList::new()) {
        Status::Over(value) => {
            let value = game.worth(state, value);
            Fact { least: value, most: value, ..Fact::NOTHING }
        }
        Status::Open => {
            let (least, most) = game.bounds(state);
            Fact { least, most, ..Fact::NOTHING }
        }
    }
}
