//! Every cut that left out children has a sentence, the one of the story, and the story's sentences are on the tape.

use std::collections::HashSet;
use std::sync::Arc;

use provebest_catalog::games;
use provebest_catalog::{News, Problem, Record, Request, run};
use provebest_theatre::story::{StoryBuilder, StoryStyle};
use serde_json::json;

use crate::reader::{NONE, Reel, all_methods, trees};

/// What `provebest explain` says of a search.
fn explained(tree: &str, method: &str, style: StoryStyle) -> Vec<String> {
    let problem = Problem::read(games::find("tree").unwrap(), Some(tree), None, None).unwrap();
    let mut request = Request::of(Arc::new(problem), method.parse().unwrap());
    request.record = Record { trace: true, once: true, ..Record::default() };
    let mut builder = StoryBuilder::new(request.problem.clone(), style);
    let mut hear = |news: News<'_>| {
        if let News::Event { event, .. } = news {
            builder.hear(event);
        }
    };
    let outcome = run(&request, &mut hear, &()).unwrap();
    let story = builder.finish(&outcome.game_answer().unwrap().path);
    let of_cuts = story.visits().filter(|visit| story[*visit].cut_off().is_some());
    of_cuts.filter_map(|visit| story.sentence(visit)).collect()
}

#[test]
fn every_cut_has_its_sentence() {
    let mut cuts = 0;
    for tree in trees(60) {
        let runs = all_methods("", false);
        let reel = Reel::ask(&json!({"ask": "tape", "game": "tree", "position": tree, "runs": runs}));
        for run in 0..runs.len() {
            let head = &reel.runs()[run];
            let rows = reel.events(run);
            let of_cuts: Vec<i64> = (0..).zip(&rows).filter(|(_, row)| row.kind == 3).map(|(event, _)| event).collect();
            let column = |name: &str| reel.column(&format!("runs.{run}.reason.{name}"));
            let sentences = reel.text(&format!("runs.{run}.reason.text"));
            assert_eq!(column("event"), of_cuts, "{}", head["method"]);
            assert_eq!(sentences.len(), of_cuts.len(), "{}", head["method"]);
            let style = if head["best_first"] == true { StoryStyle::Merits } else { StoryStyle::Windows };
            let told: HashSet<&String> = sentences.iter().collect();
            for sentence in explained(&tree, head["method"].as_str().unwrap(), style) {
                assert!(told.contains(&sentence), "{}: {sentence}", head["method"]);
            }
            for (i, sentence) in sentences.iter().enumerate() {
                // The node that holds something is named in the sentence.
                let at = column("at")[i];
                if at != NONE {
                    let place = match reel.name(at as usize).as_str() {
                        "root" => "at the root".to_string(),
                        name => format!("at {name}"),
                    };
                    assert!(sentence.contains(&place), "{}: {sentence}: {place}", head["method"]);
                }
                let side = if column("side")[i] == 0 { "MAX" } else { "MIN" };
                assert!(sentence.contains(side), "{sentence}");
            }
            cuts += of_cuts.len();
        }
    }
    assert!(cuts > 1000, "{cuts} cuts");
}
