//! What people and programs see: the only places that print.

pub mod board;
pub mod compare;
pub mod file;
pub mod json;
pub mod meter;
pub mod outcome;
pub mod progress;
pub mod table;
pub mod text;
pub mod timeline;
pub mod trace;
