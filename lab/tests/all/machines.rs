//! The experiments on many processors: what papers printed, and what has to be so on any machine.

use std::collections::BTreeMap;

use provebest::CancelToken;
use provebest_lab::experiments::find;
use provebest_lab::paper_comparison::{PaperComparison, rms};
use provebest_lab::plan::Wishes;
use provebest_lab::results::{Counted, Results};
use provebest_lab::run::{Ended, Finished, Run};
use provebest_lab::speed::{PARTS, seen, speeds};

/// The experiment in its full size.
fn run(name: &str) -> Finished {
    run_with(name, None)
}

/// The same, perhaps with another number of trees.
fn run_with(name: &str, trees: Option<u32>) -> Finished {
    let (experiment, folder) = (find(name).unwrap(), tempfile::tempdir().unwrap());
    let plan = experiment.plan(false).with(&Wishes { trees, ..Wishes::default() });
    let out = folder.path().to_path_buf();
    let run = Run { experiment, plan, out, threads: Some(2), command: vec!["test".into()] };
    match run.run(&CancelToken::new(), &()).unwrap() {
        Ended::Finished(finished) => finished,
        Ended::CalledOff { .. } => panic!("nobody called it off"),
    }
}

/// A printed number in words.
fn told(one: &PaperComparison) -> String {
    let keys: Vec<String> = one.keys.iter().map(|key| key.map_or("-".into(), |key| key.to_string())).collect();
    format!("{} {} {}", one.subject, keys.join(" "), one.quantity)
}

#[test]
fn table_1_comes_out_but_for_its_slip() {
    let list = run("parsss-example").paper;
    assert_eq!(list.len(), 2 + 3 * 12);
    assert!(list.iter().skip(2).all(|one| one.measured.count() == 20), "a terminal that was not always examined");
    let off = list.iter().filter(|one| one.measured.range() != (one.printed, one.printed));
    let [slip] = off.collect::<Vec<_>>()[..] else { panic!("not one slip") };
    assert_eq!((slip.quantity, slip.printed, slip.measured.range()), ("live", 4.0, (5.0, 5.0)));
    assert_eq!(slip.keys, [Some(2), Some(2), Some(7)]);
    let terminal = list.iter().find(|one| one.quantity == "terminal" && one.keys == slip.keys).unwrap();
    assert_eq!(terminal.measured.mean(), 2221.0);
}

#[test]
fn tables_2_and_3_lie_within_our_instances_but_for_some() {
    // One small tree of the paper with b = 2, and eight processors that share one computer with others.
    let outside = [
        ("parsss-speedup", 36, vec!["iid w=2 d=15 2 time", "iid w=2 d=15 2 terminals", "iid w=2 d=15 8 terminals"]),
        (
            "pariter-memory",
            48,
            vec![
                "iid w=3 d=10 8 11 time",
                "iid w=3 d=10 8 11 speedup",
                "iid w=3 d=10 8 23 time",
                "iid w=3 d=10 8 23 speedup",
                "iid w=3 d=10 8 36 terminals",
            ],
        ),
    ];
    for (name, count, outside) in outside {
        let list = run_with(name, Some(50)).paper;
        assert_eq!(list.len(), count, "{name}");
        assert!(list.iter().all(|one| one.measured.count() == 50), "{name}");
        let found: Vec<String> = list.iter().filter(|one| !one.inside()).map(told).collect();
        assert_eq!(found, outside, "{name}");
    }
}

#[test]
fn the_key_node_tables_come_out_but_for_one_number() {
    let list = run("key-node-tables").paper;
    let (paper, elsewhere): (Vec<&PaperComparison>, Vec<&PaperComparison>) =
        list.iter().partition(|one| one.trials == 10);
    assert_eq!((paper.len(), elsewhere.len()), (120, 56));
    let (of_paper, of_elsewhere) = (rms(paper.iter().copied()), rms(elsewhere.iter().copied()));
    assert!((0.7..1.3).contains(&of_paper), "root mean square of z {of_paper:.2}");
    assert!(of_elsewhere < 1.5, "root mean square of z {of_elsewhere:.2}");
    let far = list.iter().filter(|one| one.z().is_none_or(|z| z.abs() > 3.0));
    assert_eq!(far.map(told).collect::<Vec<_>>(), ["correlated w=3 d=6 20 speedup"]);
}

pub fn one_processor_takes_as_long_as_sss_star(name: &str, results: &Results) {
    let mut visits: BTreeMap<(String, u32), u64> = BTreeMap::new();
    for Counted { subject, tree, row } in &results.rows {
        let place = (subject.to_string(), *tree);
        let (Some(processors), Some(took)) = (row.keys[0], row.took) else {
            assert_eq!(row.algorithm, "sss-star", "{name}, {place:?}");
            visits.insert(place, row.leaf_visits);
            continue;
        };
        let speedup = row.speedup().unwrap();
        assert!((speedup - visits[&place] as f64 / took.time as f64).abs() < 1e-12, "{name}, {place:?}");
        let most = took.time * processors as u64;
        assert!(row.leaf_visits <= most, "{name}, {place:?}: more than one terminal at a time");
        let all_room = row.keys.get(1).is_none_or(|&room| room == Some(243));
        assert!(processors > 1 || !all_room || took.time == visits[&place], "{name}, {place:?}: not SSS*");
    }
}

pub fn time_work_and_waiting_add_up(name: &str, results: &Results) {
    let mut paths = 0;
    for Counted { subject, tree, row } in &results.rows {
        let Some(took) = row.took else { continue };
        let at = format!("{name}, {subject} {tree}, {} {:?}: {took:?}", row.algorithm, row.keys);
        assert_eq!(Some(took.processors as i64), row.keys[0], "{at}");
        assert_eq!(took.work + took.idle, took.processors * took.time, "{at}");
        assert!(took.time >= took.work.div_ceil(took.processors), "{at}");
        assert!(took.critical_path.is_none_or(|path| path <= took.time && path <= took.work), "{at}");
        assert!(took.mail <= took.work, "{at}");
        assert!(took.processors > 1 || took.time == took.work, "{at}");
        paths += u32::from(took.critical_path.is_some());
    }
    assert!(paths > 0, "{name}: nobody kept a critical path");
}

pub fn the_shares_of_time_are_the_whole(_: &str, results: &Results) {
    let all = speeds(&seen(results));
    assert!(all.iter().any(|speed| speed.processors > 1));
    for speed in all {
        let shares = speed.shares.map(|share| share.mean());
        let told = format!("{} {} {}: {PARTS:?} {shares:?}", speed.kind, speed.algorithm, speed.processors);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{told}");
        // What is useful is what the best sequential search would have needed, unless less was enough.
        let best = speed.over_best.mean() / speed.processors as f64;
        assert!(shares[0] <= best + 1e-9, "{told}");
        assert!(speed.overhead.range().0 < 1.0 || (shares[0] - best).abs() < 1e-9, "{told}");
    }
}

#[test]
fn pairs_of_width_and_depth() {
    let plan = find("parsss-speedup").unwrap().plan(false);
    let shapes = |wishes: &Wishes| -> Vec<(u32, u32)> {
        plan.clone().with(wishes).subjects().iter().map(|subject| (subject.width(), subject.depth())).collect()
    };
    assert_eq!(shapes(&Wishes::default()), [(2, 15), (3, 10), (5, 7)]);
    assert_eq!(shapes(&Wishes { widths: Some(vec![3, 5]), ..Wishes::default() }), [(3, 10), (5, 7)]);
    let both = Wishes { widths: Some(vec![2, 4]), depths: Some(vec![6]), ..Wishes::default() };
    assert_eq!(shapes(&both), [(2, 6), (4, 6)]);
    let none = plan.with(&Wishes { depths: Some(vec![9]), ..Wishes::default() });
    assert!(none.check().unwrap_err().to_string().contains("some of iid w=2 d=15"));
}
