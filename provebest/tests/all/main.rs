//! What the library promises. It is one program, so that every search is compiled once for all of it.

mod builder;
mod check_search;
mod cluster;
mod estimates;
#[path = "../games/mod.rs"]
mod games;
mod journals;
mod levels;
mod machines;
mod modules;
mod own_command;
mod own_games;
mod proof_files;
#[path = "../../../suites/sample.rs"]
#[allow(dead_code)] // other tests use other parts of it
mod sample;
mod sweep;
mod wasm;
