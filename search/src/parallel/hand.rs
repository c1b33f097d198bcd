//! What a member of a crew searches with, so that the parallel searches need to speak of nothing but their method.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;

use provebest_game::{Bound, Depth, Evaluate, Score, Sons, Window};
use provebest_machine::{
    CalledOff, Change, Crew, CrewJob, Family, Machine, Mail, Manners, Next, Processor, Program, Rank, Taken, Time, Work,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Path, Ran};
use crate::limits::{Budget, Purse, Reason, Stop, Stopped, TooDeep};
use crate::measure::{Cut, Watch};
use crate::report::{Found, Report, Task};
use crate::sequential::alpha_beta;
use crate::walk::{Entered, Walk};

/// A way to share a search among the members of a crew.
pub(crate) trait Method: Copy + Sync {
    /// What else there is to say about a job than its node and its window.
    type Role: Copy + Serialize + DeserializeOwned + Send;

    /// How the members of the crew behave.
    fn manners(&self) -> Manners;

    /// The role of the root.
    fn root(&self) -> Self::Role;

    /// Searches a node with a window. The result is fail-soft, for the window that was left in the end.
    async fn node<G: Evaluate, W: Watch>(
        &self,
        hand: &mut Hand<'_, '_, G, W, Self::Role>,
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
                watches: Vec<W>,
            ) -> Result<crate::parallel::Ran<G::Move, W>, crate::limits::TooDeep>
            where
                G: provebest_game::Evaluate + Sync,
                G::State: Send + Sync,
                W: crate::measure::Watch + Send,
                K: provebest_machine::Machine,
            {
                crate::parallel::hand::search(*self, self.grain, task, machine, watches)
            }
        }
    )*};
}
pub(crate) use searches_by_method;

/// A node that is being searched.
#[derive(Clone)]
pub(crate) struct Node<S> {
    pub(crate) state: S,
    pub(crate) depth: Depth,
}

/// What is known of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub(crate) score: Score,
    /// Is that all there is to know within its window?
    pub(crate) complete: bool,
}

impl From<Score> for Value {
    fn from(score: Score) -> Value {
        Value { score, complete: true }
    }
}

/// A son, and what it is worth to its father.
pub(crate) struct Son {
    pub(crate) number: u32,
    pub(crate) score: Score,
    pub(crate) complete: bool,
    /// The window it was searched with, in its father's view.
    pub(crate) window: Window,
}

impl Son {
    /// Was it only asked whether it is better than something, and is it?
    pub(crate) fn says_yes(&self) -> bool {
        self.window.is_null() && self.score > self.window.alpha
    }
}

/// A node to be searched, wherever.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job<R> {
    path: Path,
    window: (i32, i32),
    role: R,
}

impl<R> Job<R> {
    fn window(&self) -> Window {
        Window { alpha: Score(self.window.0), beta: Score(self.window.1) }
    }

    /// The window of the father is now this one. A question has to be asked anew: what its answer would rest on was found
    /// with the old one.
    fn fit(&mut self, father: Window) -> Change {
        let question = self.window().is_null();
        let Window { alpha, beta } = if question { Window::null(-father.alpha) } else { -father };
        match std::mem::replace(&mut self.window, (alpha.0, beta.0)) {
            old if old == self.window => Change::None,
            _ if question => Change::CallBack,
            _ => Change::Tell,
        }
    }
}

impl<R: Copy + Serialize + DeserializeOwned + Send> CrewJob for Job<R> {
    /// Windows only become narrower.
    fn revise(&mut self, newer: &Self) {
        self.window = (self.window.0.max(newer.window.0), self.window.1.min(newer.window.1));
    }

    fn label(&self) -> String {
        let sons: Vec<String> = self.path.iter().map(|number| (number + 1).to_string()).collect();
        sons.join(".")
    }
}

/// What came of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    score: i32,
    complete: bool,
    line: Path,
}

type Mates<'p, R> = Crew<'p, Job<R>, Answer>;
pub(crate) type Brothers<'h, 'p, R> = Family<'h, 'p, Job<R>, Answer>;
type Searched<'x> = Pin<Box<dyn Future<Output = Result<Value, CalledOff>> + 'x>>;

/// What one processor searches with: its walk through the tree, and its place in the crew.
pub(crate) struct Hand<'h, 'p, G: Evaluate, W, R: Copy + Serialize + DeserializeOwned + Send> {
    pub(crate) walk: Walk<'h, G, W>,
    crew: &'h Mates<'p, R>,
    root: &'h G::State,
    /// The path to the node at hand.
    path: Path,
    /// What has at most so many leaves by estimate is searched in one go.
    grain: u64,
}

/// The least number of leaves that a tree of this shape can be searched with.
pub(crate) fn estimate(width: u32, depth: Depth) -> u64 {
    let (width, half) = (u64::from(width), depth.0 / 2);
    width.saturating_pow(half).saturating_add(width.saturating_pow(depth.0 - half)) - 1
}

impl<'h, 'p, G: Evaluate, W: Watch, R: Copy + Serialize + DeserializeOwned + Send> Hand<'h, 'p, G, W, R> {
    /// Enters a node: its sons, or its value if it is a leaf, small enough to be searched in one go, or not needed any
    /// more. The window may have become narrower since the node was put on the list.
    pub(crate) async fn enter(&mut self, node: &Node<G::State>, window: &mut Window) -> Result<Entered, CalledOff> {
        if self.narrow(window) {
            return Ok(Entered::Done(window.alpha));
        }
        self.open(node, *window).await
    }

    /// The same for methods that do not pass windows down.
    pub(crate) async fn open(&mut self, node: &Node<G::State>, window: Window) -> Result<Entered, CalledOff> {
        self.asked()?;
        let depth = node.depth;
        if depth == Depth(0) {
            self.crew.me().work(Work::LEAF).await;
            let leaf = self.walk.open_inner(&node.state, depth, window);
            self.crew.breathe()?;
            return leaf.map_err(|stopped| self.stopped(stopped));
        }
        let opened = self.walk.game.open(&node.state, &mut self.walk.list);
        match opened {
            Ok(sons) if estimate(sons.count(), depth) <= self.grain => {
                self.walk.list.close(sons);
                self.at_once(node, window).await.map(Entered::Done)
            }
            Ok(_) => {
                let entered = self.walk.entered(opened, depth, window);
                self.crew.work(Work::NODE).await?;
                Ok(entered)
            }
            Err(_) => {
                self.crew.me().work(Work::LEAF).await;
                let entered = self.walk.entered(opened, depth, window);
                self.crew.breathe()?;
                Ok(entered)
            }
        }
    }

    /// Searches a node in one go, with alpha-beta.
    async fn at_once(&mut self, node: &Node<G::State>, window: Window) -> Result<Score, CalledOff> {
        let before = (self.walk.budget.leaves, self.walk.budget.inner);
        let mark = self.walk.list.mark();
        let score = alpha_beta::soft::<true, G, W>(&mut self.walk, node.state.clone(), node.depth, window);
        self.walk.list.rewind(mark);
        let budget = &self.walk.budget;
        let work = Work { leaves: budget.leaves - before.0, nodes: budget.inner - before.1 };
        self.crew.work(work).await?;
        score.map_err(|stopped| self.stopped(stopped))
    }

    /// Searches a node with alpha-beta and without help, but reads mail on the way.
    pub(crate) fn alone<'x>(&'x mut self, node: Node<G::State>, mut window: Window) -> Searched<'x> {
        Box::pin(async move {
            let sons = match self.enter(&node, &mut window).await? {
                Entered::Sons(sons) => sons,
                Entered::Done(score) => return Ok(score.into()),
            };
            let mut best = Score::WORST;
            for number in 0..sons.count() {
                if self.narrow(&mut window) {
                    break;
                }
                let score = self.son_alone(&node, sons, number, window).await?;
                if score > best {
                    best = score;
                    if self.improve(&node, number, best, &mut window) {
                        break;
                    }
                }
            }
            self.close(&node, sons, best, window)
        })
    }

    /// Searches a son with a window in its father's view.
    pub(crate) fn son<'x, M: Method<Role = R>>(
        &'x mut self,
        method: &'x M,
        node: &Node<G::State>,
        sons: Sons,
        number: u32,
        window: Window,
        role: R,
    ) -> Pin<Box<dyn Future<Output = Result<Son, CalledOff>> + 'x>> {
        let son = self.go_down(node, sons, number);
        Box::pin(async move {
            let Value { score, complete } = method.node(self, son, -window, role).await?;
            self.go_up();
            Ok(Son { number, score: -score, complete, window })
        })
    }

    /// Does this processor leave its sons to slaves?
    pub(crate) fn has_slaves(&self) -> bool {
        !self.crew.works()
    }

    /// Searches a son once more, with a window in its father's view.
    pub(crate) fn son_again<'x, M: Method<Role = R>>(
        &'x mut self,
        method: &'x M,
        node: &Node<G::State>,
        sons: Sons,
        number: u32,
        window: Window,
        role: R,
    ) -> Pin<Box<dyn Future<Output = Result<Son, CalledOff>> + 'x>> {
        self.walk.research(node.depth, number, window);
        self.son(method, node, sons, number, window, role)
    }

    /// Searches a son without help, with a window in its father's view.
    pub(crate) async fn son_alone(
        &mut self,
        node: &Node<G::State>,
        sons: Sons,
        number: u32,
        window: Window,
    ) -> Result<Score, CalledOff> {
        let son = self.go_down(node, sons, number);
        let value = self.alone(son, -window).await?;
        self.go_up();
        Ok(-value.score)
    }

    fn go_down(&mut self, node: &Node<G::State>, sons: Sons, number: u32) -> Node<G::State> {
        self.path.push(number);
        Node { state: self.walk.son(&node.state, sons, node.depth, number), depth: node.depth.less() }
    }

    fn go_up(&mut self) {
        self.path.pop();
    }

    /// Offers sons to everybody, with windows in their father's view: `question` whether they are better than alpha, or
    /// the whole window.
    pub(crate) fn offer(
        &self,
        numbers: impl Iterator<Item = u32>,
        window: Window,
        question: bool,
        role: R,
        preferred: bool,
    ) -> Brothers<'h, 'p, R> {
        let jobs = numbers.map(|number| (number, self.job(number, window, question, role)));
        self.crew.offer(jobs, preferred)
    }

    /// Offers sons, each in a role of its own, with a window in their father's view.
    pub(crate) fn offer_each(&self, sons: impl Iterator<Item = (u32, R)>, window: Window) -> Brothers<'h, 'p, R> {
        self.crew.offer(sons.map(|(number, role)| (number, self.job(number, window, false, role))), false)
    }

    /// Offers the node at hand itself, once with each of these windows.
    pub(crate) fn offer_windows(&self, windows: impl Iterator<Item = (u32, Window)>, role: R) -> Brothers<'h, 'p, R> {
        let job = |window: Window| Job { path: self.path.clone(), window: (window.alpha.0, window.beta.0), role };
        self.crew.offer(windows.map(|(number, window)| (number, job(window))), false)
    }

    /// The next of these windows that is done, here or elsewhere: its number, its value and the window as it was in the
    /// end. The line is the one of the node.
    pub(crate) async fn next_window<M: Method<Role = R>>(
        &mut self,
        method: &M,
        family: &mut Brothers<'h, 'p, R>,
        node: &Node<G::State>,
    ) -> Result<Option<(u32, Score, Window)>, CalledOff> {
        loop {
            match family.next().await? {
                Next::Finished => return Ok(None),
                Next::Answer(number, job, answer) => {
                    self.walk.lines.set(node.depth, &answer.line);
                    return Ok(Some((number, Score(answer.score), job.window())));
                }
                Next::Mine(number, job) => {
                    let node = Node { state: node.state.clone(), depth: node.depth };
                    let found = self.boxed(method, node, job.window(), job.role).await?;
                    return Ok(Some((number, found.score, job.window())));
                }
                Next::Help(taken) => self.take(method, taken).await?,
                Next::Revised => {}
            }
        }
    }

    fn boxed<'x, M: Method<Role = R>>(
        &'x mut self,
        method: &'x M,
        node: Node<G::State>,
        window: Window,
        role: R,
    ) -> Searched<'x> {
        Box::pin(method.node(self, node, window, role))
    }

    /// Those windows that are not done become what `change` makes of them; `None` leaves one as it is.
    pub(crate) fn change_windows(
        &self,
        family: &mut Brothers<'h, 'p, R>,
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
    pub(crate) fn one_more_window(&self, family: &mut Brothers<'h, 'p, R>, number: u32, window: Window, role: R) {
        let window = (window.alpha.0, window.beta.0);
        family.again(number, Job { path: self.path.clone(), window, role });
    }

    /// How many processors there are.
    pub(crate) fn processors(&self) -> u32 {
        self.crew.me().count() as u32
    }

    fn job(&self, number: u32, window: Window, question: bool, role: R) -> Job<R> {
        let mut path = Path::with_capacity(self.path.len() + 1);
        path.extend_from_slice(&self.path);
        path.push(number);
        let Window { alpha, beta } = if question { Window::null(-window.alpha) } else { -window };
        Job { path, window: (alpha.0, beta.0), role }
    }

    /// Offers a son once more.
    pub(crate) fn again(
        &mut self,
        family: &mut Brothers<'h, 'p, R>,
        node: &Node<G::State>,
        number: u32,
        window: Window,
        role: R,
    ) {
        self.walk.research(node.depth, number, window);
        family.again(number, self.job(number, window, false, role));
    }

    /// The next son of a family that is done, here or elsewhere; its line is the one of its depth. `None` when there is
    /// none left, or when the window has become empty and none is needed.
    pub(crate) async fn next<M: Method<Role = R>>(
        &mut self,
        method: &M,
        family: &mut Brothers<'h, 'p, R>,
        node: &Node<G::State>,
        sons: Sons,
        window: &mut Window,
    ) -> Result<Option<Son>, CalledOff> {
        self.next_within(method, family, node, sons, Some(window)).await
    }

    /// The same; without a window nobody learns that the one of the job at hand has become narrower.
    pub(crate) async fn next_within<M: Method<Role = R>>(
        &mut self,
        method: &M,
        family: &mut Brothers<'h, 'p, R>,
        node: &Node<G::State>,
        sons: Sons,
        mut window: Option<&mut Window>,
    ) -> Result<Option<Son>, CalledOff> {
        loop {
            match family.next().await? {
                Next::Finished => return Ok(None),
                Next::Answer(number, job, Answer { score, complete, line }) => {
                    self.walk.lines.set(node.depth.less(), &line);
                    return Ok(Some(Son { number, score: -Score(score), complete, window: -job.window() }));
                }
                Next::Mine(number, job) => {
                    let son = self.son(method, node, sons, number, -job.window(), job.role);
                    return son.await.map(Some);
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
    async fn take<M: Method<Role = R>>(&mut self, method: &M, taken: Taken<Job<R>>) -> Result<(), CalledOff> {
        let (path, mark) = (std::mem::take(&mut self.path), self.walk.list.mark());
        self.crew.begin(&taken);
        let answer = self.job_of_another(method, &taken.job).await;
        self.crew.finish(answer);
        self.walk.list.rewind(mark);
        self.path = path;
        self.tell_path();
        self.crew.go_on()
    }

    fn job_of_another<'x, M: Method<Role = R>>(
        &'x mut self,
        method: &'x M,
        job: &Job<R>,
    ) -> Pin<Box<dyn Future<Output = Result<Answer, CalledOff>> + 'x>> {
        let node = self.play(&job.path);
        let (window, role) = (job.window(), job.role);
        Box::pin(async move {
            let depth = node.depth;
            let Value { score, complete } = method.node(self, node, window, role).await?;
            Ok(Answer { score: score.0, complete, line: self.walk.lines.at(depth) })
        })
    }

    /// Goes to a node from the root.
    fn play(&mut self, path: &[u32]) -> Node<G::State> {
        let mut node = Node { state: self.root.clone(), depth: Depth(self.walk.ply(Depth(0)).0) };
        for &number in path {
            let sons = self.walk.reopen(&node.state, node.depth).expect("a path leads through inner nodes");
            node.state = self.walk.game.son(&node.state, sons, &self.walk.list, number).1;
            node.depth = node.depth.less();
            self.walk.list.close(sons);
        }
        self.path = path.to_vec();
        self.tell_path();
        node
    }

    fn tell_path(&mut self) {
        let top = self.walk.ply(Depth(0)).0;
        for (ply, &number) in (0..).zip(&self.path) {
            self.walk.watch.son(self.walk.ply(Depth(top - ply)), number);
        }
    }

    /// The node has a better value. True if that is enough; otherwise the window is narrower now.
    pub(crate) fn improve(&mut self, node: &Node<G::State>, number: u32, best: Score, window: &mut Window) -> bool {
        self.walk.update(node.depth, number, best);
        let enough = window.raise(best);
        if enough {
            self.walk.cut(node.depth, number, Cut::Beta);
        }
        enough
    }

    /// The same, and the brothers that are not done learn of it.
    pub(crate) fn improve_all(
        &mut self,
        family: &mut Brothers<'h, 'p, R>,
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

    /// Leaves the node. If nothing is left of its window, nobody will look at the answer.
    pub(crate) fn close(
        &mut self,
        node: &Node<G::State>,
        sons: Sons,
        best: Score,
        window: Window,
    ) -> Result<Value, CalledOff> {
        let score = if window.alpha >= window.beta { best.max(window.alpha) } else { best };
        let closed = self.walk.close(sons, node.depth, score);
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
                // The lower edge of a question is not what somebody has above, so only the upper one tells anything.
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

    /// The best line of the son that was searched last.
    pub(crate) fn line_below(&self, node: &Node<G::State>) -> Path {
        self.walk.lines.at(node.depth.less())
    }

    /// The son that was searched last has this line.
    pub(crate) fn set_line_below(&mut self, node: &Node<G::State>, line: &[u32]) {
        self.walk.lines.set(node.depth.less(), line);
    }

    /// Opens a node that was entered before, or that is a leaf.
    pub(crate) fn reopen(&mut self, node: &Node<G::State>) -> Option<Sons> {
        self.walk.reopen(&node.state, node.depth)
    }

    /// May the search go on?
    fn asked(&mut self) -> Result<(), CalledOff> {
        let asked = self.walk.budget.ask();
        asked.map_err(|stopped| self.stopped(stopped))
    }

    /// The walk was stopped: called off, or at a limit, which ends it for all.
    fn stopped(&mut self, Stopped: Stopped) -> CalledOff {
        if self.crew.go_on().is_err() {
            self.walk.budget.forget();
        } else {
            self.crew.give_up();
        }
        CalledOff
    }
}

/// Stops a sequential search when its job is called off, or when the limits of the task say so.
struct CrewStop<'a, 'p, R: Copy + Serialize + DeserializeOwned + Send> {
    crew: &'a Mates<'p, R>,
    outer: Option<&'a (dyn Stop + Sync)>,
    last: Cell<Time>,
    breath: Cell<u64>,
}

impl<R: Copy + Serialize + DeserializeOwned + Send> CrewStop<'_, '_, R> {
    /// Mail should be read about every 50 microseconds.
    const WISH: Time = 50_000;
    const LONGEST: u64 = 4096;
}

impl<R: Copy + Serialize + DeserializeOwned + Send> Stop for CrewStop<'_, '_, R> {
    fn stop(&self) -> Option<Reason> {
        let outer = self.outer.and_then(|stop| stop.stop());
        outer.or_else(|| self.crew.breathe().err().map(|CalledOff| Reason::Cancel))
    }

    fn ask_again_after(&self) -> u64 {
        let now = self.crew.me().now();
        let taken = now.saturating_sub(self.last.replace(now)).max(1);
        let breath = self.breath.get();
        let wish = breath.saturating_mul(Self::WISH) / taken;
        self.breath.set(wish.clamp(1, breath * 4).min(Self::LONGEST));
        self.breath.get().min(self.outer.map_or(u64::MAX, |stop| stop.ask_again_after()))
    }
}

/// A crew that searches by a method.
struct Team<'a, G: Evaluate, M, W> {
    task: &'a Task<'a, G>,
    method: M,
    watches: Vec<Mutex<Option<W>>>,
    grain: u64,
    purse: Option<Purse>,
}

/// What a member of the team brings home.
pub(crate) struct Brought<W> {
    pub(crate) watch: W,
    pub(crate) value: Option<(Score, Bound)>,
    pub(crate) path: Path,
    pub(crate) estimated: bool,
    pub(crate) stopped: Option<Reason>,
}

impl<G, M, W> Program<Mail<Job<M::Role>, Answer>> for Team<'_, G, M, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    M: Method,
    W: Watch + Send,
{
    type Answer = Brought<W>;

    async fn run(&self, me: &dyn Processor<Mail<Job<M::Role>, Answer>>) -> Brought<W> {
        let slot = &self.watches[me.rank().index()];
        let mut watch = slot.lock().expect("no thread panics with it").take().expect("one watch a processor");
        let task = self.task;
        let crew = Crew::new(me, self.method.manners());
        let stop = CrewStop { crew: &crew, outer: task.limits.stop, last: Cell::new(0), breath: Cell::new(1) };
        let budget = Budget::shared(self.purse.as_ref(), &stop);
        let walk = Walk::new(task, &mut watch, budget);
        let mut hand = Hand { walk, crew: &crew, root: task.root, path: Path::new(), grain: self.grain };
        let mut value = None;
        if me.rank() == Rank::FIRST {
            let node = hand.play(&[]);
            let found = self.method.node(&mut hand, node, Window::FULL, self.method.root()).await;
            value = match found {
                Ok(value) => Some((value.score, Bound::Exact)),
                Err(CalledOff) => hand.walk.finished.map(|score| (score, Bound::Lower)),
            };
            crew.go_home();
        } else {
            while let Some(taken) = crew.next_job().await {
                // What was called off is over.
                let _ = hand.take(&self.method, taken).await;
            }
        }
        let walk = hand.walk;
        let (path, estimated) = (walk.lines.at(task.depth), walk.estimated);
        let stopped = walk.budget.reason();
        walk.watch.total(walk.budget.inner, walk.budget.leaves);
        Brought { watch, value, path, estimated, stopped }
    }
}

/// Searches by a method on a machine.
pub(crate) fn search<G, M, W, K>(
    method: M,
    grain: Option<u64>,
    task: &Task<'_, G>,
    machine: &K,
    watches: Vec<W>,
) -> Result<Ran<G::Move, W>, TooDeep>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    M: Method,
    W: Watch + Send,
    K: Machine,
{
    task.check()?;
    assert_eq!(watches.len(), machine.count(), "one watch for each processor");
    let watches = watches.into_iter().map(|watch| Mutex::new(Some(watch))).collect();
    let grain = grain.unwrap_or(machine.grain());
    let purse = Purse::new(&task.limits, machine.count());
    let team = Team { task, method, watches, grain, purse };
    let run = machine.run(&team);
    Ok(bring_together(task, run))
}

/// Makes a report of what the processors brought home.
pub(crate) fn bring_together<G: Evaluate, W>(
    task: &Task<'_, G>,
    run: provebest_machine::Run<Brought<W>>,
) -> Ran<G::Move, W> {
    let mut found = Found { value: None, path: Path::new(), estimated: false, stopped: None };
    let mut watches = Vec::with_capacity(run.answers.len());
    for (rank, brought) in run.answers.into_iter().enumerate() {
        found.estimated |= brought.estimated;
        found.stopped = found.stopped.or(brought.stopped);
        if rank == 0 {
            (found.value, found.path) = (brought.value, brought.path);
        }
        watches.push(brought.watch);
    }
    if matches!(found.value, Some((_, Bound::Exact))) {
        found.stopped = None;
    }
    Ran { report: Report::new(task, found), watches, measured: run.measured, timeline: run.timeline }
}
