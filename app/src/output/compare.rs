//! Several searches of the same tree, side by side.

use std::io::{self, Write};

use provebest::{Algorithm, AnyMachine};
use provebest_catalog::games::LeafCount;
use provebest_catalog::{GameAnswer, Outcome, Problem};
use provebest_game::Score;
use provebest_search::{Kind, Reason};

use super::outcome::{headline, moves_table, verdict, why};
use super::parts::{machine, name, result};
use super::table::{Look, Table};
use super::text::{self, BAD, BOLD, DIM, GOOD};

/// Do the searches that came to an end agree on the value?
pub enum Agreement {
    /// None came to an end.
    Unknown,
    /// They agree.
    On(Score),
    /// They do not: two of them, and what they say.
    Broken([(String, Score); 2]),
}

impl Agreement {
    pub fn among(rows: &[Outcome]) -> Agreement {
        let Some(first) = first_value(rows) else { return Agreement::Unknown };
        let says = |(row, answer): Told<'_>| (row.algorithm.clone(), answer.score().unwrap_or_default());
        match finished(rows).find(|other| contradict(first, *other)) {
            Some(other) => Agreement::Broken([first, other].map(says)),
            None => Agreement::On(says(first).1),
        }
    }
}

/// A search, and what it says.
type Told<'r> = (&'r Outcome, &'r GameAnswer);

/// Those that came to an end.
fn finished(rows: &[Outcome]) -> impl Iterator<Item = Told<'_>> + Clone {
    answers(rows).filter(|(row, _)| row.is_finished())
}

/// The first that tells a value; a proof only if there is nothing else.
fn first_value(rows: &[Outcome]) -> Option<Told<'_>> {
    let mut values = finished(rows).filter(|(_, answer)| tells_value(answer));
    values.clone().find(|(row, _)| !is_proof(row)).or_else(|| values.next())
}

/// Can what two of them say be compared? Estimates and proofs cannot.
fn comparable((row, answer): Told<'_>, (other_row, other): Told<'_>) -> bool {
    let exact = |answer: &GameAnswer| answer.value_kind() == Kind::Exact;
    is_proof(row) == is_proof(other_row) || exact(answer) && exact(other)
}

/// Can a value and what another search says not both be true?
fn contradict(first: Told<'_>, second: Told<'_>) -> bool {
    let ((row, answer), (other_row, other)) = (first, second);
    let (value, said) = (answer.score(), other.score());
    match other.value_kind() {
        _ if said.is_none() || !comparable(first, second) => false,
        // Proofs count what is left of a game in their own way, but they know the same winner.
        Kind::Exact if is_proof(row) != is_proof(other_row) && answer.winner.is_some() => answer.winner != other.winner,
        Kind::Lower => said > value,
        Kind::Upper => said < value,
        _ => tells_value(other) && said != value,
    }
}

fn is_proof(row: &Outcome) -> bool {
    row.game_answer().is_some_and(|answer| answer.question.is_some())
}

/// Is it the value, and not a bound or only believed?
fn tells_value(answer: &GameAnswer) -> bool {
    let is_value = match answer.value_kind() {
        Kind::Exact => true,
        Kind::Heuristic => !answer.estimated,
        _ => false,
    };
    is_value && answer.parameters.threshold.is_none() && answer.contradiction.is_none()
}

/// The answers of those that did not fail.
fn answers(rows: &[Outcome]) -> impl DoubleEndedIterator<Item = (&Outcome, &GameAnswer)> + Clone {
    rows.iter().filter(|row| row.error.is_none()).filter_map(|row| Some((row, row.game_answer()?)))
}

/// Writes the table, what the searches agree on, and what to try next. `example` is how the algorithms were named where the tree is
/// the built-in example.
pub fn show(problem: &Problem, rows: &[Outcome], agreed: &Agreement, example: Option<&str>) -> io::Result<()> {
    write(&mut super::stdout(), problem, rows, agreed, example)
}

fn write(
    out: &mut impl Write,
    problem: &Problem,
    rows: &[Outcome],
    agreed: &Agreement,
    example: Option<&str>,
) -> io::Result<()> {
    let (all, minimal) = (problem.leaf_count(), problem.minimal_leaves());
    let mut title = text::plural(problem.depth().0.into(), "ply", "plies");
    if let LeafCount::Exactly(count) = all {
        title += &format!(" · {} {}", text::large(count), if count == 1 { "leaf" } else { "leaves" });
    }
    if let Some(minimal) = minimal {
        title += &format!(" · {} in the minimal tree", text::large(minimal));
    }
    if let Some(machine) = common_machine(rows) {
        title += &format!(" · on {machine}");
    }
    headline(out, problem, &title)?;
    writeln!(out, "\n{}", table(all, minimal, rows))?;
    if rows.iter().any(|row| row.speedup().is_some()) {
        let note = "speed-up: over the same search on one processor of this machine";
        writeln!(out, "{DIM}{}{DIM:#}", text::sentences(note))?;
    }
    writeln!(out)?;

    for (row, answer) in answers(rows) {
        if let Some(order) = &answer.leaf_order {
            writeln!(out, "{BOLD}{}{BOLD:#} visits {}", name(row), order.join(" "))?;
        }
    }
    if let Some(moves) = answers(rows).rev().find_map(|(_, answer)| answer.moves.as_ref()) {
        writeln!(out, "{}\n", moves_table(moves))?;
    }
    let ended = rows.iter().filter(|row| row.is_finished()).count();
    let stopped = rows.len() - ended;
    match agreed {
        Agreement::Unknown if ended > 0 => writeln!(out, "No search tells a value.")?,
        Agreement::Unknown => writeln!(out, "No search came to its end.")?,
        Agreement::On(score) => {
            let spoken = first_value(rows);
            let mut done =
                finished(rows).filter(|(row, _)| spoken.is_some_and(|(first, _)| is_proof(first) == is_proof(row)));
            let with_play = done.clone().find(|(_, answer)| answer.plies.is_some());
            let first = with_play.or_else(|| done.next()).map(|(_, answer)| answer);
            let is_valued = |told: Told<'_>| tells_value(told.1) && spoken.is_some_and(|first| comparable(first, told));
            let valued = finished(rows).filter(|told| is_valued(*told)).count();
            let value = text::value(*score, first.and_then(|first| first.plies));
            let best = first.and_then(|first| first.line.first()).map(|best| format!(", best move {best}"));
            let best = best.unwrap_or_default();
            let estimated = spoken.is_some_and(|(_, answer)| answer.value_kind() == Kind::Heuristic);
            let who = match ended {
                _ if valued == 1 && ended > 1 && estimated => "One search estimates the value".to_string(),
                _ if valued == 1 && ended > 1 => "One search tells a value".to_string(),
                _ if valued < ended => format!("The {valued} searches that tell a value agree"),
                1 => "One search came to its end".to_string(),
                2 if stopped == 0 => "Both searches agree".to_string(),
                _ if stopped == 0 => format!("All {ended} searches agree"),
                _ => format!("The {ended} searches that came to their end agree"),
            };
            writeln!(out, "{GOOD}{who}{GOOD:#}: value {BOLD}{value}{BOLD:#}{best}.")?;
            for (row, answer) in finished(rows).filter(|told| tells_value(told.1) && !is_valued(*told)) {
                let value = text::value(answer.score().unwrap_or_default(), answer.moves_to_end);
                let best = answer.best.as_ref().map_or(String::new(), |best| format!(", best move {best}"));
                writeln!(
                    out,
                    "{} proves the value {BOLD}{value}{BOLD:#}{}{best}.",
                    row.algorithm,
                    result(problem, answer)
                )?;
            }
        }
        Agreement::Broken([(a, x), (b, y)]) => {
            writeln!(out, "{BAD}The values differ{BAD:#}: {a} says {x}, {b} says {y}. One of them is wrong.")?;
        }
    }
    if let Some(hint) = hint(problem, rows, example) {
        writeln!(out, "{DIM}{}{DIM:#}", text::sentences(&hint))?;
    }
    Ok(())
}

/// The machine of all parallel searches, if it is one.
fn common_machine(rows: &[Outcome]) -> Option<String> {
    let mut machines = rows.iter().filter(|row| row.measured.is_some()).map(machine);
    let first = machines.next()?;
    machines.all(|machine| machine == first).then_some(first)
}

fn table(all: LeafCount, minimal: Option<u128>, rows: &[Outcome]) -> Table {
    let total = if let LeafCount::Exactly(count) = all { Some(count) } else { None };
    let mut header = vec!["algorithm", "leaves"];
    let parallel = rows.iter().any(|row| row.measured.is_some());
    let total = total.filter(|_| !parallel);
    header.extend(total.map(|_| "of all"));
    header.extend(minimal.map(|_| "× minimal"));
    header.push("visits");
    let several = parallel && common_machine(rows).is_none();
    let lock_step = rows.iter().any(|row| matches!(row.place, AnyMachine::LockStep(_)));
    header.extend(several.then_some("machine"));
    let simulated = rows.iter().any(|row| row.measured.is_some() && !is_real(row));
    let clock = if lock_step { "ticks" } else { "leaf-times" };
    header.extend([clock, "speed-up"].into_iter().filter(|_| simulated));
    header.extend(["idle", "messages"].into_iter().filter(|_| parallel));
    header.extend(["stored", "time"]);
    let halted = rows.iter().any(|row| !row.is_finished());
    header.extend(halted.then_some("result"));
    let mut table = Table::new(&header).first_to_go(&["stored", "messages", "visits", "of all", "idle", "machine"]);
    if halted {
        table = table.flexible(header.len() - 1);
    }
    let least = rows.iter().filter_map(|row| work(row, parallel)).min().filter(|_| !several);
    for row in rows {
        let (Some(answer), None) = (row.game_answer(), &row.error) else {
            let mut cells = vec!["-".to_string(); header.len()];
            cells[0] = name(row);
            let why = row.error.as_deref().unwrap_or_default();
            cells[header.len() - 1] = text::short(&format!("failed: {why}"));
            table.row(cells);
            continue;
        };
        let leaves = answer.leaves.flatten();
        // A proof looks at positions wherever they are.
        let visits = if is_proof(row) { answer.evaluations.unwrap_or(0) } else { answer.visits() };
        let seen = leaves.unwrap_or(visits);
        let share = |share: String| if is_proof(row) { "-".to_string() } else { share };
        let mut cells = vec![name(row)];
        cells.push(leaves.map_or("-".into(), text::thousands));
        cells.extend(total.map(|total| share(format!("{} %", digits(100.0 * seen as f64 / total as f64)))));
        cells.extend(minimal.map(|minimal| share(digits(seen as f64 / minimal as f64))));
        cells.push(text::thousands(visits));
        cells.extend(several.then(|| machine(row)));
        let [clock, speedup, idle, messages] = machinery(row);
        cells.extend([clock, speedup].into_iter().filter(|_| simulated));
        cells.extend([idle, messages].into_iter().filter(|_| parallel));
        cells.push(text::thousands(answer.stored.flatten().unwrap_or(0)));
        cells.push(text::time(row.time()));
        cells.extend(halted.then(|| match row.stopped {
            Some(reason) => format!("{}, {}", why(reason), verdict(answer)),
            None => verdict(answer),
        }));
        let best = rows.len() > 2 && least.is_some() && work(row, parallel) == least;
        table.row_as(if best { Look::Best } else { Look::Usual }, cells);
    }
    table
}

/// What the best row has the least of: time on a machine, otherwise visits of leaves.
fn work(row: &Outcome, parallel: bool) -> Option<u128> {
    let answer = row.game_answer().filter(|_| row.error.is_none() && row.is_finished() && !is_proof(row))?;
    match (parallel, row.measured) {
        (true, Some(_)) if is_real(row) => Some(row.time().as_nanos()),
        (true, measured) => Some(measured?.time.into()),
        (false, _) => (row.algorithm != Algorithm::Minimax.name()).then_some(answer.visits().into()),
    }
}

fn is_real(outcome: &Outcome) -> bool {
    outcome.place.is_real()
}

/// What a parallel search took: time, speed-up, idle, messages.
fn machinery(outcome: &Outcome) -> [String; 4] {
    let none = || "-".to_string();
    let Some(measured) = outcome.measured else { return [none(), none(), none(), none()] };
    [
        if is_real(outcome) { none() } else { text::thousands(measured.time) },
        outcome.speedup().map_or_else(none, digits),
        text::idle(&measured).unwrap_or_else(none),
        text::thousands(measured.messages),
    ]
}

/// A share or a ratio with a sensible number of digits.
fn digits(number: f64) -> String {
    match number {
        n if n >= 99.95 => format!("{n:.0}"),
        n if n >= 9.995 => format!("{n:.1}"),
        n if n >= 0.01 || n == 0.0 => format!("{n:.2}"),
        n => format!("{n:.1e}"),
    }
}

/// One sentence on what to try next.
fn hint(problem: &Problem, rows: &[Outcome], example: Option<&str>) -> Option<String> {
    let stopped = |reason: Reason| rows.iter().any(|row| row.stopped == Some(reason));
    if stopped(Reason::Cancel) {
        return None;
    }
    if let Some(algorithms) = example {
        let parallel = rows.iter().find(|row| row.measured.is_some());
        let (what, arguments) = match parallel.map(|row| (&row.place, row.place.processors())) {
            None => (
                "an odd depth, where the roles of SSS* and DUAL* change",
                "uniform w=5,d=7,seed=136,order=60".to_string(),
            ),
            Some((AnyMachine::Simulated(_), processors)) if processors < MANY => {
                ("more processors", format!("--machine sim:{MANY}"))
            }
            Some((machine @ AnyMachine::Simulated(_), _)) if !machine.to_string().contains("latency") => {
                ("mail that takes its time", format!("--machine {machine},latency=10"))
            }
            Some((machine, _)) => ("a larger tree", format!("uniform w=5,d=8,seed=136,order=60 --machine {machine}")),
        };
        return Some(format!("Try next {what}:\n  provebest compare {arguments}{algorithms}"));
    }
    Some(match rows.iter().find_map(|row| row.stopped) {
        Some(Reason::Time) => "Try next a longer --time or a smaller --depth.".into(),
        Some(Reason::Nodes) => "Try next more --nodes or a smaller --depth.".into(),
        Some(Reason::Memory) => "Try next a larger --memory-limit, or negascout, which stores nothing.".into(),
        _ => problem.info().hint.into(),
    })
}

/// Processors on which searches show what they are worth.
const MANY: usize = 64;

#[cfg(test)]
mod tests {
    use provebest_catalog::{Request, run};

    use super::*;

    #[test]
    fn a_search_that_fails_costs_its_own_row() {
        let request = |method: &str| {
            let mut request = Request::new("tree", "[[3,12],[2,4]]", method).unwrap();
            request.machine = Some(AnyMachine::simulated(2));
            request
        };
        let failed = Outcome::failed(&request("key-node"), "a mistake in this program: one is two".into());
        let ran = |method: &str| run(&request(method), &mut (), &()).unwrap();
        let rows = [ran("alpha-beta"), failed, ran("negascout")];

        let json = rows.iter().map(|row| serde_json::from_str::<serde_json::Value>(&row.json()).unwrap());
        let json: Vec<_> = json.collect();
        assert_eq!((&json[0]["value"], &json[2]["value"]), (&3.into(), &3.into()));
        let row = &json[1];
        assert_eq!(
            (&row["algorithm"], &row["machine"], &row["game"]),
            (&"key-node".into(), &"sim:2".into(), &"tree".into())
        );
        assert!(row["error"].as_str().unwrap().contains("one is two") && row["value"].is_null(), "{row}");
        for field in ["schema", "kind", "best", "line", "leaves", "leaf_visits", "nodes", "stored", "seconds"] {
            assert!(json[0].get(field).is_some() && row.get(field).is_some(), "{field}");
        }

        let mut text = Vec::new();
        write(&mut text, &request("negascout").problem, &rows, &Agreement::among(&rows), None).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(
            text.contains("alpha-beta") && text.contains("failed: a mistake in this program: one is two"),
            "{text}"
        );
        assert!(text.contains("The 2 searches that came to their end agree"), "{text}");
    }

    #[test]
    fn a_table_of_a_machine_says_what_is_measured_and_what_is_next() {
        let rows = |machine: &str| {
            let row = |method: &str| {
                let mut request = Request::new("uniform", "w=3,d=4", method).unwrap();
                request.machine = Some(machine.parse().unwrap());
                run(&request, &mut (), &()).unwrap()
            };
            [row("key-node,variant=printed"), row("young-brothers"), row("pv-splitting")]
        };
        let problem = Request::new("uniform", "w=3,d=4", "pvs").unwrap().problem;
        let said = |rows: &[Outcome]| {
            let mut text = Vec::new();
            write(&mut text, &problem, rows, &Agreement::among(rows), Some(" --algorithms key-node,ybw")).unwrap();
            String::from_utf8(text).unwrap()
        };
        let few = rows("sim:4");
        let text = said(&few);
        assert!(text.contains(" key-node (printed) ") && text.contains("speed-up: over the same search"), "{text}");
        assert!(text.contains("  provebest compare --machine sim:64 --algorithms key-node,ybw"), "{text}");
        let text = said(&rows("sim:64"));
        assert!(text.contains("--machine sim:64,latency=10 --algorithms key-node,ybw"), "{text}");
        // The best one has the least time, not the fewest visits.
        let time = |row: &Outcome| row.measured.map(|measured| measured.time.into());
        assert!(few.iter().all(|row| work(row, true) == time(row)));
        let visits = few[0].game_answer().map(|answer| answer.visits().into());
        assert!(work(&few[0], false) == visits && visits != time(&few[0]));
    }
}
