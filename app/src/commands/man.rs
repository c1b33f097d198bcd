//! `provebest man`.

use std::io;

use anyhow::Context;

use crate::ending::Ending;
use crate::options::nearest;
use crate::output;

/// Print the manual page, or that of a command
///
/// To read it: provebest man search | man -l -
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A command
    command: Option<String>,
}

/// Prints it for the whole command.
pub fn run(args: Args, mut whole: clap::Command) -> anyhow::Result<Ending> {
    whole.build();
    let page = match &args.command {
        None => whole,
        Some(name) => {
            let found = whole.find_subcommand(name);
            let names = whole.get_subcommands().map(|command| command.get_name());
            let meant =
                || nearest(name, names).map_or("see provebest --help".into(), |meant| format!("expected '{meant}'"));
            found.cloned().with_context(|| format!("no command is called '{name}'; {}", meant()))?
        }
    };
    let name = args.command.map_or("provebest".to_string(), |name| format!("provebest-{name}"));
    output::bytes(manual(page, &name)?.as_bytes())?;
    Ok(Ending::Done)
}

/// What stands before examples in help.
const EXAMPLES: &str = "Examples:\n";

/// The page, with its examples as they are typed: nothing is filled or hyphenated.
fn manual(mut page: clap::Command, name: &str) -> io::Result<String> {
    let help = page.get_after_long_help().or(page.get_after_help()).map(ToString::to_string).unwrap_or_default();
    let short = page.get_after_help().map(ToString::to_string).unwrap_or_default();
    let examples = short.split_once(EXAMPLES).map(|(_, rest)| rest.split("\n\n").next().unwrap_or(rest).to_string());
    let rest = help.replacen(EXAMPLES, "", 1).replacen(examples.as_deref().unwrap_or_default(), "", 1);
    page = page.after_help(rest.trim().to_string()).after_long_help(rest.trim().to_string());
    let mut text = Vec::new();
    clap_mangen::Man::new(page).title(name.to_uppercase()).render(&mut text)?;
    // Without notes there is no heading for them.
    let notes = if rest.trim().is_empty() { "" } else { ".SH NOTES\n" };
    let mut text = String::from_utf8_lossy(&text).replace(".SH EXTRA\n", notes);
    if let Some(examples) = examples {
        let line =
            |line: &str| line.trim_start().replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq") + "\n";
        let lines: String = examples.lines().map(line).collect();
        text += &format!(".SH EXAMPLES\n.nf\n{lines}.fi\n");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_typed_as_they_stand() {
        let page = clap::Command::new("thing").after_help("Examples:\n  thing --all 'a b'\n  thing x\n\nAnd so on.");
        let text = manual(page, "thing").unwrap();
        assert!(text.ends_with(".SH EXAMPLES\n.nf\nthing \\-\\-all \\(aqa b\\(aq\nthing x\n.fi\n"), "{text}");
        let bare = manual(clap::Command::new("thing").after_help("Examples:\n  thing x"), "thing").unwrap();
        assert!(bare.contains(".SH EXAMPLES") && !bare.contains("NOTES"), "{bare}");
        assert!(
            text.contains(".SH NOTES")
                && text.contains("And so on.")
                && !text.contains("Examples:")
                && !text.contains("EXTRA"),
            "{text}"
        );
    }
}
