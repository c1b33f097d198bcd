//! NegaScout, Informed NegaScout and Partially Informed NegaScout: Marsland, Reinefeld and Schaeffer 1987, figure 3,
//! with the gaps of the figure filled. It never assigns merit[i]; it gives children that were never seen an open window;
//! it sorts children of which only the cutting one is known.

use std::collections::HashMap;

use super::{INF, Plain, Run};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Informed {
    /// Nothing is saved, every re-search starts anew: NegaScout.
    Not,
    /// Only the node where a re-search starts uses what is saved.
    Partially,
    /// The whole re-search does.
    Fully,
}

/// What an initial search saves of a node.
#[derive(Clone)]
enum Info {
    /// For every child an upper bound in the mover's view.
    ProveBest(Vec<i64>),
    /// The number of the child that cut, from 0.
    IgnoreLeft(usize),
}

struct Ins<'a> {
    run: Run,
    informed: Informed,
    saved: HashMap<&'a [u32], Info>,
}

/// `depth` is that of the search: the rule for shallow nodes counts from the horizon.
pub fn ins(tree: &Plain, depth: u32, alpha: i64, beta: i64, informed: Informed) -> Run {
    let mut ins = Ins { run: Run::default(), informed, saved: HashMap::new() };
    let value = ins.visit(tree, alpha, beta, depth, false);
    let stored = if informed == Informed::Not { 0 } else { ins.saved.len() as u64 };
    Run { value, stored, ..ins.run }
}

impl<'a> Ins<'a> {
    fn visit(&mut self, p: &'a Plain, alpha: i64, beta: i64, depth: u32, research: bool) -> i64 {
        self.run.nodes += 1;
        if p.is_leaf() {
            return self.run.evaluate(p);
        }
        let research = research && self.informed != Informed::Not;
        let info = if research { self.saved.get(p.path.as_slice()).cloned() } else { None };
        match info {
            None => self.initial(p, alpha, beta, depth),
            Some(Info::ProveBest(merits)) => self.prove_best(p, alpha, beta, depth, &merits),
            Some(Info::IgnoreLeft(c)) => self.ignore_left(p, alpha, beta, depth, c),
        }
    }

    /// research = FALSE: NegaScout, and SaveInfo at its end.
    fn initial(&mut self, p: &'a Plain, alpha: i64, beta: i64, depth: u32) -> i64 {
        let mut merits = Vec::new();
        let (mut a, mut b) = (-INF, beta);
        for (i, child) in p.children.iter().enumerate() {
            let mut v = -self.visit(child, -b, -a.max(alpha), depth - 1, false);
            if v > a {
                if !(i == 0 || v <= alpha || v >= beta || depth <= 2) {
                    v = -self.visit(child, -beta, -v, depth - 1, true);
                }
                a = v;
            }
            merits.push(v);
            if a >= beta {
                self.saved.insert(&p.path, Info::IgnoreLeft(i));
                return a;
            }
            b = a.max(alpha) + 1;
        }
        self.saved.insert(&p.path, Info::ProveBest(merits));
        a
    }

    /// A re-search where no cut-off happened: children by merit, until none that is left can be better.
    fn prove_best(&mut self, p: &'a Plain, alpha: i64, beta: i64, depth: u32, merits: &[i64]) -> i64 {
        let mut order: Vec<usize> = (0..p.children.len()).collect();
        order.sort_by_key(|&i| -merits[i]); // stable
        let (mut a, mut b) = (-INF, beta);
        for (i, &child) in order.iter().enumerate() {
            let resflag = self.informed == Informed::Fully;
            a = a.max(-self.visit(&p.children[child], -b, -a.max(alpha), depth - 1, resflag));
            if a >= beta {
                break;
            }
            let Some(&next) = order.get(i + 1) else { break };
            if a.max(alpha) >= merits[next] {
                a = a.max(merits[next]);
                break;
            }
            b = beta.min(merits[next]);
        }
        a
    }

    /// A re-search where child c cut: those before it are dropped, those after it were never seen.
    fn ignore_left(&mut self, p: &'a Plain, alpha: i64, beta: i64, depth: u32, c: usize) -> i64 {
        let (mut a, mut b) = (-INF, beta);
        for (i, child) in p.children.iter().enumerate().skip(c) {
            let resflag = i == c && self.informed == Informed::Fully;
            let mut v = -self.visit(child, -b, -a.max(alpha), depth - 1, resflag);
            if v > a {
                if !(i == c || v <= alpha || v >= beta || depth <= 2) {
                    v = -self.visit(child, -beta, -v, depth - 1, true);
                }
                a = v;
            }
            if a >= beta {
                break;
            }
            b = a.max(alpha) + 1;
        }
        a
    }
}

/// INS to the letter of figure 3. Only what the figure leaves open is filled in: merit[i] is v, or what the re-search returned; a
/// child that was never seen has the merit infinity; those to the left of a cutting one are not in succ[].
pub fn ins_printed(tree: &Plain, depth: u32) -> Run {
    let mut figure = Figure { run: Run::default(), saved: HashMap::new() };
    let value = figure.ins(tree, -INF, INF, depth, false);
    Run { value, stored: figure.saved.len() as u64, ..figure.run }
}

struct Figure<'a> {
    run: Run,
    saved: HashMap<&'a [u32], Info>,
}

impl<'a> Figure<'a> {
    fn ins(&mut self, p: &'a Plain, alpha: i64, beta: i64, depth: u32, research: bool) -> i64 {
        self.run.nodes += 1;
        if p.is_leaf() {
            return self.run.evaluate(p);
        }
        let mut succ: Vec<usize> = (0..p.children.len()).collect();
        let mut merit = vec![INF; succ.len()];
        let mut resflag = research;
        let mut cutting = None;
        if research {
            match &self.saved[p.path.as_slice()] {
                Info::ProveBest(merits) => {
                    merit.clone_from(merits);
                    succ.sort_by_key(|&i| -merits[i]);
                }
                Info::IgnoreLeft(c) => {
                    cutting = Some(*c);
                    succ.drain(..c);
                }
            }
        }
        let (mut a, mut b) = (-INF, beta);
        for i in 0..succ.len() {
            let child = &p.children[succ[i]];
            let mut v = -self.ins(child, -b, -a.max(alpha), depth - 1, resflag);
            if v > a {
                if !(i == 0 || v <= alpha || v >= beta || depth <= 2 || research && cutting.is_none()) {
                    v = -self.ins(child, -beta, -v, depth - 1, true);
                }
                a = v;
            }
            if !research {
                merit[succ[i]] = v;
            }
            if a >= beta {
                if !research {
                    self.saved.insert(&p.path, Info::IgnoreLeft(succ[i]));
                }
                return a;
            }
            if i + 1 == succ.len() {
                break;
            }
            if resflag {
                let next = merit[succ[i + 1]];
                if a.max(alpha) >= next {
                    return a.max(next);
                }
                b = next;
            } else {
                b = a.max(alpha) + 1;
            }
            resflag &= cutting.is_none();
        }
        if !research {
            self.saved.insert(&p.path, Info::ProveBest(merit));
        }
        a
    }
}

/// PNS with the path: a re-search knows the merits at its first level, and of one line which children cut. The line is looked up
/// here in what all first visits saved; the merits below the first level serve only to find it.
pub fn pns_path(tree: &Plain, depth: u32) -> Run {
    let mut figure = Figure { run: Run::default(), saved: HashMap::new() };
    let value = figure.pns(tree, -INF, INF, depth, Uses::Nothing);
    Run { value, stored: figure.saved.len() as u64, ..figure.run }
}

#[derive(Clone, Copy, PartialEq)]
enum Uses {
    Nothing,
    Merits,
    Path,
}

impl<'a> Figure<'a> {
    fn pns(&mut self, p: &'a Plain, alpha: i64, beta: i64, depth: u32, uses: Uses) -> i64 {
        self.run.nodes += 1;
        if p.is_leaf() {
            return self.run.evaluate(p);
        }
        let info = if uses == Uses::Nothing { None } else { self.saved.get(p.path.as_slice()).cloned() };
        let all = 0..p.children.len();
        if let (Uses::Merits, Some(Info::ProveBest(merits))) = (uses, &info) {
            return self.first_level(p, alpha, beta, depth, merits);
        }
        let (from, on_path) = match info {
            None => (0, None),
            Some(Info::IgnoreLeft(c)) => (c, Some(c)),
            Some(Info::ProveBest(merits)) => (0, all.clone().rev().max_by_key(|&i| merits[i])),
        };
        let mut merits = vec![INF; p.children.len()];
        let (mut a, mut b) = (-INF, beta);
        for i in all.skip(from) {
            let child = &p.children[i];
            let below = if on_path == Some(i) { Uses::Path } else { Uses::Nothing };
            let mut v = -self.pns(child, -b, -a.max(alpha), depth - 1, below);
            if v > a {
                if !(i == from || v <= alpha || v >= beta || depth <= 2) {
                    v = -self.pns(child, -beta, -v, depth - 1, Uses::Merits);
                }
                a = v;
            }
            merits[i] = v;
            if a >= beta {
                if uses == Uses::Nothing {
                    self.saved.insert(&p.path, Info::IgnoreLeft(i));
                }
                return a;
            }
            b = a.max(alpha) + 1;
        }
        if uses == Uses::Nothing {
            self.saved.insert(&p.path, Info::ProveBest(merits));
        }
        a
    }

    fn first_level(&mut self, p: &'a Plain, alpha: i64, beta: i64, depth: u32, merits: &[i64]) -> i64 {
        let mut succ: Vec<usize> = (0..p.children.len()).collect();
        succ.sort_by_key(|&i| -merits[i]);
        let (mut a, mut b) = (-INF, beta);
        for (i, &child) in succ.iter().enumerate() {
            let below = if i == 0 { Uses::Path } else { Uses::Nothing };
            a = a.max(-self.pns(&p.children[child], -b, -a.max(alpha), depth - 1, below));
            let Some(&next) = succ.get(i + 1) else { break };
            if a >= beta || a.max(alpha) >= merits[next] {
                return if a >= beta { a } else { a.max(merits[next]) };
            }
            b = beta.min(merits[next]);
        }
        a
    }
}
