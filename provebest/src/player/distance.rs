//! How far away a decided end is.

use provebest_game::{Depth, Game, MaybeRepeat, MoveList, Score, Skills, SplitMix64, Status};
use provebest_search::engine::Enhancements;

/// How many plies a decided game lasts from `state` on, where it is worth `value`; `None` if it is not decided, or if
/// that cannot be known.
///
/// The score says it, and not the length of the line, which ends early where a table had the answer. A score counts from
/// any ply that the game likes. Where the game does not say from which ([`Repeat`](provebest_game::Repeat)), it is seen at
/// an end of the game that is won or lost: that of `line`, or of any play beyond it.
///
/// A win that is proved is one, but there may be a shorter one: see [`is_shortest`].
///
/// ```
/// use provebest::games::tic_tac_toe::TicTacToe;
/// use provebest::player::plies_to_end;
/// use provebest::{Ply, Score, Text};
/// let board = TicTacToe.parse("1425")?; // a row of two for both, X to move
/// let value = Score::win_in(Ply(5));
/// assert_eq!(plies_to_end(&TicTacToe, &board, value, &[]), Some(1));
/// assert_eq!(plies_to_end(&TicTacToe, &board, Score(3), &[]), None);
/// # Ok::<(), provebest::game::TextError>(())
/// ```
pub fn plies_to_end<G: Skills>(game: &G, state: &G::State, value: Score, line: &[G::Move]) -> Option<u32> {
    let end = value.end()?;
    let now = if G::Repeat::HAS { G::Repeat::now(game, state).0 } else { now(game, state, line)? };
    end.0.checked_sub(now)
}

/// An engine with these enhancements found a decided end `plies` ahead, with an iteration to `depth`. Is it the one that best play
/// leads to? Otherwise it is the shortest that was found: the game is decided within that many plies at most.
///
/// Reductions, futility and the null move leave out moves that promise little, and extensions look beyond the depth along some
/// lines only: what they prove is proved, but they may pass over a faster way.
///
/// ```
/// use provebest::Depth;
/// use provebest::player::is_shortest;
/// use provebest::search::engine::Enhancements;
/// assert!(is_shortest(Enhancements::FAITHFUL, 5, Depth(6)));
/// assert!(!is_shortest(Enhancements::FAITHFUL, 9, Depth(6)), "the table knew it");
/// assert!(!is_shortest(Enhancements::default(), 5, Depth(6)));
/// assert!(is_shortest(Enhancements::default(), 1, Depth(6)), "nothing is shorter");
/// ```
pub fn is_shortest(on: Enhancements, plies: u32, depth: Depth) -> bool {
    let faithful = Enhancements { two_plies: true, from_to: true, ..Enhancements::FAITHFUL }.names();
    plies <= 1 || plies <= depth.0 && on.names().iter().all(|name| faithful.contains(name))
}

/// The ply that a game counts `state` by, from a decided end after the line and some more moves.
fn now<G: Game>(game: &G, state: &G::State, line: &[G::Move]) -> Option<u32> {
    const TRIALS: u32 = 100;
    const LONGEST: u32 = 1000;
    let mut after = state.clone();
    line.iter().for_each(|&m| game.play(&mut after, m));
    let (mut chance, mut list) = (SplitMix64::new(1), MoveList::new());
    (0..TRIALS).find_map(|_| {
        let mut state = after.clone();
        for more in 0..LONGEST {
            list.clear();
            if let Status::Over(value) = game.moves(&state, &mut list) {
                return value.end()?.0.checked_sub(line.len() as u32 + more);
            }
            game.play(&mut state, *list.as_slice().get(chance.below(list.len() as u64) as usize)?);
        }
        None
    })
}

#[cfg(all(test, feature = "chess"))]
mod tests {
    use provebest_game::{Ply, Repeat, Text};
    use provebest_games::chess::Chess;
    use provebest_games::connect_four::ConnectFour;

    use super::*;

    /// A line that ends early does not make the end come earlier.
    #[test]
    fn the_score_tells_and_not_the_line() {
        let rules = Chess::default();
        let position = rules.parse("7k/8/8/8/8/8/R7/1R4K1 w - - 0 31").unwrap();
        let value = Score::win_in(Ply(rules.now(&position).0 + 3));
        let line: Vec<_> = ["b1b7", "h8g8", "a2a8"]
            .iter()
            .scan(position.clone(), |state, word| {
                let m = rules.parse_move(state, word).ok()?;
                rules.play(state, m);
                Some(m)
            })
            .collect();
        for known in 0..=3 {
            assert_eq!(plies_to_end(&rules, &position, value, &line[..known]), Some(3));
        }
        assert_eq!(plies_to_end(&rules, &position, Score(30), &line), None);
        // Without a clock in the state, ends are looked for.
        let (rules, board) = ConnectFour::parse("4433").unwrap();
        let value = Score::win_in(Ply(board.stones() + 3));
        for line in [&[][..], &[1], &[1, 0], &[1, 0, 4]] {
            assert_eq!(plies_to_end(&rules, &board, value, line), Some(3), "{line:?}");
        }
    }
}
