//! Calls of the system itself. All `unsafe` of the command is in this file.
#![allow(unsafe_code)]

pub mod interrupt;

use std::alloc::{GlobalAlloc, Layout, System};

use crate::ending::Ending;

/// The system's allocator. Code that asks for much memory sees when there is none, and can do with less. Code that asks for a
/// little cannot even report it: then the command ends with a message and its exit status, not by a signal.
pub struct Allocator;

/// From this many bytes on it is much.
const MUCH: usize = 1 << 20;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

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
    // SAFETY: The bytes live for ever, and their number is right. Nothing is left to clean up.
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

// SAFETY: Every call is passed on to the system's allocator unchanged, and so is its result.
unsafe impl GlobalAlloc for Allocator {
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

/// A file that may not grow any more is an error of the write to it, not the end of the program.
pub fn outlive_small_files() {
    #[cfg(unix)]
    // SAFETY: No function of ours is made a handler.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Sets handlers for signals. If that fails, they do what they did before. What is ignored, a hang-up after `nohup` or Ctrl-C in the
/// background of a shell, stays ignored.
pub fn handle_signals<E>(set: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
    #[cfg(unix)]
    let before = [libc::SIGINT, libc::SIGHUP, libc::SIGTERM].map(|signal| {
        // SAFETY: All of the structure may be zero, and no other is set.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            let known = libc::sigaction(signal, std::ptr::null(), &mut action) == 0;
            (signal, known.then_some(action))
        }
    });
    let done = set();
    #[cfg(unix)]
    for (signal, action) in before {
        let Some(action) = action else { continue };
        let ignored = action.sa_sigaction == libc::SIG_IGN && signal != libc::SIGTERM;
        if done.is_err() || ignored {
            // SAFETY: The action is the one that the system gave.
            unsafe {
                libc::sigaction(signal, &action, std::ptr::null_mut());
            }
        }
    }
    done
}
