//! The experiments on games in their quick size: what must come out whatever the numbers are.

use std::fs;

use provebest::CancelToken;
use provebest_lab::experiments::find;
use provebest_lab::plan::Wishes;
use provebest_lab::results::Results;
use provebest_lab::run::{Ended, Run};
use provebest_lab::subject::Subject;

/// Leaves of a setup, summed up over all positions of a depth.
fn leaves(results: &Results, subject: Subject, name: &str, entries: Option<i64>) -> u64 {
    let own = results
        .rows
        .iter()
        .filter(|one| one.subject == subject && one.row.algorithm == name && one.row.keys == [entries]);
    own.map(|one| one.row.leaf_visits).sum()
}

pub fn enhancements_save_leaves_in_every_game(name: &str, results: &Results) {
    let plan = find(name).unwrap().plan(true);
    for kind in &plan.kinds {
        let deepest = plan
            .subjects()
            .into_iter()
            .filter(|subject| subject.kind() == *kind)
            .max_by_key(|subject| subject.depth())
            .unwrap();
        let [direct, pvs, hist, floor] =
            ["alpha-beta", "pvs", "pvs+hist", "minimal-tree"].map(|name| leaves(results, deepest, name, None));
        let all = leaves(results, deepest, "pvs+trans+ref+hist", Some(1 << 20));
        assert!(all < direct && all < pvs && hist < pvs, "{deepest}: {all} of {direct}, {pvs}, {hist}");
        assert!(0 < floor && floor < all, "{deepest}: {floor} is the least, {all} is less");
    }
}

pub fn a_scattered_table_saves_nodes_on_any_number_of_processors(_: &str, results: &Results) {
    let nodes = |processors: i64, table: [Option<i64>; 2]| -> u64 {
        let own = results
            .rows
            .iter()
            .filter(|one| one.row.keys[..2] == [Some(processors), Some(0)] && one.row.keys[2..] == table);
        own.map(|one| one.row.nodes).sum()
    };
    for processors in [1, 4, 16] {
        let without = nodes(processors, [None, None]);
        for table in [[Some(1 << 14), None], [None, Some(1 << 14)]] {
            let with = nodes(processors, table);
            assert!(0 < with && with < without, "{processors} processors, {table:?}: {with} of {without}");
        }
    }
    assert_eq!(nodes(1, [Some(1 << 14), None]), nodes(1, [None, Some(1 << 14)]), "one processor is all and each");
}

pub fn room_saves_leaves(name: &str, results: &Results) {
    for subject in find(name).unwrap().plan(true).subjects() {
        for name in ["aspiration-pvs", "mtd-f"] {
            let [least, most] = [4, 20].map(|room| leaves(results, subject, name, Some(1 << room)));
            assert!(0 < most && most < least, "{subject}, {name}: {most} with much room, {least} with little");
        }
    }
}

#[test]
fn the_same_tables_on_any_number_of_threads() {
    for name in ["enhancements", "mtd-or-pvs", "table-size"] {
        let tables = [1, 2].map(|threads| {
            let folder = tempfile::tempdir().unwrap();
            let (experiment, command) = (find(name).unwrap(), vec!["test".into()]);
            let plan = experiment.plan(true).with(&Wishes { trees: Some(2), ..Wishes::default() });
            let run = Run { experiment, plan, out: folder.path().to_path_buf(), threads: Some(threads), command };
            assert!(matches!(run.run(&CancelToken::new(), &()).unwrap(), Ended::Finished(_)));
            ["data.csv", "summary.csv"].map(|file| fs::read(folder.path().join(name).join(file)).unwrap())
        });
        assert!(tables[0] == tables[1], "{name}");
    }
}

#[test]
fn wishes_that_cannot_be_fulfilled_are_refused() {
    let plan = |wishes: &Wishes| find("enhancements").unwrap().plan(false).with(wishes).check();
    assert!(plan(&Wishes { depths: Some(vec![2, 3]), trees: Some(5), ..Wishes::default() }).is_ok());
    assert!(plan(&Wishes { trees: Some(25), ..Wishes::default() }).unwrap_err().to_string().contains("at most 24"));
    let other = Wishes { widths: Some(vec![5]), depths: Some(vec![2]), ..Wishes::default() };
    assert!(plan(&other).unwrap_err().to_string().contains("expected 34"));
}
