//! Known leaf orders on small trees: the facts stand in `suites/trees`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Expected {
    value: i64,
    algorithms: BTreeMap<String, Wanted>,
}

#[derive(Deserialize)]
struct Wanted {
    leaves: u64,
    leaf_visits: Value,
    /// Every visit in order, up to the first 120.
    leaf_order: Option<Vec<String>>,
    /// First visits only, where re-visits may differ; up to the first 120.
    first_visits: Option<Vec<String>>,
}

const SHOWN: usize = 120;

fn minimax(tree: &Value, maximise: bool) -> i64 {
    let Some(children) = tree.as_array() else { return tree.as_i64().unwrap() };
    let values = children.iter().map(|child| minimax(child, !maximise));
    if maximise { values.max().unwrap() } else { values.min().unwrap() }
}

fn strings(value: &Value) -> Vec<String> {
    serde_json::from_value(value.clone()).unwrap()
}

#[test]
fn leaves_are_visited_in_the_known_order() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../suites/trees");
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let expected: BTreeMap<String, Expected> = serde_json::from_slice(&read("expected.json")).unwrap();
    assert!(expected.len() >= 12);
    for (name, want) in expected {
        let file = format!("{name}.json");
        let tree: Value = serde_json::from_slice(&read(&file)).unwrap();
        let children = tree.as_array().unwrap();
        let leftmost = children.iter().position(|child| minimax(child, false) == want.value).unwrap() + 1;
        let names: Vec<&str> = want.algorithms.keys().map(String::as_str).collect();
        let path = folder.join(&file);
        let rows = crate::common::lines(&[
            "compare",
            "tree",
            path.to_str().unwrap(),
            "--algorithms",
            &names.join(","),
            "--first-guess",
            "0",
            "--json",
            "--trace-leaves",
        ]);
        assert_eq!(rows.len(), names.len());
        for row in rows {
            let algorithm = row["algorithm"].as_str().unwrap();
            let wanted = &want.algorithms[algorithm];
            let at = format!("{name} {algorithm}");
            assert_eq!(row["value"], want.value, "{at}");
            assert_eq!(row["kind"], "exact", "{at}");
            let order = strings(&row["leaf_order"]);
            let first: Vec<String> = {
                let mut seen = std::collections::HashSet::new();
                order.iter().filter(|leaf| seen.insert(leaf.as_str())).cloned().collect()
            };
            if let Some(leaf_order) = &wanted.leaf_order {
                assert_eq!(&order[..order.len().min(SHOWN)], &leaf_order[..], "{at}");
            }
            if let Some(first_visits) = &wanted.first_visits {
                assert_eq!(&first[..first.len().min(SHOWN)], &first_visits[..], "{at}");
            }
            assert_eq!(row["leaves"], wanted.leaves, "{at}");
            assert_eq!(row["leaf_visits"], order.len() as u64, "{at}");
            match wanted.leaf_visits.as_array() {
                Some(any) => assert!(any.contains(&row["leaf_visits"]), "{at}: {}", row["leaf_visits"]),
                None => assert_eq!(row["leaf_visits"], wanted.leaf_visits, "{at}"),
            }
            let line = strings(&row["line"]);
            let end = line.iter().fold(&tree, |node, step| &node[step.parse::<usize>().unwrap() - 1]);
            assert_eq!(end, &Value::from(want.value), "{at}: the line {line:?}");
            if algorithm != "iter-sss-star" {
                assert_eq!(row["best"], leftmost.to_string(), "{at}");
            }
        }
    }
}
