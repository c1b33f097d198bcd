//! An explained search: what it found, and the drawing of its tree.

use std::io::{self, Write};
use std::path::PathBuf;

use provebest_catalog::Problem;

use super::file::WholeFile;
use super::outcome::headline;
use super::stdout;
use super::text::{self, BOLD, DIM};
use crate::ending::Ending;

/// What stands above every explanation.
pub struct Heading<'a> {
    pub problem: &'a Problem,
    pub algorithm: &'a str,
    pub verdict: &'a str,
    pub visits: u64,
    pub nodes: u64,
    pub leaf_visits: u64,
}

impl Heading<'_> {
    fn show(&self, out: &mut impl Write) -> io::Result<()> {
        let plies = text::plural(self.problem.depth().0.into(), "ply", "plies");
        headline(out, self.problem, &format!("{plies} · {}", self.algorithm))?;
        let visits = text::plural(self.visits, "visit", "visits");
        let nodes = text::plural(self.nodes, "node", "nodes");
        let leaves = text::plural(self.leaf_visits, "leaf visit", "leaf visits");
        writeln!(out, "{}; {visits} of {nodes}, {leaves} among them", self.verdict)
    }

    /// Writes that a node was not visited, and why the search did not go on from the nearest one that was.
    pub fn show_unvisited(&self, node: &str, nearest: &str, sentence: &str) -> io::Result<()> {
        let mut out = stdout();
        self.show(&mut out)?;
        writeln!(out, "\n{BOLD}{node}{BOLD:#} was not visited. At {nearest}: {sentence}.")
    }

    /// Writes the tree as text.
    pub fn show_drawing(&self, legend: &[String], drawing: &str, left_out: Option<&str>) -> io::Result<()> {
        let mut out = stdout();
        self.show(&mut out)?;
        for line in legend.iter().map(|line| text::sentences(line)) {
            writeln!(out, "{DIM}{line}{DIM:#}")?;
        }
        write!(out, "\n{drawing}")?;
        match left_out {
            Some(left_out) => writeln!(out, "\n{DIM}{left_out}{DIM:#}"),
            None => Ok(()),
        }
    }

    /// Writes pictures into files.
    pub fn write_pictures(&self, pictures: Vec<(PathBuf, WholeFile, String)>) -> io::Result<Ending> {
        // All of them before a word is said: nobody may be listening.
        let (mut ending, mut written) = (Ending::Done, Vec::new());
        for (path, file, picture) in pictures {
            let name = path.display().to_string();
            match file.write(picture.as_bytes()) {
                Ok(()) => written.push(name),
                Err(why) => ending = ending.max(text::unwritten(&format!("the picture '{name}'"), &why)),
            }
        }
        let mut out = stdout();
        self.show(&mut out)?;
        written.iter().try_for_each(|name| writeln!(out, "picture    {}", text::harmless(name)))?;
        Ok(ending)
    }
}
