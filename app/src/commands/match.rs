//! `provebest match`.

use std::any::Any;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use provebest::contest::{Sprt, SprtVerdict, Tally};
use provebest::games::chess::Chess;

use super::interrupts;
use crate::ending::Ending;
use crate::r#match::config::{ContestantConfig, ContestantKind, Protocol};
use crate::r#match::contestant::Fault;
use crate::r#match::game::GameRecord;
use crate::r#match::openings::Openings;
use crate::r#match::pace::{self, Pace};
use crate::r#match::pgn;
use crate::r#match::tournament::{ContestantStats, FinishedGame, Match, Standing};
use crate::options::{ProblemOptions, game_names, played_games};
use crate::output::live::Live;
use crate::output::match_table::{GameRow, Hypothesis, MatchResults, MatchSummary, SideSummary, SprtResult};
use crate::output::text::{self, note};
use provebest_catalog::games::{GameInfo, Played, PlayedVisitor};
use provebest_catalog::units;

/// Let two engines play each other, and say which one is stronger
///
/// They play chess, or what --game says. A contestant is `engine`, our own, with settings if need be: hash=16MB, threads=1, with= and without= some of the
/// enhancements (`without=null-move+history`, `all` is all of them), driver=aspiration|open|mtdf,
/// share=lazy-smp|abdada|young-brothers|board, level=1..10, seed=, reserve=10ms (kept on the clock). Or, for chess, it is a
/// program that speaks UCI: `uci:` and its command, with options as in `uci[Hash=16,OwnBook=false]:gnuchess -u`; or one made for
/// xboard: `xboard:phalanx`.
///
/// Every opening is played twice, with colours reversed. A contestant that crashes, hangs, plays an illegal move or oversteps its
/// time loses that game, and the match goes on.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest match engine engine:without=null-move --games 100 --nodes 20k
  provebest match engine 'uci:gnuchess -u' --time 1s+0.05s --pgn games.pgn
  provebest match engine engine:driver=mtdf --sprt 0,10 --move-time 50ms
  provebest match engine engine:level=4 --game othello --nodes 20k

Exit status: 1 if the test of --sprt accepts that A is no stronger than elo0; 3 if it has no verdict after all games; 130 \
interrupted, with the result so far.")]
pub struct Args {
    /// The contestant whose score is shown
    a: ContestantConfig,

    /// The one it plays against
    b: ContestantConfig,

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

    /// Seed of the random openings
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
    let refused =
        || anyhow::anyhow!("--game {}: not played by two sides; expected one of {}", args.game.name, played_games());
    if !args.game.is_played() {
        return Err(refused());
    }
    let problem = ProblemOptions::default().problem(args.game, None)?;
    let played = problem.game().and_then(|game| game.visit_played(RunMatch(&args)));
    played.unwrap_or_else(|| Err(refused()))
}

struct RunMatch<'a>(&'a Args);

impl PlayedVisitor for RunMatch<'_> {
    type Output = anyhow::Result<Ending>;

    fn visit<G: Played>(self, rules: &G, _: &G::State) -> Self::Output {
        rules.for_engine(|rules| {
            // Games of chess can be written for others to read.
            match (self.0.game.name, (rules as &dyn Any).downcast_ref::<Chess>()) {
                ("chess", Some(chess)) => play_chess(self.0, chess),
                _ => play_own_engines(self.0, rules),
            }
        })
    }
}

fn play_chess(args: &Args, rules: &Chess) -> anyhow::Result<Ending> {
    let names = [args.a.text.clone(), args.b.text.clone()];
    let file = args
        .pgn
        .as_ref()
        .map(|path| File::create(path).with_context(|| format!("the games {}: cannot be written", path.display())));
    let mut file = file.transpose()?;
    let pace = args.pace()?;
    play_match(args, rules, |record: &GameRecord<Chess>, number, first| {
        let Some(to) = &mut file else { return Ending::Done };
        let text = pgn::game(record, [&names[first], &names[1 - first]], number + 1, pace);
        let Err(why) = to.write_all(text.as_bytes()) else { return Ending::Done };
        file = None;
        text::unwritten("the file of --pgn", &why)
    })
}

/// A match in a game that other programs and PGN do not know.
fn play_own_engines<G: Played>(args: &Args, rules: &G) -> anyhow::Result<Ending> {
    if args.pgn.is_some() {
        bail!("--pgn: only games of chess are written as PGN; expected --json for other games");
    }
    let program = [&args.a, &args.b].into_iter().find(|config| matches!(config.kind, ContestantKind::Program(_)));
    if let Some(program) = program {
        bail!("{program}: other programs play only chess; expected engine with this --game");
    }
    play_match(args, rules, |_, _, _| Ending::Done)
}

impl Args {
    fn pace(&self) -> anyhow::Result<Pace> {
        if self.move_time.is_some_and(|time| time.is_zero()) || self.nodes == Some(0) {
            bail!("--move-time and --nodes: nothing to think with; expected more than 0");
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
        let is_xboard = |kind: &ContestantKind| matches!(kind, ContestantKind::Program(program) if program.protocol == Protocol::Xboard);
        if let Some(config) = [&self.a, &self.b].into_iter().find(|config| !whole && is_xboard(&config.kind)) {
            bail!("{config}: xboard's protocol knows no nodes, and only whole seconds; expected --time or --depth");
        }
        Ok(pace)
    }

    fn pairs(&self) -> anyhow::Result<usize> {
        let games = self.games.unwrap_or(if self.sprt.is_some() { 100_000 } else { 100 });
        if games == 0 || !games.is_multiple_of(2) || games > 1 << 32 {
            bail!("--games {games}: every opening is played twice; expected an even number");
        }
        Ok(games as usize / 2)
    }
}

fn play_match<G: Played>(
    args: &Args,
    rules: &G,
    mut keep: impl FnMut(&GameRecord<G>, usize, usize) -> Ending,
) -> anyhow::Result<Ending> {
    let (pairs, pace) = (args.pairs()?, args.pace()?);
    for config in [&args.a, &args.b] {
        let at_once = matches!(&config.kind, ContestantKind::Own(own) if !own.enhancements.deepening);
        anyhow::ensure!(
            !at_once || matches!(pace, Pace::Depth(_)),
            "{config}: without deepening the engine goes to its depth at once; expected --depth, or with=deepening after it"
        );
    }
    anyhow::ensure!(
        args.grace.is_none() || !matches!(pace, Pace::Depth(_) | Pace::Nodes(_)),
        "--grace: there is no clock; expected --time or --move-time"
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
    let (mut files, mut live) = (Ending::Done, Live::new("match"));
    let standing = contest.run(&token, |game| {
        files = files.max(keep(game.record, game.number, game.first));
        let row = row(rules, &game);
        let so_far = results(&game.standing.tally, args.sprt);
        note(format_args!("{}", row.progress(2 * pairs, &so_far)));
        live.show(Some(so_far.games as f64 / (2 * pairs) as f64), || so_far.words());
        if args.json {
            row.print()?;
        }
        Ok(())
    })?;
    drop(live);
    let verdict = args.sprt.map(|sprt| sprt.verdict(&standing.tally));
    let summary = summary(args, pace, &standing, begin.elapsed());
    if args.json {
        summary.print()?
    } else {
        summary.show()?
    }
    let ending = match verdict {
        _ if standing.interrupted => Ending::Interrupted,
        None | Some(SprtVerdict::H1) => Ending::Done,
        Some(SprtVerdict::H0) => Ending::No,
        Some(SprtVerdict::Undecided) => Ending::Stopped,
    };
    Ok(ending.max(files))
}

/// A game, to be shown.
fn row<'a, G: Played>(rules: &G, game: &FinishedGame<'a, G>) -> GameRow<'a> {
    let &FinishedGame { number, record, first, winner, .. } = game;
    GameRow {
        number: number + 1,
        opening: rules.position(&record.start),
        first,
        winner,
        end: &record.why,
        forfeit: record.fault.as_ref().is_some_and(|fault| *fault != Fault::Resigned),
        moves: &record.texts,
        seconds: record.moves.iter().map(|one| one.time.as_secs_f64()).sum(),
    }
}

/// What the games say so far, to be shown.
fn results(tally: &Tally, sprt: Option<Sprt>) -> MatchResults {
    let test = |sprt: Sprt| SprtResult {
        elo0: sprt.elo0,
        elo1: sprt.elo1,
        ratio: sprt.ratio(tally),
        bounds: sprt.bounds(),
        accepted: match sprt.verdict(tally) {
            SprtVerdict::H0 => Some(Hypothesis::H0),
            SprtVerdict::H1 => Some(Hypothesis::H1),
            SprtVerdict::Undecided => None,
        },
    };
    MatchResults {
        games: tally.games(),
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        pairs: tally.pairs,
        score: tally.score(),
        elo: tally.elo(),
        superiority: tally.superiority(),
        test: sprt.map(test),
    }
}

/// The whole match, to be shown.
fn summary<'a>(args: &'a Args, pace: Pace, standing: &Standing, time: Duration) -> MatchSummary<'a> {
    let side = |conduct: &ContestantStats| SideSummary {
        late: conduct.late,
        illegal: conduct.illegal,
        died: conduct.died,
        mean_depth: conduct.mean_depth(),
        mean_time: conduct.mean_time(),
        longest: conduct.longest,
    };
    MatchSummary {
        contestants: [&args.a.text, &args.b.text],
        game: args.game.name,
        pace: pace.to_string(),
        seed: args.seed,
        results: results(&standing.tally, args.sprt),
        sides: standing.conduct.each_ref().map(side),
        interrupted: standing.interrupted,
        time,
    }
}
