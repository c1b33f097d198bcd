//! What an engine tells engines on other hosts: the deepest entries of its table, as clusters of chess programs do.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use provebest_game::Depth;

use super::Engine;
use crate::table::Entry;

/// Entries on their way to engines on other hosts. All threads of an engine put what they store deep enough into it; whoever has the
/// line to the others takes it out now and then.
///
/// It holds [`Exchange::ROOM`] entries. When it is full, the least depth rises by a ply, and what is less deep goes; when little
/// comes, it falls again. So what crosses is what is worth most, at the rate at which it is taken out.
///
/// ```
/// use provebest_game::Depth;
/// use provebest_games::connect_four::ConnectFour;
/// use provebest_search::engine::{Engine, EngineTask, Enhancements, Exchange};
///
/// let (rules, board) = ConnectFour::parse("44")?;
/// let (here, there) = (Engine::new(1 << 20, Enhancements::default())?, Engine::new(1 << 20, Enhancements::default())?);
/// let exchange = Exchange::default();
/// let task = EngineTask { exchange: Some(&exchange), ..EngineTask::new(&rules, &board, Depth(9)) };
/// here.search(&task, &mut |_| None);
/// let entries = exchange.take();
/// there.receive(&entries);
/// assert!(!entries.is_empty() && entries.iter().any(|&(key, _)| there.table().probe(key).is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Exchange {
    least: AtomicU32,
    entries: Mutex<Vec<(u64, Entry)>>,
}

impl Default for Exchange {
    fn default() -> Self {
        Exchange { least: AtomicU32::new(Exchange::LEAST.0), entries: Mutex::default() }
    }
}

impl Exchange {
    /// What is shallower is found sooner than sent.
    pub const LEAST: Depth = Depth(4);
    /// The most entries that wait to be taken out.
    pub const ROOM: usize = 1024;

    #[cold]
    pub(super) fn offer(&self, key: u64, entry: Entry) {
        if entry.depth.0 < self.least.load(Relaxed) {
            return;
        }
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= Exchange::ROOM {
            let least = self.least.fetch_add(1, Relaxed) + 1;
            entries.retain(|(_, kept)| kept.depth.0 >= least);
        }
        if entries.len() < Exchange::ROOM {
            entries.push((key, entry));
        }
    }

    /// What has come together, as keys and words for [`Engine::receive`].
    pub fn take(&self) -> Vec<(u64, u64)> {
        let entries = std::mem::take(&mut *self.entries.lock().unwrap_or_else(PoisonError::into_inner));
        if entries.len() < Exchange::ROOM / 4 {
            let _ = self.least.fetch_update(Relaxed, Relaxed, |least| (least > Exchange::LEAST.0).then(|| least - 1));
        }
        entries.into_iter().filter_map(|(key, entry)| Some((key, entry.to_word()?))).collect()
    }
}

impl Engine {
    /// Puts what another engine has found into the table, unless it is no value.
    pub fn receive(&self, entries: &[(u64, u64)]) {
        for &(key, word) in entries {
            if let Some(entry) = Entry::from_word(word) {
                self.table.store(key, entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use provebest_game::{Bound, Score};

    use super::*;
    use crate::engine::Enhancements;

    fn entry(depth: u32) -> Entry {
        Entry { child: None, value: Score(1), bound: Bound::Exact, depth: Depth(depth), estimated: true }
    }

    #[test]
    fn the_deepest_are_kept_when_there_is_no_room() {
        let exchange = Exchange::default();
        for key in 0..3 * Exchange::ROOM as u64 {
            exchange.offer(key, entry(Exchange::LEAST.0 + (key % 7) as u32));
        }
        let kept = exchange.take();
        assert!(kept.len() <= Exchange::ROOM && kept.len() > Exchange::ROOM / 8, "{}", kept.len());
        let depths = kept.iter().map(|&(_, word)| Entry::from_word(word).unwrap().depth);
        assert!(depths.min().unwrap() > Exchange::LEAST);
        // When little comes, less deep ones are welcome again.
        (0..20).for_each(|_| assert!(exchange.take().is_empty()));
        exchange.offer(1, entry(Exchange::LEAST.0));
        assert_eq!(exchange.take().len(), 1);
    }

    #[test]
    fn what_is_no_value_is_not_received() {
        let engine = Engine::new(1 << 10, Enhancements::default()).unwrap();
        engine.receive(&[(7, u64::from(i32::MIN as u32) | 1 << 56), (8, entry(5).to_word().unwrap())]);
        assert_eq!((engine.table().probe(7), engine.table().probe(8)), (None, Some(entry(5))));
    }
}
