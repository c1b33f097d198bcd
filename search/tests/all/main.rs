//! What searches are held against. It is one program, so that every search is compiled once for all of it.

mod connect_four;
mod engine;
mod games;
mod limits;
mod modules;
mod oracle;
mod othello;
mod parallel_best_first;
mod parallel_crew;
mod parallel_key_node;
mod parallel_rules;
mod parallel_scattered;
mod parallel_table;
mod patience;
mod reference;
mod relations;
#[path = "../../../suites/sample.rs"]
#[allow(dead_code)] // other tests use other parts of it
mod sample;
mod statistics;
mod suite;
mod watch;
mod windows;
mod wrappers;
