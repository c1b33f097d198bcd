//! Talking with a program line by line while an engine thinks: one thread reads, one thinks, and one listens to both.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use provebest::player::{GameHistory, ThinkLimits, Timer};
use provebest::{Depth, Keyed, MoveList};

use provebest_catalog::worker;

/// What happens.
pub enum Event {
    /// Somebody has written a line.
    Line(String),
    /// There will be no more.
    End,
    /// The engine has thought enough.
    Done,
}

/// Who hears it all.
pub struct Ears {
    to: Sender<Event>,
    events: Receiver<Event>,
    /// What came while there was no time for it.
    later: VecDeque<Event>,
    /// What was put off before this search began, and is heard again while it goes on.
    again: VecDeque<Event>,
    /// There was no thread to read on: lines are read when somebody waits for one, and not while the engine thinks.
    deaf: bool,
}

/// Tells that thinking has ended, however it did.
pub struct Tell(Sender<Event>);

impl Drop for Tell {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Done);
    }
}

impl Ears {
    /// Listens to standard input from now on. What is not UTF-8 is read as well as it can be.
    pub fn open() -> Ears {
        let (to, events) = channel();
        let reader = to.clone();
        let read = move || {
            while let Some(line) = read_line() {
                if reader.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            let _ = reader.send(Event::End);
        };
        // It may wait for a line for ever, so nobody waits for it.
        let deaf = std::thread::Builder::new().name("reader".into()).spawn(read).is_err();
        Ears { to, events, later: VecDeque::new(), again: VecDeque::new(), deaf }
    }

    /// Can it hear nothing while the engine thinks? Then nobody can say stop.
    fn is_deaf(&self) -> bool {
        self.deaf
    }

    /// The next line, unless there will be none.
    pub fn line(&mut self) -> Option<String> {
        loop {
            let before = self.again.pop_front().or_else(|| self.later.pop_front());
            if before.is_none() && self.deaf {
                return read_line();
            }
            match before.or_else(|| self.events.recv().ok())? {
                Event::Line(line) => return Some(line),
                Event::End => return None,
                Event::Done => {}
            }
        }
    }

    /// Waits so long for whatever happens while the engine thinks; `None` when the time is up.
    pub fn hear(&mut self, patience: Duration) -> Option<Event> {
        if let Some(event) = self.again.pop_front() {
            return Some(event);
        }
        match self.events.recv_timeout(patience) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::Done),
        }
    }

    /// The thread that was told to tell has never begun: what it told by that counts for nothing.
    fn never_mind(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            match event {
                Event::Done => return,
                other => self.later.push_back(other),
            }
        }
    }

    /// There is no time for this now: it is heard after this search.
    pub fn put_off(&mut self, event: Event) {
        self.later.push_back(event);
    }

    /// For the thread that begins to think: while it holds this, it is not done.
    fn tell(&mut self) -> Tell {
        self.again.append(&mut self.later);
        Tell(self.to.clone())
    }
}

fn read_line() -> Option<String> {
    let mut line = Vec::new();
    match io::stdin().lock().read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(&line)).into_owned()),
    }
}

/// Thinks on a thread, while `listen` hears what happens until it is done; little and at once where there is no thread. `None`
/// if it panicked. What goes wrong is complained of.
pub fn think<T: Send>(
    ears: &mut Ears,
    limits: ThinkLimits,
    think: impl Fn(&Timer) -> T + Sync,
    complain: impl Fn(fmt::Arguments<'_>) -> io::Result<()>,
    listen: impl FnOnce(&mut Ears, &Timer) -> io::Result<()>,
) -> io::Result<(Option<T>, Timer)> {
    let mut timer = Timer::new(if ears.is_deaf() { at_once(limits) } else { limits });
    let tell = ears.tell();
    let thought = std::thread::scope(|scope| {
        let (timer, think) = (&timer, &think);
        let thinking = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, move || {
            let _tell = tell;
            think(timer)
        });
        let thinking = match thinking {
            Ok(thinking) => thinking,
            Err(why) => {
                ears.never_mind();
                return Ok(Err(why));
            }
        };
        // Nobody may be reading any more: then nobody will say stop.
        listen(ears, timer).inspect_err(|_| timer.end())?;
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

/// What an engine may use that has no thread to think on, or that nobody can tell to stop: its depth is bounded, so that it
/// answers soon and with a small stack.
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
        let mut ears = Ears { to, events, later: VecDeque::new(), again: VecDeque::new(), deaf: false };
        let told = RefCell::new(Vec::new());
        for (number, panics) in [true, false].into_iter().enumerate() {
            let work = |_: &Timer| if panics { panic!("as planned") } else { 7 };
            let complain = |text: fmt::Arguments<'_>| {
                told.borrow_mut().push(text.to_string());
                Ok(())
            };
            let listen = |ears: &mut Ears, _: &Timer| {
                assert!(matches!(ears.hear(Duration::MAX), Some(Event::Done)), "{number}");
                Ok(())
            };
            let (thought, _) = think(&mut ears, ThinkLimits::default(), work, complain, listen).unwrap();
            assert_eq!(thought, (!panics).then_some(7));
        }
        let told = told.into_inner();
        assert!(told.len() == 1 && told[0].contains("as planned"), "{told:?}");
    }
}
