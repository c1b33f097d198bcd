//! The story as data: one line for each visit.

use provebest_catalog::SCHEMA;
use provebest_game::Score;
use provebest_search::measure::dewey;
use serde::Serialize;

use super::text;
use provebest_theatre::story::{NodeId, Story, VisitId};

/// One visit as a line of JSON. Numbers are MAX's, null stands for an infinite bound.
#[derive(Serialize)]
pub struct VisitLine {
    schema: u32,
    node: String,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    word: Option<String>,
    side: Option<&'static str>,
    visit: usize,
    alpha: Option<i32>,
    beta: Option<i32>,
    result: String,
    lower: Option<i32>,
    upper: Option<i32>,
    best: bool,
    passed_by: Vec<String>,
    why: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expansions: Vec<ExpansionLine>,
}

/// A node is expanded, or lists one more move.
#[derive(Serialize)]
struct ExpansionLine {
    order: u32,
    why: String,
}

/// Every visit of a node and of those below it, in order.
pub fn lines(story: &Story, from: NodeId) -> Vec<VisitLine> {
    let finite = |score: Score| (score - 1 > Score::WORST && score + 1 < Score::INFINITY).then_some(score.0);
    let line = |id: VisitId| {
        let visit = &story[id];
        let node = &story[visit.node];
        let path = story.path(visit.node);
        VisitLine {
            schema: SCHEMA,
            node: dewey(&path),
            word: node.word.clone(),
            side: (!node.is_leaf()).then(|| node.side().name()),
            visit: story.repetition(id) + 1,
            alpha: visit.window.and_then(|window| finite(window.alpha)),
            beta: visit.window.and_then(|window| finite(window.beta)),
            result: text::result(story, id),
            lower: finite(node.bounds.lower),
            upper: finite(node.bounds.upper),
            best: node.on_best_line,
            passed_by: story.passed_by(id).iter().map(|&child| dewey(&[&path[..], &[child]].concat())).collect(),
            why: story.sentence(id),
            expansions: visit
                .expansions
                .iter()
                .map(|one| ExpansionLine { order: one.order, why: one.why.to_string() })
                .collect(),
        }
    };
    let below = |id: &VisitId| {
        let node = story[*id].node;
        node == from || story.ancestors(node).any(|above| above == from)
    };
    story.visits().filter(below).map(line).collect()
}
