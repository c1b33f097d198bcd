//! The one thing that processors share: words of 64 bits. A trait, so that a model checker can put its own in.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

use provebest_machine::hints::in_large_pages;

/// A word that several processors read and write. Words promise nothing about the order in which others see them.
pub trait Word {
    /// A word with this content.
    fn new(content: u64) -> Self;
    /// This many words that hold 0.
    fn zeros(count: usize) -> Result<Vec<Self>, TryReserveError>
    where
        Self: Sized,
    {
        filled(count)
    }
    /// What it holds.
    fn load(&self) -> u64;
    /// Overwrites it.
    fn store(&self, content: u64);
    /// Replaces what it holds if that is `old`, and otherwise tells what it holds.
    fn exchange(&self, old: u64, new: u64) -> Result<u64, u64>;
}

fn filled<W: Word>(count: usize) -> Result<Vec<W>, TryReserveError> {
    let mut words = Vec::new();
    words.try_reserve_exact(count)?;
    words.resize_with(count, || W::new(0));
    Ok(words)
}

/// Fresh words that hold 0, which the system clears page by page when they are first touched.
pub(crate) fn untouched(count: usize) -> Result<Vec<AtomicU64>, TryReserveError> {
    bytemuck::allocation::try_zeroed_vec(count).or_else(|()| filled(count))
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn new(content: u64) -> Self {
        AtomicU64::new(content)
    }
    fn zeros(count: usize) -> Result<Vec<Self>, TryReserveError> {
        let words = untouched(count)?;
        in_large_pages(&words);
        Ok(words)
    }
    #[inline(always)]
    fn load(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }
    #[inline(always)]
    fn store(&self, content: u64) {
        self.store(content, Ordering::Relaxed);
    }
    #[inline(always)]
    fn exchange(&self, old: u64, new: u64) -> Result<u64, u64> {
        self.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed)
    }
}
