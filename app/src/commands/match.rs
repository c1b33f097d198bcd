//! `provebest match`.

use std::any::Any;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use provebest::games::chess::Chess;
use serde_json::{Value, json};

use super::interrupts;
use crate::ending::Ending;
use crate::r#match::config::{Config, Kind, Protocol};
use crate::r#match::contestant::Fault;
use crate::r#match::duel::Record;
use crate::r#match::openings::Openings;
use crate::r#match::pace::{self, Pace};
use crate::r#match::pgn;
use crate::r#match::statistics::{Sprt, Verdict};
use crate::r#match::tournament::{Heard, Match, Standing};
use crate::options::{ProblemOptions, game_names};
use crate::output::json::{self as lines, SCHEMA};
use crate::output::text::{self, BOLD, DIM, note};
use provebest_catalog::games::{GameInfo, Played, PlayedVisitor};
use provebest_catalog::units;

/// Let two engines play each other, and tell which one is stronger
///
/// They play chess, or what --game says. A contestant is `engine`, our own, with settings if need be: hash=16MB, threads=1, with= and without= some of the
/// enhancements (`without=null-move+history`, `all` is all of them), driver=aspiration|open|mtdf,
/// share=lazy-smp|abdada|young-brothers, level=1..20, seed=, reserve=10ms (kept on the clock). Or, for chess, it is a
/// program that speaks UCI: `uci:` and its command, with options as in `uci[Hash=16,OwnBook=false]:gnuchess -u`; or one made for
/// xboard: `xboard:phalanx`.
///
/// Every opening is played twice, with colours reversed. Who dies, hangs, plays an illegal move or oversteps its time
/// loses that game, and the match goes on.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest match engine engine:without=null-move --games 100 --nodes 20k
  provebest match engine 'uci[OwnBook=false]:gnuchess -u' --time 1s+0.05s --pgn games.pgn
  provebest match engine engine:driver=mtdf --sprt 0,10 --move-time 50ms --concurrency 2
  provebest match engine engine:level=5 --game othello --nodes 20k")]
#[command(after_long_help = "\
Exit status: 1 if the test of --sprt accepts that A is no stronger than elo0; 3 if it has no verdict after all games; 130 \
interrupted, with the result so far.")]
pub struct Args {
    /// The contestant whose score is told
    a: Config,

    /// The one it plays against
    b: Config,

    /// How many games; an even number. 100 by default, with --sprt at most 100,000
    #[arg(long, value_name = "COUNT", value_parser = units::count)]
    games: Option<u64>,

    /// Stop as soon as it is clear whether A is better by elo1 or only by elo0: elo0,elo1[,alpha,beta]
    #[arg(long, value_name = "BOUNDS", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// What they play
    #[arg(long, value_name = "GAME", default_value = "chess", value_parser = game_names(), hide_possible_values = true)]
    game: &'static GameInfo,

    /// A clock: a time for all moves and an increment for each, such as 1s+0.05s; this is the default
    #[arg(long, value_name = "CLOCK", value_parser = pace::clock, group = "pace")]
    time: Option<Pace>,

    /// A time for each move, such as 100ms
    #[arg(long, value_name = "TIME", value_parser = units::time, group = "pace")]
    move_time: Option<Duration>,

    /// A depth for each move
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=500), group = "pace")]
    depth: Option<u32>,

    /// A number of nodes for each move
    #[arg(long, value_name = "COUNT", value_parser = units::count, group = "pace")]
    nodes: Option<u64>,

    /// Time that is forgiven at each move; 50ms by default
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    grace: Option<Duration>,

    /// A file with a position in each line; otherwise openings are eight random plies that lead to about equal positions
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Chance for the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Write the games to a file, with values, depths and times
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// How many games are played at a time
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,

    /// One JSON object per line: one for each game, and one for the match
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let problem = ProblemOptions::default().problem(args.game, None)?;
    let played = problem.game().and_then(|game| game.visit_played(Contest(&args)));
    played.unwrap_or_else(|| bail!("--game {}: expected a game that people play", args.game.name))
}

struct Contest<'a>(&'a Args);

impl PlayedVisitor for Contest<'_> {
    type Output = anyhow::Result<Ending>;

    fn visit<G: Played>(self, rules: &G, _: &G::State) -> Self::Output {
        rules.for_engine(|rules| {
            // Games of chess can be written for others to read.
            match (self.0.game.name, (rules as &dyn Any).downcast_ref::<Chess>()) {
                ("chess", Some(chess)) => of_chess(self.0, chess),
                _ => among_ourselves(self.0, rules),
            }
        })
    }
}

fn of_chess(args: &Args, rules: &Chess) -> anyhow::Result<Ending> {
    let names = [args.a.text.clone(), args.b.text.clone()];
    let file = args
        .pgn
        .as_ref()
        .map(|path| File::create(path).with_context(|| format!("the games {}: cannot be written", path.display())));
    let mut file = file.transpose()?;
    let pace = args.pace()?;
    contest(args, rules, |record: &Record<Chess>, number, first| {
        let Some(to) = &mut file else { return Ending::Done };
        let text = pgn::game(record, [&names[first], &names[1 - first]], number + 1, pace);
        let Err(why) = to.write_all(text.as_bytes()) else { return Ending::Done };
        file = None;
        text::unwritten("the file of --pgn", &why)
    })
}

/// A match in a game that other programs and files know nothing of.
fn among_ourselves<G: Played>(args: &Args, rules: &G) -> anyhow::Result<Ending> {
    if args.pgn.is_some() {
        bail!("--pgn: only games of chess can be written so; --json tells the moves of others");
    }
    let program = [&args.a, &args.b].into_iter().find(|config| matches!(config.kind, Kind::Program(_)));
    if let Some(program) = program {
        bail!("{program}: other programs play chess; with this --game, engine would be right");
    }
    contest(args, rules, |_, _, _| Ending::Done)
}

impl Args {
    fn pace(&self) -> anyhow::Result<Pace> {
        if self.move_time.is_some_and(|time| time.is_zero()) || self.nodes == Some(0) {
            bail!("--move-time and --nodes: more than nothing would be right");
        }
        let others =
            [self.time, self.move_time.map(Pace::Move), self.depth.map(Pace::Depth), self.nodes.map(Pace::Nodes)];
        let default = Pace::Clock { base: Duration::from_secs(1), increment: Duration::from_millis(50) };
        let pace = others.into_iter().flatten().next().unwrap_or(default);
        let whole = match pace {
            Pace::Move(time) => time.subsec_nanos() == 0,
            Pace::Nodes(_) => false,
            Pace::Clock { .. } | Pace::Depth(_) => true,
        };
        let is_xboard = |kind: &Kind| matches!(kind, Kind::Program(program) if program.protocol == Protocol::Xboard);
        if let Some(config) = [&self.a, &self.b].into_iter().find(|config| !whole && is_xboard(&config.kind)) {
            bail!(
                "{config}: xboard's protocol knows no nodes, and whole seconds only; --time or --depth would be right"
            );
        }
        Ok(pace)
    }

    fn pairs(&self) -> anyhow::Result<usize> {
        let games = self.games.unwrap_or(if self.sprt.is_some() { 100_000 } else { 100 });
        if games == 0 || !games.is_multiple_of(2) || games > 1 << 32 {
            bail!("--games {games}: an even number would be right, as every opening is played twice");
        }
        Ok(games as usize / 2)
    }
}

fn contest<G: Played>(
    args: &Args,
    rules: &G,
    mut keep: impl FnMut(&Record<G>, usize, usize) -> Ending,
) -> anyhow::Result<Ending> {
    let (pairs, pace) = (args.pairs()?, args.pace()?);
    for config in [&args.a, &args.b] {
        let at_once = matches!(&config.kind, Kind::Own(own) if !own.enhancements.deepening);
        anyhow::ensure!(
            !at_once || matches!(pace, Pace::Depth(_)),
            "{config}: without deepening the engine goes to its depth at once; with --depth, or with=deepening behind it, it would \
             be right"
        );
    }
    anyhow::ensure!(
        args.grace.is_none() || !matches!(pace, Pace::Depth(_) | Pace::Nodes(_)),
        "--grace: nobody is late where there is no clock; --time or --move-time would be right"
    );
    for own in [&args.a, &args.b].into_iter().filter_map(|config| config.own()) {
        for what in own.without_effect(pace) {
            note(format_args!("engine: {what}"));
        }
    }
    let openings = match &args.openings {
        Some(path) => Openings::read(rules, path, args.seed)?,
        None => Openings::Random { seed: args.seed },
    };
    let token = interrupts();
    let contest = Match {
        rules,
        contestants: [&args.a, &args.b],
        openings: &openings,
        pairs,
        pace,
        grace: args.grace.unwrap_or(Duration::from_millis(50)),
        sprt: args.sprt,
        concurrency: args.concurrency.into(),
    };
    let begin = Instant::now();
    let mut out = anstream::stdout().lock();
    let mut files = Ending::Done;
    let standing = contest.run(&token, |heard| {
        files = files.max(keep(heard.record, heard.number, heard.first));
        note(format_args!("{}", progress(args, &heard, 2 * pairs)));
        if args.json {
            writeln!(out, "{}", lines::json(&game_line(rules, &heard))?)?;
        }
        Ok(())
    })?;
    let verdict = args.sprt.map(|sprt| sprt.verdict(&standing.tally));
    if args.json {
        writeln!(out, "{}", lines::json(&match_line(args, pace, &standing, begin.elapsed()))?)?;
    } else {
        show(&mut out, args, pace, &standing, begin.elapsed())?;
    }
    let ending = match verdict {
        _ if standing.interrupted => Ending::Interrupted,
        None | Some(Verdict::H1) => Ending::Done,
        Some(Verdict::H0) => Ending::No,
        Some(Verdict::Undecided) => Ending::Stopped,
    };
    Ok(ending.max(files))
}

const NAMES: [&str; 2] = ["A", "B"];

fn progress<G: Played>(args: &Args, heard: &Heard<'_, G>, games: usize) -> String {
    let Heard { number, record, first, winner, standing } = heard;
    let result = match winner {
        Some(winner) => format!("{} wins", NAMES[*winner]),
        None => "draw".into(),
    };
    let tally = &standing.tally;
    let mut text = format!(
        "game {} of {games}: {} - {}: {result} ({}, {}); +{} ={} -{}",
        number + 1,
        NAMES[*first],
        NAMES[1 - first],
        record.why,
        text::plural(record.moves.len() as u64, "ply", "plies"),
        tally.wins,
        tally.draws,
        tally.losses,
    );
    if let Some((elo, error)) = tally.elo().filter(|(elo, error)| elo.is_finite() && error.is_finite()) {
        text += &format!(", Elo {elo:+.0} ± {error:.0}");
    }
    if let Some(sprt) = args.sprt {
        text += &format!(", LLR {:.2}", sprt.ratio(tally));
    }
    text
}

fn game_line<G: Played>(rules: &G, heard: &Heard<'_, G>) -> Value {
    let Heard { number, record, first, winner, .. } = heard;
    let seconds: f64 = record.moves.iter().map(|thought| thought.time.as_secs_f64()).sum();
    json!({
        "schema": SCHEMA,
        "event": "game",
        "number": number + 1,
        "opening": rules.position(&record.start),
        "first": NAMES[*first],
        "winner": winner.map(|winner| NAMES[winner]),
        "end": record.why,
        "forfeit": record.fault.as_ref().is_some_and(|fault| *fault != Fault::Resigned),
        "plies": record.moves.len(),
        "moves": record.texts,
        "seconds": seconds,
    })
}

fn match_line(args: &Args, pace: Pace, standing: &Standing, time: Duration) -> Value {
    let Standing { tally, conduct, interrupted } = standing;
    let finite = |number: Option<f64>| number.filter(|number| number.is_finite());
    let both = |what: &dyn Fn(usize) -> Value| json!({ "A": what(0), "B": what(1) });
    let mut line = json!({
        "schema": SCHEMA,
        "event": "match",
        "A": args.a.text,
        "B": args.b.text,
        "game": args.game.name,
        "pace": pace.to_string(),
        "seed": args.seed,
        "games": tally.games(),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score(),
        "pairs": tally.pairs,
        "elo": finite(tally.elo().map(|(elo, _)| elo)),
        "elo_error": finite(tally.elo().map(|(_, error)| error)),
        "superiority": tally.superiority(),
        "time_forfeits": both(&|side| conduct[side].late.into()),
        "illegal_moves": both(&|side| conduct[side].illegal.into()),
        "deaths": both(&|side| conduct[side].died.into()),
        "mean_depth": both(&|side| json!(conduct[side].mean_depth())),
        "seconds_per_move": both(&|side| json!(conduct[side].mean_time())),
        "longest_seconds": both(&|side| json!(conduct[side].longest.as_secs_f64())),
        "seconds": time.as_secs_f64(),
    });
    if let Some(sprt) = args.sprt {
        let (low, high) = sprt.bounds();
        line["llr"] = json!(sprt.ratio(tally));
        line["llr_bounds"] = json!([low, high]);
        line["verdict"] = json!(match sprt.verdict(tally) {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
            Verdict::Undecided => "undecided",
        });
    }
    if *interrupted {
        line["stopped"] = json!("cancel");
    }
    line
}

fn show(out: &mut impl Write, args: &Args, pace: Pace, standing: &Standing, time: Duration) -> anyhow::Result<()> {
    let Standing { tally, conduct, interrupted } = standing;
    let games = text::plural(tally.games(), "game", "games");
    let [a, b] = [&args.a, &args.b].map(|config| text::harmless(&config.text));
    writeln!(out, "{BOLD}A {a} against B {b}{BOLD:#} {DIM}· {games} · {pace}{DIM:#}")?;
    if *interrupted {
        writeln!(out, "stopped    {BOLD}interrupted{BOLD:#}: what follows is the result so far")?;
    }
    let Some(score) = tally.score() else { return Ok(()) };
    let points = tally.wins as f64 + tally.draws as f64 / 2.0;
    writeln!(
        out,
        "score      {BOLD}{points} of {}, {:.1} %{BOLD:#}: {} won, {} drawn, {} lost",
        tally.games(),
        100.0 * score,
        tally.wins,
        tally.draws,
        tally.losses
    )?;
    let superior = 100.0 * tally.superiority().unwrap_or(0.5);
    match tally.elo() {
        Some((elo, error)) if elo.is_finite() && error.is_finite() => writeln!(
            out,
            "Elo        {BOLD}{elo:+.0} ± {error:.0}{BOLD:#} (95 %), A is stronger with a likelihood of {superior:.1} %"
        )?,
        Some((elo, _)) if elo.is_finite() => writeln!(out, "Elo        {elo:+.0}, but too few games for an error")?,
        _ => writeln!(out, "Elo        {} than can be told", if score > 0.5 { "higher" } else { "lower" })?,
    }
    let pairs = tally.pairs.map(|count| count.to_string()).join(" ");
    writeln!(out, "pairs      {pairs} {DIM}with 0, ½, 1, 1½ and 2 points{DIM:#}")?;
    if let Some(sprt) = args.sprt {
        let (low, high) = sprt.bounds();
        let verdict = match sprt.verdict(tally) {
            Verdict::H0 => format!("A is not better by {} Elo (H0)", sprt.elo1),
            Verdict::H1 => format!("A is better than by {} Elo (H1)", sprt.elo0),
            Verdict::Undecided => "undecided".into(),
        };
        writeln!(out, "test       {BOLD}{verdict}{BOLD:#}: LLR {:.2} in ({low:.2}, {high:.2})", sprt.ratio(tally))?;
    }
    for (name, conduct) in NAMES.iter().zip(conduct) {
        let mut words = Vec::new();
        words.extend(conduct.mean_depth().map(|depth| format!("depth {depth:.1}")));
        words.extend(conduct.mean_time().map(|time| format!("{} a move", text::time(Duration::from_secs_f64(time)))));
        words.push(format!("at most {}", text::time(conduct.longest)));
        let faults =
            [(conduct.late, "lost on time"), (conduct.illegal, "by illegal moves"), (conduct.died, "by dying")];
        words.extend(faults.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")));
        writeln!(out, "{name}          {}", words.join(", "))?;
    }
    writeln!(out, "{DIM}in {}{DIM:#}", text::time(time))?;
    Ok(())
}
