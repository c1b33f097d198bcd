//! Proof-number search (Allis 1994): the tree is kept, and the node is expanded whose answer brings the nearest decision closer.

use provebest_game::Provable;

use super::node::Patience;
use super::numbers::Numbers;
use super::question::{ExpansionSink, Judge, Question, Step, StepSink, Verdict};
use super::searcher::Searcher;
use super::table::{Entry, Full, Table};
use crate::limits::{Budget, Limits, Reason, Stopped, TooDeep};

/// Proof-number search.
///
/// Contract: the answer is yes if and only if the root is worth at least as much as is asked. On trees the numbers are exact: the
/// least number of open nodes that can decide the root. Where positions can be reached on several paths, each path has its own nodes, so a return to
/// a position is seen exactly.
///
/// Allis, Searching for Solutions in Games and Artificial Intelligence, thesis, 1994.
///
/// Time: a path for each expansion. Memory: the whole tree that it grows.
///
/// ```
/// use provebest_game::{Plain, Score};
/// use provebest_games::tree::Tree;
/// use provebest_search::proof::{Pn, Question};
/// let tree: Tree = "[[5,7],[[2,4],6],[3,9]]".parse()?;
/// let (game, root) = (Plain(&tree), tree.root());
/// let at_least = |least| Pn::default().ask(&Question::new(&game, &root, Score(least)));
/// assert_eq!((at_least(5)?.answer, at_least(5)?.expansions), (Some(true), 2));
/// assert_eq!((at_least(6)?.answer, at_least(6)?.expansions), (Some(false), 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pn {
    /// New nodes count as many as they have moves, instead of 1.
    pub mobility: bool,
}

impl Pn {
    /// Answers a question.
    pub fn ask<G: Provable>(&self, question: &Question<'_, G>) -> Result<Verdict<G::Move>, TooDeep> {
        grow_and_answer(question, self.mobility, |tree, searcher| {
            let leaf = tree.most_proving();
            tree.tell_choice(leaf, question.steps);
            tree.expand(leaf, searcher, question.expanded)?;
            tree.update(leaf);
            tree.tell_numbers(leaf, question.steps);
            Ok(())
        })
    }
}

/// A node of a tree that is kept.
pub(super) struct Grown<S> {
    pub(super) state: S,
    pub(super) key: u64,
    pub(super) or: bool,
    pub(super) numbers: Numbers,
    parent: u32,
    /// Where its children stand, one after the other; none as long as it is not expanded.
    first: u32,
    count: u32,
    /// How many nodes below it were evaluated and dropped.
    dropped: u32,
}

/// The tree that a proof-number search grows.
pub(super) struct Tree<S> {
    pub(super) nodes: Vec<Grown<S>>,
    /// The keys of the nodes above its root.
    above: Vec<u64>,
    /// How many of the nodes that it grows first were evaluated before. What is expanded below a node does not depend on what is above
    /// it, so those come again in the same order.
    known: u32,
}

/// Grows a tree by steps until it has the answer, and finds the line.
pub(super) fn grow_and_answer<'a, G: Provable>(
    question: &Question<'a, G>,
    mobility: bool,
    mut step: impl FnMut(&mut Tree<G::State>, &mut Searcher<'_, G>) -> Result<(), Stopped>,
) -> Result<Verdict<G::Move>, TooDeep> {
    /// For the line: what has to be found again is small.
    const ENTRIES: u64 = 1 << 16;
    // A quarter of the bytes is for the table, and for the moves of proofs.
    let quarter = question.limits.bytes.map(|bytes| (bytes / 4).max(2 * Table::ENTRY));
    let Some(table) = Table::growing(ENTRIES, quarter, question.repetition().is_some()) else {
        return Ok(Verdict { stopped: Some(Reason::Memory), ..Verdict::open() });
    };
    let bytes = question.limits.bytes.map(|bytes| bytes - bytes / 4);
    let budget = Budget::new(&Limits { bytes, ..question.limits });
    let mut searcher = Searcher::new(question, table, budget, Patience::default(), mobility);
    let mut tree = Tree::new(question.root.clone(), true, Vec::new(), &mut searcher.judge);
    let mut grown = Ok(());
    while grown.is_ok() && tree.numbers().verdict().is_none() {
        grown = searcher.budget.ask().and_then(|()| step(&mut tree, &mut searcher));
    }
    let kept = tree.keep_proof(0, &mut searcher.table, searcher.repetition);
    searcher.stored = tree.nodes.len() as u64;
    let mut verdict = searcher.conclude(question, tree.numbers())?;
    if let Err(Full) = kept {
        (verdict.line, verdict.line_complete) = Default::default();
    }
    Ok(verdict)
}

impl<S: Clone> Tree<S> {
    /// A tree of one node; `above` are the keys of the nodes on the path to it.
    pub(super) fn new<G: Provable<State = S>>(state: S, or: bool, above: Vec<u64>, judge: &mut Judge<'_, G>) -> Self {
        let (key, numbers) = (judge.key(&state, or), judge.look(&state, or));
        let root = Grown { state, key, or, numbers, parent: 0, first: 0, count: 0, dropped: 0 };
        Tree { nodes: vec![root], above, known: 0 }
    }

    pub(super) fn numbers(&self) -> Numbers {
        self.nodes[0].numbers
    }

    pub(super) fn children(&self, node: usize) -> std::ops::Range<usize> {
        let Grown { first, count, .. } = self.nodes[node];
        first as usize..(first + count) as usize
    }

    /// From the root down to the leftmost child that has the number of its parent.
    pub(super) fn most_proving(&self) -> usize {
        let mut node = 0;
        while self.nodes[node].count > 0 {
            let or = self.nodes[node].or;
            let phi = |node: usize| self.nodes[node].numbers.phi_delta(or).0;
            let least = self.children(node).min_by_key(|&child| phi(child));
            node = least.unwrap_or(self.children(node).start);
        }
        node
    }

    /// The keys of the nodes from the root of the game to this one.
    pub(super) fn path(&self, node: usize) -> Vec<u64> {
        let mut keys = vec![self.nodes[node].key];
        let mut at = node;
        while at != 0 {
            at = self.nodes[at].parent as usize;
            keys.push(self.nodes[at].key);
        }
        keys.extend(self.above.iter().rev());
        keys
    }

    /// Tells that a node is going to be expanded.
    pub(super) fn tell_choice(&self, node: usize, steps: Option<&StepSink<'_>>) {
        let Some(tell) = steps else { return };
        let path: Vec<u64> = self.path(node).into_iter().rev().collect();
        tell(&path, Step::Expands { numbers: self.nodes[node].numbers, most: None, root: self.numbers() });
    }

    /// Tells the numbers of a node that was expanded, of its children, and of the nodes above it.
    pub(super) fn tell_numbers(&self, node: usize, steps: Option<&StepSink<'_>>) {
        let Some(tell) = steps else { return };
        let mut path: Vec<u64> = self.path(node).into_iter().rev().collect();
        for child in &self.nodes[self.children(node)] {
            tell(&[&path[..], &[child.key]].concat(), Step::Has(child.numbers));
        }
        let mut at = node;
        loop {
            tell(&path, Step::Has(self.nodes[at].numbers));
            if at == 0 {
                return;
            }
            path.pop();
            at = self.nodes[at].parent as usize;
        }
    }

    /// Lists the children of a node, and looks at each.
    pub(super) fn expand<G: Provable<State = S>>(
        &mut self,
        node: usize,
        searcher: &mut Searcher<'_, G>,
        expanded: Option<&ExpansionSink<'_, S>>,
    ) -> Result<(), Stopped> {
        let or = self.nodes[node].or;
        searcher.expansions += 1;
        searcher.budget.inner += 1;
        if let Some(expanded) = expanded {
            expanded(&self.nodes[node].state);
        }
        let moves = match searcher.judge.open(&self.nodes[node].state, or) {
            Ok(moves) => moves,
            Err(numbers) => {
                self.nodes[node].numbers = numbers;
                return Ok(());
            }
        };
        let known = self.known.min(moves.count());
        self.known -= known;
        searcher.evaluations += u64::from(moves.count() - known);
        let first = self.nodes.len();
        let path = searcher.repetition.map(|answer| (answer, self.path(node)));
        for number in 0..moves.count() {
            if number % 1024 == 1023 {
                searcher.budget.check_now()?;
            }
            let state = searcher.judge.child(&self.nodes[node].state, moves, number);
            let key = searcher.judge.key(&state, !or);
            let repeated =
                path.as_ref().filter(|(_, path)| path.contains(&key)).map(|&(answer, _)| Numbers::of(answer));
            let numbers = repeated.unwrap_or_else(|| searcher.judge.look(&state, !or));
            let child = Grown { state, key, or: !or, numbers, parent: node as u32, first: 0, count: 0, dropped: 0 };
            self.add(child, searcher)?;
        }
        searcher.judge.list.close(moves);
        (self.nodes[node].first, self.nodes[node].count) = (first as u32, (self.nodes.len() - first) as u32);
        Ok(())
    }

    /// A tree that begins at a node of this one, which another such tree may have brought here.
    pub(super) fn second<G: Provable<State = S>>(&self, node: usize, judge: &mut Judge<'_, G>) -> Self {
        let Grown { ref state, or, dropped, .. } = self.nodes[node];
        let mut above = self.path(node);
        above.remove(0);
        above.reverse();
        Tree { known: dropped, ..Tree::new(state.clone(), or, above, judge) }
    }

    /// Hangs the children of another tree's root below a node; the rest of that tree is going to be dropped.
    pub(super) fn graft<G: Provable<State = S>>(
        &mut self,
        node: usize,
        other: &mut Tree<S>,
        searcher: &mut Searcher<'_, G>,
    ) -> Result<(), Stopped> {
        for node in (1..other.nodes.len()).rev() {
            let Grown { parent, dropped, .. } = other.nodes[node];
            other.nodes[parent as usize].dropped += dropped + 1;
        }
        let first = self.nodes.len();
        for child in &other.nodes[other.children(0)] {
            let child = Grown { state: child.state.clone(), parent: node as u32, first: 0, count: 0, ..*child };
            self.add(child, searcher)?;
        }
        (self.nodes[node].first, self.nodes[node].count) = (first as u32, (self.nodes.len() - first) as u32);
        Ok(())
    }

    fn add<G: Provable<State = S>>(&mut self, node: Grown<S>, searcher: &mut Searcher<'_, G>) -> Result<(), Stopped> {
        if self.nodes.len() >= u32::MAX as usize {
            return searcher.budget.end(Reason::Memory);
        }
        searcher.budget.push(&mut self.nodes, node)
    }

    /// Gives back what the tree took of the limit on bytes.
    pub(super) fn release(self, budget: &mut Budget<'_>) -> Result<(), Stopped> {
        budget.change((self.nodes.capacity() * size_of::<Grown<S>>()) as u64, 0)
    }

    /// Computes the numbers anew from a node up, as long as they change above it.
    pub(super) fn update(&mut self, node: usize) {
        let mut at = node;
        loop {
            let children = self.children(at);
            let before = self.nodes[at].numbers;
            if !children.is_empty() {
                let (or, children) = (self.nodes[at].or, self.nodes[children].iter().map(|child| child.numbers));
                self.nodes[at].numbers = Numbers::of_children(or, children);
            }
            if at == 0 || at != node && before == self.nodes[at].numbers {
                return;
            }
            at = self.nodes[at].parent as usize;
        }
    }

    /// Keeps a proof or disproof of a node in a table, unless it may hold on this path only: the children before their parents, so that a move leads to what
    /// was kept before.
    pub(super) fn keep_proof(&self, node: usize, table: &mut Table, repetition: Option<bool>) -> Result<(), Full> {
        let Some(answer) = self.nodes[node].numbers.verdict().filter(|&answer| repetition != Some(answer)) else {
            return Ok(());
        };
        let mut open = vec![(node, false)];
        while let Some((node, ready)) = open.pop() {
            let Grown { key, or, numbers, count, .. } = self.nodes[node];
            let decides = |&child: &usize| self.nodes[child].numbers == Numbers::of(answer);
            if count == 0 {
                continue;
            }
            if ready {
                if or == answer {
                    let number = self.children(node).position(|child| decides(&child)).unwrap_or(0);
                    table.keep_move(key, number as u32)?;
                }
                table.put(key, Entry { numbers, work: 1 });
                continue;
            }
            open.push((node, true));
            if or == answer {
                open.extend(self.children(node).find(decides).map(|child| (child, false)));
            } else {
                open.extend(self.children(node).map(|child| (child, false)));
            }
        }
        Ok(())
    }
}
