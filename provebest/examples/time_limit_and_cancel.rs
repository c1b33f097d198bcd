//! A search ends when its time is up, when it has seen enough nodes, or when another thread says so. It always says which.

use std::time::Duration;

use provebest::games::connect_four::ConnectFour;
use provebest::{CancelToken, Reason, best_move};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = ConnectFour::default();
    let start = rules.start();
    // Deepens ply by ply until the time is up.
    let choice = best_move(&rules, &start).time(Duration::from_millis(50)).search()?;
    assert_eq!(choice.stopped, Some(Reason::Time));
    println!(
        "after 50 ms: column {:?}, {} plies deep, {} nodes",
        choice.best.map(|m| m + 1),
        choice.depth.0,
        choice.nodes
    );
    // The same with a number of nodes: this is repeatable.
    let choice = best_move(&rules, &start).nodes(20_000).search()?;
    println!("after {} nodes: column {:?}", choice.nodes, choice.best.map(|m| m + 1));
    // Another thread calls it off: a person has pressed a key, say.
    let token = CancelToken::new();
    let other = token.clone();
    let key = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        other.cancel();
    });
    let choice = best_move(&rules, &start).cancel(&token).search()?;
    assert_eq!(choice.stopped, Some(Reason::Cancel));
    println!("called off: column {:?}, {} plies deep", choice.best.map(|m| m + 1), choice.depth.0);
    key.join().expect("the thread only sleeps");
    Ok(())
}
