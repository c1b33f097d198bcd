//! The observer of every search that is not timed. It is one type, so that each search is compiled once.

use std::sync::mpsc::{Receiver, channel};

use provebest::game::Window;
use provebest::search::measure::{Cut, Event};
use provebest::search::{Counters, Leaves, Observer, Trace};
use provebest::{Ply, Score};

/// Counts, and on request tells leaves apart or passes on all events.
#[derive(Default)]
pub struct Listener {
    /// The counts.
    pub counters: Counters,
    more: More,
}

/// What a listener does beyond counting.
#[derive(Default)]
enum More {
    #[default]
    Nothing,
    Leaves(Leaves),
    Events(Trace<Box<dyn FnMut(Event) + Send>>),
}

impl Listener {
    /// Tells leaves apart too, up to a number of visits.
    pub fn of_leaves(visits: u64) -> Listener {
        Listener { more: More::Leaves(Leaves::count_up_to(visits)), ..Listener::default() }
    }

    /// Passes on all events too.
    pub fn of_events() -> (Listener, Receiver<Event>) {
        let (sender, receiver) = channel();
        // A receiver that is gone wants no events.
        let pass_on = move |event| drop(sender.send(event));
        let more = More::Events(Trace::new(Box::new(pass_on)));
        (Listener { more, ..Listener::default() }, receiver)
    }

    /// How many different leaves were visited, if they were told apart and were not too many.
    pub fn distinct_leaves(&self) -> Option<u64> {
        match &self.more {
            More::Leaves(leaves) => leaves.distinct(),
            _ => None,
        }
    }
}

/// Passes a call on to what there is beyond counting. The call itself is never inlined: every search holds many of them.
macro_rules! pass_on {
    ($listener:expr, $call:ident($($argument:ident: $of:ty),*)) => {{
        #[cold]
        #[inline(never)]
        fn call(more: &mut More, $($argument: $of),*) {
            match more {
                More::Nothing => {}
                More::Leaves(leaves) => leaves.$call($($argument),*),
                More::Events(trace) => trace.$call($($argument),*),
            }
        }
        if !matches!($listener.more, More::Nothing) {
            call(&mut $listener.more, $($argument),*);
        }
    }};
}

impl Observer for Listener {
    #[inline]
    fn descend(&mut self, ply: Ply, number: u32) {
        pass_on!(self, descend(ply: Ply, number: u32));
    }
    #[inline]
    fn enter(&mut self, ply: Ply, window: Window) {
        pass_on!(self, enter(ply: Ply, window: Window));
    }
    #[inline]
    fn leaf(&mut self, ply: Ply, value: Score) {
        pass_on!(self, leaf(ply: Ply, value: Score));
    }
    fn total(&mut self, inner: u64, leaves: u64) {
        self.counters.total(inner, leaves);
    }
    #[inline]
    fn update(&mut self, ply: Ply, number: u32, value: Score) {
        pass_on!(self, update(ply: Ply, number: u32, value: Score));
    }
    #[inline(never)]
    fn cut(&mut self, ply: Ply, number: u32, why: Cut) {
        self.counters.cut(ply, number, why);
        pass_on!(self, cut(ply: Ply, number: u32, why: Cut));
    }
    #[inline(never)]
    fn research(&mut self, ply: Ply, number: Option<u32>, window: Window) {
        self.counters.research(ply, number, window);
        pass_on!(self, research(ply: Ply, number: Option<u32>, window: Window));
    }
    #[inline]
    fn exit(&mut self, ply: Ply, value: Score) {
        pass_on!(self, exit(ply: Ply, value: Score));
    }
    #[inline]
    fn stored(&mut self, now: u64) {
        self.counters.stored(now);
    }
}
