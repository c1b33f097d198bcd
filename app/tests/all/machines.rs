//! Parallel searches by the command: on simulated processors, in lock step and on threads.

use std::path::PathBuf;

use serde_json::Value;

use crate::common::{err, json_lines, lines, out, provebest, refused};

const TABLES: [&str; 3] = ["lazy-smp", "abdada", "par-mt-sss"];
const LOCK_STEP: [&str; 3] = ["par-sss-star", "par-iter-sss-star", "key-node"];

fn parallel() -> Vec<String> {
    let all = lines(&["algorithms", "--json"]);
    let parallel = all.iter().filter(|one| one["kind"].as_str().unwrap().starts_with("parallel"));
    let names: Vec<String> = parallel.map(|one| one["name"].as_str().unwrap().to_string()).collect();
    assert_eq!(names.len(), 18, "{names:?}");
    names
}

fn trees() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../suites/trees");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut trees: Vec<PathBuf> = files.filter(|file| !file.ends_with("expected.json")).collect();
    trees.sort();
    assert!(trees.len() >= 12);
    trees
}

fn minimax(tree: &Value, sign: i64) -> i64 {
    match tree.as_array() {
        Some(children) => children.iter().map(|child| -minimax(child, -sign)).max().unwrap(),
        None => sign * tree.as_i64().unwrap(),
    }
}

/// The value is minimax's, the move is a best one, and the line leads there.
fn is_right(tree: &Value, row: &Value) {
    let value = minimax(tree, 1);
    assert_eq!((&row["value"], &row["kind"]), (&value.into(), &"exact".into()), "{row}");
    let (mut node, mut sign) = (tree, 1);
    for (ply, number) in row["line"].as_array().unwrap().iter().enumerate() {
        let number: usize = number.as_str().unwrap().parse().unwrap();
        (node, sign) = (&node[number - 1], -sign);
        if ply == 0 {
            assert_eq!(row["best"], number.to_string());
            assert_eq!(-minimax(node, sign), value, "{row}");
        }
    }
    assert_eq!(node.as_i64(), Some(value), "the line ends in a leaf worth the value: {row}");
}

fn number(row: &Value, field: &str) -> u64 {
    row[field].as_u64().unwrap_or_else(|| panic!("no {field} in {row}"))
}

fn is_measured(row: &Value, processors: u64) {
    let [time, work, idle] = ["time", "work", "idle"].map(|field| number(row, field));
    assert_eq!(number(row, "processors"), processors);
    assert_eq!(idle + work, processors * time, "{row}");
    // On several, some leaves may be visited by others after the value is known: work is what was done by then.
    assert!(processors > 1 || number(row, "leaf_visits") == work, "a leaf costs 1, all else nothing: {row}");
    assert!(row["speedup"].as_f64().is_some_and(|speedup| speedup > 0.0), "{row}");
    number(row, "messages");
    let path = &row["critical_path"];
    assert!(path.is_null() || path.as_u64().unwrap() <= time, "{row}");
}

#[test]
fn every_parallel_search_finds_the_value_on_every_suite() {
    let names = parallel().join(",");
    for file in trees() {
        let tree: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        for processors in [1, 2, 3, 5, 8, 64] {
            let machine = format!("sim:{processors},latency={},seed=3", processors % 4);
            let args = ["compare", "tree", file.to_str().unwrap(), "--algorithms", &names, "--machine", &machine];
            let rows = lines(&[&args[..], &["--json"]].concat());
            assert_eq!(rows.len(), parallel().len());
            for row in rows {
                is_right(&tree, &row);
                is_measured(&row, processors);
                let learns_by_memory = TABLES.contains(&row["algorithm"].as_str().unwrap());
                assert!(row["critical_path"].is_null() || !learns_by_memory);
            }
        }
    }
}

#[test]
fn lock_step_counts_by_the_papers_clock() {
    for file in trees() {
        let tree: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        for processors in [1, 2, 8] {
            let machine = format!("sim:{processors},model=lockstep");
            let args = ["compare", "tree", file.to_str().unwrap(), "--algorithms", &LOCK_STEP.join(","), "--json"];
            for row in lines(&[&args[..], &["--machine", &machine]].concat()) {
                is_right(&tree, &row);
                assert!(row["critical_path"].is_null());
                if row["algorithm"] != "key-node" {
                    assert!(number(&row, "leaf_visits") <= processors * number(&row, "time"), "{row}");
                }
            }
        }
    }
}

#[test]
fn threads_find_the_value_too() {
    let names = parallel().join(",");
    for file in trees() {
        let tree: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        for machine in ["threads:1", "threads:2", "threads:4"] {
            let args = ["compare", "tree", file.to_str().unwrap(), "--algorithms", &names, "--machine", machine];
            let rows = lines(&[&args[..], &["--json"]].concat());
            assert_eq!(rows.len(), parallel().len());
            rows.iter().for_each(|row| is_right(&tree, row));
        }
    }
}

#[test]
fn simulation_says_the_same_twice() {
    let names = parallel().join(",");
    let args = ["compare", "uniform", "w=4,d=5,seed=7,values=20", "--algorithms", &names, "--json", "--trace-leaves"];
    let run = || {
        let mut rows = lines(&[&args[..], &["--machine", "sim:5,latency=3,send=1,receive=1,node=1"]].concat());
        rows.iter_mut().for_each(|row| assert!(row.as_object_mut().unwrap().remove("seconds").is_some()));
        rows
    };
    assert_eq!(run(), run());
}

#[test]
fn searches_run_where_they_say() {
    let [row] = &lines(&["search", "tree", "[[3,12,8],[2,4,6]]", "-a", "ybw", "--json"])[..] else { panic!() };
    assert_eq!(row["machine"], "sim:4");
    let [row] = &lines(&["search", "tree", "[[3,12,8],[2,4,6]]", "-a", "lazy-smp", "--json"])[..] else { panic!() };
    assert!(row["machine"].as_str().unwrap().starts_with("threads:"));
    let [row] = &lines(&["search", "tree", "[[3,2],[2,4]]", "-a", "ab", "--machine", "sim:8", "--json"])[..] else {
        panic!()
    };
    assert_eq!((&row["machine"], row.get("processors")), (&"alone".into(), None));
}

#[test]
fn machines_that_do_not_exist_are_refused() {
    let try_it = |machine: &str, algorithm: &str| {
        provebest(&["search", "tree", "[[3,2],[2,4]]", "-a", algorithm, "--machine", machine])
    };
    refused(&try_it("sim:0", "ybw"), &["1 to 65536", "^"]);
    refused(&try_it("sim:4,colour=3", "ybw"), &["'colour'", "latency"]);
    refused(&try_it("sim:4,latency=x", "ybw"), &["latency"]);
    refused(&try_it("cloud", "ybw"), &["sim:8", "threads:8"]);
    refused(&try_it("threads:1000000000", "ybw"), &["threads"]);
    refused(&try_it("sim:4,model=lockstep", "ybw"), &["young-brothers"]);
    refused(&provebest(&["search", "tree", "[1,2]", "-a", "knm", "--variant", "purple"]), &["purple", "buffered"]);
}

#[test]
fn limits_stop_all_processors() {
    for machine in ["sim:4", "threads:3"] {
        for (option, amount, why) in [("--nodes", "1000", "nodes"), ("--time", "50ms", "time")] {
            let args = ["search", "iid", "w=30,d=12", "-a", "ybw", "--machine", machine, option, amount, "--json"];
            let output = provebest(&args);
            assert_eq!(output.status.code(), Some(3), "{}", err(&output));
            assert_eq!(json_lines(&out(&output))[0]["stopped"], why);
        }
    }
}

#[test]
fn a_timeline_is_written_as_data_and_as_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let args = ["search", "uniform", "w=4,d=5,seed=1", "-a", "ybw", "--machine", "sim:4"];
    for name in ["out.json", "out.svg"] {
        let output = provebest(&[&args[..], &["--timeline", &file(name)]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert!(err(&output).contains(&file(name)), "it says where: {}", err(&output));
    }
    let both = ["compare", "uniform", "w=3,d=4,seed=1", "--algorithms", "ybw,er", "--machine", "sim:4", "--timeline"];
    let said = err(&provebest(&[&both[..], &[&file("two.svg")]].concat()));
    for name in ["two.young-brothers.svg", "two.er.svg"] {
        assert!(said.contains(&file(name)) && folder.path().join(name).exists(), "{said}");
    }
    let data: Value = serde_json::from_str(&std::fs::read_to_string(file("out.json")).unwrap()).unwrap();
    assert_eq!(data["schema"], 1);
    let picture = std::fs::read_to_string(file("out.svg")).unwrap();
    assert!(picture.starts_with("<svg") || picture.starts_with("<?xml"));
    refused(&provebest(&[&args[..], &["--timeline", &file("out.doc")]].concat()), &["out.doc", "svg"]);
}

/// Processes that `mpirun` has started say the same error only once.
#[cfg(not(feature = "mpi"))]
#[test]
fn without_mpi_only_the_first_process_of_a_job_says_so() {
    for (name, rank, says) in [("OMPI_COMM_WORLD_RANK", "0", true), ("PMI_RANK", "0", true), ("PMI_RANK", "3", false)] {
        let command = ["search", "tictactoe", "--machine", "mpi"];
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_provebest"));
        let output = program.args(command).env(name, rank).output().unwrap();
        match says {
            true => refused(&output, &["built without MPI", "--features mpi"]),
            false => assert_eq!((out(&output), err(&output)), Default::default(), "{name}={rank}"),
        }
    }
}
