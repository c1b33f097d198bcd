//! Explicit graphs as questions: is the first node proved? Positions may come again.

use std::fmt;
use std::str::FromStr;

use provebest_game::{Game, Keyed, MoveList, Provable, Score, Solvable, Status, Text, TextError, mix};

/// A graph of OR and AND nodes, written as a list in JSON: `true` and `false` are ends, a list has the numbers of a node's children.
/// Node 0 is the root; even nodes are OR, odd ones AND. Play that returns to a node proves nothing.
///
/// A proved node is worth 1 to the OR side. Where an edge leads to a node of the same kind, the other side passes between.
///
/// ```
/// use provebest_game::{Game, MoveList, Status};
/// use provebest_games::graph::Graph;
/// let graph: Graph = "[[1,2],[0,3],true,false]".parse()?;
/// let mut list = MoveList::new();
/// assert_eq!(graph.moves(&graph.root(), &mut list), Status::Open);
/// assert_eq!((list.as_slice(), graph.to_string().as_str()), (&[1, 2][..], "[[1,2],[0,3],true,false]"));
/// let error = "[[1],[7]]".parse::<Graph>().unwrap_err();
/// assert_eq!(error.to_string(), "no node has this number at character 7; expected 0 to 1\n  [[1],[7]]\n        ^");
/// # Ok::<(), provebest_game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    nodes: Vec<Vertex>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Vertex {
    End(bool),
    Inner(Vec<u32>),
}

/// A node of a [`Graph`], and which side is to move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphPlace {
    node: u32,
    /// Is the OR side to move?
    or: bool,
}

impl Graph {
    /// The root.
    pub fn root(&self) -> GraphPlace {
        GraphPlace { node: 0, or: true }
    }

    /// How many nodes it has.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Reads a file.
    pub fn parse_bytes(bytes: &[u8]) -> Result<Graph, TextError> {
        let text = String::from_utf8_lossy(bytes);
        text.parse()
    }
}

impl Game for Graph {
    type State = GraphPlace;
    type Move = u32;

    fn moves(&self, place: &GraphPlace, out: &mut MoveList<u32>) -> Status {
        let won = |yes: bool| Status::Over(Score(if yes == place.or { 1 } else { -1 }));
        let own = place.node.is_multiple_of(2);
        match &self.nodes[place.node as usize] {
            Vertex::End(yes) => won(*yes),
            // Nothing to choose from proves nothing, and nothing to fear disproves nothing.
            Vertex::Inner(children) if children.is_empty() => won(!own),
            Vertex::Inner(_) if own != place.or => {
                out.push(place.node);
                Status::Open
            }
            Vertex::Inner(children) => {
                out.extend(children.iter().copied());
                Status::Open
            }
        }
    }

    fn play(&self, place: &mut GraphPlace, to: u32) {
        *place = GraphPlace { node: to, or: !place.or };
    }
}

impl Keyed for Graph {
    fn key(&self, place: &GraphPlace) -> u64 {
        mix(u64::from(place.node) << 1 | u64::from(place.or))
    }
}

impl Solvable for Graph {}

impl Provable for Graph {
    fn repeated(&self, _: &GraphPlace) -> Option<Score> {
        Some(Score::ZERO)
    }
}

/// Places are written as the numbers of their nodes.
impl Text for Graph {
    fn parse(&self, text: &str) -> Result<GraphPlace, TextError> {
        let node = text.parse().ok().filter(|&node: &u32| (node as usize) < self.nodes.len());
        let place = node.map(|node| GraphPlace { node, or: node.is_multiple_of(2) });
        place
            .ok_or_else(|| TextError::new(text, 0, "no node has this number", format!("0 to {}", self.nodes.len() - 1)))
    }

    fn print(&self, place: &GraphPlace) -> String {
        format!("{}{}", place.node, if place.or == place.node.is_multiple_of(2) { "" } else { " pass" })
    }

    fn print_move(&self, _: &GraphPlace, to: u32) -> String {
        to.to_string()
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = self.nodes.iter().map(|node| match node {
            Vertex::End(yes) => yes.to_string(),
            Vertex::Inner(children) => {
                format!("[{}]", children.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
            }
        });
        write!(f, "[{}]", written.collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Graph {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Graph, TextError> {
        let mut reader = Reader { text, at: 0, edges: Vec::new() };
        let nodes = reader.list(Reader::vertex)?;
        reader.space();
        if reader.at < text.len() {
            return reader.wrong("something follows the graph", "nothing");
        }
        if nodes.is_empty() {
            return Err(TextError::new(text, 0, "no node", "a list of nodes such as [[1],true]"));
        }
        match reader.edges.iter().find(|(child, _)| *child as usize >= nodes.len()) {
            Some(&(_, place)) => {
                let want = format!("0 to {}", nodes.len() - 1);
                Err(TextError::new(text, place, "no node has this number", want))
            }
            None => Ok(Graph { nodes }),
        }
    }
}

/// Reads lists, numbers and the two words.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The children, and where they stand.
    edges: Vec<(u32, usize)>,
}

impl Reader<'_> {
    fn wrong<T>(&self, why: &str, want: &str) -> Result<T, TextError> {
        Err(TextError::new(self.text, self.at, why, want))
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
    }

    /// Reads this, if it comes next.
    fn take(&mut self, word: &str) -> bool {
        self.space();
        let there = self.text[self.at..].starts_with(word);
        self.at += if there { word.len() } else { 0 };
        there
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T, TextError>) -> Result<Vec<T>, TextError> {
        if !self.take("[") {
            return self.wrong("no list", "[");
        }
        let mut items = Vec::new();
        while !self.take("]") {
            if !items.is_empty() && !self.take(",") {
                return self.wrong("the list goes on in another way", ", or ]");
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn vertex(&mut self) -> Result<Vertex, TextError> {
        if self.take("true") {
            return Ok(Vertex::End(true));
        }
        if self.take("false") {
            return Ok(Vertex::End(false));
        }
        if !self.text[self.at..].starts_with('[') {
            return self.wrong("no node", "true, false, or a list of numbers");
        }
        Ok(Vertex::Inner(self.list(Reader::child)?))
    }

    fn child(&mut self) -> Result<u32, TextError> {
        self.space();
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let Ok(child) = rest[..end].parse() else { return self.wrong("no number", "the number of a node") };
        self.edges.push((child, self.at));
        self.at += end;
        Ok(child)
    }
}
