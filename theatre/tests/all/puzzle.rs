//! Puzzles: a tape tells the expansions that the search counts, below bounds that rise, on the lanes of its processors.

use std::collections::HashSet;

use provebest_catalog::{Request, run};
use serde_json::{Value, json};

use crate::reader::{Reel, Row};

const BOARDS: [(&str, u64); 3] =
    [("3x3:1 2 0 3 4 5 6 7 8", 2), ("3x3:3 1 2 4 0 5 6 7 8", 2), ("3x3:7 2 4 5 0 6 8 3 1", 26)];

fn reel(board: &str, runs: Value) -> Reel {
    Reel::ask(&json!({"ask": "tape", "game": "tiles", "position": board, "runs": runs}))
}

fn of_kind(rows: &[Row], kind: i64) -> Vec<&Row> {
    rows.iter().filter(|row| row.kind == kind).collect()
}

#[test]
fn expansions_bounds_and_goals_are_those_of_the_search() {
    let machine = "sim:4,latency=3";
    let runs =
        json!([{"method": "a-star"}, {"method": "ida-star"}, {"method": "parallel-ida-star", "machine": machine}]);
    for (board, cost) in BOARDS {
        let reel = reel(board, runs.clone());
        assert_eq!((&reel.head["kind"], &reel.head["schema"]), (&json!("puzzle"), &json!("provebest-tape/1")));
        let estimates = reel.column("nodes.value");
        for (run, head) in reel.runs().iter().enumerate() {
            let (method, rows) = (&head["method"], reel.events(run));
            assert_eq!((&head["value"], &head["cap"]), (&json!(cost), &json!(null)), "{method} on {board}");
            assert_eq!(head["line_text"].as_array().unwrap().len() as u64, cost, "{method}");
            let expanded = of_kind(&rows, 8);
            assert_eq!(head["counters"]["expanded"], expanded.len(), "{method} on {board}");
            for row in &expanded {
                let total = reel.ply(row.node) as i64 + estimates[row.node];
                let best_first = head["best_first"] == true;
                assert!(if best_first { total == row.b } else { total <= row.b }, "{method}: {row:?}, total {total}");
            }
            let goals = of_kind(&rows, 10);
            assert!(goals.iter().any(|row| row.a as u64 == cost && estimates[row.node] == 0), "{method}: {goals:?}");
            assert!(rows.is_sorted_by_key(|row| row.time), "{method}: times fall");
            let bounds: Vec<i64> = of_kind(&rows, 9).iter().map(|row| row.a).collect();
            let iterations: Vec<i64> =
                head["iterations"].as_array().unwrap().iter().map(|one| one[0].as_i64().unwrap()).collect();
            assert_eq!(bounds, iterations, "{method} on {board}");
        }
    }
}

/// The counters of `provebest solve`, and its time on simulated processors.
fn solved(board: &str, method: &str, machine: &str) -> (u64, u64, Option<u64>) {
    let mut request = Request::new("tiles", board, method).unwrap();
    if method.starts_with("parallel") {
        request.machine = Some(machine.parse().unwrap());
    }
    let outcome = run(&request, &mut (), &()).unwrap();
    let answer = outcome.puzzle_answer().unwrap();
    (answer.generated, answer.expanded, outcome.measured.map(|measured| measured.time))
}

#[test]
fn counts_and_times_are_those_of_solve() {
    let boards = [
        "3x3:1 2 0 3 4 5 6 7 8",
        "3x3:2 1 7 3 0 5 4 6 8",
        "3x3:7 2 4 5 0 6 8 3 1",
        "3x3:1 0 2 3 4 5 6 7 8",
        "4x3:1 5 2 3 4 0 6 7 8 9 10 11",
        "4x4:1 5 2 3 4 0 6 7 8 9 10 11 12 13 14 15",
        "4x4:4 1 2 3 8 5 7 0 12 9 6 10 13 14 15 11",
        "3x3:0 1 2 3 4 5 6 7 8",
    ];
    for (place, board) in boards.iter().enumerate() {
        let machine = format!("sim:{},latency=0..{place},seed={place}", 1 + place);
        let methods = ["a-star", "ida-star", "parallel-ida-star"];
        let runs = methods.map(|method| match method {
            "parallel-ida-star" => json!({"method": method, "machine": machine}),
            _ => json!({"method": method}),
        });
        let reel = reel(board, json!(runs));
        for (number, method) in methods.iter().enumerate() {
            let (head, rows) = (&reel.runs()[number], reel.events(number));
            let (generated, expanded, time) = solved(board, method, &machine);
            assert_eq!(head["counters"], json!({"generated": generated, "expanded": expanded}), "{method} on {board}");
            // The root, and the children of all nodes that were expanded.
            let told: i64 = 1 + of_kind(&rows, 8).iter().map(|row| row.a).sum::<i64>();
            assert_eq!(told as u64, generated, "{method} on {board}");
            let length = head["length"].as_u64().unwrap();
            assert_eq!(length, time.unwrap_or(generated), "{method} on {board}");
            assert!(rows.iter().all(|row| row.time as u64 <= length && row.child == -1), "{method} on {board}");
        }
    }
}

#[test]
fn parallel_expansions_lie_on_lanes() {
    for seed in 0..6 {
        let machine = format!("sim:{},latency=0..5,seed={seed}", 2 + seed);
        let reel = reel(BOARDS[2].0, json!([{"method": "parallel-ida-star", "machine": machine}]));
        let (head, rows) = (&reel.runs()[0], reel.events(0));
        let column = |name: &str| reel.column(&format!("runs.0.span.{name}"));
        let spans: Vec<(i64, i64, i64)> =
            (0..column("rank").len()).map(|i| (column("rank")[i], column("start")[i], column("end")[i])).collect();
        assert_eq!(head["machinery"]["work"], spans.iter().map(|(_, start, end)| end - start).sum::<i64>());
        let (length, mut taken) = (head["length"].as_i64().unwrap(), HashSet::new());
        // What was under way when the answer was known has no room in the spans.
        for row in of_kind(&rows, 8).into_iter().filter(|row| row.time < length) {
            for slot in row.time - row.a..row.time {
                let inside = |(rank, start, end): &(i64, i64, i64)| *rank == row.rank && *start <= slot && slot < *end;
                assert!(spans.iter().any(inside), "{machine}: {row:?} lies in no span");
                assert!(taken.insert((row.rank, slot)), "{machine}: {row:?} shares its time");
            }
        }
    }
}
