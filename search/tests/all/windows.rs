//! Searches with a window keep the fail-soft contract: at most alpha is an upper bound, at least beta a lower bound,
//! between is the value.

use provebest_game::{Score, SplitMix64, Window};
use provebest_search::{
    AlphaBeta, AlphaBetaHard, DualStarAbove, InformedNegaScout, InsPrinted, Kind, NegaScout,
    PartiallyInformedNegaScout, PnsPath, Pvs, Report, Search, Store, Task, Windowed,
};

#[derive(Clone, Copy, Debug)]
enum Kinds {
    Soft,
    Hard,
    Null,
    Ns,
    Pns,
    Ins,
    InsTable(usize),
    Printed,
    Path,
}
use Kinds::*;

use crate::demand;
use crate::reference::informed::{Informed, ins};
use crate::reference::trees::for_seeds;
use crate::reference::{INF, Plain, Run, depth_first, family, open_list};
use crate::watch::in_order;

fn run(kind: Kinds, tree: &Plain, window: Window) -> (Report<u32>, Vec<String>) {
    let game = tree.to_tree();
    let root = game.root();
    let task = Task::new(&game, &root, game.height());
    let mut watched = in_order();
    let report = match kind {
        Soft => AlphaBeta.search_window(&task, window, &mut watched),
        Hard => AlphaBetaHard.search_window(&task, window, &mut watched),
        Null => Pvs.search_window(&task, window, &mut watched),
        Ns => NegaScout.search_window(&task, window, &mut watched),
        Pns => PartiallyInformedNegaScout.search_window(&task, window, &mut watched),
        Printed => InsPrinted.search_window(&task, window, &mut watched),
        Path => PnsPath.search_window(&task, window, &mut watched),
        Ins => InformedNegaScout { store: Store::Linked }.search_window(&task, window, &mut watched),
        InsTable(bytes) => {
            InformedNegaScout { store: Store::Table { bytes } }.search_window(&task, window, &mut watched)
        }
    };
    (report.expect("not too deep"), watched.1.order().to_vec())
}

fn reference(kind: Kinds, tree: &Plain, Window { alpha, beta }: Window) -> Option<Run> {
    let (alpha, beta) = (alpha.0.into(), beta.0.into());
    let ins = |informed| Some(ins(tree, tree.height(), alpha, beta, informed));
    match kind {
        Soft => Some(depth_first::alpha_beta(tree, alpha, beta)),
        Hard => Some(depth_first::alpha_beta_hard(tree, alpha, beta)),
        Null => Some(depth_first::pvs(tree, alpha, beta)),
        Ns => ins(Informed::Not),
        Pns => ins(Informed::Partially),
        Ins => ins(Informed::Fully),
        InsTable(_) | Printed | Path => None,
    }
}

/// Windows below, above and around the value, null windows among them, and some that are half or wholly open.
fn windows(tree: &Plain, seed: u64) -> Vec<Window> {
    let mut chance = SplitMix64::new(seed);
    let value = tree.minimax() as i32;
    let mut windows = vec![
        Window::FULL,
        Window::new(Score::WORST, Score(value)),
        Window::new(Score(value), Score::INFINITY),
        Window::new(Score(value - 1), Score(value + 1)),
    ];
    windows.extend([-2, -1, 0, 1, 2].map(|step| Window::null(Score(value + step))));
    for spread in [3_i64, 12, 1000, 900_000_000] {
        let within = |score: i64| Score(score.clamp(-1_999_999_999, 1_999_999_998) as i32);
        let alpha = within(i64::from(value) - spread + chance.below(2 * spread as u64) as i64);
        let beta = within(i64::from(alpha.0) + 1 + chance.below(spread as u64) as i64);
        windows.push(Window::new(alpha, beta.max(alpha + 1)));
    }
    windows
}

fn check(tree: &Plain, kind: Kinds, window: Window) -> Result<(), String> {
    let value = Score(tree.minimax() as i32);
    let (report, leaves) = run(kind, tree, window);
    let Some(v) = report.value else { return Err("no value".into()) };
    demand!(report.stopped.is_none() && !report.over_memory, "stopped: {:?}", report.stopped);
    let (kind_wanted, holds) = if v <= window.alpha {
        (Kind::Upper, value <= v)
    } else if v >= window.beta {
        (Kind::Lower, value >= v)
    } else {
        (Kind::Exact, value == v)
    };
    demand!(report.kind == kind_wanted, "{v} is told as {:?}", report.kind);
    demand!(holds, "{v} is no {kind_wanted:?}: the value is {value}");
    if let Hard = kind {
        demand!(v == value.clamp(window.alpha, window.beta), "{v} is not {value} clamped");
    }
    if let Some(reference) = reference(kind, tree, window) {
        demand!(reference.value == i64::from(v.0), "{v}, the reference {}", reference.value);
        let order: Vec<String> = reference.leaves.iter().map(|leaf| family::dewey(leaf)).collect();
        demand!(leaves == order, "leaves {leaves:?}, the reference {order:?}");
    }
    // The line: legal, and where it is told for a value of its own it leads to a leaf worth that.
    demand!(report.line.0 == report.path, "line {:?}, path {:?}", report.line, report.path);
    let end = report.path.iter().try_fold(tree, |node, &child| node.children.get(child as usize));
    let Some(end) = end else { return Err(format!("path {:?} leaves the tree", report.path)) };
    if report.kind == Kind::Exact {
        demand!(report.best == tree.best().first().copied(), "best {:?}, not {:?}", report.best, tree.best());
        demand!(end.is_leaf() && end.value == i64::from(value.0), "path {:?} ends at {end}", report.path);
    }
    if let (Kind::Lower, Some(best)) = (report.kind, report.best) {
        let child = tree.children[best as usize].minimax();
        demand!(child >= i64::from(v.0), "at least {v} by child {best}, which is worth {child}");
    }
    Ok(())
}

#[test]
fn windows_are_kept() {
    let kinds = |_: &Plain| vec![Soft, Hard, Null, Ns, Pns, Ins, InsTable(0), InsTable(300), Printed, Path];
    for_seeds(20_000..22_000, kinds, |tree, seed, kind| {
        windows(tree, seed).into_iter().try_for_each(|window| {
            check(tree, kind, window).map_err(|fault| format!("{kind:?} with {window}: {fault}"))
        })
    });
}

/// DUAL(root, bound): what exceeds the bound is the value, otherwise the bound is all that is found out.
#[test]
fn dual_star_above_a_bound() {
    let bounds =
        |tree: &Plain| [-INF, -900, -3, -2, -1, 0, 1, 2, 900].map(|step| (tree.minimax() + step).max(-INF)).to_vec();
    for_seeds(22_000..24_000, bounds, |tree, _, bound| {
        let game = tree.to_tree();
        let root = game.root();
        let mut watched = in_order();
        let inside = bound.clamp(-1_999_999_999, 1_999_999_999);
        let bound = if bound < -1_999_999_999 { Score::WORST } else { Score(inside as i32) };
        let task = Task::new(&game, &root, game.height());
        let report = DualStarAbove { bound }.search(&task, &mut watched).map_err(|error| error.to_string())?;
        let (value, v) = (Score(tree.minimax() as i32), report.value.expect("not stopped"));
        demand!(v == value.max(bound), "{v} above {bound}, the value is {value}");
        demand!(report.kind == if v > bound { Kind::Exact } else { Kind::Upper }, "{v} is told as {:?}", report.kind);
        let reference = open_list::dual_star_above(tree, if bound == Score::WORST { -INF } else { bound.0.into() });
        let order: Vec<String> = reference.leaves.iter().map(|leaf| family::dewey(leaf)).collect();
        demand!(watched.1.order() == order, "leaves {:?}, the reference {order:?}", watched.1.order());
        Ok(())
    });
}
