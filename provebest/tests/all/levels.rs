//! A level is a strength, in any game: it beats the one three below in most of a hundred games. All pairs of the quick games, some of the
//! others; all of them with `PROVEBEST_SOAK` set, and as a table by `cargo run --release -p provebest --example levels`.

use provebest::game::{Evaluate, Keyed, Skills};
use provebest::games::chess::Chess;
use provebest::games::connect_four::ConnectFour;
use provebest::games::othello::Othello;
use provebest::player::{GameHistory, Level, Player, ThinkLimits};

use crate::games::breakthrough::breakthrough;
use crate::games::domineering::domineering;
use crate::games::ladder::hundred_games;

const SEED: u64 = 1;
const NODES: u64 = 300;
/// Games of chess are long.
const FEW_NODES: u64 = 60;

/// All levels that have one three below.
const ALL: &[u8] = &[4, 5, 6, 7, 8, 9, 10];

/// These levels beat those three below, or all levels do.
fn climbs<G>(game: &G, start: &G::State, nodes: u64, some: &[u8])
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    for &level in if std::env::var_os("PROVEBEST_SOAK").is_some() { ALL } else { some } {
        let tally = hundred_games(game, start, nodes, SEED, [level, level - 3]);
        assert!(tally.wins > tally.losses, "{level} against {}: {tally:?}", level - 3);
    }
}

#[test]
fn small_values() {
    climbs(&domineering(), &(0, false), NODES, ALL);
}

#[test]
fn usual_values() {
    let rules = ConnectFour::default();
    climbs(&rules, &rules.start(), NODES, ALL);
}

#[test]
fn discs() {
    climbs(&Othello, &Default::default(), NODES, &[7]);
}

#[test]
fn pawns() {
    climbs(&Chess::default(), &Chess::default().start(), FEW_NODES, &[10]);
}

#[test]
fn large_values() {
    let (rules, start) = breakthrough();
    climbs(&rules, &start, NODES, ALL);
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
