//! `provebest theatre`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use provebest::{AnyMachine, CancelToken};
use provebest_catalog::games::{self, GameInfo, GameKind};
use provebest_catalog::{Method, MethodGroup, Problem, Request, methods};
use provebest_lab::folder::Folder;
use provebest_theatre::{answer, answer_with, is_taped, page, taped_puzzles};
use serde_json::{Value, json};

use super::note_machine;
use crate::ending::Ending;
use crate::options::{self, MethodOptions, ProblemOptions, game_names, methods_and};
use crate::os::interrupt;
use crate::output::file::WholeFile;
use crate::output::say;
use crate::output::text::{self, note};
use crate::theatre::{Opening, Page, Part, Searches, Server, one_file, open};

/// Watch any search in the browser: replay, step and compare, with the reasons of its cuts
///
/// Serves a page to the browser of this computer, and to no other. Ctrl-C ends it. With --export the page is written to one
/// file, which needs no server and no network.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest theatre
  provebest theatre connect4 4455 --depth 4 -a alpha-beta,mtd-f
  provebest theatre uniform w=4,d=4,seed=2 -a young-brothers --machine sim:8
  provebest theatre tree '[[3,12,8],[2,4,6],[14,5,2]]' -a all
  provebest theatre uniform w=3,d=5,seed=7 -a ab,sss --export page.html
  provebest theatre tiles '3x3:8 7 6 0 4 1 2 5 3' --machine sim:8
  provebest theatre --lab lab-results")]
pub struct Args {
    /// The game; see `provebest games`
    #[arg(value_parser = game_names(), hide_possible_values = true)]
    game: Option<&'static GameInfo>,

    /// The position; see `provebest games`
    #[arg(allow_negative_numbers = true)]
    position: Option<String>,

    /// One or two algorithms, with a comma between, or `all`; by default alpha-beta,sss-star, for a puzzle ida-star,a-star
    #[arg(short, long, visible_alias = "algorithm", value_name = "NAMES", value_delimiter = ',',
          value_parser = methods_and(&[MethodGroup::Family, MethodGroup::Puzzle], Some(("all", "every sequential algorithm"))), hide_possible_values = true)]
    algorithms: Vec<Option<Method>>,

    /// Where parallel algorithms run, such as sim:8,latency=2; by default sim:4
    #[arg(long, value_name = "MACHINE")]
    machine: Option<AnyMachine>,

    /// The port of the server; by default 7117, or any that is free if that is taken
    #[arg(long, value_name = "PORT", conflicts_with = "export")]
    port: Option<u16>,

    /// Only print the address of the page
    #[arg(long, conflicts_with = "export")]
    no_open: bool,

    /// Also show the results of `provebest lab run` in this folder: claims, figures, and the searches behind the numbers
    #[arg(long, value_name = "DIR")]
    lab: Option<PathBuf>,

    /// A book of proved values, from `provebest solve --book`, for games that are played on the page
    #[arg(long, value_name = "FILE", conflicts_with = "export")]
    book: Option<PathBuf>,

    /// Write the page to one file
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,

    /// Put only the recorded searches into the file: it is small, and makes no others
    #[arg(long, requires = "export")]
    tapes: bool,

    #[command(flatten)]
    problem: ProblemOptions,

    #[command(flatten)]
    settings: MethodOptions,
}

/// The same for everybody: a link to the page works tomorrow, too.
const PORT: u16 = 7117;

/// What the page opens with if it is told nothing.
const EXAMPLE: (&str, &str) = ("uniform", "w=3,d=4,values=99,seed=4,order=50");

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let opening = opening(&args)?;
    let lab = args.lab.as_deref().map(lab).transpose()?;
    let book = args.book.as_deref().map(|path| options::book(path, None)).transpose()?;
    if let Some(path) = &args.export {
        return export(path, &args, &opening, lab);
    }
    // Ctrl-C is the way to end it, and there is nothing to keep.
    interrupt::end_at_once();
    let server = match args.port {
        Some(port) => Server::at(port).map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => {
                anyhow::anyhow!("--port {port}: another program listens there; expected another port, or no --port")
            }
            _ => anyhow::Error::from(error).context(format!("--port {port}")),
        })?,
        None => match Server::at(PORT) {
            Err(error) if error.kind() == ErrorKind::AddrInUse => {
                note(format_args!("port {PORT} is taken: links from before lead to the program that has it"));
                Server::at(0)
            }
            other => other,
        }
        .context("no port to listen at")?,
    };
    let page = Page::served(page::FILES, &config("server", &args, &opening))?;
    let page = lab.iter().fold(page, |page, lab| page.and("/lab.json", lab));
    let address = server.address();
    say(format_args!("{address}"))?;
    if args.no_open {
        note(format_args!("Ctrl-C ends it"));
    } else if let Err(why) = open(&address) {
        note(format_args!("no browser could be opened ({why}); open this address in one"));
    }
    let answerer = move |request: &[u8], token: &CancelToken| {
        answer_with(request, book.as_ref(), token).map_err(|error| error.to_string())
    };
    match server.serve(page, Arc::new(answerer)).context("the server")? {}
}

/// What the page is told: where answers come from, and what to open with unless that is left to it.
fn config(source: &str, args: &Args, opening: &Opening) -> Value {
    let mut config = json!({"source": source});
    if args.game.is_some() || !args.algorithms.is_empty() {
        config["start"] = opening.link();
    } else if args.lab.is_some() {
        config["start"] = json!({"page": "lab"});
    }
    if args.lab.is_some() {
        config["lab"] = true.into();
    }
    config
}

/// The results in a folder, as JSON.
fn lab(dir: &Path) -> anyhow::Result<String> {
    let folder = Folder::of(dir).with_context(|| format!("--lab {}", dir.display()))?;
    anyhow::ensure!(
        !folder.experiments.is_empty(),
        "--lab {}: no results are there; expected a folder that `provebest lab run --out DIR` has filled",
        dir.display()
    );
    Ok(serde_json::to_string(&folder)?)
}

/// What the page is to show first.
fn opening(args: &Args) -> anyhow::Result<Opening> {
    let (game, position) = match args.game {
        Some(game) => (game, args.position.as_deref()),
        None => (games::find(EXAMPLE.0).context("no example")?, Some(EXAMPLE.1)),
    };
    anyhow::ensure!(game.name != games::SALESMEN.name, "salesmen: they are not on the page; expected tiles, or a game");
    let problem = match game.kind {
        GameKind::Puzzle => args.problem.problem(game, position)?,
        _ => args.problem.game(game, position)?,
    };
    let is_puzzle = game.kind == GameKind::Puzzle;
    let mut named: Vec<Method> = args.algorithms.iter().copied().flatten().collect();
    if args.algorithms.is_empty() {
        let usual = if is_puzzle { ["ida-star", "a-star"] } else { ["alpha-beta", "sss-star"] };
        named = usual.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    }
    if let Some(machine) = args.machine.as_ref().filter(|machine| machine.is_real()) {
        anyhow::bail!("--machine {machine}: what is watched is the same every time; expected sim:N");
    }
    if named.len() < args.algorithms.len() {
        anyhow::ensure!(named.is_empty(), "--algorithms: all, and others beside it; expected one, two or all");
        anyhow::ensure!(!is_puzzle, "--algorithms all: {} is a puzzle; expected one or two algorithms", game.name);
        return Ok(Opening::new(&problem, Searches::All));
    }
    if let Some(method) = named.iter().find(|method| !is_taped(method)) {
        anyhow::bail!("--algorithms {method}: it cannot be watched; expected {}", taped_puzzles());
    }
    anyhow::ensure!(named.len() <= 2, "--algorithms: {} of them; expected one, two or all", named.len());
    note_machine(&named, args.machine.as_ref());
    options::set(&mut named, args.settings.settings())?;
    let search = |method: Method| {
        let machine = args.machine.clone().filter(|_| method.is_parallel());
        check(&problem, method, machine.clone())?;
        anyhow::Ok((method, machine))
    };
    let searches = named.into_iter().map(search).collect::<anyhow::Result<_>>()?;
    Ok(Opening::new(&problem, Searches::These(searches)))
}

/// Is it a search that can be run? Then the page can run it.
fn check(problem: &Arc<Problem>, method: Method, machine: Option<AnyMachine>) -> anyhow::Result<()> {
    let request = Request { machine, ..Request::of(problem.clone(), method) };
    request.check().map_err(options::misused)
}

/// Writes the page to one file: with the library inside if this program has it, otherwise with some tapes.
fn export(path: &Path, args: &Args, opening: &Opening, lab: Option<String>) -> anyhow::Result<Ending> {
    let file = WholeFile::at(path).with_context(|| format!("the file '{}'", path.display()))?;
    let library = page::WHOLE.or(page::CORE.filter(|_| !opening.is_large())).filter(|_| !args.tapes);
    let (config, mut parts) = match library {
        Some(wasm) => (config("wasm", args, opening), vec![Part { id: "wasm".into(), bytes: wasm.to_vec() }]),
        None => {
            let (tapes, parts) = tapes(opening)?;
            let mut config = config("tapes", args, opening);
            config["tapes"] = tapes;
            (config, parts)
        }
    };
    let tapes = parts.len() as u64 - 1;
    parts.extend(lab.map(|lab| Part { id: "lab".into(), bytes: lab.into_bytes() }));
    let whole = one_file(page::FILES, &config, &parts)?;
    if let Err(why) = file.write(whole.as_bytes()) {
        return Ok(text::unwritten(&path.display().to_string(), &why));
    }
    let holds = match library {
        Some(_) => "it searches by itself".to_string(),
        None => format!(
            "it has {} inside and makes no others{}",
            text::plural(tapes, "recorded search", "recorded searches"),
            if args.tapes { "" } else { ": this program was built without what theatre/wasm/build builds" }
        ),
    };
    note(format_args!("{} is written, {}; {holds}", path.display(), text::plural(whole.len() as u64, "byte", "bytes")));
    Ok(Ending::Done)
}

/// The answers that the page asks for first.
fn tapes(opening: &Opening) -> anyhow::Result<(Value, Vec<Part>)> {
    let is_sequential = |method: &Method| method.algorithm().is_some() && !method.is_parallel();
    let sequential = methods().map(|info| info.method).filter(is_sequential).map(|method| method.to_string());
    let requests = [json!({"ask": "catalog"})].into_iter().chain(opening.requests(sequential));
    let (mut tapes, mut parts) = (Vec::new(), Vec::new());
    for request in requests {
        let (id, bytes) = (format!("answer-{}", parts.len()), answer(request.to_string().as_bytes())?);
        tapes.push(json!({"request": request, "id": id}));
        parts.push(Part { id, bytes });
    }
    Ok((tapes.into(), parts))
}
