//! Small random graphs, with free moves, loops, and goals that cannot be reached, as closures.

use std::ops::ControlFlow;

use crate::common::{Graph, Luck};
use provebest_puzzle::{
    AStar, BatchIdaStar, BreadthFirst, Closures, Cost, DepthFirstBranchAndBound, IdaStar, Limits, Puzzle, Reason,
    RecursiveBestFirst, Solve, Stop, Task,
};

#[test]
fn every_search_on_random_graphs() {
    let mut luck = Luck(3);
    for _ in 0..4000 {
        let graph = Graph::random(&mut luck);
        let puzzle = graph.puzzle();
        let task = Task::new(&puzzle, &0);
        graph.check(&BreadthFirst.solve(&task), "breadth first");
        graph.check(&AStar.solve(&task), "A*");
        graph.check(&IdaStar::default().solve(&task), "IDA*");
        graph.check(&IdaStar { table: 256 }.solve(&task), "IDA* with a table");
        graph.check(&BatchIdaStar { batch: 1 }.solve(&task), "IDA* in batches of one");
        graph.check(&BatchIdaStar { batch: 3 }.solve(&task), "IDA* in batches");
        graph.check(&RecursiveBestFirst.solve(&task), "RBFS");
        graph.check(&DepthFirstBranchAndBound::default().solve(&task), "branch and bound");
    }
}

/// Stops at once.
struct Now;

impl Stop for Now {
    fn stop(&self) -> Option<Reason> {
        Some(Reason::Cancel)
    }
    fn ask_again_after(&self) -> u64 {
        1
    }
}

#[test]
fn limits_are_kept() {
    // A long way, with a dead end at every step.
    let children = |&(at, dead): &(u32, bool)| {
        let ways = [((at + 1, true), Cost(1)), ((at + 1, false), Cost(1))];
        ways.into_iter().take(if dead { 0 } else { 2 })
    };
    let puzzle = Closures::new(children, |_| Cost::ZERO, |_| false);
    let start = (0, false);
    let solve = |limits: Limits<'_>| {
        let task = Task::new(&puzzle, &start).within(limits);
        let all = [
            AStar.solve(&task),
            BreadthFirst.solve(&task),
            IdaStar::default().solve(&task),
            IdaStar { table: 1 << 12 }.solve(&task),
            BatchIdaStar { batch: 4 }.solve(&task),
            RecursiveBestFirst.solve(&task),
            DepthFirstBranchAndBound::default().solve(&task),
        ];
        for report in &all {
            assert!(report.solution.is_none() && report.bound < Cost::NEVER, "{report:?}");
        }
        all
    };
    for report in solve(Limits { nodes: Some(500), ..Limits::default() }) {
        assert!(report.stopped == Some(Reason::Nodes) && (500..510).contains(&report.generated), "{report:?}");
    }
    for report in solve(Limits { stop: Some(&Now), ..Limits::default() }) {
        assert_eq!(report.stopped, Some(Reason::Cancel));
        assert!(report.generated < 10);
    }
    let bytes = Some(100_000);
    for report in &solve(Limits { bytes, nodes: Some(100_000), ..Limits::default() })[..2] {
        assert_eq!(report.stopped, Some(Reason::Memory));
        assert!(report.bytes <= 100_000 && report.bytes > 50_000 && report.bound > Cost(100), "{}", report.bytes);
    }
    // A path of free moves that never ends.
    let endless = Closures::new(|&at: &u64| [(at + 1, Cost(0))], |_| Cost::ZERO, |_| false);
    let task = Task::new(&endless, &0).within(Limits { bytes: Some(10_000), ..Limits::default() });
    for report in [
        IdaStar::default().solve(&task),
        BatchIdaStar::default().solve(&task),
        AStar.solve(&task),
        DepthFirstBranchAndBound::default().solve(&task),
    ] {
        assert_eq!(report.stopped, Some(Reason::Memory), "{report:?}");
    }
    // A table beyond the limit is not made, and not made smaller than asked for either.
    for table in [20_000, usize::MAX] {
        let report = IdaStar { table }.solve(&task);
        assert_eq!((report.stopped, report.generated, report.bytes), (Some(Reason::Memory), 1, 0), "{report:?}");
    }
    // Without any limit but that on the length of a path, depth-first searches end all the same.
    for report in &solve(Limits { nodes: Some(1_000_000), ..Limits::default() })[2..] {
        assert!(matches!(report.stopped, Some(Reason::Memory | Reason::Nodes)), "{report:?}");
    }
}

#[test]
fn a_stopped_search_goes_on_from_its_bound() {
    let children = |&at: &u32| [(at + 1, Cost(3)), (at + 2, Cost(5))].into_iter().filter(|(to, _)| *to <= 40);
    let puzzle = Closures::new(children, |&at| Cost((40 - at) * 2), |&at| at == 40);
    let task = Task::new(&puzzle, &0);
    let whole = IdaStar::default().solve(&task);
    assert_eq!(whole.bound, Cost(100));
    let first =
        IdaStar::default().solve(&Task::new(&puzzle, &0).within(Limits { nodes: Some(5000), ..Limits::default() }));
    assert_eq!(first.stopped, Some(Reason::Nodes));
    assert!(first.bound > Cost(80) && first.bound <= Cost(100));
    let heard = std::sync::Mutex::new(Vec::new());
    let listener = |news: &provebest_puzzle::PuzzleProgress| heard.lock().unwrap().push(news.bound);
    let second = IdaStar::default().solve(&Task::new(&puzzle, &0).resume(first.bound).tell(&listener));
    assert_eq!((second.bound, second.iterations[0].bound), (Cost(100), first.bound));
    let heard = heard.into_inner().unwrap();
    assert!(heard.is_sorted() && heard.last() == Some(&Cost(100)));
}

/// A puzzle whose estimates are as low as they may be where they need not be exact.
struct Lazy<P>(P);

impl<P: Puzzle> Puzzle for Lazy<P> {
    type State = P::State;
    type Move = P::Move;
    type Key = P::Key;

    fn children<B>(
        &self,
        state: &P::State,
        visit: impl FnMut(P::Move, Cost, P::State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.children(state, visit)
    }

    fn estimated_children(
        &self,
        state: &P::State,
        rest: Cost,
        most: Cost,
        mut visit: impl FnMut(Cost, Cost, P::State),
    ) {
        assert!(rest <= most);
        self.0.estimated_children(state, rest, most, |cost, estimate, child| {
            let low = Cost(most.0.saturating_add(1).saturating_sub(cost.0));
            visit(cost, if cost.plus(estimate) > most { estimate.min(low) } else { estimate }, child);
        });
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.0.is_goal(state)
    }

    fn estimate(&self, state: &P::State) -> Cost {
        self.0.estimate(state)
    }

    fn key(&self, state: &P::State) -> P::Key {
        self.0.key(state)
    }
}

#[test]
fn estimates_beyond_what_matters_change_nothing() {
    let mut luck = Luck(8);
    for _ in 0..4000 {
        let graph = Graph::random(&mut luck);
        let (puzzle, lazy) = (graph.puzzle(), Lazy(graph.puzzle()));
        // Where there is no solution, bounds that grow by one would never end.
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let (exact, low) = (Task::new(&puzzle, &0).within(limits), Task::new(&lazy, &0).within(limits));
        assert_eq!(IdaStar::default().solve(&exact), IdaStar::default().solve(&low));
        let search = BatchIdaStar { batch: 3 };
        assert_eq!(search.solve(&exact), search.solve(&low));
    }
}
