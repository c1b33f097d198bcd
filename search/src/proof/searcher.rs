//! What df-pn carries through the game, for one processor.

use provebest_game::{Depth, Provable, mix};

use super::node::{Child, FREE, Found, LIMIT, Node, Patience};
use super::numbers::Numbers;
use super::question::{ExpansionSink, Judge, Question};
use super::table::{Entry, Table};
use crate::limits::{Budget, Stopped};

pub(super) struct Searcher<'a, G: Provable> {
    pub(super) judge: Judge<'a, G>,
    pub(super) table: &'a Table,
    pub(super) budget: Budget<'a>,
    pub(super) patience: Patience,
    /// What a repeated position says.
    pub(super) repetition: Option<bool>,
    /// The keys of the nodes that are open, from the root on.
    pub(super) path: Vec<u64>,
    pub(super) expansions: u64,
    /// The expansions that were new.
    pub(super) news: u64,
    expanded_before: Option<Before>,
    pub(super) evaluations: u64,
    pub(super) visits: u64,
    pub(super) stored: u64,
    plies: Depth,
    pub(super) too_deep: bool,
    expanded: Option<&'a ExpansionSink<'a, G::State>>,
}

/// Nodes that were expanded before, also those of which the table knows nothing, because it has lost them or because what was found
/// holds on one path only. Some that are new are taken for old; when it is half full, it begins anew.
struct Before {
    bits: Vec<u64>,
    count: usize,
}

impl Default for Before {
    fn default() -> Self {
        Before { bits: vec![0; 1 << 14], count: 0 }
    }
}

impl Before {
    /// Is it new?
    fn insert(&mut self, key: u64) -> bool {
        let place = mix(key) as usize % (64 * self.bits.len());
        let (word, bit) = (&mut self.bits[place / 64], 1 << (place % 64));
        if *word & bit != 0 {
            return false;
        }
        *word |= bit;
        self.count += 1;
        if 2 * self.count > 64 * self.bits.len() {
            *self = Before::default();
        }
        true
    }
}

impl<'a, G: Provable> Searcher<'a, G> {
    pub(super) fn new(
        question: &Question<'a, G>,
        table: &'a Table,
        budget: Budget<'a>,
        patience: Patience,
        mobility: bool,
    ) -> Self {
        Searcher {
            judge: Judge::new(question, mobility),
            table,
            budget,
            patience,
            repetition: question.repetition(),
            path: Vec::new(),
            expansions: 0,
            news: 0,
            expanded_before: question.repetition().map(|_| Before::default()),
            evaluations: 0,
            visits: 0,
            stored: 0,
            plies: question.limits.plies_for(size_of::<G::State>()),
            too_deep: false,
            expanded: question.expanded,
        }
    }

    /// The limit on plies.
    pub(super) fn plies(&self) -> Depth {
        self.plies
    }

    /// What is known of a node without a look at the position.
    pub(super) fn known(&self, key: u64) -> Option<Numbers> {
        let kept = || self.table.deciding_move(key).and(self.repetition).map(|answer| Numbers::of(!answer));
        self.table.get(key).map(|entry| entry.numbers).or_else(kept)
    }

    /// Enters a node: lists its children, and looks at those of which nothing is known. If the game ends there, what that says.
    pub(super) fn enter(
        &mut self,
        state: &G::State,
        key: u64,
        or: bool,
    ) -> Result<Result<Node<G::State>, Found>, Stopped> {
        self.visits += 1;
        self.budget.inner += 1;
        self.budget.ask()?;
        if self.path.len() >= self.plies.0 as usize {
            // Where play may return, what goes on for so long counts as if it did; a root does not believe that.
            if let Some(answer) = self.repetition {
                return Ok(Err(Found { numbers: Numbers::of(answer), rests_on: LIMIT }));
            }
            self.too_deep = true;
            return Err(Stopped);
        }
        let ply = self.path.len() as u32 + 1;
        let children = match self.judge.children(state, or) {
            Ok(children) => children,
            Err(numbers) => return Ok(Err(Found::free(numbers))),
        };
        if self.known(key).is_none() {
            self.expansions += 1;
            self.news += u64::from(self.expanded_before.as_mut().is_none_or(|before| before.insert(key)));
            self.evaluations += children.len() as u64;
            if let Some(expanded) = self.expanded {
                expanded(state);
            }
        }
        self.path.push(key);
        let found = |state: G::State| {
            let key = self.judge.key(&state, !or);
            Child { found: self.first_look(&state, key, !or), state, key, inside: 0 }
        };
        Ok(Ok(Node { key, or, ply, children: children.into_iter().map(found).collect(), idle: 0 }))
    }

    fn first_look(&mut self, state: &G::State, key: u64, or: bool) -> Found {
        if let Some(answer) = self.repetition
            && let Some(ply) = self.path.iter().position(|&above| above == key)
        {
            return Found { numbers: Numbers::of(answer), rests_on: ply as u32 + 1 };
        }
        Found::free(self.known(key).unwrap_or_else(|| self.judge.look(state, or)))
    }

    /// Reads what the table knows of the children by now; what it has lost, the visit remembers.
    pub(super) fn read(&self, node: &mut Node<G::State>) {
        for child in node.children.iter_mut().filter(|child| child.is_open()) {
            if let Some(numbers) = self.known(child.key) {
                child.found = Found::free(numbers);
            }
        }
    }

    /// Keeps what was found, unless it holds on this path only. `before`: the expansions when the node was entered.
    pub(super) fn keep(&mut self, node: &Node<G::State>, found: Found, before: u64) -> Result<(), Stopped> {
        if found.rests_on != FREE {
            return Ok(());
        }
        let answer = found.numbers.verdict();
        if answer == Some(node.or) && self.repetition == Some(!node.or) {
            let decides = |child: &Child<G::State>| child.found.numbers == found.numbers;
            let number = node.children.iter().position(decides).unwrap_or(0);
            let (before, after) = self.table.keep_move(node.key, number as u32);
            self.budget.change(before, after)?;
        }
        let work = (self.expansions - before + 1).ilog2();
        self.stored += u64::from(self.table.put(node.key, Entry { numbers: found.numbers, work }));
        Ok(())
    }
}
