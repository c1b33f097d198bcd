//! A search that is called off tells why, and what it reports is true all the same.

use provebest_game::{Depth, Score};
use provebest_games::synthetic::{Correlated, Independent, Order, Weighted};
use provebest_games::tree::Builder;
use provebest_search::*;

use crate::demand;
use crate::patience::Patience;
use crate::reference::Plain;
use crate::reference::trees::for_seeds;
use crate::sample::Sample;
use crate::watch::counting;

type Of = crate::reference::Family;

fn all(tree: &Plain) -> Vec<Of> {
    let mut all = Of::all(tree);
    all.extend([0, 64, 5000].map(Of::InsTable));
    all
}

/// What holds for every report: the answer if the search was not stopped, otherwise a true bound, a legal line, and a
/// best move that is as good as a lower bound says.
fn check(tree: &Plain, search: Of, report: &Report<u32>, why: Reason, told_to_stop: bool) -> Result<(), String> {
    let value = tree.minimax();
    let end = report.path.iter().try_fold(tree, |node, &child| node.children.get(child as usize));
    demand!(end.is_some(), "path {:?} leaves the tree", report.path);
    demand!(report.line.0.len() == report.path.len(), "line {:?}, path {:?}", report.line, report.path);
    demand!(report.best == report.line.0.first().copied(), "best {:?}, line {:?}", report.best, report.line);
    if report.stopped.is_none() {
        let told = report.value.map(|score| i64::from(score.0));
        demand!(told == Some(value), "not stopped, but {told:?} for {value}");
        // Told to stop when the value was known, a search may leave out the end of the line.
        return match told_to_stop {
            true => tree.best_play_so_far(&report.path).map(drop),
            false => tree.best_play(&report.path).map(drop),
        };
    }
    demand!(report.stopped == Some(why), "stopped by {:?}, not {why:?}", report.stopped);
    let Some(bound) = report.value.map(|score| i64::from(score.0)) else { return Ok(()) };
    match report.kind {
        Kind::Lower => demand!(value >= bound, "{bound} is no lower bound of {value}"),
        Kind::Upper => demand!(value <= bound, "{bound} is no upper bound of {value}"),
        kind => return Err(format!("stopped, and yet {bound} is {kind:?}")),
    }
    demand!(bound.abs() < i64::from(Score::INFINITY.0), "an infinite bound");
    if let (Kind::Lower, Some(&best)) = (report.kind, report.path.first()) {
        let child = tree.children[best as usize].minimax();
        demand!(child >= bound, "{search:?}: at least {bound} by child {best}, which is worth {child}");
    }
    Ok(())
}

/// Every limit from 0 to more than is needed.
#[test]
fn nodes() {
    for_seeds(30_000..30_700, all, |tree, _, search| {
        if tree.count() > 400 {
            return Ok(());
        }
        let game = tree.to_tree();
        let root = game.root();
        let width = tree.width();
        let full = {
            let mut watched = counting();
            let _ = search.search(&Task::new(&game, &root, game.height()), &mut watched);
            watched.0.nodes()
        };
        let mut last = 0;
        for nodes in 0..=full + 1 {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut watched = counting();
            let report = search.search(&Task::new(&game, &root, game.height()).within(limits), &mut watched);
            let report = report.map_err(|error| error.to_string())?;
            let seen = watched.0.nodes();
            let told = |fault| format!("{nodes} nodes of {full}: {fault}");
            check(tree, search, &report, Reason::Nodes, false).map_err(told)?;
            demand!(seen <= nodes + width, "{}", told(format!("visits {seen}, width {width}")));
            demand!(seen >= last, "{}", told(format!("visits {seen}, with one less {last}")));
            demand!(nodes < full || report.stopped.is_none(), "{}", told("stopped".into()));
            demand!(nodes > 0 || report.stopped.is_some(), "{}", told("not stopped".into()));
            last = seen;
        }
        Ok(())
    });
}

/// A limit on nodes is also kept where a search goes on with what it has stored, and where nodes have very many children.
#[test]
fn nodes_of_wide_trees() {
    for (width, height) in [(300, 2), (40, 3), (12, 4), (7, 5)] {
        let game = Sample::from(Independent::new(width, Depth(height), 5, 1_000_000).expect("a tree"));
        let root = game.root();
        let tree = Plain::of(&game, &root, Depth(height));
        for search in all(&tree) {
            for nodes in [1000, 2000, 2048, 5000] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let mut watched = counting();
                let task = Task::new(&game, &root, Depth(height)).within(limits);
                let report = search.search(&task, &mut watched).expect("not too deep");
                let (seen, most) = (watched.0.nodes(), nodes + u64::from(width));
                assert!(seen <= most, "{search:?}, w={width}, d={height}: {seen} nodes, the limit is {nodes}");
                check(&tree, search, &report, Reason::Nodes, false)
                    .unwrap_or_else(|fault| panic!("{search:?}, w={width}, d={height}, {nodes} nodes: {fault}"));
            }
        }
    }
}

#[test]
fn stop() {
    fn try_all(game: Sample, depth: Depth, reason: Reason) {
        let (game, root) = (&game, &game.root());
        let tree = Plain::of(game, root, depth);
        for search in all(&tree) {
            for patience in 0.. {
                let stop = Patience::new(patience).because(reason);
                let limits = Limits { stop: Some(&stop), ..Limits::default() };
                let mut watched = counting();
                let report = search.search(&Task::new(game, root, depth).within(limits), &mut watched);
                let report = report.expect("not too deep");
                check(&tree, search, &report, reason, stop.asked() > patience)
                    .unwrap_or_else(|fault| panic!("{search:?} at question {patience}: {fault}\n{tree}"));
                let questions = stop.asked();
                assert!(questions <= patience + 1, "{search:?} asks again after it was told to stop");
                let nodes = watched.0.nodes();
                assert!(questions + 1 >= nodes / 4096, "{search:?} asks {questions} times in {nodes} nodes");
                if report.stopped.is_none() {
                    break;
                }
            }
        }
    }
    for seed in 0..3 {
        let game = Independent::new(6, Depth(5), seed, 100).expect("a tree");
        try_all(game.into(), Depth(5), Reason::Cancel);
        let game = Weighted::new(3, Depth(8), seed, 1000, Order::random(3)).expect("a tree");
        try_all(game.into(), Depth(8), Reason::Time);
        let game = Correlated::new(5, Depth(9), seed, false).expect("a tree");
        try_all(game.into(), Depth(5), Reason::Memory);
    }
}

/// Searches that store stop when they have stored too much; the others do not care.
#[test]
fn bytes() {
    let kinds = |tree: &Plain| all(tree).into_iter().filter(|search| search.stores()).collect();
    for_seeds(40_000..40_500, kinds, |tree, _, search| {
        let game = tree.to_tree();
        let root = game.root();
        let mut stopped_before = true;
        for bytes in [0, 1, 16, 100, 400, 1500, 5000, 20_000, 100_000, 1 << 30] {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let report = search.search(&Task::new(&game, &root, game.height()).within(limits), &mut ());
            let report = report.map_err(|error| error.to_string())?;
            let told = |fault| format!("{bytes} bytes: {fault}");
            check(tree, search, &report, Reason::Memory, false).map_err(told)?;
            let stopped = report.stopped.is_some();
            demand!(stopped_before || !stopped, "{}", told("stopped, but not with fewer".into()));
            demand!(!stopped || bytes < 1 << 30, "{}", told("stopped".into()));
            stopped_before = stopped;
        }
        Ok(())
    });
    let big = Sample::from(Independent::new(5, Depth(6), 1, 1_000_000).expect("a tree"));
    for search in [Of::SssStar, Of::DualStar, Of::MtSss, Of::MtDual, Of::MtdF(0), Of::Ins, Of::IterSss(u64::MAX)] {
        let limits = Limits { bytes: Some(500), ..Limits::default() };
        let report = search.search(&Task::new(&big, &big.root(), Depth(6)).within(limits), &mut ());
        assert_eq!(report.expect("not too deep").stopped, Some(Reason::Memory), "{search:?} takes more than 500 bytes");
    }
    for search in
        [Of::Minimax, Of::AlphaBeta, Of::AlphaBetaHard, Of::Aspiration(0, 9), Of::Scout, Of::Pvs, Of::NegaScout]
    {
        let limits = Limits { bytes: Some(0), ..Limits::default() };
        let report = search.search(&Task::new(&big, &big.root(), Depth(6)).within(limits), &mut ());
        assert_eq!(report.expect("not too deep").stopped, None, "{search:?} stores nothing");
    }
}

pub fn chain(depth: u32) -> Sample {
    let mut builder = Builder::new();
    (0..depth).for_each(|_| builder.open());
    builder.leaf(7);
    (0..depth).for_each(|_| builder.close());
    builder.finish().into()
}

/// More plies than the limit are refused; as many as the limit fit on the stack of a test thread.
#[test]
fn plies() {
    let tree = Plain { value: 7, ..Plain::default() };
    for search in all(&tree) {
        let most = Limits::PLIES.0;
        let deep = chain(most + 1);
        let error = search.search(&Task::new(&deep, &deep.root(), Depth(most + 1)), &mut ()).unwrap_err();
        assert_eq!(error, TooDeep { depth: Depth(most + 1), limit: Limits::PLIES }, "{search:?}");
        let told = error.to_string();
        assert!(told.contains(&most.to_string()) && told.contains(&(most + 1).to_string()), "{told}");

        let limits = Limits { plies: Depth(3), ..Limits::default() };
        let small = chain(4);
        assert!(search.search(&Task::new(&small, &small.root(), Depth(4)).within(limits), &mut ()).is_err());
        let report = search.search(&Task::new(&small, &small.root(), Depth(3)).within(limits), &mut ());
        assert_eq!(report.expect("not too deep").kind, Kind::Heuristic, "{search:?}: the leaf is out of sight");

        let deepest = chain(most);
        let report = search.search(&Task::new(&deepest, &deepest.root(), Depth(most)), &mut ()).expect("the limit");
        assert_eq!((report.value, report.kind), (Some(Score(7)), Kind::Exact), "{search:?}");
        assert_eq!(report.path, vec![0; most as usize], "{search:?}");
    }
}
