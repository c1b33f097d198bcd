//! The page itself, for a server and for a file that holds all of it.
//!
//! ```
//! use provebest_theatre::page::FILES;
//! assert!(FILES.iter().any(|(name, text)| *name == "index.html" && text.starts_with("<!doctype html>")));
//! ```

include!(concat!(env!("OUT_DIR"), "/page.rs"));
