//! What must hold between the searches on every tree, and on perfectly ordered and uniform ones.

use std::collections::HashSet;

use provebest_game::Depth;
use provebest_games::synthetic::{Correlated, Independent, Order, Weighted};
use provebest_search::{Search, Task};

use crate::demand;
use crate::reference::trees::for_seeds;
use crate::reference::{Family, Plain};
use crate::sample::{Sample, State};
use crate::watch::{counting, in_order};

fn order(game: &Sample, root: &State, depth: Depth, search: Family) -> Vec<String> {
    let mut watched = in_order();
    search.search(&Task::new(game, root, depth), &mut watched).expect("not too deep");
    watched.1.order().to_vec()
}

fn distinct(order: &[String]) -> HashSet<&String> {
    order.iter().collect()
}

#[test]
fn on_every_tree() {
    use Family::*;
    let kinds = |_: &Plain| {
        let mut kinds =
            vec![AlphaBetaHard, AlphaBetaShallow, Pvs, NegaScout, SssStar, DualStar, EvenOdd, MtSss, MtDual];
        kinds.push(IterSss(u64::MAX));
        kinds
    };
    for_seeds(10_000..13_000, kinds, |tree, _, search| {
        let game = tree.to_tree();
        let visits = |search| order(&game, &game.root(), game.height(), search);
        let (these, alpha_beta) = (visits(search), visits(AlphaBeta));
        if let AlphaBetaShallow = search {
            let missed: Vec<_> = alpha_beta.iter().filter(|leaf| !these.contains(leaf)).collect();
            demand!(missed.is_empty(), "without deep cut-offs it does not visit {missed:?}");
            return Ok(());
        }
        let beyond: Vec<_> = these.iter().filter(|leaf| !alpha_beta.contains(leaf)).collect();
        demand!(beyond.is_empty() || matches!(search, IterSss(_)), "visits {beyond:?}, which alpha-beta does not");
        let twin = match search {
            AlphaBetaHard => AlphaBeta,
            MtSss | IterSss(_) => SssStar,
            MtDual => DualStar,
            EvenOdd if tree.height().is_multiple_of(2) => SssStar,
            EvenOdd => DualStar,
            _ => return Ok(()),
        };
        demand!(these == visits(twin), "{these:?}, but {twin:?} visits {:?}", visits(twin));
        Ok(())
    });
}

/// w^ceil(d/2) + w^floor(d/2) - 1 different leaves: the minimal tree.
#[test]
fn on_perfectly_ordered_trees() {
    for (width, height) in
        [(1_u32, 4), (2, 1), (2, 2), (2, 8), (3, 5), (3, 6), (5, 4), (5, 5), (8, 3), (20, 2), (20, 3)]
    {
        let minimal = width.pow(u32::div_ceil(height, 2)) + width.pow(height / 2) - 1;
        // T(n) = T(n-1) + (w-1) T(n-2), T(0) = T(-1) = 1 (Lindstrom 1983).
        let shallow = (0..height).fold((1, 1), |(before, last), _| (last, last + (width - 1) * before)).1;
        for (seed, range) in (0..12).flat_map(|seed| [(seed, 1), (seed, 5), (seed, 10_000)]) {
            let game = Weighted::new(width, Depth(height), seed, range, Order::perfect(width)).expect("a tree");
            let game = Sample::from(game);
            let tree = Plain::of(&game, &game.root(), Depth(height));
            for search in Family::all(&tree).into_iter().filter(|search| !matches!(search, Family::Minimax)) {
                let visits = order(&game, &game.root(), Depth(height), search);
                let wanted = if let Family::AlphaBetaShallow = search { shallow } else { minimal };
                assert_eq!(distinct(&visits).len(), wanted as usize, "{search:?} on w={width}, d={height}: {tree}");
            }
        }
    }
}

#[test]
fn iter_sss_on_uniform_trees() {
    fn check(game: Sample, width: u64, height: u32) {
        let (game, root) = (&game, &game.root());
        let depth = Depth(height);
        let least = u64::from(height.div_ceil(2)) * (width - 1) + 1;
        let enough = width.pow(height.div_ceil(2));
        let alpha_beta = order(game, root, depth, Family::AlphaBeta);
        let sss = order(game, root, depth, Family::SssStar);
        for memory in (least..=enough).step_by(1 + (enough - least) as usize / 7).chain([enough, enough + 1, u64::MAX])
        {
            let told = || format!("ITERSSS*({memory}) on {}", Plain::of(game, root, depth));
            let mut observer = in_order();
            let report =
                Family::IterSss(memory).search(&Task::new(game, root, depth), &mut observer).expect("not deep");
            let visits = observer.1.order();
            assert!(visits.len() <= alpha_beta.len(), "{}: {} leaves", told(), visits.len());
            assert!(!report.over_memory && observer.0.stored <= memory, "{}: holds {}", told(), observer.0.stored);
            assert!(memory < enough || visits == sss, "{}: not SSS*", told());
        }
    }
    for (width, height) in [(2_u32, 1), (2, 5), (2, 8), (3, 4), (3, 5), (3, 6), (4, 4), (5, 4), (6, 3), (12, 2)] {
        for seed in 100..110 {
            for range in [1, 10, 100_000] {
                let game = Independent::new(width, Depth(height), seed, range).expect("a tree");
                check(game.into(), width.into(), height);
                let game = Weighted::new(width, Depth(height), seed, range, Order::random(width)).expect("a tree");
                check(game.into(), width.into(), height);
            }
            let game = Correlated::new(width, Depth(height), seed, seed % 2 == 0).expect("a tree");
            check(game.into(), width.into(), height);
        }
    }
}

/// What it costs to make sure of the line: nothing where values differ, and with five values for all leaves less than a
/// sixth of the visits.
#[test]
fn a_line_of_best_play_costs_little() {
    for (range, most) in [(1_000_000, 0.0), (2, 0.15)] {
        for search in [Family::Aspiration(0, 1), Family::Pvs, Family::NegaScout, Family::Pns, Family::Ins] {
            let (mut visits, mut again) = (0, 0);
            for seed in 0..60 {
                let game = Weighted::new(4, Depth(6), seed, range, Order::random(4)).expect("a tree");
                let game = Sample::from(game);
                let mut watched = counting();
                let report = search.search(&Task::new(&game, &game.root(), Depth(6)), &mut watched);
                visits += watched.0.leaf_visits;
                again += report.expect("not too deep").line_visits;
            }
            assert!(again as f64 <= most * visits as f64, "{search:?}: {again} beside {visits}, values to {range}");
        }
    }
}
