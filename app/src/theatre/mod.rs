//! The theatre: the page on which searches are watched, its server on this computer, and the same page as one file.

mod browser;
mod export;
mod opening;
mod page;
mod rules;
mod server;
mod turns;

pub use browser::open;
pub use export::{Part, one_file};
pub use opening::{Opening, Searches};
pub use page::Page;
pub use server::Server;

#[cfg(test)]
mod tests;
