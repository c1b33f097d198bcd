//! Levels against levels.

use provebest::contest::{Contest, Tally};
use provebest::game::{Evaluate, Keyed, Skills};
use provebest::player::{Level, Player, ThinkLimits};

/// A hundred games of a level against another, the same ones for a seed.
pub fn hundred_games<G>(game: &G, start: &G::State, nodes: u64, seed: u64, [strong, weak]: [u8; 2]) -> Tally
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    let player = |level: u8, seed| {
        let level = Level::new(level).expect("a level");
        Player::new(game, 1 << 18).expect("a small table").level(level).seed(seed)
    };
    let contest = Contest { limits: ThinkLimits::nodes(nodes), seed, ..Contest::new(game, start.clone()) };
    contest
        .run([&mut player(strong, 2 * seed - 1), &mut player(weak, 2 * seed)], |_| {})
        .expect("an estimate within limits")
}
