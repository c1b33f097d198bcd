//! Searches by many.
