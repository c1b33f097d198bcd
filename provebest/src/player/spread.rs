//! How far the values of a game lie apart.

use provebest_game::{Evaluate, MoveList, Score, SplitMix64, Status};

/// Random games are played for at most this many plies, and at most this many children are judged in all.
const PLIES: usize = 40;
const JUDGED: usize = 2000;
/// At most this many children of a position.
const WIDTH: usize = 24;

/// How much better the best move of a position is than an average one, at first sight: the median over the positions of random games
/// in which it is better at all. 0 if it never is.
pub(super) fn measure<G: Evaluate>(game: &G, start: &G::State) -> i32 {
    let (mut chance, mut list, mut leads) = (SplitMix64::new(1), MoveList::new(), Vec::new());
    let mut judged = 0;
    while judged < JUDGED {
        let mut state = start.clone();
        // A start that is over, or a game of one ply, still counts.
        judged += 1;
        for _ in 0..PLIES {
            list.clear();
            if game.moves(&state, &mut list) != Status::Open || judged >= JUDGED {
                break;
            }
            let moves = list.as_slice().to_vec();
            let first = chance.below(moves.len() as u64) as usize;
            let some = moves.iter().cycle().skip(first).take(moves.len().min(WIDTH));
            let values: Vec<i64> = some
                .filter_map(|&m| {
                    let mut child = state.clone();
                    game.play(&mut child, m);
                    list.clear();
                    let (Score(value), _) = game.horizon(&child, &mut list);
                    Score(value).end().is_none().then_some(-i64::from(value))
                })
                .collect();
            judged += values.len();
            if let Some(best) = values.iter().max() {
                leads.push(best - values.iter().sum::<i64>() / values.len() as i64);
            }
            game.play(&mut state, moves[first]);
        }
    }
    leads.retain(|&lead| lead > 0);
    leads.sort_unstable();
    leads.get(leads.len() / 2).map_or(0, |&lead| lead.min(Score::LIMIT.into()) as i32)
}
