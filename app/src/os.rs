//! What the system has to be asked for in its own words. All `unsafe` of the command is in this file.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

use crate::Ending;

/// The system's memory. Who asks for much is told when there is none, and can do with less. Who asks for little could not even
/// say so: then the command ends, with a word and its exit status, not with a signal.
pub struct Memory;

/// From so many bytes on it is much.
const MUCH: usize = 1 << 20;

#[global_allocator]
static MEMORY: Memory = Memory;

/// What was given, unless it is little and there is none.
#[inline(always)]
fn given(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() && bytes < MUCH {
        out_of_memory();
    }
    memory
}

#[cold]
#[inline(never)]
fn out_of_memory() -> ! {
    // Written as it is: there is no memory for anything else, and others may hold standard error.
    let text = b"error: out of memory: the system has no more to give\n";
    #[cfg(unix)]
    // SAFETY: The bytes live for ever and are as many as is said. Nothing is left to be cleaned up by anybody.
    unsafe {
        libc::write(2, text.as_ptr().cast(), text.len());
        libc::_exit(Ending::Stopped.code().into())
    }
    #[cfg(not(unix))]
    {
        let _ = text;
        std::process::exit(Ending::Stopped.code().into())
    }
}

// SAFETY: All is handed on to the system's allocator as it came, and what that gives is given back as it is.
unsafe impl GlobalAlloc for Memory {
    #[inline(always)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline(always)]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    #[inline(always)]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline(always)]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        given(unsafe { System.realloc(memory, layout, bytes) }, bytes)
    }
}

/// Sets handlers for signals. If that fails, they do what they usually do. A hang-up that is ignored, as after `nohup`, stays so.
pub fn handle_signals<E>(set: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
    #[cfg(unix)]
    // SAFETY: No function of ours is made a handler, here and below.
    let before = unsafe { libc::signal(libc::SIGHUP, libc::SIG_DFL) };
    let done = set();
    #[cfg(unix)]
    unsafe {
        if done.is_err() {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            libc::signal(libc::SIGTERM, libc::SIG_DFL);
            libc::signal(libc::SIGHUP, libc::SIG_DFL);
        }
        if before == libc::SIG_IGN {
            libc::signal(libc::SIGHUP, libc::SIG_IGN);
        }
    }
    done
}
