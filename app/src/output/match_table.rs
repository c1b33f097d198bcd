//! Games of a match and its result.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::json::{self, SCHEMA};
use super::stdout;
use super::text::{self, BOLD, DIM};

const NAMES: [&str; 2] = ["A", "B"];

/// A game that was played. Contestants are 0, called A, and 1, called B.
pub struct GameRow<'a> {
    /// From 1.
    pub number: usize,
    pub opening: String,
    /// The contestant that moved first.
    pub first: usize,
    pub winner: Option<usize>,
    /// How it ended.
    pub end: &'a str,
    pub forfeit: bool,
    pub moves: &'a [String],
    pub seconds: f64,
}

/// The results of games, in A's view.
pub struct MatchResults {
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Pairs by their half points, from 0 to 4.
    pub pairs: [u64; 5],
    pub score: Option<f64>,
    /// The difference in strength and its error.
    pub elo: Option<(f64, f64)>,
    /// How likely it is that A is the stronger one.
    pub superiority: Option<f64>,
    pub test: Option<SprtResult>,
}

/// How far the test of `--sprt` is.
pub struct SprtResult {
    pub elo0: f64,
    pub elo1: f64,
    /// The logarithm of the likelihood ratio, and the bounds at which the test ends.
    pub ratio: f64,
    pub bounds: (f64, f64),
    pub accepted: Option<Hypothesis>,
}

/// A is better by no more than elo0, or by at least elo1.
pub enum Hypothesis {
    H0,
    H1,
}

/// What one contestant did.
pub struct SideSummary {
    /// Games lost on time, by an illegal move, because the contestant died.
    pub late: u64,
    pub illegal: u64,
    pub died: u64,
    pub mean_depth: Option<f64>,
    /// Seconds a move.
    pub mean_time: Option<f64>,
    pub longest: Duration,
}

/// The result of a match.
pub struct MatchSummary<'a> {
    pub contestants: [&'a str; 2],
    pub game: &'a str,
    pub pace: String,
    pub seed: u64,
    pub results: MatchResults,
    pub sides: [SideSummary; 2],
    pub interrupted: bool,
    pub time: Duration,
}

impl GameRow<'_> {
    /// The line of progress after this game of a match of `games` games.
    pub fn progress(&self, games: usize, results: &MatchResults) -> String {
        let result = match self.winner {
            Some(winner) => format!("{} wins", NAMES[winner]),
            None => "draw".into(),
        };
        let mut text = format!(
            "game {} of {games}: {} - {}: {result} ({}, {}); +{} ={} -{}",
            self.number,
            NAMES[self.first],
            NAMES[1 - self.first],
            self.end,
            text::plural(self.moves.len() as u64, "ply", "plies"),
            results.wins,
            results.draws,
            results.losses,
        );
        if let Some((elo, error)) = results.elo.filter(|(elo, error)| elo.is_finite() && error.is_finite()) {
            text += &format!(", Elo {elo:+.0} ± {error:.0}");
        }
        if let Some(test) = &results.test {
            text += &format!(", LLR {:.2}", test.ratio);
        }
        text
    }

    /// Writes a line of JSON.
    pub fn print(&self) -> io::Result<()> {
        json::print(&json!({
            "schema": SCHEMA,
            "event": "game",
            "number": self.number,
            "opening": self.opening,
            "first": NAMES[self.first],
            "winner": self.winner.map(|winner| NAMES[winner]),
            "end": self.end,
            "forfeit": self.forfeit,
            "plies": self.moves.len(),
            "moves": self.moves,
            "seconds": self.seconds,
        }))
    }
}

impl MatchResults {
    /// The score so far, for the line of progress.
    pub fn words(&self) -> String {
        let mut text = format!("+{} ={} -{}", self.wins, self.draws, self.losses);
        if let Some((elo, error)) = self.elo.filter(|(elo, error)| elo.is_finite() && error.is_finite()) {
            text += &format!(" · Elo {elo:+.0} ± {error:.0}");
        }
        if let Some(SprtResult { ratio, bounds: (low, high), .. }) = &self.test {
            text += &format!(" · LLR {ratio:.2} in ({low:.2}, {high:.2})");
        }
        text
    }
}

impl MatchSummary<'_> {
    /// Writes a line of JSON.
    pub fn print(&self) -> io::Result<()> {
        let finite = |number: Option<f64>| number.filter(|number| number.is_finite());
        let both =
            |what: &dyn Fn(&SideSummary) -> Value| json!({ "A": what(&self.sides[0]), "B": what(&self.sides[1]) });
        let results = &self.results;
        let mut line = json!({
            "schema": SCHEMA,
            "event": "match",
            "A": self.contestants[0],
            "B": self.contestants[1],
            "game": self.game,
            "pace": self.pace,
            "seed": self.seed,
            "games": results.games,
            "wins": results.wins,
            "draws": results.draws,
            "losses": results.losses,
            "score": results.score,
            "pairs": results.pairs,
            "elo": finite(results.elo.map(|(elo, _)| elo)),
            "elo_error": finite(results.elo.map(|(_, error)| error)),
            "superiority": results.superiority,
            "time_forfeits": both(&|side| side.late.into()),
            "illegal_moves": both(&|side| side.illegal.into()),
            "deaths": both(&|side| side.died.into()),
            "mean_depth": both(&|side| json!(side.mean_depth)),
            "seconds_per_move": both(&|side| json!(side.mean_time)),
            "longest_seconds": both(&|side| json!(side.longest.as_secs_f64())),
            "seconds": self.time.as_secs_f64(),
        });
        if let Some(test) = &results.test {
            line["llr"] = json!(test.ratio);
            line["llr_bounds"] = json!([test.bounds.0, test.bounds.1]);
            line["verdict"] = json!(match test.accepted {
                Some(Hypothesis::H0) => "H0",
                Some(Hypothesis::H1) => "H1",
                None => "undecided",
            });
        }
        if self.interrupted {
            line["stopped"] = json!("cancel");
        }
        json::print(&line)
    }

    /// Writes the result as text.
    pub fn show(&self) -> io::Result<()> {
        let mut out = stdout();
        let results = &self.results;
        let games = text::plural(results.games, "game", "games");
        let [a, b] = self.contestants.map(text::harmless);
        writeln!(out, "{BOLD}A {a} against B {b}{BOLD:#} {DIM}· {games} · {}{DIM:#}", self.pace)?;
        if self.interrupted {
            writeln!(out, "stopped    {BOLD}interrupted{BOLD:#}: what follows is the result so far")?;
        }
        let Some(score) = results.score else { return Ok(()) };
        let points = results.wins as f64 + results.draws as f64 / 2.0;
        writeln!(
            out,
            "score      {BOLD}{points} of {}, {:.1} %{BOLD:#}: {} won, {} drawn, {} lost",
            results.games,
            100.0 * score,
            results.wins,
            results.draws,
            results.losses
        )?;
        let superior = 100.0 * results.superiority.unwrap_or(0.5);
        match results.elo {
            Some((elo, error)) if elo.is_finite() && error.is_finite() => writeln!(
                out,
                "Elo        {BOLD}{elo:+.0} ± {error:.0}{BOLD:#} (95 %), LOS {superior:.1} % (likelihood that A is stronger)"
            )?,
            Some((elo, _)) if elo.is_finite() => writeln!(out, "Elo        {elo:+.0}, but too few games for an error")?,
            _ if score > 0.5 => writeln!(out, "Elo        too high to estimate: all games won")?,
            _ => writeln!(out, "Elo        too low to estimate: all games lost")?,
        }
        let pairs = results.pairs.map(|count| count.to_string()).join(" ");
        writeln!(out, "pairs      {pairs} {DIM}with 0, ½, 1, 1½ and 2 points{DIM:#}")?;
        if let Some(SprtResult { elo0, elo1, ratio, bounds: (low, high), accepted }) = &results.test {
            let verdict = match accepted {
                Some(Hypothesis::H0) => format!("A is not better by {elo1} Elo (H0)"),
                Some(Hypothesis::H1) => format!("A is better than by {elo0} Elo (H1)"),
                None => "undecided".into(),
            };
            writeln!(out, "test       {BOLD}{verdict}{BOLD:#}: LLR {ratio:.2} in ({low:.2}, {high:.2})")?;
        }
        for (name, side) in NAMES.iter().zip(&self.sides) {
            writeln!(out, "{name}          {}", side.words().join(", "))?;
        }
        writeln!(out, "{DIM}in {}{DIM:#}", text::time(self.time))
    }
}

impl SideSummary {
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(self.mean_depth.map(|depth| format!("depth {depth:.1}")));
        words.extend(self.mean_time.map(|time| format!("{} a move", text::time(Duration::from_secs_f64(time)))));
        words.push(format!("at most {}", text::time(self.longest)));
        let faults = [(self.late, "lost on time"), (self.illegal, "by illegal moves"), (self.died, "by crashing")];
        words.extend(faults.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")));
        words
    }
}
