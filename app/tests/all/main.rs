//! The command, as people and scripts use and misuse it. One program: there is one to link, and its tests keep all
//! processors busy.

#[path = "../common/mod.rs"]
mod common;

mod bad_input;

mod certificates;
mod contract;
mod explain;
mod lab;
mod leaf_orders;
mod machines;
mod matches;
mod modules;
mod play;
mod proofs;
mod readme;
mod reliability;
mod streams;
mod suite;
mod theatre;
mod uci;
