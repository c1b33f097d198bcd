use provebest::games::tree::Tree;
use provebest::search::{
    AlphaBeta, AlphaBetaHard, Aspiration, DualStar, InformedNegaScout, IterSss, Minimax, MtDual, MtSss, MtdF, NegaScout,
    PartiallyInformedNegaScout, Pvs, Scout, SssStar,
};
use provebest::{Score, Search, Task, Trace};

use super::*;

fn tell(tree: &Tree, search: impl Search, style: Style) -> Story {
    let mut listener = Listener::new(tree, &tree.root(), style);
    let task = Task::new(tree, &tree.root(), tree.height());
    let mut trace = Trace::new(|event| listener.hear(event));
    let report = search.search(&task, &mut trace).unwrap();
    drop(trace);
    listener.finish(&report.path)
}

fn drawing(tree: &str, search: impl Search, style: Style) -> String {
    let story = tell(&tree.parse().unwrap(), search, style);
    let text = text::draw(&story, Story::ROOT).text;
    anstream::adapter::strip_str(&text).to_string()
}

#[test]
fn show() {
    let small = "[[3,12,8],[2,4,6],[14,5,2]]";
    let t = "[[[3,5],[6,9,2]],[[1,2],[0,-1]],[[7,8,1],[5,6],[4,4]]]";
    println!("{}", drawing(small, AlphaBeta, Style::Windows));
    println!("{}", drawing(small, AlphaBetaHard, Style::Windows));
    println!("{}", drawing(small, SssStar, Style::Merits));
    println!("{}", drawing(small, DualStar, Style::Merits));
    println!("{}", drawing(small, MtSss, Style::Windows));
    println!("{}", drawing(t, NegaScout, Style::Windows));
    println!("{}", drawing(t, Pvs, Style::Windows));
    println!("{}", drawing(t, SssStar, Style::Merits));
    println!("{}", drawing(t, DualStar, Style::Merits));
    println!("{}", drawing(t, IterSss { memory: None }, Style::Merits));
    println!("{}", drawing(t, MtDual, Style::Windows));
    println!("{}", drawing(t, MtdF { first_guess: Score(4) }, Style::Windows));
    println!("{}", drawing(t, InformedNegaScout::default(), Style::Windows));
    println!("{}", drawing(t, PartiallyInformedNegaScout, Style::Windows));
    println!("{}", drawing(t, Aspiration { first_guess: Score(1), margin: 2 }, Style::Windows));
    println!("{}", drawing(t, Scout, Style::Windows));
    println!("{}", drawing(t, Minimax, Style::Windows));
}
