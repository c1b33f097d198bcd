//! The crew on threads under a hostile scheduler: a processor on the channels of shuttle, which tries thousands
//! of interleavings.

mod common;

use std::cell::Cell;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use common::{Greatest, Node};
use provebest_machine::{Mail, Processor, Program, Rank, StealFrom, StealPolicy, Time, Work};
use shuttle::sync::mpsc::{Receiver, Sender, channel};
use shuttle::thread;

struct ShuttleProcessor {
    rank: Rank,
    to: Vec<Sender<Mail<Node, u64>>>,
    inbox: Receiver<Mail<Node, u64>>,
    chain: Cell<Time>,
    seed: u64,
}

impl Processor<Mail<Node, u64>> for ShuttleProcessor {
    fn rank(&self) -> Rank {
        self.rank
    }
    fn count(&self) -> usize {
        self.to.len()
    }
    fn now(&self) -> Time {
        0
    }
    fn send(&self, to: Rank, mail: Mail<Node, u64>) {
        let _ = self.to[to.index()].send(mail);
    }
    fn poll(&self) -> Option<Mail<Node, u64>> {
        self.inbox.try_recv().ok()
    }
    fn wait_for_mail(&self) -> Poll<Mail<Node, u64>> {
        Poll::Ready(self.inbox.recv().expect("a processor can write to itself"))
    }
    fn start_work(&self, _: Work) -> Poll<()> {
        thread::yield_now();
        Poll::Ready(())
    }
    fn chain(&self) -> &Cell<Time> {
        &self.chain
    }
    fn luck(&self) -> u64 {
        self.seed ^ u64::from(self.rank.0)
    }
}

fn to_the_end<T>(program: impl Future<Output = T>) -> T {
    match pin!(program).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("nothing suspends here"),
    }
}

fn together(count: u32, depth: u32, policy: StealPolicy, enough: u64) {
    let (to, inboxes): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
    let threads: Vec<_> = inboxes
        .into_iter()
        .zip(0..)
        .map(|(inbox, rank)| {
            let to = to.clone();
            thread::spawn(move || {
                let processor = ShuttleProcessor { rank: Rank(rank), to, inbox, chain: Cell::new(0), seed: 7 };
                to_the_end(Greatest { depth, policy, enough }.run(&processor))
            })
        })
        .collect();
    let answers: Vec<Option<u64>> = threads.into_iter().map(|thread| thread.join().expect("no panic")).collect();
    let greatest = Node::root(depth).greatest();
    let found = answers[0].expect("rank 0 has the answer");
    assert!(found == greatest || found >= enough, "{found} of {greatest}");
}

#[test]
fn every_policy() {
    for from in [StealFrom::Random, StealFrom::Owner, StealFrom::Master { workers: 2 }] {
        for helpful in [false, true] {
            let policy = StealPolicy { from, helpful };
            shuttle::check_random(move || together(3, 2, policy, u64::MAX), 2000);
            shuttle::check_random(move || together(4, 3, policy, 200), 500);
            shuttle::check_pct(move || together(3, 2, policy, 200), 1000, 3);
        }
    }
}
