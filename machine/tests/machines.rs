//! The machines keep the rules of time and mail.

mod common;

use std::panic::catch_unwind;

use common::{Greatest, Node};
use provebest_machine::{
    Alone, Costs, Failure, Latency, Letter, Machine, Post, Processor, Program, Rank, Simulated, StealFrom, StealPolicy,
    Threads, Topology, Wire, Work,
};
use provebest_system::{Call, Faults};

const POLICIES: [StealPolicy; 4] = [
    StealPolicy { from: StealFrom::Random, helpful: true },
    StealPolicy { from: StealFrom::Random, helpful: false },
    StealPolicy { from: StealFrom::Owner, helpful: true },
    StealPolicy { from: StealFrom::Master { workers: 2 }, helpful: false },
];

fn greatest(depth: u32, policy: StealPolicy, enough: u64) -> Greatest {
    Greatest { depth, policy, enough }
}

#[test]
fn crews_agree_on_every_machine() {
    let expected = Some(Node::root(6).greatest());
    for policy in POLICIES {
        let program = greatest(6, policy, u64::MAX);
        assert_eq!(Alone.run(&program).unwrap().answers[0], expected);
        for count in [1, 2, 3, 8, 100, 1024] {
            assert_eq!(Simulated::new(count).run(&program).unwrap().answers[0], expected, "{count}, {policy:?}");
        }
        for seed in 0..100 {
            let machine = Simulated::new(1 + seed as usize % 9).latency(Latency::Random(0, seed * 3)).seed(seed);
            assert_eq!(machine.run(&program).unwrap().answers[0], expected, "{machine:?}, {policy:?}");
        }
        for count in [1, 2, 4] {
            assert_eq!(Threads::new(count).run(&program).unwrap().answers[0], expected);
            assert_eq!(Wire::new(count).run(&program).unwrap().answers[0], expected);
        }
    }
}

#[test]
fn work_idle_time_and_chain_fit_together() {
    for policy in POLICIES {
        let mut before = u64::MAX;
        for count in [1, 2, 4, 16] {
            let run = Simulated::new(count).timeline(true).run(&greatest(5, policy, u64::MAX)).unwrap();
            let measured = run.measured;
            assert_eq!(measured.idle() + measured.work, count as u64 * measured.time);
            assert!(measured.critical_path.is_some_and(|chain| chain <= measured.time && chain >= 1));
            let timeline = run.timeline.expect("it was asked for");
            let spans: u64 = timeline.spans.iter().map(|span| span.end - span.start).sum();
            assert_eq!(spans, measured.work);
            assert!(timeline.spans.iter().all(|span| span.end <= measured.time));
            assert!(timeline.wasted() <= measured.work);
            if policy.from == StealFrom::Random {
                assert!(measured.time <= before, "{count} processors take {}, not {before}", measured.time);
            }
            before = measured.time;
        }
    }
}

#[test]
fn the_same_run_twice() {
    let machine = Simulated::new(7).latency(Latency::Random(1, 30)).topology(Topology::Grid).seed(5).timeline(true);
    let run = |machine: &Simulated| {
        let run = machine.run(&greatest(6, POLICIES[0], u64::MAX)).unwrap();
        (run.answers, run.measured, run.timeline)
    };
    assert_eq!(run(&machine), run(&machine));
    assert_ne!(run(&machine).1, run(&machine.clone().seed(6)).1);
}

/// Rank 0 sends a letter round, and each processor looks at some leaves before it passes it on.
struct Round;

impl Program<Letter<u64>> for Round {
    type Answer = u64;

    async fn run(&self, me: &dyn Processor<Letter<u64>>) -> u64 {
        let post = Post(me);
        let next = Rank((me.rank().0 + 1) % me.count() as u32);
        if me.rank() == Rank::FIRST {
            post.send(next, 1);
            return post.receive().await;
        }
        let seen = post.receive().await;
        post.work(Work { leaves: 10, nodes: 2 }).await;
        post.send(next, seen + 1);
        0
    }
}

#[test]
fn costs_and_latency_are_charged() {
    let costs = Costs { leaf: 2, node: 5, send: 1, receive: 3 };
    let run = Simulated::new(4).costs(costs).latency(100).run(&Round).unwrap();
    assert_eq!(run.answers[0], 4);
    // Three times 10 leaves and 2 nodes, and four letters sent and read.
    assert_eq!(run.measured.work, 3 * (20 + 10) + 4 * (1 + 3));
    assert_eq!(run.measured.time, run.measured.work + 4 * 100);
    assert_eq!(run.measured.mail, 4 * (1 + 3));
    let ring = Simulated::new(4).latency(10).topology(Topology::Ring).run(&Round).unwrap();
    assert_eq!(ring.measured.time, 3 * 10 + 4 * 10);
}

/// Every processor waits for all others.
struct Waiting;

impl Program<Letter<()>> for Waiting {
    type Answer = ();

    async fn run(&self, me: &dyn Processor<Letter<()>>) {
        if me.rank() == Rank(1) {
            Post(me).send(Rank(2), ());
        }
        Post(me).receive().await;
    }
}

#[test]
fn a_deadlock_is_reported() {
    let failure = Simulated::new(3).latency(5).run(&Waiting).expect_err("two wait for ever");
    let Failure::Deadlock(deadlock) = failure else { panic!("{failure}") };
    assert_eq!(deadlock.waiting, [(Rank(0), 0), (Rank(1), 0)]);
    assert_eq!(deadlock.last, [(0, Rank(1), Rank(2))]);
    assert!(deadlock.to_string().contains("processor 0 waits for mail since 0"), "{deadlock}");
    assert!(deadlock.to_string().contains("1->2 at 0"), "{deadlock}");
}

/// A processor that is lost at any step is named, and the others end.
#[test]
fn a_lost_processor_is_reported() {
    for rank in Rank::all(4) {
        let mut step = 0;
        while let Err(failure) = Simulated::new(4).losing(rank, step).run(&Round) {
            assert!(failure.to_string().starts_with(&format!("processor {} was lost at time", rank.0)), "{failure}");
            let Failure::Deadlock(deadlock) = failure else { panic!("{failure}") };
            assert_eq!(deadlock.lost.map(|(rank, _)| rank), Some(rank));
            step += 1;
        }
        assert!(step > 0, "it takes part");
    }
}

/// Threads that the system refuses are counted, and the program has not begun.
#[test]
fn threads_that_are_refused_are_reported() {
    struct Never;
    impl Program<Letter<()>> for Never {
        type Answer = ();
        async fn run(&self, _: &dyn Processor<Letter<()>>) {
            panic!("the program has begun");
        }
    }
    let refused = |got: u64| Faults::new().refuse(Call::Thread, got..got + 1);
    for got in 0..4 {
        match refused(got).during(|| Threads::new(5).run(&Never)) {
            Err(Failure::TooFewThreads { wanted: 5, had, .. }) => assert_eq!(had as u64, got + 1),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(refused(4).during(|| Threads::new(5).run(&Round)).unwrap().answers.len(), 5, "there are enough");
    assert!(Threads::new(3).stack(usize::MAX >> 2).run(&Never).is_err(), "no system has so large a stack");
}

/// One thread panics while the others wait for mail.
struct Clumsy(u32);

impl Program<Letter<()>> for Clumsy {
    type Answer = ();

    async fn run(&self, me: &dyn Processor<Letter<()>>) {
        if me.rank() == Rank(self.0) {
            panic!("rank {} has dropped something", self.0);
        }
        Post(me).receive().await;
    }
}

#[test]
fn a_panic_ends_it_for_all() {
    for rank in 0..3 {
        for wire in [false, true] {
            let panic = catch_unwind(|| match wire {
                true => Wire::new(3).run(&Clumsy(rank)).unwrap().measured,
                false => Threads::new(3).run(&Clumsy(rank)).unwrap().measured,
            });
            let panic = panic.expect_err("it panics");
            let text = panic.downcast_ref::<String>().expect("with its own message");
            assert_eq!(*text, format!("rank {rank} has dropped something"));
        }
    }
}
