//! What is told and kept while a puzzle is being solved.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use provebest::BoundFile;
use provebest::puzzle::{Cost, Iteration, News};

use crate::people;

/// Hears of iterations, tells of them and keeps what they prove.
pub(super) struct Listener {
    start: Instant,
    kept: Mutex<Kept>,
}

struct Kept {
    file: Option<BoundFile>,
    bound: Cost,
    failed: Option<anyhow::Error>,
}

impl Listener {
    /// What is solved sooner needs no lines of progress.
    const SOON: Duration = Duration::from_millis(100);

    pub(super) fn new(file: Option<BoundFile>, bound: Cost) -> Listener {
        Listener { start: Instant::now(), kept: Mutex::new(Kept { file, bound, failed: None }) }
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
        if bound > kept.bound && kept.failed.is_none() {
            kept.bound = bound;
            let written = kept.file.as_mut().map_or(Ok(()), |file| file.append(bound));
            kept.failed = written.err().map(|error| anyhow::Error::new(error).context("the proof file"));
        }
    }

    pub(super) fn finish(&self, bound: Cost) -> anyhow::Result<()> {
        self.keep(bound);
        let mut kept = self.kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        kept.failed.take().map_or(Ok(()), Err)
    }
}
