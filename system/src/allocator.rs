//! The system's allocator, for programs that want a say when there is no memory left.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator. Code that asks for much memory sees when there is none, and can do with less. Code that asks for a
/// little cannot even report it: then the allocator calls the program's own last words, which may not allocate.
///
/// ```
/// use provebest_system::Allocator;
///
/// #[global_allocator]
/// static ALLOCATOR: Allocator = Allocator::new(|| std::process::abort());
///
/// let much = vec![0_u8; 1 << 20];
/// assert_eq!(much.len(), 1 << 20);
/// ```
pub struct Allocator {
    last_words: fn() -> !,
}

/// From this many bytes on it is much.
const MUCH: usize = 1 << 20;

impl Allocator {
    /// With what is to be done when there is not even a little memory.
    pub const fn new(last_words: fn() -> !) -> Allocator {
        Allocator { last_words }
    }

    /// What was given, unless it is little and there is none.
    #[inline(always)]
    fn given(&self, memory: *mut u8, bytes: usize) -> *mut u8 {
        if memory.is_null() && bytes < MUCH {
            (self.last_words)();
        }
        memory
    }
}

// SAFETY: Every call is passed on to the system's allocator unchanged, and so is its result.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.given(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        self.given(unsafe { System.realloc(memory, layout, bytes) }, bytes)
    }
}
