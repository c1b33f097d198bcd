//! A program without its type: what drives it is compiled once for each kind of mail, and not for each program.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::processor::{Processor, Program, Rank};

/// What every processor runs. It returns nothing: its answer is left elsewhere.
pub(crate) trait AnyProgram<M>: Sync {
    /// The program on one processor.
    fn start<'p>(&'p self, me: &'p dyn Processor<M>) -> Pin<Box<dyn Future<Output = ()> + 'p>>;
}

/// A program, and the answers of its processors.
pub(crate) struct Answers<'a, P, A> {
    program: &'a P,
    slots: Vec<Mutex<Option<A>>>,
}

impl<'a, P, A> Answers<'a, P, A> {
    pub(crate) fn of(program: &'a P, count: usize) -> Self {
        Answers { program, slots: Rank::all(count).map(|_| Mutex::new(None)).collect() }
    }

    /// The answers of all processors that came to an end, by rank.
    pub(crate) fn into_vec(self) -> Vec<A> {
        self.slots.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }
}

impl<M, P: Program<M>> AnyProgram<M> for Answers<'_, P, P::Answer> {
    fn start<'p>(&'p self, me: &'p dyn Processor<M>) -> Pin<Box<dyn Future<Output = ()> + 'p>> {
        Box::pin(async move {
            let answer = self.program.run(me).await;
            *self.slots[me.rank().index()].lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
        })
    }
}

/// Runs a program on a processor that never lets it wait.
pub fn answer_of<M, P: Program<M>>(program: &P, me: &dyn Processor<M>) -> P::Answer {
    let answers = Answers::of(program, me.count());
    to_the_end(answers.start(me));
    answers.into_vec().pop().expect("the program came to its end")
}

/// Runs what never suspends, because its machine does not.
pub(crate) fn to_the_end<T>(program: impl Future<Output = T>) -> T {
    match pin!(program).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("a program on a real machine waited for something that is not the machine"),
    }
}
