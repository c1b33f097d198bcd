//! The key node method (Lindstrom 1983), figures 3-2 to 3-5 and section 4.2.2, with the whole tree in latent form.

use std::collections::{HashSet, VecDeque};

use super::{INF, Plain, Run};

struct Node<'a> {
    pos: &'a Plain,
    parent: Option<usize>,
    /// Name and value last reported, in the order of rank.
    desc: Vec<(usize, i64)>,
    amkey: bool,
    amfirst: bool,
    visited: bool,
    /// What was sent last (section 5.1).
    sent: Option<i64>,
}

#[derive(Clone, Copy)]
enum Message {
    Down { dest: usize, are_key: bool, are_first: bool },
    Up { dest: usize, sender: usize, val: i64 },
}
use Message::{Down, Up};

/// A run, the plies it took and the messages it processed.
pub fn key_node(tree: &Plain, processors: usize, buffered: bool) -> (Run, u64, u64) {
    let mut nodes = Vec::new();
    plant(tree, None, &mut nodes);
    let mut run = Run::default();
    let mut queue = VecDeque::from([Down { dest: 0, are_key: true, are_first: true }]);
    let (mut plies, mut processed) = (0, 0);
    while !queue.is_empty() {
        plies += 1;
        let ply: Vec<Message> = queue.drain(..processors.min(queue.len())).collect();
        let (mut locked, mut deferred) = (HashSet::new(), Vec::new());
        for message in ply {
            let (Down { dest, .. } | Up { dest, .. }) = message;
            if locked.insert(dest) {
                processed += 1;
                process(message, &mut nodes, &mut queue, buffered, &mut run);
            } else {
                deferred.push(message);
            }
        }
        deferred.into_iter().rev().for_each(|message| queue.push_front(message));
    }
    run.value = nodes[0].desc.first().map_or(tree.value, |(_, value)| *value);
    (run, plies, processed)
}

fn plant<'a>(pos: &'a Plain, parent: Option<usize>, nodes: &mut Vec<Node<'a>>) -> usize {
    let name = nodes.len();
    nodes.push(Node { pos, parent, desc: vec![], amkey: false, amfirst: false, visited: false, sent: None });
    let worst = if pos.is_max() { -INF } else { INF };
    let desc = pos.children.iter().map(|child| (plant(child, Some(name), nodes), worst)).collect();
    nodes[name].desc = desc;
    name
}

fn process(message: Message, nodes: &mut [Node<'_>], queue: &mut VecDeque<Message>, buffered: bool, run: &mut Run) {
    match message {
        Down { dest, are_key, are_first } => {
            let node = &mut nodes[dest];
            let (amkey, amfirst) = (node.amkey, node.amfirst);
            (node.amkey, node.amfirst) = (are_key, are_first);
            if !std::mem::replace(&mut node.visited, true) {
                run.nodes += 1;
                if node.desc.is_empty() {
                    run.leaves.push(node.pos.path.clone());
                    queue.extend(node.parent.map(|parent| Up { dest: parent, sender: dest, val: node.pos.value }));
                }
            }
            if node.desc.is_empty() {
                return;
            }
            if amkey != are_key {
                notify_descs(node, 0..1, queue);
            }
            if (amkey && amfirst) != (are_key && are_first) {
                notify_descs(node, 1..node.desc.len(), queue);
            }
            if buffered && node.amkey {
                send_up(node, dest, queue);
            }
        }
        Up { dest, sender, val } => {
            let node = &mut nodes[dest];
            let (dfirst, v) = node.desc[0];
            node.desc.iter_mut().filter(|(name, _)| *name == sender).for_each(|(_, dvalue)| *dvalue = val);
            let max = node.pos.is_max();
            node.desc.sort_by_key(|&(_, dvalue)| if max { -dvalue } else { dvalue });
            if node.desc[0].0 != dfirst && node.amkey {
                queue.push_back(Down { dest: node.desc[0].0, are_key: true, are_first: true });
                queue.push_back(Down { dest: dfirst, are_key: node.amfirst, are_first: false });
            }
            if node.desc[0].1 != v && (node.amkey || !buffered) {
                send_up(node, dest, queue);
            }
        }
    }
}

fn notify_descs(node: &Node<'_>, ranks: std::ops::Range<usize>, queue: &mut VecDeque<Message>) {
    for i in ranks {
        let are_key = node.amkey && (node.amfirst || i == 0);
        queue.push_back(Down { dest: node.desc[i].0, are_key, are_first: i == 0 });
    }
}

fn send_up(node: &mut Node<'_>, me: usize, queue: &mut VecDeque<Message>) {
    let val = node.desc[0].1;
    if val.abs() < INF && node.sent != Some(val) {
        node.sent = Some(val);
        queue.extend(node.parent.map(|dest| Up { dest, sender: me, val }));
    }
}
