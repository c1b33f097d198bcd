//! The paper's machine: all nodes in one memory, messages in lock step.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use provebest_game::{Bound, Evaluate, Ply};
use provebest_machine::{Measured, Rank, partitioned, pooled, pooled_apart};

use super::look::Look;
use super::node::{Message, Node, Outbox, Rules, Seen, To, handle};
use super::superroot::{Heard, Superroot};
use super::{KeyNode, KeyNodeVariant};
use crate::best_play::Found;
use crate::limits::{Budget, Stopped, TooDeep};
use crate::measure::Observer;
use crate::parallel::owner::{hash_of_child, owner};
use crate::parallel::{LockStep, Path};
use crate::report::{Report, Task};

impl LockStep for KeyNode {
    fn search_in_step<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        processors: usize,
        observer: &mut W,
    ) -> Result<(Report<G::Move>, Measured), TooDeep> {
        task.check()?;
        let mut grove = Grove {
            look: Look::new(task, observer, Budget::new(&task.limits)),
            rules: Rules { buffered: self.buffered(), valid: self.deepening(), suppress: self.suppressing() },
            superroot: Superroot::new(task.depth, self.deepening()),
            processors: processors.max(1),
            nodes: Vec::new(),
            children: Vec::new(),
            outbox: Outbox::new(),
        };
        let measured = match grove.plant(task.root) {
            Err(Stopped) => Measured { processors: grove.processors, ..Measured::default() },
            Ok(first) if self.variant == KeyNodeVariant::Partitioned => {
                partitioned(grove.processors, first, |letter| letter.owner, |letter, out| grove.turn(letter, out))
            }
            Ok(first) if self.variant == KeyNodeVariant::Roaming => {
                let (place, owner) = (|letter: &Letter| letter.to as usize, |letter: &Letter| letter.owner);
                pooled_apart(grove.processors, first, place, owner, |letter, out| grove.turn(letter, out))
            }
            Ok(first) => {
                pooled(grove.processors, first, |letter| letter.to as usize, |letter, out| grove.turn(letter, out))
            }
        };
        let found = grove.close();
        Ok((found.report(task), measured))
    }
}

/// Where a node stands in the grove. The root stands at 0, and is nobody's child.
type Place = u32;

/// All nodes that anybody has written to.
struct Grove<'a, G: Evaluate, W> {
    look: Look<'a, G, W>,
    rules: Rules,
    superroot: Superroot,
    processors: usize,
    nodes: Vec<Standing<G::State>>,
    /// The places of the children of every opened node, side by side.
    children: Vec<Option<NonZeroU32>>,
    outbox: Outbox,
}

struct Standing<S> {
    node: Node,
    state: S,
    ply: Ply,
    parent: Place,
    /// Where the places of its children begin.
    children: u32,
    /// A hash of its path.
    hash: u64,
}

#[derive(Clone, Copy)]
struct Letter {
    to: Place,
    owner: Rank,
    message: Message,
}

impl<'a, G: Evaluate, W: Observer> Grove<'a, G, W> {
    /// Puts the root into the grove, and writes to it.
    fn plant(&mut self, root: &G::State) -> Result<Letter, Stopped> {
        self.stand(Standing {
            node: Node::new(Ply(0), 0),
            state: root.clone(),
            ply: Ply(0),
            parent: 0,
            children: 0,
            hash: 0,
        })?;
        Ok(self.letter(0, self.superroot.ask()))
    }

    /// A processor's turn: one message.
    fn turn(&mut self, letter: Letter, out: &mut Vec<Letter>) -> ControlFlow<()> {
        match self.take(letter, out) {
            Ok(flow) => flow,
            Err(Stopped) => ControlFlow::Break(()),
        }
    }

    fn take(&mut self, Letter { to, message, .. }: Letter, out: &mut Vec<Letter>) -> Result<ControlFlow<()>, Stopped> {
        self.look.next_message()?;
        let wanted = self.nodes[to as usize].node.wants(&message);
        let seen = match wanted {
            None => None,
            Some(level) => {
                let path = self.path(to);
                let Standing { node, state, .. } = &self.nodes[to as usize];
                let seen = self.look.see(node, state, level);
                self.look.count(node, &path, seen)?;
                if let Seen::Children(count) = seen {
                    self.nodes[to as usize].children = self.children.len() as u32;
                    self.children.extend((0..count).map(|_| None));
                }
                Some(seen)
            }
        };
        handle(&mut self.nodes[to as usize].node, message, seen, self.rules, &mut self.outbox);
        self.post(to, out)
    }

    /// Posts what the node at this place has written.
    fn post(&mut self, from: Place, out: &mut Vec<Letter>) -> Result<ControlFlow<()>, Stopped> {
        let mut outbox = std::mem::take(&mut self.outbox);
        let mut flow = ControlFlow::Continue(());
        for (to, message) in outbox.drain(..) {
            match (to, message) {
                (To::Child(number), message) => {
                    let child = self.child(from, number)?;
                    out.push(self.letter(child, message));
                }
                (To::Parent, Message::Up { news, .. }) if from == 0 => match self.superroot.hear(news) {
                    Heard::Provisional => {}
                    Heard::Again(ask) => {
                        self.look.root_done(news);
                        self.look.root_again();
                        out.push(self.letter(0, ask));
                    }
                    Heard::Done => flow = ControlFlow::Break(()),
                },
                (To::Parent, message) => out.push(self.letter(self.nodes[from as usize].parent, message)),
            }
        }
        self.outbox = outbox;
        Ok(flow)
    }

    fn letter(&self, to: Place, message: Message) -> Letter {
        Letter { to, owner: owner(self.nodes[to as usize].hash, self.processors), message }
    }

    /// The place of a child. It gets one when the first message is sent to it.
    fn child(&mut self, parent: Place, number: u32) -> Result<Place, Stopped> {
        let Standing { state, ply, children, hash, .. } = &self.nodes[parent as usize];
        let link = *children as usize + number as usize;
        if let Some(place) = self.children[link] {
            return Ok(place.get());
        }
        let (game, list) = (self.look.game, &mut self.look.list);
        let opened = game.open(state, list).expect("a node with children");
        let state = game.child(state, opened, list, number).1;
        list.close(opened);
        let (ply, hash) = (Ply(ply.0 + 1), hash_of_child(*hash, number));
        let place = self.stand(Standing { node: Node::new(ply, number), state, ply, parent, children: 0, hash })?;
        self.children[link] = NonZeroU32::new(place);
        Ok(place)
    }

    fn stand(&mut self, standing: Standing<G::State>) -> Result<Place, Stopped> {
        let place = self.nodes.len() as Place;
        self.look.hold(size_of::<Standing<G::State>>())?;
        self.nodes.push(standing);
        Ok(place)
    }

    /// The way from the root to a place.
    fn path(&self, place: Place) -> Path {
        let parents = std::iter::successors(Some(place), |&place| Some(self.nodes[place as usize].parent));
        let ply = self.nodes[place as usize].ply.0 as usize;
        let mut path: Path = parents.take(ply).map(|place| self.nodes[place as usize].node.number()).collect();
        path.reverse();
        path
    }

    /// The answer: what the root has, and the line of first descendants.
    fn close(mut self) -> Found {
        self.look.close();
        let stopped = self.look.budget.reason();
        let (mut value, mut path) = (None, Path::new());
        if stopped.is_none() {
            let root = &self.nodes[0].node;
            let news = root.news();
            if root.first().is_some() {
                self.look.root_done(news);
            }
            let mut place = 0;
            while let Some(number) = self.nodes[place as usize].node.first() {
                path.push(number);
                let link = self.nodes[place as usize].children + number;
                place = self.children[link as usize].map_or(0, NonZeroU32::get);
            }
            value = Some((news.value, Bound::Exact));
        }
        Found { value, line: path.into(), estimated: self.look.estimated, stopped }
    }
}
