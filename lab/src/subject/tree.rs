//! Kinds of trees, and their shapes.

use std::fmt;
use std::str::FromStr;

/// The order of the children in a tree, and where its values come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TreeKind {
    /// Every child is equally likely to be the best.
    Random,
    /// The first child is best in this percentage of all nodes; the others share the rest.
    First(u32),
    /// Strongly ordered as Marsland and Campbell (1982) defined it: the first child is best in 70 %, the next four in 5 %
    /// each, all others share what is left.
    Strong,
    /// The first child is always the best.
    Perfect,
    /// The last child is always the best.
    Worst,
    /// Leaves that are independent of each other: the model of the theory.
    Independent,
    /// Values that drift from parent to child (Lindstrom 1983), the children as they come.
    Correlated,
    /// The same trees, the children of every node sorted by their own values, best first.
    Preordered,
    /// The example of Bhattacharya and Bagchi (1993): sixteen leaves, of which four do not matter and are drawn.
    Example,
    /// Intervals that narrow on the way down (Berliner 1979). These trees have no depth: the column says from how many numbers an
    /// interval is drawn.
    Artificial,
}

/// The name in the column `order` of the tables.
impl fmt::Display for TreeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeKind::Random => f.pad("random"),
            TreeKind::First(percent) => f.pad(&percent.to_string()),
            TreeKind::Strong => f.pad("70-5-5-5-5"),
            TreeKind::Perfect => f.pad("perfect"),
            TreeKind::Worst => f.pad("worst"),
            TreeKind::Independent => f.pad("iid"),
            TreeKind::Correlated => f.pad("correlated"),
            TreeKind::Preordered => f.pad("preordered"),
            TreeKind::Example => f.pad("example"),
            TreeKind::Artificial => f.pad("artificial"),
        }
    }
}

impl FromStr for TreeKind {
    type Err = String;

    fn from_str(text: &str) -> Result<TreeKind, String> {
        match text {
            "random" => Ok(TreeKind::Random),
            "70-5-5-5-5" => Ok(TreeKind::Strong),
            "perfect" => Ok(TreeKind::Perfect),
            "worst" => Ok(TreeKind::Worst),
            "iid" => Ok(TreeKind::Independent),
            "correlated" => Ok(TreeKind::Correlated),
            "preordered" => Ok(TreeKind::Preordered),
            "example" => Ok(TreeKind::Example),
            "artificial" => Ok(TreeKind::Artificial),
            _ => match text.parse() {
                Ok(percent @ 0..=100) => Ok(TreeKind::First(percent)),
                _ => Err(format!(
                    "'{text}' is no order of trees; expected random, a percentage, perfect, iid, correlated or preordered"
                )),
            },
        }
    }
}

impl TreeKind {
    /// A phrase for pictures and tables.
    pub fn words(self) -> String {
        match self {
            TreeKind::Random => "random trees".into(),
            TreeKind::First(percent) => format!("ordered trees, first child best in {percent} %"),
            TreeKind::Strong => "ordered trees, first child best in 70 %".into(),
            TreeKind::Perfect => "perfectly ordered trees".into(),
            TreeKind::Worst => "trees with the best child last".into(),
            TreeKind::Independent => "independent leaves".into(),
            TreeKind::Correlated => "correlated trees".into(),
            TreeKind::Preordered => "correlated trees, preordered".into(),
            TreeKind::Example => "the paper's example".into(),
            TreeKind::Artificial => "artificial trees".into(),
        }
    }
}

/// Trees of one kind and shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TreeClass {
    /// The order of the children.
    pub kind: TreeKind,
    /// Children of every inner node.
    pub width: u32,
    /// Plies from the root to the leaves.
    pub depth: u32,
}

impl fmt::Display for TreeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} w={} d={}", self.kind, self.width, self.depth)
    }
}

impl TreeClass {
    /// Leaves of the minimal tree.
    pub fn minimal(&self) -> u64 {
        minimal(self.width, self.depth)
    }

    /// The shape and the kind in words, for the titles of pictures.
    pub fn words(&self) -> String {
        if self.kind == TreeKind::Artificial {
            return format!("w = {}, {} draws, artificial trees", self.width, self.depth);
        }
        format!("w = {}, d = {}, {}", self.width, self.depth, self.kind.words())
    }
}

/// Leaves of the minimal tree, w^ceil(d/2) + w^floor(d/2) - 1 (Knuth and Moore 1975), or the largest number there is.
pub(super) fn minimal(width: u32, depth: u32) -> u64 {
    let power = |exponent| u64::from(width).saturating_pow(exponent);
    power(depth.div_ceil(2)).saturating_add(power(depth / 2)) - 1
}
