//! Every search of the crate beside the reference text that it is held against.

use std::collections::HashSet;

use provebest_game::{Depth, Evaluate, Game, MoveList, Score};
use provebest_search::*;

use super::informed::{Informed, ins, ins_printed, pns_path};
use super::{INF, Plain, Run, depth_first, memory_test, open_list};
use crate::sample::{Sample, State};
use crate::watch::{in_order, trace};

/// A search with its parameters.
#[derive(Clone, Copy, Debug)]
pub enum Family {
    Minimax,
    AlphaBeta,
    AlphaBetaHard,
    AlphaBetaShallow,
    Aspiration(i32, i32),
    Scout,
    Pvs,
    NegaScout,
    Pns,
    Ins,
    /// With a table of so many bytes.
    InsTable(usize),
    InsPrinted,
    PnsPath,
    SssStar,
    DualStar,
    EvenOdd,
    /// SSS* and DUAL* with a linked list.
    SssList,
    DualList,
    MtSss,
    MtDual,
    MtdF(i32),
    /// With room for so many nodes.
    IterSss(u64),
}

impl Search for Family {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        match *self {
            Family::Minimax => Minimax.search(task, observer),
            Family::AlphaBeta => AlphaBeta.search(task, observer),
            Family::AlphaBetaHard => AlphaBetaHard.search(task, observer),
            Family::AlphaBetaShallow => AlphaBetaShallow.search(task, observer),
            Family::Aspiration(guess, margin) => {
                Aspiration { first_guess: Score(guess), margin }.search(task, observer)
            }
            Family::Scout => Scout.search(task, observer),
            Family::Pvs => Pvs.search(task, observer),
            Family::NegaScout => NegaScout.search(task, observer),
            Family::Pns => PartiallyInformedNegaScout.search(task, observer),
            Family::Ins => InformedNegaScout { store: Store::Linked }.search(task, observer),
            Family::InsTable(bytes) => InformedNegaScout { store: Store::Table { bytes } }.search(task, observer),
            Family::SssStar => SssStar.search(task, observer),
            Family::DualStar => DualStar.search(task, observer),
            Family::EvenOdd => EvenOdd.search(task, observer),
            Family::SssList => OpenListSearch { dual: false }.search(task, observer),
            Family::DualList => OpenListSearch { dual: true }.search(task, observer),
            Family::InsPrinted => InsPrinted.search(task, observer),
            Family::PnsPath => PnsPath.search(task, observer),
            Family::MtSss => MtSss.search(task, observer),
            Family::MtDual => MtDual.search(task, observer),
            Family::MtdF(guess) => MtdF { first_guess: Score(guess) }.search(task, observer),
            Family::IterSss(memory) => IterSss { memory: Some(memory) }.search(task, observer),
        }
    }
}

impl Family {
    /// All searches that have a reference, those with a guess with good and bad ones.
    pub fn all(tree: &Plain) -> Vec<Family> {
        use Family::*;
        let v = tree.minimax() as i32;
        let mut all = vec![Minimax, AlphaBeta, AlphaBetaHard, AlphaBetaShallow, Scout, Pvs, NegaScout, Pns, Ins];
        all.extend([InsPrinted, PnsPath, SssStar, DualStar, EvenOdd, SssList, DualList, MtSss, MtDual]);
        let least = u64::from(tree.height().div_ceil(2)) * tree.width().saturating_sub(1) + 1;
        all.extend([least, least + 1, least + 5, 1, least / 2, 3 * least, u64::MAX].map(IterSss));
        all.extend([v, v - 1, v + 1, v / 2 + 3, 0, -1_500_000_000].map(MtdF));
        all.extend([Aspiration(v, 1), Aspiration(v - 2, 1), Aspiration(v + 1, 1), Aspiration(v + 5, 2)]);
        all.extend([Aspiration(0, 1), Aspiration(0, 50), Aspiration(1_999_999_999, 7)]);
        all
    }

    /// The reference text, run on the tree to the depth of the search.
    pub fn reference(&self, tree: &Plain, depth: Depth) -> Run {
        let ins = |informed| ins(tree, depth.0, -INF, INF, informed);
        match *self {
            Family::Minimax => depth_first::minimax(tree),
            Family::AlphaBeta => depth_first::alpha_beta(tree, -INF, INF),
            Family::AlphaBetaHard => depth_first::alpha_beta_hard(tree, -INF, INF),
            Family::Aspiration(guess, margin) => depth_first::aspiration(tree, guess.into(), margin.into()),
            Family::Scout => depth_first::scout(tree),
            Family::Pvs => depth_first::pvs(tree, -INF, INF),
            Family::NegaScout => ins(Informed::Not),
            Family::Pns => ins(Informed::Partially),
            Family::Ins => ins(Informed::Fully),
            Family::InsTable(_) => unreachable!("what a table forgets is its own affair"),
            Family::SssStar | Family::SssList => open_list::sss_star(tree),
            Family::DualStar | Family::DualList => open_list::dual_star(tree),
            Family::EvenOdd => open_list::even_odd(tree, depth.0),
            Family::AlphaBetaShallow => depth_first::alpha_beta_shallow(tree),
            Family::InsPrinted => ins_printed(tree, depth.0),
            Family::PnsPath => pns_path(tree, depth.0),
            Family::MtSss => memory_test::mtd(tree, INF),
            Family::MtDual => memory_test::mtd(tree, -INF),
            Family::MtdF(guess) => memory_test::mtd(tree, guess.into()),
            Family::IterSss(memory) => open_list::iter_sss_star(tree, memory.min(1 << 60) as i64),
        }
    }

    /// Does it promise the leftmost of the best moves, or any of them?
    pub fn leftmost(&self) -> bool {
        !matches!(self, Family::IterSss(_))
    }

    /// Does it store anything?
    pub fn stores(&self) -> bool {
        use Family::*;
        matches!(
            self,
            Ins | InsTable(_)
                | InsPrinted
                | PnsPath
                | SssStar
                | DualStar
                | EvenOdd
                | SssList
                | DualList
                | MtSss
                | MtDual
                | MtdF(_)
                | IterSss(_)
        )
    }

    /// May it drop what it has saved as soon as no re-search can ask for it? The reference keeps everything.
    pub fn forgets(&self) -> bool {
        matches!(self, Family::Pns | Family::Ins)
    }

    /// Does it keep to the leaves that alpha-beta visits, on every tree?
    pub fn within_alpha_beta(&self) -> bool {
        use Family::*;
        matches!(self, AlphaBeta | AlphaBetaHard | Pvs | NegaScout | SssStar | DualStar | EvenOdd | MtSss | MtDual)
    }
}

/// Fails with a text.
#[macro_export]
macro_rules! demand {
    ($holds:expr, $($text:tt)+) => {
        if !$holds {
            return Err(format!($($text)+));
        }
    };
}

/// Everything that a finished search must get right, told by the tree alone: value, kind, best move, line.
pub fn check_answer<M: Copy + Eq + std::fmt::Debug>(
    search: Family,
    tree: &Plain,
    leaves: &[Vec<u32>],
    moves: &[M],
    report: &Report<M>,
) -> Result<(), String> {
    let value = tree.minimax();
    demand!(report.value == Some(Score(value as i32)), "value {:?}, minimax is {value}", report.value);
    demand!(report.stopped.is_none(), "stopped by {:?} without a limit", report.stopped);
    let estimated = leaves.iter().any(|leaf| tree.at(leaf).estimated) && Score(value as i32).end().is_none();
    let kind = if estimated { Kind::Heuristic } else { Kind::Exact };
    demand!(report.kind == kind, "kind {:?}, not {kind:?}", report.kind);

    let best = tree.best();
    demand!(report.best == report.line.0.first().copied(), "best {:?}, line {:?}", report.best, report.line);
    let number = report.path.first().copied();
    demand!(number.map(|n| moves[n as usize]) == report.best, "best {:?}, path {:?}", report.best, report.path);
    let right = match number {
        None => tree.is_leaf(),
        Some(number) if search.leftmost() => best.first() == Some(&number),
        Some(number) => best.contains(&number),
    };
    demand!(right, "best child {number:?}, the best ones are {best:?} (counted from 0)");

    demand!(report.line.0.len() == report.path.len(), "line {:?}, path {:?}", report.line, report.path);
    tree.best_play(&report.path).map(drop)
}

/// Runs a search and its reference, and compares everything: the answer, leaves in order, counters, and that it does
/// not matter who watches.
pub fn examine(game: &Sample, root: &State, depth: Depth, tree: &Plain, search: Family) -> Result<(), String> {
    let told = |text: String| format!("{search:?} to depth {}: {text}\n  tree {tree}", depth.0);
    compare(game, root, depth, tree, search).map_err(told)
}

fn compare(game: &Sample, root: &State, depth: Depth, tree: &Plain, search: Family) -> Result<(), String> {
    let task = Task::new(game, root, depth);
    let reference = search.reference(tree, depth);
    demand!(reference.value == tree.minimax(), "the REFERENCE says {}, minimax {}", reference.value, tree.minimax());

    let mut observer = in_order();
    let report = search.search(&task, &mut observer).map_err(|error| error.to_string())?;
    let (counters, leaves) = observer;

    let order: Vec<String> = reference.leaves.iter().map(|leaf| dewey(leaf)).collect();
    let same = leaves.order().iter().zip(&order).take_while(|(a, b)| a == b).count();
    demand!(
        leaves.order() == order,
        "leaves differ after {same}:\n  search    {}\n  reference {}",
        leaves.order().join(" "),
        order.join(" ")
    );
    let distinct = reference.leaves.iter().collect::<HashSet<_>>().len() as u64;
    demand!(leaves.distinct() == Some(distinct), "{:?} distinct leaves, not {distinct}", leaves.distinct());
    let visits = reference.leaves.len() as u64;
    demand!(counters.leaf_visits == visits, "{} leaf visits counted, not {visits}", counters.leaf_visits);
    demand!(counters.nodes() == reference.nodes, "{} nodes, not {}", counters.nodes(), reference.nodes);
    demand!(
        report.over_memory == reference.over_memory,
        "over_memory {}, not {}",
        report.over_memory,
        reference.over_memory
    );

    let mut list = MoveList::new();
    let _ = game.moves(root, &mut list);
    check_answer(search, tree, &reference.leaves, list.as_slice(), &report)?;

    let mut events = Vec::new();
    let unwatched = search.search(&task, &mut ()).map_err(|error| error.to_string())?;
    let traced = search.search(&task, &mut trace(|event| events.push(event)));
    let traced = traced.map_err(|error| error.to_string())?;
    demand!(unwatched == report && traced == report, "the report depends on who watches");
    check_trace(tree, &events, &reference, &counters)?;
    let (stored, all) = (counters.stored, reference.stored);
    if search.forgets() {
        demand!(stored <= all, "{stored} stored, but only {all} nodes were ever saved");
    } else {
        demand!(stored == all, "{stored} stored, not {all}");
    }
    Ok(())
}

/// A trace tells the same leaves with their values, the same entries, bounds that hold, and re-searches as they were counted.
fn check_trace(tree: &Plain, events: &[measure::Event], reference: &Run, counters: &Counters) -> Result<(), String> {
    let one_based = |path: &[u32]| -> Vec<u32> { path.iter().map(|child| child + 1).collect() };
    let (mut leaves, mut inner, mut researches, mut most_stored) = (Vec::new(), 0, 0, 0);
    for event in events {
        match event {
            measure::Event::Leaf(path, score) => {
                let path = one_based(path);
                let leaf = tree.at(&path);
                let value = if leaf.is_max() { leaf.value } else { -leaf.value };
                demand!(i64::from(score.0) == value, "traced leaf {} as {score}, not {value}", dewey(&path));
                leaves.push(path);
            }
            measure::Event::Enter(path, window) => {
                demand!(!tree.at(&one_based(path)).is_leaf(), "entered {path:?}, a leaf, as an inner node");
                demand!(window.alpha < window.beta, "entered {path:?} with the window {window}");
                inner += 1;
            }
            measure::Event::Research(..) => researches += 1,
            measure::Event::Update(path, number, _) | measure::Event::Cut(path, number, _) => {
                let children = tree.at(&one_based(path)).children.len();
                demand!((*number as usize) < children, "{event:?}, but there are {children} children");
            }
            measure::Event::Recall(path, lower, upper) => {
                let node = tree.at(&one_based(path));
                let value = if node.is_max() { node.minimax() } else { -node.minimax() };
                let holds = i64::from(lower.0) <= value && value <= i64::from(upper.0);
                demand!(holds, "{event:?}, but the value is {value}");
                demand!(lower.0 > -2_000_000_000 || upper.0 < 2_000_000_000, "{event:?} says nothing");
            }
            measure::Event::Exit(..) | measure::Event::Expand(..) | measure::Event::Estimate(..) => {}
            measure::Event::Stored(count) => most_stored = most_stored.max(*count),
        }
    }
    demand!(leaves == reference.leaves, "the trace tells other leaves");
    demand!(inner == counters.inner, "the trace enters {inner} inner nodes, not {}", counters.inner);
    demand!(researches == counters.researches, "{researches} re-searches traced, {} counted", counters.researches);
    demand!(most_stored == counters.stored, "{most_stored} stored in the trace, {} counted", counters.stored);
    Ok(())
}

/// A path as people write it.
pub fn dewey(path: &[u32]) -> String {
    path.iter().map(u32::to_string).collect::<Vec<_>>().join(".")
}

/// The tree of a game and all searches of it.
pub fn examine_all(game: &Sample, root: &State, depth: Depth) -> Result<(), String> {
    let tree = Plain::of(game, root, depth);
    Family::all(&tree).into_iter().try_for_each(|search| examine(game, root, depth, &tree, search))
}
