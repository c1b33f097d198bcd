//! The engine against minimax, whatever is on or off, and against the truth in games where positions come again.

use std::collections::HashMap;

use provebest_game::{
    Depth, Evaluate, Game, Keyed, MoveList, Noisy, Order, Pass, Ply, Repeat, Score, Skills, SplitMix64, Status, Text,
    mix, skills,
};
use provebest_games::chess::{Chess, Move, Position};
use provebest_games::connect_four::ConnectFour;
use provebest_games::othello::{self, Othello};
use provebest_games::tic_tac_toe::TicTacToe;
use provebest_games::tree::{RandomTree, Tree};
use provebest_machine::Threads;
use provebest_search::engine::*;
use provebest_search::{Kind, Limits, Reason};

use crate::patience::Patience;
use crate::sample::Sample;

/// The values of all root moves by plain minimax.
fn minimax<G: Evaluate>(game: &G, state: &G::State, depth: u32) -> Score {
    let mut list = MoveList::new();
    if depth == 0 {
        return game.horizon(state, &mut list).0;
    }
    match game.moves(state, &mut list) {
        Status::Over(value) => value,
        Status::Open => values(game, state, depth).into_iter().max().unwrap(),
    }
}

fn values<G: Evaluate>(game: &G, state: &G::State, depth: u32) -> Vec<Score> {
    let mut list = MoveList::new();
    game.moves(state, &mut list);
    let child = |&m: &G::Move| {
        let mut child = state.clone();
        game.play(&mut child, m);
        -minimax(game, &child, depth - 1)
    };
    list.as_slice().iter().map(child).collect()
}

/// Some of the enhancements that leave values as they are.
fn faithful(chance: &mut SplitMix64) -> Enhancements {
    let mut some = Enhancements::NONE;
    for name in Enhancements::FAITHFUL.names().into_iter().chain(["two-plies", "long-steps", "gains", "from-to"]) {
        some = some.with(name, chance.happens(60)).unwrap();
    }
    some.driver = [Driver::Open, Driver::Aspiration, Driver::MtdF][chance.below(3) as usize];
    some
}

/// Any.
fn any(chance: &mut SplitMix64) -> Enhancements {
    let mut some = faithful(chance);
    for name in Enhancements::NAMES {
        if !Enhancements::FAITHFUL.names().contains(name) && !["from-to", "long-steps", "gains"].contains(name) {
            some = some.with(name, chance.happens(50)).unwrap();
        }
    }
    some
}

fn engine(chance: &mut SplitMix64, on: Enhancements) -> Engine {
    Engine::new([64, 1 << 10, 1 << 16][chance.below(3) as usize], on).unwrap()
}

fn line_value<G: Evaluate>(game: &G, root: &G::State, line: &[G::Move], depth: u32) -> Score {
    let mut state = root.clone();
    let mut list = MoveList::new();
    for &m in line {
        list.clear();
        assert_eq!(game.moves(&state, &mut list), Status::Open);
        assert!(list.as_slice().contains(&m), "the line is legal");
        game.play(&mut state, m);
    }
    let value = minimax(game, &state, depth - line.len() as u32);
    if line.len() % 2 == 0 { value } else { -value }
}

fn is_minimax<G: Evaluate + Keyed + Skills>(game: &G, root: &G::State, depth: u32, seed: u64) {
    let mut chance = SplitMix64::new(seed);
    let on = faithful(&mut chance);
    let engine = engine(&mut chance, on);
    let mut list = MoveList::new();
    let over = matches!(game.moves(root, &mut list), Status::Over(_));
    let moves = 1 + chance.below(4) as usize;
    // Twice: the second time the table knows it all.
    for _ in 0..2 {
        let task = EngineTask { moves, ..EngineTask::new(game, root, Depth(depth)) };
        let answer = engine.search(&task, &mut |_| None);
        let wanted = minimax(game, root, depth);
        assert_eq!(answer.value, Some(wanted), "seed {seed} depth {depth} {on:?}");
        assert_eq!(answer.stopped, None);
        if over {
            assert!(answer.best.is_none());
            continue;
        }
        let all = values(game, root, depth);
        let mut sorted = all.clone();
        sorted.sort_by(|a, b| b.cmp(a));
        for (place, one) in answer.moves.iter().take(moves).enumerate() {
            assert_eq!(one.value, Some(sorted[place]), "seed {seed}: move {place} of {on:?}");
            assert_eq!(all[one.number as usize], sorted[place], "seed {seed}: {on:?}");
            let steps = one.line.0.len() as u32;
            assert!((1..=depth).contains(&steps) && one.line.0[0] == one.played);
            assert_eq!(line_value(game, root, &one.line.0, depth), sorted[place], "seed {seed}: the line of {on:?}");
        }
    }
}

#[test]
fn on_trees_the_engine_is_minimax() {
    for seed in 0..3000 {
        let tree = Tree::random(&RandomTree::varied(seed));
        if tree.height() > Depth(0) {
            let (height, tree) = (tree.height().0, Sample::from(tree));
            is_minimax(&tree, &tree.root(), height, seed);
        }
    }
}

#[test]
fn in_games_the_engine_is_minimax() {
    let small = ConnectFour::new(5, 4).unwrap();
    let (folded, small) = (Sample::from(small.centre_first().folded()), Sample::from(small));
    let noughts = Sample::from(TicTacToe);
    for seed in 0..400 {
        let mut chance = SplitMix64::new(seed);
        let (mut four, mut three) = (small.root(), noughts.root());
        let mut list = MoveList::new();
        for _ in 0..chance.below(12) {
            list.clear();
            if small.moves(&four, &mut list) == Status::Open {
                small.play(&mut four, list.as_slice()[chance.below(list.len() as u64) as usize]);
            }
        }
        let depth = 1 + chance.below(5) as u32;
        is_minimax(&small, &four, depth, seed);
        is_minimax(&folded, &four, depth, seed);
        let mut list = MoveList::new();
        for _ in 0..chance.below(8) {
            list.clear();
            if noughts.moves(&three, &mut list) == Status::Open {
                noughts.play(&mut three, list.as_slice()[chance.below(list.len() as u64) as usize]);
            }
        }
        is_minimax(&noughts, &three, 1 + chance.below(6) as u32, seed);
    }
}

#[test]
fn in_othello_the_engine_is_minimax() {
    for seed in 0..120 {
        let (mut chance, mut board, mut list) = (SplitMix64::new(seed), othello::Board::default(), MoveList::new());
        for _ in 0..[10, 40, 56][seed as usize % 3] {
            list.clear();
            if Othello.moves(&board, &mut list) == Status::Open {
                Othello.play(&mut board, list.as_slice()[chance.below(list.len() as u64) as usize]);
            }
        }
        is_minimax(&Othello, &board, 1 + chance.below(4) as u32, seed);
    }
}

/// With everything on, moves that were searched less deeply are proved all the same where every line came to its end.
#[test]
fn the_engine_proves_endings_of_othello() {
    let (mut proved, mut all) = (0, 0);
    for seed in 0..60 {
        let (mut chance, mut board, mut list) = (SplitMix64::new(seed), othello::Board::default(), MoveList::new());
        for _ in 0..54 {
            list.clear();
            if Othello.moves(&board, &mut list) == Status::Open {
                Othello.play(&mut board, list.as_slice()[chance.below(list.len() as u64) as usize]);
            }
        }
        list.clear();
        if Othello.moves(&board, &mut list) != Status::Open {
            continue;
        }
        let engine = Engine::new(1 << 20, Enhancements::default()).unwrap();
        let task = EngineTask::new(&Othello, &board, Depth(40));
        let answer = engine.search(&task, &mut |_| None);
        assert_eq!(answer.value, Some(minimax(&Othello, &board, 20)), "seed {seed}");
        proved += usize::from(answer.kind == Kind::Exact);
        all += 1;
    }
    assert!(all > 40 && 10 * proved >= 9 * all, "{proved} of {all}");
}

/// A random graph to walk on in turn, with ends, noise, and ways that lead back.
struct Maze {
    ways: Vec<Vec<u8>>,
    /// What its places are worth to the side to move; those without a way out are lost.
    worth: Vec<i32>,
    /// From one floor to the next there is no way back.
    floor: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Walker {
    place: u8,
    ply: u32,
    reversible: u32,
}

impl Maze {
    fn random(seed: u64) -> (Maze, Walker) {
        let mut chance = SplitMix64::new(seed);
        let places = 4 + chance.below(12);
        let ends = chance.below(3);
        let floor: Vec<u8> = (0..places).map(|place| (place * 3 / places) as u8).collect();
        let mut ways = Vec::new();
        for place in 0..places {
            let mut out = Vec::new();
            if place < places - ends {
                for _ in 0..1 + chance.below(3) {
                    let to = chance.below(places);
                    if floor[to as usize] >= floor[place as usize] && !out.contains(&(to as u8)) {
                        out.push(to as u8);
                    }
                }
                if out.is_empty() {
                    out.push(place as u8);
                }
            }
            ways.push(out);
        }
        let worth = (0..places).map(|_| chance.below(41) as i32 - 20).collect();
        (Maze { ways, worth, floor }, Walker { place: chance.below(places) as u8, ply: 0, reversible: 0 })
    }

    fn position(&self, walker: &Walker) -> (u8, bool) {
        (walker.place, walker.ply % 2 == 1)
    }

    /// Who wins at a place with a side to move: 1 the side to move, -1 the other, 0 nobody.
    fn truth(&self) -> Vec<i32> {
        let mut truth = vec![0; self.ways.len()];
        loop {
            let before = truth.clone();
            for (ways, truth) in self.ways.iter().zip(&mut truth) {
                *truth = ways.iter().map(|&to| -before[to as usize]).max().unwrap_or(-1);
            }
            if truth == before {
                return truth;
            }
        }
    }

    /// Minimax where a position of the path that comes again is a draw.
    fn with_path(&self, walker: &Walker, depth: u32, path: &mut Vec<(u8, bool)>) -> Score {
        let position = self.position(walker);
        if path.contains(&position) {
            return Score::ZERO;
        }
        let mut list = MoveList::new();
        if depth == 0 {
            return self.horizon(walker, &mut list).0;
        }
        if let Status::Over(value) = self.moves(walker, &mut list) {
            return value;
        }
        path.push(position);
        let children = list.as_slice().iter().map(|&m| {
            let mut child = *walker;
            self.play(&mut child, m);
            -self.with_path(&child, depth - 1, path)
        });
        let best = children.max().unwrap();
        path.pop();
        best
    }
}

impl Game for Maze {
    type State = Walker;
    type Move = u8;
    fn moves(&self, walker: &Walker, out: &mut MoveList<u8>) -> Status {
        let ways = &self.ways[walker.place as usize];
        out.extend(ways.iter().copied());
        if ways.is_empty() { Status::Over(Score::loss_in(Ply(walker.ply))) } else { Status::Open }
    }
    fn play(&self, walker: &mut Walker, to: u8) {
        let climbs = self.floor[to as usize] > self.floor[walker.place as usize];
        let reversible = if climbs { 0 } else { walker.reversible + 1 };
        *walker = Walker { place: to, ply: walker.ply + 1, reversible };
    }
}

impl Evaluate for Maze {
    fn evaluate(&self, walker: &Walker) -> Score {
        Score(self.worth[walker.place as usize])
    }
    fn unit(&self) -> i32 {
        10
    }
}

impl Keyed for Maze {
    fn key(&self, walker: &Walker) -> u64 {
        mix(u64::from(walker.place) * 2 + u64::from(walker.ply % 2))
    }
}

impl Repeat for Maze {
    fn reversible(&self, walker: &Walker) -> u32 {
        walker.reversible
    }
    fn now(&self, walker: &Walker) -> Ply {
        Ply(walker.ply)
    }
}

impl Noisy for Maze {
    fn noisy(&self, walker: &Walker, out: &mut MoveList<u8>) {
        out.extend(
            self.ways[walker.place as usize]
                .iter()
                .copied()
                .filter(|&to| self.is_forced(walker) || self.floor[to as usize] > self.floor[walker.place as usize]),
        );
    }
    fn is_forced(&self, walker: &Walker) -> bool {
        self.ways[walker.place as usize].len() == 1
    }
    fn gain(&self, _: &Walker, to: u8) -> i32 {
        20 + self.worth[to as usize].abs()
    }
    const THREATENS: bool = true;
    /// On the same floor, to a place with one way out.
    fn threats(&self, walker: &Walker, out: &mut MoveList<u8>) {
        let here = self.floor[walker.place as usize];
        let ways = self.ways[walker.place as usize].iter().copied();
        out.extend(ways.filter(|&to| self.floor[to as usize] == here && self.ways[to as usize].len() == 1));
    }
}

impl Pass for Maze {
    fn pass(&self, walker: &Walker) -> Option<Walker> {
        (!self.is_forced(walker)).then_some(Walker { ply: walker.ply + 1, reversible: 0, ..*walker })
    }
}

impl Order for Maze {
    const HISTORY_SIZE: usize = 256;
    fn history_index(&self, walker: &Walker, to: u8) -> usize {
        (mix(u64::from(walker.place) << 8 | u64::from(to)) % 256) as usize
    }
    const ROUTES: usize = 16 * 16;
    fn route(&self, walker: &Walker, to: u8) -> usize {
        usize::from(walker.place) * 16 + usize::from(to)
    }
    fn priority(&self, walker: &Walker, to: u8) -> i32 {
        i32::from(self.floor[to as usize]) - i32::from(self.floor[walker.place as usize])
    }
}

skills!(Maze: Keyed, Noisy, Pass, Order, Repeat);

#[test]
fn what_comes_again_is_a_draw() {
    for seed in 0..3000 {
        let (maze, root) = Maze::random(seed);
        let mut chance = SplitMix64::new(seed);
        let on = Enhancements { table: false, ..faithful(&mut chance) };
        let depth = 1 + chance.below(7) as u32;
        let answer = engine(&mut chance, on).search(&EngineTask::new(&maze, &root, Depth(depth)), &mut |_| None);
        assert_eq!(
            answer.value,
            Some(maze.with_path(&root, depth, &mut Vec::new())),
            "seed {seed}, {depth} plies: {on:?}"
        );
    }
}

#[test]
fn a_table_makes_no_wins_out_of_draws() {
    let (mut proved, mut drawn) = (0, 0);
    for seed in 0..4000 {
        let (maze, root) = Maze::random(seed);
        let truth = maze.truth();
        let mut chance = SplitMix64::new(seed);
        let on = any(&mut chance);
        let engine = engine(&mut chance, on);
        // One table for many searches from many places.
        for _ in 0..6 {
            let place = chance.below(maze.ways.len() as u64) as u8;
            let root = Walker { place, ..root };
            let depth = Depth(1 + chance.below(12) as u32);
            let task = EngineTask::new(&maze, &root, depth);
            let answer = match seed % 10 {
                0 => {
                    let share = Share::ALL[chance.below(4) as usize];
                    engine.search_on(&task, &Threads::new(2), share, &mut |_| None).unwrap()
                }
                _ => engine.search(&task, &mut |_| None),
            };
            let Some(value) = answer.value.filter(|_| answer.kind == Kind::Exact) else { continue };
            let said = if value.end().is_some() { value.0.signum() } else { 0 };
            assert_eq!(said, truth[place as usize], "seed {seed}, place {place}: {value} {:?}", engine.enhancements);
            proved += u32::from(said != 0);
            drawn += u32::from(said == 0);
        }
    }
    assert!(proved > 1000 && drawn > 1000, "{proved} {drawn}");
}

#[test]
fn a_position_before_the_root_counts_when_it_was_there_twice() {
    // 0 and 1 lead to each other; from 0 one may also fall for ever.
    let maze = Maze { ways: vec![vec![1], vec![0]], worth: vec![5, 5], floor: vec![0, 0] };
    let root = Walker { place: 0, ply: 0, reversible: 9 };
    let child = maze.key(&Walker { place: 1, ply: 1, reversible: 0 });
    let value = |before: &[u64]| {
        let engine = Engine::new(1 << 10, Enhancements::NONE).unwrap();
        let task = EngineTask { before, ..EngineTask::new(&maze, &root, Depth(1)) };
        engine.search(&task, &mut |_| None).value
    };
    let other = maze.key(&root);
    assert_eq!(value(&[]), Some(Score(-5)));
    assert_eq!(value(&[child]), Some(Score(-5)), "once is not enough");
    assert_eq!(value(&[child, other, child]), Some(Score::ZERO));
}

#[test]
fn limits_end_it_with_the_best_so_far() {
    let game = Sample::from(ConnectFour::default());
    let start = game.root();
    let engine = Engine::new(1 << 20, Enhancements::default()).unwrap();
    for nodes in [1, 10, 100, 1000, 10_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let task = EngineTask { limits, ..EngineTask::new(&game, &start, Depth(40)) };
        let answer = engine.search(&task, &mut |_| None);
        assert!(answer.best.is_some() && answer.stopped.is_some());
        // The root, and every move once or twice.
        let first_iteration = 1 + 2 * 7;
        assert!(answer.tally.nodes <= nodes.max(first_iteration) + 1, "{} of {nodes}", answer.tally.nodes);
    }
}

/// What is told of a value when the engine is stopped at any node is true of the game: exact, at least, at most.
#[test]
fn stopped_anywhere_it_tells_the_truth() {
    fn stop_everywhere<G>(game: &G, root: &G::State, end: u32, seed: u64) -> [usize; 3]
    where
        G: Evaluate + Keyed + Skills + Sync,
        G::State: Send + Sync,
        G::Move: Send + Sync,
    {
        let truth = minimax(game, root, end);
        let truths = if root_is_over(game, root) { Vec::new() } else { values(game, root, end) };
        let mut told = [0; 3];
        for nodes in (0..60).chain((60..3000).step_by(97)) {
            let mut chance = SplitMix64::new(seed ^ nodes << 20);
            let on = any(&mut chance);
            let engine = engine(&mut chance, on);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let moves = 1 + chance.below(3) as usize;
            let task = EngineTask { limits, moves, ..EngineTask::new(game, root, Depth(end)) };
            let answer = match chance.below(8) {
                0 => engine.search_on(&task, &Threads::new(2), Share::Lazy, &mut |_| None).unwrap(),
                _ => engine.search(&task, &mut |_| None),
            };
            let holds = |kind: Kind, value: Option<Score>, truth: Score| match (kind, value) {
                // The distance of a decided game is the shortest found.
                (Kind::Exact, Some(value)) if value.end().is_some() => sign(value) == sign(truth),
                (Kind::Lower, Some(value)) if value.end().is_some() => sign(value) <= sign(truth),
                (Kind::Upper, Some(value)) if value.end().is_some() => sign(value) >= sign(truth),
                (Kind::Exact, Some(value)) => value == truth,
                (Kind::Lower, Some(value)) => value <= truth,
                (Kind::Upper, Some(value)) => value >= truth,
                (Kind::Heuristic, Some(_)) | (Kind::Unknown, None) => true,
                _ => false,
            };
            let Answer { value, kind, .. } = answer;
            assert!(holds(kind, value, truth), "seed {seed}, {nodes} nodes: {kind:?} {value:?}, but {truth} {on:?}");
            for one in &answer.moves {
                let truth = truths[one.number as usize];
                let said = || format!("seed {seed}, {nodes} nodes: {:?} {:?}, but {truth} {on:?}", one.kind, one.value);
                assert!(holds(one.kind, one.value, truth), "a move: {}", said());
            }
            match kind {
                Kind::Exact => told[0] += 1,
                Kind::Lower => told[1] += 1,
                _ => told[2] += 1,
            }
        }
        told
    }
    let small = Sample::from(ConnectFour::new(4, 4).unwrap());
    let mut told = [0; 3];
    for seed in 0..30 {
        let mut chance = SplitMix64::new(seed);
        let empties = 3 + chance.below(6) as usize;
        let mut four = small.root();
        play_on(&small, &mut four, 16 - empties, &mut chance);
        let mut eight = othello::Board::default();
        play_on(&Othello, &mut eight, 60 - empties.min(6), &mut chance);
        let counts =
            [stop_everywhere(&small, &four, empties as u32, seed), stop_everywhere(&Othello, &eight, 16, seed)];
        counts.iter().for_each(|one| (0..3).for_each(|kind| told[kind] += one[kind]));
    }
    assert!(told.iter().all(|&count| count > 20), "exact, at least, estimated: {told:?}");
}

fn sign(score: Score) -> i32 {
    score.0.signum()
}

fn root_is_over<G: Game>(game: &G, state: &G::State) -> bool {
    game.moves(state, &mut MoveList::new()) != Status::Open
}

/// Plays so many moves by chance, or to the end of the game.
fn play_on<G: Game>(game: &G, state: &mut G::State, moves: usize, chance: &mut SplitMix64) {
    let mut list = MoveList::new();
    for _ in 0..moves {
        list.clear();
        if game.moves(state, &mut list) != Status::Open {
            break;
        }
        game.play(state, list.as_slice()[chance.below(list.len() as u64) as usize]);
    }
}

/// Chess with fewer skills declared.
struct Fewer<const WHICH: u8>(Chess);

skills!(Fewer<0>: Keyed, Pass, Repeat);
skills!(Fewer<1>: Keyed, Noisy, Order, Repeat);

impl<const WHICH: u8> Game for Fewer<WHICH> {
    type State = Position;
    type Move = Move;
    fn moves(&self, position: &Position, out: &mut MoveList<Move>) -> Status {
        self.0.moves(position, out)
    }
    fn play(&self, position: &mut Position, m: Move) {
        self.0.play(position, m);
    }
}

impl<const WHICH: u8> Evaluate for Fewer<WHICH> {
    fn evaluate(&self, position: &Position) -> Score {
        self.0.evaluate(position)
    }
}

impl<const WHICH: u8> Keyed for Fewer<WHICH> {
    fn key(&self, position: &Position) -> u64 {
        self.0.key(position)
    }
}

impl<const WHICH: u8> Pass for Fewer<WHICH> {
    fn pass(&self, position: &Position) -> Option<Position> {
        self.0.pass(position)
    }
}

impl<const WHICH: u8> Repeat for Fewer<WHICH> {
    fn reversible(&self, position: &Position) -> u32 {
        self.0.reversible(position)
    }
    fn now(&self, position: &Position) -> Ply {
        self.0.now(position)
    }
}

impl<const WHICH: u8> Noisy for Fewer<WHICH> {
    fn noisy(&self, position: &Position, out: &mut MoveList<Move>) {
        self.0.noisy(position, out);
    }
    fn is_forced(&self, position: &Position) -> bool {
        self.0.is_forced(position)
    }
    fn gain(&self, position: &Position, m: Move) -> i32 {
        self.0.gain(position, m)
    }
}

impl<const WHICH: u8> Order for Fewer<WHICH> {
    const HISTORY_SIZE: usize = Chess::HISTORY_SIZE;
    fn history_index(&self, position: &Position, m: Move) -> usize {
        self.0.history_index(position, m)
    }
    fn priority(&self, position: &Position, m: Move) -> i32 {
        self.0.priority(position, m)
    }
}

/// What is of no use in a game makes no difference.
#[test]
fn enhancements_of_no_use_change_nothing() {
    fn same<G: Evaluate + Keyed + Skills>(game: &G, root: &G::State, depth: u32) {
        let all = Enhancements::ALL;
        let without_one = Enhancements::NAMES.iter().filter_map(|name| all.with(name, false));
        for on in without_one.chain([all, Enhancements::default(), Enhancements::FAITHFUL]) {
            let search = |on| {
                let engine = Engine::new(1 << 16, on).unwrap();
                engine.search(&EngineTask::new(game, root, Depth(depth)), &mut |_| None)
            };
            let less = on.of_use::<G>();
            assert_eq!(less.of_use::<G>(), less);
            assert!(search(less) == search(on), "{on:?} and {less:?}");
        }
    }
    let rules = Sample::from(ConnectFour::default());
    same(&rules, &rules.root(), 7);
    same(&Othello, &othello::Board::default(), 5);
    let chess = Chess::default();
    let start = chess.start();
    same(&chess, &start, 4);
    same(&Fewer::<0>(chess), &start, 4);
    same(&Fewer::<1>(chess), &start, 4);
}

/// Where the table knows no move, a ply less, from four plies on. Without a table that would be everywhere, and means nothing; nor is it for games
/// without noise.
#[test]
fn an_unknown_node_is_searched_a_ply_less() {
    let (chess, less) = (Chess::default(), Enhancements::default());
    let nodes = |depth, on| {
        let engine = Engine::new(1 << 20, on).unwrap();
        engine.search(&EngineTask::new(&chess, &chess.start(), Depth(depth)), &mut |_| None).tally.nodes
    };
    let all = Enhancements { internal_reductions: false, ..less };
    assert_ne!(nodes(7, less), nodes(7, all));
    assert_eq!(nodes(3, less), nodes(3, all), "three plies above the horizon");
    let [less, all] = [less, all].map(|on| Enhancements { table: false, ..on });
    assert_eq!(nodes(4, less), nodes(4, all), "no table");
    assert!(!Enhancements::ALL.of_use::<Othello>().internal_reductions);
}

/// Plain alpha-beta with one switch.
fn with_only<G: Evaluate + Keyed + Skills>(game: &G, root: &G::State, depth: u32, name: &str) -> Answer<G::Move> {
    let on = Enhancements::NONE.with(name, true).unwrap();
    Engine::new(64, on).unwrap().search(&EngineTask::new(game, root, Depth(depth)), &mut |_| None)
}

/// The rule to the letter: one ply above the horizon, an estimate from beta on is the value. Fail-soft, in the order of the game; also
/// how many nodes it entered.
fn razored<G: Evaluate>(game: &G, state: &G::State, depth: u32, window: (Score, Score), nodes: &mut u64) -> Score {
    *nodes += 1;
    let (mut list, (mut alpha, beta)) = (MoveList::new(), window);
    if depth == 0 {
        return game.horizon(state, &mut list).0;
    }
    if let Status::Over(value) = game.moves(state, &mut list) {
        return value;
    }
    if depth == 1 && beta.end().is_none() && game.evaluate(state) >= beta {
        return game.evaluate(state);
    }
    let mut best = Score::WORST;
    for &m in list.as_slice() {
        let mut child = state.clone();
        game.play(&mut child, m);
        best = best.max(-razored(game, &child, depth - 1, (-beta, -alpha), nodes));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[test]
fn razoring_of_the_survey_is_its_rule_to_the_letter() {
    let (rules, mut fewer) = (Sample::from(ConnectFour::default()), 0);
    for seed in 0..60 {
        let (mut chance, mut board, mut list) = (SplitMix64::new(seed), rules.root(), MoveList::new());
        for _ in 0..chance.below(14) {
            list.clear();
            if rules.moves(&board, &mut list) == Status::Open {
                rules.play(&mut board, list.as_slice()[chance.below(list.len() as u64) as usize]);
            }
        }
        list.clear();
        // The root is never razored.
        if rules.moves(&board, &mut list) != Status::Open {
            continue;
        }
        let depth = 2 + chance.below(4) as u32;
        let mut nodes = 0;
        let wanted = razored(&rules, &board, depth, (Score::WORST, Score::INFINITY), &mut nodes);
        let answer = with_only(&rules, &board, depth, "beta-razoring");
        assert_eq!((answer.value, answer.tally.nodes), (Some(wanted), nodes), "{seed}");
        fewer += u32::from(with_only(&rules, &board, depth, "pvs").tally.nodes > nodes);
    }
    assert!(fewer > 30);
}

/// Minimax in which nodes with one or two moves, but for the root, do not count towards the depth.
fn extended<G: Evaluate>(game: &G, state: &G::State, left: u32, ply: u32, depth: u32) -> Score {
    let mut list = MoveList::new();
    if left == 0 {
        return game.horizon(state, &mut list).0;
    }
    if let Status::Over(value) = game.moves(state, &mut list) {
        return value;
    }
    let free = u32::from(list.len() <= 2 && ply > 0 && 2 * ply < 3 * depth);
    let child = |&m: &G::Move| {
        let mut child = state.clone();
        game.play(&mut child, m);
        -extended(game, &child, left - 1 + free, ply + 1, depth)
    };
    list.as_slice().iter().map(child).max().unwrap()
}

#[test]
fn two_replies_are_forced() {
    let mut differ = 0;
    for seed in 0..1000 {
        let tree = Tree::random(&RandomTree::varied(seed));
        let height = tree.height().0;
        let tree = Sample::from(tree);
        for depth in 1..height {
            let wanted = extended(&tree, &tree.root(), depth, 0, depth);
            assert_eq!(with_only(&tree, &tree.root(), depth, "two-replies").value, Some(wanted), "{seed} {depth}");
            differ += u32::from(wanted != minimax(&tree, &tree.root(), depth));
        }
    }
    assert!(differ > 100, "{differ}");
}

/// Minimax with two plies more, in which four moves of a node are tried, none of them a blunder unless there is no other.
fn chosen<G: Evaluate + Order>(game: &G, state: &G::State, left: u32) -> Score {
    let mut list = MoveList::new();
    if left == 0 {
        return game.horizon(state, &mut list).0;
    }
    if let Status::Over(value) = game.moves(state, &mut list) {
        return value;
    }
    let mut moves = list.as_slice().to_vec();
    moves.sort_by_key(|&m| std::cmp::Reverse(game.priority(state, m)));
    if left <= 2 {
        let sound = moves.iter().filter(|&&m| game.priority(state, m) >= 0).count();
        moves.truncate(sound.clamp(1, 4));
    }
    let child = |&m: &G::Move| {
        let mut child = state.clone();
        game.play(&mut child, m);
        -chosen(game, &child, left - 1)
    };
    moves.iter().map(child).max().unwrap()
}

#[test]
fn the_second_layer_tries_a_few_moves() {
    let mut differ = 0;
    for seed in 0..60 {
        let (mut chance, mut board, mut list) = (SplitMix64::new(seed), othello::Board::default(), MoveList::new());
        for _ in 0..8 + chance.below(40) {
            list.clear();
            if Othello.moves(&board, &mut list) == Status::Open {
                Othello.play(&mut board, list.as_slice()[chance.below(list.len() as u64) as usize]);
            }
        }
        let depth = 1 + chance.below(2) as u32;
        let wanted = chosen(&Othello, &board, depth + 2);
        assert_eq!(with_only(&Othello, &board, depth, "second-layer").value, Some(wanted), "{seed} {depth}");
        differ += u32::from(wanted != minimax(&Othello, &board, depth + 2));
    }
    assert!(differ > 10, "{differ}");
}

/// The rook may take a pawn, but then Re1 is mate: a quiet move beyond the horizon.
#[test]
fn checks_are_seen_beyond_the_horizon() {
    let rules = Chess::default();
    let root = rules.parse("4r1k1/pR3ppp/8/8/8/8/5PPP/6K1 w - - 0 1").unwrap();
    let takes = rules.parse_move(&root, "b7a7").unwrap();
    let best = |checks| {
        let on = Enhancements { quiescence: true, checks, ..Enhancements::NONE };
        let task = EngineTask { moves: 99, ..EngineTask::new(&rules, &root, Depth(1)) };
        let answer = Engine::new(64, on).unwrap().search(&task, &mut |_| None);
        let value = answer.moves.iter().find(|one| one.played == takes).unwrap().value.unwrap();
        (answer.best, value.end())
    };
    assert_eq!(best(false), (Some(takes), None));
    let (best, end) = best(true);
    assert!(best != Some(takes) && end == Some(Ply(2)), "{best:?} {end:?}");
}

/// Switches of the survey act on the engine as it is, and its history by squares leaves values alone.
#[test]
fn switches_of_the_survey_act() {
    let rules = Chess::default();
    let root = rules.parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    let few = rules.parse("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1").unwrap();
    let search = |root: &Position, on: Enhancements| {
        Engine::new(1 << 16, on).unwrap().search(&EngineTask::new(&rules, root, Depth(5)), &mut |_| None)
    };
    for name in ["from-to", "checks", "second-layer", "two-replies", "beta-razoring"] {
        let usual = Enhancements::default();
        assert!(!usual.names().contains(&name));
        let with = usual.with(name, true).unwrap();
        let differs = |root| search(root, usual).tally.nodes != search(root, with).tally.nodes;
        assert!(differs(&root) || differs(&few), "{name}");
    }
    for root in [&root, &few] {
        let usual = search(root, Enhancements::FAITHFUL);
        let squares = search(root, Enhancements { from_to: true, ..Enhancements::FAITHFUL });
        assert!(squares.value == usual.value && squares.tally.nodes != usual.tally.nodes);
    }
}

/// However little time there is, a move that wins at once is played, unless somebody says stop.
#[test]
fn the_first_iteration_is_finished() {
    let rules = Chess::default();
    let root = rules.parse("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    let mate = rules.parse_move(&root, "a1a8").unwrap();
    let search = |limits: Limits<'_>, on: Enhancements, threads: Option<(usize, Share)>| {
        let engine = Engine::new(1 << 16, on).unwrap();
        let task = EngineTask { limits, ..EngineTask::new(&rules, &root, Depth(40)) };
        match threads {
            None => engine.search(&task, &mut |_| None),
            Some((count, share)) => engine.search_on(&task, &Threads::new(count), share, &mut |_| None).unwrap(),
        }
    };
    let machines = Share::ALL.into_iter().flat_map(|share| [1, 3].map(|count| Some((count, share))));
    for machine in machines.chain([None]) {
        let at_once = |reason| Patience::new(0).because(reason).every(1);
        let (late, cancelled) = (at_once(Reason::Time), at_once(Reason::Cancel));
        let no_time = Limits { stop: Some(&late), ..Limits::default() };
        let no_nodes = Limits { nodes: Some(0), ..Limits::default() };
        for limits in [no_time, no_nodes, Limits { nodes: Some(1), ..no_time }] {
            let answer = search(limits, Enhancements::default(), machine);
            assert_eq!((answer.best, answer.kind, answer.depth), (Some(mate), Kind::Exact, Depth(1)), "{machine:?}");
        }
        let limits = Limits { stop: Some(&cancelled), ..Limits::default() };
        let answer = search(limits, Enhancements::default(), machine);
        assert_eq!((answer.value, answer.stopped, answer.depth), (None, Some(Reason::Cancel), Depth(0)), "{machine:?}");
        assert!(answer.best.is_some_and(|m| m != mate), "the first one, and not the best");
        // Who goes to its depth at once has no first iteration that is small.
        let at_once = Enhancements { deepening: false, ..Enhancements::default() };
        for (limits, reason) in [(no_time, Reason::Time), (no_nodes, Reason::Nodes)] {
            assert_eq!(search(limits, at_once, machine).stopped, Some(reason), "{machine:?}");
        }
    }
}

#[test]
fn threads_find_the_same_values() {
    let rules = Sample::from(ConnectFour::new(5, 4).unwrap());
    let mut known: HashMap<u64, Option<Score>> = HashMap::new();
    for share in Share::ALL {
        for threads in [1, 2, 4] {
            let mut chance = SplitMix64::new(5);
            for position in 0..20 {
                let mut board = rules.root();
                let mut list = MoveList::new();
                for _ in 0..6 + chance.below(6) {
                    list.clear();
                    if rules.moves(&board, &mut list) == Status::Open {
                        rules.play(&mut board, list.as_slice()[chance.below(list.len() as u64) as usize]);
                    }
                }
                let engine = Engine::new(1 << 16, Enhancements::FAITHFUL).unwrap();
                let task = EngineTask::new(&rules, &board, Depth(20));
                let answer = engine.search_on(&task, &Threads::new(threads), share, &mut |_| None).unwrap();
                assert_eq!(answer.kind, Kind::Exact);
                let first = *known.entry(position).or_insert(answer.value);
                assert_eq!(answer.value, first, "{position} {share:?} {threads}");
            }
        }
    }
}

/// With repetition, and with many children to share.
#[test]
fn threads_find_the_same_values_in_chess() {
    let rules = Chess::default();
    for (position, depth) in [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
        ("8/8/8/5k2/8/2R5/1K3q2/8 w - - 0 1", 6),
    ] {
        let root = rules.parse(position).unwrap();
        let on = Enhancements::FAITHFUL;
        let task = EngineTask::new(&rules, &root, Depth(depth));
        let alone = Engine::new(1 << 20, on).unwrap().search(&task, &mut |_| None).value;
        for share in Share::ALL {
            for threads in [2, 4] {
                let engine = Engine::new(1 << 20, on).unwrap();
                let answer = engine.search_on(&task, &Threads::new(threads), share, &mut |_| None).unwrap();
                assert_eq!((answer.value, answer.stopped), (alone, None), "{position} {share:?} {threads}");
            }
        }
    }
}

/// Takes one or two from a heap. Whoever cannot has lost, by more than can be lost.
struct Reckless;

impl Game for Reckless {
    type State = u32;
    type Move = u32;

    fn moves(&self, heap: &u32, list: &mut MoveList<u32>) -> Status {
        if *heap == 0 {
            return Status::Over(Score::WORST);
        }
        (1..=2.min(*heap)).for_each(|take| list.push(take));
        Status::Open
    }

    fn play(&self, heap: &mut u32, take: u32) {
        *heap -= take;
    }
}

skills!(Reckless: Keyed);

impl Keyed for Reckless {
    fn key(&self, heap: &u32) -> u64 {
        mix(u64::from(*heap) + 1)
    }
}

impl Evaluate for Reckless {
    fn evaluate(&self, _: &u32) -> Score {
        Score::ZERO
    }
}

#[test]
fn absurd_results_are_told_and_end() {
    for heap in 3..8 {
        let engine = Engine::new(1 << 10, Enhancements::default()).unwrap();
        let task = EngineTask::new(&Reckless, &heap, Depth(8));
        let answer = engine.search(&task, &mut |_| None);
        assert_eq!(answer.absurd, Some(Score::WORST), "{heap}");
    }
}
