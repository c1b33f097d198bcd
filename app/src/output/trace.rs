//! The events of a search, written to a file: lines of JSON, or a tape.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use provebest::AnyMachine;
use provebest_catalog::{Outcome, Request, SCHEMA, ValueKind};
use provebest_game::{Depth, Score, Window};
use provebest_search::measure::{Cut, Event, dewey};
use provebest_theatre::Tape;
use serde::Serialize;
use serde_json::value::RawValue;

use super::text;
use crate::ending::Ending;

/// A file for a trace, until it cannot be written.
pub struct TraceFile {
    name: String,
    out: BufWriter<File>,
    form: Form,
    ending: Ending,
}

/// How it is written.
enum Form {
    /// As lines of JSON. The line that begins a search waits for the next one: a search without threads is begun once more, with
    /// fewer.
    Lines { start: Vec<u8> },
    /// As a tape, in the end. It begins with the first search.
    Tape(Option<Box<Tape>>),
}

#[derive(Serialize)]
struct StartLine<'a> {
    schema: u32,
    event: &'static str,
    game: &'static str,
    position: &'a str,
    algorithm: &'static str,
    machine: String,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Box<RawValue>>,
}

#[derive(Serialize)]
struct EndLine<'a> {
    schema: u32,
    event: &'static str,
    value: Option<i32>,
    kind: Option<ValueKind>,
    best: Option<&'a str>,
    line: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// One event as a line of JSON.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum EventLine {
    Enter { node: String, alpha: Option<i32>, beta: Option<i32> },
    Expand { node: String, why: String },
    Leaf { node: String, value: i32 },
    Estimate { node: String, value: i32 },
    Update { node: String, child: u32, value: i32 },
    Cut { node: String, child: u32, why: &'static str },
    Research { node: String, child: Option<u32>, alpha: Option<i32>, beta: Option<i32> },
    Recall { node: String, lower: Option<i32>, upper: Option<i32> },
    Exit { node: String, value: Option<i32> },
}

#[derive(Serialize)]
struct WithSchema<T> {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<u64>,
    #[serde(flatten)]
    event: T,
}

fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// Writes an event as one line, with the rank of its processor if there are several, and its time in leaf-times.
fn write_event(out: &mut impl Write, rank: Option<u32>, time: Option<u64>, event: Event) -> io::Result<()> {
    let finite = |score: Score| (score > Score::WORST && score < Score::INFINITY).then_some(score.0);
    let node = dewey;
    let event = match event {
        Event::Enter(path, Window { alpha, beta }) => {
            EventLine::Enter { node: node(&path), alpha: finite(alpha), beta: finite(beta) }
        }
        Event::Expand(path, why) => EventLine::Expand { node: node(&path), why: why.to_string() },
        Event::Estimate(path, value) => EventLine::Estimate { node: node(&path), value: value.0 },
        Event::Leaf(path, value) => EventLine::Leaf { node: node(&path), value: value.0 },
        Event::Update(path, child, value) => EventLine::Update { node: node(&path), child: child + 1, value: value.0 },
        Event::Cut(path, child, why) => EventLine::Cut { node: node(&path), child: child + 1, why: reason(why) },
        Event::Research(path, child, Window { alpha, beta }) => EventLine::Research {
            node: node(&path),
            child: child.map(|child| child + 1),
            alpha: finite(alpha),
            beta: finite(beta),
        },
        Event::Recall(path, lower, upper) => {
            EventLine::Recall { node: node(&path), lower: finite(lower), upper: finite(upper) }
        }
        Event::Exit(path, value) => EventLine::Exit { node: node(&path), value: finite(value) },
        Event::Stored(_) => return Ok(()),
    };
    write_line(out, &WithSchema { schema: SCHEMA, rank, time, event })
}

fn reason(why: Cut) -> &'static str {
    match why {
        Cut::Beta => "beta",
        Cut::IgnoreLeft => "ignore-left",
        Cut::ProveBest => "prove-best",
        Cut::Solved => "solved",
    }
}

impl TraceFile {
    /// An explicit tree up to this size is written into the trace, so that a viewer needs no other file.
    const SMALL: u64 = 100_000;

    /// Is the file to be a tape?
    pub fn is_tape(path: &Path) -> bool {
        path.extension().is_some_and(|extension| extension == "tape")
    }

    /// A file for the traces of these searches.
    pub fn create(path: &Path, requests: &[Request]) -> anyhow::Result<TraceFile> {
        let name = path.display().to_string();
        let tape = Self::is_tape(path);
        if let Some(real) = requests.iter().map(Request::machine).find(|machine| tape && machine.is_real()) {
            anyhow::bail!(
                "--trace {name}: the processors of {real} have no common clock; expected --machine sim:N, or a file that is no .tape"
            );
        }
        if let Some(request) = requests.first().filter(|_| tape) {
            Tape::new(request.problem.clone()).with_context(|| format!("--trace {name}"))?;
        }
        let file = File::create(path).with_context(|| format!("the trace file '{name}'"))?;
        let form = if tape { Form::Tape(None) } else { Form::Lines { start: Vec::new() } };
        Ok(TraceFile { name, out: BufWriter::new(file), form, ending: Ending::Done })
    }

    fn write(&mut self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        let start = match &mut self.form {
            Form::Lines { start } => std::mem::take(start),
            Form::Tape(_) => Vec::new(),
        };
        if self.ending == Ending::Done
            && let Err(why) = self.out.write_all(&start).and_then(|()| write(&mut self.out))
        {
            self.ending = text::unwritten(&format!("the trace file '{}'", self.name), &why);
        }
    }

    pub fn start(&mut self, request: &Request, machine: &AnyMachine) {
        let problem = &request.problem;
        let start = match &mut self.form {
            Form::Lines { start } => start,
            Form::Tape(tape) => {
                if tape.is_none() {
                    *tape = Tape::new(problem.clone()).ok().map(Box::new);
                }
                if let Some(tape) = tape {
                    tape.begin(request);
                }
                return;
            }
        };
        let small = |tree: &provebest_games::tree::Tree| {
            let small = tree.node_count() <= Self::SMALL && tree.height() <= Depth(100);
            small.then(|| RawValue::from_string(tree.to_string()).ok()).flatten()
        };
        let line = StartLine {
            schema: SCHEMA,
            event: "start",
            game: problem.name(),
            position: problem.position(),
            algorithm: request.method.name(),
            machine: machine.to_string(),
            depth: problem.depth().0,
            tree: problem.tree().and_then(small),
        };
        start.clear();
        // Nothing can fail in memory.
        let _ = write_line(start, &line);
    }

    pub fn event(&mut self, rank: Option<u32>, time: Option<u64>, event: Event) {
        match &mut self.form {
            Form::Tape(Some(tape)) => {
                tape.event(rank, time, event);
            }
            Form::Tape(None) => {}
            Form::Lines { .. } => self.write(|out| write_event(out, rank, time, event)),
        }
    }

    pub fn end(&mut self, outcome: &Outcome) {
        let Some(answer) = outcome.game_answer() else { return };
        if let Form::Tape(tape) = &mut self.form {
            if let Some(tape) = tape {
                tape.end(outcome);
            }
            return;
        }
        let line = EndLine {
            schema: SCHEMA,
            event: "end",
            value: answer.value,
            kind: answer.kind,
            best: answer.line.first().map(String::as_str),
            line: &answer.line,
            stopped: outcome.stopped.map(|reason| reason.to_string()),
        };
        self.write(|out| write_line(out, &line));
    }

    /// Of a search that failed before anything happened there is nothing to write.
    pub fn finish(mut self) -> Ending {
        let tape = match &mut self.form {
            Form::Lines { start } => {
                start.clear();
                None
            }
            Form::Tape(tape) => tape.take(),
        };
        self.write(|out| {
            if let Some(tape) = tape {
                out.write_all(&tape.write())?;
            }
            out.flush()
        });
        self.ending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_is_begun_again_begins_once_in_its_trace() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace");
        let request = Request::new("tree", "[3,12]", "young-brothers").unwrap();
        let mut trace = TraceFile::create(&path, std::slice::from_ref(&request)).unwrap();
        for machine in [AnyMachine::threads(9), AnyMachine::threads(2)] {
            trace.start(&request, &machine);
        }
        trace.event(None, Some(1), Event::Leaf(vec![0], Score(3)));
        trace.start(&request, &AnyMachine::threads(1));
        assert_eq!(trace.finish(), Ending::Done);
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.lines().count() == 2 && text.contains("threads:2") && text.contains("leaf"), "{text}");
    }
}
