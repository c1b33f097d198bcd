//! Every experiment in its quick size: the shapes that must come out whatever the numbers are, the same tables on any
//! number of threads, and nothing lost by an interruption.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{games, machines, puzzles};
use provebest::{Algorithm, CancelToken};
use provebest_lab::experiments::{ALL, About, Experiment, find};
use provebest_lab::plan::{Plan, Wishes};
use provebest_lab::plot::{Figure, MISSING};
use provebest_lab::progress::Progress;
use provebest_lab::results::{Counted, Results, Summary};
use provebest_lab::run::{Ended, Run};
use provebest_lab::theory::{alpha_beta_leaves, dual_star_leaves, sss_star_leaves};

fn quick(name: &str, out: &Path, threads: usize) -> Run<'static> {
    let experiment = find(name).unwrap();
    let (plan, command) = (experiment.plan(true), vec!["test".into()]);
    Run { experiment, plan, out: out.to_path_buf(), threads: Some(threads), command }
}

fn finish(run: &Run<'_>) -> Results {
    match run.run(&CancelToken::new(), &()).unwrap() {
        Ended::Finished(finished) => finished.results,
        Ended::CalledOff { .. } => panic!("nobody called it off"),
    }
}

/// Visits by tree and algorithm.
fn by_tree(results: &Results) -> BTreeMap<(String, u32), BTreeMap<&str, u64>> {
    let mut map: BTreeMap<_, BTreeMap<&str, u64>> = BTreeMap::new();
    for Counted { subject, tree, row } in &results.rows {
        map.entry((subject.to_string(), *tree)).or_default().insert(&row.algorithm, row.leaf_visits);
    }
    map
}

/// Runs every experiment of this part once: it writes its files, and what must come out whatever the numbers are does.
fn every_experiment(part: usize) {
    let folder = tempfile::tempdir().unwrap();
    for experiment in ALL.iter().skip(part).step_by(PARTS) {
        let name = experiment.about().name;
        let results = finish(&quick(name, folder.path(), 2));
        files_are_whole(*experiment, &folder.path().join(name));
        let shape = shapes(name);
        shape.iter().for_each(|holds| holds(name, &results));
    }
}

const PARTS: usize = 4;

#[test]
fn experiments_write_their_files_and_have_their_shape_1() {
    every_experiment(0);
}

#[test]
fn experiments_write_their_files_and_have_their_shape_2() {
    every_experiment(1);
}

#[test]
fn experiments_write_their_files_and_have_their_shape_3() {
    every_experiment(2);
}

#[test]
fn experiments_write_their_files_and_have_their_shape_4() {
    every_experiment(3);
}

/// What must hold in the results of an experiment.
fn shapes(name: &str) -> &'static [fn(&str, &Results)] {
    match name {
        "refutation-wall" => &[the_wall_stands_between_minus_one_and_zero],
        "leaves-by-depth" => &[best_first_searches_stay_within_alpha_beta, the_papers_order_of_algorithms],
        "leaves-by-width-odd" | "leaves-by-width-even" | "who-wins" => &[best_first_searches_stay_within_alpha_beta],
        "iter-sss-memory" => {
            &[best_first_searches_stay_within_alpha_beta, room_for_everything_makes_iter_sss_star_sss_star]
        }
        "strongly-ordered" => &[memory_test_searches_visit_what_they_should],
        "mt-family" => &[a_good_guess_is_worth_something],
        "minimal-tree" => &[perfect_order_leaves_the_minimal_tree],
        "alpha-beta-formula" | "sss-formula" => &[formulas_agree_with_what_is_measured],
        "evolving" => &[siblings_that_are_seen_first_save_leaves],
        "b-star" => &[no_strategy_beats_the_smallest_set],
        "proof-numbers" => &[all_prove_small_problems],
        "enhancements" => &[games::enhancements_save_leaves_in_every_game],
        "scattered-table" => &[games::a_scattered_table_saves_nodes_on_any_number_of_processors],
        "table-size" => &[games::room_saves_leaves],
        "parsss-example" | "parsss-speedup" | "pariter-memory" => &[machines::one_processor_takes_as_long_as_sss_star],
        "speedup-curves" => &[machines::time_work_and_waiting_add_up, machines::the_shares_of_time_are_the_whole],
        "work-and-critical-path" | "latency" => &[machines::time_work_and_waiting_add_up],
        "korf-100" => &[puzzles::better_heuristics_need_fewer_nodes],
        "ida-star-growth" => &[puzzles::iterations_grow_by_about_five],
        "a-star-memory" => &[puzzles::a_star_pays_with_memory],
        "ida-star-tsp" => &[puzzles::branch_and_bound_beats_ida_star_on_salesmen],
        "pida-speedup" => &[puzzles::processors_are_at_work],
        "parallel-window" => &[puzzles::a_first_solution_comes_before_the_proof],
        _ => &[],
    }
}

/// A name above that no experiment has would check nothing.
#[test]
fn shapes_are_of_experiments_that_exist() {
    let own = ALL.iter().map(|experiment| shapes(experiment.about().name)).filter(|shape| !shape.is_empty());
    assert_eq!(own.count(), 29);
}

fn files_are_whole(experiment: &dyn Experiment, folder: &Path) {
    let name = experiment.about().name;
    let read = |file: &str| fs::read(folder.join(file)).unwrap_or_else(|e| panic!("{name}/{file}: {e}"));
    let data = String::from_utf8(read("data.csv")).unwrap();
    let mut columns = data.lines().next().unwrap().split(',');
    for column in ["order", "width", "depth", "tree"].iter().chain(experiment.about().keys).chain(&[
        "algorithm",
        "leaves",
        "leaf_visits",
        "minimal",
    ]) {
        assert_eq!(columns.next(), Some(*column), "{name}");
    }
    let summary = String::from_utf8(read("summary.csv")).unwrap();
    for column in ["mean_percent_of_minimal", "sd_percent", "n", "mean_leaves_percent"] {
        assert!(summary.lines().next().unwrap().split(',').any(|one| one == column), "{name}: no {column}");
    }
    assert!(!data.contains("seconds") && !summary.contains("seconds"), "{name}: a clock");
    assert!(read("timing.csv").starts_with(b"order,width,depth,"));
    if MISSING.is_none() {
        assert!(read("figure.svg").starts_with(b"<svg") && read("figure.png").starts_with(b"\x89PNG"), "{name}");
    }
    let manifest: serde_json::Value = serde_json::from_slice(&read("manifest.json")).unwrap();
    assert_eq!((&manifest["experiment"], &manifest["seed"]), (&name.into(), &experiment.plan(true).seed.into()));
    assert_eq!(manifest["timed"], ["cluster-model", "threads-in-games"].contains(&name), "{name}");
    assert!(!folder.join("unfinished.txt").exists(), "{name}");
    if name == "korf-100" {
        puzzles::its_table_is_that_of_korf(&data);
    }
}

fn the_wall_stands_between_minus_one_and_zero(name: &str, results: &Results) {
    let all = results.summaries();
    for subject in find(name).unwrap().plan(true).subjects() {
        let own: Vec<&Summary> = all.iter().filter(|summary| summary.subject == subject).collect();
        let steps = own.windows(2).map(|pair| (pair[1].percent.mean() - pair[0].percent.mean(), pair[0].key()));
        let (rise, at) = steps.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        assert_eq!(at, Some(-1), "{subject}: the steepest rise, by {rise:.0} %, is elsewhere");
    }
}

fn best_first_searches_stay_within_alpha_beta(name: &str, results: &Results) {
    for (tree, visits) in by_tree(results) {
        let most = visits["alpha-beta"];
        for algorithm in ["sss-star", "dual-star", "iter-sss-star"] {
            assert!(visits.get(algorithm).is_none_or(|&leaves| leaves <= most), "{name}, {tree:?}: {algorithm}");
        }
    }
}

fn the_papers_order_of_algorithms(name: &str, results: &Results) {
    let all = results.summaries();
    for subject in find(name).unwrap().plan(true).subjects() {
        let mean = |algorithm: Algorithm| {
            all.iter().find(|s| s.subject == subject && s.algorithm == algorithm.name()).unwrap().percent.mean()
        };
        if subject.depth() % 2 == 0 {
            assert!(mean(Algorithm::SssStar) < mean(Algorithm::DualStar), "{subject}: SSS* is better on even depths");
        } else {
            assert!(mean(Algorithm::DualStar) < mean(Algorithm::SssStar), "{subject}: DUAL* is better on odd depths");
        }
        assert!(mean(Algorithm::InformedNegaScout) <= mean(Algorithm::NegaScout), "{subject}: information helps");
    }
}

fn memory_test_searches_visit_what_they_should(_: &str, results: &Results) {
    for (tree, visits) in by_tree(results) {
        assert_eq!(visits["mt-sss"], visits["sss-star"], "{tree:?}");
        assert_eq!(visits["mt-dual"], visits["dual-star"], "{tree:?}");
        assert_eq!(visits["alpha-beta-hard"], visits["alpha-beta"], "{tree:?}");
    }
}

fn a_good_guess_is_worth_something(_: &str, results: &Results) {
    let all = results.summaries();
    let guess = |error: i64| {
        let own = all.iter().filter(|s| s.algorithm == "mtd-f" && s.key() == Some(error));
        own.map(|s| s.percent.mean()).sum::<f64>()
    };
    assert!(guess(0) < guess(3000) && guess(0) < guess(-3000), "a good guess is worth something");
}

fn room_for_everything_makes_iter_sss_star_sss_star(_: &str, results: &Results) {
    let all = results.summaries();
    for sss in all.iter().filter(|summary| summary.algorithm == "sss-star") {
        let rooms: Vec<&Summary> = all.iter().filter(|s| s.subject == sss.subject && s.key().is_some()).collect();
        let most = rooms.iter().max_by_key(|s| s.key()).unwrap();
        assert_eq!(most.leaf_visits, sss.leaf_visits, "{}", sss.subject);
        assert!(
            rooms.first().unwrap().percent.mean() > most.percent.mean(),
            "{}: room is worth something",
            sss.subject
        );
    }
}

fn perfect_order_leaves_the_minimal_tree(_: &str, results: &Results) {
    for counted in &results.rows {
        assert_eq!(counted.row.leaves, counted.subject.minimal(), "{} {}", counted.subject, counted.row.algorithm);
    }
}

fn formulas_agree_with_what_is_measured(name: &str, results: &Results) {
    type Formula = fn(u32, u32) -> f64;
    let formulas: [(&str, &str, Formula); 3] = [
        ("alpha-beta-formula", "alpha-beta", alpha_beta_leaves),
        ("sss-formula", "sss-star", sss_star_leaves),
        ("sss-formula", "dual-star", dual_star_leaves),
    ];
    for (_, algorithm, formula) in formulas.into_iter().filter(|(own, ..)| *own == name) {
        for summary in results.summaries().iter().filter(|summary| summary.algorithm == algorithm) {
            let expected = formula(summary.subject.width(), summary.subject.depth());
            let errors = (summary.leaf_visits.mean() - expected) / summary.leaf_visits.standard_error();
            assert!(errors.abs() < 3.3, "{} {algorithm}: {errors:.2} standard errors", summary.subject);
        }
    }
}

/// Calls the run off after so many steps.
struct Interrupt<'a> {
    token: &'a CancelToken,
    left: AtomicU64,
}

impl Progress for Interrupt<'_> {
    fn done(&self, _: u64, _: u64) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.token.cancel();
        }
    }
}

#[test]
fn the_same_tables_on_any_number_of_threads_and_after_interruptions() {
    for name in ["leaves-by-depth", "refutation-wall", "overheads", "mt-family"] {
        let folders: Vec<_> = (0..3).map(|_| tempfile::tempdir().unwrap()).collect();
        let tables =
            |folder: &Path| ["data.csv", "summary.csv"].map(|file| fs::read(folder.join(name).join(file)).unwrap());
        finish(&quick(name, folders[0].path(), 1));
        finish(&quick(name, folders[1].path(), 2));
        let broken = quick(name, folders[2].path(), 2);
        let mut interruptions = 0;
        loop {
            let token = CancelToken::new();
            let progress = Interrupt { token: &token, left: AtomicU64::new(4 << interruptions) };
            match broken.run(&token, &progress).unwrap() {
                Ended::Finished(finished) => {
                    assert!(finished.kept > 0, "{name}: nothing was kept");
                    break;
                }
                Ended::CalledOff { done, all } => assert!(done < all && done > 0, "{name}: {done} of {all}"),
            }
            assert!(!folders[2].path().join(name).join("data.csv").exists(), "{name}: a table of half a run");
            // Somebody pulls the plug in the middle of a line, too.
            let path = folders[2].path().join(name).join("unfinished.txt");
            let text = fs::read(&path).unwrap();
            fs::write(&path, &text[..text.len() - if interruptions == 0 { 5 } else { 0 }]).unwrap();
            interruptions += 1;
        }
        assert!(interruptions > 0, "{name} was never interrupted");
        assert_eq!(tables(folders[0].path()), tables(folders[1].path()), "{name}: 1 and 2 threads");
        assert!(tables(folders[0].path()) == tables(folders[2].path()), "{name}: interrupted");
    }
}

/// An experiment that makes something before its first tree.
struct Prepared(&'static dyn Experiment);

impl Experiment for Prepared {
    fn about(&self) -> About {
        self.0.about()
    }

    fn plan(&self, quick: bool) -> Plan {
        self.0.plan(quick)
    }

    fn prepare(&self, _: &Plan, _: &CancelToken, progress: &dyn Progress) -> anyhow::Result<()> {
        progress.preparing("laying the table", 1, 2);
        Ok(())
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        self.0.figure(plan, results)
    }
}

/// Writes down what is told.
#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Progress for Heard {
    fn preparing(&self, what: &str, work: u64, all: u64) {
        self.0.lock().unwrap().push(format!("{what}: {work} of {all}"));
    }

    fn done(&self, work: u64, all: u64) {
        self.0.lock().unwrap().push(if work == all { "all done" } else { "done" }.into());
    }
}

#[test]
fn preparations_are_told_before_anything_is_done() {
    let (folder, heard) = (tempfile::tempdir().unwrap(), Heard::default());
    let experiment = Prepared(find("leaves-by-depth").unwrap());
    let run = Run { experiment: &experiment, ..quick("leaves-by-depth", folder.path(), 2) };
    run.run(&CancelToken::new(), &heard).unwrap();
    let heard = heard.0.into_inner().unwrap();
    assert_eq!((&*heard[0], &*heard[1], &*heard[heard.len() - 1]), ("laying the table: 1 of 2", "done", "all done"));
}

#[test]
fn other_seeds_are_other_trees() {
    let folder = tempfile::tempdir().unwrap();
    let run = |seed: u64| {
        let mut run = quick("leaves-by-width-odd", folder.path(), 2);
        run.plan = run.plan.with(&Wishes { seed: Some(seed), trees: Some(3), ..Wishes::default() });
        let rows = finish(&run).rows;
        rows.into_iter().map(|counted| counted.row.leaf_visits).collect::<Vec<u64>>()
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

/// The drivers that see all siblings first need fewer leaves than alpha-beta.
fn siblings_that_are_seen_first_save_leaves(_: &str, results: &Results) {
    let leaves = |name: &str| -> u64 {
        results.rows.iter().filter(|one| one.row.algorithm == name).filter_map(|one| one.row.counts[0]).sum()
    };
    assert_eq!(leaves("depth-first"), leaves("alpha-beta"));
    assert!(leaves("best-estimate") < leaves("preorder") && leaves("preorder") < leaves("alpha-beta"));
}

fn no_strategy_beats_the_smallest_set(_: &str, results: &Results) {
    let smallest: Vec<&Counted> = results.rows.iter().filter(|one| one.row.algorithm == "smallest-set").collect();
    assert!(smallest.len() > 10, "{} small sets", smallest.len());
    for least in smallest {
        let same = |one: &&Counted| {
            (one.subject, one.tree) == (least.subject, least.tree)
                && one.row.keys == least.row.keys
                && one.row.counts[1] == Some(1)
        };
        let others = results.rows.iter().filter(same).filter(|one| one.row.algorithm != "smallest-set");
        others.for_each(|one| assert!(one.row.counts[0] >= least.row.counts[0], "{one:?}"));
    }
}

fn all_prove_small_problems(_: &str, results: &Results) {
    assert!(results.rows.iter().all(|one| one.row.counts[0] == Some(1)));
}
