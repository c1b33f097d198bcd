//! Which compiler and which commit made this program, for manifests.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let said = |command: &mut Command| {
        let output = command.output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
    };
    let compiler = std::env::var_os("RUSTC").and_then(|rustc| said(Command::new(rustc).arg("--version")));
    println!("cargo::rustc-env=PROVEBEST_COMPILER={}", compiler.unwrap_or_default());
    // Tests are built many times between commits: only programs that are built to be used know theirs.
    let used = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = (used && Path::new("../.git").exists()).then(|| {
        // In a second working tree of a repository, the log is elsewhere.
        let log = said(Command::new("git").args(["rev-parse", "--git-path", "logs/HEAD"]))?;
        println!("cargo::rerun-if-changed={log}");
        said(Command::new("git").args(["rev-parse", "HEAD"]))
    });
    println!("cargo::rustc-env=PROVEBEST_COMMIT={}", commit.flatten().unwrap_or_default());
}
