//! Gives every leaf visit a leaf-time of its own.
//!
//! A simulated processor that looks at one leaf tells of it when its time has passed. One that searches a small job in one go (a
//! grain) tells of all its leaves when it begins, and works for all of them afterwards. In the second case the leaves are spread over
//! that work here, in their order, so that a leaf visit at time t is the work of the leaf-times before t in both cases.

use std::collections::HashMap;

use super::row::{Bar, Row};

/// Where the next leaf visit of a processor may end.
#[derive(Default)]
struct Lane {
    /// Its bars, in order.
    bars: Vec<Bar>,
    /// The first bar that has not passed.
    bar: usize,
    /// The end of its last leaf visit.
    last: u32,
}

impl Lane {
    /// The first moment from `time` on before which `cost` leaf-times of work lie that belong to no leaf yet. Bars end when the answer is
    /// known: work that does not fit into them ends after that.
    fn next(&mut self, time: u32, cost: u32) -> u32 {
        let from = time.max(self.last + cost);
        while let Some(bar) = self.bars.get(self.bar) {
            let end = from.max(bar.start + cost);
            if end <= bar.end {
                self.last = end;
                return end;
            }
            self.bar += 1;
        }
        self.last = time.max(self.last) + cost;
        self.last
    }
}

/// Moves the events that take time, by their cost, into the bars of their processor, and keeps the order of its events. Rows are then in
/// the order of time. The answer is known at `end`: what was under way then has that time.
pub(crate) fn spread(rows: &mut [Row], bars: &[Bar], end: u32, cost: impl Fn(&Row) -> Option<u32>) {
    if bars.is_empty() {
        return;
    }
    let mut lanes: HashMap<u32, Lane> = HashMap::new();
    for bar in bars {
        let lane = lanes.entry(bar.rank).or_default();
        match lane.bars.last_mut() {
            Some(last) if last.end == bar.start => last.end = bar.end,
            _ => lane.bars.push(*bar),
        }
    }
    let mut moved = false;
    let mut now: HashMap<u16, u32> = HashMap::new();
    for row in rows.iter_mut() {
        let now = now.entry(row.rank).or_default();
        let mut time = row.time.max(*now);
        if let Some(cost) = cost(row).filter(|cost| *cost > 0)
            && let Some(lane) = lanes.get_mut(&row.rank.into())
        {
            time = lane.next(time, cost);
        }
        time = time.min(end);
        moved |= time != row.time;
        (row.time, *now) = (time, time);
    }
    if moved {
        rows.sort_by_key(|row| row.time);
    }
}
