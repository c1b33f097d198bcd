//! Matches: two contestants play each other from many openings, with both colours.
//!
//! `config` reads the contestants, `contestant` finds moves, its own or those of a program (`client`, which speaks UCI or by
//! `xboard` to a `process`), `game` plays one game, and `tournament` plays them all. What the results mean is said by `provebest::contest`.

mod client;
pub mod config;
pub mod contestant;
pub mod game;
pub mod openings;
pub mod pace;
pub mod pgn;
mod process;
pub mod stop_switch;
pub mod tournament;
mod xboard;
