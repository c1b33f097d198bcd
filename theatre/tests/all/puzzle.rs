//! Puzzles: a tape tells the expansions that the search counts, below bounds that rise, on the lanes of its processors.

use std::collections::HashSet;

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
                assert_eq!(row.a, reel.ply(row.node) as i64 + estimates[row.node], "{method}: {row:?}");
                assert!(row.a <= row.b, "{method}: {row:?} is beyond its bound");
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
        for row in of_kind(&rows, 8).into_iter().filter(|row| row.time <= length) {
            for slot in row.time - row.child..row.time {
                let inside = |(rank, start, end): &(i64, i64, i64)| *rank == row.rank && *start <= slot && slot < *end;
                assert!(spans.iter().any(inside), "{machine}: {row:?} lies in no span");
                assert!(taken.insert((row.rank, slot)), "{machine}: {row:?} shares its time");
            }
        }
    }
}
