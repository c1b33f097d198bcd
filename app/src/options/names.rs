//! Names on the command line: games, methods, variants. All of them come from the catalog.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
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
    let other = other.map(|(word, help)| PossibleValue::new(word).help(help));
    // Where they are of no use, they are not listed, and the refusal says where they are.
    let elsewhere = [MethodGroup::Proof, MethodGroup::Selective];
    let refused = methods().filter(|info| elsewhere.contains(&info.group) && !groups.contains(&info.group));
    let refused = refused.map(|info| named(&info).hide(true));
    let names: Vec<PossibleValue> = infos.map(|info| named(&info)).chain(other).chain(refused).collect();
    PossibleValuesParser::new(names).try_map(|name| match name.parse() {
        Ok(method @ Method::Proof(_)) if !groups.contains(&MethodGroup::Proof) => Err(format!(
            "it answers questions and goes to no depth; expected `provebest solve GAME POSITION --algorithm {}`",
            method.name()
        )),
        Ok(method @ Method::Selective(_)) if !groups.contains(&MethodGroup::Selective) => Err(format!(
            "it searches to no fixed depth; expected `provebest search GAME POSITION --algorithm {}`",
            method.name()
        )),
        parsed => Ok(parsed.ok()),
    })
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
