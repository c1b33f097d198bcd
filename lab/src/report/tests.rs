//! The report on made-up results: verdicts that are known beforehand.

use std::fmt::Write;

use super::*;

/// Trees differ, and so do algorithms on them: up to two percent either way.
fn jitter(tree: u32, algorithm: usize) -> f64 {
    1.0 + 0.01 * (f64::from((tree * 13 + 7 * algorithm as u32) % 5) - 2.0)
}

/// A `data.csv` of depth-5 and depth-6 trees where every algorithm's visits are a factor of the tree's.
fn data(factors: &[(&str, [f64; 2])]) -> String {
    let mut text = String::from("order,width,depth,tree,algorithm,leaves,leaf_visits,minimal,nodes,stored\n");
    for depth in [5, 6] {
        for tree in 0..30 {
            for (number, (algorithm, factor)) in factors.iter().enumerate() {
                let visits = jitter(tree, number) * (1000.0 + f64::from(tree * 37 % 11) * 50.0) * factor[depth - 5];
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
    for claim in &report.claims {
        match claim.verdict() {
            Verdict::NotRun => assert!(!claim.missing.is_empty(), "{}", claim.says),
            Verdict::NotMeasured(reason) => {
                assert!(!reason.is_empty() && claim.experiments.is_empty(), "{}", claim.says)
            }
            other => panic!("{}: {other:?} of nothing", claim.says),
        }
    }
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
    assert_eq!(verdict_on(&bad, "odd depth DUAL*"), Verdict::DoesNotHold);
    assert_eq!(verdict_on(&good, "even depth SSS* visits the fewest"), Verdict::Holds);
    assert_eq!(verdict_on(&bad, "even depth SSS* visits the fewest"), Verdict::DoesNotHold);
    assert_eq!(verdict_on(&good, "never visits more"), Verdict::Holds);
    let Verdict::InPart { fails, .. } = verdict_on(&bad, "never visits more") else { panic!("alpha-beta won") };
    assert_eq!(fails, "random (w = 5, d = 5)");
}

#[test]
fn the_wall_is_where_the_steepest_step_is() {
    let wall = |at: i64| {
        let mut text = String::from("order,width,depth,tree,distance,algorithm,leaves,leaf_visits,minimal\n");
        for (order, high) in [("random", 200), ("60", 300)] {
            for tree in 0..40_i64 {
                for distance in -25..25_i64 {
                    let visits = tree * (distance + 26) % 7 + if distance < at { 100 + tree } else { high + tree };
                    let _ = writeln!(text, "{order},5,6,{tree},{distance},alpha-beta,,{visits},249");
                }
            }
        }
        Report::of(folder(&[("refutation-wall/data.csv", &text)]).path()).expect("a report")
    };
    assert_eq!(verdict_on(&wall(0), "refutation wall stands"), Verdict::Holds);
    assert_eq!(verdict_on(&wall(0), "the higher is the wall"), Verdict::Holds);
    assert_eq!(verdict_on(&wall(3), "refutation wall stands"), Verdict::DoesNotHold);
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
    assert_eq!(verdict_on(&table(190), "expected leaves of alpha-beta"), Verdict::DoesNotHold);
    let mut near = String::from("order,width,depth,tree,algorithm,leaves,leaf_visits,minimal\n");
    for tree in 0..100 {
        let _ = writeln!(near, "iid,5,4,{tree},alpha-beta,,{},49", if tree % 2 == 0 { 217 } else { 237 });
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
    let [html, markdown, papers] = report.write(dir.path()).expect("written");
    let page = std::fs::read_to_string(html).expect("a page");
    assert_eq!(page.matches("<svg id=\"mine\">").count(), 1, "the picture stands there once");
    assert!(!page.contains("<?xml") && !page.contains("http") && !page.contains("<script"), "nothing from outside");
    let papers = std::fs::read_to_string(papers).expect("a page to print");
    assert_eq!(papers.matches("<svg id=\"mine\">").count(), 1, "figure 5 of 1987");
    for name in ["key-node-tables", "parsss-speedup", "pariter-memory", "refutation-wall", "enhancements"] {
        assert!(papers.contains(&format!("provebest lab run {name}")), "{name} was not run yet");
    }
    assert!(!papers.contains("http") && !papers.contains("<script"), "nothing from outside");
    let text = std::fs::read_to_string(markdown).expect("a text");
    assert!(text.contains("SSS\\*") && text.contains("| does not hold |") | text.contains("| holds |"));
}

const MACHINES: &str = "order,width,depth,tree,processors,latency,algorithm,leaves,leaf_visits,minimal,nodes,stored,\
                        time,work,idle,mail,messages,critical_path\n";

/// A row of a search on many processors, all of them at work for `busy` of the time.
fn on_machine(tree: u64, (processors, latency): (u64, u64), algorithm: &str, time: u64, busy: f64) -> String {
    let work = (busy * (processors * time) as f64) as u64;
    let idle = processors * time - work;
    let latency = if latency == 0 { String::new() } else { latency.to_string() };
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

const FAILS: Verdict = Verdict::DoesNotHold;

#[test]
fn a_third_of_all_is_relative_to_the_best_sequential_search() {
    let report = |dual: u64, time: u64| {
        let mut text = MACHINES.to_string();
        for tree in 0..24 {
            text += &alone(tree, "alpha-beta", 4_096_000);
            text += &alone(tree, "dual-star", dual + 1000 * (tree % 5));
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
    assert!(claim.measures[0].detail.contains("times as fast; search overhead 25 %, mail 0 %, idle 50 %"), "{claim:?}");
}

#[test]
fn aspiration_is_relative_to_itself() {
    let report = |time: u64| {
        let mut text = MACHINES.to_string();
        for tree in 0..24 {
            text += &alone(tree, "alpha-beta", 1000);
            text += &on_machine(tree, (1, 0), "parallel-aspiration", 60_000, 1.0);
            text += &on_machine(tree, (16, 0), "parallel-aspiration", time + tree, 1.0);
            text += &on_machine(tree, (64, 0), "parallel-aspiration", time + 7 * tree, 1.0);
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
        for (tree, processors) in (0..24).flat_map(|tree| [1, 4, 16, 64, 256].map(|count| (tree, count))) {
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
        for tree in 0..24 {
            for (algorithm, late) in [("key-node", key_node), ("young-brothers", 1500)] {
                text += &on_machine(tree, (64, 0), algorithm, 1000 + tree, 0.5);
                text += &on_machine(tree, (64, 10), algorithm, late + tree, 0.5);
            }
        }
        report_on("latency", "data.csv", &text)
    };
    assert_eq!(verdict_on(&report(9000), "slow messages"), Verdict::Holds);
    assert_eq!(verdict_on(&report(1200), "slow messages"), FAILS);
    assert_eq!(claim_on(&report(9000), "slow messages").source, "an expectation of this project");
}

const PAPER: &str =
    "order,width,depth,processors,memory,quantity,source,printed,trials,mean,sd,least,most,n,inside,z\n";

/// A printed number holds if some of our instances lie as far out, on either side.
#[test]
fn one_instance_lies_among_ours() {
    let report = |experiment: &str, algorithm: &str, printed: f64| {
        let (memory, room) = if experiment == "pariter-memory" { (",memory", ",11") } else { ("", "") };
        let mut data = format!(
            "order,width,depth,tree,processors{memory},algorithm,leaves,leaf_visits,minimal,nodes,stored,time,work,idle,mail,messages,critical_path\n"
        );
        for tree in 0..500 {
            let _ = writeln!(data, "iid,3,10,{tree},8{room},{algorithm},,900,1,900,0,{},1,1,0,0,", 1000 + tree);
        }
        let paper =
            format!("{PAPER}iid,3,10,8,{},time,1993,{printed},1,1250,9,1000,1499,500,,\n", room.trim_matches(','));
        let [data_at, paper_at] = ["data.csv", "paper.csv"].map(|file| format!("{experiment}/{file}"));
        Report::of(folder(&[(&data_at, &data), (&paper_at, &paper)]).path()).expect("a report")
    };
    let searches =
        [("parsss-speedup", "par-sss-star", "of table 2"), ("pariter-memory", "par-iter-sss-star", "of table 3")];
    for (experiment, algorithm, words) in searches {
        let verdict = |printed: f64| verdict_on(&report(experiment, algorithm, printed), words);
        assert_eq!([verdict(1100.0), verdict(1400.0)], [Verdict::Holds, Verdict::Holds]);
        assert_eq!([verdict(999.0), verdict(1500.0)], [FAILS, FAILS]);
        assert_eq!(verdict(1010.0), Verdict::Undecided);
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
    let bad = report("1983", [0.0, 0.0, 0.0, -3.7]);
    assert_eq!(verdict_on(&bad, words), FAILS);
    let outlier = "furthest the speedup of 20 processors, 16.04, z = \u{2212}3.7";
    assert!(claim_on(&bad, words).measures[0].detail.contains(outlier), "{:?}", claim_on(&bad, words).measures);
    let words = "An independent implementation";
    assert_eq!(verdict_on(&report("elsewhere", [1.0, -3.9, 0.0, 0.0]), words), Verdict::Holds);
    assert_eq!(verdict_on(&report("elsewhere", [1.0, -4.1, 0.0, 0.0]), words), FAILS);
}

/// A report on made-up counts of engines: by depth, a setup with a share of what each position takes.
fn engines(experiment: &str, setups: &[(&str, &str, [f64; 3])]) -> Report {
    let mut text = String::from("order,width,depth,tree,entries,algorithm,leaves,leaf_visits,minimal,nodes,stored\n");
    for depth in 5..=7 {
        for tree in 0..24 {
            for (number, (algorithm, entries, factors)) in setups.iter().enumerate() {
                let visits = jitter(tree, number) * (1e5 + f64::from(tree * 37 % 11) * 5000.0) * factors[depth - 5];
                let _ = writeln!(text, "chess,34,{depth},{tree},{entries},{algorithm},,{visits:.0},1,{visits:.0},0");
            }
        }
    }
    report_on(experiment, "data.csv", &text)
}

#[test]
fn enhancements_as_the_survey_has_them() {
    let (large, small) = ("1048576", "8192");
    let report = engines(
        "enhancements",
        &[
            ("alpha-beta", "", [1.0; 3]),
            ("aspiration", "", [0.9; 3]),
            ("pvs", "", [0.8; 3]),
            ("pvs+trans", large, [0.6; 3]),
            ("pvs+trans", small, [0.6, 0.7, 0.8]),
            ("pvs+ref", "", [0.7; 3]),
            ("pvs+hist", "", [0.5; 3]),
            ("pvs+trans+hist", large, [0.4; 3]),
            ("pvs+ref+hist", "", [0.45; 3]),
            ("pvs+trans+ref+hist", large, [0.3, 0.3, 0.35]),
        ],
    );
    for words in ["PVS is more efficient", "are additive", "8K entries is overloaded", "deepening pays for itself"] {
        assert_eq!(verdict_on(&report, words), Verdict::Holds, "{words}");
    }
    // Depths 5 to 7 have no odd one between even ones.
    assert_eq!(verdict_on(&report, "The curves swing"), Verdict::NotRun);
    let mixed = engines("enhancements", &[("pvs", "", [0.8, 1.0, 0.8]), ("aspiration", "", [0.9; 3])]);
    let claim = claim_on(&mixed, "PVS is more efficient");
    assert_eq!(claim.sentence(), "holds in chess (d = 5, 7); does not hold in chess (d = 6)");
    assert_eq!((claim.word(), claim.measures[0].label().as_str()), ("holds in part", "chess, d = 5"));
}

#[test]
fn mtd_or_pvs_by_the_numbers() {
    let with = |mtd: f64| {
        let (table, pvs) = ("1048576", [1.0; 3]);
        engines(
            "mtd-or-pvs",
            &[("aspiration-pvs", table, pvs), ("alpha-beta", table, [1.15; 3]), ("mtd-f", table, [mtd; 3])],
        )
    };
    let (good, bad) = (with(0.925), with(1.05));
    for (words, found) in
        [("5 to 10 % fewer", [Verdict::Holds, FAILS]), ("in all nodes as well", [Verdict::Holds, FAILS])]
    {
        assert_eq!([verdict_on(&good, words), verdict_on(&bad, words)], found, "{words}");
    }
    assert_eq!(verdict_on(&bad, "less than 20 % more"), Verdict::Holds);
    assert_eq!(verdict_on(&with(0.8), "less than 20 % more"), FAILS);
}

#[test]
fn the_best_child_tells_trees_apart() {
    let mut text =
        String::from("order,width,depth,tree,algorithm,leaves,leaf_visits,minimal,nodes,stored,best_child\n");
    for tree in 0..80 {
        // DUAL* gains only where a later child is best.
        let (best, dual) = if tree % 2 == 0 { (1, 1.0) } else { (3, 0.5) };
        for (number, (name, factor)) in
            [("sss-star", 2.0), ("negascout", 1.0), ("informed-negascout", 1.0), ("dual-star", dual)].iter().enumerate()
        {
            let visits = 1000.0 * factor * jitter(tree, number);
            let _ = writeln!(text, "random,5,5,{tree},{name},{visits:.0},{visits:.0},149,0,0,{best}");
        }
    }
    let report = report_on("leaves-by-depth", "data.csv", &text);
    for words in ["found in the leftmost subtree", "lies in a right subtree", "first child proves to be the best"] {
        assert_eq!(verdict_on(&report, words), Verdict::Holds, "{words}");
    }
    let right = claim_on(&report, "lies in a right subtree");
    assert_eq!(right.measures[0].estimate.trees, 40, "only those whose later child is best");
    assert!((right.measures[0].estimate.value + 50.0).abs() < 3.0, "{:?}", right.measures);
}

#[test]
fn what_is_not_decided_says_what_it_would_take() {
    let mut text = String::from("order,width,depth,tree,algorithm,leaves,leaf_visits,minimal,nodes,stored\n");
    for tree in 0..40_u32 {
        for (name, visits) in [("sss-star", 1000), ("dual-star", if tree % 2 == 0 { 500 } else { 1480 })] {
            let _ = writeln!(text, "60,20,6,{tree},{name},,{visits},1,0,0");
        }
    }
    let manifest = r#"{"command": ["provebest", "lab", "run", "bushy-trees", "--quick"], "version": "1", "seed": 1, "trees": 40, "seconds": 60}"#;
    let dir = folder(&[("bushy-trees/data.csv", &text), ("bushy-trees/manifest.json", manifest)]);
    let report = Report::of(dir.path()).expect("a report");
    let claim = claim_on(&report, "DUAL* visits about 10 %");
    assert_eq!(claim.word(), "not decided");
    let more = claim.measures[0].more.expect("an estimate");
    assert!(more > 40 && claim.sentence().starts_with("not decided: "), "{more}: {}", claim.sentence());
    assert!(claim.judgement().contains("`provebest lab run bushy-trees --trees "), "{}", claim.judgement());
    for text in [report.html(), report.markdown()] {
        assert!(text.contains("was made with --quick") && text.contains("Bonferroni"), "the rule and the warning");
        assert!(text.contains("the whole interval lies inside what the claim allows"));
    }
}

/// The rule as such: no seed may say that a claim holds and another one that it does not.
#[test]
fn no_seed_turns_a_verdict() {
    let mut words = std::collections::BTreeSet::new();
    for seed in 0..40_u64 {
        let mut text = String::from("order,width,depth,tree,algorithm,leaves,leaf_visits,minimal,nodes,stored\n");
        // As on ordered bushy trees: 4 % more leaves in the mean, with a large spread, against a claim of 5 to 15 %.
        let chance = &mut provebest::game::SplitMix64::new(seed);
        for tree in 0..200 {
            let sss = 1000 + chance.below(1000);
            let dual = (sss as f64 * (0.54 + chance.below(1000) as f64 / 1000.0)) as u64;
            let _ = writeln!(text, "60,20,6,{tree},sss-star,,{sss},1,0,0\n60,20,6,{tree},dual-star,,{dual},1,0,0");
        }
        words.insert(claim_on(&report_on("bushy-trees", "data.csv", &text), "DUAL* visits about 10 %").word());
    }
    assert!(!(words.contains("holds") && words.contains("does not hold")), "{words:?}");
}

/// Names in a claim must be names that experiments write; the quick runs of `tests/quick.rs` show that they do.
#[test]
fn every_claim_names_experiments_that_exist() {
    let report = Report::of(folder(&[]).path()).expect("a report");
    for claim in &report.claims {
        for name in &claim.experiments {
            assert!(experiments::find(name).is_ok(), "{}: {name}", claim.says);
        }
        assert!(claim.says.ends_with('.') && !claim.source.is_empty(), "{}", claim.says);
        assert_ne!(claim.quantity.is_empty(), claim.not_measured.is_empty(), "{}", claim.says);
    }
}
