//! How likely a child is to cut its parent off, learned while searching.

use super::node::{Label, Node};

/// How many children have chances of their own.
const CHILDREN: usize = 32;
/// A guess counts as much as this many nodes.
const WEIGHT: f64 = 4.0;

/// By side, label and number of the child: how often it was resolved, and how often it cut its parent off.
pub(super) struct Chances([[[(f64, f64); CHILDREN]; 4]; 2]);

impl Default for Chances {
    fn default() -> Self {
        let mut chances = [[[(WEIGHT, 0.0); CHILDREN]; 4]; 2];
        for side in &mut chances {
            for (label, row) in side.iter_mut().enumerate() {
                for (number, (seen, cuts)) in row.iter_mut().enumerate() {
                    let guess = match (label, number) {
                        (0 | 1, _) => 0.03,
                        (_, 0) => 0.6,
                        _ => 0.08,
                    };
                    *cuts = guess * *seen;
                }
            }
        }
        Chances(chances)
    }
}

impl Chances {
    fn at(&self, side: u32, label: Label, number: u32) -> f64 {
        let (seen, cuts) = self.0[side as usize][label as usize][(number as usize).min(CHILDREN - 1)];
        (cuts / seen).clamp(0.001, 0.999)
    }

    /// A node is not asked any more, or something else: which of its children cut it off, if it was tested?
    pub(super) fn learn_from(&mut self, node: &Node, children: &[Node]) {
        let Some(question) = node.question.filter(|&question| question.is_null() && node.resolved(question)) else {
            return;
        };
        for (number, child) in (0..).zip(children) {
            let cuts = -child.upper >= question.beta;
            if cuts || -child.lower <= question.alpha {
                self.learn(node.depth & 1, node.label, number, cuts);
            }
            if cuts {
                break;
            }
        }
    }

    fn learn(&mut self, side: u32, label: Label, number: u32, cuts: bool) {
        let (seen, cut) = &mut self.0[side as usize][label as usize][(number as usize).min(CHILDREN - 1)];
        *seen += 1.0;
        *cut += f64::from(u8::from(cuts));
    }

    /// How likely it is that none of this many children cuts their parent off.
    pub(super) fn holds(&self, side: u32, label: Label, count: u32) -> f64 {
        (0..count).fold(1.0, |holds, number| holds * (1.0 - self.at(side, label, number)))
    }

    /// How likely an open child is to cut its parent off, in view of what has become of it since it was expanded.
    pub(super) fn cuts(&self, side: u32, label: Label, number: u32, child: &Node) -> f64 {
        let chance = self.at(side, label, number);
        if !child.is_expanded() {
            return chance;
        }
        let odds = |chance: f64| {
            let chance = chance.clamp(1e-6, 1.0 - 1e-6);
            chance / (1.0 - chance)
        };
        let odds = odds(chance) * odds(child.holds) / odds(child.held);
        odds / (1.0 + odds)
    }
}
