//! Events and the work of processors, as they are written.

use provebest_machine::Timeline;

use super::columns::Columns;
use super::kinds::EventKind;
use super::nodes::NONE;

/// One event.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) kind: EventKind,
    pub(crate) node: u32,
    /// The number of the child that it is about.
    pub(crate) child: Option<u32>,
    pub(crate) a: i32,
    pub(crate) b: i32,
    pub(crate) rank: u16,
    pub(crate) time: u32,
}

/// A stretch of work of one processor.
#[derive(Clone, Copy)]
pub(crate) struct Bar {
    pub(crate) rank: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    job: u32,
}

/// The stretches of work of a timeline.
pub(crate) fn bars(timeline: &Timeline) -> Vec<Bar> {
    let bar = |span: &provebest_machine::Span| Bar {
        rank: span.rank.0,
        start: span.start as u32,
        end: span.end as u32,
        job: span.job.map_or(NONE, |job| job as u32),
    };
    timeline.spans.iter().map(bar).collect()
}

/// Writes the events of a run.
pub(crate) fn write_rows(rows: &[Row], columns: &mut Columns, number: usize) {
    let name = |column: &str| format!("runs.{number}.{column}");
    columns.bytes(name("kind"), &rows.iter().map(|row| row.kind as u8).collect::<Vec<_>>());
    columns.u32(name("node"), &rows.iter().map(|row| row.node).collect::<Vec<_>>());
    columns.i32(name("child"), &rows.iter().map(|row| row.child.map_or(-1, |child| child as i32)).collect::<Vec<_>>());
    columns.i32(name("a"), &rows.iter().map(|row| row.a).collect::<Vec<_>>());
    columns.i32(name("b"), &rows.iter().map(|row| row.b).collect::<Vec<_>>());
    columns.u16(name("rank"), &rows.iter().map(|row| row.rank).collect::<Vec<_>>());
    columns.u32(name("time"), &rows.iter().map(|row| row.time).collect::<Vec<_>>());
}

/// Writes the work of simulated processors, if there are any.
pub(crate) fn write_bars(bars: &[Bar], columns: &mut Columns, number: usize) {
    if bars.is_empty() {
        return;
    }
    let name = |column: &str| format!("runs.{number}.span.{column}");
    columns.u32(name("rank"), &bars.iter().map(|bar| bar.rank).collect::<Vec<_>>());
    columns.u32(name("start"), &bars.iter().map(|bar| bar.start).collect::<Vec<_>>());
    columns.u32(name("end"), &bars.iter().map(|bar| bar.end).collect::<Vec<_>>());
    columns.u32(name("job"), &bars.iter().map(|bar| bar.job).collect::<Vec<_>>());
}
