//! Bring your own search: SSS* for even depths and DUAL* for odd ones. Marsland, Reinefeld and Schaeffer (1987) measured that each
//! of them is the better one there. Both ask whether the root is worth at least so much and remember the answers (Plaat and
//! others 1996): SSS* goes down from infinity, DUAL* up from minus infinity. So the choice is one line of a driver.

use provebest::game::Window;
use provebest::games::synthetic::{Order, Weighted};
use provebest::games::tree::Tree;
use provebest::search::{Counters, Observer, Report, Search, Task, TooDeep, Trace};
use provebest::search::{MemoryTest, measure::Event, walk::Walk};
use provebest::{Algorithm, Depth, Evaluate, Score};

struct ByParity;

impl Search for ByParity {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, Window::FULL, |walk, root| {
            let (mut memory, mut value) = (MemoryTest::new(walk), Score::ZERO);
            while let Some((lower, upper)) = memory.open_bounds() {
                let beta = if task.depth.0.is_multiple_of(2) { upper } else { lower + 1 };
                value = memory.ask(walk, &root, task.depth, beta)?;
            }
            Ok(value)
        })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Checked against minimax, by one call ...
    let made = provebest::family::check_search(&ByParity)?;
    println!("{} searches of {} trees find what minimax finds", made.searches, made.trees);
    // ... traced and explained ...
    let tree: Tree = "[[3,12],[2,4]]".parse()?;
    let mut trace = Trace::new(|event| match event {
        Event::Enter(path, window) => println!("{path:?}: is it worth at least {}?", window.beta),
        Event::Leaf(path, value) => println!("{path:?}: a leaf worth {value}"),
        Event::Cut(path, child, why) => println!("{path:?}: child {child} is enough, because of {why:?}"),
        Event::Exit(path, value) => println!("{path:?}: the answer is {value}"),
        _ => {}
    });
    let report = ByParity.search(&Task::new(&tree, &tree.root(), tree.height()), &mut trace)?;
    println!("value {:?}, line {:?}", report.value, report.path);
    // ... and counted beside the built-in ones.
    for height in [Depth(5), Depth(6)] {
        let tree = Weighted::new(8, height, 1987, 1000, Order::first(8, 60.0)?)?;
        let (root, mut counters) = (tree.root(), Counters::default());
        ByParity.search(&Task::new(&tree, &root, height), &mut counters)?;
        print!("depth {}: {} leaves", height.0, counters.leaf_visits);
        for algorithm in [Algorithm::SssStar, Algorithm::DualStar, Algorithm::NegaScout] {
            let mut counters = Counters::default();
            algorithm.search(&Task::new(&tree, &root, height), &mut counters)?;
            print!(", {} {}", algorithm.name(), counters.leaf_visits);
        }
        println!();
    }
    Ok(())
}
