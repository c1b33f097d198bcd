//! Lists of what has a name: algorithms and games.

use std::io::{self, Write};

use provebest_catalog::MethodInfo;
use provebest_catalog::games::GameInfo;
use serde::Serialize;

use super::json::{self, SCHEMA};
use super::stdout;
use super::text::{BOLD, DIM};

#[derive(Serialize)]
struct AlgorithmLine<'a> {
    schema: u32,
    name: &'static str,
    short: Option<&'static str>,
    kind: &'a str,
    paper: &'static str,
    summary: &'static str,
}

#[derive(Serialize)]
struct GameLine {
    schema: u32,
    name: &'static str,
    summary: &'static str,
    position: &'static str,
    example: &'static str,
    command: &'static str,
}

/// Writes a list of algorithms.
pub fn show_algorithms(list: impl Iterator<Item = MethodInfo>) -> io::Result<()> {
    let mut out = stdout();
    for info in list {
        let short = info.short.map(|short| format!(" ({short})")).unwrap_or_default();
        writeln!(out, "{BOLD}{}{BOLD:#}{short}", info.name)?;
        writeln!(out, "    {}", info.summary)?;
        writeln!(out, "    {DIM}{} · {}{DIM:#}", info.kind, info.paper)?;
    }
    Ok(())
}

/// The same as lines of JSON.
pub fn print_algorithms(list: impl Iterator<Item = MethodInfo>) -> io::Result<()> {
    for info in list {
        let MethodInfo { name, short, paper, summary, .. } = info;
        json::print(&AlgorithmLine { schema: SCHEMA, name, short, kind: &info.kind, paper, summary })?;
    }
    Ok(())
}

/// Writes a list of games.
pub fn show_games(list: impl Iterator<Item = &'static GameInfo>) -> io::Result<()> {
    let mut out = stdout();
    for game in list {
        writeln!(out, "{BOLD}{}{BOLD:#}", game.name)?;
        writeln!(out, "    {}", game.summary)?;
        writeln!(out, "    position: {}", game.position)?;
        writeln!(out, "    {DIM}provebest {} {} '{}'{DIM:#}", game.command(), game.name, game.example)?;
    }
    Ok(())
}

/// The same as lines of JSON.
pub fn print_games(list: impl Iterator<Item = &'static GameInfo>) -> io::Result<()> {
    for game in list {
        let &GameInfo { name, summary, position, example, .. } = game;
        json::print(&GameLine { schema: SCHEMA, name, summary, position, example, command: game.command() })?;
    }
    Ok(())
}
