//! What proof searches are held against: minimax on trees, retrograde analysis on graphs with cycles, each other.

#[path = "../../../suites/graph.rs"]
mod graph;
mod graphs;
mod mates;
mod memory;
mod parallel;
mod trees;
