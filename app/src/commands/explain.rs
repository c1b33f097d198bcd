//! `provebest explain`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use provebest::family::AlgorithmKind;
use provebest_catalog::games::{AnyGame, GameInfo};
use provebest_catalog::{Limits, Method, MethodGroup, News, Outcome, Problem, Record, Request};
use provebest_game::{Game, MoveList, Score, TextError};
use provebest_search::measure::dewey;
use provebest_search::{Kind, Reason};
use serde::Serialize;

use super::begin;
use crate::ending::Ending;
use crate::explain::{self, Listener, NodeId, Shown, Story, Style, VisitId, svg};
use crate::options::{self, ProblemOptions, Tuning, game_names, method_names};
use crate::output::file::WholeFile;
use crate::output::json::{SCHEMA, json};
use crate::output::outcome::headline;
use crate::output::progress::Progress;
use crate::output::text::{self, BOLD, DIM};

/// Draw the tree that a search visited: windows, values, and why it left out the rest
///
/// Small trees are drawn as text, the upper part of larger ones too; --node shows what is below a node, --svg draws a
/// picture. All numbers are MAX's, who moves at the root.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest explain tree '[[3,12,8],[2,4,6],[14,5,2]]' --algorithm alpha-beta
  provebest explain tree '[[3,12,8],[2,4,6],[14,5,2]]' --algorithm sss-star
  provebest explain uniform w=4,d=5,seed=1 --algorithm negascout --node 2.1
  provebest explain tictactoe X-O-X---O --algorithm mtd-f --svg tree.svg")]
pub struct Args {
    /// The game; see `provebest games`
    #[arg(value_parser = game_names(), hide_possible_values = true)]
    game: &'static GameInfo,

    /// The position; see `provebest games`
    #[arg(allow_negative_numbers = true)]
    position: Option<String>,

    /// The algorithm; see `provebest algorithms`
    #[arg(short, long, value_name = "NAME", default_value = "alpha-beta", value_parser = method_names(&[MethodGroup::Family]),
          hide_possible_values = true)]
    algorithm: Method,

    /// Only what is below this node: 2.1 is the first child of the second child of the root
    #[arg(long, value_name = "NODE", value_parser = path)]
    node: Option<Path>,

    /// Draw a picture into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// One JSON object per visit
    #[arg(long, conflicts_with = "svg")]
    json: bool,

    #[command(flatten)]
    problem: ProblemOptions,

    #[command(flatten)]
    tuning: Tuning,
}

/// Child numbers from the root on, counted from 0.
#[derive(Clone, Debug, Default)]
struct Path(Vec<u32>);

fn path(text: &str) -> Result<Path, String> {
    let number = |word: &str| word.parse::<u32>().ok()?.checked_sub(1);
    let numbers = text.split('.').map(number).collect::<Option<_>>().map(Path);
    let root = matches!(text, "" | "root").then(Path::default);
    root.or(numbers).ok_or_else(|| "expected numbers of children such as 2.1, or root".into())
}

/// A search of more nodes is too long a story.
const MOST_NODES: u64 = 1_000_000;

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let mut method = args.algorithm;
    if let Some(algorithm) = method.algorithm().filter(|algorithm| algorithm.is_parallel()) {
        anyhow::bail!(
            "{algorithm} happens on many processors at once, which is no story to tell; expected {}, which it makes \
             parallel, or `provebest search --timeline FILE`",
            algorithm.sequential()
        );
    }
    options::set(std::slice::from_mut(&mut method), args.tuning.settings())?;
    let problem = args.problem.game(args.game, args.position.as_deref())?;
    let request = Request {
        limits: Limits { nodes: Some(MOST_NODES), ..Limits::default() },
        record: Record { trace: true, once: true, ..Record::default() },
        ..Request::of(problem, method)
    };
    request.check().map_err(options::misused)?;
    let (problem, name) = (&*request.problem, method.name());
    let Some(game) = problem.game() else { return Ok(Ending::Done) };
    let Path(path) = args.node.clone().unwrap_or_default();
    exists(game, &path)?;
    let picture = |path: PathBuf| {
        let file = WholeFile::at(&path).with_context(|| format!("the picture '{}'", path.display()))?;
        anyhow::Ok((path, file))
    };
    let picture = args.svg.map(picture).transpose()?;
    let token = begin(problem);
    let style = match method.algorithm().map(|algorithm| algorithm.about().kind) {
        Some(AlgorithmKind::BestFirst) => Style::Merits,
        _ => Style::Windows,
    };
    let (mut listener, mut progress) = (Listener::new(game, style), Progress::new(name.into()));
    let mut hear = |news: News<'_>| match news {
        News::Event(_, event) => listener.hear(event),
        News::Tick => progress.tick(),
        News::Note(note) => text::note(format_args!("{note}")),
        _ => {}
    };
    let found = provebest_catalog::run(&request, &mut hear, &token);
    drop(progress);
    let found = found.map_err(|error| options::failed(&method, error))?;
    match found.stopped {
        Some(Reason::Cancel) => {
            text::note(format_args!("interrupted: half a search explains nothing"));
            return Ok(Ending::Interrupted);
        }
        Some(Reason::Memory) => {
            text::note(format_args!("{name} has no memory for all that it stores"));
            return Ok(Ending::Stopped);
        }
        Some(_) => {
            let most = text::thousands(MOST_NODES);
            text::note(format_args!("{name} visits more than {most} nodes, too many to explain"));
            text::note(format_args!("a smaller tree or --depth, or `provebest search --trace FILE`, would do"));
            return Ok(Ending::Stopped);
        }
        None => {}
    }
    let path_of_best = found.game_answer().map_or(&[][..], |answer| &answer.path);
    let told = Explained { story: listener.finish(path_of_best), found: &found };
    let story = &told.story;
    let mut out = anstream::stdout().lock();
    let Some(node) = story.find(&path) else {
        let (node, sentence) = nearest(story, &path);
        if args.json {
            return Ok(Ending::Done);
        }
        told.headline(&mut out, problem)?;
        writeln!(out, "\n{BOLD}{}{BOLD:#} was not visited. At {node}: {sentence}.", dewey(&path))?;
        return Ok(Ending::Done);
    };
    if args.json {
        for line in visit_lines(story, node) {
            writeln!(out, "{}", json(&line)?)?;
        }
        return Ok(Ending::Done);
    }
    if let Some((path, file)) = picture {
        told.headline(&mut out, problem)?;
        let title = format!("{name} on {} {}: {}", problem.name(), problem.label(), told.verdict());
        let drawn = svg::draw(story, node, &title).to_string();
        if let Err(why) = file.write(drawn.as_bytes()) {
            return Ok(text::unwritten(&format!("the picture '{}'", path.display()), &why));
        }
        writeln!(out, "picture    {}", text::harmless(&path.display().to_string()))?;
        return Ok(Ending::Done);
    }
    told.headline(&mut out, problem)?;
    for line in explain::text::legend(story) {
        writeln!(out, "{DIM}{line}{DIM:#}")?;
    }
    let drawing = explain::text::draw(story, node);
    write!(out, "\n{}", drawing.text)?;
    if let Some(left_out) = drawing.left_out {
        writeln!(out, "\n{DIM}{left_out}{DIM:#}")?;
    }
    Ok(Ending::Done)
}

/// The last node on a path that was visited, and why the search did not go on from there.
fn nearest(story: &Story, path: &[u32]) -> (String, String) {
    let known = (0..path.len()).rev().find_map(|end| story.find(&path[..end])).unwrap_or(Story::ROOT);
    let sentence = story[known].visits.last().and_then(|visit| story.sentence(*visit));
    (story.name(known), sentence.unwrap_or_else(|| "no reason is known".into()))
}

/// A search and its story.
struct Explained<'a> {
    story: Story,
    found: &'a Outcome,
}

impl Explained<'_> {
    fn verdict(&self) -> String {
        let Some(answer) = self.found.game_answer() else { return String::new() };
        let value = answer.score().map_or("?".into(), |value| match value.end() {
            Some(_) => text::value(value, answer.plies),
            None => Shown(value).to_string(),
        });
        let best = answer.line.first().map(|best| format!(", best move {best}")).unwrap_or_default();
        let estimated = if answer.value_kind() == Kind::Heuristic { " (estimated at the horizon)" } else { "" };
        format!("value {value}{estimated}{best}")
    }

    fn headline(&self, out: &mut impl Write, problem: &Problem) -> std::io::Result<()> {
        let plies = text::plural(problem.depth().0.into(), "ply", "plies");
        headline(out, problem, &format!("{plies} · {}", self.found.algorithm))?;
        let visits = text::plural(self.story.visits.len() as u64, "visit", "visits");
        let nodes = text::plural(self.story.nodes.len() as u64, "node", "nodes");
        let leaves = text::plural(self.story.leaf_visits.into(), "leaf visit", "leaf visits");
        writeln!(out, "{}; {visits} of {nodes}, {leaves} among them", self.verdict())
    }
}

/// Is there such a node, visited or not?
fn exists(game: &AnyGame, path: &[u32]) -> anyhow::Result<()> {
    let (mut state, mut list) = (game.root(), MoveList::new());
    let text = dewey(path);
    for (i, &number) in path.iter().enumerate() {
        let children = game.open(&state, &mut list);
        let count = children.map_or(0, |children| children.count());
        let Some(children) = children.ok().filter(|_| number < count) else {
            let place = dewey(&path[..i]).len() + usize::from(i > 0);
            let wrong = match count {
                0 => TextError::new(&text, place, "a child of a leaf", "no further number"),
                _ => TextError::new(&text, place, "not the number of a child", format!("a number from 1 to {count}")),
            };
            return Err(wrong).context("--node");
        };
        let child = game.child(&state, children, &list, number).1;
        list.close(children);
        state = child;
    }
    Ok(())
}

/// One visit as a line of JSON; numbers are MAX's, null stands for an infinite bound.
#[derive(Serialize)]
struct VisitLine {
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
}

/// Every visit of a node and of those below it, in order.
fn visit_lines(story: &Story, from: NodeId) -> Vec<VisitLine> {
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
            result: explain::text::result(story, id),
            lower: finite(node.bounds.lower),
            upper: finite(node.bounds.upper),
            best: node.on_best_line,
            passed_by: story.passed_by(id).iter().map(|&child| dewey(&[&path[..], &[child]].concat())).collect(),
            why: story.sentence(id),
        }
    };
    let below = |id: &VisitId| {
        let node = story[*id].node;
        node == from || story.ancestors(node).any(|above| above == from)
    };
    story.visits().filter(below).map(line).collect()
}
