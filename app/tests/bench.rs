//! What `provebest bench` prints, and that every search still looks at what the file `BENCH` says.

use assert_cmd::Command;
use serde_json::Value;

fn run(args: &[&str]) -> String {
    let output = Command::cargo_bin("provebest").unwrap().args(args).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

#[test]
fn every_count_is_that_of_the_file() {
    let (printed, file) = (run(&["bench", "--counts"]), include_str!("../../BENCH"));
    for (printed, line) in printed.lines().zip(file.lines()) {
        assert_eq!(printed, line);
    }
    assert_eq!(printed.lines().count(), file.lines().count());
}

#[test]
fn a_race_of_one_round_tells_every_ratio() {
    let text = run(&["bench", "--json", "--quick"]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().all(|line| line["schema"] == 1));
    let speeds: Vec<_> = lines.iter().filter(|line| line["bench"] == "speed").collect();
    assert_eq!(speeds.len(), 8);
    for speed in speeds {
        for ratio in ["alpha_beta_share", "negascout_share", "informed_negascout", "dual_star", "sss_star"] {
            assert!(speed[ratio].as_f64().is_some_and(|ratio| ratio > 0.0), "{ratio} of {speed}");
        }
    }
    let signature = lines.iter().find(|line| line["bench"] == "signature").unwrap();
    assert_eq!(signature["as_expected"], true);
}

#[test]
fn puzzles_are_measured_apart() {
    assert!(run(&["bench", "--help"]).contains("puzzles"));
    let text = run(&["bench", "puzzles", "--quick", "--rounds", "1", "--json"]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&str> = lines.iter().map(|line| line["bench"].as_str().unwrap()).collect();
    assert_eq!(names, ["databases", "korf", "trait", "threads"]);
    assert!(lines.iter().all(|line| line["schema"] == 1));
    assert_eq!((&lines[0]["databases"], &lines[0]["bytes"]), (&"6-6-3".into(), &11_534_880.into()));
    assert_eq!((&lines[1]["boards"], &lines[1]["generated"]), (&10.into(), &227_301.into()));
    for (line, number) in [(0, "seconds"), (1, "seconds"), (2, "share"), (3, "two_over_one")] {
        assert!(lines[line][number].as_f64().is_some_and(|number| number > 0.0), "{}", lines[line]);
    }
    let people = run(&["bench", "puzzles", "--quick", "--rounds", "1"]);
    assert!(people.contains("Databases 6-6-3") && people.contains("at least 1.8"), "{people}");
}
