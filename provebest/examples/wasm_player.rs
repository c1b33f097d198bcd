//! An opponent for a page: `cargo build --release -p provebest --example wasm_player --target wasm32-unknown-unknown` makes a module that
//! JavaScript loads. There is no clock there: limit nodes or depth.

use provebest::games::connect_four::ConnectFour;
use provebest::player::{GameHistory, Level, Player, ThinkLimits};

/// The column, from 1 to 7, that the engine plays in Connect Four after these columns, written as one decimal number; 0 if the number is
/// no game, or the game is over. Level 10 is full strength.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // the name is for the page
pub extern "C" fn answer(columns: u32, level: u32, nodes: u32) -> u32 {
    let rules = ConnectFour::default();
    let mut history = GameHistory::new(&rules, rules.start());
    for digit in columns.to_string().bytes().filter(|_| columns > 0) {
        if history.try_play(digit.wrapping_sub(b'1')).is_err() {
            return 0;
        }
    }
    let Ok(player) = Player::new(&rules, 1 << 20) else { return 0 };
    let player = player.level(Level::new(level.min(10) as u8).unwrap_or(Level::FULL));
    let answer = player.think(&history, ThinkLimits::nodes(nodes.into()));
    answer.ok().and_then(|answer| answer.best).map_or(0, |column| u32::from(column) + 1)
}
