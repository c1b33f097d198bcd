//! Every cut that left out children has a sentence, the one of the story, made of what is known when the cut is made.

use std::collections::HashSet;
use std::sync::Arc;

use provebest_catalog::games;
use provebest_catalog::{News, Problem, Record, Request, run};
use provebest_theatre::story::{StoryBuilder, StoryStyle};
use serde_json::json;

use crate::reader::{NONE, Reel, all_methods, trees};
use crate::replay::{INFINITY, proved};

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
                // Why the search did not come back is known at its end.
                let then = sentence.split("; not resumed").next().unwrap().to_string();
                assert!(told.contains(&then), "{}: {sentence}", head["method"]);
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

/// What a sentence says must be proved by the leaves that were seen before its cut.
fn check_known_then(reel: &Reel, run: usize) -> (usize, usize) {
    let method = &reel.runs()[run]["method"];
    let rows = reel.events(run);
    let column = |name: &str| reel.column(&format!("runs.{run}.reason.{name}"));
    let (mut known, mut all) = (0, 0);
    for (i, &event) in column("event").iter().enumerate() {
        let [kind, side, has, here, above, at] =
            ["kind", "side", "has", "here", "above", "at"].map(|name| column(name)[i]);
        let before = &rows[..event as usize];
        let cut = &rows[event as usize];
        let seen: HashSet<usize> = before.iter().filter(|row| row.kind == 1).map(|row| row.node).collect();
        let bounds = proved(reel, &seen);
        // What a side has for certain at a node, and what it can get at most, both larger if better for it.
        let sign = if side == 0 { 1 } else { -1 };
        let sure = |node: i64, sign: i64| if sign > 0 { bounds[node as usize].0 } else { -bounds[node as usize].1 };
        let at_most = |node: usize| if sign > 0 { bounds[node].1 } else { -bounds[node].0 };
        let words = format!(
            "{method}: {} at event {event}, {:?}",
            reel.name(cut.node),
            reel.text(&format!("runs.{run}.reason.text"))[i]
        );
        let entered = before.iter().rev().find(|row| row.kind == 0 && row.node == cut.node && row.rank == cut.rank);
        let edge = entered.map(|row| if side == 0 { row.b } else { row.a });
        match kind {
            0 => {
                assert!(sure(here, sign) >= sign * has, "{words}");
                assert!(sure(at, -sign) >= -sign * above && -sign * above >= -sign * has, "{words}");
            }
            1 | 2 => {
                assert!(sure(here, sign) >= sign * has && sign * has >= sign * above, "{words}");
                assert_eq!(edge, Some(above), "{words}");
            }
            3 => assert!(sure(here, sign) >= sign * has && has * sign >= above * sign, "{words}"),
            4 => assert!(sure(at, sign) >= sign * above && sign * above >= sign * has, "{words}"),
            5 => {
                let children = reel.children();
                let most = children[cut.node]
                    .iter()
                    .take(cut.child as usize)
                    .map(|child| child.map_or(INFINITY, at_most))
                    .max();
                assert!(most.is_none_or(|most| most <= sign * has), "{words}");
            }
            _ => assert_eq!(kind, 6, "{words}"),
        }
        known += usize::from(kind != 6);
        all += 1;
    }
    (known, all)
}

#[test]
fn sentences_use_what_is_known_then() {
    let (mut known, mut all) = (0, 0);
    for (seed, tree) in trees(30).enumerate() {
        let machine = format!("sim:{},latency=0..{},seed={seed}", 2 + seed % 6, seed % 5);
        let one = all_methods("", false);
        let mut runs = one.clone();
        runs.extend(all_methods(&machine, true));
        runs.extend(["young-brothers,grain=3", "jamboree,grain=8"].map(|m| json!({"method": m, "machine": machine})));
        let reel = Reel::ask(&json!({"ask": "tape", "game": "tree", "position": tree, "runs": runs}));
        for (run, request) in runs.iter().enumerate() {
            let (told, cuts) = check_known_then(&reel, run);
            if run < one.len() {
                assert_eq!(told, cuts, "{request}: a cut on one processor has its reason");
            } else if request["method"] == "uidpabs" {
                assert_eq!(told, 0, "{request}: a shallower search proves nothing of the tree");
            } else {
                (known, all) = (known + told, all + cuts);
            }
        }
    }
    assert!(all > 1000 && known * 1000 >= all * 999, "{known} of {all} cuts on several processors have a reason");
}

#[test]
fn marks_are_the_words_of_sentences() {
    let runs =
        json!([{"method": "alpha-beta"}, {"method": "mtd-f"}, {"method": "sss-star"}, {"method": "young-brothers"}]);
    let reel = Reel::ask(&json!({"ask": "tape", "game": "connect4", "position": "4455", "depth": 4, "runs": runs}));
    for run in 0..4 {
        let sentences = reel.text(&format!("runs.{run}.reason.text"));
        let mark = |name: &str| reel.column(&format!("runs.{run}.mark.{name}"));
        assert!(mark("kind").len() > sentences.len());
        for (i, &reason) in mark("reason").iter().enumerate() {
            let words = &sentences[reason as usize][mark("from")[i] as usize..mark("to")[i] as usize];
            let value = mark("value")[i];
            match mark("kind")[i] {
                0 => assert!(["cut", "solved", "skipped"].contains(&words), "{words}"),
                1 if value.abs() < 1_000_000 => assert_eq!(words, value.to_string()),
                1 => assert!(words.contains('@') || words.contains("inf"), "{words}: {value}"),
                _ if value == 0 => assert_eq!(words, "the root"),
                _ => assert!(words.starts_with(&reel.name(value as usize)), "{words}: {}", reel.name(value as usize)),
            }
        }
    }
}
