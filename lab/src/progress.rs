//! How far a run is.

/// Hears how far a run is, from any of its threads.
pub trait Progress: Sync {
    /// `work` of `all` units of something that all trees need is made. It comes before any tree is done.
    fn preparing(&self, _what: &str, _work: u64, _all: u64) {}

    /// `work` of `all` units are done.
    fn done(&self, work: u64, all: u64);
}

impl Progress for () {
    fn done(&self, _: u64, _: u64) {}
}
