//! The counts of the suite are those that `BENCH` holds. A change that means to change them writes them anew with
//! `provebest bench --counts > BENCH`, and says so in its commit.

use assert_cmd::Command;

#[test]
fn counts_are_those_of_the_file() {
    let output = Command::cargo_bin("provebest").unwrap().args(["bench", "--counts"]).assert().success();
    let counted = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let held = include_str!("../../BENCH");
    for (counted, held) in counted.lines().zip(held.lines()) {
        assert_eq!(counted, held);
    }
    assert_eq!(counted.lines().count(), held.lines().count());
}

#[test]
fn a_race_of_one_round_tells_every_ratio() {
    let output = Command::cargo_bin("provebest").unwrap().args(["bench", "--json", "--rounds", "1"]).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
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
