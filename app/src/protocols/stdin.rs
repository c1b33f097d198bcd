//! A dialogue by lines while an engine thinks: one thread reads lines, one thinks, and one waits for events of both.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use provebest::player::{GameHistory, ThinkLimits, Timer};
use provebest::{Depth, Keyed, MoveList};

use provebest_catalog::worker;

/// What the waiting thread waits for.
pub enum InputEvent {
    /// A line was read.
    Line(String),
    /// The input has ended.
    End,
    /// The engine has finished thinking.
    Done,
}

/// Events in the order in which they came.
pub struct EventQueue {
    to: Sender<InputEvent>,
    events: Receiver<InputEvent>,
    /// Events that were put off until the search ends.
    later: VecDeque<InputEvent>,
    /// Events that were put off before this search began. They come first.
    again: VecDeque<InputEvent>,
    /// There was no thread to read on: lines are read when one is asked for, and not while the engine thinks.
    unthreaded: bool,
}

/// Sends [`InputEvent::Done`] when it is dropped: thinking has ended, by a result or by a panic.
pub struct DoneOnDrop(Sender<InputEvent>);

impl Drop for DoneOnDrop {
    fn drop(&mut self) {
        let _ = self.0.send(InputEvent::Done);
    }
}

impl EventQueue {
    /// Reads standard input from now on. Bytes that are not UTF-8 are replaced.
    pub fn open() -> EventQueue {
        let (to, events) = channel();
        let reader = to.clone();
        let read = move || {
            while let Some(line) = read_line() {
                if reader.send(InputEvent::Line(line)).is_err() {
                    return;
                }
            }
            let _ = reader.send(InputEvent::End);
        };
        // It may wait for a line for ever, so it is never joined.
        let unthreaded = std::thread::Builder::new().name("reader".into()).spawn(read).is_err();
        EventQueue { to, events, later: VecDeque::new(), again: VecDeque::new(), unthreaded }
    }

    /// Can no line come while the engine thinks? Then `stop` cannot come, either.
    fn is_closed_while_thinking(&self) -> bool {
        self.unthreaded
    }

    /// The next line, or `None` at the end of the input.
    pub fn next_line(&mut self) -> Option<String> {
        loop {
            let before = self.again.pop_front().or_else(|| self.later.pop_front());
            if before.is_none() && self.unthreaded {
                return read_line();
            }
            match before.or_else(|| self.events.recv().ok())? {
                InputEvent::Line(line) => return Some(line),
                InputEvent::End => return None,
                InputEvent::Done => {}
            }
        }
    }

    /// Waits up to this time for the next event while the engine thinks; `None` when the time is up.
    pub fn next(&mut self, patience: Duration) -> Option<InputEvent> {
        if let Some(event) = self.again.pop_front() {
            return Some(event);
        }
        match self.events.recv_timeout(patience) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(InputEvent::Done),
        }
    }

    /// Removes the event of a thread that could not be started.
    fn forget_done(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            match event {
                InputEvent::Done => return,
                other => self.later.push_back(other),
            }
        }
    }

    /// Puts an event off until the search has ended.
    pub fn postpone(&mut self, event: InputEvent) {
        self.later.push_back(event);
    }

    /// A guard for the thread that begins to think: it is not done while it holds this.
    fn done_on_drop(&mut self) -> DoneOnDrop {
        self.again.append(&mut self.later);
        DoneOnDrop(self.to.clone())
    }
}

fn read_line() -> Option<String> {
    let mut line = Vec::new();
    match io::stdin().lock().read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(&line)).into_owned()),
    }
}

/// Thinks on a thread, while `listen` takes events until it is done. Where there is no thread it thinks a little, at once. `None`
/// if it panicked. `complain` gets what went wrong.
pub fn think<T: Send>(
    queue: &mut EventQueue,
    limits: ThinkLimits,
    think: impl Fn(&Timer) -> T + Sync,
    complain: impl Fn(fmt::Arguments<'_>) -> io::Result<()>,
    listen: impl FnOnce(&mut EventQueue, &Timer) -> io::Result<()>,
) -> io::Result<(Option<T>, Timer)> {
    let mut timer = Timer::new(if queue.is_closed_while_thinking() { at_once(limits) } else { limits });
    let done = queue.done_on_drop();
    let thought = std::thread::scope(|scope| {
        let (timer, think) = (&timer, &think);
        let thinking = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, move || {
            let _done = done;
            think(timer)
        });
        let thinking = match thinking {
            Ok(thinking) => thinking,
            Err(why) => {
                queue.forget_done();
                return Ok(Err(why));
            }
        };
        // An error means that the output is closed: then no `stop` will come.
        listen(queue, timer).inspect_err(|_| timer.end())?;
        io::Result::Ok(Ok(thinking.join()))
    })?;
    let thought = match thought {
        Ok(thought) => thought,
        Err(why) => {
            complain(format_args!("no thread to think on, so it thinks little: {why}"))?;
            timer = Timer::new(at_once(limits));
            catch_unwind(AssertUnwindSafe(|| think(&timer)))
        }
    };
    let thought = match thought {
        Ok(thought) => Some(thought),
        Err(left) => {
            complain(format_args!("{}", worker::panicked(&*left)))?;
            None
        }
    };
    Ok((thought, timer))
}

/// The first move there is.
pub fn any_move<G: Keyed>(history: &GameHistory<'_, G>) -> Option<G::Move> {
    let mut list = MoveList::new();
    history.game().moves(history.state(), &mut list);
    list.as_slice().first().cloned()
}

/// Limits for an engine that has no thread to think on, or that cannot be stopped: its depth is bounded, so that it answers soon
/// and with a small stack.
fn at_once(limits: ThinkLimits) -> ThinkLimits {
    const DEPTH: Depth = Depth(4);
    let depth = Some(limits.depth.map_or(DEPTH, |depth| depth.min(DEPTH)));
    ThinkLimits { depth, infinite: false, ponder: false, ..limits }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn a_panic_is_told_and_the_talk_goes_on() {
        worker::keep_panics_quiet();
        let (to, events) = channel();
        let mut queue = EventQueue { to, events, later: VecDeque::new(), again: VecDeque::new(), unthreaded: false };
        let told = RefCell::new(Vec::new());
        for (number, panics) in [true, false].into_iter().enumerate() {
            let work = |_: &Timer| if panics { panic!("as planned") } else { 7 };
            let complain = |text: fmt::Arguments<'_>| {
                told.borrow_mut().push(text.to_string());
                Ok(())
            };
            let listen = |queue: &mut EventQueue, _: &Timer| {
                assert!(matches!(queue.next(Duration::MAX), Some(InputEvent::Done)), "{number}");
                Ok(())
            };
            let (thought, _) = think(&mut queue, ThinkLimits::default(), work, complain, listen).unwrap();
            assert_eq!(thought, (!panics).then_some(7));
        }
        let told = told.into_inner();
        assert!(told.len() == 1 && told[0].contains("as planned"), "{told:?}");
    }
}
