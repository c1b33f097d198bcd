//! Matches: two contestants play each other from many openings, with both colours.
//!
//! `config` reads who plays, `contestant` is asked for moves (`client` asks a program for them by UCI, or as
//! `xboard` does), `duel` plays a
//! game, `tournament` plays them all, and `statistics` tells what the results mean.

mod client;
pub mod config;
pub mod contestant;
pub mod game;
pub mod openings;
pub mod pace;
pub mod pgn;
mod process;
pub mod statistics;
pub mod stop_switch;
pub mod tournament;
mod xboard;
