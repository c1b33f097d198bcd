//! `provebest explain`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use provebest::{
    Algorithm, AlgorithmKind, AlgorithmSpec, Kind, Leaves, Limits, MoveList, Reason, Score, Search, Task, TextError,
};
use serde::Serialize;

use crate::Ending;
use crate::cli::{ProblemOptions, Tuning, algorithm_names};
use crate::explain::{Listener, NodeId, Shown, Story, Style, VisitId, svg, text};
use crate::line::{SCHEMA, json};
use crate::memory;
use crate::people::{self, BOLD, DIM};
use crate::problem::{GameName, Job, MOST_PLIES, Playable, Problem, words};
use crate::recorder::{Recorder, dewey};
use crate::run::{interrupts, settings, with_stack};
use crate::whole::WholeFile;

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
    game: GameName,

    /// The position; see `provebest games`
    #[arg(allow_negative_numbers = true)]
    position: Option<String>,

    /// The algorithm; see `provebest algorithms`
    #[arg(short, long, value_name = "NAME", default_value = "alpha-beta", value_parser = algorithm_names())]
    algorithm: Algorithm,

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
    root.or(numbers).ok_or_else(|| "numbers of children such as 2.1, or root, would be right".into())
}

/// A search of more nodes is too long a story.
const MOST_NODES: u64 = 1_000_000;

pub fn run(args: Args) -> anyhow::Result<Ending> {
    if args.algorithm.is_parallel() {
        anyhow::bail!(
            "{} happens on many processors at once, which is no story to tell; {}, which it makes parallel, would be \
             right, or `provebest search --timeline FILE`",
            args.algorithm,
            args.algorithm.sequential()
        );
    }
    let problem = args.problem.problem(args.game, args.position.as_deref())?;
    let spec = args.algorithm.with(settings(&problem, &args.tuning, &[args.algorithm])?);
    let Path(path) = args.node.clone().unwrap_or_default();
    problem.visit(Exists { path: &path })?;
    if problem.is_cut_short(args.problem.depth) {
        let plies = people::plural(problem.depth.0.into(), "ply", "plies");
        people::note(format_args!("searching {plies}; --depth says otherwise"));
    }
    let picture = |path: PathBuf| {
        let file = WholeFile::at(&path).with_context(|| format!("the picture '{}'", path.display()))?;
        anyhow::Ok((path, file))
    };
    let picture = args.svg.map(picture).transpose()?;
    let token = interrupts();
    let tell = || problem.visit(Tell { problem: &problem, spec, token: &token });
    let name = spec.algorithm.name();
    let told = with_stack(name, problem.depth, tell).context(name)??;
    match told.stopped {
        Some(Reason::Cancel) => {
            people::note(format_args!("interrupted: half a search explains nothing"));
            return Ok(Ending::Interrupted);
        }
        Some(Reason::Memory) => {
            people::note(format_args!("{} has no memory for all that it stores", spec.algorithm));
            return Ok(Ending::Stopped);
        }
        Some(_) => {
            let most = people::thousands(MOST_NODES);
            people::note(format_args!("{} visits more than {most} nodes, too many to explain", spec.algorithm));
            people::note(format_args!("a smaller tree or --depth, or `provebest search --trace FILE`, would do"));
            return Ok(Ending::Stopped);
        }
        None => {}
    }
    let story = &told.story;
    let mut out = anstream::stdout().lock();
    let Some(node) = story.find(&path) else {
        let (node, sentence) = nearest(story, &path);
        if args.json {
            return Ok(Ending::Done);
        }
        told.headline(&mut out, &problem, spec)?;
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
        told.headline(&mut out, &problem, spec)?;
        let title =
            format!("{} on {} {}: {}", spec.algorithm, problem.game.about().name, problem.label(), told.verdict());
        let drawn = svg::draw(story, node, &title).to_string();
        if let Err(why) = file.write(drawn.as_bytes()) {
            return Ok(people::unwritten(&format!("the picture '{}'", path.display()), &why));
        }
        writeln!(out, "picture    {}", people::harmless(&path.display().to_string()))?;
        return Ok(Ending::Done);
    }
    told.headline(&mut out, &problem, spec)?;
    for line in text::legend(story) {
        writeln!(out, "{DIM}{line}{DIM:#}")?;
    }
    let drawing = text::draw(story, node);
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

/// Searches, and writes down what happens.
struct Tell<'p> {
    problem: &'p Problem,
    spec: AlgorithmSpec,
    token: &'p provebest::CancelToken,
}

struct Told {
    story: Story,
    value: Option<Score>,
    kind: Kind,
    line: Vec<String>,
    /// Its length, if it goes on to its end.
    plies: Option<usize>,
    stopped: Option<Reason>,
}

impl Job for Tell<'_> {
    type Output = anyhow::Result<Told>;

    fn run<G: Playable>(self, game: &G, root: &G::State) -> anyhow::Result<Told> {
        let style = match self.spec.algorithm.about().kind {
            AlgorithmKind::BestFirst => Style::Merits,
            _ => Style::Windows,
        };
        let mut listener = Listener::new(game, root, style);
        let bytes = Some(memory::limit(None));
        let limits = Limits { plies: MOST_PLIES, nodes: Some(MOST_NODES), bytes, stop: Some(self.token) };
        let (rules, any_root) = (&self.problem.rules, self.problem.rules.root());
        let task = Task::new(rules, &any_root, self.problem.depth).within(limits);
        let mut recorder = Recorder::new(Leaves::count_up_to(0), Some(Box::new(|event| listener.hear(event))));
        let report = self.spec.search(&task, &mut recorder)?;
        drop(recorder);
        Ok(Told {
            story: listener.finish(&report.path),
            value: report.value,
            kind: report.kind,
            line: words(game, root, &report.path),
            plies: report.line_complete.then_some(report.path.len()),
            stopped: report.stopped,
        })
    }
}

impl Told {
    fn verdict(&self) -> String {
        let value = self.value.map_or("?".into(), |value| match value.end() {
            Some(_) => people::value(value, self.plies),
            None => Shown(value).to_string(),
        });
        let best = self.line.first().map(|best| format!(", best move {best}")).unwrap_or_default();
        let estimated = if self.kind == Kind::Heuristic { " (estimated at the horizon)" } else { "" };
        format!("value {value}{estimated}{best}")
    }

    fn headline(&self, out: &mut impl Write, problem: &Problem, spec: AlgorithmSpec) -> std::io::Result<()> {
        let plies = people::plural(problem.depth.0.into(), "ply", "plies");
        let name = problem.game.about().name;
        writeln!(out, "{BOLD}{name} {}{BOLD:#} {DIM}· {plies} · {}{DIM:#}", problem.label(), spec.algorithm)?;
        let visits = people::plural(self.story.visits.len() as u64, "visit", "visits");
        let nodes = people::plural(self.story.nodes.len() as u64, "node", "nodes");
        let leaves = people::plural(self.story.leaf_visits.into(), "leaf visit", "leaf visits");
        writeln!(out, "{}; {visits} of {nodes}, {leaves} among them", self.verdict())
    }
}

/// Asks whether there is such a node, visited or not.
struct Exists<'p> {
    path: &'p [u32],
}

impl Job for Exists<'_> {
    type Output = anyhow::Result<()>;

    fn run<G: Playable>(self, game: &G, root: &G::State) -> anyhow::Result<()> {
        let (mut state, mut list) = (root.clone(), MoveList::new());
        let text = dewey(self.path);
        for (i, &number) in self.path.iter().enumerate() {
            let children = game.open(&state, &mut list);
            let count = children.map_or(0, |children| children.count());
            let Ok(children) =
                children.and_then(|children| if number < count { Ok(children) } else { Err(Score::ZERO) })
            else {
                let place = dewey(&self.path[..i]).len() + usize::from(i > 0);
                let wrong = match count {
                    0 => TextError::new(&text, place, "a child of a leaf", "no further number"),
                    _ => {
                        TextError::new(&text, place, "not the number of a child", format!("a number from 1 to {count}"))
                    }
                };
                return Err(wrong).context("--node");
            };
            let child = game.child(&state, children, &list, number).1;
            list.close(children);
            state = child;
        }
        Ok(())
    }
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
            result: text::result(story, id),
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
