//! Ctrl-C, and the signals by which a system asks a program to end.

use std::time::{Duration, Instant};

use provebest::CancelToken;

use super::handle_signals;
use crate::ending::Ending;

/// A token that the first Ctrl-C cancels; a second one ends the program. The error says why no handler could be set.
pub fn interrupts() -> (CancelToken, Result<(), ctrlc::Error>) {
    /// Two signals closer than this are one: some programs signal a process and its group.
    const ONE_PRESS: Duration = Duration::from_millis(500);
    let token = CancelToken::new();
    let ours = token.clone();
    let mut first: Option<Instant> = None;
    let act = move || match first {
        Some(first) if first.elapsed() > ONE_PRESS => std::process::exit(Ending::Interrupted.code().into()),
        Some(_) => {}
        None => {
            first = Some(Instant::now());
            ours.cancel();
        }
    };
    (token, handle_signals(|| ctrlc::set_handler(act)))
}

/// Ends the program at once: for commands that have nothing to show before their end.
pub fn end_at_once() {
    let end = || std::process::exit(Ending::Interrupted.code().into());
    // Without a handler the signals do what they usually do, which is much the same.
    let _ = handle_signals(|| ctrlc::set_handler(end));
}
