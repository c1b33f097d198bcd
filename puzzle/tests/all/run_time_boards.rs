//! Boards whose size is known only at run time, against those whose size is a type: the same moves, estimates, keys and counts.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::common::{Luck, walk};
use provebest_machine::Simulated;
use provebest_puzzle::tiles::{
    AnyHeuristic, Direction, ForSize, Heuristic, Layout, LinearConflict, Manhattan, Shape, Size, Tiles, UpTo16, UpTo25,
    WalkingDistance, with_size,
};
use provebest_puzzle::{
    AStar, Cost, HashDistributedAStar, IdaStar, Iteration, ParallelIdaStar, ParallelIterativeAStar, ParallelWindow,
    Puzzle, Report, Solve, SolveOn, Task, TranspositionDriven,
};

/// Move, cost, estimate and key of a child.
type Child<K> = (Direction, Cost, Cost, K);
fn children<P: Puzzle<Move = Direction>>(puzzle: &P, state: &P::State) -> (Vec<Child<P::Key>>, Vec<P::State>) {
    let (mut seen, mut states) = (Vec::new(), Vec::new());
    let _ = puzzle.children(state, |step, cost, child| {
        seen.push((step, cost, puzzle.estimate(&child), puzzle.key(&child)));
        states.push(child);
        ControlFlow::<()>::Continue(())
    });
    (seen, states)
}

/// Cost, estimate and key of the children, as a search below a bound sees them.
fn estimated<P: Puzzle>(puzzle: &P, state: &P::State, rest: Cost) -> Vec<(Cost, Cost, P::Key)> {
    let mut seen = Vec::new();
    puzzle
        .estimated_children(state, rest, rest, |cost, estimate, child| seen.push((cost, estimate, puzzle.key(&child))));
    seen
}

/// A random walk on both boards: every search is a function of what is compared here.
fn walk_together<K, P, Q>(typed: &P, mut one: P::State, sized: &Q, mut other: Q::State, luck: &mut Luck)
where
    K: Eq + Hash + Debug,
    P: Puzzle<Move = Direction, Key = K>,
    Q: Puzzle<Move = Direction, Key = K>,
{
    for _ in 0..300 {
        assert_eq!(typed.key(&one), sized.key(&other));
        assert_eq!(typed.estimate(&one), sized.estimate(&other));
        assert_eq!(typed.is_goal(&one), sized.is_goal(&other));
        let rest = Cost(typed.estimate(&one).0 + luck.below(3) as u32);
        assert_eq!(estimated(typed, &one, rest), estimated(sized, &other, rest));
        let ((seen, mut states), (seen_there, mut states_there)) = (children(typed, &one), children(sized, &other));
        assert_eq!(seen, seen_there);
        let number = luck.below(states.len());
        (one, other) = (states.swap_remove(number), states_there.swap_remove(number));
    }
}

fn compare_walks<S: Shape, R: Layout<Word = S::Word>>(size: S, run_time: R) {
    fn compare<S: Shape, R: Layout<Word = S::Word>, H: Heuristic<S>>(
        typed: Tiles<S, H>,
        sized: Tiles<R, AnyHeuristic<R>>,
    ) {
        walk_together(&typed, typed.goal(), &sized, sized.goal(), &mut Luck(S::CELLS as u64));
        let luck = &mut Luck(7 + S::WIDTH as u64);
        let board = walk(&typed, luck, 200);
        let (one, other) = (typed.position(&board).unwrap(), sized.position(&board).unwrap());
        walk_together(&typed, one, &sized, other, luck);
    }
    let sized = |heuristic| Tiles::new(run_time, heuristic);
    compare(Tiles::new(size, Manhattan::new()), sized(AnyHeuristic::manhattan(run_time)));
    compare(Tiles::new(size, LinearConflict::new()), sized(AnyHeuristic::linear_conflict(run_time)));
    match (WalkingDistance::new(), AnyHeuristic::walking_distance(run_time)) {
        (Ok(one), Ok(other)) => compare(Tiles::new(size, one), sized(other)),
        (one, other) => assert!(S::CELLS > 16 && one.err() == other.err()),
    }
}

#[test]
fn moves_estimates_and_keys_are_those_of_typed_boards_of_every_size() {
    macro_rules! compare {
        ($($width:literal $height:literal $layout:ident;)*) => {
            $(compare_walks(Size::<$width, $height>, $layout::new($width, $height).unwrap());)*
        };
    }
    compare! {
        2 2 UpTo16; 2 3 UpTo16; 2 4 UpTo16; 2 5 UpTo16;
        3 2 UpTo16; 3 3 UpTo16; 3 4 UpTo16; 3 5 UpTo16;
        4 2 UpTo16; 4 3 UpTo16; 4 4 UpTo16; 4 5 UpTo25;
        5 2 UpTo16; 5 3 UpTo16; 5 4 UpTo25; 5 5 UpTo25;
    }
}

/// What a search counted, and what it found.
fn counts(report: Report<Direction>) -> (u64, u64, Vec<Iteration>, Vec<Direction>) {
    assert!(report.is_optimal());
    (report.generated, report.expanded, report.iterations, report.solution.expect("a solution").moves)
}

fn compare_searches<S: Shape, H: Heuristic<S>, R: Layout>(
    typed: &Tiles<S, H>,
    sized: &Tiles<R, AnyHeuristic<R>>,
    steps: usize,
) {
    let mut luck = Luck(S::CELLS as u64);
    for _ in 0..4 {
        let board = walk(typed, &mut luck, steps);
        let (one, other) = (typed.position(&board).unwrap(), sized.position(&board).unwrap());
        let (typed, sized) = (Task::new(typed, &one), Task::new(sized, &other));
        assert_eq!(counts(AStar.solve(&typed)), counts(AStar.solve(&sized)));
        for table in [0, 5_000] {
            let search = IdaStar { table };
            assert_eq!(counts(search.solve(&typed)), counts(search.solve(&sized)));
        }
    }
}

/// One typed board is enough: a search is a function of what `walk_together` compares on every size.
fn compare_parallel_searches<S: Shape, H: Heuristic<S>, R: Layout>(
    typed: &Tiles<S, H>,
    sized: &Tiles<R, AnyHeuristic<R>>,
    steps: usize,
) {
    let mut luck = Luck(S::CELLS as u64);
    for _ in 0..4 {
        let board = walk(typed, &mut luck, steps);
        let (one, other) = (typed.position(&board).unwrap(), sized.position(&board).unwrap());
        let (typed, sized) = (Task::new(typed, &one), Task::new(sized, &other));
        let machine = Simulated::new(3);
        macro_rules! compare {
            ($($search:expr),*) => {
                $(let (one, other) = ($search.solve_on(&typed, &machine).unwrap(), $search.solve_on(&sized, &machine).unwrap());
                assert_eq!((one.measured, one.solutions), (other.measured, other.solutions));
                assert_eq!(counts(one.report), counts(other.report));)*
            };
        }
        compare!(
            ParallelIdaStar::default(),
            ParallelWindow::default(),
            HashDistributedAStar::default(),
            ParallelIterativeAStar::default(),
            TranspositionDriven::default()
        );
    }
}

#[test]
fn every_search_counts_what_it_counts_on_typed_boards() {
    let size = UpTo16::new(3, 4).unwrap();
    let walking = AnyHeuristic::walking_distance(size).unwrap();
    let typed = Tiles::new(Size::<3, 4>, WalkingDistance::new().unwrap());
    compare_searches(&typed, &Tiles::new(size, walking), 80);
    let size = UpTo16::new(4, 4).unwrap();
    let sized = Tiles::new(size, AnyHeuristic::linear_conflict(size));
    let typed = Tiles::new(Size::<4, 4>, LinearConflict::new());
    compare_searches(&typed, &sized, 70);
    compare_parallel_searches(&typed, &sized, 70);
    let size = UpTo25::new(5, 4).unwrap();
    let sized = Tiles::new(size, AnyHeuristic::manhattan(size));
    compare_searches(&Tiles::new(Size::<5, 4>, Manhattan::new()), &sized, 60);
}

#[test]
fn sizes_that_there_are_not_are_refused() {
    struct Any;
    impl ForSize for Any {
        type Output = ();
        fn run<S: Shape>(self, _: S) {}
    }
    for (width, height) in (0..8).flat_map(|width| (0..8).map(move |height| (width, height))) {
        let typed = with_size(width, height, Any);
        assert_eq!(UpTo25::new(width, height).map(|_| ()), typed);
        assert_eq!(UpTo16::new(width, height).is_ok(), typed.is_ok() && width * height <= 16);
    }
}
