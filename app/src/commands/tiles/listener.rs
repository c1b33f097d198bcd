//! What is told and kept while a puzzle is being solved.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use provebest::BoundFile;
use provebest::puzzle::{Cost, Iteration, News};

use crate::Ending;
use crate::people;

/// Hears of iterations, tells of them and keeps what they prove.
pub(super) struct Listener {
    start: Instant,
    kept: Mutex<Kept>,
}

struct Kept {
    file: Option<BoundFile>,
    bound: Cost,
    ending: Ending,
}

impl Listener {
    /// What is solved sooner needs no lines of progress.
    const SOON: Duration = Duration::from_millis(100);

    pub(super) fn new(file: Option<BoundFile>, bound: Cost) -> Listener {
        Listener { start: Instant::now(), kept: Mutex::new(Kept { file, bound, ending: Ending::Done }) }
    }

    pub(super) fn hear(&self, news: &News) {
        self.keep(news.bound);
        let time = self.start.elapsed();
        if let Some(Iteration { bound, generated, .. }) = news.iteration
            && time >= Self::SOON
        {
            people::note(format_args!(
                "bound {}: {}, {}",
                bound.0,
                people::plural(generated, "node", "nodes"),
                people::time(time)
            ));
        }
    }

    /// Keeps a bound that is better than those before.
    fn keep(&self, bound: Cost) {
        let mut kept = self.kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if bound > kept.bound && kept.ending == Ending::Done {
            kept.bound = bound;
            if let Some(Err(why)) = kept.file.as_mut().map(|file| file.append(bound)) {
                kept.ending = people::unwritten("the proof file", &why);
            }
        }
    }

    /// Keeps the last bound, and tells whether all could be kept.
    pub(super) fn finish(&self, bound: Cost) -> Ending {
        self.keep(bound);
        self.kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).ending
    }
}
