//! Lists of what has a name: algorithms and games.

use std::io::{self, Write};

use anstyle::Style;
use provebest_catalog::MethodInfo;
use provebest_catalog::games::GameInfo;
use serde::Serialize;

use super::json::{self, SCHEMA};
use super::text::{BOLD, DIM, sentences, wrapped};
use super::{console, stdout};

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
        indented(&mut out, info.summary, Style::new())?;
        indented(&mut out, &format!("{} · {}", info.kind, info.paper), DIM)?;
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

/// Writes switches of the engine: is it on, and what does it do?
pub fn show_switches(game: &str, list: &[Switch]) -> io::Result<()> {
    let mut out = stdout();
    let about = format!(
        "Switches of the engine for {game}: --with NAMES turns on, --without NAMES turns off; all is all of them."
    );
    writeln!(out, "{}\n", sentences(&about))?;
    let longest = list.iter().map(|switch| switch.name.len()).max().unwrap_or(0);
    for Switch { name, state, summary } in list {
        let before = longest + 10;
        let lines = wrapped(summary, console::width().unwrap_or(usize::MAX).saturating_sub(before).max(20));
        let about = lines.join(&format!("\n{:before$}", ""));
        writeln!(out, "{BOLD}{name:<longest$}{BOLD:#}  {DIM}{state:<6}{DIM:#}  {about}")?;
    }
    Ok(())
}

/// A switch of the engine.
pub struct Switch {
    pub name: &'static str,
    /// `on`, `off`, or `no use`.
    pub state: &'static str,
    pub summary: &'static str,
}

/// Lines of text below a name, no wider than the terminal.
fn indented(out: &mut impl Write, text: &str, style: Style) -> io::Result<()> {
    let room = console::width().unwrap_or(usize::MAX).saturating_sub(4).max(20);
    wrapped(text, room).iter().try_for_each(|line| writeln!(out, "    {style}{line}{style:#}"))
}

/// Writes a list of games.
pub fn show_games(list: impl Iterator<Item = &'static GameInfo>) -> io::Result<()> {
    let mut out = stdout();
    for game in list {
        writeln!(out, "{BOLD}{}{BOLD:#}", game.name)?;
        indented(&mut out, game.summary, Style::new())?;
        indented(&mut out, &format!("position: {}", game.position), Style::new())?;
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
