//! Players on several processors by mail, each with threads and a table of its own.

use std::time::Duration;

use provebest::game::{SplitMix64, Text};
use provebest::games::connect_four::ConnectFour;
use provebest::games::tic_tac_toe::{Board, TicTacToe};
use provebest::player::{GameHistory, Player, ThinkLimits, Timer, think_on};
use provebest::{Game, MoveList, Reason, Status};
use provebest_machine::{Threads, Wire};

/// A position of tic-tac-toe after some random moves.
fn position(chance: &mut SplitMix64) -> Board {
    let (mut board, mut list) = (Board::default(), MoveList::new());
    for _ in 0..chance.below(7) {
        let mut next = board;
        list.clear();
        if TicTacToe.moves(&board, &mut list) != Status::Open {
            break;
        }
        TicTacToe.play(&mut next, list.as_slice()[chance.below(list.len() as u64) as usize]);
        board = next;
    }
    board
}

#[test]
fn players_together_find_what_one_finds() {
    let mut chance = SplitMix64::new(5);
    for round in 0..150 {
        let history = GameHistory::new(&TicTacToe, position(&mut chance));
        let alone = Player::new(&TicTacToe, 1 << 16).unwrap().think(&history, ThinkLimits::depth(9)).unwrap();
        let (processors, threads) = (1 + round % 3, 1 + round / 3 % 2);
        let player = || Ok(Player::new(&TicTacToe, 1 << 16)?.threads(threads));
        let timer = Timer::new(ThinkLimits::depth(9));
        let machine = Threads::new(processors);
        let answer = match round % 2 {
            0 => think_on(&machine, &player, &history, &timer, |_| {}),
            _ => think_on(&Wire::new(processors), &player, &history, &timer, |_| {}),
        };
        let answer = answer.unwrap();
        let place = TicTacToe.print(history.state());
        let winner = |value: Option<provebest::Score>| value.map(|value| value.0.signum());
        assert_eq!((winner(answer.value), answer.kind), (winner(alone.value), alone.kind), "{place}");
        assert_eq!((answer.processors, answer.stopped), (processors * threads, None), "{place}");
        assert_eq!(answer.best.is_some(), alone.best.is_some(), "{place}");
    }
}

#[test]
fn the_line_of_another_processor_can_be_played() {
    let (rules, board) = ConnectFour::parse("44445").unwrap();
    let history = GameHistory::new(&rules, board);
    let player = || Player::new(&rules, 1 << 18);
    for depth in [6, 9, 10] {
        let timer = Timer::new(ThinkLimits::depth(depth));
        let answer = think_on(&Wire::new(3), &player, &history, &timer, |_| {}).unwrap();
        assert!(answer.depth.0 >= depth && answer.line.0.first() == answer.best.as_ref());
        let mut game = history.clone();
        for &column in &answer.line.0 {
            let mut list = MoveList::new();
            assert_eq!(rules.moves(game.state(), &mut list), Status::Open);
            assert!(list.as_slice().contains(&column));
            game.play(column);
        }
    }
}

#[test]
fn limits_and_the_clock_of_rank_0_hold_for_all() {
    let rules = ConnectFour::default();
    let history = GameHistory::new(&rules, rules.start());
    let player = || Ok(Player::new(&rules, 1 << 20)?.threads(2));
    let machine = Threads::new(2);
    let timer = Timer::new(ThinkLimits::time(Duration::from_millis(100)));
    let mut iterations = 0;
    let answer = think_on(&machine, &player, &history, &timer, |_| iterations += 1).unwrap();
    assert!(answer.best.is_some() && answer.stopped == Some(Reason::Time) && iterations > 1);

    let timer = Timer::new(ThinkLimits::nodes(20_000));
    let answer = think_on(&machine, &player, &history, &timer, |_| {}).unwrap();
    assert!(answer.best.is_some() && answer.stopped == Some(Reason::Nodes), "{:?}", answer.stopped);
    assert!(answer.tally.nodes < 30_000, "{} nodes", answer.tally.nodes);

    let timer = Timer::new(ThinkLimits { infinite: true, ..ThinkLimits::default() });
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            timer.end();
        });
        let answer = think_on(&machine, &player, &history, &timer, |_| {}).unwrap();
        assert_eq!((answer.best.is_some(), answer.stopped), (true, Some(Reason::Cancel)));
    });
}

#[test]
fn all_moves_have_their_values() {
    let (rules, board) = ConnectFour::parse("112233").unwrap();
    let history = GameHistory::new(&rules, board);
    let player = || Ok(Player::new(&rules, 1 << 20)?.moves(usize::MAX));
    for depth in [5, 9] {
        let timer = Timer::new(ThinkLimits::depth(depth));
        let answer = think_on(&Threads::new(3), &player, &history, &timer, |_| {}).unwrap();
        assert_eq!((answer.moves.len(), answer.processors, answer.best), (7, 3, Some(3)));
        assert_eq!((answer.stopped, answer.moves.iter().all(|one| one.value.is_some())), (None, true));
    }
}
