//! The commands, one file each: arguments, and the order of things.

pub mod algorithms;
pub mod bench;
pub mod compare;
pub mod completions;
pub mod explain;
pub mod games;
pub mod lab;
pub mod man;
pub mod r#match;
pub mod nboard;
pub mod play;
pub mod search;
pub mod solve;
pub mod suite;
pub mod uci;

use provebest::{AnyMachine, CancelToken};
use provebest_catalog::{Method, Problem};

use crate::os::interrupt;
use crate::output::text::{self, note};

/// A token that Ctrl-C cancels from now on.
fn interrupts() -> CancelToken {
    let (token, listening) = interrupt::interrupts();
    if let Err(why) = listening {
        note(format_args!("no handler for Ctrl-C, so it ends the program: {why}"));
    }
    token
}

/// The same, before a search: writes a note if the depth is our choice and short of the end of the game.
fn begin(problem: &Problem) -> CancelToken {
    if problem.asked_depth().is_none() && problem.is_cut_short() {
        let plies = text::plural(problem.depth().0.into(), "ply", "plies");
        note(format_args!("searching {plies}; --depth says otherwise"));
    }
    interrupts()
}

/// Writes a note if a machine was asked for that no method uses.
fn note_machine(methods: &[Method], machine: Option<&AnyMachine>) {
    let uses = |method: &Method| method.is_parallel() || matches!(method, Method::Engine(_));
    if let Some(machine) = machine.filter(|&machine| *machine != AnyMachine::Alone && !methods.iter().any(uses)) {
        let who = if let [one] = methods { one.name() } else { "each of these searches" };
        note(format_args!("--machine {machine}: {who} is sequential, and runs alone"));
    }
}
