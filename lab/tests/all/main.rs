//! What the experiments promise. It is one program, so that the laboratory is linked once for all of it.

mod against_theory;
mod folder;
mod games;
mod machines;
mod modules;
mod puzzles;
mod quick;
mod theory;
