//! A desk: where the mail of a processor comes in while it searches, to be read between two steps.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use provebest_machine::{Post, Rank};

use crate::limits::{Reason, Stop};

/// Mail among which one kind sends a processor home.
pub(super) trait HomeMail: Sized {
    /// What rank 0 says when it sends all home.
    type Home: Copy;
    /// Is it that? If it is not, here it is again.
    fn home(self) -> Result<Self::Home, Self>;
}

/// The desk of a processor. A search that asks it whether to stop collects the mail by that, and stops when rank 0 sends all home.
pub(super) struct Desk<'p, M: HomeMail> {
    pub post: Post<'p, M>,
    unread: RefCell<VecDeque<M>>,
    home: Cell<Option<M::Home>>,
}

impl<'p, M: HomeMail> Desk<'p, M> {
    /// An empty desk.
    pub fn new(post: Post<'p, M>) -> Self {
        Desk { post, unread: RefCell::default(), home: Cell::new(None) }
    }

    pub fn is_first(&self) -> bool {
        self.post.rank() == Rank::FIRST
    }

    /// What rank 0 said when it sent all home, if it did.
    pub fn home(&self) -> Option<M::Home> {
        self.home.get()
    }

    /// The next mail to read, if any has come.
    pub fn next(&self) -> Option<M> {
        self.collect();
        self.unread.borrow_mut().pop_front()
    }

    /// Waits until some mail has come. It is read by [`Desk::next`].
    pub async fn wait(&self) {
        self.take_in(self.post.receive().await);
    }

    /// Waits until rank 0 sends all home.
    pub async fn wait_for_home(&self) -> M::Home {
        loop {
            match self.home() {
                Some(home) => return home,
                None => self.wait().await,
            }
        }
    }

    fn collect(&self) {
        while let Some(mail) = self.post.poll() {
            self.take_in(mail);
        }
    }

    fn take_in(&self, mail: M) {
        match mail.home() {
            Ok(home) => self.home.set(Some(home)),
            Err(mail) => self.unread.borrow_mut().push_back(mail),
        }
    }
}

impl<M: HomeMail> Stop for Desk<'_, M> {
    fn stop(&self) -> Option<Reason> {
        self.collect();
        self.home().map(|_| Reason::Cancel)
    }

    fn ask_again_after(&self) -> u64 {
        1024
    }
}
