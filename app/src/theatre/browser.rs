//! The browser of the person at this computer.

use std::io;
use std::process::{Command, Stdio};

/// Asks the system to show an address.
pub fn open(address: &str) -> io::Result<()> {
    let (program, words): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(words).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut opener = command.spawn().map_err(|error| io::Error::new(error.kind(), format!("{program}: {error}")))?;
    // It may stay as long as the browser does.
    std::thread::Builder::new().name("browser".into()).spawn(move || opener.wait())?;
    Ok(())
}
