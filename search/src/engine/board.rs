//! A board of jobs in the engine. Every node that is not too near the horizon is listed as soon as its eldest child is done, whether
//! anybody is idle or not; whoever is idle takes a child of the node that most likely needs all of its children.
//!
//! Young brothers wait lists a node when somebody asks. That is the node at which the owner looks next, one of the smallest, and the
//! others at work have waited until then. `../parallel/board/` is the search that is nothing but a board, on every machine.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use provebest_game::Depth;

/// When a node is listed for others, and who of those listed is helped first.
pub(super) enum Listing {
    /// When somebody is idle; the node with the most depth first.
    WhenAsked,
    /// Always; first the node that most likely needs all of its children.
    Always(Box<Chances>),
}

impl Listing {
    /// Nodes nearer to the horizon are not shared. What is always listed must be worth its place.
    pub(super) fn least(&self) -> Depth {
        match self {
            Listing::WhenAsked => Depth(4),
            Listing::Always(_) => Depth(6),
        }
    }

    /// The larger, the sooner somebody should help: at a node with an open window or not, where so many children were tried.
    pub(super) fn urgency(&self, is_pv: bool, tried: u32, depth: Depth) -> (u32, Depth) {
        match self {
            Listing::Always(chances) if !is_pv => (chances.tenths(tried), depth),
            _ => (10, depth),
        }
    }
}

/// How often nodes with null windows get by without a cut-off, once so many of their children were tried. It is learned while
/// searching; a count that is lost is no loss.
pub(super) struct Chances([Held; Chances::KINDS]);

/// Of so many nodes, so many had no cut-off.
struct Held {
    of: AtomicU32,
    held: AtomicU32,
}

impl Chances {
    const KINDS: usize = 32;
    /// From here on, half of what was seen is forgotten.
    const MANY: u32 = 1 << 16;

    pub(super) fn new() -> Box<Self> {
        Box::new(Chances(std::array::from_fn(|_| Held { of: AtomicU32::new(2), held: AtomicU32::new(1) })))
    }

    /// A node had a cut-off or none, after it was listed with `first` children tried and until `last` were.
    pub(super) fn learn(&self, first: u32, last: u32, cut: bool) {
        for Held { of, held } in &self.0[place(first)..=place(last).max(place(first))] {
            let (seen, without) = (of.load(Relaxed) + 1, held.load(Relaxed) + u32::from(!cut));
            let half = u32::from(seen >= Self::MANY);
            of.store(seen >> half, Relaxed);
            held.store(without >> half, Relaxed);
        }
    }

    /// How likely a node has no cut-off, in tenths.
    fn tenths(&self, tried: u32) -> u32 {
        let Held { of, held } = &self.0[place(tried)];
        10 * held.load(Relaxed) / of.load(Relaxed).max(1)
    }
}

fn place(tried: u32) -> usize {
    (tried as usize).min(Chances::KINDS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_that_held_for_long_is_helped_first() {
        let listing = Listing::Always(Chances::new());
        let Listing::Always(chances) = &listing else { unreachable!() };
        for node in 0..200_000 {
            // Every second node has a cut-off, and those have it soon.
            if node % 2 == 0 { chances.learn(1, 3, true) } else { chances.learn(1, 40, false) }
        }
        let urgency = |tried, depth| listing.urgency(false, tried, Depth(depth));
        assert!(urgency(1, 20) < urgency(8, 6) && urgency(8, 6) < urgency(8, 7));
        assert_eq!(urgency(31, 7), urgency(90, 7));
        assert!((4..=5).contains(&urgency(1, 6).0) && urgency(9, 6).0 >= 9);
        assert!(listing.urgency(true, 1, Depth(6)) >= urgency(8, 6), "an open window needs all of its children");
        assert!(Listing::WhenAsked.urgency(false, 1, Depth(9)) > Listing::WhenAsked.urgency(true, 9, Depth(8)));
    }
}
