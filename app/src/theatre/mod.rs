//! The theatre: the page on which searches are watched, its server on this computer, and the same page as one file.

mod browser;
mod page;
mod rules;
mod server;
mod turns;

pub use browser::open;
pub use page::{Page, PageFile};
pub use server::{Answerer, Server};

#[cfg(test)]
mod tests;
