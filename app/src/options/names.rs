//! Names on the command line: games, methods, variants. All of them come from the catalog.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use provebest::family::Variant;
use provebest_catalog::games::{self, GameInfo};
use provebest_catalog::{Method, MethodGroup, MethodInfo, methods};
use provebest_search::{NoStrategy, Strategy};

/// Parses the name of a game or puzzle.
pub fn game_names() -> impl TypedValueParser<Value = &'static GameInfo> {
    let named = |game: &'static GameInfo| PossibleValue::new(game.name).aliases(game.aliases).help(game.summary);
    PossibleValuesParser::new(games::all().map(named)).try_map(|name| games::find(&name).ok_or("no such game"))
}

/// The name that was meant, if one of these is near.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = names.map(|name| (strsim::jaro_winkler(word, name), name)).filter(|(near, _)| *near > 0.85);
    near.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name)
}

/// The names of the games that can be played, for an error.
pub fn played_games() -> String {
    games::all().filter(|game| game.is_played()).map(|game| game.name).collect::<Vec<_>>().join(", ")
}

fn named(info: &MethodInfo) -> PossibleValue {
    let help = match info.short {
        Some(short) => format!("[{short}] {}", info.summary),
        None => info.summary.to_string(),
    };
    PossibleValue::new(info.name).aliases(info.short).help(help)
}

/// Parses the name of a method in one of these groups.
pub fn method_names(groups: &'static [MethodGroup]) -> impl TypedValueParser<Value = Method> {
    methods_and(groups, None).try_map(|method| method.ok_or("no such method"))
}

/// The same, or another word with its help, which is `None`.
pub fn methods_and(
    groups: &'static [MethodGroup],
    other: Option<(&'static str, &'static str)>,
) -> impl TypedValueParser<Value = Option<Method>> {
    let infos = methods().filter(|info| groups.contains(&info.group));
    let names = infos.map(|info| named(&info)).chain(other.map(|(word, help)| PossibleValue::new(word).help(help)));
    let parser = StringValueParser::new().try_map(move |name| {
        if other.is_some_and(|(word, _)| word == name) {
            return Ok(None);
        }
        match methods().find(|info| info.name == name || info.short == Some(name.as_str())) {
            Some(info) if groups.contains(&info.group) => Ok(Some(info.method)),
            Some(info) => Err(belongs(&info)),
            None => Err(unknown(&name, groups)),
        }
    });
    Completed { parser, names: names.collect() }
}

/// What a method does instead, and the command that it belongs to.
fn belongs(info: &MethodInfo) -> String {
    let (does, command) = match info.group {
        MethodGroup::Engine => ("goes deeper until its limits end it", "search GAME POSITION"),
        MethodGroup::Solver => ("searches a game to its end", "solve GAME POSITION"),
        MethodGroup::Puzzle => ("solves puzzles", "solve PUZZLE POSITION"),
        MethodGroup::Selective => ("searches to no fixed depth", "search GAME POSITION"),
        MethodGroup::Proof => ("answers questions and goes to no depth", "solve GAME POSITION"),
        _ => ("searches a tree to a depth", "search GAME POSITION"),
    };
    format!("it {does}; expected `provebest {command} --algorithm {}`", info.name)
}

/// No method has this name: which one was meant, or where they are listed.
fn unknown(name: &str, groups: &[MethodGroup]) -> String {
    let infos = methods().filter(|info| groups.contains(&info.group));
    let near = nearest(name, infos.flat_map(|info| std::iter::once(info.name).chain(info.short)));
    let meant = near.map(|near| format!("did you mean {near}? ")).unwrap_or_default();
    format!("no algorithm has this name; {meant}`provebest algorithms` lists them")
}

/// A parser whose errors are its own, with the names that shells complete.
#[derive(Clone)]
struct Completed<P> {
    parser: P,
    names: Vec<PossibleValue>,
}

impl<P: TypedValueParser> TypedValueParser for Completed<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<P::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().cloned()))
    }
}

/// Parses the name of a strategy of B*.
pub fn strategy(name: &str) -> Result<Strategy, NoStrategy> {
    name.parse()
}

/// Parses the name of a variant.
pub fn variants() -> impl TypedValueParser<Value = Variant> {
    let find = |name: String| Variant::ALL.into_iter().find(|variant| variant.name() == name);
    PossibleValuesParser::new(Variant::ALL.map(Variant::name)).try_map(move |name| find(name).ok_or("no such variant"))
}
