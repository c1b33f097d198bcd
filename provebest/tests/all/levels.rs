//! A level is a strength, in any game. All of them against each other: `cargo run --release -p provebest --example levels`.

use provebest::games::connect_four::ConnectFour;
use provebest::player::{GameHistory, Level, Player, ThinkLimits};

use crate::games::breakthrough::breakthrough;
use crate::games::domineering::domineering;
use crate::games::ladder::hundred_games;

const NODES: u64 = 300;

#[test]
fn small_values() {
    for levels in [[4, 1], [20, 17]] {
        let tally = hundred_games(&domineering(), &(0, false), NODES, levels);
        assert!(tally.wins > 50, "{levels:?}: {tally:?}");
    }
}

#[test]
fn usual_values() {
    let rules = ConnectFour::default();
    for levels in [[11, 8], [20, 17]] {
        let tally = hundred_games(&rules, &rules.start(), NODES, levels);
        assert!(tally.wins > 50, "{levels:?}: {tally:?}");
    }
}

#[test]
fn large_values() {
    let (rules, start) = breakthrough();
    for levels in [[9, 6], [20, 17]] {
        let tally = hundred_games(&rules, &start, NODES, levels);
        assert!(tally.wins > 50, "{levels:?}: {tally:?}");
    }
}

/// A hint comes from the engine, not from the level, and a move without alternative needs no time.
#[test]
fn hints_and_forced_moves() {
    let rules = ConnectFour::default();
    let weak = Player::new(&rules, 1 << 18).unwrap().level(Level::new(1).unwrap());
    let strong = Player::new(&rules, 1 << 18).unwrap();
    let mut history = GameHistory::new(&rules, rules.start());
    let limits = ThinkLimits::depth(6);
    assert_eq!(weak.advise(&history, limits).unwrap().best, strong.think(&history, limits).unwrap().best);
    // All columns but the last are full.
    let full = "211531155011025045445032333032224404";
    for column in full.bytes().map(|digit| digit - b'0') {
        history.try_play(column).unwrap();
    }
    let hour = ThinkLimits::time(std::time::Duration::from_secs(3600));
    let answer = strong.think(&history, hour).unwrap();
    assert_eq!((answer.best, answer.depth), (Some(6), 1.into()));
    assert!(strong.think(&history, limits).unwrap().depth > answer.depth, "what is asked for is searched");
}
