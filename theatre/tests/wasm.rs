//! A page gets the same bytes from wasm as from a server, for every search, game and simulated machine.
//!
//! `theatre/wasm/build` makes the file; PROVEBEST_WASM names it. Without it, or without Node, nothing is compared.

use std::process::Command;

use provebest_catalog::{MethodGroup, methods};
use provebest_theatre::answer;
use serde_json::{Value, json};

/// Runs of all methods of the family, the parallel ones on this machine, where they run there.
fn runs(machine: &str) -> Vec<Value> {
    let place: provebest::AnyMachine = machine.parse().unwrap();
    let family = methods().filter(|info| info.group == MethodGroup::Family);
    let runs = family.filter(|info| !info.parallel || info.method.runs_on(&place));
    runs.map(|info| match info.parallel {
        true => json!({"method": info.name, "machine": machine}),
        false => json!({"method": info.name}),
    })
    .collect()
}

/// The requests; those for a full build too, with chess, play and puzzles.
fn requests(full: bool) -> Vec<String> {
    let problems = [
        ("tree", "[[[3,12],8],[2,[4,6]],[14,5,2]]", None),
        ("uniform", "w=3,d=4,seed=7", None),
        ("correlated", "w=3,d=4,seed=2", None),
        ("iid", "w=4,d=4,seed=9", None),
        ("tictactoe", "51", Some(4)),
        ("connect4", "4455", Some(4)),
        ("othello", "", Some(3)),
        ("chess", "", Some(2)),
    ];
    let machines = [
        "sim:1",
        "sim:4",
        "sim:7,latency=0..9,topology=ring,seed=3",
        "sim:16,node=1,send=2,receive=1",
        "sim:5,model=lockstep",
    ];
    let mut requests = vec![
        json!({"ask": "tape", "game": "tree", "position": "[[3,", "runs": [{"method": "pvs"}]}),
        json!({"ask": "tape", "game": "tree", "position": "[3]", "runs": [{"method": "pvs", "machine": "threads:2"}]}),
        json!({"ask": "tape", "game": "uniform", "position": "w=2,d=17,seed=1", "runs": [{"method": "minimax"}]}),
        json!({"ask": "tape", "game": "uniform", "position": "w=1,d=300,seed=1", "runs": runs("sim:2")}),
    ];
    for (game, position, depth) in problems.into_iter().filter(|(game, ..)| full || *game != "chess") {
        for machine in machines {
            let runs = runs(machine);
            requests.push(json!({"ask": "tape", "game": game, "position": position, "depth": depth, "runs": runs}));
        }
        requests.push(json!({"ask": "board", "game": game, "position": position, "path": [1, 0]}));
    }
    // A build without chess, play and puzzles lists fewer games and asks.
    if full {
        requests.extend([json!({"ask": "catalog"}), json!({"ask": "dance"})]);
        for (game, moves) in [
            ("tictactoe", json!(["5", "1"])),
            ("connect4", json!(["4", "4"])),
            ("othello", json!([])),
            ("chess", json!(["e2e4"])),
        ] {
            requests.push(json!({"ask": "play", "game": game, "moves": moves, "nodes": 20_000, "level": 5}));
            requests.push(json!({"ask": "play", "game": game, "moves": moves, "nodes": 50_000}));
        }
        for machine in machines.iter().filter(|machine| !machine.contains("lockstep")) {
            let runs = json!([{"method": "a-star"}, {"method": "ida-star"},
                {"method": "parallel-ida-star", "machine": machine}]);
            let position = "3x3:8 7 6 0 4 1 2 5 3";
            requests.push(json!({"ask": "tape", "game": "tiles", "position": position, "runs": runs}));
        }
    }
    requests.iter().map(Value::to_string).collect()
}

#[test]
fn wasm_gives_the_same_bytes() {
    let Some(wasm) = std::env::var_os("PROVEBEST_WASM") else {
        return println!("skipped: PROVEBEST_WASM names no file that theatre/wasm/build made");
    };
    if Command::new("node").arg("--version").output().is_err() {
        return println!("skipped: there is no node");
    }
    let requests = requests(wasm.to_string_lossy().contains("chess"));
    let folder = std::env::temp_dir().join(format!("provebest-wasm-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (asked, told) = (folder.join("requests.json"), folder.join("answers"));
    std::fs::write(&asked, serde_json::to_vec(&requests).unwrap()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/wasm/test.mjs");
    let status = Command::new("node").arg(script).arg(&wasm).arg(&asked).arg(&told).status().unwrap();
    assert!(status.success(), "node");
    let told = std::fs::read(&told).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let (mut rest, mut other) = (&told[..], Vec::new());
    for request in requests {
        let (answered, length) = (rest[0] == 1, u32::from_le_bytes(rest[1..5].try_into().unwrap()) as usize);
        let bytes = &rest[5..5 + length];
        rest = &rest[5 + length..];
        let native = answer(request.as_bytes());
        assert_eq!(answered, native.is_ok(), "{request}: {}", String::from_utf8_lossy(bytes));
        let native = native.unwrap_or_else(|error| error.to_string().into_bytes());
        if bytes != native {
            other.push(request);
        }
    }
    assert!(rest.is_empty() && other.is_empty(), "other bytes in wasm: {other:#?}");
}
