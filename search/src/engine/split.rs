//! Young brothers wait (Feldmann, Monien, Mysliwietz and Vornberger 1990), on the engine's table: when the eldest child of a
//! node is done, other threads may search its siblings.
//!
//! Whoever owns a node lists its remaining children as a [`Split`], when others are idle or always ([`Listing`]). All threads that work on it take the next
//! child, search it with the window of that moment, and write down what they found. A cut-off calls all others off. The owner
//! waits for his last helpers, and helps them meanwhile: with what they have split below.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};

use provebest_game::{Children, Depth, Evaluate, Game, Keyed, Score, Skills, Window};
use provebest_machine::Bell;

use super::board::Listing;
use super::node::{Here, News, SoFar};
use super::order::Pick;
use super::worker::{At, Worker};
use crate::limits::{Reason, Stop, Stopped};
use crate::parallel::table_method::End;

/// Has the work on a node become needless? Then so has all work below it.
pub(super) struct Flag {
    over: AtomicBool,
    above: Option<Arc<Flag>>,
}

impl Flag {
    fn is_over(&self) -> bool {
        self.over.load(Relaxed) || self.above.as_ref().is_some_and(|above| above.is_over())
    }

    fn is_below(&self, other: &Arc<Flag>) -> bool {
        self.above.as_ref().is_some_and(|above| Arc::ptr_eq(above, other) || above.is_below(other))
    }
}

/// What stops a worker: the end of the search, or of the work that it takes part in.
pub(super) struct CallOff<'a> {
    end: &'a End<'a>,
    flag: RefCell<Option<Arc<Flag>>>,
}

impl<'a> CallOff<'a> {
    pub(super) fn new(end: &'a End<'a>) -> Self {
        CallOff { end, flag: RefCell::new(None) }
    }

    fn is_called_off(&self) -> bool {
        self.flag.borrow().as_ref().is_some_and(|flag| flag.is_over())
    }
}

impl Stop for CallOff<'_> {
    fn stop(&self) -> Option<Reason> {
        self.end.stop().or_else(|| self.is_called_off().then_some(Reason::Cancel))
    }

    fn ask_again_after(&self) -> u64 {
        self.end.ask_again_after().min(64)
    }
}

/// A node whose younger children are searched by several.
pub(super) struct Split<G: Game> {
    state: G::State,
    at: At,
    key: u64,
    is_pv: bool,
    few: u32,
    forced: bool,
    improves: bool,
    /// Of this node, and of the one above.
    estimates: [Option<Score>; 2],
    horizon: Depth,
    /// The keys of the path.
    keys: Vec<u64>,
    /// What has proved itself below.
    killers: Vec<[Option<G::Move>; 2]>,
    /// The children that are left, most promising first.
    children: Vec<(G::Move, Pick)>,
    flag: Arc<Flag>,
    progress: Mutex<Progress<G::Move>>,
    /// Rings when somebody has left, or lists another node: who waits may help there.
    news: Arc<Bell>,
}

struct Progress<M> {
    so_far: SoFar,
    next: usize,
    /// How many of them are being searched.
    busy: u32,
    line: Vec<M>,
    /// Which of the children was enough?
    cut: Option<usize>,
    estimated: bool,
    /// Why, if it was called off for good.
    stopped: Option<Reason>,
    helpers: usize,
}

impl<G: Game> Split<G> {
    /// The window as it is by now: narrower than it was when a child was taken.
    pub(super) fn window(&self) -> Window {
        self.progress().so_far.window
    }

    fn progress(&self) -> MutexGuard<'_, Progress<G::Move>> {
        self.progress.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Somebody comes to help, unless there is nothing left to do.
    fn join(&self) -> bool {
        let mut progress = self.progress();
        let useful = progress.next < self.children.len() && !self.flag.is_over();
        progress.helpers += usize::from(useful);
        useful
    }
}

/// A helper that will leave. However its work ends, the owner hears of it; if it did not end well a child was left behind, and nobody
/// is to take what was found for the whole.
struct Leave<'s, G: Game> {
    split: &'s Split<G>,
    well: bool,
}

impl<G: Game> Drop for Leave<'_, G> {
    fn drop(&mut self) {
        let mut progress = self.split.progress();
        progress.helpers -= 1;
        if !self.well {
            progress.stopped = Some(Reason::Cancel);
            self.split.flag.over.store(true, Relaxed);
        }
        drop(progress);
        self.split.news.ring();
    }
}

/// All splits that are open, and the threads that look for one.
pub(super) struct SplitPool<G: Game> {
    open: Mutex<Vec<Arc<Split<G>>>>,
    news: Arc<Bell>,
    idle: AtomicUsize,
    listing: Listing,
}

impl<G: Game> SplitPool<G> {
    pub(super) fn new(listing: Listing) -> Self {
        SplitPool { open: Mutex::new(Vec::new()), news: Arc::default(), idle: AtomicUsize::new(0), listing }
    }

    /// Is this node to be listed for others?
    pub(super) fn is_welcome(&self, at: At) -> bool {
        let asked = || matches!(self.listing, Listing::Always(_)) || self.idle.load(Relaxed) > 0;
        at.depth >= self.listing.least() && at.without.is_none() && asked()
    }

    fn urgency(&self, split: &Split<G>) -> (u32, Depth) {
        self.listing.urgency(split.is_pv, split.progress().so_far.tried, split.at.depth)
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<Split<G>>>> {
        self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The open split that should be helped first, of those that suit.
    fn find(&self, suits: &dyn Fn(&Split<G>) -> bool) -> Option<Arc<Split<G>>> {
        let open = self.open();
        let mut suitable: Vec<&Arc<Split<G>>> = open.iter().filter(|split| suits(split)).collect();
        // Of equals, the eldest.
        while let Some(place) = (0..suitable.len()).rev().max_by_key(|&place| self.urgency(suitable[place])) {
            let split = suitable.remove(place);
            if split.join() {
                return Some(split.clone());
            }
        }
        None
    }

    /// Looks for work, and if there is none waits a moment.
    pub(super) fn look(&self) -> Option<Arc<Split<G>>> {
        self.idle.fetch_add(1, Relaxed);
        let rings = self.news.rings();
        let mut found = self.find(&|_| true);
        if found.is_none() {
            self.news.wait_a_moment(rings);
            found = self.find(&|_| true);
        }
        self.idle.fetch_sub(1, Relaxed);
        found
    }
}

impl<G: Evaluate + Keyed + Skills> Worker<'_, G> {
    /// Searches the children at these places with whoever comes to help. Tells the place of the one that was enough.
    pub(super) fn share<const PV: bool>(
        &mut self,
        pool: &SplitPool<G>,
        here: &Here<'_, G>,
        children: Children,
        places: Range<usize>,
        so_far: &mut SoFar,
    ) -> Result<Option<usize>, Stopped> {
        let begin = places.start;
        let listed = places.clone().map(|place| {
            let pick = self.pick(place, places.end);
            (self.list.at(children, pick.number()), pick)
        });
        let listed = listed.collect();
        let At { ply, .. } = here.at;
        let above = self.call_off.and_then(|call_off| call_off.flag.borrow().clone());
        let split = Arc::new(Split {
            state: here.state.clone(),
            at: At { guided: false, ..here.at },
            key: here.key,
            is_pv: PV,
            few: here.few,
            forced: here.forced,
            improves: here.improves,
            estimates: [here.estimate, ply.checked_sub(1).and_then(|ply| self.estimates[ply as usize])],
            horizon: self.horizon,
            keys: self.keys.clone(),
            killers: self.killers[ply as usize..].iter().take(here.at.depth.0 as usize).copied().collect(),
            children: listed,
            flag: Arc::new(Flag { over: AtomicBool::new(false), above }),
            progress: Mutex::new(Progress {
                so_far: *so_far,
                next: 0,
                busy: 0,
                line: Vec::new(),
                cut: None,
                estimated: false,
                stopped: None,
                helpers: 0,
            }),
            news: pool.news.clone(),
        });
        pool.open().push(split.clone());
        pool.news.ring();
        let estimated = self.estimated;
        self.work(&split);
        pool.open().retain(|other| !Arc::ptr_eq(other, &split));
        self.wait_for_helpers(pool, &split);
        let mut progress = split.progress();
        self.estimated = estimated | progress.estimated;
        if let Some(reason) = progress.stopped.or_else(|| self.call_off.and_then(|call_off| call_off.stop())) {
            self.budget.end(reason)?;
        }
        if let Listing::Always(chances) = &pool.listing
            && !PV
        {
            chances.learn(so_far.tried, progress.so_far.tried, progress.cut.is_some());
        }
        *so_far = progress.so_far;
        if !progress.line.is_empty() {
            self.lines[ply as usize] = std::mem::take(&mut progress.line);
        }
        Ok(progress.cut.map(|place| begin + place))
    }

    fn wait_for_helpers(&mut self, pool: &SplitPool<G>, split: &Split<G>) {
        loop {
            let rings = split.news.rings();
            if split.progress().helpers == 0 {
                return;
            }
            pool.idle.fetch_add(1, Relaxed);
            let below = pool.find(&|other| other.flag.is_below(&split.flag));
            if below.is_none() {
                split.news.wait_a_moment(rings);
            }
            pool.idle.fetch_sub(1, Relaxed);
            if let Some(below) = below {
                self.help(&below);
            }
        }
    }

    /// Works on a split of somebody else that was joined.
    pub(super) fn help(&mut self, split: &Split<G>) {
        let mut leave = Leave { split, well: false };
        let keys = std::mem::replace(&mut self.keys, split.keys.clone());
        let (horizon, estimated, since) = (self.horizon, self.estimated, self.since);
        self.horizon = split.horizon;
        let At { ply, .. } = split.at;
        let below = ply as usize..ply as usize + split.killers.len();
        let killers = self.killers[below.clone()].to_vec();
        self.killers[below.clone()].copy_from_slice(&split.killers);
        let mut before = split.estimates;
        self.swap_estimates(ply, &mut before);
        self.work(split);
        self.swap_estimates(ply, &mut before);
        self.killers[below].copy_from_slice(&killers);
        (self.keys, self.horizon, self.estimated, self.since) = (keys, horizon, estimated, since);
        leave.well = true;
    }

    fn swap_estimates(&mut self, ply: u32, [here, above]: &mut [Option<Score>; 2]) {
        std::mem::swap(&mut self.estimates[ply as usize], here);
        if ply > 0 {
            std::mem::swap(&mut self.estimates[ply as usize - 1], above);
        }
    }

    /// Takes one child after the other, as long as there are some.
    fn work(&mut self, split: &Split<G>) {
        let before = self.call_off.and_then(|call_off| call_off.flag.replace(Some(split.flag.clone())));
        if split.is_pv {
            self.work_with::<true>(split)
        } else {
            self.work_with::<false>(split)
        }
        if let Some(call_off) = self.call_off {
            call_off.flag.replace(before);
        }
    }

    fn work_with<const PV: bool>(&mut self, split: &Split<G>) {
        let Split { state, at, key, few, forced, improves, estimates, .. } = split;
        let here = Here {
            state,
            at: *at,
            key: *key,
            entry: None,
            few: *few,
            forced: *forced,
            estimate: estimates[0],
            improves: *improves,
            split: Some(split),
        };
        loop {
            let (place, mut so_far) = {
                let mut progress = split.progress();
                if progress.next == split.children.len() || split.flag.is_over() {
                    return;
                }
                progress.next += 1;
                progress.busy += 1;
                (progress.next - 1, SoFar { put_off: progress.busy - 1, ..progress.so_far })
            };
            let (m, pick) = split.children[place];
            let (best, quiet) = (so_far.best, so_far.quiet);
            self.estimated = false;
            let too_late = self.is_too_late::<PV>(&here, &so_far, pick);
            let searched = if too_late {
                self.estimated = true;
                Ok(None)
            } else if let Some(reach) = self.falls_short::<PV>(&here, &so_far, pick, m) {
                self.estimated = true;
                so_far.best = so_far.best.max(reach);
                Ok(None)
            } else {
                let child = self.play_to(state, m, at.depth.less());
                self.child::<PV>(&here, &mut so_far, pick, &child, false).map(Some)
            };
            let mut progress = split.progress();
            progress.busy -= 1;
            if too_late {
                // Those that follow are no better.
                progress.next = split.children.len();
            }
            let shared = &mut progress.so_far;
            shared.quiet += so_far.quiet - quiet;
            if so_far.best > best {
                shared.best = shared.best.max(so_far.best);
            }
            let news = match searched {
                Ok(Some(score)) => shared.note(pick.number(), score, self.since),
                Ok(None) => News::None,
                Err(Stopped) => {
                    // Called off by a cut-off here or above, or for good.
                    if !split.flag.is_over() {
                        progress.stopped = self.budget.reason();
                        split.flag.over.store(true, Relaxed);
                    }
                    self.budget.clear_stop();
                    return;
                }
            };
            progress.estimated |= self.estimated;
            if news != News::None && (PV || self.follows) {
                self.lead(at.ply, m);
                progress.line.clone_from(&self.lines[at.ply as usize]);
            }
            if news == News::Enough {
                progress.cut = Some(place);
                split.flag.over.store(true, Relaxed);
            }
        }
    }
}
