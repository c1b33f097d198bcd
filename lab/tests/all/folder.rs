//! A folder of results as data: every number names a search, and that search has the number.

use std::path::Path;

use provebest::CancelToken;
use provebest_catalog::{Request, run};
use provebest_lab::experiments::find;
use provebest_lab::folder::Folder;
use provebest_lab::plan::Wishes;
use provebest_lab::run::Run;

fn run_small(name: &str, out: &Path, trees: u32) {
    let experiment = find(name).unwrap();
    let wishes =
        Wishes { trees: Some(trees), widths: Some(vec![4]), depths: Some(vec![4]), seed: Some(5), algorithms: None };
    let run = Run {
        experiment,
        plan: experiment.plan(true).with(&wishes),
        out: out.to_path_buf(),
        threads: Some(1),
        command: ["provebest", "lab", "run", name].map(String::from).to_vec(),
    };
    run.run(&CancelToken::new(), &()).unwrap();
}

/// The leaf visits of an algorithm in the table, on every tree.
fn visits(out: &Path, name: &str, algorithm: &str) -> Vec<u64> {
    let text = std::fs::read_to_string(out.join(name).join("data.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().clone();
    let column = |name: &str| header.iter().position(|one| one == name).unwrap();
    let (algorithms, visits) = (column("algorithm"), column("leaf_visits"));
    let own = reader.records().map(Result::unwrap).filter(|record| &record[algorithms] == algorithm);
    own.map(|record| record[visits].parse().unwrap()).collect()
}

#[test]
fn every_number_names_a_search_that_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    let empty = Folder::of(out).unwrap();
    assert!(empty.experiments.is_empty());
    assert!(empty.claims.iter().all(|claim| ["not run yet", "not measured"].contains(&claim.verdict)));
    run_small("leaves-by-depth", out, 3);
    run_small("latency", out, 2);
    let shown = Folder::of(out).unwrap();
    assert_eq!(shown.experiments.iter().map(|one| one.name).collect::<Vec<_>>(), ["leaves-by-depth", "latency"]);
    assert!(shown.claims.iter().any(|claim| claim.experiments.contains(&"leaves-by-depth")));
    let mut searched = 0;
    for experiment in &shown.experiments {
        assert!(experiment.command.starts_with("provebest lab run") && experiment.question.ends_with('?'));
        assert!(experiment.figure.as_ref().is_some_and(|figure| figure.starts_with("<svg")));
        for row in &experiment.rows {
            assert_eq!(row.len(), experiment.header.len());
            for (cell, algorithm) in row.iter().zip(&experiment.header).filter(|(cell, _)| cell.text.contains('±')) {
                let search = cell.search.as_ref().unwrap_or_else(|| panic!("{algorithm}: {}", cell.text));
                let mut request = Request::new(search.game, &search.position, &search.method).unwrap();
                request.machine = search.machine.as_ref().map(|machine| machine.parse().unwrap());
                let found = run(&request, &mut (), &()).unwrap();
                let found = found.game_answer().unwrap().leaf_visits.flatten().unwrap();
                assert!(visits(out, experiment.name, algorithm).contains(&found), "{}: {search:?}", experiment.name);
                searched += 1;
            }
        }
    }
    assert!(searched > 20, "{searched}");
}

#[test]
fn numbers_of_games_and_puzzles_name_searches_too() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    for (name, depths) in [("a-star-memory", None), ("mtd-or-pvs", Some(vec![2]))] {
        let experiment = find(name).unwrap();
        let wishes = Wishes { trees: Some(2), widths: None, depths, seed: Some(5), algorithms: None };
        let (plan, command) = (experiment.plan(true).with(&wishes), vec![String::from("provebest")]);
        let run = Run { experiment, plan, out: out.to_path_buf(), threads: Some(1), command };
        run.run(&CancelToken::new(), &()).unwrap();
    }
    let shown = Folder::of(out).unwrap();
    assert_eq!(shown.experiments.len(), 2);
    for experiment in &shown.experiments {
        let mut searched = 0;
        for search in experiment.rows.iter().flatten().filter_map(|cell| cell.search.as_ref()) {
            let mut request = Request::new(search.game, &search.position, &search.method).unwrap();
            request.machine = search.machine.as_ref().map(|machine| machine.parse().unwrap());
            assert_eq!(search.depth.is_some(), search.game != "tiles", "{search:?}");
            if search.game == "tiles" {
                let found = run(&request, &mut (), &()).unwrap();
                let answer = found.puzzle_answer().unwrap();
                let text = std::fs::read_to_string(out.join(experiment.name).join("data.csv")).unwrap();
                assert!(text.contains(&format!(",{},", answer.generated)), "{}: {search:?}", experiment.name);
            }
            searched += 1;
        }
        assert!(searched > 0, "{}", experiment.name);
    }
}

#[test]
fn a_parallel_search_of_a_board_names_its_machine() {
    let experiment = find("pida-speedup").unwrap();
    let found = experiment.puzzle_search("first-solution", &[Some(4)]).unwrap();
    assert_eq!((found.algorithm.name(), found.machine.to_string()), ("parallel-ida-star", "sim:4".into()));
    // An iteration that is searched to its end is another search.
    assert!(experiment.puzzle_search("whole-iteration", &[Some(4)]).is_none());
}
