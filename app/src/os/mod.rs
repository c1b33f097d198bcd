//! Calls of the system itself. All `unsafe` of the command is in this file.
#![allow(unsafe_code)]

pub mod interrupt;

use provebest_system::Allocator;

use crate::ending::Ending;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator::new(out_of_memory);

/// The command ends with a message and its exit status, not by a signal.
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
