//! `provebest new`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use crate::ending::Ending;
use crate::output::text;

/// Write a crate for a game of your own, ready to play
///
/// It compiles, tests itself and is a command with play, compare, explain, match, check and an engine protocol.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest new my-game
  cd my-game && cargo run play")]
pub struct Args {
    /// The folder to be made; its last part is the name of the crate
    folder: PathBuf,

    /// The folder `provebest` in a copy of Provebest; by default the one this command was built from
    #[arg(long, value_name = "PATH")]
    provebest: Option<PathBuf>,
}

const GAME: &str = include_str!("../../../provebest/examples/my_game.rs");

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let name = args.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    check_name(&name)?;
    let library = library(args.provebest)?;
    let folder = args.folder.display();
    if let Ok(mut entries) = fs::read_dir(&args.folder) {
        ensure!(entries.next().is_none(), "{folder} is there already; expected a folder that is empty or not there");
    }
    let write = |path: &str, text: &str| {
        let path = args.folder.join(path);
        fs::write(&path, text).with_context(|| format!("{} could not be written", path.display()))
    };
    fs::create_dir_all(args.folder.join("src")).with_context(|| format!("{folder} could not be made"))?;
    write("Cargo.toml", &manifest(&name, &library))?;
    write("src/main.rs", GAME)?;
    write(".gitignore", "/target\n")?;
    write("README.md", &readme(&name))?;
    text::note(format_args!("{folder} is written. Next: cd {folder} && cargo run play"));
    Ok(Ending::Done)
}

/// A name that cargo takes.
fn check_name(name: &str) -> anyhow::Result<()> {
    let letters = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic());
    let want = "expected letters, digits, - and _, a letter first, such as my-game";
    ensure!(letters && first, "'{name}' is no name of a crate; {want}");
    ensure!(!["test", "core", "std", "provebest"].contains(&name), "'{name}' is taken; expected another name");
    Ok(())
}

/// Where the library is.
fn library(given: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    let built_from = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../provebest");
    let asked = given.clone().unwrap_or_else(built_from);
    let there = fs::canonicalize(&asked).ok().filter(|path| path.join("src/lib.rs").is_file());
    match (there, given) {
        (Some(path), _) => Ok(path),
        (None, Some(_)) => {
            bail!("--provebest {}: expected the folder `provebest` in a copy of Provebest", asked.display())
        }
        (None, None) => {
            bail!(
                "the copy that this command was built from is gone; expected --provebest PATH, the folder `provebest` in a copy"
            )
        }
    }
}

fn manifest(name: &str, library: &Path) -> String {
    // A basic string of TOML.
    let path = library.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "[package]
name = \"{name}\"
version = \"0.1.0\"
edition = \"2024\"

[dependencies]
provebest = {{ path = \"{path}\" }}

# A search wants the optimiser, in tests too; `cargo run --release` gives it all of it.
[profile.dev]
opt-level = 1
debug = \"line-tables-only\"

# A workspace of its own, wherever the folder lies.
[workspace]
"
    )
}

fn readme(name: &str) -> String {
    format!(
        "# {name}

A game for two, with an opponent by [Provebest]: four in a row on 6 x 6 fields, until you change it.

```sh
cargo test                              # do the rules keep their promises?
cargo run play                          # play against it; --level 1 to 10
cargo run -- compare --depth 3          # one tree, all searches
cargo run -- match 6 3                  # level 6 against level 3
cargo run -- explain --depth 2          # a search step by step; needs the command provebest
cargo run --release ugi                 # an engine for other programs (Universal Game Interface)
```

## What to change, all in src/main.rs

1. `Board`: a position, small and cheap to copy. It has to tell whose turn it is, or be seen from the side to move, as here.
2. `moves`: the legal moves, or `Status::Over` with what the end is worth **to the side to move**: usually it has just lost.
3. `play`: plays a move and passes the turn. For a side that may move twice see `Turns` in the documentation.
4. `evaluate`: what an open position is worth **to the side to move**. A count of pieces is a good start.
5. `draw` and `word` in `main`: how a board and a move look. Every move of a position needs its own word, without spaces.
6. `cargo test` says which promise is broken, and prints what it saw: `cargo run check`.

Then make it stronger: `skills!(MyGame: Order)` and the other skills, step by step, in the guide of the documentation
(`cargo doc --open -p provebest`).

[Provebest]: https://docs.rs/provebest
"
    )
}
