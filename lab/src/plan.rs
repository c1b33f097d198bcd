//! How large an experiment is: which trees, how many, which algorithms.

use std::collections::BTreeSet;

use anyhow::{bail, ensure};
use provebest::family::Settings;
use provebest::{Algorithm, Score};

use crate::trees::{Cell, Trees};
use crate::{positions, puzzles};

/// The size of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The orders of trees.
    pub orders: Vec<Trees>,
    /// The widths.
    pub widths: Vec<u32>,
    /// The depths.
    pub depths: Vec<u32>,
    /// How many trees of each kind.
    pub trees: u32,
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// Leaf values reach from minus this to this.
    pub values: i32,
    /// Where all chance comes from.
    pub seed: u64,
    /// Of all kinds that orders, widths and depths make, just these, in this order; every one if there are none.
    pub only: Vec<Cell>,
}

/// What somebody wants otherwise than an experiment has it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Wishes {
    /// How many trees of each kind.
    pub trees: Option<u32>,
    /// Other widths.
    pub widths: Option<Vec<u32>>,
    /// Other depths.
    pub depths: Option<Vec<u32>>,
    /// Other algorithms.
    pub algorithms: Option<Vec<Algorithm>>,
    /// Another seed.
    pub seed: Option<u64>,
}

/// The seed, unless told otherwise.
pub const SEED: u64 = 1;

/// The leaf values of the papers' trees, unless told otherwise.
pub const VALUES: i32 = 10_000;

impl Plan {
    /// Trees of the weights generator, random and with the first child best in 60 %.
    pub fn of(algorithms: &[Algorithm], widths: &[u32], depths: &[u32], trees: u32) -> Plan {
        Plan {
            orders: vec![Trees::Random, Trees::First(60)],
            widths: widths.to_vec(),
            depths: depths.to_vec(),
            trees,
            algorithms: algorithms.to_vec(),
            values: VALUES,
            seed: SEED,
            only: Vec::new(),
        }
    }

    /// The same for other orders.
    pub fn ordered(self, orders: &[Trees]) -> Plan {
        Plan { orders: orders.to_vec(), ..self }
    }

    /// The same for just these kinds of trees.
    pub fn only(self, cells: &[Cell]) -> Plan {
        let distinct = |number: fn(&Cell) -> u32| {
            let numbers: BTreeSet<u32> = cells.iter().map(number).collect();
            numbers.into_iter().collect()
        };
        let mut orders: Vec<Trees> = Vec::new();
        for cell in cells {
            if !orders.contains(&cell.trees) {
                orders.push(cell.trees);
            }
        }
        let (widths, depths) = (distinct(|cell| cell.width), distinct(|cell| cell.depth));
        Plan { orders, widths, depths, only: cells.to_vec(), ..self }
    }

    /// A plan for some orders of some pairs of width and depth.
    pub fn of_shapes(algorithms: &[Algorithm], orders: &[Trees], shapes: &[(u32, u32)], trees: u32) -> Plan {
        let of = |&trees: &Trees| shapes.iter().map(move |&(width, depth)| Cell { trees, width, depth });
        Plan::of(algorithms, &[], &[], trees).only(&orders.iter().flat_map(of).collect::<Vec<_>>())
    }

    /// The plan with some wishes fulfilled. Widths and depths wished for together make every kind; one of them alone
    /// chooses among the kinds that there are.
    pub fn with(mut self, wishes: &Wishes) -> Plan {
        let tidy = |list: &Vec<u32>| {
            let mut list = list.clone();
            list.sort_unstable();
            list.dedup();
            list
        };
        self.trees = wishes.trees.unwrap_or(self.trees);
        self.seed = wishes.seed.unwrap_or(self.seed);
        self.widths = wishes.widths.as_ref().map_or(self.widths, tidy);
        self.depths = wishes.depths.as_ref().map_or(self.depths, tidy);
        if wishes.widths.is_some() && wishes.depths.is_some() {
            self.only.clear();
        }
        if let Some(wanted) = &wishes.algorithms {
            // A plan of sequential searches has no machine for others.
            let machines = self.algorithms.iter().any(|one| one.is_parallel());
            let wanted = |one: &Algorithm| wanted.contains(one) && (machines || !one.is_parallel());
            self.algorithms = Algorithm::ALL.iter().copied().filter(wanted).collect();
        }
        self
    }

    /// Is there something to do, and can it be done? The error says what would be right.
    pub fn check(&self) -> anyhow::Result<()> {
        ensure!(self.trees > 0, "0 trees of each kind: 1 or more would be right, 2 or more for an interval");
        ensure!(self.trees <= 1_000_000, "{} trees of each kind: at most 1000000 would be right", self.trees);
        ensure!(!self.widths.is_empty(), "no widths: a list such as 5,10 would be right");
        ensure!(!self.depths.is_empty(), "no depths: a list such as 2..6 would be right");
        let puzzles = self.orders.iter().any(|trees| trees.is_puzzle());
        ensure!(
            puzzles || !self.algorithms.is_empty(),
            "no algorithms: a list such as alpha-beta,sss-star would be right"
        );
        ensure!(
            !puzzles || self.algorithms.is_empty(),
            "algorithms for an experiment on puzzles: it has its own, so none would be right"
        );
        if self.widths.contains(&0) {
            bail!("a width of 0: every inner node needs a child, so 1 or more would be right");
        }
        if self.depths.contains(&0) {
            bail!("a depth of 0: there is nothing to search, so 1 or more would be right");
        }
        let kinds: Vec<String> = self.only.iter().map(|cell| cell.to_string()).collect();
        ensure!(
            !self.cells().is_empty(),
            "no such trees: some of {}, or widths and depths together, would be right",
            kinds.join(", ")
        );
        for cell in self.cells() {
            if cell.trees.is_puzzle() {
                puzzles::check(cell, self.trees)?;
                continue;
            }
            let minimal = cell.minimal();
            let searchable = minimal <= LARGEST && cell.depth <= DEEPEST;
            ensure!(
                searchable,
                "width {} and depth {}: even the minimal tree has {minimal} leaves; up to {LARGEST} leaves and {DEEPEST} plies would be right",
                cell.width,
                cell.depth
            );
            match cell.trees.is_game() {
                true => positions::check(cell, self.trees)?,
                false => cell.plant(self.seed, 0, self.values).map(|_| ())?,
            }
        }
        if self.algorithms.contains(&Algorithm::Minimax) {
            for cell in self.cells() {
                let all = u64::from(cell.width).saturating_pow(cell.depth);
                ensure!(
                    all <= LARGEST,
                    "minimax on width {} and depth {}: {all} leaves are too many for it",
                    cell.width,
                    cell.depth
                );
            }
        }
        Ok(())
    }

    /// What algorithms are told, unless an experiment varies it: trees have no honest value before their leaves, so the
    /// first guess is 0, and aspiration tries a twentieth of the largest value around it.
    pub fn settings(&self) -> Settings {
        let margin = Some((self.values / 20).max(1));
        Settings { first_guess: Some(Score::ZERO), margin, ..Settings::default() }
    }

    /// All kinds of trees, in the order of the tables.
    pub fn cells(&self) -> Vec<Cell> {
        if !self.only.is_empty() {
            let wanted = |cell: &&Cell| self.widths.contains(&cell.width) && self.depths.contains(&cell.depth);
            return self.only.iter().filter(wanted).copied().collect();
        }
        let mut cells = Vec::new();
        for &trees in &self.orders {
            for &width in &self.widths {
                cells.extend(self.depths.iter().map(|&depth| Cell { trees, width, depth }));
            }
        }
        cells
    }
}

/// The largest minimal tree that is tried.
const LARGEST: u64 = 100_000_000;

/// The deepest tree that is tried: searches recurse.
const DEEPEST: u32 = 200;
