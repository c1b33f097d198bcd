//! What the catalog promises. It is one program, so that the catalog itself need not be compiled again for its tests.

mod any;
mod board;
mod door;
mod method;
mod modules;
mod order;
mod proof;
mod selective;
mod tiles;
mod units;
