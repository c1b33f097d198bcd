//! The travelling salesman: the shortest round trip. The survey's example of where IDA* does badly: almost every path has a
//! cost of its own, so almost every iteration sees one path more than the one before.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::puzzle::{Cost, Puzzle};

/// Cities, and the cost of the way between each two.
///
/// ```
/// use provebest_puzzle::{AStar, Cost, Solve, Task, salesman::Salesman};
/// let ways = Salesman::new(&[&[0, 1, 9, 2], &[1, 0, 3, 9], &[9, 3, 0, 4], &[2, 9, 4, 0]])?;
/// let report = AStar.solve(&Task::new(&ways, &ways.start()));
/// assert_eq!(report.solution.expect("there is a trip").cost, Cost(1 + 3 + 4 + 2));
/// # Ok::<(), provebest_puzzle::salesman::SalesmanError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Salesman {
    cities: usize,
    ways: Vec<u32>,
}

/// What is wrong with a table of ways.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SalesmanError {
    /// Too few or too many cities.
    #[error("{cities} cities: there must be 2 to 32")]
    Cities {
        /// How many there are.
        cities: usize,
    },
    /// A row that is too short or too long.
    #[error("city {city} has ways to {found} cities: {cities} numbers are needed, one for every city")]
    Row {
        /// Which, from 0 on.
        city: usize,
        /// Numbers found.
        found: usize,
        /// Numbers needed.
        cities: usize,
    },
    /// A way that is not as long as the way back.
    #[error("the way from city {from} to city {to} is not as long as the way back")]
    OneWay {
        /// From this city, counted from 0.
        from: usize,
        /// To this one.
        to: usize,
    },
}

/// The city of the salesman, and the cities visited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Trip {
    at: u8,
    /// A bit for every city.
    been: u32,
}

impl Salesman {
    /// By a table of ways, each as long as the way back.
    pub fn new(table: &[&[u32]]) -> Result<Salesman, SalesmanError> {
        let cities = table.len();
        if !(2..=32).contains(&cities) {
            return Err(SalesmanError::Cities { cities });
        }
        for (city, row) in table.iter().enumerate() {
            if row.len() != cities {
                return Err(SalesmanError::Row { city, found: row.len(), cities });
            }
        }
        let pairs = (0..cities).flat_map(|from| (0..from).map(move |to| (from, to)));
        if let Some((from, to)) = pairs.into_iter().find(|&(from, to)| table[from][to] != table[to][from]) {
            return Err(SalesmanError::OneWay { from, to });
        }
        Ok(Salesman { cities, ways: table.concat() })
    }

    /// Random cities, 2 to 32, in a square of 1000 by 1000; ways are straight, rounded up.
    pub fn random(cities: usize, seed: u64) -> Salesman {
        let cities = cities.clamp(2, 32);
        let mut state = seed;
        // SplitMix64.
        let mut draw = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            (((mixed ^ mixed >> 31) >> 32) * 1000) >> 32
        };
        let places: Vec<(u64, u64)> = (0..cities).map(|_| (draw(), draw())).collect();
        let way = |(x, y): (u64, u64), (to_x, to_y): (u64, u64)| {
            let square = x.abs_diff(to_x).pow(2) + y.abs_diff(to_y).pow(2);
            let root = square.isqrt();
            (root + u64::from(root * root < square)) as u32
        };
        let ways = places.iter().flat_map(|&from| places.iter().map(move |&to| way(from, to))).collect();
        Salesman { cities, ways }
    }

    /// In the first city.
    pub fn start(&self) -> Trip {
        Trip { at: 0, been: 0 }
    }

    fn way(&self, from: usize, to: usize) -> u32 {
        self.ways[from * self.cities + to]
    }

    fn all(&self) -> u32 {
        u32::MAX >> (32 - self.cities)
    }
}

impl Puzzle for Salesman {
    type State = Trip;
    /// The next city.
    type Move = u8;
    type Key = Trip;

    /// The first city is the last to go to.
    fn children<B>(&self, trip: &Trip, mut visit: impl FnMut(u8, Cost, Trip) -> ControlFlow<B>) -> ControlFlow<B> {
        let left = self.all() & !trip.been;
        for to in (0..self.cities as u8).filter(|&to| left >> to & 1 == 1 && (to != 0 || left == 1)) {
            let way = Cost(self.way(usize::from(trip.at), usize::from(to)));
            visit(to, way, Trip { at: to, been: trip.been | 1 << to })?;
        }
        ControlFlow::Continue(())
    }

    fn is_goal(&self, trip: &Trip) -> bool {
        trip.been == self.all()
    }

    /// The shortest tree over the present city and those still to visit (Prim 1957): the rest of the trip is such a tree.
    fn estimate(&self, trip: &Trip) -> Cost {
        let mut left = self.all() & !trip.been & !(1 << trip.at);
        let mut near: [u32; 32] = [u32::MAX; 32];
        let (mut last, mut sum) = (usize::from(trip.at), 0u32);
        while left != 0 {
            let mut next = (u32::MAX, 0);
            for city in (0..self.cities).filter(|city| left >> city & 1 == 1) {
                near[city] = near[city].min(self.way(last, city));
                next = next.min((near[city], city));
            }
            sum = sum.saturating_add(next.0);
            last = next.1;
            left &= !(1 << last);
        }
        Cost(sum)
    }

    fn key(&self, trip: &Trip) -> Trip {
        *trip
    }
}
