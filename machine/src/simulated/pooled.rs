//! Processors that handle messages in lock step, at a place each: one message a processor at every tick of one clock.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::processor::{Measured, Rank};

/// Runs messages on processors that draw them from one queue, in lock step.
///
/// Every message is for a place, `place_of` it. A tick takes as many messages from the front of the queue as there are
/// processors, or all. Only one message a place is handled: a second one goes back to the front of the queue, and its
/// processor idles. What `handle` sends goes to the back, and is drawn at the next tick at the earliest. It ends when
/// the queue is empty, or `handle` breaks off.
///
/// This is the machine of Lindstrom's key node paper (1983), section 4.2.2. `time` counts ticks, `work` the messages
/// that were handled, `messages` those that were sent, the first one included.
///
/// Places are counted from 0, and the machine keeps 8 bytes for each.
///
/// ```
/// use provebest_machine::pooled;
/// use std::ops::ControlFlow::Continue;
///
/// // Each place has two children, down to number 6: a tree of seven places in three rows.
/// let tree = |place: usize, out: &mut Vec<usize>| {
///     out.extend((2 * place + 1..=2 * place + 2).filter(|child| *child < 7));
///     Continue(())
/// };
/// assert_eq!(pooled(1, 0, |place| *place, tree).time, 7);
/// assert_eq!(pooled(2, 0, |place| *place, tree).time, 4);
/// assert_eq!(pooled(9, 0, |place| *place, tree).time, 3);
/// ```
pub fn pooled<M>(
    processors: usize,
    first: M,
    place_of: impl Fn(&M) -> usize,
    handle: impl FnMut(M, &mut Vec<M>) -> ControlFlow<()>,
) -> Measured {
    from_one_queue(processors, first, place_of, |_| None, handle)
}

/// As [`pooled`], but what is kept at a place is kept by one processor, its `owner_of`. The processor that draws a message reads it
/// there and writes it back: two more `messages`, unless it is the owner itself.
///
/// This is the second way to share out memory in Lindstrom's key node paper (1983), section 5.4. Time is that of [`pooled`].
///
/// ```
/// use provebest_machine::{Rank, pooled_apart};
/// use std::ops::ControlFlow::Continue;
///
/// // The same tree of seven places, and seven messages. Those with odd numbers are kept by the second processor.
/// let tree = |place: usize, out: &mut Vec<usize>| {
///     out.extend((2 * place + 1..=2 * place + 2).filter(|child| *child < 7));
///     Continue(())
/// };
/// let measured = pooled_apart(1, 0, |place| *place, |place| Rank(*place as u32 % 2), tree);
/// assert_eq!((measured.time, measured.messages), (7, 7 + 2 * 3));
/// ```
pub fn pooled_apart<M>(
    processors: usize,
    first: M,
    place_of: impl Fn(&M) -> usize,
    owner_of: impl Fn(&M) -> Rank,
    handle: impl FnMut(M, &mut Vec<M>) -> ControlFlow<()>,
) -> Measured {
    from_one_queue(processors, first, place_of, |message| Some(owner_of(message)), handle)
}

fn from_one_queue<M>(
    processors: usize,
    first: M,
    place_of: impl Fn(&M) -> usize,
    owner_of: impl Fn(&M) -> Option<Rank>,
    mut handle: impl FnMut(M, &mut Vec<M>) -> ControlFlow<()>,
) -> Measured {
    let processors = processors.max(1);
    let mut queue = VecDeque::from([first]);
    let (mut drawn, mut deferred, mut out) = (Vec::new(), Vec::new(), Vec::new());
    // For every place, the last tick at which a message was handled there.
    let mut busy: Vec<u64> = Vec::new();
    let mut measured = Measured { processors, messages: 1, ..Measured::default() };
    while !queue.is_empty() {
        measured.time += 1;
        drawn.extend(queue.drain(..processors.min(queue.len())));
        for (rank, message) in drawn.drain(..).enumerate() {
            let place = place_of(&message);
            if busy.len() <= place {
                busy.resize(place + 1, 0);
            }
            if busy[place] == measured.time {
                deferred.push(message);
                continue;
            }
            busy[place] = measured.time;
            measured.work += 1;
            let fetched = owner_of(&message).is_some_and(|owner| owner.index() != rank);
            let flow = handle(message, &mut out);
            measured.messages += out.len() as u64 + 2 * u64::from(fetched);
            queue.extend(out.drain(..));
            if flow.is_break() {
                return measured;
            }
        }
        for message in deferred.drain(..).rev() {
            queue.push_front(message);
        }
    }
    measured
}

/// Runs messages on processors that have a queue each, in lock step.
///
/// A message is for one processor, its `owner_of`. A tick lets every processor handle the first message of its own
/// queue. Ends, and is measured, as [`pooled`].
///
/// ```
/// use provebest_machine::{Rank, partitioned};
/// use std::ops::ControlFlow::Continue;
///
/// // The same tree of seven places. Those with even numbers, four, are on one processor.
/// let tree = |place: u32, out: &mut Vec<u32>| {
///     out.extend((2 * place + 1..=2 * place + 2).filter(|child| *child < 7));
///     Continue(())
/// };
/// assert_eq!(partitioned(2, 0, |place| Rank(place % 2), tree).time, 4);
/// ```
pub fn partitioned<M>(
    processors: usize,
    first: M,
    owner_of: impl Fn(&M) -> Rank,
    mut handle: impl FnMut(M, &mut Vec<M>) -> ControlFlow<()>,
) -> Measured {
    let processors = processors.max(1);
    let mut queues: Vec<VecDeque<M>> = (0..processors).map(|_| VecDeque::new()).collect();
    let (mut out, mut waiting) = (vec![first], 0);
    let mut measured = Measured { processors, messages: 1, ..Measured::default() };
    loop {
        waiting += out.len();
        for message in out.drain(..) {
            queues[owner_of(&message).index()].push_back(message);
        }
        if waiting == 0 {
            return measured;
        }
        measured.time += 1;
        for message in queues.iter_mut().filter_map(VecDeque::pop_front) {
            waiting -= 1;
            measured.work += 1;
            let sent = out.len();
            let flow = handle(message, &mut out);
            measured.messages += (out.len() - sent) as u64;
            if flow.is_break() {
                return measured;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::{Break, Continue};

    use super::*;

    /// The first message sends a text, every letter of which is a message for a place of its own: in which order are
    /// they handled?
    fn order(processors: usize, text: &str) -> (String, Measured) {
        let mut seen = String::new();
        let measured = pooled(
            processors,
            '.',
            |letter| *letter as usize,
            |letter, out| {
                if seen.is_empty() {
                    out.extend(text.chars());
                }
                seen.push(letter);
                Continue(())
            },
        );
        (seen, measured)
    }

    #[test]
    fn one_processor_keeps_the_order() {
        let (seen, measured) = order(1, "aabca");
        assert_eq!(seen, ".aabca");
        assert_eq!((measured.time, measured.work, measured.messages), (6, 6, 6));
        assert_eq!(measured.idle(), 0);
    }

    /// A second message for a place is the first of the next tick, and its processor idles.
    #[test]
    fn one_message_a_place_and_tick() {
        let (seen, measured) = order(3, "aabca");
        assert_eq!(seen, ".abaca");
        assert_eq!((measured.time, measured.work), (4, 6));
        assert_eq!(measured.idle(), 6);
    }

    #[test]
    fn queues_of_their_own() {
        let mut seen = Vec::new();
        let measured = partitioned(
            3,
            0_u32,
            |number| Rank(number % 3),
            |number, out| {
                seen.push(number);
                if number == 0 {
                    out.extend([3, 6, 1, 4, 2]);
                }
                Continue(())
            },
        );
        assert_eq!(seen, [0, 3, 1, 2, 6, 4]);
        assert_eq!((measured.time, measured.work, measured.messages), (3, 6, 6));
    }

    #[test]
    fn a_break_ends_it() {
        let endless = |number: usize, out: &mut Vec<usize>| {
            out.push(number + 1);
            if number == 20 { Break(()) } else { Continue(()) }
        };
        let measured = pooled(4, 0, |place| *place, endless);
        assert_eq!((measured.time, measured.work, measured.messages), (21, 21, 22));
        assert_eq!(partitioned(4, 0, |place| Rank(*place as u32 % 4), endless), measured);
    }
}
