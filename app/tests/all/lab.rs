//! `provebest lab`.

use crate::common::{json_lines, lines, out, provebest, refused};

#[test]
fn the_list_says_what_each_experiment_is_about() {
    let text = out(&provebest(&["lab", "list"]));
    let line = text.lines().find(|line| line.contains("refutation-wall")).unwrap();
    assert!(line.contains("How does the number of leaves"), "{text}");
    let text = out(&provebest(&["lab", "show", "refutation-wall"]));
    assert!(text.contains("claim ") && text.contains("Marsland"), "{text}");
    refused(&provebest(&["lab", "run", "refutation-wal"]), &["expected 'refutation-wall'"]);
    for line in lines(&["lab", "list", "--json"]) {
        assert_eq!(line["schema"], 1);
        assert!(line["question"].as_str().is_some_and(|question| question.ends_with('?')), "{line}");
    }
}

#[test]
fn wrong_sizes_are_refused_before_the_run_starts() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("results");
    let dir = dir.to_str().unwrap();
    for (more, words) in [
        (&["no-such-question"][..], &["no experiment is called 'no-such-question'", "refutation-wall"][..]),
        (&["leaves-by-depth", "--widths", "0"], &["a width of 0", "1 or more"]),
        (&["leaves-by-depth", "--depths", "0..3"], &["a depth of 0", "1 or more"]),
        (&["leaves-by-depth", "--depths", "six"], &["--depths", "2..6"]),
        (&["leaves-by-depth", "--depths", "6..2"], &["--depths", "2..6"]),
        (&["leaves-by-depth", "--widths", ""], &["--widths", "5,10"]),
        (&["leaves-by-depth", "--widths", "100", "--depths", "100"], &["minimal tree", "plies"]),
        (&["leaves-by-depth", "--trees", "0"], &["0 trees", "1 or more"]),
        (&["leaves-by-depth", "--trees", "-3"], &["--trees"]),
        (&["leaves-by-depth", "--algorithms", "negasout"], &["negasout", "negascout"]),
        (&["leaves-by-depth", "--threads", "0"], &["--threads"]),
        (&["strongly-ordered", "--widths", "4"], &["a width of 4", "6 or more"]),
        (&["refutation-wall", "--algorithms", "sss-star"], &["alpha-beta"]),
    ] {
        let args: Vec<&str> = ["lab", "run", "--out", dir].iter().chain(more).copied().collect();
        refused(&provebest(&args), words);
        assert!(!folder.path().join("results").exists(), "{more:?} left something behind");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    refused(
        &provebest(&["lab", "run", "refutation-wall", "--quick", "--out", file.to_str().unwrap()]),
        &["the folder"],
    );
}

#[test]
fn a_run_tells_its_means_and_where_its_files_are() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let run = ["lab", "run", "leaves-by-depth", "--quick", "--depths", "2..3", "--trees", "4", "--out", dir];
    let text = out(&provebest(&run));
    assert!(text.contains("random w=5 d=3") && text.contains(dir), "{text}");
    let output = provebest(&[&run[..], &["--json", "--seed", "1"]].concat());
    let lines = json_lines(&out(&output));
    assert_eq!(lines.len(), 2 * 2 * 6);
    assert!(lines.iter().all(|line| line["schema"] == 1 && line["n"] == 4), "{}", lines[0]);
}

#[test]
fn the_report_judges_what_was_run_and_names_what_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let text = out(&provebest(&["lab", "report", "--out", dir]));
    assert!(text.contains("not run yet: provebest lab run refutation-wall"), "{text}");
    out(&provebest(&["lab", "run", "minimal-tree", "--quick", "--trees", "20", "--out", dir]));
    let claims = lines(&["lab", "report", "--json", "--out", dir]);
    let minimal = claims.iter().find(|claim| claim["source"] == "Knuth and Moore 1975").expect("a claim on it");
    assert_eq!((&minimal["schema"], &minimal["verdict"]), (&1.into(), &"holds".into()), "{minimal}");
    assert!(minimal["measures"].as_array().is_some_and(|rows| rows.iter().all(|row| row["holds"] == true)));
    let page = std::fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("all exactly 149") && page.ends_with("</html>\n"));
    assert!(folder.path().join("report.md").exists());
    std::fs::write(folder.path().join("minimal-tree/data.csv"), "order,width\nperfect,two\n").unwrap();
    refused(&provebest(&["lab", "report", "--out", dir]), &["data.csv, line 2"]);
}

/// Many algorithms stand below each other.
#[test]
fn tables_of_many_algorithms_fit_on_a_screen() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let text = out(&provebest(&["lab", "run", "latency", "--quick", "--out", dir]));
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with(" 60 w=4 d=4 ")).collect();
    let header = text.lines().find(|line| line.contains("processors")).unwrap();
    assert!(header.contains("algorithm") && header.contains("latency 1000"), "{header}");
    assert!(rows.len() > 10 && rows.iter().all(|row| row.chars().count() < 140), "{text}");
    let row = rows.iter().find(|row| row.contains(" ybw ")).unwrap();
    let means = row.split_whitespace().rev().take_while(|word| word.parse::<u32>().is_ok()).count();
    assert_eq!((means, row.matches('±').count()), (5, 0), "a mean for each latency, of few trees: {row}");
}
