//! Contestants as text.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use provebest::game::TextError;
use provebest::player::Level;
use provebest::search::engine::{Driver, Enhancements, Share};

use super::pace::Pace;
use provebest_catalog::units;

/// A contestant: our own engine, or a program that speaks UCI or xboard's protocol.
#[derive(Clone, PartialEq, Debug)]
pub struct ContestantConfig {
    /// As it was written.
    pub text: String,
    pub kind: ContestantKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ContestantKind {
    Own(OwnEngine),
    Program(Program),
}

/// `engine:hash=16MB,without=null-move+history`.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnEngine {
    /// The size of the table, if one was asked for.
    pub bytes: Option<u64>,
    pub threads: usize,
    pub enhancements: Enhancements,
    pub level: Level,
    pub share: Share,
    pub seed: u64,
    /// Kept on the clock.
    pub reserve: Duration,
}

/// `uci:gnuchess -u`, `uci[Hash=16,OwnBook=false]:gnuchess -u` or `xboard:phalanx`.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    pub protocol: Protocol,
    /// The program and its arguments.
    pub words: Vec<String>,
    pub options: Vec<(String, String)>,
}

/// What a program understands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    Uci,
    Xboard,
}

impl Default for OwnEngine {
    fn default() -> OwnEngine {
        OwnEngine {
            bytes: None,
            threads: 1,
            enhancements: Enhancements::default(),
            level: Level::FULL,
            share: Share::Lazy,
            seed: 1,
            reserve: Duration::from_millis(10),
        }
    }
}

impl OwnEngine {
    /// The bytes of a table if no other size is asked for.
    pub const TABLE: u64 = 16_000_000;

    /// Settings that change nothing, and why.
    pub fn without_effect(&self, pace: Pace) -> Vec<String> {
        let usual = OwnEngine::default();
        let clock = matches!(pace, Pace::Clock { .. });
        let idle = [
            (
                self.share != usual.share && self.threads == 1,
                format!("share={}: one thread has nothing to share", self.share.name()),
            ),
            (
                self.seed != usual.seed && self.level == Level::FULL,
                format!("seed={}: level 10 leaves nothing to chance", self.seed),
            ),
            (self.reserve != usual.reserve && !clock, "reserve: there is no clock to keep it on".into()),
            (self.bytes.is_some() && !self.enhancements.table, "hash: there is no table to be kept there".into()),
        ];
        idle.into_iter().filter_map(|(is_idle, why)| is_idle.then_some(why)).collect()
    }
}

impl ContestantConfig {
    /// Our own engine, if that is it.
    pub fn own(&self) -> Option<&OwnEngine> {
        if let ContestantKind::Own(own) = &self.kind { Some(own) } else { None }
    }
}

impl fmt::Display for ContestantConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for ContestantConfig {
    type Err = TextError;

    fn from_str(text: &str) -> Result<ContestantConfig, TextError> {
        let kind = if let Some(rest) = text.strip_prefix("engine") {
            match rest.strip_prefix(':') {
                Some(_) => ContestantKind::Own(own(text, "engine:".len())?),
                None if rest.is_empty() => ContestantKind::Own(OwnEngine::default()),
                None => return Err(TextError::new(text, "engine".len(), "no colon after engine", "engine or engine:")),
            }
        } else if text.starts_with("uci:") || text.starts_with("uci[") {
            ContestantKind::Program(program(text)?)
        } else if text.starts_with("xboard:") {
            let words = command(text, "xboard:".len(), "xboard: and a command such as phalanx")?;
            ContestantKind::Program(Program { protocol: Protocol::Xboard, words, options: Vec::new() })
        } else {
            let want = "engine, engine:hash=16MB, uci:COMMAND or xboard:COMMAND";
            return Err(TextError::new(text, 0, "no contestant", want));
        };
        Ok(ContestantConfig { text: text.into(), kind })
    }
}

/// Pieces of `text` between commas from `start` to `end`, each with its place.
fn pieces(text: &str, start: usize, end: usize) -> impl Iterator<Item = (usize, &str)> {
    text[start..end].split(',').map(|piece| (piece.as_ptr() as usize - text.as_ptr() as usize, piece))
}

const KEYS: &str = "one of hash, threads, with, without, driver, share, level, seed, reserve";

fn own(text: &str, start: usize) -> Result<OwnEngine, TextError> {
    let mut own = OwnEngine::default();
    for (at, piece) in pieces(text, start, text.len()) {
        let Some((key, value)) = piece.split_once('=') else {
            return Err(TextError::new(
                text,
                at,
                format!("'{piece}' without a value"),
                format!("{KEYS}, = and a value"),
            ));
        };
        let place = at + key.len() + 1;
        let wrong = |want: &str| TextError::new(text, place, format!("{key}={value}"), want);
        let number = |least: u64, most: u64| match value.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(wrong(&format!("a number from {least} to {most}"))),
        };
        match key {
            "hash" => {
                let bytes = units::size(value).ok().filter(|&bytes| bytes > 0);
                own.bytes = Some(bytes.ok_or_else(|| wrong("a size such as 16MB"))?);
            }
            "threads" => own.threads = number(1, 256)? as usize,
            "with" | "without" => {
                let mut place = place;
                for name in value.split('+') {
                    own.enhancements = switch(own.enhancements, name, key == "with").ok_or_else(|| {
                        let names = Enhancements::NAMES.join(", ");
                        TextError::new(
                            text,
                            place,
                            format!("no enhancement is called '{name}'"),
                            format!("all, {names}"),
                        )
                    })?;
                    place += name.len() + 1;
                }
            }
            "driver" => {
                own.enhancements.driver = match value {
                    "open" => Driver::Open,
                    "aspiration" => Driver::Aspiration,
                    "mtdf" | "mtd-f" => Driver::MtdF,
                    _ => return Err(wrong("open, aspiration or mtdf")),
                }
            }
            "share" => {
                own.share = Share::named(value).ok_or_else(|| wrong("lazy-smp, abdada, young-brothers or board"))?
            }
            "level" => own.level = Level::new(number(1, 10)? as u8).unwrap_or(Level::FULL),
            "seed" => own.seed = number(0, u64::MAX)?,
            "reserve" => own.reserve = units::time(value).map_err(|_| wrong("a time such as 10ms"))?,
            _ => return Err(TextError::new(text, at, format!("nothing is called '{key}'"), KEYS)),
        }
    }
    Ok(own)
}

fn switch(on: Enhancements, name: &str, to: bool) -> Option<Enhancements> {
    match name {
        "all" => {
            let all = if to { Enhancements::ALL } else { Enhancements::NONE };
            Some(Enhancements { driver: on.driver, ..all })
        }
        _ => on.with(name, to),
    }
}

fn program(text: &str) -> Result<Program, TextError> {
    let mut options = Vec::new();
    let mut start = "uci:".len();
    if text.starts_with("uci[") {
        let end = text.find("]:").ok_or_else(|| TextError::new(text, text.len(), "an open bracket", "]:"))?;
        for (at, piece) in pieces(text, "uci[".len(), end) {
            let Some((name, value)) = piece.split_once('=') else {
                return Err(TextError::new(text, at, format!("'{piece}' without a value"), "an option, = and a value"));
            };
            options.push((name.trim().to_string(), value.trim().to_string()));
        }
        start = end + "]:".len();
    }
    let words = command(text, start, "uci: and a command such as gnuchess -u")?;
    Ok(Program { protocol: Protocol::Uci, words, options })
}

fn command(text: &str, start: usize, want: &str) -> Result<Vec<String>, TextError> {
    let words = words(text, start)?;
    if words.is_empty() {
        return Err(TextError::new(text, text.len(), "no command", want));
    }
    Ok(words)
}

/// Splits a command into words as a shell does: quotation marks keep spaces.
fn words(text: &str, start: usize) -> Result<Vec<String>, TextError> {
    let mut words: Vec<String> = Vec::new();
    let (mut open, mut quoted) = (false, None);
    for (at, c) in text[start..].char_indices() {
        match quoted {
            Some((mark, _)) if c == mark => quoted = None,
            None if matches!(c, '\'' | '"') => quoted = Some((c, start + at)),
            None if c.is_whitespace() => {
                open = false;
                continue;
            }
            _ => {
                if !open {
                    words.push(String::new());
                }
                words.last_mut().expect("one is open").push(c);
                open = true;
                continue;
            }
        }
        if !open {
            words.push(String::new());
            open = true;
        }
    }
    match quoted {
        Some((_, at)) => Err(TextError::new(text, at, "an open quotation mark", "one more")),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> OwnEngine {
        match text.parse::<ContestantConfig>().unwrap().kind {
            ContestantKind::Own(own) => own,
            ContestantKind::Program(_) => panic!("{text}"),
        }
    }

    #[test]
    fn engines() {
        assert_eq!(own("engine"), OwnEngine::default());
        let some = own("engine:hash=4MB,threads=2,without=null-move+history,with=refutation,level=5,driver=mtdf");
        assert_eq!((some.bytes, some.threads, some.level), (Some(4_000_000), 2, Level::new(5).unwrap()));
        let on = some.enhancements;
        assert_eq!((on.null_move, on.history, on.refutation, on.driver), (false, false, true, Driver::MtdF));
        assert_eq!(own("engine:without=all,with=table").enhancements.names(), ["table"]);
    }

    #[test]
    fn programs() {
        let program = |text: &str| match text.parse::<ContestantConfig>().unwrap().kind {
            ContestantKind::Program(program) => program,
            ContestantKind::Own(_) => panic!("{text}"),
        };
        assert_eq!(program("uci:gnuchess -u").words, ["gnuchess", "-u"]);
        let other = program("xboard:phalanx -b-");
        assert_eq!((other.protocol, &other.words[..]), (Protocol::Xboard, &["phalanx".into(), "-b-".into()][..]));
        assert_eq!(program("uci:'/my engines/one' \"\" a'b c'").words, ["/my engines/one", "", "ab c"]);
        let with = program("uci[Hash=16,Skill Level=3]:toga2");
        assert_eq!((&with.words[..], with.options.len()), (&["toga2".to_string()][..], 2));
        assert_eq!(with.options[1], ("Skill Level".into(), "3".into()));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, part) in [
            ("", "uci:COMMAND or xboard:COMMAND"),
            ("xboard:", "no command"),
            ("stockfish", "no contestant"),
            ("engines", "engine or engine:"),
            ("engine:", "without a value"),
            ("engine:hash", "'hash' without a value"),
            ("engine:hash=lots", "hash=lots at character 13; expected a size such as 16MB"),
            ("engine:depth=3", "nothing is called 'depth'"),
            ("engine:without=magic", "no enhancement is called 'magic' at character 16; expected all, deepening"),
            ("engine:level=11", "a number from 1 to 10"),
            ("engine:driver=sss", "open, aspiration or mtdf"),
            ("uci:", "no command"),
            ("uci:'x", "an open quotation mark at character 5"),
            ("uci[Hash=1:x", "]:"),
            ("uci[Hash]:x", "'Hash' without a value"),
        ] {
            let error = text.parse::<ContestantConfig>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
