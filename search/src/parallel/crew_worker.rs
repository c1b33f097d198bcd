//! What a member of a crew searches with, so that the parallel searches need to speak of nothing but their method.

use std::future::Future;
use std::pin::Pin;

use provebest_game::{Bound, Children, Depth, Evaluate, Game, Score, Window};
use provebest_machine::{CalledOff, Change, Crew, Family, Grain, Next, StealPolicy, Taken, Work};

use super::Path;
use super::job::{Answer, Child, Coded, Job, Node, Value};
use crate::limits::Stopped;
use crate::lines::Variation;
use crate::measure::{Cut, Observer};
use crate::null_window::EVERYTHING;
use crate::sequential::alpha_beta::{self, DOUBTS};
use crate::sequential::negascout::open;
use crate::table::{Entry, ScatteredTable};
use crate::walk::{Entered, Walk};

/// A way to share a search among the members of a crew.
pub(crate) trait Method: Copy + Sync {
    /// What else there is to say about a job than its node and its window.
    type Role: Coded;

    /// Does it ask siblings with null windows whether they are better?
    const ASKS: bool;

    /// How the members of the crew behave.
    fn policy(&self) -> StealPolicy;

    /// The role of the root.
    fn root(&self) -> Self::Role;

    /// Searches a node with a window. The result is fail-soft, for the window that was left in the end.
    async fn node<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: Node<G::State>,
        window: Window,
        role: Self::Role,
    ) -> Result<Value, CalledOff>;
}

/// Makes a parallel search of each of these methods.
macro_rules! searches_by_method {
    ($($method:ty),*) => {$(
        impl crate::parallel::ParallelSearch for $method {
            fn search_on<G, W, K>(
                &self,
                task: &crate::report::Task<'_, G>,
                machine: &K,
                observers: Vec<W>,
            ) -> Result<crate::parallel::Ran<G::Move, W>, crate::parallel::NoReport>
            where
                G: provebest_game::Evaluate + Sync,
                G::State: Send + Sync,
                W: crate::measure::Observer + Send,
                K: provebest_machine::Machine,
            {
                crate::parallel::team::search(*self, self.grain, task, machine, observers)
            }
        }
    )*};
}
pub(crate) use searches_by_method;

pub(crate) type CrewHandle<'p> = Crew<'p, Job, Answer>;
pub(crate) type Siblings<'h, 'p> = Family<'h, 'p, Job, Answer>;
type Searched<'x> = Pin<Box<dyn Future<Output = Result<Value, CalledOff>> + 'x>>;

/// What one processor searches with: its walk through the tree, and its place in the crew.
pub(crate) struct CrewWorker<'h, 'p, G: Evaluate, W> {
    pub(crate) walk: Walk<'h, G, W>,
    pub(super) crew: &'h CrewHandle<'p>,
    pub(super) root: &'h G::State,
    /// The path to the node at hand.
    pub(super) path: Path,
    /// What is smaller by estimate is searched in one go.
    pub(super) grain: Grain,
    /// How long a leaf takes where time is real, as far as is known.
    pub(super) pace: Option<f64>,
    /// Does the method ask with null windows?
    pub(super) asks: bool,
    /// The table, if there is one.
    pub(super) table: Option<TableAccess<'h, G>>,
    /// Was any value an estimate, at whatever depth of a search that deepens?
    pub(super) ever_estimated: bool,
}

/// The way of a processor to a scattered table.
pub(crate) struct TableAccess<'h, G: Game> {
    pub(super) table: &'h ScatteredTable,
    pub(super) key: fn(&G, &G::State) -> u64,
}

impl<G: Game> Clone for TableAccess<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for TableAccess<'_, G> {}

/// A node in a search with a table, before it is entered: what it takes to come back to it from anywhere below.
pub(crate) struct NodePlace {
    /// Its number among the nodes that are open.
    number: usize,
    plies: usize,
    mark: usize,
    /// Was there an estimate before?
    estimated: bool,
}

/// What was found out about a node by its children.
pub(crate) struct Judged {
    best: Score,
    /// Whether that is its value or a bound, whatever happens above; and the child it comes from, unless no child is known to be
    /// worth that much.
    holds: Option<(Bound, Option<u32>)>,
}

/// The least number of leaves that a tree of this shape can be searched with.
pub(crate) fn estimate(width: u32, depth: Depth) -> u64 {
    let (width, half) = (u64::from(width), depth.0 / 2);
    width.saturating_pow(half).saturating_add(width.saturating_pow(depth.0 - half)) - 1
}

impl<'h, 'p, G: Evaluate, W: Observer> CrewWorker<'h, 'p, G, W> {
    /// Enters a node: its children, or its value if it is a leaf, small enough to be searched in one go, or not needed any
    /// more. The window may have become narrower since the node was put on the list.
    pub(crate) async fn enter(&mut self, node: &Node<G::State>, window: &mut Window) -> Result<Entered, CalledOff> {
        if self.narrow(window) {
            return Ok(Entered::Done(window.alpha));
        }
        self.still_needed()?;
        self.open(node, *window).await
    }

    /// The same for methods that do not pass windows down.
    pub(crate) async fn open(&mut self, node: &Node<G::State>, window: Window) -> Result<Entered, CalledOff> {
        self.asked()?;
        let depth = node.depth;
        if depth == Depth(0) {
            self.crew.me().work(Work::LEAF).await;
            let leaf = self.walk.enter_one(&node.state, depth, window);
            self.read_mail()?;
            return leaf.map_err(|stopped| self.stopped(stopped));
        }
        let opened = self.walk.game.open(&node.state, &mut self.walk.list);
        match opened {
            Ok(children) if estimate(children.count(), depth) <= self.grain_in_leaves() => {
                self.walk.list.close(children);
                self.at_once(node, window).await.map(Entered::Done)
            }
            Ok(children) => {
                if let Some(score) = self.look_up(node, window) {
                    self.walk.list.close(children);
                    return Ok(Entered::Done(score));
                }
                let entered = self.walk.entered(opened, depth, window);
                self.crew.me().work(Work::NODE).await;
                self.read_mail()?;
                Ok(entered)
            }
            Err(_) => {
                self.crew.me().work(Work::LEAF).await;
                let entered = self.walk.entered(opened, depth, window);
                self.read_mail()?;
                Ok(entered)
            }
        }
    }

    fn grain_in_leaves(&self) -> u64 {
        /// As long as it is not known how long a leaf takes.
        const GUESS: u64 = 50;
        match (self.grain, self.pace) {
            (Grain::Leaves(leaves), _) => leaves,
            (Grain::Time(_), None) => GUESS,
            (Grain::Time(time), Some(pace)) => (time as f64 / pace.max(1.0)) as u64,
        }
    }

    /// Searches a node in one go, with the sequential search that the method comes from.
    async fn at_once(&mut self, node: &Node<G::State>, window: Window) -> Result<Score, CalledOff> {
        let before = (self.walk.budget.leaves, self.walk.budget.inner);
        let start = self.crew.me().now();
        let mark = self.walk.list.mark();
        let (walk, state) = (&mut self.walk, node.state.clone());
        let score = match self.asks && !window.is_null() {
            true => open::<EVERYTHING, false, G, W>(walk, state, node.depth, window),
            false => alpha_beta::soft::<DOUBTS, G, W>(walk, state, node.depth, window),
        };
        self.walk.list.rewind(mark);
        let budget = &self.walk.budget;
        let work = Work { leaves: budget.leaves - before.0, nodes: budget.inner - before.1 };
        if matches!(self.grain, Grain::Time(_)) && work.leaves > 0 {
            let now = (self.crew.me().now() - start) as f64 / work.leaves as f64;
            self.pace = Some(self.pace.map_or(now, |before| 0.75 * before + 0.25 * now));
        }
        self.crew.me().work(work).await;
        self.read_mail()?;
        score.map_err(|stopped| self.stopped(stopped))
    }

    /// Reads the mail that has come: an error if the node at hand is not needed any more.
    fn read_mail(&self) -> Result<(), CalledOff> {
        self.crew.read_mail()?;
        self.still_needed()
    }

    /// Has the table ended a node above? Then the node at hand is not needed.
    fn still_needed(&self) -> Result<(), CalledOff> {
        match self.table {
            Some(access) if access.table.has_ended() => Err(CalledOff),
            _ => Ok(()),
        }
    }

    /// The value of a node, if the table knows it. Otherwise the node is open from now on, and the table may still answer.
    fn look_up(&mut self, node: &Node<G::State>, window: Window) -> Option<Score> {
        let TableAccess { table, key } = self.table?;
        let key = key(self.walk.game, &node.state);
        let entry = table.look_up(key);
        let score = entry.and_then(|entry| entry.answer(node.depth, window));
        match (score, entry) {
            (Some(_), Some(entry)) => {
                table.ends();
                self.walk.estimated |= entry.estimated;
                // Nothing is known of the line.
                self.walk.lines.set(node.depth, &Variation::default());
                self.tell_recall(node, entry);
            }
            _ => table.open(key, node.depth, window, entry),
        }
        score
    }

    /// The table answers for a node.
    fn tell_recall(&mut self, node: &Node<G::State>, entry: Entry) {
        let (lower, upper) = entry.bounds();
        self.walk.observer.recall(self.walk.ply(node.depth), lower, upper);
    }

    /// Before a node is entered, if there is a table.
    fn place(&mut self) -> Option<NodePlace> {
        let table = self.table?.table;
        let estimated = std::mem::take(&mut self.walk.estimated);
        self.ever_estimated |= estimated;
        let (number, plies, mark) = (table.places(), self.path.len(), self.walk.list.mark());
        Some(NodePlace { number, plies, mark, estimated })
    }

    /// A node that was entered had a value at once.
    fn done(&mut self, place: Option<NodePlace>, score: Score, window: Window) -> Value {
        self.walk.estimated |= place.is_some_and(|place| place.estimated);
        Value { sound: window.alpha < window.beta, ..score.into() }
    }

    /// A node that was asked for this window has this value, by a child whose value holds, and all children were searched or not.
    /// The window may have become narrower since, and the children know only the narrower one.
    pub(crate) fn judged(&self, mut asked: Window, best: Score, by: Option<u32>, all: bool) -> Judged {
        let empty = self.table.is_none() || self.narrow(&mut asked);
        let holds = match by {
            Some(by) if !empty => match asked.bound(best) {
                Bound::Upper => all.then_some((Bound::Upper, None)),
                Bound::Exact if !all => None,
                bound => Some((bound, Some(by))),
            },
            _ => None,
        };
        Judged { best, holds }
    }

    /// The search of a node has ended, or was broken off. If the table has ended the node, that is its value. Otherwise its value is
    /// stored, and it is left.
    fn settle(
        &mut self,
        place: Option<NodePlace>,
        node: &Node<G::State>,
        children: Option<Children>,
        judged: Result<Judged, CalledOff>,
        window: Window,
    ) -> Result<Value, CalledOff> {
        let (Some(place), Some(TableAccess { table, key })) = (place, self.table) else {
            let (judged, children) = (judged?, children.ok_or(CalledOff)?);
            return self.close(node, children, judged.best, window);
        };
        let (Ok(judged), Some(children)) = (judged, children) else {
            self.crew.go_on()?;
            let entry = table.end_of(place.number).ok_or(CalledOff)?;
            table.close(place.number);
            self.come_back(&place, place.mark);
            self.walk.lines.set(node.depth, &Variation::default());
            self.walk.estimated = place.estimated || entry.estimated;
            self.tell_recall(node, entry);
            self.walk.observer.exit(self.walk.ply(node.depth), entry.value);
            return Ok(entry.value.into());
        };
        table.close(place.number);
        if let Some((bound, child)) = judged.holds {
            let (value, depth, estimated) = (judged.best, node.depth, self.walk.estimated);
            table.store(key(self.walk.game, &node.state), Entry { child, value, bound, depth, estimated });
        }
        self.walk.estimated |= place.estimated;
        let value = self.close(node, children, judged.best, window)?;
        Ok(Value { sound: judged.holds.is_some(), ..value })
    }

    /// Searches a node whose children are judged by `judge`, with the table, if there is one: looked up before, stored after, and judged
    /// again where the table soon names another child.
    pub(crate) async fn settled(
        &mut self,
        node: &Node<G::State>,
        window: &mut Window,
        judge: impl AsyncFn(&mut Self, Children, &mut Window) -> Result<Judged, CalledOff>,
    ) -> Result<Value, CalledOff> {
        let place = self.place();
        let children = match self.enter(node, window).await {
            Ok(Entered::Children(children)) => children,
            Ok(Entered::Done(score)) => return Ok(self.done(place, score, *window)),
            Err(off) => return self.settle(place, node, None, Err(off), *window),
        };
        let mark = self.walk.list.mark();
        loop {
            let judged = judge(self, children, window).await;
            if judged.is_ok() || !self.begins_again(place.as_ref(), mark) {
                return self.settle(place, node, Some(children), judged, *window);
            }
        }
    }

    /// The eldest child of a node is searched from now on.
    pub(crate) fn begin_eldest(&self, node: &Node<G::State>, children: Children, number: u32) {
        /// Up to this part of the leaves that the child has at least, it is not too late for another one.
        const PART: u64 = 8;
        if let Some(TableAccess { table, .. }) = self.table {
            table.begin_eldest(number, estimate(children.count(), node.depth.less()) / PART);
        }
    }

    /// It is done.
    pub(crate) fn end_eldest(&self) {
        if let Some(TableAccess { table, .. }) = self.table {
            table.end_eldest();
        }
    }

    /// Has the table named another child soon after the search of a node's eldest had begun? Then the node begins again.
    fn begins_again(&mut self, place: Option<&NodePlace>, mark: usize) -> bool {
        let (Some(place), Some(TableAccess { table, .. })) = (place, self.table) else { return false };
        let again = self.crew.go_on().is_ok() && table.begins_again(place.number);
        if again {
            self.come_back(place, mark);
        }
        again
    }

    /// Comes back to a node from anywhere below.
    fn come_back(&mut self, place: &NodePlace, mark: usize) {
        self.walk.list.rewind(mark);
        self.path.truncate(place.plies);
        self.tell_path();
        self.ever_estimated |= std::mem::take(&mut self.walk.estimated);
    }

    /// These children will be looked up soon.
    pub(crate) fn fetch(&mut self, node: &Node<G::State>, children: Children, numbers: impl Iterator<Item = u32>) {
        let Some(TableAccess { table, key }) = self.table.filter(|_| node.depth > Depth(1)) else { return };
        for number in numbers {
            let child = self.walk.game.child(&node.state, children, &self.walk.list, number).1;
            table.fetch(key(self.walk.game, &child));
        }
    }

    /// The child that the table would look at first, if it has not said so before.
    pub(crate) fn hint(&self, children: Children) -> Option<u32> {
        self.table?.table.hint().filter(|&number| number < children.count())
    }

    /// Searches a node with alpha-beta and without help, but reads mail on the way.
    pub(crate) fn alone<'x>(&'x mut self, node: Node<G::State>, mut window: Window) -> Searched<'x> {
        Box::pin(async move {
            let children = match self.enter(&node, &mut window).await? {
                Entered::Children(children) => children,
                Entered::Done(score) => return Ok(score.into()),
            };
            let (mut best, mut floor) = (Score::WORST, window.alpha);
            for number in 0..children.count() {
                if self.narrow(&mut window) {
                    break;
                }
                let score = self.child_alone(&node, children, number, window).await?;
                if score > best {
                    (best, floor) = (score, window.alpha);
                    if self.improve(&node, number, best, &mut window) {
                        break;
                    }
                } else if score == best && best <= floor {
                    self.doubt(&node);
                }
            }
            self.close(&node, children, best, window)
        })
    }

    /// Searches a child with a window in its parent's view.
    pub(crate) fn child<'x, M: Method>(
        &'x mut self,
        method: &'x M,
        node: &Node<G::State>,
        children: Children,
        number: u32,
        window: Window,
        role: M::Role,
    ) -> Pin<Box<dyn Future<Output = Result<Child, CalledOff>> + 'x>> {
        let child = self.go_down(node, children, number);
        Box::pin(async move {
            let Value { score, complete, sound } = method.node(self, child, -window, role).await?;
            self.go_up();
            Ok(Child { number, score: -score, complete, sound, window })
        })
    }

    /// Does this processor leave its children to workers?
    pub(crate) fn has_workers(&self) -> bool {
        !self.crew.works()
    }

    /// Searches a child once more, with a window in its parent's view.
    pub(crate) fn child_again<'x, M: Method>(
        &'x mut self,
        method: &'x M,
        node: &Node<G::State>,
        children: Children,
        number: u32,
        window: Window,
        role: M::Role,
    ) -> Pin<Box<dyn Future<Output = Result<Child, CalledOff>> + 'x>> {
        self.walk.research(node.depth, number, window);
        self.child(method, node, children, number, window, role)
    }

    /// Searches a child without help, with a window in its parent's view.
    pub(crate) async fn child_alone(
        &mut self,
        node: &Node<G::State>,
        children: Children,
        number: u32,
        window: Window,
    ) -> Result<Score, CalledOff> {
        let child = self.go_down(node, children, number);
        let value = self.alone(child, -window).await?;
        self.go_up();
        Ok(-value.score)
    }

    fn go_down(&mut self, node: &Node<G::State>, children: Children, number: u32) -> Node<G::State> {
        self.path.push(number);
        Node { state: self.walk.child(&node.state, children, node.depth, number), depth: node.depth.less() }
    }

    fn go_up(&mut self) {
        self.path.pop();
    }

    /// Offers children to everybody, each with a role and with the window, in their parent's view.
    pub(crate) fn offer(&self, children: impl Iterator<Item = (u32, impl Coded)>, window: Window) -> Siblings<'h, 'p> {
        self.crew.offer(children.map(|(number, role)| (number, self.job(number, -window, role))), false)
    }

    /// Offers children with the question whether they are better than alpha.
    pub(crate) fn ask(
        &self,
        numbers: impl Iterator<Item = u32>,
        window: Window,
        role: impl Coded,
        preferred: bool,
    ) -> Siblings<'h, 'p> {
        let question = Window::null(-window.alpha);
        self.crew.offer(numbers.map(|number| (number, self.job(number, question, role))), preferred)
    }

    fn job(&self, number: u32, Window { alpha, beta }: Window, role: impl Coded) -> Job {
        let mut path = Path::with_capacity(self.path.len() + 1);
        path.extend_from_slice(&self.path);
        path.push(number);
        Job { depth: self.walk.top().0 - path.len() as u32, path, window: (alpha.0, beta.0), role: role.code() }
    }

    /// The node at hand itself as a job.
    fn whole_job(&self, Window { alpha, beta }: Window, role: impl Coded) -> Job {
        let depth = self.walk.top().0 - self.path.len() as u32;
        Job { path: self.path.clone(), depth, window: (alpha.0, beta.0), role: role.code() }
    }

    /// Offers the node at hand itself, once with each of these windows.
    pub(crate) fn offer_windows(
        &self,
        windows: impl Iterator<Item = (u32, Window)>,
        role: impl Coded,
    ) -> Siblings<'h, 'p> {
        self.crew.offer(windows.map(|(number, window)| (number, self.whole_job(window, role))), false)
    }

    /// The next of these windows that is done, here or elsewhere: its number, its value and the window as it was in the
    /// end. The line is the one of the node.
    pub(crate) async fn next_window<M: Method>(
        &mut self,
        method: &M,
        family: &mut Siblings<'h, 'p>,
        node: &Node<G::State>,
    ) -> Result<Option<(u32, Score, Window)>, CalledOff> {
        loop {
            match family.next().await? {
                Next::Finished => return Ok(None),
                Next::Answer(number, job, answer) => {
                    let score = Score(answer.score);
                    self.walk.lines.set(node.depth, &answer.line());
                    return Ok(Some((number, score, job.window())));
                }
                Next::Mine(number, job) => {
                    let node = Node { state: node.state.clone(), depth: node.depth };
                    let found = self.boxed(method, node, job.window(), Coded::of(job.role)).await?;
                    return Ok(Some((number, found.score, job.window())));
                }
                Next::Help(taken) => self.take(method, taken).await?,
                Next::Revised => {}
            }
        }
    }

    fn boxed<'x, M: Method>(
        &'x mut self,
        method: &'x M,
        node: Node<G::State>,
        window: Window,
        role: M::Role,
    ) -> Searched<'x> {
        Box::pin(method.node(self, node, window, role))
    }

    /// Those windows that are not done become what `change` makes of them; `None` leaves one as it is.
    pub(crate) fn change_windows(
        &self,
        family: &mut Siblings<'h, 'p>,
        mut change: impl FnMut(Window) -> Option<Window>,
    ) {
        family.revise(|job, _| match change(job.window()) {
            Some(Window { alpha, beta }) => {
                job.window = (alpha.0, beta.0);
                Change::CallBack
            }
            None => Change::None,
        });
    }

    /// One more window.
    pub(crate) fn one_more_window(&self, family: &mut Siblings<'h, 'p>, number: u32, window: Window, role: impl Coded) {
        family.again(number, self.whole_job(window, role));
    }

    /// The search is called off, and this is what was proved of the root: its value is at least `low`, by the line, and at
    /// most `high`.
    pub(crate) fn leave_bounds(&mut self, low: Option<Score>, high: Option<Score>, line: &Variation) {
        (self.walk.finished, self.walk.ceiling) = (low, high);
        self.walk.lines.set(Depth(self.walk.ply(Depth(0)).0), line);
    }

    /// How many processors there are.
    pub(crate) fn processors(&self) -> u32 {
        self.crew.me().count() as u32
    }

    /// Offers a child once more.
    pub(crate) fn again(
        &mut self,
        family: &mut Siblings<'h, 'p>,
        node: &Node<G::State>,
        child: &Child,
        window: Window,
        role: impl Coded,
    ) {
        let window = child.window_again(window);
        self.walk.research(node.depth, child.number, window);
        family.again(child.number, self.job(child.number, -window, role));
    }

    /// The next child of a family that is done, here or elsewhere; its line is the one of its depth. `None` when there is
    /// none left, or when the window has become empty and none is needed.
    pub(crate) async fn next<M: Method>(
        &mut self,
        method: &M,
        family: &mut Siblings<'h, 'p>,
        node: &Node<G::State>,
        children: Children,
        window: &mut Window,
    ) -> Result<Option<Child>, CalledOff> {
        self.next_within(method, family, node, children, Some(window)).await
    }

    /// The same; without a window nobody learns that the one of the job at hand has become narrower.
    pub(crate) async fn next_within<M: Method>(
        &mut self,
        method: &M,
        family: &mut Siblings<'h, 'p>,
        node: &Node<G::State>,
        children: Children,
        mut window: Option<&mut Window>,
    ) -> Result<Option<Child>, CalledOff> {
        loop {
            self.still_needed()?;
            if let Some(number) = self.hint(children) {
                family.to_front(number);
            }
            match family.next().await? {
                Next::Finished => return Ok(None),
                Next::Answer(number, job, answer) => {
                    let Answer { score, complete, sound, estimated, .. } = answer;
                    self.walk.estimated |= estimated;
                    self.walk.lines.set(node.depth.less(), &answer.line());
                    return Ok(Some(Child { number, score: -Score(score), complete, sound, window: -job.window() }));
                }
                Next::Mine(number, job) => {
                    let child = self.child(method, node, children, number, -job.window(), Coded::of(job.role));
                    return child.await.map(Some);
                }
                Next::Help(taken) => self.take(method, taken).await?,
                Next::Revised => {
                    let Some(window) = window.as_deref_mut() else { continue };
                    let before = *window;
                    if self.narrow(window) {
                        return Ok(None);
                    }
                    if *window != before {
                        family.revise(|job, _| job.fit(*window));
                    }
                }
            }
        }
    }

    /// Does a job of somebody else, and comes back.
    pub(super) async fn take<M: Method>(&mut self, method: &M, taken: Taken<Job>) -> Result<(), CalledOff> {
        let (path, mark) = (std::mem::take(&mut self.path), self.walk.list.mark());
        let (open, estimated) =
            (self.table.map(|access| access.table.places()), std::mem::take(&mut self.walk.estimated));
        self.crew.begin(&taken);
        let answer = self.job_of_another(method, &taken.job).await;
        self.crew.finish(answer);
        self.walk.estimated |= estimated;
        if let (Some(TableAccess { table, .. }), Some(open)) = (self.table, open) {
            table.close(open);
        }
        self.walk.list.rewind(mark);
        self.path = path;
        self.tell_path();
        self.crew.go_on()
    }

    fn job_of_another<'x, M: Method>(
        &'x mut self,
        method: &'x M,
        job: &Job,
    ) -> Pin<Box<dyn Future<Output = Result<Answer, CalledOff>> + 'x>> {
        let node = self.play(&job.path, Depth(job.depth));
        let (window, role) = (job.window(), Coded::of(job.role));
        Box::pin(async move {
            let depth = node.depth;
            let Value { score, complete, sound } = method.node(self, node, window, role).await?;
            let Variation { path, sure } = self.walk.lines.at(depth);
            Ok(Answer { score: score.0, complete, sound, estimated: self.walk.estimated, line: path, sure })
        })
    }

    /// Goes to a node of this depth from the root.
    pub(super) fn play(&mut self, path: &[u32], depth: Depth) -> Node<G::State> {
        let top = Depth(depth.0 + path.len() as u32);
        if top != self.walk.top() {
            self.walk.begin(top);
        }
        let mut node = Node { state: self.root.clone(), depth: top };
        for &number in path {
            let children = self.walk.reopen(&node.state, node.depth).expect("a path leads through inner nodes");
            node.state = self.walk.game.child(&node.state, children, &self.walk.list, number).1;
            node.depth = node.depth.less();
            self.walk.list.close(children);
        }
        self.path = path.to_vec();
        self.tell_path();
        node
    }

    fn tell_path(&mut self) {
        let top = self.walk.ply(Depth(0)).0;
        for (ply, &number) in (0..).zip(&self.path) {
            self.walk.observer.descend(self.walk.ply(Depth(top - ply)), number);
        }
    }

    /// The node has a better value. True if that is enough; otherwise the window is narrower now.
    pub(crate) fn improve(&mut self, node: &Node<G::State>, number: u32, best: Score, window: &mut Window) -> bool {
        self.walk.update_sure(node.depth, number, best);
        let enough = window.raise(best);
        if enough {
            self.walk.cut(node.depth, number, Cut::Beta);
        }
        if let Some(TableAccess { table, .. }) = self.table {
            table.narrow(*window);
        }
        enough
    }

    /// The same, and the siblings that are not done learn of it.
    pub(crate) fn improve_all(
        &mut self,
        family: &mut Siblings<'h, 'p>,
        node: &Node<G::State>,
        number: u32,
        best: Score,
        window: &mut Window,
    ) -> bool {
        let before = *window;
        let enough = self.improve(node, number, best, window);
        if !enough && *window != before {
            family.revise(|job, _| job.fit(*window));
        }
        enough
    }

    /// Another child of the node has the same upper bound as the one it prefers.
    pub(crate) fn doubt(&mut self, node: &Node<G::State>) {
        self.walk.lines.doubt(node.depth);
    }

    /// Leaves the node. If nothing is left of its window, nobody will look at the answer.
    pub(crate) fn close(
        &mut self,
        node: &Node<G::State>,
        children: Children,
        best: Score,
        window: Window,
    ) -> Result<Value, CalledOff> {
        let score = if window.alpha >= window.beta { best.max(window.alpha) } else { best };
        let closed = self.walk.leave(children, node.depth, score);
        closed.map(Value::from).map_err(|stopped| self.stopped(stopped))
    }

    /// What has become of the window of the node at hand, now that the job it is a part of may have a narrower one.
    /// True if nothing is left of it: somewhere above there is a cut-off, and nobody will look at the answer.
    pub(crate) fn narrow(&self, window: &mut Window) -> bool {
        if let Some(job) = self.crew.job() {
            let of_job = job.window();
            let same_side = (self.path.len() - job.path.len()).is_multiple_of(2);
            let here = if same_side { of_job } else { -of_job };
            if !window.is_null() {
                window.beta = window.beta.min(here.beta);
                window.alpha = window.alpha.max(here.alpha);
            } else if here.alpha >= window.beta {
                // The lower edge of a question is no bound from above, so only the upper one matters.
                window.alpha = here.alpha;
            }
        }
        window.alpha >= window.beta
    }

    /// The same, but only where the node at hand is the whole job.
    pub(crate) fn narrow_whole_job(&self, window: &mut Window) -> bool {
        let whole = self.crew.job().is_some_and(|job| job.path.len() == self.path.len());
        if whole { self.narrow(window) } else { window.alpha >= window.beta }
    }

    /// The best line of the node at hand.
    pub(crate) fn line_of(&self, node: &Node<G::State>) -> Variation {
        self.walk.lines.at(node.depth)
    }

    /// The best line of the child that was searched last.
    pub(crate) fn line_below(&self, node: &Node<G::State>) -> Variation {
        self.walk.lines.at(node.depth.less())
    }

    /// The child that was searched last has this line.
    pub(crate) fn set_line_below(&mut self, node: &Node<G::State>, line: &Variation) {
        self.walk.lines.set(node.depth.less(), line);
    }

    /// Opens a node that was entered before, or that is a leaf.
    pub(crate) fn reopen(&mut self, node: &Node<G::State>) -> Option<Children> {
        self.walk.reopen(&node.state, node.depth)
    }

    /// May the search go on?
    fn asked(&mut self) -> Result<(), CalledOff> {
        let asked = self.walk.budget.ask();
        asked.map_err(|stopped| self.stopped(stopped))
    }

    /// The walk was stopped: called off, or at a limit, which ends it for all.
    fn stopped(&mut self, Stopped: Stopped) -> CalledOff {
        if self.crew.go_on().is_err() || self.still_needed().is_err() {
            self.walk.budget.clear_stop();
        } else {
            self.crew.give_up();
        }
        CalledOff
    }
}
