//! The report on made-up results: verdicts that can be told beforehand.

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
