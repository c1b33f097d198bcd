//! Where a processor reads its mail. One letter may already be there: the one that interrupted a search.

use std::cell::Cell;

use provebest_machine::{Letter, Post, Processor};

/// The post of a processor, and the letter that came while it worked.
pub(super) struct Inbox<'p, M> {
    pub(super) post: Post<'p, M>,
    letter: Cell<Option<M>>,
}

/// Says whether there is mail, whatever its type.
pub(super) trait Mailbox {
    /// Is there any?
    fn has_mail(&self) -> bool;
}

impl<'p, M> Inbox<'p, M> {
    pub(super) fn new(me: &'p dyn Processor<Letter<M>>) -> Self {
        Inbox { post: Post(me), letter: Cell::new(None) }
    }

    /// Mail that has arrived, if any.
    pub(super) fn poll(&self) -> Option<M> {
        self.letter.take().or_else(|| self.post.poll())
    }

    /// Waits for mail.
    pub(super) async fn receive(&self) -> M {
        match self.letter.take() {
            Some(letter) => letter,
            None => self.post.receive().await,
        }
    }
}

impl<M> Mailbox for Inbox<'_, M> {
    fn has_mail(&self) -> bool {
        let letter = self.poll();
        let is_there = letter.is_some();
        self.letter.set(letter);
        is_there
    }
}
