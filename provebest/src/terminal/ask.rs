//! How people are asked.

use std::io::{self, BufRead, Write};

/// Asks a person: shows this prompt, and returns the line that was typed, or nothing at the end of the input.
pub type Asks<'t> = dyn FnMut(&str, &mut dyn Write) -> io::Result<Option<String>> + 't;

/// Asks line by line.
///
/// ```
/// use provebest::terminal::lines;
/// let (mut input, mut shown) = ("Nf3\n".as_bytes(), Vec::new());
/// assert_eq!(lines(&mut input)("your move: ", &mut shown)?.as_deref(), Some("Nf3"));
/// assert_eq!((lines(&mut input)("", &mut shown)?, &shown[..]), (None, &b"your move: \n"[..]));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn lines<'i>(input: &'i mut dyn BufRead) -> impl FnMut(&str, &mut dyn Write) -> io::Result<Option<String>> + 'i {
    move |prompt, output| {
        write!(output, "{prompt}")?;
        output.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(output)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim_end().to_string()))
    }
}

/// Asks on the terminal with an editor: arrow keys move in the line and through earlier lines. `None` where standard input or output
/// is no terminal. Ctrl-C and Ctrl-D end the input.
#[cfg(all(feature = "editing", not(target_family = "wasm")))]
pub fn editor() -> Option<impl FnMut(&str, &mut dyn Write) -> io::Result<Option<String>>> {
    use rustyline::config::Configurer;
    use rustyline::error::ReadlineError;
    use std::io::IsTerminal;

    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return None;
    }
    let mut editor = rustyline::DefaultEditor::new().ok()?;
    editor.set_auto_add_history(true);
    Some(move |prompt: &str, output: &mut dyn Write| {
        output.flush()?;
        match editor.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    })
}
