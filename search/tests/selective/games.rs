//! Games that say what can come of a position: it comes.

use provebest_game::{Depth, Distribution, Evaluate, Interval, MoveList, Score, SplitMix64, Status, Text, ValueRange};
use provebest_games::connect_four::ConnectFour;
use provebest_games::othello::Othello;
use provebest_games::synthetic::{Artificial, Correlated, Independent};
use provebest_games::tic_tac_toe::{Board, TicTacToe};
use provebest_search::{AlphaBeta, BStar, ConspiracyNumbers, PbStar, Search, Strategy, Task};

/// The value of a position, if it is open and ends soon.
fn value<G: Evaluate>(game: &G, state: &G::State, depth: u32) -> Option<Score> {
    let open = game.status(state, &mut MoveList::new()) == Status::Open;
    let soon = game.shape(state).is_some_and(|shape| shape.height <= Depth(depth));
    let report =
        (open && soon).then(|| AlphaBeta.search(&Task::new(game, state, Depth(depth)), &mut ()).expect("shallow"));
    report.and_then(|report| report.value)
}

/// Random play from a position on, and a look at every position near the end.
fn examine<G: Interval + Distribution + ValueRange>(game: &G, start: &G::State, depth: u32, games: u64) -> u32 {
    let mut seen = 0;
    for seed in 0..games {
        let mut chance = SplitMix64::new(seed);
        let mut state = start.clone();
        let (bottom, top) = game.value_range(start);
        let mut max = true;
        loop {
            let mut list = MoveList::new();
            if game.moves(&state, &mut list) != Status::Open {
                break;
            }
            let (low, high) = game.interval(&state);
            assert!(low <= high && game.at_most(&state, high) == 1.0 && game.at_most(&state, low - 1) == 0.0);
            let estimate = if max { game.evaluate(&state) } else { -game.evaluate(&state) };
            assert!(bottom <= estimate && estimate <= top);
            if let Some(value) = value(game, &state, depth) {
                assert!(low <= value && value <= high, "{value} in [{low}, {high}], seed {seed}");
                let found = BStar::default().search(&Task::new(game, &state, Depth(depth)), &mut ());
                assert!(found.separated && found.report.value <= Some(value), "seed {seed}");
                let best = found.report.path[0] as usize;
                assert!(found.moves[best].low <= value && value <= found.moves[best].high, "seed {seed}");
                let numbers = ConspiracyNumbers::default().search(&Task::new(game, &state, Depth(depth)), &mut ());
                assert_eq!(numbers.report.value, Some(value));
                seen += 1;
            }
            let number = chance.below(list.len() as u64) as usize;
            game.play(&mut state, list.as_slice()[number]);
            max = !max;
        }
    }
    seen
}

#[test]
fn intervals_hold() {
    assert!(examine(&TicTacToe, &Board::default(), 6, 60) > 100);
    let small = ConnectFour::new(4, 4).expect("a board");
    assert!(examine(&small, &small.start(), 8, 40) > 60);
    let late = Othello.parse("O-OOOOOOOOOOOOOOOXOXXOOOOOXOXXXOOOXXOXXXOOXXXOOO-XXXXXOO---XXX-- X");
    let late = late.expect("a position");
    assert!(examine(&Othello, &late, 14, 20) > 20);
    for seed in 0..20 {
        let tree = Correlated::new(3, Depth(4), seed, false).expect("a tree");
        examine(&tree, &tree.root(), 4, 3);
        let tree = Independent::new(3, Depth(4), seed, 30).expect("a tree");
        examine(&tree, &tree.root(), 4, 3);
        let tree = Artificial::new(3, seed, 30, 2, true).expect("a tree");
        examine(&tree, &tree.root(), 0, 3);
    }
}

/// The first move of tic-tac-toe that is no worse than all others, and a won position.
#[test]
fn tic_tac_toe() {
    let won = TicTacToe.parse("XO-------").and_then(|_| TicTacToe.parse("1245")).expect("a position");
    for (_, strategy) in Strategy::ALL {
        let found = BStar { strategy }.search(&Task::new(&TicTacToe, &won, Depth(9)), &mut ());
        assert!(found.separated);
        let value = value(&TicTacToe, &won, 9).expect("open");
        assert!(found.moves[found.report.path[0] as usize].high >= value);
    }
    assert!(PbStar::default().search(&Task::new(&TicTacToe, &won, Depth(9)), &mut ()).separated);
}
