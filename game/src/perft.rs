//! Counting lines of play: the oldest test of a move generator.

use crate::{Depth, Game, MoveList};

/// How many different lines of exactly `depth` plies start at `state`. Lines that end earlier do not count.
///
/// See the example at [`Game`].
pub fn perft<G: Game>(game: &G, state: &G::State, depth: Depth) -> u64 {
    fn count<G: Game>(game: &G, state: &G::State, depth: Depth, list: &mut MoveList<G::Move>) -> u64 {
        if depth == Depth(0) {
            return 1;
        }
        let Ok(children) = game.open(state, list) else { return 0 };
        let lines = if depth == Depth(1) {
            children.count() as u64
        } else {
            (0..children.count())
                .map(|i| count(game, &game.child(state, children, list, i).1, depth.less(), list))
                .sum()
        };
        list.close(children);
        lines
    }
    count(game, state, depth, &mut MoveList::new())
}
