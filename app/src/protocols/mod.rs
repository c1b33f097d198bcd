//! How other programs talk to the engine.

pub mod nboard;
pub mod stdin;
pub mod uci;
