//! What there is: games, methods and machines, for menus.

use provebest::family::AlgorithmKind;
use provebest_catalog::games::{self, GameInfo, GameKind};
use provebest_catalog::{Method, MethodGroup, methods};
use serde::Serialize;

use crate::AnswerError;

#[derive(Serialize)]
struct Catalog {
    version: &'static str,
    /// What may be asked for: a build for a page may have less than all.
    asks: &'static [&'static str],
    games: Vec<GameEntry>,
    methods: Vec<MethodEntry>,
    machines: &'static [&'static str],
}

#[derive(Serialize)]
struct GameEntry {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    /// How a position is written.
    position: &'static str,
    example: &'static str,
    usual_depth: Option<u32>,
    usual_method: &'static str,
    tree: bool,
    synthetic: bool,
    played: bool,
    solvable: bool,
    puzzle: bool,
}

#[derive(Serialize)]
struct MethodEntry {
    name: &'static str,
    title: &'static str,
    short: Option<&'static str>,
    group: &'static str,
    kind: String,
    paper: &'static str,
    summary: &'static str,
    parallel: bool,
    best_first: bool,
    /// Can it be recorded?
    taped: bool,
    settings: Vec<&'static str>,
    variants: Vec<&'static str>,
}

/// Everything that may be asked for.
const ASKS: &[&str] =
    if cfg!(feature = "play") { &["catalog", "tape", "board", "play"] } else { &["catalog", "tape", "board"] };

/// Machines that show what there is to choose.
const MACHINES: &[&str] =
    &["sim:4", "sim:16", "sim:64", "sim:8,latency=5", "sim:8,latency=5..40,seed=1", "sim:16,topology=ring,latency=2"];

/// The searches for puzzles that can be recorded.
const TAPED_PUZZLES: &[&str] =
    if cfg!(feature = "puzzles") { &["a-star", "ida-star", "parallel-ida-star"] } else { &[] };

/// Can the theatre record this method?
///
/// ```
/// use provebest_theatre::is_taped;
/// assert!(is_taped(&"sss-star".parse()?) && is_taped(&"ida-star".parse()?));
/// assert!(!is_taped(&"engine".parse()?));
/// # Ok::<(), provebest_game::TextError>(())
/// ```
pub fn is_taped(method: &Method) -> bool {
    method.algorithm().is_some() || TAPED_PUZZLES.contains(&method.name())
}

/// The searches for puzzles that can be recorded, for a sentence.
pub fn taped_puzzles() -> String {
    match TAPED_PUZZLES {
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
        [] => "none".into(),
    }
}

/// Does it keep a list of nodes by merit?
pub(crate) fn is_best_first(method: &Method) -> bool {
    let kind = method.algorithm().map(|algorithm| algorithm.about().kind);
    matches!(kind, Some(AlgorithmKind::BestFirst | AlgorithmKind::ParallelBestFirst))
}

pub(crate) fn answer() -> Result<Vec<u8>, AnswerError> {
    // What is on the page is searched to a depth, or is tiles.
    let is_shown = |info: &&GameInfo| info.kind != GameKind::Graph && info.name != games::SALESMEN.name;
    let games = games::all().filter(is_shown).map(|info| GameEntry {
        name: info.name,
        title: info.title,
        summary: info.summary,
        position: info.position,
        example: info.example,
        usual_depth: info.usual_depth.map(|depth| depth.0),
        usual_method: info.usual_method,
        tree: matches!(info.kind, GameKind::Tree | GameKind::Synthetic),
        synthetic: info.kind == GameKind::Synthetic,
        played: info.is_played(),
        solvable: info.solvable,
        puzzle: info.kind == GameKind::Puzzle,
    });
    let methods = methods().map(|info| MethodEntry {
        name: info.name,
        title: info.title,
        short: info.short,
        group: match info.group {
            MethodGroup::Family => "family",
            MethodGroup::Engine => "engine",
            MethodGroup::Solver => "solver",
            MethodGroup::Selective => "selective",
            MethodGroup::Proof => "proof",
            _ => "puzzle",
        },
        kind: info.kind,
        paper: info.paper,
        summary: info.summary,
        parallel: info.parallel,
        best_first: is_best_first(&info.method),
        taped: is_taped(&info.method),
        settings: info.settings,
        variants: info
            .method
            .algorithm()
            .map_or(Vec::new(), |algorithm| algorithm.variants().iter().map(|variant| variant.name()).collect()),
    });
    let catalog = Catalog {
        version: env!("CARGO_PKG_VERSION"),
        asks: ASKS,
        games: games.collect(),
        methods: methods.collect(),
        machines: MACHINES,
    };
    Ok(serde_json::to_vec(&catalog)?)
}
