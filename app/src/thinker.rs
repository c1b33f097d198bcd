//! The engine on a problem of the command: `search --algorithm engine`.

use std::io::Write;
use std::time::Duration;

use anyhow::Context;
use provebest::game::line_in_words;
use provebest::player::{GameHistory, Player, ThinkLimits, Timer, is_shortest, plies_to_end};
use provebest::search::engine::{Answer, Enhancements, Share, Tally};
use provebest::{AnyMachine, Depth, Keyed, Kind, Reason, Score, Skills};
use serde::Serialize;

use crate::Ending;
use crate::cli::SearchOptions;
use crate::commands::search::why;
use crate::line::{SCHEMA, json, kind_name, plain_seconds, winner_of};
use crate::memory;
use crate::people::{self, BOLD, DIM};
use crate::problem::{Playable, Problem, Rules, word_of};
use crate::run::interrupts;
use crate::worker;

/// How long the engine thinks when nothing else is said.
const TIME: Duration = Duration::from_secs(5);
const HASH: u64 = 64 << 20;
/// Searches recurse.
const STACK: usize = 64 << 20;

/// Something to be done with a game and its skills.
trait SkilledJob {
    type Output;
    fn run<G>(self, game: &G, root: &G::State) -> Self::Output
    where
        G: Playable<Move: Send + Sync> + Keyed + Skills;
}

/// As the engine searches them: trees and small games all as one.
fn visit<J: SkilledJob>(problem: &Problem, job: J) -> J::Output {
    match &problem.rules {
        Rules::ConnectFour(rules, board) => job.run(&rules.centre_first().folded(), board),
        Rules::Othello(board) => job.run(&provebest::games::othello::Othello, board),
        Rules::Chess(rules, position) => job.run(rules, position),
        others => job.run(others, &others.root()),
    }
}

/// What the engine found, in words.
struct Thought {
    value: Option<Score>,
    kind: Kind,
    /// To the end of a decided game.
    plies: usize,
    line: Vec<String>,
    depth: Depth,
    moves: Vec<Shown>,
    tally: Tally,
    seconds: Duration,
    threads: usize,
    stopped: Option<Reason>,
    /// The enhancements that had something to act on.
    on: Enhancements,
}

impl Thought {
    /// There is not even room for a table.
    const NOTHING: Thought = Thought {
        value: None,
        kind: Kind::Unknown,
        plies: 0,
        line: Vec::new(),
        depth: Depth(0),
        moves: Vec::new(),
        tally: Tally { nodes: 0, leaves: 0, quiescence: 0, answered: 0, deepest: 0 },
        seconds: Duration::ZERO,
        threads: 1,
        stopped: Some(Reason::Memory),
        on: Enhancements::NONE,
    };
}

/// A root move, which its line begins with.
struct Shown {
    value: Option<Score>,
    kind: Kind,
    /// To the end of a decided game.
    plies: usize,
    line: Vec<String>,
}

impl Shown {
    fn is_known(&self) -> bool {
        !matches!(self.kind, Kind::Upper | Kind::Unknown)
    }
}

/// Searches with the engine and these switches, of which some were named, and shows what it found.
pub fn run(
    problem: &Problem,
    options: &SearchOptions,
    (on, named): (Enhancements, &[&str]),
    share: Share,
) -> anyhow::Result<Ending> {
    let SearchOptions { problem: wanted, tuning, limits, output } = options;
    let threads = match &limits.machine {
        None | Some(AnyMachine::Alone) => 1,
        Some(machine @ AnyMachine::Threads(_)) => machine.processors(),
        Some(machine) => anyhow::bail!("--machine {machine}: the engine runs alone or on threads:N"),
    };
    let refused = [
        (output.trace_leaves, "--trace-leaves"),
        (output.count_leaves, "--count-leaves"),
        (output.trace.is_some(), "--trace"),
    ];
    if let Some((_, option)) = refused.iter().find(|(asked, _)| *asked) {
        anyhow::bail!("{option}: the engine keeps no trace; another --algorithm, such as pvs, would be right");
    }
    let foreign = [
        (tuning.first_guess.is_some(), "--first-guess"),
        (tuning.window.is_some(), "--window"),
        (tuning.memory.is_some(), "--memory"),
        (tuning.grain.is_some(), "--grain"),
        (tuning.variant.is_some(), "--variant"),
    ];
    if let Some((_, option)) = foreign.iter().find(|(asked, _)| *asked) {
        anyhow::bail!("{option}: the engine has no use for it; no {option} would be right, or another --algorithm");
    }
    anyhow::ensure!(wanted.depth != Some(0), "--depth 0: the engine looks ahead; 1 or more would be right");
    anyhow::ensure!(
        on.deepening || wanted.depth.is_some(),
        "--without deepening: the engine goes to its depth at once; with --depth it would be right"
    );
    for name in named {
        let with = on.with(name, true).map(|on| visit(problem, OfUse(on)));
        if with.is_some_and(|with| !with.names().contains(name)) {
            people::note(format_args!("{name}: {} has no use for it", problem.game.about().name));
        }
    }
    if share != Share::Lazy && threads == 1 {
        people::note(format_args!(
            "engine:{}: one thread has nothing to share; --machine threads:N has more",
            share.name()
        ));
    }
    if tuning.hash.is_some() && !on.table {
        people::note(format_args!("--hash: there is no table to be kept there"));
    }
    let most = limits.memory_limit.unwrap_or(u64::MAX);
    let limited = wanted.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
    if !limited {
        people::note(format_args!("thinking for {}; --time, --depth or --nodes say otherwise", people::time(TIME)));
    }
    let limits = ThinkLimits {
        time: limits.time.or((!limited).then_some(TIME)),
        depth: wanted.depth.map(Depth),
        nodes: limits.nodes,
        ..ThinkLimits::default()
    };
    let token = interrupts();
    // The clock runs while the table is made, too.
    let timer = Timer::new(limits);
    let job = Think { timer: &timer, hash: tuning.hash, most, threads, on, share, all: output.all_moves };
    let interrupt = || {
        if token.is_cancelled() {
            timer.end();
        }
    };
    let no_room = tuning.hash.is_some_and(|hash| hash > most);
    let thought = match no_room {
        true => Thought::NOTHING,
        false => worker::on_stack("engine", STACK, || visit(problem, job), interrupt).context("engine")??,
    };
    // Time and nodes end the engine as they should. Only a depth that was asked for and not reached is missing.
    let short = wanted.depth.is_some() || thought.value.is_none();
    let stopped = thought.stopped.filter(|&why| short || why == Reason::Cancel);
    if thought.threads < threads && !no_room {
        let had = thought.threads;
        people::note(format_args!("threads:{threads}: the system has only {had} to give, so it is threads:{had}"));
    }
    let who = match thought.threads {
        1 => ("engine".to_string(), "alone".to_string()),
        threads => (format!("engine:{}", share.name()), format!("threads:{threads}")),
    };
    let mut out = anstream::stdout().lock();
    if output.json {
        writeln!(out, "{}", json(&EngineLine::new(problem, &thought, &who, stopped))?)?;
    } else {
        show(&mut out, problem, &thought, &who, stopped)?;
    }
    Ok(match stopped {
        None => Ending::Done,
        Some(Reason::Cancel) => Ending::Interrupted,
        Some(_) => Ending::Stopped,
    })
}

/// Which of these enhancements have something to act on?
struct OfUse(Enhancements);

impl SkilledJob for OfUse {
    type Output = Enhancements;

    fn run<G>(self, _: &G, _: &G::State) -> Enhancements
    where
        G: Playable<Move: Send + Sync> + Keyed + Skills,
    {
        self.0.of_use::<G>()
    }
}

/// The bytes of a table for a search of this time, if it is short. Memory that nobody has used takes a millisecond for each
/// megabyte or two when it is first touched: more of it would leave no time to think.
fn usual_table(time: Duration) -> u64 {
    (time.as_millis() as u64).saturating_mul(160_000).max(1 << 20)
}

struct Think<'a> {
    timer: &'a Timer,
    /// What was asked for; what nobody asked for is at most so large, and as large as there is room.
    hash: Option<u64>,
    most: u64,
    threads: usize,
    on: Enhancements,
    share: Share,
    all: bool,
}

impl SkilledJob for Think<'_> {
    type Output = anyhow::Result<Thought>;

    fn run<G>(self, game: &G, root: &G::State) -> anyhow::Result<Thought>
    where
        G: Playable<Move: Send + Sync> + Keyed + Skills,
    {
        let Think { timer, hash, most, threads, on, share, all } = self;
        let usual = timer.limits().time.map_or(HASH, |time| HASH.min(usual_table(time)));
        let player = memory::with_table(hash, usual.min(most), |room| Player::new(game, room));
        let player: Player<'_, G> = player.context("--hash")?.threads(threads).enhancements(on).share(share);
        let player = player.moves(if all { usize::MAX } else { 1 });
        let history = GameHistory::new(game, root.clone());
        let answer = player.think_aloud(&history, timer, &[], |_| {});
        let seconds = timer.total();
        match answer {
            Ok(answer) => Ok(thought(game, root, answer, seconds, on)),
            Err(error) => Err(error.into()),
        }
    }
}

fn thought<G: Playable + Skills>(
    game: &G,
    root: &G::State,
    answer: Answer<G::Move>,
    seconds: Duration,
    on: Enhancements,
) -> Thought {
    let in_words = |line: &[G::Move]| line_in_words(game, root, line, |state, m| word_of(game, state, m));
    // A line that a table has cut short tells less than the score.
    let plies = |value: Option<Score>, line: &[G::Move]| {
        let plies = value.and_then(|value| plies_to_end(game, root, value, line));
        plies.map_or(line.len(), |plies| plies as usize)
    };
    let moves = answer.moves.iter().map(|one| Shown {
        value: one.value,
        kind: one.kind,
        plies: plies(one.value, &one.line.0),
        line: in_words(&one.line.0),
    });
    Thought {
        value: answer.value,
        kind: answer.kind,
        plies: plies(answer.value, &answer.line.0),
        // A move of which nothing is known is none to be named.
        line: answer.value.map_or(Vec::new(), |_| in_words(&answer.line.0)),
        depth: answer.depth,
        moves: moves.collect(),
        tally: answer.tally,
        seconds,
        threads: answer.processors,
        stopped: answer.stopped,
        on: on.of_use::<G>(),
    }
}

fn show(
    out: &mut impl Write,
    problem: &Problem,
    thought: &Thought,
    (who, machine): &(String, String),
    stopped: Option<Reason>,
) -> anyhow::Result<()> {
    let depth = people::plural(thought.depth.0.into(), "ply", "plies");
    let place = if machine == "alone" { String::new() } else { format!(" · on {machine}") };
    let name = problem.game.about().name;
    writeln!(out, "{BOLD}{name} {}{BOLD:#} {DIM}· {depth} · {who}{place}{DIM:#}", problem.label())?;
    if let Some(reason) = stopped {
        writeln!(out, "stopped    {BOLD}{}{BOLD:#}: what follows is the best so far", why(reason))?;
    }
    let none = if thought.value.is_none() { "none yet" } else { "none: the game is over" };
    let best = thought.line.first().map_or(none, String::as_str);
    writeln!(out, "best move  {BOLD}{best}{BOLD:#}")?;
    let value = |value: Score, plies: usize| match is_shortest(thought.on, plies as u32, thought.depth) {
        true => people::value(value, Some(plies)),
        false => people::value_in_time(value, plies),
    };
    let shown = thought.value.map(|score| value(score, thought.plies));
    let verdict = match (shown, thought.kind) {
        (None, _) => "nothing known yet".into(),
        (Some(shown), Kind::Exact) => format!("{shown} (proved)"),
        (Some(shown), Kind::Lower) => format!("at least {shown}"),
        (Some(shown), Kind::Upper) => format!("at most {shown}"),
        (Some(shown), _) => format!("{shown} (estimated)"),
    };
    writeln!(out, "value      {verdict}")?;
    if !thought.line.is_empty() {
        writeln!(out, "line       {}", people::line(&thought.line))?;
    }
    let nodes = people::plural(thought.tally.nodes, "node", "nodes");
    let speed = thought.tally.nodes as f64 / thought.seconds.as_secs_f64().max(1e-9) / 1e6;
    let time = people::time(thought.seconds);
    writeln!(out, "visited    {nodes}, {time}, {speed:.2} million a second, up to ply {}", thought.tally.deepest)?;
    let known: Vec<_> = thought.moves.iter().filter(|one| one.is_known()).collect();
    if known.len() > 1 {
        let mut table = people::table(&["move", "value", "best play"]);
        for Shown { value: score, plies, line, .. } in known {
            let score = score.map_or(String::new(), |score| value(score, *plies));
            table.add_row([line[0].clone(), score, people::line(line)]);
        }
        writeln!(out, "\n{table}")?;
    }
    Ok(())
}

#[derive(Serialize)]
struct EngineLine<'a> {
    schema: u32,
    game: &'static str,
    algorithm: &'a str,
    machine: &'a str,
    value: Option<i32>,
    kind: &'static str,
    best: Option<&'a str>,
    line: &'a [String],
    leaves: Option<u64>,
    leaf_visits: u64,
    nodes: u64,
    stored: u64,
    seconds: Box<serde_json::value::RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_to_end: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    position: &'a str,
    depth: u32,
    deepest: u32,
    quiescence: u64,
    enhancements: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<MoveLine<'a>>,
}

#[derive(Serialize)]
struct MoveLine<'a> {
    #[serde(rename = "move")]
    word: &'a str,
    value: Option<i32>,
    kind: &'static str,
    line: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_to_end: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
}

impl<'a> EngineLine<'a> {
    fn new(
        problem: &'a Problem,
        thought: &'a Thought,
        (who, machine): &'a (String, String),
        stopped: Option<Reason>,
    ) -> Self {
        let decided = |value: Option<Score>, kind, plies| value.filter(|_| kind == Kind::Exact)?.end().map(|_| plies);
        let row = |one: &'a Shown| MoveLine {
            word: &one.line[0],
            value: one.value.map(|value| value.0),
            kind: kind_name(one.kind),
            line: &one.line,
            moves_to_end: decided(one.value, one.kind, one.plies),
            winner: winner_of(problem.game, one.value, one.kind),
        };
        let moves: Vec<MoveLine<'a>> = thought.moves.iter().filter(|one| one.is_known()).map(row).collect();
        EngineLine {
            schema: SCHEMA,
            game: problem.game.about().name,
            algorithm: who,
            machine,
            value: thought.value.map(|value| value.0),
            kind: kind_name(thought.kind),
            best: thought.line.first().map(String::as_str),
            line: &thought.line,
            leaves: None,
            leaf_visits: thought.tally.leaves,
            nodes: thought.tally.nodes,
            stored: 0,
            seconds: plain_seconds(thought.seconds.as_secs_f64()),
            stopped: stopped.map(|reason| reason.to_string()),
            moves_to_end: decided(thought.value, thought.kind, thought.plies),
            winner: winner_of(problem.game, thought.value, thought.kind),
            position: &problem.position,
            depth: thought.depth.0,
            deepest: thought.tally.deepest,
            quiescence: thought.tally.quiescence,
            enhancements: thought.on.names(),
            moves: if moves.len() > 1 { moves } else { Vec::new() },
        }
    }
}
