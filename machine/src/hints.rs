//! Hints about memory: they change nothing but the time that a program takes.

/// Asks the system for large pages, so that the processor finds its way in a large table faster. If it has none, nothing is lost.
///
/// ```
/// let table = vec![0_u8; 1 << 23];
/// provebest_machine::hints::in_large_pages(&table);
/// assert_eq!(table.iter().max(), Some(&0));
/// ```
pub fn in_large_pages<T>(table: &[T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let bytes = size_of_val(table);
        let skipped = table.as_ptr().cast::<u8>().align_offset(PAGE);
        if bytes >= 1 << 22 && skipped < bytes {
            let begin = table.as_ptr().cast::<u8>().wrapping_add(skipped);
            // Advice about memory that is the caller's: it changes no content, whatever the system makes of it.
            #[allow(unsafe_code)]
            unsafe {
                libc::madvise(begin.cast_mut().cast(), (bytes - skipped) / PAGE * PAGE, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = table;
}

/// Tells the memory that the first of these will be read soon.
///
/// ```
/// let table = [1, 2, 3];
/// provebest_machine::hints::fetch(&table[1..]);
/// ```
#[inline(always)]
pub fn fetch<T>(table: &[T]) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // A hint to the processor: it reads and writes nothing that a program could see.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(table.as_ptr().cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = table;
}
