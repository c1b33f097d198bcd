//! Explicit trees: nested lists of integers, every node of which is known.

mod build;
mod estimate;
mod parse;
mod random;
mod words;

use std::fmt;
use std::str::FromStr;

use provebest_game::{Children, Depth, Evaluate, Game, Keyed, MoveList, Score, Shape, Status, Text, TextError, mix};

pub use build::Builder;
pub use estimate::Estimate;
pub use random::RandomTree;

/// An explicit tree, written as JSON: a number is a leaf, a list an inner node. The root is MAX, and leaf values are
/// written from MAX's view.
///
/// ```
/// use provebest_game::{Depth, Game, MoveList, Score, Status, Text};
/// use provebest_games::tree::Tree;
///
/// let tree: Tree = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]".parse().unwrap();
/// assert_eq!((tree.width(), tree.height(), tree.leaf_count()), (3, Depth(2), 9));
///
/// let mut node = tree.root();
/// tree.play(&mut node, 2);
/// tree.play(&mut node, 0);
/// assert_eq!(tree.status(&node, &mut MoveList::new()), Status::Over(Score(14)), "MAX is to move again");
/// assert_eq!(tree.print(&node), "3.1");
/// assert_eq!(tree.to_string(), "[[3,12,8],[2,4,6],[14,5,2]]");
/// ```
///
/// An inner node may say what it seems to be worth: `{"value":4,"low":1,"high":6,"children":[5,7]}` (or `"sons"`) is estimated
/// as 4, and its value lies between 1 and 6, all in MAX's view. See [`Estimate`].
///
/// Nothing here is recursive, so a tree may be as deep as memory allows. A node takes 8 bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The children of a node stand together, and all that is below a node stands together before its younger siblings'.
    /// The root is the last one.
    nodes: Vec<Packed>,
    width: u32,
    height: Depth,
    leaf_count: u64,
    /// What inner nodes seem to be worth to the side to move there, by the place of their eldest child, in this order.
    estimates: Vec<(u32, Estimate)>,
}

/// An inner node with its number of children and the place of the eldest, or a leaf, which has no children, with the bits of
/// its value as the side to move there sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Packed {
    children: u32,
    content: u32,
}

/// A node of a [`Tree`]: where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node(u32);

impl Tree {
    /// The largest absolute value that a leaf can have.
    pub const LIMIT: i32 = 1_000_000_000;

    /// Reads a tree from bytes, such as those of a file.
    ///
    /// ```
    /// use provebest_games::tree::Tree;
    ///
    /// assert!(Tree::parse_bytes(b"[1, [2, 3]]").is_ok());
    /// let error = Tree::parse_bytes(b"[1, 2.5]").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a fraction at character 6; expected an integer\n  [1, 2.5]\n       ^"
    /// );
    /// ```
    pub fn parse_bytes(bytes: &[u8]) -> Result<Tree, TextError> {
        match str::from_utf8(bytes) {
            Ok(text) => parse::parse(text),
            Err(error) => {
                let place = error.valid_up_to();
                let readable = String::from_utf8_lossy(&bytes[..bytes.len().min(place + 200)]);
                let why = format!("the byte {:#04x}, which is no text,", bytes[place]);
                Err(TextError::new(&readable, place, why, "UTF-8"))
            }
        }
    }

    /// A random tree. The same options give the same tree.
    pub fn random(options: &RandomTree) -> Tree {
        random::random(options)
    }

    /// A small random tree with options that vary with the seed: from single leaves and chains to some thousand leaves,
    /// most with many ties. What a test of a search wants.
    pub fn varied(seed: u64) -> Tree {
        random::random(&RandomTree::varied(seed))
    }

    /// The root.
    pub fn root(&self) -> Node {
        Node(self.nodes.len() as u32 - 1)
    }

    /// The most children that a node has; 0 if the root is a leaf.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The depth of the deepest leaf.
    pub fn height(&self) -> Depth {
        self.height
    }

    /// How many leaves there are.
    pub fn leaf_count(&self) -> u64 {
        self.leaf_count
    }

    /// How many nodes there are, leaves included.
    pub fn node_count(&self) -> u64 {
        self.nodes.len() as u64
    }

    #[inline(always)]
    fn at(&self, node: Node) -> Packed {
        self.nodes[node.0 as usize]
    }

    /// The numbers of the children on the way from the root to `node`.
    fn path(&self, node: Node) -> Vec<u32> {
        let mut path = Vec::new();
        let mut above = self.root();
        while above != node {
            let Packed { children, content } = self.at(above);
            let number = match node.0.checked_sub(content) {
                Some(number) if number < children => number,
                // The first sibling that does not stand wholly before the node has it below itself.
                _ => {
                    let family = &self.nodes[content as usize..][..children as usize];
                    let past = |child: &Packed| child.children > 0 && child.content + child.children > node.0;
                    family.iter().position(past).expect("a node of this tree") as u32
                }
            };
            path.push(number);
            above = Node(content + number);
        }
        path
    }
}

impl Packed {
    fn leaf(value: i32) -> Packed {
        Packed { children: 0, content: value.cast_unsigned() }
    }

    #[inline(always)]
    fn value(self) -> Option<Score> {
        (self.children == 0).then_some(Score(self.content.cast_signed()))
    }
}

impl Game for Tree {
    type State = Node;
    /// The number of the child, counted from 0; written from 1.
    type Move = u32;

    #[inline]
    fn moves(&self, &node: &Node, out: &mut MoveList<u32>) -> Status {
        out.extend(0..self.at(node).children);
        self.at(node).value().map_or(Status::Open, Status::Over)
    }

    #[inline]
    fn play(&self, node: &mut Node, number: u32) {
        node.0 = self.at(*node).content + number;
    }

    #[inline]
    fn status(&self, &node: &Node, _: &mut MoveList<u32>) -> Status {
        self.at(node).value().map_or(Status::Open, Status::Over)
    }

    /// That of the whole tree, for every node.
    fn shape(&self, _: &Node) -> Option<Shape> {
        Some(Shape { width: self.width, height: self.height })
    }

    #[inline]
    fn open(&self, &node: &Node, _: &mut MoveList<u32>) -> Result<Children, Score> {
        self.at(node).value().map_or(Ok(Children::numbered(self.at(node).children)), Err)
    }

    #[inline]
    fn child(&self, &node: &Node, _: Children, _: &MoveList<u32>, number: u32) -> (u32, Node) {
        (number, Node(self.at(node).content + number))
    }
}

/// A tree says nothing about an inner node without an [`Estimate`], so a search should go down to the leaves. One that stops
/// before is given zero.
impl Evaluate for Tree {
    fn evaluate(&self, &node: &Node) -> Score {
        match self.at(node).value() {
            Some(value) => value,
            None => self.estimate(node).map_or(Score::ZERO, |estimate| Score(estimate.value)),
        }
    }
}

provebest_game::skills!(Tree: Keyed);

/// No two nodes share a key.
impl Keyed for Tree {
    fn key(&self, node: &Node) -> u64 {
        mix(node.0.into())
    }
}

/// A node is written as the way that leads to it, children counted from 1: `2.1` is the first child of the second. The root
/// is the empty text. The tree itself is written by [`Display`](fmt::Display).
impl Text for Tree {
    fn parse(&self, text: &str) -> Result<Node, TextError> {
        let (mut node, mut place) = (self.root(), 0);
        for number in text.split('.').filter(|_| !text.is_empty()) {
            let child = self.parse_move(&node, number);
            self.play(&mut node, child.map_err(|error| TextError::new(text, place, error.why, error.want))?);
            place += number.len() + 1;
        }
        Ok(node)
    }

    fn print(&self, &node: &Node) -> String {
        let numbers: Vec<String> = self.path(node).iter().map(|number| (number + 1).to_string()).collect();
        numbers.join(".")
    }

    fn print_move(&self, _: &Node, number: u32) -> String {
        (number + 1).to_string()
    }

    fn parse_move(&self, &node: &Node, text: &str) -> Result<u32, TextError> {
        let children = self.at(node).children;
        let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        let number = text.parse().ok().filter(|number| plain && (1..=children).contains(number));
        number.map(|number: u32| number - 1).ok_or_else(|| match children {
            0 => TextError::new(text, 0, "a move at a leaf", "no move"),
            _ => TextError::new(text, 0, "not the number of a child", format!("a number from 1 to {children}")),
        })
    }
}

/// Compact JSON, which [`FromStr`] reads back.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // For every list on the way: the node to be written next, and the one behind its last.
        let root = self.root().0;
        let mut lists = vec![(root, root + 1)];
        let mut comma = "";
        while let Some((next, end)) = lists.last_mut() {
            if next == end {
                lists.pop();
                // The parent is the node before the next one of the list above.
                if let Some(&(after, _)) = lists.last() {
                    f.write_str(if self.estimate(Node(after - 1)).is_some() { "]}" } else { "]" })?;
                }
                comma = ",";
                continue;
            }
            let place = Node(*next);
            let node = self.at(place);
            *next += 1;
            if let Some(Score(value)) = node.value() {
                write!(f, "{comma}{}", if lists.len() % 2 == 1 { value } else { -value })?;
                comma = ",";
            } else {
                write!(f, "{comma}")?;
                if let Some(estimate) = self.estimate(place) {
                    let Estimate { value, low, high } = if lists.len() % 2 == 1 { estimate } else { -estimate };
                    write!(f, r#"{{"value":{value},"low":{low},"high":{high},"children":"#)?;
                }
                f.write_str("[")?;
                lists.push((node.content, node.content + node.children));
                comma = "";
            }
        }
        Ok(())
    }
}

impl FromStr for Tree {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Tree, TextError> {
        parse::parse(text)
    }
}

#[cfg(test)]
mod tests;
