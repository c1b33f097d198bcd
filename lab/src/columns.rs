//! What the columns of the tables mean: `columns.md` beside them.

use std::fmt::Write;

/// The page for a table with these columns. Where a clock makes it, the page says so.
pub fn page(name: &str, timed: bool, header: &[String]) -> String {
    let mut text = format!(
        "# The columns of {name}/data.csv\n\nOne row for each tree, position or puzzle and each search. `summary.csv` has means \
         (`mean_`), standard deviations (`sd_`), 95 % intervals (`low_`, `high_`), smallest and largest numbers (`least_`, `most_`) of \
         the same columns, and `n`, how many rows they are from; `timing.csv` has the clock's.\n\n| column | meaning |\n|---|---|\n"
    );
    for column in header {
        let _ = writeln!(text, "| `{column}` | {} |", meaning(column).unwrap_or("see the README of the experiment"));
    }
    if timed {
        text += "\nTimes are nanoseconds of a clock, so two runs differ, and leaves on several threads do too.\n";
    }
    text + "\nAn empty field: there is no such number for this row.\n"
}

/// What a column means, in any experiment.
pub fn meaning(column: &str) -> Option<&'static str> {
    Some(match column {
        "order" => "how the children of a node are ordered: random, 60 (the first one best in 60 %), ...; or the game",
        "width" => "children of a node; of a board its width",
        "depth" => "plies from the root to the leaves; of a board its height",
        "tree" => "the number of the tree, position or puzzle, from 0; with the seed it makes the same one again",
        "algorithm" => "the search, with its variant",
        "leaves" => "distinct leaves whose value was computed",
        "leaf_visits" => "how often the value of a leaf was computed",
        "minimal" => "leaves of the minimal tree, which every search has to visit if the order is perfect",
        "nodes" => {
            "nodes entered, leaves and re-searches among them; of puzzles nodes generated, of proofs nodes expanded, of conspiracy \
             numbers nodes of the grown tree"
        }
        "stored" => "most descriptors or entries held at once",
        "time" => "when the result was known, in leaf-times of the simulated machine",
        "work" => "work of all processors, in leaf-times",
        "idle" => "processors times time, less work and mail",
        "mail" => "time spent on sending and receiving, in leaf-times",
        "messages" => "messages sent",
        "critical_path" => "the longest chain of work in which each part needs the one before",
        "speedup" => "time of one processor divided by this time",
        "distance" => "the lower end of the null window less the value of the tree",
        "memory" => "nodes that a search, or each of its processes, may hold",
        "processors" => "processors of the machine",
        "table" => "megabytes of the table that is scattered over the processors",
        "latency" => "leaf-times from sending a message to its arrival",
        "hash" => "bytes of the table",
        "entries" => "nodes entered, or entries of the table where they are varied",
        "iteration" => "the iteration, from 0",
        "minutes" => "minutes that a task takes on a usual host",
        "range" => "the range of values at the root",
        "seam" => "plies below the root at which alpha-beta begins",
        "threshold" => "conspirators that are enough not to be believed",
        "error" => "how far the value was off",
        "proved" => "1 if the question was answered",
        "expansions" => "nodes expanded",
        "solved" => "1 if the search found the best move before it gave up",
        "leaf" => "nanoseconds of a leaf",
        "send" => "nanoseconds that a message costs its sender",
        "receive" => "nanoseconds that a message costs its reader",
        "lookups" => "look-ups in the table",
        "hits" => "look-ups that found an entry",
        "late" => "answers of other processors that came too late",
        "cutoffs" => "nodes that an entry answered",
        "stores" => "entries written",
        "batches" => "messages with several entries or look-ups",
        "length" => "moves of the shortest solution",
        "bytes" => "bytes held at once",
        "descriptors" => "descriptors that were put on OPEN",
        "unused" => "descriptors that were put on OPEN and never came to its head",
        "rate" => "a thousand times the nodes generated in the time of one node",
        "leaves_visited" => "leaves visited",
        "evaluations" => "positions evaluated",
        "cost" => "the cost of the solution",
        "iterations" => "iterations of IDA*",
        "last" => "nodes of the last iteration",
        "restarts" => "how often the search began again at the root",
        "tasks" => "tasks of the solve",
        "decided" => "tasks whose result was believed",
        "issued" => "tasks sent out, again and again among them",
        "returned" => "results that came back",
        "wrong" => "wrong results that were believed",
        "efficiency" => "thousandths of the work that was of use",
        "server" => "thousandths of the time that the server was busy",
        "tail" => "thousandths of the time from nine tenths of the tasks to 99 of 100",
        "beyond" => "moves beyond the shortest solution",
        "best_child" => "which child of the root is the best, from 1; the leftmost of equals",
        "researches" => "how often a node was searched again with a wider window",
        "bits" => "bits of a key that the table compares",
        "probes" => "look-ups in the table",
        "errors" => "look-ups answered by the entry of another position",
        "window" => "k of the window (v - k, v + k) around the value v",
        "total" => "bytes of the table of all processors together",
        "each" => "bytes of the table of each processor",
        "bound" => "the bound of the iteration",
        "slice" => "terminals in a time slice",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::{ALL, Experiment};
    use crate::row::Took;

    #[test]
    fn every_column_has_a_meaning() {
        let columns = |experiment: &&'static dyn Experiment| {
            let columns = experiment.about().keys.iter().chain(experiment.counts()).chain(&Took::COLUMNS);
            let unknown = columns.filter(|column| meaning(column).is_none());
            unknown.map(|column| (experiment.about().name, *column)).collect::<Vec<_>>()
        };
        assert_eq!(ALL.iter().flat_map(columns).collect::<Vec<_>>(), []);
    }
}
