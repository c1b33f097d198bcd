//! SSS* and DUAL* with the OPEN list of the papers: descriptors in a linked list, sorted by merit (Stockman 1979; Marsland,
//! Reinefeld and Schaeffer 1987, figure 4). It is here to be measured: [`SssStar`](crate::SssStar) visits the same leaves for less.

use provebest_game::{Depth, Evaluate, Ply, Score, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Observer};
use crate::report::{Report, Search, Task};
use crate::walk::{Entered, Walk};

/// SSS*, or DUAL*, with a sorted linked list for OPEN.
///
/// pop and push work at the head. insert passes every descriptor with a larger merit, and those to the left among equals; purge
/// looks at every descriptor there is.
///
/// Contract: that of [`SssStar`](crate::SssStar) and [`DualStar`](crate::DualStar), leaf for leaf.
///
/// Stockman 1979; Marsland, Reinefeld and Schaeffer 1987, figure 4, with the leftmost of equal merits first.
///
/// Time: each leaf costs a walk through OPEN, which has up to w^ceil(d/2) descriptors. Memory: a node for every one that was met.
///
/// ```
/// use provebest_search::{OpenListSearch, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// for dual in [false, true] {
///     let report = OpenListSearch { dual }.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
///     assert_eq!((report.value, report.path), (Some(Score(3)), vec![0, 0]));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenListSearch {
    /// DUAL* instead of SSS*?
    pub dual: bool,
}

impl Search for OpenListSearch {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, Window::FULL, |walk, root| {
            best_first(walk, root, self.dual, &mut OpenRecord::default(), false)
        })
    }
}

impl OpenListSearch {
    /// What a search of this task does with OPEN, to be done once more without the search around it.
    ///
    /// ```
    /// use provebest_search::{OpenListSearch, Task};
    /// # use provebest_game::*; use provebest_games::tree::Tree;
    /// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
    /// let record = OpenListSearch::default().record(&Task::new(&tree, &tree.root(), tree.height()))?;
    /// assert_eq!(record.replay(), record.operations());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn record<G: Evaluate>(&self, task: &Task<'_, G>) -> Result<OpenRecord, TooDeep> {
        let mut record = OpenRecord::default();
        Walk::run(task, &mut (), Window::FULL, |walk, root| best_first(walk, root, self.dual, &mut record, true))?;
        Ok(record)
    }
}

/// Figure 4: player A chooses among all children at once, player B is led through them. Merits are A's.
fn best_first<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    root: G::State,
    dual: bool,
    record: &mut OpenRecord,
    keep: bool,
) -> Result<Score, Stopped> {
    let (mut open, mut states, mut path) = (OpenList::default(), Vec::new(), Vec::new());
    let OpenRecord { places, actions } = record;
    walk.push(&mut states, root)?;
    walk.push(places, Place { parent: 0, number: 0, ply: 0 })?;
    let mut act = |walk: &mut Walk<'_, G, W>, open: &mut OpenList, places: &[Place], action: Action| {
        if keep {
            walk.push(actions, action)?;
        }
        let links = open.links.len();
        if links == open.links.capacity() {
            walk.budget.reserve(&mut open.links, (2 * links).max(16))?;
        }
        open.act(places, action);
        Ok::<(), Stopped>(())
    };
    act(walk, &mut open, places, Action::Push(Descriptor { node: 0, solved: false, merit: Score::INFINITY }))?;
    loop {
        walk.stored(open.len);
        let Descriptor { node, solved, merit } = open.head();
        act(walk, &mut open, places, Action::Pop)?;
        let Place { parent, number, ply } = places[node as usize];
        let (a_moves, depth) = (ply.is_multiple_of(2) != dual, Depth(walk.top().0 - ply));
        let push = |node, solved| Action::Push(Descriptor { node, solved, merit });
        if !solved {
            tell_path(walk, places, &mut path, node);
            let window = Window::null(merit);
            match walk.enter_one(&states[node as usize], depth, if a_moves { window } else { -window })? {
                Entered::Done(score) => {
                    let merit = merit.min(if a_moves { score } else { -score });
                    act(walk, &mut open, places, Action::Insert(Descriptor { node, solved: true, merit }))?;
                }
                Entered::Children(children) => {
                    let first = states.len() as u32;
                    for number in 0..if a_moves { children.count() } else { 1 } {
                        let child = walk.game.child(&states[node as usize], children, &walk.list, number).1;
                        walk.push(&mut states, child)?;
                        walk.push(places, Place { parent: node, number, ply: ply + 1 })?;
                    }
                    walk.list.close(children);
                    for child in (first..states.len() as u32).rev() {
                        act(walk, &mut open, places, push(child, false))?;
                    }
                }
            }
        } else if ply == 0 {
            return Ok(if dual { -merit } else { merit });
        } else if !a_moves {
            tell_path(walk, places, &mut path, node);
            act(walk, &mut open, places, Action::Purge(parent))?;
            act(walk, &mut open, places, push(parent, true))?;
            walk.cut(Depth(depth.0 + 1), number, Cut::Solved);
            if parent == 0 {
                walk.propose_line(&[number]);
            }
        } else {
            let above = Depth(depth.0 + 1);
            let Some(children) = walk.reopen(&states[parent as usize], above) else { return Err(Stopped) };
            if number + 1 < children.count() {
                let sibling = walk.game.child(&states[parent as usize], children, &walk.list, number + 1).1;
                let at = states.len() as u32;
                walk.push(&mut states, sibling)?;
                walk.push(places, Place { parent, number: number + 1, ply })?;
                act(walk, &mut open, places, push(at, false))?;
            } else {
                act(walk, &mut open, places, push(parent, true))?;
            }
            walk.list.close(children);
        }
        // A merit that falls is a bound; for DUAL* the child of the root that is under way proves it.
        let Descriptor { node, merit: now, .. } = open.head();
        if now < merit && !dual {
            walk.ceiling = Some(now);
        } else if now < merit && walk.top() > Depth(1) {
            walk.finished = Some(-now);
            walk.propose_line(&[places[ancestor(places, node, 1) as usize].number]);
        }
    }
}

/// Tells the observer where the search goes on. `path` has the nodes that it knows of.
fn tell_path<G: Evaluate, W: Observer>(walk: &mut Walk<'_, G, W>, places: &[Place], path: &mut Vec<u32>, node: u32) {
    let Place { parent, number, ply } = places[node as usize];
    if ply > 0 && path.get(ply as usize - 1) != Some(&node) {
        tell_path(walk, places, path, parent);
        path.truncate(ply as usize - 1);
        path.push(node);
        walk.observer.descend(Ply(ply - 1), number);
    }
}

/// What a search did with OPEN.
#[derive(Clone, Debug, Default)]
pub struct OpenRecord {
    places: Vec<Place>,
    actions: Vec<Action>,
}

impl OpenRecord {
    /// How many actions there were.
    pub fn operations(&self) -> u64 {
        self.actions.len() as u64
    }

    /// How many descriptors were put on OPEN, and how many of them never came to its head: what they told was of no use.
    ///
    /// ```
    /// use provebest_search::{OpenListSearch, Task};
    /// # use provebest_game::*; use provebest_games::tree::Tree;
    /// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
    /// let record = OpenListSearch::default().record(&Task::new(&tree, &tree.root(), tree.height()))?;
    /// // The first child is worth 3. Below each of the others a leaf worth 2 still waits: both are purged.
    /// assert_eq!(record.descriptors(), (20, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn descriptors(&self) -> (u64, u64) {
        let is_put = |action: &&Action| matches!(action, Action::Push(_) | Action::Insert(_));
        let put = self.actions.iter().filter(is_put).count() as u64;
        let popped = self.actions.iter().filter(|action| matches!(action, Action::Pop)).count() as u64;
        (put, put - popped)
    }

    /// Does all of them once more, with an empty OPEN to begin with; how many there were.
    pub fn replay(&self) -> u64 {
        let mut open = OpenList::default();
        self.actions.iter().for_each(|&action| open.act(&self.places, action));
        std::hint::black_box(&open);
        self.operations()
    }
}

/// Where a node is in the tree.
#[derive(Clone, Copy, Debug)]
struct Place {
    parent: u32,
    number: u32,
    ply: u32,
}

/// The descriptor of the papers: a node, its status and its merit.
#[derive(Clone, Copy, Debug)]
struct Descriptor {
    node: u32,
    solved: bool,
    merit: Score,
}

#[derive(Clone, Copy, Debug)]
enum Action {
    /// Takes the head off.
    Pop,
    /// Puts a descriptor before all others.
    Push(Descriptor),
    /// Puts it behind those with a larger merit, and among equals by its place.
    Insert(Descriptor),
    /// Deletes all nodes below this one.
    Purge(u32),
}

/// OPEN: the largest merit first, leftmost among equals.
#[derive(Debug)]
struct OpenList {
    links: Vec<(Descriptor, u32)>,
    head: u32,
    free: u32,
    len: u64,
}

const END: u32 = u32::MAX;

impl Default for OpenList {
    fn default() -> OpenList {
        OpenList { links: Vec::new(), head: END, free: END, len: 0 }
    }
}

impl OpenList {
    fn head(&self) -> Descriptor {
        self.links[self.head as usize].0
    }

    fn act(&mut self, places: &[Place], action: Action) {
        match action {
            Action::Pop => self.unlink(END),
            Action::Push(descriptor) => self.link(END, descriptor),
            Action::Insert(descriptor) => {
                let (mut before, mut at) = (END, self.head);
                while at != END {
                    let (other, next) = self.links[at as usize];
                    let is_first = other.merit > descriptor.merit
                        || other.merit == descriptor.merit && is_left(places, other.node, descriptor.node);
                    if !is_first {
                        break;
                    }
                    (before, at) = (at, next);
                }
                self.link(before, descriptor);
            }
            Action::Purge(node) => {
                let (mut before, mut at) = (END, self.head);
                while at != END {
                    let (other, next) = self.links[at as usize];
                    if is_below(places, other.node, node) {
                        self.unlink(before);
                    } else {
                        before = at;
                    }
                    at = next;
                }
            }
        }
    }

    /// Behind the link `before`, or at the head.
    fn link(&mut self, before: u32, descriptor: Descriptor) {
        let next = if before == END { self.head } else { self.links[before as usize].1 };
        let at = self.free;
        let at = if at == END {
            self.links.push((descriptor, next));
            self.links.len() as u32 - 1
        } else {
            self.free = self.links[at as usize].1;
            self.links[at as usize] = (descriptor, next);
            at
        };
        if before == END {
            self.head = at
        } else {
            self.links[before as usize].1 = at
        }
        self.len += 1;
    }

    /// The link behind `before`, or the head.
    fn unlink(&mut self, before: u32) {
        let at = if before == END { self.head } else { self.links[before as usize].1 };
        let next = self.links[at as usize].1;
        if before == END {
            self.head = next
        } else {
            self.links[before as usize].1 = next
        }
        self.links[at as usize].1 = self.free;
        self.free = at;
        self.len -= 1;
    }
}

/// The ancestor at a ply, or the node itself.
fn ancestor(places: &[Place], mut node: u32, ply: u32) -> u32 {
    while places[node as usize].ply > ply {
        node = places[node as usize].parent;
    }
    node
}

fn is_below(places: &[Place], node: u32, above: u32) -> bool {
    ancestor(places, node, places[above as usize].ply) == above
}

/// Is one node to the left of another? Neither is above the other.
fn is_left(places: &[Place], one: u32, other: u32) -> bool {
    let ply = places[one as usize].ply.min(places[other as usize].ply);
    let (mut one, mut other) = (ancestor(places, one, ply), ancestor(places, other, ply));
    loop {
        let (here, there) = (places[one as usize], places[other as usize]);
        if here.parent == there.parent {
            return here.number < there.number;
        }
        (one, other) = (here.parent, there.parent);
    }
}
