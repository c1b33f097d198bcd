//! What the processors bring home, and the report made of it.

use provebest_game::{Bound, Evaluate, Score};
use provebest_machine::Run;

use crate::best_play::Found;
use crate::parallel::Ran;
use crate::parallel::parcel::Brought;
use crate::report::Task;
use crate::sequential::iter_sss::process::Merit;

/// What a processor brings home.
pub(super) type Home<W> = Brought<W, Answer>;

/// What became of a process.
pub(super) enum Answer {
    Solved(Merit),
    /// It was called off; its node is worth at most this.
    AtMost(Score),
}

/// The report of all of them.
pub(super) fn report<G: Evaluate, W>(task: &Task<'_, G>, run: Run<Home<W>>) -> Ran<G::Move, W> {
    let Run { mut answers, measured, timeline } = run;
    // In a process that is not rank 0 there is none.
    let answer = answers[0].answer.take().unwrap_or(Answer::AtMost(Score::INFINITY));
    let reason = answers.iter().find_map(|home| home.stopped);
    let (value, path, stopped) = match answer {
        Answer::Solved(Merit { h, leaf }) => (Some((h, Bound::Exact)), leaf.unwrap_or_default(), None),
        Answer::AtMost(Score::INFINITY) => (None, Vec::new(), reason),
        Answer::AtMost(h) => (Some((h, Bound::Upper)), Vec::new(), reason),
    };
    let estimated = answers.iter().any(|home| home.estimated);
    let mut report = Found { value, line: path.into(), estimated, stopped }.report(task);
    report.over_memory = answers.iter().any(|home| home.over_memory);
    let observers = answers.into_iter().map(|home| home.observer).collect();
    Ran { report, observers, measured, timeline }
}

/// What to call a process.
pub(super) fn label(path: &[u32]) -> String {
    let numbers: Vec<String> = path.iter().map(|number| (u64::from(*number) + 1).to_string()).collect();
    if numbers.is_empty() { "root".into() } else { numbers.join(".") }
}
