//! The observers of all tests: few types, so that every search is compiled for few.

use provebest_search::measure::Event;
use provebest_search::{Counters, Leaves, Trace};

/// Counts, and knows the leaves in order if it was told to.
pub type Watched = (Counters, Leaves);

/// Counts everything.
pub fn counting() -> Watched {
    (Counters::default(), Leaves::count_up_to(0))
}

/// Counts everything, and keeps the leaves in order.
pub fn in_order() -> Watched {
    (Counters::default(), Leaves::count().in_order())
}

/// Tells every event, whatever the closure.
pub fn trace<'a>(tell: impl FnMut(Event) + Send + 'a) -> Trace<Box<dyn FnMut(Event) + Send + 'a>> {
    Trace::new(Box::new(tell))
}
