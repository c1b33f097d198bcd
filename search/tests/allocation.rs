//! The depth-first searches allocate no memory per node, and the storing ones keep to their limit on bytes.
#![allow(unsafe_code)] // an allocator that counts cannot be written without it; it hands everything on to the system's

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::num::NonZeroU32;

use provebest_game::{Depth, Evaluate, Ply, Score};
use provebest_games::connect_four::ConnectFour;
use provebest_games::synthetic::{Correlated, Independent, Order, Weighted};
use provebest_search::*;

/// Counts what the current thread asks for.
struct Counting;

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<i64> = const { Cell::new(0) };
    static MOST: Cell<i64> = const { Cell::new(0) };
}

fn account(calls: u64, bytes: i64) {
    // While a thread ends, its counters are gone: then nobody asks for them.
    let _ = CALLS.try_with(|cell| cell.set(cell.get() + calls));
    let _ = HELD.try_with(|cell| {
        cell.set(cell.get() + bytes);
        let _ = MOST.try_with(|most| most.set(most.get().max(cell.get())));
    });
}

// SAFETY: every request goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        account(1, layout.size() as i64);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        account(0, -(layout.size() as i64));
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        account(1, size as i64 - layout.size() as i64);
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Cost {
    allocations: u64,
    most_bytes: i64,
    nodes: u64,
    line_visits: u64,
    stopped: Option<Reason>,
}

fn cost<G: Evaluate>(game: &G, root: &G::State, depth: u32, bytes: Option<u64>, search: &impl Search) -> Cost {
    let task = Task::new(game, root, Depth(depth)).within(Limits { bytes, ..Limits::default() });
    let mut counters = Counters::default();
    let (calls, held) = (CALLS.get(), HELD.get());
    MOST.set(held);
    let report = search.search(&task, &mut counters).expect("not too deep");
    let (allocations, most_bytes) = (CALLS.get() - calls, MOST.get() - held);
    Cost { allocations, most_bytes, nodes: counters.nodes(), line_visits: report.line_visits, stopped: report.stopped }
}

/// The same number of allocations on a tree with ten times the nodes, but for a few for each of the further plies and
/// a few where something grows by doubling.
fn check<S: Search>(name: &str, search: S) {
    fn compare<G: Evaluate>(name: &str, game: &G, root: &G::State, [small, large]: [u32; 2], search: &impl Search) {
        let few = cost(game, root, small, None, search);
        let many = cost(game, root, large, None, search);
        assert!(many.nodes >= 10 * few.nodes, "{name}: {} and {} nodes", few.nodes, many.nodes);
        // A line that was in doubt is searched for on its own.
        let line = if many.line_visits > 0 { 2 * u64::from(large) } else { 0 };
        let more = 8 * u64::from(large - small) + 2 * u64::from((many.nodes / few.nodes).ilog2()) + line;
        assert!(
            many.allocations <= few.allocations + more,
            "{name}: {} allocations for {} nodes, {} for {}",
            few.allocations,
            few.nodes,
            many.allocations,
            many.nodes
        );
    }
    let game = Weighted::new(5, Depth(8), 3, 10_000, Order::random(5)).expect("a tree");
    compare(name, &game, &game.root(), [4, 8], &search);
    let game = Correlated::new(6, Depth(8), 3, true).expect("a tree");
    compare(name, &game, &game.root(), [4, 8], &search);
    let game = ConnectFour::default();
    compare(name, &game, &game.start(), [4, 8], &search);
}

#[test]
fn depth_first_searches_allocate_nothing_per_node() {
    use provebest_game::Score;
    check("alpha-beta", AlphaBeta);
    check("alpha-beta-hard", AlphaBetaHard);
    check("aspiration", Aspiration { first_guess: Score(0), margin: 50 });
    check("scout", Scout);
    check("pvs", Pvs);
    check("negascout", NegaScout);
    check("partially informed negascout", PartiallyInformedNegaScout);
    check("informed negascout", InformedNegaScout { store: Store::Linked });
    check("informed negascout with a table", InformedNegaScout { store: Store::Table { bytes: 1 << 16 } });
    let game = Independent::new(4, Depth(7), 3, 1000).expect("a tree");
    let few = cost(&game, &game.root(), 5, None, &Minimax);
    let many = cost(&game, &game.root(), 7, None, &Minimax);
    assert!(many.allocations <= few.allocations + 16, "minimax: {} allocations", many.allocations);
}

/// What is allocated at any time stays within the limit, up to a constant and to the moment when a store moves to a
/// place twice as large.
#[test]
fn a_limit_on_bytes_is_kept() {
    fn keep<S: Search>(name: &str, search: S) {
        let game = Independent::new(6, Depth(7), 1, 1_000_000).expect("a tree");
        for limit in [10_000, 100_000, 1_000_000] {
            let cost = cost(&game, &game.root(), 7, Some(limit), &search);
            let most = 2 * limit as i64 + 10_000;
            assert!(cost.most_bytes <= most, "{name}: {} bytes, the limit is {limit}", cost.most_bytes);
            assert!(cost.stopped.is_none_or(|why| why == Reason::Memory), "{name}");
        }
    }
    keep("sss*", SssStar);
    keep("dual*", DualStar);
    keep("mt-sss*", MtSss);
    keep("mt-dual*", MtDual);
    keep("mtd(f)", MtdF::default());
    keep("itersss*", IterSss { memory: Some(u64::MAX) });
    keep("informed negascout", InformedNegaScout { store: Store::Linked });
}

/// Counts what conspiracy numbers update, and how many nodes there are on the paths to what they expand.
#[derive(Default)]
struct Updates {
    updates: u64,
    paths: u64,
    expansions: u64,
}

impl measure::Observer for Updates {
    fn expand(&mut self, ply: Ply, _: measure::Why) {
        (self.paths, self.expansions) = (self.paths + u64::from(ply.0) + 1, self.expansions + 1);
    }
    fn exit(&mut self, _: Ply, _: Score) {
        self.updates += 1;
    }
}

/// An expansion changes numbers on its path only, and costs some allocations for each node there, however large the tree has
/// grown. To compute all numbers again would need some for each node of the tree.
#[test]
fn conspiracy_numbers_are_updated_on_the_path() {
    let tree = Correlated::new(3, Depth(60), 5, false).expect("a tree");
    let root = tree.root();
    for nodes in [1_000, 10_000, 100_000] {
        for threshold in [2, 5, 40] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let task = Task::new(&tree, &root, Depth(60)).within(limits);
            let search = ConspiracyNumbers { threshold: NonZeroU32::new(threshold), ..ConspiracyNumbers::default() };
            let mut seen = Updates::default();
            let calls = CALLS.get();
            let found = search.search(&task, &mut seen);
            let calls = CALLS.get() - calls;
            assert!(found.estimate.is_some() && seen.updates <= seen.paths, "{} of {}", seen.updates, seen.paths);
            assert!(
                calls <= 30 * seen.paths + 100,
                "T = {threshold}: {calls} allocations for {} nodes on paths",
                seen.paths
            );
        }
    }
}
