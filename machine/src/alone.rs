//! One processor: no mail but its own, no clock.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::task::Poll;

use crate::answers::answer_of;
use crate::failure::Failure;
use crate::processor::{
    Grain, Machine, Measured, Message, Portable, Processor, Program, Rank, Run, SharedMemory, Time, Work,
};

/// A machine of one processor. Its clock shows the leaves that were worked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

struct Only<M> {
    mail: RefCell<VecDeque<M>>,
    sent: Cell<u64>,
    chain: Cell<Time>,
}

impl<M> Processor<M> for Only<M> {
    fn rank(&self) -> Rank {
        Rank::FIRST
    }
    fn count(&self) -> usize {
        1
    }
    fn now(&self) -> Time {
        self.chain.get()
    }
    fn send(&self, _: Rank, mail: M) {
        self.sent.set(self.sent.get() + 1);
        self.mail.borrow_mut().push_back(mail);
    }
    fn poll(&self) -> Option<M> {
        self.mail.borrow_mut().pop_front()
    }
    fn wait_for_mail(&self) -> Poll<M> {
        match self.poll() {
            Some(mail) => Poll::Ready(mail),
            None => panic!("deadlock: the only processor waits for mail, and no other can send any"),
        }
    }
    fn start_work(&self, work: Work) -> Poll<()> {
        self.chain.set(self.chain.get() + work.leaves);
        Poll::Ready(())
    }
    fn chain(&self) -> &Cell<Time> {
        &self.chain
    }
    fn luck(&self) -> u64 {
        0
    }
}

impl Machine for Alone {
    fn count(&self) -> usize {
        1
    }

    fn grain(&self) -> Grain {
        Grain::Leaves(u64::MAX)
    }

    fn run<M: Message, P: Portable<M>>(&self, program: &P) -> Result<Run<P::Answer>, Failure> {
        self.run_shared(program)
    }
}

impl SharedMemory for Alone {
    fn run_shared<M: Message, P: Program<M>>(&self, program: &P) -> Result<Run<P::Answer>, Failure> {
        let only = Only { mail: RefCell::default(), sent: Cell::new(0), chain: Cell::new(0) };
        let answer = answer_of(program, &only);
        let (time, messages) = (only.chain.get(), only.sent.get());
        let measured = Measured { processors: 1, time, work: time, mail: 0, messages, critical_path: Some(time) };
        Ok(Run { answers: vec![answer], measured, timeline: None })
    }
}
