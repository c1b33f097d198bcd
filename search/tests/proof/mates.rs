use crate::graph::Graph;
use provebest_game::Score;
use provebest_search::Limits;
use provebest_search::proof::{DfPn, Patience, Question};
#[test]
fn debug_one() {
    let graph = Graph::random(164, 60, 4);
    let mut seen = vec![1u32];
    let mut i = 0;
    while i < seen.len() {
        for &c in &graph.edges[seen[i] as usize] {
            if !seen.contains(&c) {
                seen.push(c)
            }
        }
        i += 1;
    }
    for &n in &seen {
        println!("{n}: {:?} {}", graph.edges[n as usize], graph.ends[n as usize]);
    }
    let log = std::sync::Mutex::new(Vec::new());
    let sink = |n: &u32| {
        let mut l = log.lock().unwrap();
        if l.len() < 400 {
            l.push(*n)
        }
    };
    let q =
        Question::new(&graph, &1, Score(0)).within(Limits { nodes: Some(20000), ..Limits::default() }).telling(&sink);
    let v = DfPn { entries: 1024, patience: Patience::Leftmost, mobility: false }.ask(&q).unwrap();
    println!("{v:?}\n{:?}", log.lock().unwrap());
}
