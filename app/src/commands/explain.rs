//! `provebest explain`.

use std::path::PathBuf;

use anyhow::Context;
use provebest::family::AlgorithmKind;
use provebest_catalog::games::{AnyGame, Diagram, GameInfo};
use provebest_catalog::{
    Limits, Method, MethodGroup, News, ProofQuestion, Record, Request, SelectiveAlgorithm, Setting,
};
use provebest_game::{Game, MoveList, TextError};
use provebest_search::Reason;
use provebest_search::measure::dewey;

use super::{begin, interrupts};
use crate::ending::Ending;
use crate::explain::{self, Story, StoryBuilder, StoryStyle, svg};
use crate::options::{self, MethodOptions, ProblemOptions, game_names, method_names};
use crate::output::explain::Heading;
use crate::output::file::WholeFile;
use crate::output::live::Live;
use crate::output::{json, text};

/// Draw the tree that a search visited: windows, values, why it left out the rest, and why it expanded what it did
///
/// Small trees are drawn as text, the upper part of larger ones too; --node shows what is below a node, --svg draws a
/// picture, --dot and --tikz write one for other programs. All numbers are in the view of MAX, the side that moves at the root.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest explain tree '[[3,12,8],[2,4,6],[14,5,2]]' --algorithm alpha-beta
  provebest explain tree '[[3,12,8],[2,4,6],[14,5,2]]' --algorithm sss-star
  provebest explain uniform w=4,d=5,seed=1 --algorithm negascout --node 2.1
  provebest explain tictactoe X-O-X---O -a mtd-f --svg tree.svg --boards
  provebest explain artificial w=3,seed=4 -a b-star --strategy 2D
  provebest explain tree '[[5,7],[[2,4],6],[3,9]]' -a pn --prove '>=6'")]
pub struct Args {
    /// The game; see `provebest games`
    #[arg(value_parser = game_names(), hide_possible_values = true)]
    game: &'static GameInfo,

    /// The position; see `provebest games`
    #[arg(allow_negative_numbers = true)]
    position: Option<String>,

    /// The algorithm; see `provebest algorithms`
    #[arg(short, long, value_name = "NAME", default_value = "alpha-beta", value_parser = method_names(&[MethodGroup::Family, MethodGroup::Selective, MethodGroup::Proof]),
          hide_possible_values = true)]
    algorithm: Method,

    /// The claim that pn, pn2 or df-pn is to prove or to disprove: win, draw (or better), or a value such as '>=3'
    #[arg(long, value_name = "CLAIM", visible_alias = "at-least", allow_hyphen_values = true, value_parser = super::solve::claim)]
    prove: Option<ProofQuestion>,

    /// Only what is below this node: 2.1 is the first child of the second child of the root
    #[arg(long, value_name = "NODE", value_parser = path)]
    node: Option<NodePath>,

    /// Draw a picture into this file
    ///
    /// It is at most 2,000 pixels wide: what does not fit is left out from below, and --node draws it.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Draw the boards of tictactoe and connect4 into the nodes of the picture
    #[arg(long, requires = "svg")]
    boards: bool,

    /// Write the tree for Graphviz into this file
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,

    /// Write the tree for LaTeX, as a TikZ picture, into this file
    #[arg(long, value_name = "FILE")]
    tikz: Option<PathBuf>,

    /// One JSON object per visit
    #[arg(long, conflicts_with_all = ["svg", "dot", "tikz"])]
    json: bool,

    #[command(flatten)]
    problem: ProblemOptions,

    #[command(flatten)]
    settings: MethodOptions,
}

/// Child numbers from the root on, counted from 0.
#[derive(Clone, Debug, Default)]
struct NodePath(Vec<u32>);

fn path(text: &str) -> Result<NodePath, String> {
    let number = |word: &str| word.parse::<u32>().ok()?.checked_sub(1);
    let numbers = text.split('.').map(number).collect::<Option<_>>().map(NodePath);
    let root = matches!(text, "" | "root").then(NodePath::default);
    root.or(numbers).ok_or_else(|| "expected numbers of children such as 2.1, or root".into())
}

/// A search of more nodes is too long to be explained.
const MOST_NODES: u64 = 1_000_000;

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let mut method = args.algorithm;
    if let Some(algorithm) = method.algorithm().filter(|algorithm| algorithm.is_parallel()) {
        anyhow::bail!(
            "{algorithm} runs on many processors at once, which cannot be told in order; expected {}, which it makes \
             parallel, or `provebest search --timeline FILE`",
            algorithm.sequential()
        );
    }
    anyhow::ensure!(
        args.prove.is_some() || !matches!(method, Method::Proof(_)),
        "--algorithm {}: it answers one question; expected --prove with win, draw or a value such as '>=3'",
        method.name()
    );
    let settings = args.settings.settings().into_iter().chain(args.prove.map(Setting::AtLeast)).collect();
    options::set(std::slice::from_mut(&mut method), settings)?;
    options::check_depth(&[method], &args.problem)?;
    let problem = args.problem.game(args.game, args.position.as_deref())?;
    let request = Request {
        limits: Limits { nodes: Some(MOST_NODES), ..Limits::default() },
        record: Record { trace: true, once: true, ..Record::default() },
        ..Request::of(problem, method)
    };
    request.check().map_err(options::misused)?;
    let (problem, name) = (&*request.problem, method.name());
    let Some(game) = problem.game() else { return Ok(Ending::Done) };
    let NodePath(path) = args.node.clone().unwrap_or_default();
    exists(game, &path)?;
    let picture = |path: PathBuf| {
        let file = WholeFile::at(&path).with_context(|| format!("the picture '{}'", path.display()))?;
        anyhow::Ok((path, file))
    };
    anyhow::ensure!(
        !args.boards || matches!(args.game.name, "tictactoe" | "connect4"),
        "--boards: {} has no board that is small enough; expected tictactoe or connect4",
        args.game.name
    );
    let files = [args.svg, args.dot, args.tikz].map(|path| path.map(picture).transpose());
    let [svg_file, dot_file, tikz_file] = files;
    let (svg_file, dot_file, tikz_file) = (svg_file?, dot_file?, tikz_file?);
    let token = if let Method::Proof(_) = method { interrupts() } else { begin(problem) };
    let style = match (&method, method.algorithm().map(|algorithm| algorithm.about().kind)) {
        (_, Some(AlgorithmKind::BestFirst)) => StoryStyle::Merits,
        (Method::Selective(spec), _) if spec.algorithm == SelectiveAlgorithm::HybridSss => StoryStyle::Merits,
        (Method::Selective(_) | Method::Proof(_), _) => StoryStyle::Grown,
        _ => StoryStyle::Windows,
    };
    let (mut builder, mut spinner) = (StoryBuilder::new(request.problem.clone(), style), Live::new(name));
    let mut hear = |news: News<'_>| match news {
        News::Event { event, .. } => builder.hear(event),
        News::Tick => spinner.tick(),
        News::Note(note) => text::note(format_args!("{note}")),
        _ => {}
    };
    let found = provebest_catalog::run(&request, &mut hear, &token);
    drop(spinner);
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
            text::note(format_args!("expected a smaller tree or --depth, or `provebest search --trace FILE`"));
            return Ok(Ending::Stopped);
        }
        None => {}
    }
    let answer = found.game_answer();
    let story = &builder.finish(answer.map_or(&[][..], |answer| &answer.path));
    let verdict = answer.map_or_else(String::new, explain::text::verdict);
    let heading = Heading {
        problem,
        algorithm: &found.algorithm,
        verdict: &verdict,
        visits: story.visits.len() as u64,
        nodes: story.nodes.len() as u64,
        leaf_visits: story.leaf_visits.into(),
    };
    let Some(node) = story.find(&path) else {
        if !args.json {
            let (nearest, sentence) = nearest(story, &path);
            heading.show_unvisited(&dewey(&path), &nearest, &sentence)?;
        }
        return Ok(Ending::Done);
    };
    if args.json {
        explain::visits::lines(story, node).iter().try_for_each(json::print)?;
        return Ok(Ending::Done);
    }
    let title = format!("{name} on {} {}: {verdict}", problem.name(), problem.label());
    let mut pictures = Vec::new();
    if let Some((path, file)) = svg_file {
        let boards = |path: &[u32]| board(game, path);
        let drawn = svg::draw(story, node, &title, args.boards.then_some(&boards as svg::Boards<'_>));
        pictures.push((path, file, drawn.to_string()));
    }
    pictures.extend(dot_file.map(|(path, file)| (path, file, explain::export::dot(story, node, &title))));
    pictures.extend(tikz_file.map(|(path, file)| (path, file, explain::export::tikz(story, node, &title))));
    if !pictures.is_empty() {
        return Ok(heading.write_pictures(pictures)?);
    }
    let drawing = explain::text::draw(story, node);
    heading.show_drawing(&explain::text::legend(story), &drawing.text, drawing.left_out.as_deref())?;
    Ok(Ending::Done)
}

/// The last node on a path that was visited, and why the search did not go on from there.
fn nearest(story: &Story, path: &[u32]) -> (String, String) {
    let known = (0..path.len()).rev().find_map(|end| story.find(&path[..end])).unwrap_or(Story::ROOT);
    if story.expansions > 0 {
        return (story.name(known), "nothing below it was needed".into());
    }
    let sentence = story[known].visits.last().and_then(|visit| story.sentence(*visit));
    (story.name(known), sentence.unwrap_or_else(|| "no reason is known".into()))
}

/// The board at a node, with the move that led there.
fn board(game: &AnyGame, path: &[u32]) -> Option<Diagram> {
    let (mut state, mut list, mut last) = (game.root(), MoveList::new(), None);
    for &number in path {
        let children = game.open(&state, &mut list).ok()?;
        let (played, child) = game.child(&state, children, &list, number);
        list.close(children);
        (state, last) = (child, Some(played));
    }
    game.diagram(&state, last)
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
