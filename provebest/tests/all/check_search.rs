//! The check of a search finds the faults it is there for.

use std::collections::HashMap;

use provebest::family::{BrokenPromise, SearchFault, check_search, check_windowed};
use provebest::game::Window;
use provebest::search::walk::{Entered, Stopped, Walk};
use provebest::search::{AlphaBeta, AlphaBetaHard, Cut, Scout, SssStar};
use provebest::search::{Limits, Observer, Report, Search, Task, TooDeep};
use provebest::{Depth, Evaluate, Kind, Score};

/// Alpha-beta on the public verbs, right or with one fault.
#[derive(Clone, Copy, PartialEq)]
enum Planted {
    Nothing,
    ValueOnTies,
    LineByTies,
    ShortLine,
    LowerBoundTooHigh,
    BoundCalledExact,
    UpperCalledLower,
    NoLimits,
}

impl Search for Planted {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        let limits = if *self == Planted::NoLimits { Limits::default() } else { task.limits };
        let task = Task::new(task.game, task.root, task.depth).within(limits);
        let mut report =
            Walk::run(&task, observer, Window::FULL, |walk, root| self.value(walk, root, task.depth, Window::FULL))?;
        let stopped = report.stopped.is_some();
        match self {
            Planted::ShortLine if !stopped => {
                report.path.pop();
                report.line.0.pop();
                report.best = report.line.0.first().copied();
            }
            Planted::LowerBoundTooHigh if stopped => report.value = report.value.map(|value| value + 1),
            Planted::BoundCalledExact if stopped && report.value.is_some() => report.kind = Kind::Exact,
            Planted::UpperCalledLower if report.kind == Kind::Lower => report.kind = Kind::Upper,
            _ => {}
        }
        Ok(report)
    }
}

impl Planted {
    fn value<G: Evaluate, W: Observer>(
        self,
        walk: &mut Walk<'_, G, W>,
        node: G::State,
        depth: Depth,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        let children = match walk.enter(&node, depth, window)? {
            Entered::Children(children) => children,
            Entered::Done(score) => return Ok(score),
        };
        let mut best = Score::WORST;
        for number in 0..children.count() {
            let child = walk.child(&node, children, depth, number);
            let mut score = -self.value(walk, child, depth.less(), -window)?;
            if self == Planted::ValueOnTies && score == best {
                score = score + 1;
            }
            if score > best || self == Planted::LineByTies && score == best {
                best = score;
                // A tie with alpha is a bound. To call it exact is the fault.
                let inside = if self == Planted::LineByTies { Window::FULL } else { window };
                walk.update(depth, number, best, inside);
                if window.raise(best) {
                    walk.cut(depth, number, Cut::Beta);
                    break;
                }
            }
        }
        walk.leave(children, depth, best)
    }
}

fn fault_of(planted: Planted) -> SearchFault {
    check_search(&planted).expect_err("a fault is planted")
}

#[test]
fn right_searches_pass() {
    assert_eq!(check_search(&Planted::Nothing).map(|made| made.trees), Ok(3000));
    assert_eq!(check_search(&Scout).map(|made| made.trees), Ok(3000));
    assert_eq!(check_search(&SssStar).map(|made| made.trees), Ok(3000));
    assert_eq!(check_windowed(&AlphaBeta).map(|made| made.trees), Ok(3000));
    assert_eq!(check_windowed(&AlphaBetaHard).map(|made| made.trees), Ok(3000));
}

#[test]
fn wrong_values_are_found() {
    let fault = fault_of(Planted::ValueOnTies);
    assert!(matches!(fault.broken, BrokenPromise::Value { .. }), "{fault}");
    assert!(fault.tree.parse::<provebest::games::tree::Tree>().is_ok(), "{fault}");
    assert!(fault.to_string().starts_with(&format!("tree {}, depth {}", fault.tree, fault.depth.0)), "{fault}");
    assert!(fault.tree.len() < 40, "one of the smallest trees: {fault}");
}

#[test]
fn wrong_lines_are_found() {
    let fault = fault_of(Planted::LineByTies);
    assert!(matches!(fault.broken, BrokenPromise::Line(_)), "{fault}");
    let fault = fault_of(Planted::ShortLine);
    assert!(matches!(fault.broken, BrokenPromise::Line(_)), "{fault}");
}

#[test]
fn wrong_bounds_are_found() {
    let fault = fault_of(Planted::LowerBoundTooHigh);
    assert!(fault.nodes.is_some(), "{fault}");
    assert!(matches!(fault.broken, BrokenPromise::Bound { kind: Kind::Lower, .. } | BrokenPromise::Line(_)), "{fault}");
    let fault = fault_of(Planted::UpperCalledLower);
    assert!(matches!(fault.broken, BrokenPromise::Bound { kind: Kind::Upper, .. }), "{fault}");
    let fault = fault_of(Planted::BoundCalledExact);
    assert_eq!(fault.broken, BrokenPromise::Kind(Kind::Exact), "{fault}");
    let fault = fault_of(Planted::NoLimits);
    assert!(matches!(fault.broken, BrokenPromise::Stopped(None) | BrokenPromise::Nodes(_)), "{fault}");
}

/// Searches that a researcher may write on the public verbs: none of them cares for lines, and all have right ones.
#[derive(Clone, Copy)]
enum Written {
    /// Null windows and re-searches.
    NegaScout,
    /// A narrow window around 1, and a second pass.
    Aspiration,
    /// Null windows that remember bounds by the path.
    Remembering,
    /// Questions from below, without memory, and a line out of nowhere.
    Questions,
}

type Memory = HashMap<Vec<u32>, (Score, Score)>;

impl Search for Written {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        let depth = task.depth;
        Walk::run(task, observer, Window::FULL, |walk, root| match self {
            Written::NegaScout => nega_scout(walk, root, depth, Window::FULL),
            Written::Aspiration => {
                let narrow = Window::new(Score(0), Score(2));
                let first = Planted::Nothing.value(walk, root.clone(), depth, narrow)?;
                walk.prove(narrow, first);
                let again = match narrow.contains(first) {
                    true => return Ok(first),
                    false if first >= narrow.beta => Window::new(first, Score::INFINITY),
                    false => Window::new(Score::WORST, first),
                };
                walk.again(again);
                Planted::Nothing.value(walk, root, depth, again)
            }
            Written::Remembering => {
                let (mut memory, mut lower, mut upper) = (Memory::new(), Score::WORST, Score::INFINITY);
                while lower < upper {
                    let beta = if lower == Score::WORST { upper } else { lower + 1 };
                    let value = remembering(walk, &mut memory, &mut Vec::new(), &root, depth, beta)?;
                    walk.prove(Window::null(beta), value);
                    if value >= beta { lower = value } else { upper = value }
                }
                Ok(lower)
            }
            Written::Questions => {
                let mut lower = walk.ask(root.clone(), depth, Score::WORST + 1)?;
                walk.propose_line(&[99, 0, 7]);
                loop {
                    let value = walk.ask(root.clone(), depth, lower + 1)?;
                    if value <= lower {
                        return Ok(lower);
                    }
                    lower = value;
                }
            }
        })
    }
}

fn nega_scout<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    node: G::State,
    depth: Depth,
    mut window: Window,
) -> Result<Score, Stopped> {
    let children = match walk.enter(&node, depth, window)? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score),
    };
    let mut best = Score::WORST;
    for number in 0..children.count() {
        let child = walk.child(&node, children, depth, number);
        let mut score = match number {
            0 => -nega_scout(walk, child.clone(), depth.less(), -window)?,
            _ => -walk.ask(child.clone(), depth.less(), -window.alpha)?,
        };
        if number > 0 && window.contains(score) {
            let again = Window::new(score, window.beta);
            walk.research(depth, number, again);
            score = -nega_scout(walk, child, depth.less(), -again)?;
        }
        if score > best {
            best = score;
            walk.update(depth, number, best, window);
            if window.raise(best) {
                walk.cut(depth, number, Cut::Beta);
                break;
            }
        }
    }
    walk.leave(children, depth, best)
}

fn remembering<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    memory: &mut Memory,
    path: &mut Vec<u32>,
    node: &G::State,
    depth: Depth,
    beta: Score,
) -> Result<Score, Stopped> {
    let children = match walk.enter_one(node, depth, Window::null(beta))? {
        Entered::Children(children) => children,
        Entered::Done(score) => {
            memory.insert(path.clone(), (score, score));
            return Ok(score);
        }
    };
    let mut best = Score::WORST;
    for number in 0..children.count() {
        path.push(number);
        let (lower, upper) = memory.get(path).copied().unwrap_or((Score::WORST, Score::INFINITY));
        let known = if lower > -beta { Some(lower) } else { (upper <= -beta).then_some(upper) };
        let score = match known {
            Some(score) => {
                walk.recall(depth);
                -score
            }
            None => {
                let child = walk.child(node, children, depth, number);
                -remembering(walk, memory, path, &child, depth.less(), -beta + 1)?
            }
        };
        path.pop();
        if score > best {
            best = score;
            walk.update(depth, number, best, Window::null(beta));
            if best >= beta {
                walk.cut(depth, number, Cut::Beta);
                break;
            }
        }
    }
    let (lower, upper) = memory.entry(path.clone()).or_insert((Score::WORST, Score::INFINITY));
    if best >= beta {
        *lower = best
    } else {
        *upper = best
    }
    walk.leave(children, depth, best)
}

#[test]
fn lines_and_bounds_are_right_whatever_is_written() {
    for written in [Written::NegaScout, Written::Aspiration, Written::Remembering, Written::Questions] {
        if let Err(fault) = check_search(&written) {
            panic!("{fault}");
        }
    }
}
