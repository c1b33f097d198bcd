//! One search at a time for each page: a newer request ends the older one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use provebest::CancelToken;

/// The searches that run, by the page that asks.
#[derive(Default)]
pub struct Turns {
    running: Mutex<HashMap<Asker, CancelToken>>,
}

/// A page, by the name that it has given itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Asker(String);

impl Asker {
    /// The header with the name.
    pub const HEADER: &str = "x-asker";

    /// Reads a name: letters, digits and hyphens.
    pub fn read(text: &[u8]) -> Option<Asker> {
        const LONGEST: usize = 64;
        let fits = (1..=LONGEST).contains(&text.len());
        let text = str::from_utf8(text).ok().filter(|_| fits)?;
        text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-').then(|| Asker(text.into()))
    }
}

impl Turns {
    /// The turn of a request. It ends the turn that the same page has had so far; a request without a name ends none.
    pub fn begin(self: &Arc<Turns>, asker: Option<Asker>) -> Turn {
        let token = CancelToken::new();
        if let Some(asker) = &asker
            && let Some(older) = self.running().insert(asker.clone(), token.clone())
        {
            older.cancel();
        }
        Turn { turns: Arc::clone(self), asker, token }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Asker, CancelToken>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many pages have a turn.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.running().len()
    }
}

/// The right to search. Its search ends when it is dropped, which is what happens if nobody waits for the answer.
pub struct Turn {
    turns: Arc<Turns>,
    asker: Option<Asker>,
    /// Ends the search.
    pub token: CancelToken,
}

impl Drop for Turn {
    fn drop(&mut self) {
        // A newer turn of the same page has cancelled this one, and stays.
        if let Some(asker) = self.asker.as_ref().filter(|_| !self.token.is_cancelled()) {
            self.turns.running().remove(asker);
        }
        self.token.cancel();
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn a_newer_turn_of_a_page_ends_the_older_one_and_no_other() {
        let turns = Arc::new(Turns::default());
        let page = |name: &str| Asker::read(name.as_bytes());
        let [older, other, nameless] = [page("a-1"), page("b"), None].map(|asker| turns.begin(asker));
        let newer = turns.begin(page("a-1"));
        let cancelled = [&older, &other, &nameless, &newer].map(|turn| turn.token.is_cancelled());
        assert_eq!(cancelled, [true, false, false, false]);
        drop(older);
        assert_eq!(turns.count(), 2, "the newer turn of the same page stays");
        let token = newer.token.clone();
        drop((other, nameless, newer));
        assert_eq!(turns.count(), 0);
        assert!(token.is_cancelled(), "nobody waits for its answer");
    }

    #[test]
    fn names_are_short_words() {
        let long = "a".repeat(65);
        for bad in ["", "a b", "a\n", "é", "../x", &long] {
            assert_eq!(Asker::read(bad.as_bytes()), None, "{bad:?}");
        }
        assert!(Asker::read(b"\xff").is_none() && Asker::read(&long.as_bytes()[1..]).is_some());
    }
}
