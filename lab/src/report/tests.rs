//! The report on made-up results: verdicts that are known beforehand.

use std::fmt::Write;

use super::*;

/// A `data.csv` of depth-5 and depth-6 trees where every algorithm's visits are a factor of the tree's.
fn data(factors: &[(&str, [f64; 2])]) -> String {
    let mut text = String::from("order,width,depth,tree,algorithm,leaves,leaf_visits,minimal,nodes,stored\n");
    for depth in [5, 6] {
        for tree in 0..30 {
            for (algorithm, factor) in factors {
                let visits = (1000.0 + f64::from(tree * 37 % 11) * 50.0) * factor[depth - 5];
                let _ = writeln!(text, "random,5,{depth},{tree},{algorithm},{visits:.0},{visits:.0},149,0,0");
            }
        }
    }
    text
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = dir.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder above")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    dir
}

fn verdict_on(report: &Report, words: &str) -> Verdict {
    report.claims.iter().find(|claim| claim.says.contains(words)).expect("such a claim").verdict()
}

#[test]
fn nothing_run_yet() {
    let dir = folder(&[]);
    let report = Report::of(dir.path()).expect("a report");
    assert!(report.claims.iter().all(|claim| claim.verdict() == Verdict::NotRun && !claim.missing.is_empty()));
    for text in [report.html(), report.markdown()] {
        for name in ["leaves-by-depth", "who-wins", "refutation-wall", "overheads", "minimal-tree", "sss-formula"] {
            assert!(text.contains(&format!("provebest lab run {name}")), "{name}");
        }
    }
}

#[test]
fn the_sign_of_a_difference_decides() {
    let good = data(&[("sss-star", [1.0, 1.0]), ("dual-star", [0.8, 1.1]), ("alpha-beta", [2.0, 2.0])]);
    let bad = data(&[("sss-star", [1.0, 1.0]), ("dual-star", [1.2, 0.9]), ("alpha-beta", [0.9, 2.0])]);
    let report = |text: &str| Report::of(folder(&[("leaves-by-depth/data.csv", text)]).path()).expect("a report");
    let (good, bad) = (report(&good), report(&bad));
    assert_eq!(verdict_on(&good, "odd depth DUAL*"), Verdict::Holds);
    assert_eq!(verdict_on(&bad, "odd depth DUAL*"), Verdict::DoesNotHold { unclear: String::new() });
    assert_eq!(verdict_on(&good, "even depth SSS* visits the fewest"), Verdict::Holds);
    assert_eq!(verdict_on(&bad, "even depth SSS* visits the fewest"), Verdict::DoesNotHold { unclear: String::new() });
    assert_eq!(verdict_on(&good, "never visits more"), Verdict::Holds);
    let Verdict::HoldsOnly { fails, .. } = verdict_on(&bad, "never visits more") else { panic!("alpha-beta won") };
    assert_eq!(fails, "random (w = 5, d = 5)");
}

#[test]
fn the_wall_is_where_the_steepest_step_is() {
    let wall = |at: i64| {
        let mut text = String::from("order,width,depth,tree,distance,algorithm,leaves,leaf_visits,minimal\n");
        for (order, high) in [("random", 200), ("60", 300)] {
            for tree in 0..20 {
                for distance in -25..25_i64 {
                    let visits = if distance < at { 100 + tree } else { high + tree };
                    let _ = writeln!(text, "{order},5,6,{tree},{distance},alpha-beta,,{visits},249");
                }
            }
        }
        Report::of(folder(&[("refutation-wall/data.csv", &text)]).path()).expect("a report")
    };
    assert_eq!(verdict_on(&wall(0), "refutation wall stands"), Verdict::Holds);
    assert_eq!(verdict_on(&wall(0), "the higher is the wall"), Verdict::Holds);
    assert_eq!(verdict_on(&wall(3), "refutation wall stands"), Verdict::DoesNotHold { unclear: String::new() });
}

#[test]
fn formulas_are_judged_by_their_error() {
    let table = |mean: u64| {
        let mut text = String::from("order,width,depth,tree,algorithm,leaves,leaf_visits,minimal\n");
        for tree in 0..100 {
            let _ = writeln!(text, "iid,5,4,{tree},alpha-beta,,{},49", mean + tree % 3);
        }
        Report::of(folder(&[("alpha-beta-formula/data.csv", &text)]).path()).expect("a report")
    };
    assert_eq!(
        verdict_on(&table(226), "expected leaves of alpha-beta"),
        Verdict::DoesNotHold { unclear: String::new() }
    );
    let mut near = String::from("order,width,depth,tree,algorithm,leaves,leaf_visits,minimal\n");
    for tree in 0..100 {
        let _ = writeln!(near, "iid,5,4,{tree},alpha-beta,,{},49", if tree % 2 == 0 { 200 } else { 254 });
    }
    let near = Report::of(folder(&[("alpha-beta-formula/data.csv", &near)]).path()).expect("a report");
    assert_eq!(verdict_on(&near, "expected leaves of alpha-beta"), Verdict::Holds);
}

#[test]
fn a_broken_table_is_named() {
    let dir = folder(&[(
        "leaves-by-depth/data.csv",
        "order,width,depth,tree,algorithm,leaves,leaf_visits,minimal\nrandom,5,x,0,a,,1,1\n",
    )]);
    let error = format!("{:#}", Report::of(dir.path()).expect_err("x is no depth"));
    assert!(error.contains("data.csv, line 2") && error.contains("'x' in column 'depth'"), "{error}");
}

#[test]
fn the_page_stands_alone() {
    let table = data(&[("sss-star", [1.0, 1.0]), ("dual-star", [0.8, 1.1])]);
    let figure = "<?xml version=\"1.0\"?>\n<svg id=\"mine\"></svg>\n";
    let dir = folder(&[("leaves-by-depth/data.csv", &table), ("leaves-by-depth/figure.svg", figure)]);
    let report = Report::of(dir.path()).expect("a report");
    let [html, markdown] = report.write(dir.path()).expect("written");
    let page = std::fs::read_to_string(html).expect("a page");
    assert_eq!(page.matches("<svg id=\"mine\">").count(), 1, "the picture stands there once");
    assert!(!page.contains("<?xml") && !page.contains("http") && !page.contains("<script"), "nothing from outside");
    let text = std::fs::read_to_string(markdown).expect("a text");
    assert!(text.contains("SSS\\*") && text.contains("| does not hold |") | text.contains("| holds |"));
}

const MACHINES: &str = "order,width,depth,tree,processors,latency,algorithm,leaves,leaf_visits,minimal,nodes,stored,\
                        time,work,idle,mail,messages,critical_path\n";

/// A row of a search on many processors, all of them at work for `busy` of the time.
fn on_machine(tree: u64, (processors, latency): (u64, u64), algorithm: &str, time: u64, busy: f64) -> String {
    let work = (busy * (processors * time) as f64) as u64;
    let idle = processors * time - work;
    format!("60,12,12,{tree},{processors},{latency},{algorithm},,{work},100,0,0,{time},{work},{idle},0,0,\n")
}

fn alone(tree: u64, algorithm: &str, visits: u64) -> String {
    format!("60,12,12,{tree},,,{algorithm},,{visits},100,0,0,,,,,,\n")
}

fn report_on(experiment: &str, file: &str, text: &str) -> Report {
    Report::of(folder(&[(&format!("{experiment}/{file}"), text)]).path()).expect("a report")
}

fn claim_on<'a>(report: &'a Report, words: &str) -> &'a Claim {
    report.claims.iter().find(|claim| claim.says.contains(words)).expect("such a claim")
}

const FAILS: Verdict = Verdict::DoesNotHold { unclear: String::new() };

#[test]
fn a_third_of_all_is_relative_to_the_best_sequential_search() {
    let report = |dual: u64, time: u64| {
        let mut text = MACHINES.to_string();
        for tree in 0..3 {
            text += &alone(tree, "alpha-beta", 4_096_000);
            text += &alone(tree, "dual-star", dual + 1000 * tree);
            text += &on_machine(tree, (1024, 0), "young-brothers", time, 0.5);
            text += &on_machine(tree, (1024, 0), "tree-splitting", 4 * time, 0.5);
        }
        report_on("speedup-curves", "data.csv", &text)
    };
    let words = "speed-up of 0.34 N";
    assert_eq!(verdict_on(&report(2_048_000, 4000), words), Verdict::Holds);
    assert_eq!(verdict_on(&report(1_024_000, 4000), words), FAILS);
    assert_eq!(verdict_on(&report(2_048_000, 8000), words), FAILS);
    let missed = report(1_024_000, 4000);
    let claim = claim_on(&missed, words);
    // A quarter is useful, half was worked.
    assert!(
        claim.measures[0].detail.contains("256 times as fast; search overhead 25 %, mail 0 %, idle 50 %"),
        "{claim:?}"
    );
    assert!(claim.reading.contains("The most is 256 times as fast (young brothers wait; ordered, w = 12, d = 12)"));
}

#[test]
fn aspiration_is_relative_to_itself() {
    let report = |time: u64| {
        let mut text = MACHINES.to_string();
        for tree in 0..3 {
            text += &alone(tree, "alpha-beta", 1000);
            text += &on_machine(tree, (1, 0), "parallel-aspiration", 60_000, 1.0);
            text += &on_machine(tree, (16, 0), "parallel-aspiration", time + tree, 1.0);
            text += &on_machine(tree, (64, 0), "parallel-aspiration", 30_000, 1.0);
        }
        report_on("speedup-curves", "data.csv", &text)
    };
    assert_eq!(verdict_on(&report(12_000), "parallel aspiration stays below"), Verdict::Holds);
    assert_eq!(verdict_on(&report(8_000), "parallel aspiration stays below"), FAILS);
}

#[test]
fn the_law_of_work_and_critical_path_is_fitted() {
    let report = |c1: u64, c2: u64| {
        let mut text = MACHINES.to_string();
        for (tree, processors) in (0..10).flat_map(|tree| [1, 4, 16, 64, 256].map(|count| (tree, count))) {
            let (path, work) = (100 + 10 * tree, 10_000 + 997 * tree * tree);
            let time = c1 * path + c2 * work / processors + (tree * processors) % 7;
            let _ = writeln!(text, "60,10,6,{tree},{processors},,jamboree,,{work},100,0,0,{time},{work},0,0,0,{path}");
        }
        report_on("work-and-critical-path", "data.csv", &text)
    };
    let words = "Jamboree search takes T";
    assert_eq!(verdict_on(&report(1, 1), words), Verdict::Holds);
    assert_eq!(verdict_on(&report(2, 2), words), FAILS);
    let half = report(2, 1);
    let found: Vec<bool> = claim_on(&half, words).measures.iter().map(|one| one.found == Found::Yes).collect();
    assert_eq!(found, [false, true], "c1 and c2");
}

#[test]
fn latency_is_relative_to_the_same_search_without() {
    let report = |key_node: u64| {
        let mut text = MACHINES.to_string();
        for tree in 0..5 {
            for (algorithm, late) in [("key-node", key_node), ("young-brothers", 1500)] {
                text += &on_machine(tree, (64, 0), algorithm, 1000 + tree, 0.5);
                text += &on_machine(tree, (64, 10), algorithm, late + tree, 0.5);
            }
        }
        report_on("latency", "data.csv", &text)
    };
    assert_eq!(verdict_on(&report(9000), "mail that takes long"), Verdict::Holds);
    assert_eq!(verdict_on(&report(1200), "mail that takes long"), FAILS);
    assert_eq!(claim_on(&report(9000), "mail that takes long").source, "an expectation of this project");
}

const PAPER: &str =
    "order,width,depth,processors,memory,quantity,source,printed,trials,mean,sd,least,most,n,inside,z\n";

#[test]
fn one_instance_holds_within_the_range_of_ours() {
    let report = |experiment: &str, printed: f64| {
        let mut text = PAPER.to_string();
        for (quantity, number) in [("time", 500.0), ("speedup", printed)] {
            let _ = writeln!(text, "iid,3,10,8,11,{quantity},1993,{number},1,400,9,300,600,50,,");
        }
        report_on(experiment, "paper.csv", &text)
    };
    for (experiment, words) in [("parsss-speedup", "of table 2"), ("pariter-memory", "of table 3")] {
        assert_eq!(verdict_on(&report(experiment, 300.0), words), Verdict::Holds);
        let Verdict::HoldsOnly { fails, .. } = verdict_on(&report(experiment, 299.0), words) else { panic!("outside") };
        assert_eq!(fails, "independent leaves (w = 3, d = 10)");
    }
}

#[test]
fn the_example_has_to_be_exact() {
    let report = |least: f64| {
        let text = format!("{PAPER}example,2,4,2,,live,1993,5,1,5,0,{least},5,20,yes,0\n");
        report_on("parsss-example", "paper.csv", &text)
    };
    assert_eq!(verdict_on(&report(5.0), "the terminals of table 1"), Verdict::Holds);
    assert_eq!(verdict_on(&report(4.0), "the terminals of table 1"), FAILS);
}

#[test]
fn the_key_node_tables_are_judged_together() {
    let report = |source: &str, zs: [f64; 4]| {
        let mut text = PAPER.to_string();
        for (processors, z) in [2, 5, 10, 20].into_iter().zip(zs) {
            let _ = writeln!(text, "correlated,3,6,{processors},,speedup,{source},16.04,10,17,1,1,20,1000,yes,{z}");
        }
        report_on("key-node-tables", "paper.csv", &text)
    };
    let words = "tables 4-1 and 4-2";
    let good = report("1983", [1.0, -1.0, 1.0, -1.0]);
    assert_eq!(verdict_on(&good, words), Verdict::Holds);
    assert!(!claim_on(&good, words).reading.contains("outlier"));
    let bad = report("1983", [0.0, 0.0, 0.0, -3.7]);
    assert_eq!(verdict_on(&bad, words), FAILS);
    let outlier = "the speedup of 20 processors, printed as 16.04 for correlated, w = 3, d = 6, has z = \u{2212}3.7";
    assert!(claim_on(&bad, words).reading.contains(outlier), "{}", claim_on(&bad, words).reading);
    let words = "An independent implementation";
    assert_eq!(verdict_on(&report("elsewhere", [1.0, -2.9, 0.0, 0.0]), words), Verdict::Holds);
    assert_eq!(verdict_on(&report("elsewhere", [1.0, -3.1, 0.0, 0.0]), words), FAILS);
}
