//! MT with a dictionary of bounds, and its driver (Plaat, Schaeffer, Pijls and de Bruin 1996).

use std::collections::HashMap;

use super::{INF, Plain, Run};

struct Mt<'a> {
    run: Run,
    /// Lower and upper bound of every node seen, in the view of its mover.
    bounds: HashMap<&'a [u32], (i64, i64)>,
}

/// MTD(f). With `first` = INF it is MT-SSS*, with -INF MT-DUAL*.
pub fn mtd(tree: &Plain, first: i64) -> Run {
    let mut mt = Mt { run: Run::default(), bounds: HashMap::new() };
    let (mut g, mut lower, mut upper) = (first, -INF, INF);
    while lower < upper {
        let gamma = if g == lower { g + 1 } else { g };
        g = mt.test(tree, gamma);
        if g < gamma {
            upper = g;
        } else {
            lower = g;
        }
    }
    Run { value: g, stored: mt.bounds.len() as u64, ..mt.run }
}

impl<'a> Mt<'a> {
    /// Is the node worth gamma or more?
    fn test(&mut self, node: &'a Plain, gamma: i64) -> i64 {
        let (mut lower, mut upper) = self.bounds.get(node.path.as_slice()).copied().unwrap_or((-INF, INF));
        if lower >= gamma {
            return lower;
        }
        if upper < gamma {
            return upper;
        }
        self.run.nodes += 1;
        let mut g = -INF;
        if node.is_leaf() {
            g = self.run.evaluate(node);
            (lower, upper) = (g, g);
        } else {
            for child in &node.children {
                g = g.max(-self.test(child, -gamma + 1));
                if g >= gamma {
                    break;
                }
            }
            if g >= gamma {
                lower = g;
            } else {
                upper = g;
            }
        }
        self.bounds.insert(&node.path, (lower, upper));
        g
    }
}
