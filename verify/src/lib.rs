//! Checks a certificate: a solution tree of a position, written by whatever program solved it. This crate shares no code with the
//! searches. What it trusts is the rules of the game, what an end is worth, what a glance at a position shows
//! ([`Provable::settled`]), and the three files of this crate; this one is the check. Where little of a game is left it plays all of it.
//!
//! The format is told in `provebest_search::proof::certificate`. A check reads the file once, and remembers the path to the node it is
//! at and the positions that are referred to again.

mod games;
mod input;

use std::fmt;
use std::io::Read;

use provebest_game::{MoveList, Provable, Score, Status, Text};

use input::Input;

/// What a certificate proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The name of the game.
    pub game: String,
    /// The position.
    pub position: String,
    /// It is worth at least this to the side to move.
    pub least: Option<Score>,
    /// And at most this.
    pub most: Option<Score>,
    /// How many nodes and ends the certificate has.
    pub nodes: u64,
    /// How many positions were remembered.
    pub shared: u64,
    /// The size of the certificate.
    pub bytes: u64,
}

/// Why a certificate is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// How many bytes were read.
    pub byte: u64,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refused at byte {}: {}", self.byte, self.why)
    }
}

impl std::error::Error for Refused {}

/// Checks a certificate of a game that this crate knows: connect4, othello, tictactoe, tree, graph, or mate.
///
/// ```
/// use provebest_game::Score;
/// // Three heaps of nothing: MAX moves to the right, where both ends are worth 1 at least.
/// let head = b"provebest certificate 1\ntree\n[0,[1,2]]\nat least 1\n\n";
/// let tree = [1 << 2, 2 << 2, 0, 1]; // the second move; two replies; ends with margins 0 and 1
/// let mut file = [&head[..], &tree].concat();
/// let sum = file.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
/// file.extend(sum.to_le_bytes());
/// let proved = provebest_verify::verify(&mut &file[..])?;
/// assert_eq!((proved.least, proved.most, proved.nodes), (Some(Score(1)), None, 4));
/// file[20] ^= 1;
/// assert!(provebest_verify::verify(&mut &file[..]).is_err());
/// # Ok::<(), provebest_verify::Refused>(())
/// ```
pub fn verify(input: &mut dyn Read) -> Result<Proved, Refused> {
    let mut input = Input::new(input);
    let (game, position) = input.head()?;
    games::verify(&game, &position, input)
}

/// Checks a certificate of any game: `read` makes the position of the text in its head.
pub fn verify_game<G: Provable + Text>(
    input: &mut dyn Read,
    game: &G,
    read: impl FnOnce(&str) -> Option<G::State>,
) -> Result<Proved, Refused> {
    let mut input = Input::new(input);
    let (name, position) = input.head()?;
    let Some(root) = read(&position) else { return input.refuse("the position cannot be read") };
    claims(game, &root, name, position, input)
}

/// Checks what follows the name of the game and the position.
fn claims<G: Provable + Text>(
    game: &G,
    root: &G::State,
    name: String,
    position: String,
    mut input: Input<'_>,
) -> Result<Proved, Refused> {
    let (mut least, mut most, mut claims) = (None, None, Vec::new());
    loop {
        let line = input.line()?;
        let number = |text: &str| text.parse().ok().filter(|score| (-2_000_000_000..=2_000_000_000).contains(score));
        if let Some(score) = line.strip_prefix("at least ").and_then(number).filter(|_| least.is_none()) {
            least = Some(Score(score));
            claims.push((true, score));
        } else if let Some(score) = line.strip_prefix("at most ").and_then(number).filter(|_| most.is_none()) {
            most = Some(Score(score));
            claims.push((false, -score));
        } else if line.is_empty() && !claims.is_empty() {
            break;
        } else {
            return input.refuse("not a claim");
        }
    }
    let (mut nodes, mut shared) = (0, 0);
    for (own, least) in claims {
        let mut check = Check { game, least, may_return: false, open: Vec::new(), shared: Vec::new(), nodes: 0 };
        let returned = game.repeated(root).map(|worth| if own { worth.0 } else { -worth.0 });
        check.may_return = returned.is_some_and(|worth| worth >= least);
        check.tree(root.clone(), own, &mut input)?;
        nodes += check.nodes;
        shared += check.shared.len() as u64;
    }
    input.end()?;
    Ok(Proved { game: name, position, least, most, nodes, shared, bytes: input.bytes })
}

/// The check of one tree: the side that claims gets at least `least`.
struct Check<'a, G: Provable> {
    game: &'a G,
    least: i32,
    /// Does play that returns to a position suit the claim?
    may_return: bool,
    /// The nodes on the path.
    open: Vec<Open<G>>,
    shared: Vec<Shared>,
    nodes: u64,
}

/// A node on the path.
struct Open<G: Provable> {
    state: G::State,
    /// Is the side that claims to move?
    own: bool,
    /// The moves whose trees are still to come, the last one first.
    moves: Vec<G::Move>,
    /// Its number, if it is referred to again.
    number: Option<usize>,
}

/// A position that is referred to again.
struct Shared {
    text: String,
    own: bool,
    /// Has its whole tree been read?
    complete: bool,
}

impl<G: Provable + Text> Check<'_, G> {
    fn tree(&mut self, root: G::State, own: bool, input: &mut Input<'_>) -> Result<(), Refused> {
        self.node(root, own, input)?;
        while let Some(last) = self.open.last_mut() {
            if let Some(m) = last.moves.pop() {
                let (mut child, own) = (last.state.clone(), !last.own);
                self.game.play(&mut child, m);
                self.node(child, own, input)?;
            } else {
                if let Some(number) = last.number {
                    self.shared[number].complete = true;
                }
                self.open.pop();
            }
        }
        Ok(())
    }

    /// Reads one node. If its children follow, it is open.
    fn node(&mut self, state: G::State, own: bool, input: &mut Input<'_>) -> Result<(), Refused> {
        self.nodes += 1;
        let (mut list, content) = (MoveList::new(), input.number()?);
        let over = match self.game.moves(&state, &mut list) {
            Status::Over(value) => Some(self.game.worth(&state, value)),
            Status::Open => None,
        };
        match self.margin(&state, own, over) {
            Ok(margin) if margin == content => return Ok(()),
            Ok(_) => return input.refuse("an end is worth something else"),
            Err(_) if over.is_some() => return input.refuse("an end is worth less than is claimed"),
            Err(_) => {}
        }
        let (mut moves, kind, content) = (list.as_slice().to_vec(), content & 3, content >> 2);
        let (text, count) = (|| self.game.print(&state), self.shared.len() as u64);
        let number = match kind {
            0 => None,
            1 => {
                self.shared.push(Shared { text: text(), own, complete: false });
                Some(count as usize)
            }
            2 if (1..=count).contains(&content) => {
                let before = &self.shared[(count - content) as usize];
                if before.own != own || before.text != text() {
                    return input.refuse("another position than the one referred to");
                }
                if !before.complete && !self.may_return {
                    return input.refuse("play returns to a position, and that does not suit the claim");
                }
                return Ok(());
            }
            3 if content == 0 && self.game.ends_soon(&state) => {
                let kept = self.keeps(&state, own);
                return if kept { Ok(()) } else { input.refuse("the claim is lost in the rest of the game") };
            }
            _ => return input.refuse("no position to refer to"),
        };
        if own && content < moves.len() as u64 {
            moves = vec![moves[content as usize]];
        } else if own || content != moves.len() as u64 || moves.is_empty() {
            return input.refuse("not the moves of this position");
        }
        moves.reverse();
        self.open.push(Open { state, own, moves, number });
        Ok(())
    }

    /// By how much the claim is met, whatever is played from here on.
    fn margin(&self, state: &G::State, own: bool, over: Option<Score>) -> Result<u64, std::num::TryFromIntError> {
        // Where the game goes on, what a glance shows of every game from here on: how many stones are left, say.
        let (least, most) = over.map_or_else(|| self.game.settled(state), |value| (value, value));
        u64::try_from(i64::from(if own { least.0 } else { -most.0 }) - i64::from(self.least))
    }

    /// Does the side that claims keep its claim to the end of the game? Plays all moves.
    fn keeps(&self, state: &G::State, own: bool) -> bool {
        let mut list = MoveList::new();
        let over = match self.game.moves(state, &mut list) {
            Status::Over(value) => Some(self.game.worth(state, value)),
            Status::Open => None,
        };
        if over.is_some() || self.margin(state, own, over).is_ok() {
            return self.margin(state, own, over).is_ok();
        }
        if list.as_slice().is_empty() {
            return false;
        }
        let mut after = list.as_slice().iter().map(|&m| {
            let mut child = state.clone();
            self.game.play(&mut child, m);
            self.keeps(&child, !own)
        });
        if own { after.any(|kept| kept) } else { after.all(|kept| kept) }
    }
}
