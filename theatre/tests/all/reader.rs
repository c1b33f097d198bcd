//! Reads a tape by what its README says, and nothing else.

use std::collections::HashMap;

use provebest_theatre::answer;
use serde_json::Value;

pub const NONE: i64 = 0xffff_ffff;

pub struct Reel {
    pub head: Value,
    columns: HashMap<String, Vec<i64>>,
    texts: HashMap<String, Vec<String>>,
}

/// An event, its node by number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    pub kind: i64,
    pub node: usize,
    pub child: i64,
    pub a: i64,
    pub b: i64,
    pub rank: i64,
    pub time: i64,
}

impl Reel {
    pub fn read(bytes: &[u8]) -> Reel {
        let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
        let head: Value = serde_json::from_slice(&bytes[4..4 + length]).unwrap();
        let start = (4 + length).next_multiple_of(4);
        let (mut columns, mut texts, mut end) = (HashMap::new(), HashMap::new(), 0);
        for column in head["columns"].as_array().unwrap() {
            let (name, kind) = (column[0].as_str().unwrap().to_string(), column[1].as_str().unwrap());
            let (offset, count) = (column[2].as_u64().unwrap() as usize, column[3].as_u64().unwrap() as usize);
            assert_eq!(offset, end, "{name} begins where the last column ended");
            let here = &bytes[start + offset..];
            let items = |size: usize| here[..count * size].chunks_exact(size);
            let size = match kind {
                "u8" | "text" => 1,
                "u16" => 2,
                _ => 4,
            };
            end = offset + (count * size).next_multiple_of(4);
            match kind {
                "text" => {
                    let text = std::str::from_utf8(&here[..count]).unwrap();
                    texts.insert(name, text.split_terminator('\n').map(String::from).collect());
                    continue;
                }
                "u8" => columns.insert(name, here[..count].iter().map(|item| i64::from(*item)).collect::<Vec<_>>()),
                "u16" => columns
                    .insert(name, items(2).map(|item| u16::from_le_bytes(item.try_into().unwrap()).into()).collect()),
                "u32" => columns
                    .insert(name, items(4).map(|item| u32::from_le_bytes(item.try_into().unwrap()).into()).collect()),
                "i32" => columns
                    .insert(name, items(4).map(|item| i32::from_le_bytes(item.try_into().unwrap()).into()).collect()),
                other => panic!("type {other}"),
            };
        }
        assert_eq!(start + end, bytes.len(), "nothing follows the last column");
        Reel { head, columns, texts }
    }

    pub fn ask(request: &Value) -> Reel {
        Reel::read(&answer(request.to_string().as_bytes()).unwrap_or_else(|error| panic!("{request}: {error}")))
    }

    pub fn column(&self, name: &str) -> &[i64] {
        self.columns.get(name).map_or(&[], Vec::as_slice)
    }

    pub fn text(&self, name: &str) -> &[String] {
        self.texts.get(name).map_or(&[], Vec::as_slice)
    }

    pub fn runs(&self) -> &[Value] {
        self.head["runs"].as_array().unwrap()
    }

    pub fn events(&self, run: usize) -> Vec<Row> {
        let column = |name: &str| self.column(&format!("runs.{run}.{name}"));
        let count = self.runs()[run]["events"].as_u64().unwrap() as usize;
        let row = |i: usize| Row {
            kind: column("kind")[i],
            node: column("node")[i] as usize,
            child: column("child")[i],
            a: column("a")[i],
            b: column("b")[i],
            rank: column("rank")[i],
            time: column("time")[i],
        };
        for name in ["kind", "node", "child", "a", "b", "rank", "time"] {
            assert_eq!(column(name).len(), count);
        }
        (0..count).map(row).collect()
    }

    /// The node above; `None` for the root.
    pub fn parent(&self, node: usize) -> Option<usize> {
        let parent = self.column("nodes.parent")[node];
        (parent != NONE).then_some(parent as usize)
    }

    pub fn ply(&self, node: usize) -> usize {
        std::iter::successors(self.parent(node), |&above| self.parent(above)).count()
    }

    /// The path as people write it; `root` for the root.
    pub fn name(&self, node: usize) -> String {
        let mut numbers: Vec<String> = Vec::new();
        let mut at = node;
        while let Some(above) = self.parent(at) {
            numbers.insert(0, (self.column("nodes.number")[at] + 1).to_string());
            at = above;
        }
        if numbers.is_empty() { "root".into() } else { numbers.join(".") }
    }

    /// The children of every node that are listed, by number.
    pub fn children(&self) -> Vec<Vec<Option<usize>>> {
        let counts = self.column("nodes.children");
        let mut children: Vec<Vec<Option<usize>>> = counts.iter().map(|&count| vec![None; count as usize]).collect();
        for node in 1..counts.len() {
            let above = self.parent(node).unwrap();
            assert!(above < node, "parents come before children");
            children[above][self.column("nodes.number")[node] as usize] = Some(node);
        }
        children
    }
}

/// Every method of the family, parallel ones on this machine.
pub fn all_methods(machine: &str, parallel: bool) -> Vec<Value> {
    let family = provebest_catalog::methods().filter(|info| info.group == provebest_catalog::MethodGroup::Family);
    let run = |info: provebest_catalog::MethodInfo| match info.parallel {
        true => serde_json::json!({"method": info.name, "machine": machine}),
        false => serde_json::json!({"method": info.name}),
    };
    family.filter(|info| info.parallel == parallel).map(run).collect()
}

/// Small irregular trees with many ties.
pub fn trees(count: usize) -> impl Iterator<Item = String> {
    use provebest_games::tree::Tree;
    (0..).map(Tree::varied).filter(|tree| tree.leaf_count() <= 120).map(|tree| tree.to_string()).take(count)
}
