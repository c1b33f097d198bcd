//! A search step by step. The tree is handed to the command `provebest`, which knows the reasons.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::{Command as Process, Stdio};

use provebest_game::{Evaluate, Keyed, MoveList, Skills};

use super::words::{Words, wrong};
use super::{Command, CommandError};
use crate::family::Algorithm;

/// The command `provebest`: as PROVEBEST says, on the path, or where the copy of Provebest that this crate belongs to was built.
fn provebest() -> OsString {
    if let Some(named) = std::env::var_os("PROVEBEST") {
        return named;
    }
    let file = format!("provebest{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&path).any(|folder| folder.join(&file).is_file()) {
        return file.into();
    }
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    let built = ["release", "record", "debug"].map(|profile| built.join(profile).join(&file));
    built.into_iter().find(|program| program.is_file()).map_or_else(|| file.into(), Into::into)
}

impl<'c, G> Command<'c, G>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    pub(super) fn explain(&self, words: Words<'_>, output: &mut dyn Write) -> Result<(), CommandError> {
        if let Some(name) = words.text("--algorithm") {
            let known = name.parse::<Algorithm>().ok().filter(|algorithm| !algorithm.is_parallel());
            known.ok_or_else(|| {
                wrong("--algorithm", name, "a search that runs alone, such as alpha-beta or sss-star")
            })?;
        }
        let (explicit, root) = self.tree(&words, 200_000)?;
        let mut asked = Process::new(provebest());
        asked.args(["explain", "tree", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        for option in ["--algorithm", "--node", "--svg", "--dot", "--tikz"] {
            if let Some(value) = words.text(option) {
                asked.args([option, value]);
            }
        }
        let mut asked = asked.spawn().map_err(|why| {
            let program = provebest();
            let program = program.to_string_lossy();
            let want = "expected the command on the path (`cargo install --path app` in the copy of Provebest), or its path in PROVEBEST";
            CommandError::Usage(format!("explain needs the command provebest; {program}: {why}; {want}"))
        })?;
        let mut list = MoveList::new();
        self.game.moves(&root, &mut list);
        let names: Vec<String> =
            (1..).zip(list.as_slice()).map(|(n, &m)| format!("{n} {}", self.name_of(&root, m))).collect();
        writeln!(output, "moves at the root: {}", names.join(", "))?;
        if let Some(base) = explicit.wins {
            writeln!(output, "a win at ply p is written as {base} - p")?;
        }
        output.flush()?;
        if let Some(mut pipe) = asked.stdin.take() {
            // A program that ends early says why itself.
            let _ = pipe.write_all(explicit.tree.to_string().as_bytes());
        }
        let told = asked.wait_with_output()?;
        output.write_all(&told.stdout)?;
        if told.status.success() { Ok(()) } else { Err(CommandError::Usage("the search was not explained".into())) }
    }
}
