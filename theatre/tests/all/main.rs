//! What a tape promises, for every search: see "What must hold" in each file.

mod clock;
mod open;
mod play;
mod puzzle;
mod reader;
mod replay;
mod requests;
mod sentences;
