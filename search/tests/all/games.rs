//! Games that do not end at the horizon: every search agrees with minimax at every depth, and knows whether an estimate
//! was part of the answer.

use provebest_game::{Depth, Game, MoveList, SplitMix64, Status, Text};
use provebest_games::connect_four::ConnectFour;
use provebest_games::synthetic::Correlated;
use provebest_games::tic_tac_toe::TicTacToe;
use provebest_games::tree::{RandomTree, Tree};
use provebest_search::*;

use crate::reference::Plain;
use crate::reference::family::{examine, examine_all};
use crate::sample::{Sample, State};
use crate::watch::counting;

/// A position after some random moves.
pub fn wander(game: &Sample, root: &State, plies: u64, chance: &mut SplitMix64) -> State {
    let mut state = *root;
    for _ in 0..plies {
        let mut list = MoveList::new();
        if game.moves(&state, &mut list) != Status::Open {
            break;
        }
        game.play(&mut state, list.as_slice()[chance.below(list.len() as u64) as usize]);
    }
    state
}

fn try_positions(game: &Sample, start: &State, positions: u64, plies: u64, depth: u32) {
    let mut chance = SplitMix64::new(positions);
    for _ in 0..positions {
        let played = chance.below(plies + 1);
        let state = wander(game, start, played, &mut chance);
        for depth in 0..=depth {
            examine_all(game, &state, Depth(depth))
                .unwrap_or_else(|fault| panic!("position {}: {fault}", game.print(&state)));
        }
    }
}

/// Informed NegaScout by position: minimax where positions come again, with fewer leaves than by path.
#[test]
fn merits_by_position() {
    let (noughts, four) = (Sample::from(TicTacToe), Sample::from(ConnectFour::new(4, 4).expect("a size that fits")));
    let (mut by_position, mut by_path) = (0, 0);
    for (game, plies, depth) in [(&noughts, 5, 9), (&four, 8, 7), (&four, 14, 9)] {
        let mut chance = SplitMix64::new(plies);
        for _ in 0..60 {
            let played = chance.below(plies + 1);
            let state = wander(game, &game.root(), played, &mut chance);
            for depth in 0..=depth.min(6 + played as u32) {
                let task = Task::new(game, &state, Depth(depth));
                let wanted = AlphaBeta.search(&task, &mut ()).unwrap();
                let (mut new, mut old) = (counting(), counting());
                let report = InsByPosition.search(&task, &mut new).unwrap();
                let place = || format!("{} at {depth} plies", game.print(&state));
                assert_eq!((report.value, report.kind), (wanted.value, wanted.kind), "{}", place());
                assert!(report.line.0.is_empty() == wanted.line.0.is_empty(), "{}", place());
                InformedNegaScout::default().search(&task, &mut old).unwrap();
                (by_position, by_path) = (by_position + new.0.leaf_visits, by_path + old.0.leaf_visits);
            }
        }
    }
    assert!(by_position < by_path, "{by_position} of {by_path}");
    // Trees in which no position comes again.
    for seed in 0..2000 {
        let tree = Tree::random(&RandomTree::varied(seed));
        let (depth, tree) = (tree.height(), Sample::from(tree));
        let root = tree.root();
        let task = Task::new(&tree, &root, depth);
        let report = InsByPosition.search(&task, &mut ()).unwrap();
        assert_eq!(report.value, Minimax.search(&task, &mut ()).unwrap().value, "{seed}");
    }
    let root = noughts.root();
    let limits = Limits { bytes: Some(5000), ..Limits::default() };
    let report = InsByPosition.search(&Task::new(&noughts, &root, Depth(9)).within(limits), &mut ()).unwrap();
    assert_eq!(report.stopped, Some(Reason::Memory));
}

#[test]
fn tic_tac_toe() {
    let game = Sample::from(TicTacToe);
    try_positions(&game, &game.root(), 60, 9, 4);
    let state = game.parse("159").expect("a position");
    examine_all(&game, &state, Depth(6)).unwrap();
}

#[test]
fn connect_four() {
    let rules = Sample::from(ConnectFour::default());
    try_positions(&rules, &rules.root(), 25, 35, 4);
    let rules = Sample::from(ConnectFour::default().centre_first());
    try_positions(&rules, &rules.root(), 25, 42, 4);
    // Small boards, which are over soon.
    let rules = Sample::from(ConnectFour::new(4, 4).expect("a size that fits"));
    try_positions(&rules, &rules.root(), 40, 16, 5);
}

/// Trees with an honest value everywhere, searched to less than their height.
#[test]
fn correlated_to_less_than_their_height() {
    for seed in 0..12 {
        let game = Sample::from(Correlated::new(4, Depth(9), seed, seed % 2 == 0).expect("a tree"));
        for depth in 0..=5 {
            let tree = Plain::of(&game, &game.root(), Depth(depth));
            for search in crate::reference::Family::all(&tree) {
                examine(&game, &game.root(), Depth(depth), &tree, search).unwrap_or_else(|fault| panic!("{fault}"));
            }
        }
    }
}
