//! How long mail takes.

use std::fmt;

use crate::processor::{Rank, Time};

/// How long mail takes; from one neighbour to the next, if there is a topology.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Latency {
    /// Always the same.
    Fixed(Time),
    /// A random time from the first to the second, so that mail overtakes mail.
    Random(Time, Time),
}

impl From<Time> for Latency {
    fn from(time: Time) -> Latency {
        Latency::Fixed(time)
    }
}

/// `20`, or `5..40` for any time between.
impl fmt::Display for Latency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Latency::Fixed(time) => write!(f, "{time}"),
            Latency::Random(from, to) => write!(f, "{from}..{to}"),
        }
    }
}

/// Which processors are neighbours. Mail travels from neighbour to neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topology {
    /// All processors are neighbours.
    Complete,
    /// A ring.
    Ring,
    /// A square grid, the last row of which may be short.
    Grid,
    /// A hypercube.
    Cube,
    /// A binary tree with rank 0 at its root.
    Tree,
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Topology {
    /// All of them.
    pub const ALL: [Topology; 5] = [Topology::Complete, Topology::Ring, Topology::Grid, Topology::Cube, Topology::Tree];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Topology::Complete => "complete",
            Topology::Ring => "ring",
            Topology::Grid => "grid",
            Topology::Cube => "cube",
            Topology::Tree => "tree",
        }
    }

    /// How many steps apart two processors are, out of `count`.
    pub fn hops(self, count: usize, one: Rank, other: Rank) -> u64 {
        let (a, b, count) = (u64::from(one.0), u64::from(other.0), count as u64);
        if a == b {
            return 0;
        }
        match self {
            Topology::Complete => 1,
            Topology::Ring => a.abs_diff(b).min(count - a.abs_diff(b)),
            Topology::Grid => {
                let side = (count as f64).sqrt().ceil() as u64;
                (a % side).abs_diff(b % side) + (a / side).abs_diff(b / side)
            }
            Topology::Cube => u64::from((a ^ b).count_ones()),
            Topology::Tree => {
                // Numbered from 1, the parent of n is n / 2: climb from the larger until both meet.
                let (mut a, mut b, mut hops) = (a + 1, b + 1, 0);
                while a != b {
                    if a > b {
                        a /= 2
                    } else {
                        b /= 2
                    }
                    hops += 1;
                }
                hops
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hops_are_counted_on_every_topology() {
        let hops = |topology: Topology, count, a, b| topology.hops(count, Rank(a), Rank(b));
        assert_eq!(hops(Topology::Complete, 9, 3, 8), 1);
        assert_eq!(hops(Topology::Ring, 9, 1, 8), 2);
        assert_eq!(hops(Topology::Grid, 9, 0, 8), 4);
        assert_eq!(hops(Topology::Cube, 8, 0, 7), 3);
        assert_eq!(hops(Topology::Tree, 7, 3, 4), 2);
        assert_eq!(hops(Topology::Tree, 7, 3, 6), 4);
        for topology in [Topology::Complete, Topology::Ring, Topology::Grid, Topology::Cube, Topology::Tree] {
            for a in 0..13 {
                for b in 0..13 {
                    assert_eq!(hops(topology, 13, a, b), hops(topology, 13, b, a));
                    assert_eq!(hops(topology, 13, a, b) == 0, a == b);
                }
            }
        }
    }
}
