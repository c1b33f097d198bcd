//! The one thing that processors share: words of 64 bits. A trait, so that a model checker can put its own in.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// Asks the system for large pages, so that the processor finds its way in a large table faster. If it has none, nothing is lost.
pub(crate) fn in_large_pages<T>(words: &[T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let bytes = size_of_val(words);
        let skipped = words.as_ptr().cast::<u8>().align_offset(PAGE);
        if bytes >= 1 << 22 && skipped < bytes {
            let begin = words.as_ptr().cast::<u8>().wrapping_add(skipped);
            // Advice about memory that is ours: it changes no content, whatever the system makes of it.
            #[allow(unsafe_code)]
            unsafe {
                libc::madvise(begin.cast_mut().cast(), (bytes - skipped) / PAGE * PAGE, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}

/// Tells the memory that these words will be read soon.
#[inline(always)]
pub(crate) fn fetch<T>(words: &[T]) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // A hint to the processor: it reads and writes nothing that a program could see.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(words.as_ptr().cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = words;
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
