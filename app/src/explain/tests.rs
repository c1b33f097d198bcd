use std::num::NonZeroU32;
use std::sync::Arc;

use provebest::game::Window;
use provebest::games::tree::Tree;
use provebest::search::measure::Event;
use provebest::search::{
    AlphaBeta, AlphaBetaHard, Aspiration, BStar, ConspiracyNumbers, Driver, DualStar, Evolving, HybridSss,
    InformedNegaScout, IterSss, Minimax, MtDual, MtSss, MtdF, NegaScout, PartiallyInformedNegaScout, PbStar, Pvs,
    Scout, SideBySide, SssStar, Store, Strategy,
};
use provebest::search::{Search, Task, Trace};
use provebest::{Game, MoveList, Ply, Score};
use provebest_catalog::{News, Problem, Record, Request, games};

use ::svg as svg_crate;
use ::svg::node::element::tag::Type;

use super::*;
use provebest_theatre::story::CutReason;
use provebest_theatre::story::{Bounds, NodeId, Side, Time, VisitId};

const SMALL: &str = "[[3,12,8],[2,4,6],[14,5,2]]";

fn tell(tree: &Tree, search: &impl Search, style: StoryStyle) -> (Story, Vec<Event>) {
    tell_of(tree, style, |task, watch| search.search(task, watch).unwrap().path)
}

type Events<'e> = Trace<Box<dyn FnMut(Event) + 'e>>;

/// The story of a search that returns its line.
fn tell_of(
    tree: &Tree,
    style: StoryStyle,
    search: impl FnOnce(&Task<'_, Tree>, &mut Events<'_>) -> Vec<u32>,
) -> (Story, Vec<Event>) {
    let (root, mut events) = (tree.root(), Vec::new());
    let problem = Problem::of_tree(tree.clone(), "", None).unwrap();
    let mut listener = StoryBuilder::new(problem.into(), style);
    let path = {
        let hear = |event: Event| {
            events.push(event.clone());
            listener.hear(event);
        };
        search(&Task::new(tree, &root, tree.height()), &mut Trace::new(Box::new(hear)))
    };
    (listener.finish(&path), events)
}

/// The tree once more, as simple as can be, with the time at which each leaf was first visited.
#[derive(Default)]
struct Oracle {
    children: Vec<Oracle>,
    value: Option<Score>,
    first: Option<Time>,
}

impl Oracle {
    fn new(tree: &Tree, node: &<Tree as Game>::State, ply: usize) -> Oracle {
        let mut list = MoveList::new();
        match tree.open(node, &mut list) {
            Ok(children) => {
                let child = |number| Oracle::new(tree, &tree.child(node, children, &list, number).1, ply + 1);
                Oracle { children: (0..children.count()).map(child).collect(), ..Oracle::default() }
            }
            Err(value) => {
                let value = if Side::at(ply) == Side::Max { value } else { -value };
                Oracle { value: Some(value), ..Oracle::default() }
            }
        }
    }

    fn at(&mut self, path: &[u32]) -> &mut Oracle {
        path.iter().fold(self, |node, &number| &mut node.children[number as usize])
    }

    /// What the leaves that were visited by then prove of a node.
    fn proved(&self, ply: usize, by: Time) -> Bounds {
        if let Some(value) = self.value {
            let seen = self.first.is_some_and(|first| first <= by);
            return if seen { Bounds::exactly(value) } else { Bounds::UNKNOWN };
        }
        let children = self.children.iter().map(|child| child.proved(ply + 1, by));
        let side = Side::at(ply);
        children
            .reduce(|a, b| Bounds { lower: side.better(a.lower, b.lower), upper: side.better(a.upper, b.upper) })
            .unwrap()
    }

    fn minimax(&self, ply: usize) -> Score {
        let children = self.children.iter().map(|child| child.minimax(ply + 1));
        self.value.unwrap_or_else(|| children.reduce(|a, b| Side::at(ply).better(a, b)).unwrap())
    }
}

struct Judge<'s> {
    story: &'s Story,
    oracle: Oracle,
    events: &'s [Event],
}

impl Judge<'_> {
    fn proved(&mut self, node: NodeId, by: Time) -> Bounds {
        let path = self.story.path(node);
        self.oracle.at(&path).proved(path.len(), by)
    }

    fn is_above(&self, above: NodeId, node: NodeId) -> bool {
        self.story.ancestors(node).any(|other| other == above)
    }

    /// The window of the last visit of a node by then, in MAX's view.
    fn window(&self, node: NodeId, by: Time) -> Window {
        let path = self.story.path(node);
        let mut windows = self.events[..by as usize].iter().filter_map(|event| match event {
            Event::Enter(other, window) if *other == path => Some(*window),
            _ => None,
        });
        let window = windows.next_back().expect("a node with a cut was entered");
        if self.story[node].side() == Side::Max { window } else { -window }
    }

    /// Are the numbers of a reason right at this time, and do they say what the reason says?
    fn judge(&mut self, node: NodeId, reason: &CutReason, passed_by: &[u32], by: Time) {
        let side = self.story[node].side();
        let here = self.proved(node, by);
        let words = self.story.words(node, reason);
        match *reason {
            CutReason::Held { side, has, here, above, at } => {
                assert!(here == node || self.is_above(here, node));
                assert_eq!(side, self.story[here].side());
                let (node, here) = (here, self.proved(here, by));
                assert!(side.likes(here.of(side), has), "{words}: proved here {here:?}");
                assert!(self.is_above(at, node) && self.story[at].side() == side.other(), "{words}");
                let there = self.proved(at, by);
                assert!(side.other().likes(there.of(side.other()), above), "{words}: proved there {there:?}");
                assert!(side.other().likes(above, has), "{words}");
            }
            CutReason::Answered { side: mover, has, question: window }
            | CutReason::Outside { side: mover, has, window } => {
                assert_eq!((mover, window), (side, self.window(node, by)), "{words}");
                assert!(side.likes(here.of(side), has), "{words}: proved here {here:?}");
                assert_eq!(window.is_null(), matches!(reason, CutReason::Answered { .. }));
                let edge = if side == Side::Max { window.beta } else { window.alpha };
                assert!(side.likes(has, edge), "{words}");
            }
            CutReason::NoBetter { side: mover, has, rest } => {
                assert_eq!(mover, side);
                assert!(side.likes(here.of(side), has) && side.likes(has, rest), "{words}: proved here {here:?}");
                self.judge_rest(node, passed_by.iter().copied(), rest, by);
            }
            CutReason::BetterAbove { side: mover, rest, above, at } => {
                assert_eq!(mover, side);
                assert!(self.is_above(at, node) && self.story[at].side() == side, "{words}");
                let there = self.proved(at, by);
                assert!(side.likes(there.of(side), above) && side.likes(above, rest), "{words}: {there:?}");
                self.judge_rest(node, passed_by.iter().copied(), rest, by);
            }
            CutReason::SeenBefore { side: mover, child, rest } => {
                assert_eq!(mover, side);
                self.judge_rest(node, 0..child, rest, by);
            }
        }
    }

    /// Can the children with these numbers really give no more than `rest`?
    fn judge_rest(&mut self, node: NodeId, children: impl Iterator<Item = u32>, rest: Score, by: Time) {
        let side = self.story[node].side();
        let path = self.story.path(node);
        for number in children {
            let child = self.oracle.at(&[&path[..], &[number]].concat()).proved(path.len() + 1, by);
            assert!(side.likes(rest, child.of(side.other())), "child {number} may give more than {rest}: {child:?}");
        }
    }

    /// Is the result of a visit, as it is drawn, true?
    fn judge_result(&mut self, id: VisitId) {
        let path = self.story.path(self.story[id].node);
        let value = self.oracle.at(&path).minimax(path.len());
        let known = self.story[id].known;
        assert!(known.lower <= value && value <= known.upper, "known {known:?} at {path:?}, which is {value}");
        let result = text::result(self.story, id);
        let (sign, number) = result.split_once(' ').unwrap_or(("?", ""));
        let number = || Score(number.parse().unwrap());
        match sign {
            "=" => assert_eq!(value, number(), "{result} at {path:?}"),
            "≤" => assert!(value <= number(), "{result} at {path:?}, which is {value}"),
            "≥" => assert!(value >= number(), "{result} at {path:?}, which is {value}"),
            _ => {}
        }
    }

    /// Is there a reason for every leaf that was never visited: one at the node where the search turned away, and one
    /// that holds for good there or above?
    fn judge_unvisited(&self) {
        for id in self.story.nodes().filter(|id| !self.story[*id].unvisited().is_empty()) {
            let last = *self.story[id].visits.last().unwrap();
            let name = self.story.name(id);
            let unvisited = self.story[id].unvisited();
            let cut = self.story.cut_children(last);
            assert!(unvisited.iter().all(|number| cut.contains(number)), "{name}: {unvisited:?}, but cut {cut:?}");
            let for_good = std::iter::once(id).chain(self.story.ancestors(id)).any(|id| {
                let mut cuts = self.story[id].visits.iter().filter_map(|visit| self.story[*visit].cut_off());
                self.story[id].left.is_some() || cuts.any(|cut| cut.reason.is_final())
            });
            assert!(for_good && self.story.sentence(last).is_some(), "no reason at {name}");
        }
    }
}

fn judge(tree: &Tree, search: &impl Search, style: StoryStyle) {
    let (story, events) = tell(tree, search, style);
    let mut oracle = Oracle::new(tree, &tree.root(), 0);
    for (time, event) in (1..).zip(&events) {
        if let Event::Leaf(path, _) = event {
            oracle.at(path).first.get_or_insert(time);
        }
    }
    let mut judge = Judge { story: &story, oracle, events: &events };
    for id in story.nodes() {
        assert_eq!(story[id].bounds, judge.proved(id, story.time));
        if let Some(left) = &story[id].left {
            judge.judge(id, left, &[], story.time);
        }
        let path = story.path(id);
        let is_cut = |event: &Event| matches!(event, Event::Cut(other, ..) if *other == path);
        let times = (1..).zip(&events).filter(|(_, event)| is_cut(event)).map(|(time, _)| time);
        let cuts = story[id].visits.iter().flat_map(|visit| story[*visit].cuts.iter().map(move |cut| (*visit, cut)));
        for (time, (visit, cut)) in times.zip(cuts) {
            judge.judge(id, &cut.reason, &story.passed_by(visit), time);
        }
        for &visit in &story[id].visits {
            judge.judge_result(visit);
        }
    }
    judge.judge_unvisited();
}

#[test]
fn sentences_are_true() {
    let seeds: Vec<u64> = (0..2000).filter(|seed| Tree::varied(*seed).leaf_count() <= 120).collect();
    assert!(seeds.len() > 1000, "{} trees", seeds.len());
    for (i, seed) in seeds.into_iter().enumerate() {
        let tree = Tree::varied(seed);
        let first_guess = Score(tree.leaf_count() as i32 % 7 - 3);
        let run = std::panic::AssertUnwindSafe(|| {
            judge(&tree, &Minimax, StoryStyle::Windows);
            judge(&tree, &AlphaBeta, StoryStyle::Windows);
            judge(&tree, &AlphaBetaHard, StoryStyle::Windows);
            judge(&tree, &Aspiration { first_guess, margin: 1 + i as i32 % 3 }, StoryStyle::Windows);
            judge(&tree, &Scout, StoryStyle::Windows);
            judge(&tree, &Pvs, StoryStyle::Windows);
            judge(&tree, &NegaScout, StoryStyle::Windows);
            judge(&tree, &PartiallyInformedNegaScout, StoryStyle::Windows);
            judge(&tree, &InformedNegaScout::default(), StoryStyle::Windows);
            let forgetful = InformedNegaScout { store: Store::Table { bytes: 256 } };
            judge(&tree, &forgetful, StoryStyle::Windows);
            judge(&tree, &MtSss, StoryStyle::Windows);
            judge(&tree, &MtDual, StoryStyle::Windows);
            judge(&tree, &MtdF { first_guess }, StoryStyle::Windows);
            judge(&tree, &SssStar, StoryStyle::Merits);
            judge(&tree, &DualStar, StoryStyle::Merits);
            for seam in 0..=tree.height().0 {
                judge(&tree, &HybridSss { seam: Ply(seam) }, StoryStyle::Merits);
            }
            judge(&tree, &IterSss { memory: None }, StoryStyle::Merits);
            judge(&tree, &IterSss { memory: Some(1_000_000) }, StoryStyle::Merits);
        });
        if std::panic::catch_unwind(run).is_err() {
            panic!("seed {seed}: {tree}");
        }
    }
}

fn drawing(tree: &str, search: impl Search, style: StoryStyle, path: &[u32]) -> String {
    let (story, _) = tell(&tree.parse().unwrap(), &search, style);
    let text = text::draw(&story, story.find(path).unwrap()).text;
    anstream::adapter::strip_str(&text).to_string()
}

#[test]
fn alpha_beta_says_who_has_what() {
    let expected = "\
MAX root          (-inf, +inf)  = 3   ← best line
├─ MIN 1          (-inf, +inf)  = 3   ← best line
│  ├─ 1.1                       = 3   ← best line
│  ├─ 1.2                       = 12
│  └─ 1.3                       = 8
├─ MIN 2          (3, +inf)     ≤ 2
│  ├─ 2.1                       = 2
│  └╳ 2.2 to 2.3  cut: MIN already has 2 here, MAX has 3 above (at the root)
└─ MIN 3          (3, +inf)     = 2
   ├─ 3.1                       = 14
   ├─ 3.2                       = 5
   └─ 3.3                       = 2
";
    assert_eq!(drawing(SMALL, AlphaBeta, StoryStyle::Windows, &[]), expected);
}

#[test]
fn sss_star_tells_merits_and_the_order_of_leaves() {
    let expected = "\
MAX root          merit +inf  = 3   ← best line
├─ MIN 1          merit +inf  = 3   ← best line
│  ├─ 1.1                     = 3   #1  ← best line
│  ├─ 1.2                     = 12  #6
│  └─ 1.3                     = 8   #7
├─ MIN 2          merit +inf  ≤ 2
│  ├─ 2.1                     = 2   #2
│  └╳ 2.2 to 2.3  suspended: MIN already has 2 here, MAX has 3 above (at the root)
└─ MIN 3          merit +inf  = 2
   ├─ 3.1                     = 14  #3
   ├─ 3.2                     = 5   #4
   └─ 3.3                     = 2   #5
";
    assert_eq!(drawing(SMALL, SssStar, StoryStyle::Merits, &[]), expected);
}

#[test]
fn memory_tests_tell_their_passes_and_what_they_remember() {
    let expected = "\
Pass 1 of 2
MAX root          ≥4?  ≤ 3
├─ MIN 1          ≥4?  ≤ 3
│  ├─ 1.1              = 3   ← best line
│  └╳ 1.2 to 1.3  cut: MIN already has 3 here, which answers \"at least 4?\"
├─ MIN 2          ≥4?  ≤ 2
│  ├─ 2.1              = 2
│  └╳ 2.2 to 2.3  cut: MIN already has 2 here, which answers \"at least 4?\"; not resumed, for MAX has 3 above (at the root)
└─ MIN 3          ≥4?  = 2
   ├─ 3.1              = 14
   ├─ 3.2              = 5
   └─ 3.3              = 2

Pass 2 of 2; so far ≤ 3
MAX root          ≥3?  = 3   ← best line
├─ MIN 1          ≥3?  = 3   again, after ≤ 3  ← best line
│  ├· 1.1         remembered: = 3
│  ├─ 1.2              = 12
│  └─ 1.3              = 8
└╳ 2 to 3         cut: MAX already has 3 here, which answers \"at least 3?\"
";
    assert_eq!(drawing(SMALL, MtdF { first_guess: Score(4) }, StoryStyle::Windows, &[]), expected);
}

#[test]
fn a_part_of_the_tree_says_what_its_ancestors_contribute() {
    let expected = "\
Visit 1 of 2; above: MAX has 5 at the root (by 1)
MIN 3        ≥6?        = 6
├─ MAX 3.1   ≥6?        ≥ 7
│  ├─ 3.1.1             = 7
│  └╳ 3.1.2  cut: MAX already has 7 here, which answers \"at least 6?\"
└─ MAX 3.2   ≥6?        = 6
   ├─ 3.2.1             = 5
   └─ 3.2.2             = 6

Visit 2 of 2; so far ≥ 6; above: MAX has 5 at the root (by 1)
MIN 3        (6, +inf)  = 6  ← best line
├─ MAX 3.1   (6, +inf)  = 8  again, after ≥ 7
│  ├─ 3.1.1             = 7  again
│  └─ 3.1.2             = 8
└─ MAX 3.2   ≥8?        = 6  again, after ≥ 6  ← best line
   ├─ 3.2.1             = 5  again
   └─ 3.2.2             = 6  again  ← best line
";
    let tree = "[[[3,5],[6,9,2]],[[1,2],[0,-1]],[[7,8],[5,6]]]";
    assert_eq!(drawing(tree, NegaScout, StoryStyle::Windows, &[2]), expected);
}

#[test]
fn a_large_tree_is_drawn_in_its_upper_part() {
    let leaf = "[1,2,3,4,5,6,7]".to_string();
    let tree = (0..3).fold(leaf, |below, _| format!("[{0},{0},{0},{0},{0}]", below)).parse().unwrap();
    let (story, _) = tell(&tree, &Minimax, StoryStyle::Windows);
    let drawing = text::draw(&story, Story::ROOT);
    assert_eq!(drawing.text.lines().count(), 1 + 5 + 25 + 125);
    assert!(drawing.text.contains("… 7 visits below: --node 5.5.5"), "{}", drawing.text);
    assert!(drawing.left_out.unwrap().starts_with("drawn: 156 of 1,031 visits"));
    let part = text::draw(&story, story.find(&[4, 4]).unwrap());
    assert_eq!((part.text.lines().count(), part.left_out), (1 + 1 + 5 + 35, None));
}

#[test]
fn long_notes_go_on_below() {
    let tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse().unwrap();
    let (story, _) = tell(&tree, &AlphaBeta, StoryStyle::Windows);
    let text = text::draw_within(&story, Story::ROOT, Some(50)).text;
    let text = anstream::adapter::strip_str(&text).to_string();
    assert!(text.lines().all(|line| line.chars().count() <= 50), "{text}");
    let expected = "
│  └╳ 2.2 to 2.3  cut: MIN already has 2 here, MAX
│                 has 3 above (at the root)
└─ MIN 3";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn everything_can_be_drawn() {
    for seed in 0..200 {
        let tree = Tree::varied(seed);
        for (story, _) in [
            tell(&tree, &InformedNegaScout::default(), StoryStyle::Windows),
            tell(&tree, &DualStar, StoryStyle::Merits),
            tell(&tree, &SideBySide, StoryStyle::Grown),
            tell_of(&tree, StoryStyle::Grown, |task, watch| BStar::default().search(task, watch).report.path),
            tell_of(&tree, StoryStyle::Grown, |task, watch| PbStar::default().search(task, watch).report.path),
            tell_of(&tree, StoryStyle::Grown, |task, watch| {
                ConspiracyNumbers::default().search(task, watch).report.path
            }),
            tell_of(&tree, StoryStyle::Grown, |task, watch| {
                Evolving::new(Driver::Random(seed)).search(task, watch).path
            }),
        ] {
            for id in story.nodes().step_by(17) {
                text::draw(&story, id);
                svg::draw(&story, id, "a part", None);
            }
        }
    }
}

#[test]
fn a_picture_has_every_node_once_and_every_sentence() {
    let tree = SMALL.parse().unwrap();
    let (story, _) = tell(&tree, &AlphaBeta, StoryStyle::Windows);
    let picture = svg::draw(&story, Story::ROOT, "a < b & c", None).to_string();
    assert_eq!(picture, svg::draw(&story, Story::ROOT, "a < b & c", None).to_string());
    let elements = svg_crate::read(&picture).unwrap();
    let titles =
        elements.filter(|event| matches!(event, svg_crate::parser::Event::Tag("title", Type::Start, _))).count();
    assert_eq!(titles, 1 + story.nodes.len() + 2, "the picture, its nodes, the cut and the sign for it");
    assert!(picture.contains("cut: MIN already has 2 here, MAX has 3 above (at the root)"));
    assert!(picture.contains("a &lt; b &amp; c"));
}

/// A worked example.
const EXAMPLE: &str = r#"{"value":5,"low":0,"high":10,"sons":[
    {"value":6,"low":4,"high":8,"sons":[5,7]},
    {"value":3,"low":1,"high":6,"sons":[{"value":3,"low":1,"high":5,"sons":[2,4]},6]},
    {"value":4,"low":2,"high":5,"sons":[3,9]}]}"#;

fn grown(search: impl FnOnce(&Task<'_, Tree>, &mut Events<'_>) -> Vec<u32>) -> String {
    let (story, _) = tell_of(&EXAMPLE.parse().unwrap(), StoryStyle::Grown, search);
    anstream::adapter::strip_str(&text::draw(&story, Story::ROOT).text).to_string()
}

#[test]
fn b_star_says_what_it_wants_to_prove() {
    let expected = "\
MAX root         = 5     #1 to list the moves  ← best line
├─ MIN 1         = 5     #2 to prove move 1 worth at least 6  ← best line
│  ├─ 1.1        = 5
│  └─ 1.2        = 7
├─ MIN 2         1 to 5  #3 to prove move 2 worth at least 5
│  ├─ MAX 2.1    1 to 5  not expanded
│  └─ 2.2        = 6
└─ MIN 3         2 to 5  not expanded
";
    let strategy = Strategy::ProveBest;
    assert_eq!(grown(|task, watch| BStar { strategy }.search(task, watch).report.path), expected);
}

#[test]
fn conspiracy_numbers_say_who_is_missing() {
    let range = Some((Score(1), Score(10)));
    let search = ConspiracyNumbers { threshold: NonZeroU32::new(2), range, ..ConspiracyNumbers::default() };
    let drawn = grown(|task, watch| search.search(task, watch).report.path);
    assert!(
        drawn.starts_with(
            "MAX root          = 5  #1 to raise the root to 10, one conspirator is missing  ← best line\n"
        ),
        "{drawn}"
    );
    assert!(drawn.contains("MAX 2.1     = 4  #5 to raise the root to 6, one conspirator is missing\n"), "{drawn}");
}

#[test]
fn an_evolving_tree_lists_its_moves_one_by_one() {
    let expected = "\
MAX root          = 5  #1 #2 #3 the root has its value from here  ← best line
├─ MIN 1          = 5  #4 #5 the root has its value from here  ← best line
│  ├─ 1.1         = 5  ← best line
│  └─ 1.2         = 7
├─ MIN 2          ≈ 4  #6 to show that it is worth at most what it seems  1 of 2 moves listed
│  └─ MAX 2.1     = 4  #7 #8 to show that it is worth at most what it seems
│     ├─ 2.1.1    = 2
│     └─ 2.1.2    = 4
└─ MIN 3          ≈ 3  #9 to show that it is worth at most what it seems  1 of 2 moves listed
   └─ 3.1         = 3
";
    assert_eq!(grown(|task, watch| Evolving::new(Driver::Preorder).search(task, watch).path), expected);
}

#[test]
fn expansions_are_data_and_stand_below_the_picture() {
    let tree = EXAMPLE.parse().unwrap();
    let (story, _) = tell_of(&tree, StoryStyle::Grown, |task, watch| BStar::default().search(task, watch).report.path);
    let lines: Vec<serde_json::Value> =
        visits::lines(&story, Story::ROOT).iter().map(|line| serde_json::to_value(line).unwrap()).collect();
    assert_eq!(lines[0]["expansions"], serde_json::json!([{"order": 1, "why": "to list the moves"}]));
    assert!(lines.iter().any(|line| line.get("expansions").is_none()), "a leaf is not expanded");
    let picture = svg::draw(&story, Story::ROOT, "B*", None).to_string();
    assert!(picture.contains("root  #1 to list the moves"));
}

/// What does not fit is left out from below; other programs get the same part.
#[test]
fn no_picture_is_too_wide() {
    for text in ["w=5,d=6,seed=1", "w=3,d=4,seed=2", "w=30,d=2,seed=1"] {
        let problem = Problem::read(games::find("uniform").unwrap(), Some(text), None, None).unwrap();
        let request = Request {
            record: Record { trace: true, once: true, ..Record::default() },
            ..Request::of(Arc::new(problem), "alpha-beta".parse().unwrap())
        };
        let mut builder = StoryBuilder::new(request.problem.clone(), StoryStyle::Windows);
        let mut hear = |news: News<'_>| {
            if let News::Event { event, .. } = news {
                builder.hear(event);
            }
        };
        provebest_catalog::run(&request, &mut hear, &()).unwrap();
        let story = builder.finish(&[]);
        let picture = svg::draw(&story, Story::ROOT, text, None).to_string();
        let width = picture.split(" width=\"").nth(1).and_then(|rest| rest.split('"').next()?.parse::<f64>().ok());
        assert!(width.unwrap() <= 2000.0, "{text}: {width:?}");
        let dot = export::dot(&story, Story::ROOT, "a \"b\"");
        assert!(dot.starts_with("digraph") && dot.ends_with("}\n") && dot.contains("a \\\"b\\\""), "{dot}");
        let (nodes, edges) = (dot.matches("[label=").count(), dot.matches(" -> ").count());
        assert_eq!(nodes, edges + 1, "a tree");
        let tikz = export::tikz(&story, Story::ROOT, "title");
        assert_eq!(tikz.matches('{').count(), tikz.matches('}').count());
        let drawn = tikz.matches("\\draw").count();
        assert!(
            tikz.matches("\\node").count() == drawn + 1 && drawn > 0 && drawn <= edges,
            "a tree, for a page: {tikz}"
        );
    }
}
