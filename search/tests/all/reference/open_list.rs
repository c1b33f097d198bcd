//! SSS*, DUAL* and ITERSSS* with a literal OPEN list. Values and merits are MAX's.

use super::{INF, Plain, Run};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Live,
    Solved,
}

#[derive(Clone, Debug)]
struct Descriptor<'a> {
    node: &'a Plain,
    status: Status,
    h: i64,
    /// For ITERSSS*: can it be selected?
    active: bool,
}

struct Open<'a> {
    root: &'a Plain,
    list: Vec<Descriptor<'a>>,
    run: Run,
}

impl<'a> Open<'a> {
    fn new(root: &'a Plain, h: i64) -> Self {
        let mut open = Open { root, list: Vec::new(), run: Run::default() };
        open.insert(root, Status::Live, h);
        open
    }

    fn insert(&mut self, node: &'a Plain, status: Status, h: i64) {
        self.list.push(Descriptor { node, status, h, active: true });
        self.run.stored = self.run.stored.max(self.list.len() as u64);
    }

    /// Takes the ACTIVE node with the largest merit, or the smallest; among equals the leftmost.
    fn take(&mut self, largest: bool) -> Option<Descriptor<'a>> {
        let merit = |d: &Descriptor<'_>| if largest { -d.h } else { d.h };
        let active = self.list.iter().enumerate().filter(|(_, d)| d.active);
        let first = active.min_by(|(_, x), (_, y)| (merit(x), &x.node.path).cmp(&(merit(y), &y.node.path)));
        let at = first.map(|(at, _)| at)?;
        let x = self.list.swap_remove(at);
        self.run.nodes += u64::from(x.status == Status::Live);
        Some(x)
    }

    fn parent(&self, node: &Plain) -> &'a Plain {
        self.root.at(&node.path[..node.path.len() - 1])
    }

    fn sibling(&self, node: &Plain) -> Option<&'a Plain> {
        self.parent(node).children.get(*node.path.last()? as usize)
    }

    fn purge(&mut self, node: &Plain) {
        self.list.retain(|d| !d.node.path.starts_with(&node.path));
    }

    fn evaluate(&mut self, leaf: &Plain) -> i64 {
        let value = self.run.evaluate(leaf);
        if leaf.is_max() { value } else { -value }
    }
}

/// SSS* (Stockman 1979), the leftmost first among equal merits.
pub fn sss_star(tree: &Plain) -> Run {
    best_first(tree, INF, true, |node| node.is_max())
}

/// DUAL* (Marsland, Reinefeld and Schaeffer 1987, figure 4), the leftmost first among equal merits; the tests of a LIVE
/// node exclude each other.
pub fn dual_star(tree: &Plain) -> Run {
    dual_star_above(tree, -INF)
}

/// DUAL(root, bound).
pub fn dual_star_above(tree: &Plain, bound: i64) -> Run {
    best_first(tree, bound, false, |node| !node.is_max())
}

/// SSS* where an even number of plies remains, DUAL* where it is odd: a node of even depth has all its children at once in OPEN.
/// Merits are kept as by the one who moves there.
pub fn even_odd(tree: &Plain, depth: u32) -> Run {
    let even = depth.is_multiple_of(2);
    best_first(tree, if even { INF } else { -INF }, even, |node| (depth - node.path.len() as u32).is_multiple_of(2))
}

/// Figure 4 for DUAL*; SSS* exchanges the tests for MIN and MAX, minimises and takes the largest merit. Which nodes have all their
/// children in OPEN at once is told by `wide`.
fn best_first(tree: &Plain, bound: i64, sss: bool, wide: impl Fn(&Plain) -> bool) -> Run {
    let mut open = Open::new(tree, bound);
    loop {
        let Descriptor { node, status, h, .. } = open.take(sss).expect("OPEN is never empty");
        let all_at_once = wide(node);
        match status {
            Status::Live if node.is_leaf() => {
                let value = open.evaluate(node);
                open.insert(node, Status::Solved, if sss { value.min(h) } else { value.max(h) });
            }
            Status::Live if all_at_once => node.children.iter().for_each(|child| open.insert(child, Status::Live, h)),
            Status::Live => open.insert(&node.children[0], Status::Live, h),
            Status::Solved if node.path.is_empty() => return Run { value: h, ..open.run },
            Status::Solved if !all_at_once => {
                let parent = open.parent(node);
                open.purge(parent);
                open.insert(parent, Status::Solved, h);
            }
            Status::Solved => match open.sibling(node) {
                Some(sibling) => open.insert(sibling, Status::Live, h),
                None => open.insert(open.parent(node), Status::Solved, h),
            },
        }
    }
}

/// ITERSSS*(M): PARITERSSS* (Bhattacharya and Bagchi 1993, section 5) with N = 1, which never spawns. Without an ACTIVE
/// node, or when a node just re-activated finds no room, the deepest leftmost INACTIVE node is expanded in spite of M.
pub fn iter_sss_star(tree: &Plain, memory: i64) -> Run {
    let mut open = Open::new(tree, INF);
    let mut mm = memory;
    let mut reactivated = false;
    loop {
        let Some(x) = open.take(true) else {
            // A selection too, if not by FIRST.
            expand_in_spite(&mut open);
            open.run.nodes += 1;
            continue;
        };
        open.run.over_memory |= open.list.len() as i64 + 1 > memory;
        let Descriptor { node, status, h, .. } = x;
        let just_reactivated = std::mem::take(&mut reactivated);
        match status {
            Status::Live if node.is_leaf() => {
                let value = open.evaluate(node);
                open.insert(node, Status::Solved, value.min(h));
            }
            Status::Live if !node.is_max() => {
                let first = &node.children[0];
                if first.is_leaf() || mm + 1 > first.children.len() as i64 {
                    open.insert(first, Status::Live, h);
                } else {
                    open.list.push(Descriptor { active: false, ..x });
                    if just_reactivated {
                        expand_in_spite(&mut open);
                    }
                }
            }
            Status::Live => {
                mm += 1;
                for child in &node.children {
                    open.insert(child, Status::Live, h);
                    mm -= 1;
                }
            }
            Status::Solved if node.path.is_empty() => return Run { value: h, ..open.run },
            Status::Solved if node.is_max() => match open.sibling(node) {
                Some(sibling) => open.insert(sibling, Status::Live, h),
                None => open.insert(open.parent(node), Status::Solved, h),
            },
            Status::Solved => {
                let parent = open.parent(node);
                let before = open.list.len();
                open.list.retain(|y| y.h > h || !y.node.path.starts_with(&parent.path));
                mm += (before - open.list.len()) as i64;
                match deepest_inactive(&open, parent) {
                    None => open.insert(parent, Status::Solved, h),
                    Some(y) => {
                        open.list[y].active = true;
                        open.list.push(x);
                        reactivated = true;
                    }
                }
            }
        }
    }
}

/// The deepest INACTIVE node below `above`, the leftmost of the deepest.
fn deepest_inactive(open: &Open<'_>, above: &Plain) -> Option<usize> {
    let inactive = open.list.iter().enumerate().filter(|(_, d)| !d.active && d.node.path.starts_with(&above.path));
    let depth = |d: &Descriptor<'_>| d.node.path.len();
    let deepest = inactive.min_by(|(_, x), (_, y)| (depth(y), &x.node.path).cmp(&(depth(x), &y.node.path)));
    deepest.map(|(at, _)| at)
}

fn expand_in_spite(open: &mut Open<'_>) {
    let at = deepest_inactive(open, open.root).expect("there is an INACTIVE node");
    let Descriptor { node, h, .. } = open.list.swap_remove(at);
    open.insert(&node.children[0], Status::Live, h);
    open.run.over_memory = true;
}
