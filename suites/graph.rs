//! Explicit graphs as games, with cycles, and what retrograde analysis says of them: shared by the tests of proofs.

#![allow(dead_code)] // other tests use other parts of it

use provebest_game::{Game, Keyed, MoveList, Provable, Score, Solvable, SplitMix64, Status, Text, TextError, mix};

/// A game on a graph: even nodes are the first side's, odd ones the second side's, and edges lead from one kind to the other. A node without
/// edges is an end, worth something to the first side. Play that returns is a draw.
#[derive(Clone, Debug)]
pub struct Graph {
    pub edges: Vec<Vec<u32>>,
    pub ends: Vec<i32>,
}

impl Graph {
    /// A random graph: up to this number of nodes, up to four edges each, ends with this chance in per cent.
    pub fn random(seed: u64, most: u64, ends_percent: u64) -> Graph {
        let mut chance = SplitMix64::new(seed);
        let count = 2 + chance.below(most - 1);
        let mut edges = vec![Vec::new(); count as usize];
        for (node, list) in edges.iter_mut().enumerate() {
            if chance.below(100) >= ends_percent {
                for _ in 0..=chance.below(4) {
                    let to = chance.below(count) as u32;
                    let other_kind = to % 2 != node as u32 % 2 && !list.contains(&to);
                    list.extend(Some(to).filter(|_| other_kind));
                }
            }
        }
        let ends = (0..count).map(|_| chance.below(3) as i32 - 1).collect();
        Graph { edges, ends }
    }

    /// Is a node worth at least this to the side to move at `root`? By retrograde analysis.
    pub fn at_least(&self, root: u32, least: i32) -> Vec<bool> {
        let own = |node: usize| node as u32 % 2 == root % 2;
        let yes =
            |node: usize| if root.is_multiple_of(2) { self.ends[node] >= least } else { -self.ends[node] >= least };
        // What play that returns says; the other answer spreads from the ends.
        let returned = 0 >= least;
        let mut answer: Vec<bool> =
            (0..self.edges.len()).map(|node| if self.edges[node].is_empty() { yes(node) } else { returned }).collect();
        loop {
            let mut changed = false;
            for node in 0..self.edges.len() {
                if self.edges[node].is_empty() || answer[node] != returned {
                    continue;
                }
                let mut children = self.edges[node].iter().map(|&child| answer[child as usize]);
                let now = if own(node) { children.any(|yes| yes) } else { children.all(|yes| yes) };
                changed |= now != answer[node];
                answer[node] = now;
            }
            if !changed {
                return answer;
            }
        }
    }
}

impl Game for Graph {
    type State = u32;
    type Move = u32;

    fn moves(&self, &node: &u32, out: &mut MoveList<u32>) -> Status {
        let (edges, end) = (&self.edges[node as usize], self.ends[node as usize]);
        out.extend(edges.iter().copied());
        match edges.is_empty() {
            true => Status::Over(Score(if node.is_multiple_of(2) { end } else { -end })),
            false => Status::Open,
        }
    }

    fn play(&self, node: &mut u32, to: u32) {
        *node = to;
    }
}

impl Keyed for Graph {
    fn key(&self, &node: &u32) -> u64 {
        mix(node.into())
    }
}

impl Solvable for Graph {}

impl Provable for Graph {
    fn repeated(&self, _: &u32) -> Option<Score> {
        Some(Score::ZERO)
    }
}

impl Text for Graph {
    fn parse(&self, text: &str) -> Result<u32, TextError> {
        let node = text.parse().ok().filter(|&node: &u32| (node as usize) < self.edges.len());
        node.ok_or_else(|| TextError::new(text, 0, "not a node", "a number"))
    }

    fn print(&self, node: &u32) -> String {
        node.to_string()
    }

    fn print_move(&self, _: &u32, to: u32) -> String {
        to.to_string()
    }
}
