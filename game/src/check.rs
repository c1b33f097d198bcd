//! The check that a new game gets for free: random play from a seed, at every position of which everything the rules
//! promise is tried.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;

use crate::{
    Depth, Evaluate, Game, Keyed, MoveList, Noisy, Order, Pass, Ply, Repeat, Score, Shape, SplitMix64, Status,
    Symmetry, Text, TextError,
};

/// Checks the rules alone, by a hundred games from `root`. [`Check`] also looks at skills and searches.
///
/// See the example at [`Check`].
pub fn check<G: Game>(game: &G, root: &G::State) -> Result<Checked, Fault> {
    Check::new(game, root).run()
}

/// Checks that the rules of a game keep their promises, by random play from a position.
///
/// A skill is checked when it is asked for, and can only be asked for where the game has it.
///
/// ```
/// use provebest_game::{Check, Evaluate, Game, MoveList, Score, Status, check};
///
/// /// Take one, two or three; who takes the last one wins.
/// struct Nim;
///
/// impl Game for Nim {
///     type State = u32;
///     type Move = u32;
///     fn moves(&self, &heap: &u32, out: &mut MoveList<u32>) -> Status {
///         out.extend(1..=heap.min(3));
///         if heap == 0 { Status::Over(Score(-1)) } else { Status::Open }
///     }
///     fn play(&self, heap: &mut u32, taken: u32) {
///         *heap -= taken;
///     }
/// }
///
/// impl Evaluate for Nim {
///     fn evaluate(&self, &heap: &u32) -> Score {
///         if heap % 4 == 0 { Score(-1) } else { Score(1) }
///     }
/// }
///
/// assert!(check(&Nim, &12).is_ok());
///
/// let guess = |game: &Nim, heap: &u32, _depth| game.evaluate(heap); // right at every depth, in this game
/// let checked = Check::new(&Nim, &12).games(20).seed(7).equal().evaluated().search("guess", &guess).run().unwrap();
/// assert_eq!(checked.games, 20);
/// assert_eq!(checked.widest, 3);
/// ```
pub struct Check<'a, G: Game> {
    game: &'a G,
    root: &'a G::State,
    games: u32,
    plies: Ply,
    seed: u64,
    depth: Depth,
    equal: Option<Equal<G>>,
    key: Option<Of<G, u64>>,
    symmetric_key: Option<Of<G, u64>>,
    evaluate: Option<Of<G, Score>>,
    horizon: Option<Horizon<G>>,
    leaves: Option<Row<G>>,
    text: Option<Words<G>>,
    noisy: Option<Loud<G>>,
    order: Option<Ranks<G>>,
    pass: Option<Of<G, Option<<G as Game>::State>>>,
    repeat: Option<Clock<G>>,
    searches: Vec<(&'a str, Search<'a, G>)>,
}

type Equal<G> = fn(&<G as Game>::State, &<G as Game>::State) -> bool;
type Of<G, T> = fn(&G, &<G as Game>::State) -> T;
type Horizon<G> = fn(&G, &<G as Game>::State, &mut MoveList<<G as Game>::Move>) -> (Score, bool);
type Row<G> = fn(&G, &<G as Game>::State, &mut MoveList<<G as Game>::Move>) -> Rowed<<G as Game>::Move>;
/// What [`Evaluate::leaves`] returns and visits.
type Rowed<M> = (Option<Score>, Vec<(M, Score, bool)>);
type ParseMove<G> = fn(&G, &<G as Game>::State, &str) -> Result<<G as Game>::Move, TextError>;
type Search<'a, G> = &'a dyn Fn(&G, &<G as Game>::State, Depth) -> Score;

/// The methods of [`Text`], for a game that may not have them.
struct Words<G: Game> {
    parse: fn(&G, &str) -> Result<G::State, TextError>,
    print: Of<G, String>,
    print_move: fn(&G, &G::State, G::Move) -> String,
    parse_move: ParseMove<G>,
}

/// The methods of [`Noisy`].
struct Loud<G: Game> {
    noisy: fn(&G, &G::State, &mut MoveList<G::Move>),
    is_forced: Of<G, bool>,
    gain: fn(&G, &G::State, G::Move) -> i32,
}

/// The methods of [`Order`].
struct Ranks<G: Game> {
    slots: usize,
    slot: fn(&G, &G::State, G::Move) -> usize,
    promise: fn(&G, &G::State, G::Move) -> i32,
}

/// The methods of [`Repeat`].
struct Clock<G: Game> {
    key: Of<G, u64>,
    reversible: Of<G, u32>,
    now: Of<G, Ply>,
}

/// What a passed check has looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Games played.
    pub games: u32,
    /// Games played to their end.
    pub finished: u32,
    /// Positions looked at, each game's anew.
    pub positions: u64,
    /// Plies of the longest game.
    pub longest: u32,
    /// Most moves seen at one position.
    pub widest: u32,
    /// How often a position was met in two ways, so that keys could be compared.
    pub transpositions: u64,
}

/// What a game promises.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// The same question to the same position has the same answer.
    Steady,
    /// A clone is a position of its own: what is played on it does not reach the original.
    Clone,
    /// An open position has a move.
    OpenMeansMoves,
    /// No move is listed twice.
    MovesDiffer,
    /// A final value is within ±[`Score::LIMIT`], or a win or loss at some ply.
    FinalValue,
    /// [`Game::status`] tells what [`Game::moves`] tells.
    Status,
    /// [`Game::open`] and [`Game::son`] lead where [`Game::moves`] and [`Game::play`] do, in the same order, and
    /// leave the list as it was.
    Sons,
    /// No tree is wider or higher than [`Game::shape`] says.
    Shape,
    /// [`Evaluate::evaluate`] stays within ±[`Score::LIMIT`], [`Evaluate::horizon`] prefers the final value, and
    /// [`Evaluate::leaves`] tells in order what it says of each son.
    Estimate,
    /// [`Keyed::key`] is one for equal positions, however they were reached, and equal keys mean the same moves.
    Key,
    /// [`Symmetry::symmetric_key`] is one for equal positions, and equal ones mean as many moves.
    Symmetry,
    /// What [`Text::print`] writes, [`Text::parse`] reads back.
    Text,
    /// Every move of a position is written differently, and [`Text::parse_move`] reads it back.
    MoveText,
    /// [`Noisy::noisy`] lists moves of the position, none twice, and all of them if the side to move is in need.
    Noisy,
    /// [`Order::slot`] is below [`Order::SLOTS`], and says the same twice, like [`Order::promise`].
    Order,
    /// [`Pass::pass`] gives a position with another key, is not offered to a side in need, and after two of them the side to
    /// move has no move that it did not have before.
    Pass,
    /// [`Repeat::now`] counts plies, a decided game ends now, and no position comes again from further back than
    /// [`Repeat::reversible`] says.
    Repeat,
    /// A search finds what plain minimax finds.
    Search,
}

impl Rule {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Rule; 18] = [
        Rule::Steady,
        Rule::Clone,
        Rule::OpenMeansMoves,
        Rule::MovesDiffer,
        Rule::FinalValue,
        Rule::Status,
        Rule::Sons,
        Rule::Shape,
        Rule::Estimate,
        Rule::Key,
        Rule::Symmetry,
        Rule::Text,
        Rule::MoveText,
        Rule::Noisy,
        Rule::Order,
        Rule::Pass,
        Rule::Repeat,
        Rule::Search,
    ];

    /// The promise in a sentence.
    pub const fn promise(self) -> &'static str {
        match self {
            Rule::Steady => "the same question to the same position has the same answer",
            Rule::Clone => "playing on a clone leaves the original alone",
            Rule::OpenMeansMoves => "an open position has a move",
            Rule::MovesDiffer => "no move is listed twice",
            Rule::FinalValue => "a final value is within the limit, or a win or loss at some ply",
            Rule::Status => "status tells what moves tells",
            Rule::Sons => "open and son lead where moves and play do",
            Rule::Shape => "no tree is wider or higher than shape says",
            Rule::Estimate => "an estimate is within the limit, and the horizon prefers a final value",
            Rule::Key => "equal positions have equal keys, and equal keys the same moves",
            Rule::Symmetry => "equal positions have equal symmetric keys, and equal symmetric keys as many moves",
            Rule::Text => "what print writes, parse reads back",
            Rule::MoveText => "moves are written differently, and parse_move reads them back",
            Rule::Noisy => "noisy moves are moves of the position, all of them where the side to move is in need",
            Rule::Order => "a slot is below SLOTS, and slots and promises are steady",
            Rule::Pass => "a pass gives another position, not to a side in need, and two of them no new moves",
            Rule::Repeat => "now counts plies, and nothing comes again from further back than reversible says",
            Rule::Search => "a search finds what plain minimax finds",
        }
    }
}

/// A broken promise, and where it was seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The promise.
    pub rule: Rule,
    /// The moves from the root to the position, each as its number, counted from 0, in the list of [`Game::moves`].
    pub path: Vec<u32>,
    /// The position as the game prints it, where it can and was asked to.
    pub text: Option<String>,
    /// What was seen.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, but {}\n  ", self.rule.promise(), self.why)?;
        if self.path.is_empty() {
            write!(f, "at the root")?;
        } else {
            let path: Vec<String> = self.path.iter().map(u32::to_string).collect();
            write!(f, "after the moves with the numbers {} (counted from 0)", path.join(" "))?;
        }
        self.text.as_ref().map_or(Ok(()), |text| write!(f, ", at {text}"))
    }
}

impl std::error::Error for Fault {}

/// A rule that does not hold, and why.
type Held = Result<(), (Rule, String)>;

fn holds(rule: Rule, truth: bool, why: impl FnOnce() -> String) -> Held {
    if truth { Ok(()) } else { Err((rule, why())) }
}

/// All that can be seen of a position.
#[derive(PartialEq)]
struct Look<M> {
    status: Status,
    moves: Vec<M>,
    key: Option<u64>,
    symmetric_key: Option<u64>,
    estimate: Option<Score>,
    text: Option<String>,
}

impl<M: Eq> Look<M> {
    /// In what two looks differ.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        let differs = [
            (self.status != other.status, "the status"),
            (self.moves != other.moves, "the moves"),
            (self.text != other.text, "the text"),
            (self.key != other.key, "the key"),
            (self.symmetric_key != other.symmetric_key, "the symmetric key"),
            (self.estimate != other.estimate, "the estimate"),
        ];
        differs.into_iter().find_map(|(differs, what)| differs.then_some(what))
    }
}

/// The positions met so far, by their names.
struct Seen<M> {
    by_text: HashMap<String, [Option<u64>; 2]>,
    by_key: HashMap<u64, (Vec<M>, Option<u64>)>,
    by_symmetric_key: HashMap<u64, usize>,
}

impl<'a, G: Game> Check<'a, G> {
    /// At most so many of a position's moves are tried out; of wider ones a random choice.
    const TRIED: usize = 64;
    /// At most so many positions are remembered.
    const REMEMBERED: usize = 200_000;

    /// A check of the rules alone, by a hundred games from `root` with seed 1.
    pub fn new(game: &'a G, root: &'a G::State) -> Self {
        Check {
            game,
            root,
            games: 100,
            plies: Ply(1000),
            seed: 1,
            depth: Depth(3),
            equal: None,
            key: None,
            symmetric_key: None,
            evaluate: None,
            horizon: None,
            leaves: None,
            text: None,
            noisy: None,
            order: None,
            pass: None,
            repeat: None,
            searches: Vec::new(),
        }
    }

    /// Plays so many games.
    pub fn games(self, games: u32) -> Self {
        Check { games, ..self }
    }

    /// Breaks a game off after so many plies.
    pub fn plies(self, plies: Ply) -> Self {
        Check { plies, ..self }
    }

    /// Chooses the moves from this seed. The same seed gives the same games.
    pub fn seed(self, seed: u64) -> Self {
        Check { seed, ..self }
    }

    /// Compares searches at all depths up to this one, 3 if not told otherwise.
    pub fn depth(self, depth: Depth) -> Self {
        Check { depth, ..self }
    }

    /// Compares positions by `==` too.
    pub fn equal(self) -> Self
    where
        G::State: PartialEq,
    {
        Check { equal: Some(G::State::eq), ..self }
    }

    /// Checks the keys too.
    pub fn keyed(self) -> Self
    where
        G: Keyed,
    {
        Check { key: Some(G::key), ..self }
    }

    /// Checks the keys and the symmetric keys too.
    pub fn symmetric(self) -> Self
    where
        G: Symmetry,
    {
        Check { key: Some(G::key), symmetric_key: Some(G::symmetric_key), ..self }
    }

    /// Checks the estimates too.
    pub fn evaluated(self) -> Self
    where
        G: Evaluate,
    {
        let leaves: Row<G> = |game, state, list| {
            let mut row = Vec::new();
            let over = game.leaves(state, list, |m, worth, estimated| {
                row.push((m, worth, estimated));
                ControlFlow::Continue(())
            });
            (over, row)
        };
        Check { evaluate: Some(G::evaluate), horizon: Some(G::horizon), leaves: Some(leaves), ..self }
    }

    /// Checks the texts of positions and moves too, and prints the position into a [`Fault`].
    pub fn text(self) -> Self
    where
        G: Text,
    {
        let words = Words { parse: G::parse, print: G::print, print_move: G::print_move, parse_move: G::parse_move };
        Check { text: Some(words), ..self }
    }

    /// Checks the noisy moves too.
    pub fn noisy(self) -> Self
    where
        G: Noisy,
    {
        Check { noisy: Some(Loud { noisy: G::noisy, is_forced: G::is_forced, gain: G::gain }), ..self }
    }

    /// Checks slots and promises of moves too.
    pub fn ordered(self) -> Self
    where
        G: Order,
    {
        Check { order: Some(Ranks { slots: G::SLOTS, slot: G::slot, promise: G::promise }), ..self }
    }

    /// Checks passes too.
    pub fn passing(self) -> Self
    where
        G: Pass,
    {
        Check { pass: Some(G::pass), ..self }
    }

    /// Checks what is said of positions that come again too.
    pub fn repeating(self) -> Self
    where
        G: Repeat,
    {
        Check { repeat: Some(Clock { key: G::key, reversible: G::reversible, now: G::now }), ..self }
    }

    /// Checks a search too: it must find the value of plain minimax with estimates at the horizon, at the root and at
    /// one position of every game.
    pub fn search(mut self, name: &'a str, search: Search<'a, G>) -> Self
    where
        G: Evaluate,
    {
        self.searches.push((name, search));
        self.evaluated()
    }

    /// Plays the games, up to the first fault.
    pub fn run(&self) -> Result<Checked, Fault> {
        let mut chance = SplitMix64::new(self.seed);
        let mut checked = Checked::default();
        let mut seen = Seen { by_text: HashMap::new(), by_key: HashMap::new(), by_symmetric_key: HashMap::new() };
        let mut longest = 0;
        for number in 0..self.games.max(1) {
            let searched_at = if number == 0 { 0 } else { chance.below(longest + 1) };
            self.one_game(searched_at, &mut chance, &mut seen, &mut checked)?;
            longest = checked.longest.into();
        }
        Ok(checked)
    }

    fn one_game(
        &self,
        searched_at: u64,
        chance: &mut SplitMix64,
        seen: &mut Seen<G::Move>,
        checked: &mut Checked,
    ) -> Result<(), Fault> {
        let mut path = Vec::new();
        let mut state = self.root.clone();
        let mut shape: Option<Shape> = None;
        let mut before: Vec<(G::State, G::Move)> = Vec::new();
        let mut keys: Vec<u64> = Vec::new();
        checked.games += 1;
        loop {
            checked.positions += 1;
            let look = self.look(&state);
            shape = narrower(shape, self.game.shape(&state));
            let held = self
                .rules(&state, &look, shape, chance)
                .and_then(|()| self.words(&state, &look))
                .and_then(|()| self.meet(&look, seen, checked))
                .and_then(|()| self.transpose(&before, &state, &look, seen, checked))
                .and_then(|()| self.noise(&state, &look))
                .and_then(|()| self.ranks(&state, &look))
                .and_then(|()| self.passes(&state, &look))
                .and_then(|()| self.comes_again(before.last().map(|(state, _)| state), &state, &look, &mut keys))
                .and_then(|()| if path.len() as u64 == searched_at { self.searched(&state) } else { Ok(()) });
            if let Err((rule, why)) = held {
                return Err(Fault { rule, path, text: look.text, why });
            }
            checked.longest = checked.longest.max(path.len() as u32);
            checked.widest = checked.widest.max(look.moves.len() as u32);
            if look.status != Status::Open {
                checked.finished += 1;
                return Ok(());
            }
            if path.len() as u32 >= self.plies.0 {
                return Ok(());
            }
            let number = chance.below(look.moves.len() as u64) as u32;
            let m = look.moves[number as usize];
            path.push(number);
            if before.len() == 3 {
                before.remove(0);
            }
            before.push((state.clone(), m));
            self.game.play(&mut state, m);
            shape = shape.map(|Shape { width, height: Depth(height) }| Shape { width, height: Depth(height - 1) });
        }
    }

    fn look(&self, state: &G::State) -> Look<G::Move> {
        let mut list = MoveList::new();
        let status = self.game.moves(state, &mut list);
        let open = status == Status::Open;
        Look {
            status,
            moves: if open { list.as_slice().to_vec() } else { Vec::new() },
            key: self.key.map(|key| key(self.game, state)),
            symmetric_key: self.symmetric_key.map(|key| key(self.game, state)),
            estimate: self.evaluate.filter(|_| open).map(|evaluate| evaluate(self.game, state)),
            text: self.text.as_ref().map(|words| (words.print)(self.game, state)),
        }
    }

    /// The position after a move, without a word about the one before.
    fn after(&self, state: &G::State, m: G::Move) -> G::State {
        let mut son = state.clone();
        self.game.play(&mut son, m);
        son
    }

    /// What every game promises, and its estimates.
    fn rules(&self, state: &G::State, look: &Look<G::Move>, shape: Option<Shape>, chance: &mut SplitMix64) -> Held {
        let moves = &look.moves;
        let differs = look.difference(&self.look(state));
        holds(Rule::Steady, differs.is_none(), || format!("{} changed", differs.unwrap_or_default()))?;

        for &m in moves.iter().take(Self::TRIED) {
            self.after(state, m);
        }
        let differs = look.difference(&self.look(state));
        holds(Rule::Clone, differs.is_none(), || format!("{} changed", differs.unwrap_or_default()))?;

        if let Status::Over(value) = look.status {
            let limit = Score::LIMIT.unsigned_abs()..=Score::win_in(Ply(0)).0.unsigned_abs();
            let fine = value.0.unsigned_abs() <= *limit.start() || limit.contains(&value.0.unsigned_abs());
            holds(Rule::FinalValue, fine, || format!("the final value is {}", value.0))?;
        } else {
            holds(Rule::OpenMeansMoves, !moves.is_empty(), || "there is none".into())?;
        }
        let twice = moves.iter().take(1000).enumerate().find(|(i, m)| moves[..*i].contains(m));
        holds(Rule::MovesDiffer, twice.is_none(), || {
            format!("move number {} had been listed before", twice.map_or(0, |(i, _)| i))
        })?;

        let mut list = MoveList::new();
        let status = self.game.status(state, &mut list);
        holds(Rule::Status, status == look.status, || format!("status is {status:?}, moves {:?}", look.status))?;
        holds(Rule::Status, list.is_empty(), || "status left moves on the list".into())?;
        self.sons(state, look, chance)?;

        if let Some(Shape { width, height }) = shape {
            let count = moves.len();
            holds(Rule::Shape, count <= width as usize, || format!("{count} moves are more than {width}"))?;
            holds(Rule::Shape, moves.is_empty() || height > Depth(0), || "the game goes on".into())?;
        }
        if let Some(Score(value)) = look.estimate {
            let fine = value.unsigned_abs() <= Score::LIMIT.unsigned_abs();
            holds(Rule::Estimate, fine, || format!("the estimate is {value}"))?;
        }
        if let Some(horizon) = self.horizon {
            let want = match look.status {
                Status::Over(value) => (value, false),
                Status::Open => (look.estimate.unwrap_or_default(), true),
            };
            let seen = horizon(self.game, state, &mut list);
            holds(Rule::Estimate, seen == want, || format!("the horizon is {seen:?}, not {want:?}"))?;
            self.row(state, look, horizon)?;
        }
        Ok(())
    }

    /// A row of leaves is worth what each of them is.
    fn row(&self, state: &G::State, look: &Look<G::Move>, horizon: Horizon<G>) -> Held {
        let Some(leaves) = self.leaves else { return Ok(()) };
        let mut list = MoveList::new();
        let (over, row) = leaves(self.game, state, &mut list);
        let told = over.map_or(Status::Open, Status::Over);
        holds(Rule::Estimate, told == look.status, || format!("leaves tell {told:?}, moves {:?}", look.status))?;
        holds(Rule::Estimate, list.is_empty(), || "leaves left moves on the list".into())?;
        let (count, moves) = (row.len(), look.moves.len());
        holds(Rule::Estimate, count == moves, || format!("a row of {count} leaves, {moves} moves"))?;
        for (number, ((m, worth, estimated), &wanted)) in row.into_iter().zip(&look.moves).enumerate().take(Self::TRIED)
        {
            holds(Rule::Estimate, m == wanted, || format!("leaf {number} belongs to another move"))?;
            let want = horizon(self.game, &self.after(state, m), &mut list);
            let seen = (worth, estimated);
            holds(Rule::Estimate, seen == want, || format!("leaf {number} is {seen:?}, on its own {want:?}"))?;
        }
        Ok(())
    }

    fn sons(&self, state: &G::State, look: &Look<G::Move>, chance: &mut SplitMix64) -> Held {
        let mut list = MoveList::new();
        let opened = self.game.open(state, &mut list);
        let sons = match (opened, look.status) {
            (Ok(sons), Status::Open) => sons,
            (Err(value), Status::Over(same)) if value == same => {
                return holds(Rule::Sons, list.is_empty(), || "open left moves of a final position".into());
            }
            (opened, status) => return Err((Rule::Sons, format!("open gives {opened:?}, moves {status:?}"))),
        };
        let count = look.moves.len();
        holds(Rule::Sons, sons.count() as usize == count, || format!("{} sons, {count} moves", sons.count()))?;
        for i in 0..count.min(Self::TRIED) {
            let i = if count > Self::TRIED { chance.below(count as u64) as usize } else { i };
            let (m, son) = self.game.son(state, sons, &list, i as u32);
            holds(Rule::Sons, m == look.moves[i], || format!("son {i} belongs to another move"))?;
            let played = self.after(state, m);
            let differs = self.look(&son).difference(&self.look(&played));
            let differs = differs.or_else(|| self.equal.filter(|equal| !equal(&son, &played)).map(|_| "the position"));
            holds(Rule::Sons, differs.is_none(), || {
                format!("{} of son {i} is another one", differs.unwrap_or_default())
            })?;
            if let Ok(grandsons) = self.game.open(&son, &mut list) {
                list.close(grandsons);
            }
        }
        list.close(sons);
        holds(Rule::Sons, list.is_empty(), || "moves were left on the list".into())
    }

    /// Texts there and back. The key of a position read anew is computed from scratch, so it has to be the one that
    /// play has kept up.
    fn words(&self, state: &G::State, look: &Look<G::Move>) -> Held {
        let (Some(words), Some(text)) = (&self.text, &look.text) else { return Ok(()) };
        let again = (words.parse)(self.game, text)
            .map_err(|error| (Rule::Text, format!("{text:?} is not read back: {error}")))?;
        let differs = look.difference(&self.look(&again));
        let differs = differs.or_else(|| self.equal.filter(|equal| !equal(state, &again)).map(|_| "the position"));
        let rule = match differs {
            Some("the key") => Rule::Key,
            Some("the symmetric key") => Rule::Symmetry,
            _ => Rule::Text,
        };
        holds(rule, differs.is_none(), || {
            format!("{} is another one once {text:?} is read back", differs.unwrap_or_default())
        })?;

        let mut written = HashSet::new();
        for &m in &look.moves {
            let text = (words.print_move)(self.game, state, m);
            match (words.parse_move)(self.game, state, &text) {
                Ok(same) => holds(Rule::MoveText, same == m, || format!("{text:?} is read as another move"))?,
                Err(error) => return Err((Rule::MoveText, format!("{text:?} is not read back: {error}"))),
            }
            let new = written.insert(text);
            holds(Rule::MoveText, new, || "two moves are written alike".into())?;
            if written.len() >= 1000 {
                break;
            }
        }
        Ok(())
    }

    /// Compares a position with those of the same name met before.
    fn meet(&self, look: &Look<G::Move>, seen: &mut Seen<G::Move>, checked: &mut Checked) -> Held {
        if let Some(text) = &look.text {
            let keys = [look.key, look.symmetric_key];
            if let Some(known) = seen.by_text.get(text) {
                checked.transpositions += 1;
                holds(Rule::Key, known[0] == keys[0], || format!("{text:?} has had another key"))?;
                holds(Rule::Symmetry, known[1] == keys[1], || format!("{text:?} has had another symmetric key"))?;
            } else if seen.by_text.len() < Self::REMEMBERED {
                seen.by_text.insert(text.clone(), keys);
            }
        }
        if look.status != Status::Open {
            return Ok(());
        }
        if let Some(key) = look.key {
            if let Some((moves, symmetric_key)) = seen.by_key.get(&key) {
                let same = moves.len() == look.moves.len()
                    && (moves.len() > Self::TRIED || moves.iter().all(|m| look.moves.contains(m)));
                holds(Rule::Key, same, || format!("the key {key:#018x} has had other moves"))?;
                let same = *symmetric_key == look.symmetric_key;
                holds(Rule::Symmetry, same, || format!("the key {key:#018x} has had another symmetric key"))?;
            } else if seen.by_key.len() < Self::REMEMBERED {
                seen.by_key.insert(key, (look.moves.clone(), look.symmetric_key));
            }
        }
        if let Some(key) = look.symmetric_key {
            let count = *seen.by_symmetric_key.entry(key).or_insert(look.moves.len());
            holds(Rule::Symmetry, count == look.moves.len(), || {
                format!("the symmetric key {key:#018x} has had {count} moves, now {}", look.moves.len())
            })?;
        }
        Ok(())
    }

    /// Plays the last three moves in the other order, where that is legal: often it leads to the same position.
    fn transpose(
        &self,
        before: &[(G::State, G::Move)],
        state: &G::State,
        look: &Look<G::Move>,
        seen: &mut Seen<G::Move>,
        checked: &mut Checked,
    ) -> Held {
        let [(start, a), (_, b), (_, c)] = before else { return Ok(()) };
        let mut other = start.clone();
        for &m in [c, b, a] {
            if !self.look(&other).moves.contains(&m) {
                return Ok(());
            }
            self.game.play(&mut other, m);
        }
        let met = self.look(&other);
        if self.equal.is_some_and(|equal| equal(state, &other)) {
            checked.transpositions += 1;
            holds(Rule::Key, met.key == look.key, || "it depends on the order of the last three moves".into())?;
            let same = met.symmetric_key == look.symmetric_key;
            holds(Rule::Symmetry, same, || "it depends on the order of the last three moves".into())?;
        }
        self.meet(&met, seen, checked)
    }

    fn noise(&self, state: &G::State, look: &Look<G::Move>) -> Held {
        let Some(loud) = self.noisy.as_ref().filter(|_| look.status == Status::Open) else { return Ok(()) };
        let mut list = MoveList::new();
        (loud.noisy)(self.game, state, &mut list);
        for (place, m) in list.as_slice().iter().enumerate() {
            let legal = look.moves.contains(m);
            holds(Rule::Noisy, legal, || format!("number {place} of the noisy ones is no move here"))?;
            let new = !list.as_slice()[..place].contains(m);
            holds(Rule::Noisy, new, || format!("number {place} of the noisy ones had been listed before"))?;
            let steady = (loud.gain)(self.game, state, *m) == (loud.gain)(self.game, state, *m);
            holds(Rule::Noisy, steady, || format!("the gain of number {place} changed"))?;
        }
        let all = !(loud.is_forced)(self.game, state) || list.len() == look.moves.len();
        holds(Rule::Noisy, all, || format!("in need there are {} noisy moves of {}", list.len(), look.moves.len()))
    }

    fn ranks(&self, state: &G::State, look: &Look<G::Move>) -> Held {
        let Some(ranks) = &self.order else { return Ok(()) };
        for (number, &m) in look.moves.iter().take(Self::TRIED).enumerate() {
            let ask = || ((ranks.slot)(self.game, state, m), (ranks.promise)(self.game, state, m));
            let (slot, promise) = ask();
            let fits = slot < ranks.slots;
            holds(Rule::Order, fits, || format!("move {number} has slot {slot} of {}", ranks.slots))?;
            let steady = ask() == (slot, promise);
            holds(Rule::Order, steady, || format!("slot or promise of move {number} changed"))?;
        }
        Ok(())
    }

    fn passes(&self, state: &G::State, look: &Look<G::Move>) -> Held {
        let Some(pass) = self.pass.filter(|_| look.status == Status::Open) else { return Ok(()) };
        let Some(other) = pass(self.game, state) else { return Ok(()) };
        let forced = self.noisy.as_ref().is_some_and(|loud| (loud.is_forced)(self.game, state));
        holds(Rule::Pass, !forced, || "a side in need may pass".into())?;
        let met = self.look(&other);
        let same = met.key.is_some() && met.key == look.key || self.equal.is_some_and(|equal| equal(state, &other));
        holds(Rule::Pass, !same, || "it is the same position".into())?;
        let Some(back) = pass(self.game, &other).filter(|_| met.status == Status::Open) else { return Ok(()) };
        let new = self.look(&back).moves.iter().position(|m| !look.moves.contains(m));
        holds(Rule::Pass, new.is_none(), || {
            format!("after two passes there is a new move, number {}", new.unwrap_or_default())
        })
    }

    /// `keys` are those of the positions before this one.
    fn comes_again(
        &self,
        before: Option<&G::State>,
        state: &G::State,
        look: &Look<G::Move>,
        keys: &mut Vec<u64>,
    ) -> Held {
        let Some(clock) = &self.repeat else { return Ok(()) };
        let (key, now) = ((clock.key)(self.game, state), (clock.now)(self.game, state));
        let back = (clock.reversible)(self.game, state);
        if let Some(before) = before {
            let (then, reach) = ((clock.now)(self.game, before), (clock.reversible)(self.game, before));
            holds(Rule::Repeat, now.0 == then.0 + 1, || format!("ply {} comes after ply {}", now.0, then.0))?;
            holds(Rule::Repeat, back <= reach + 1, || format!("reversible is {back} after {reach}"))?;
        }
        if let Status::Over(value) = look.status {
            let fine = value.end().is_none_or(|end| end == now);
            holds(Rule::Repeat, fine, || format!("it is ply {}, but the value is {}", now.0, value.0))?;
        }
        if let Some(last) = keys.iter().rposition(|&other| other == key) {
            let ago = (keys.len() - last) as u32;
            holds(Rule::Repeat, ago <= back, || format!("it was there {ago} plies before, reversible is {back}"))?;
        }
        keys.push(key);
        Ok(())
    }

    fn searched(&self, state: &G::State) -> Held {
        for depth in (0..=self.depth.0).map(Depth) {
            if self.searches.is_empty() {
                break;
            }
            let want = self.minimax(state, depth);
            for (name, search) in &self.searches {
                let found = search(self.game, state, depth);
                holds(Rule::Search, found == want, || {
                    format!("{name} finds {found} at depth {}, minimax {want}", depth.0)
                })?;
            }
        }
        Ok(())
    }

    /// The definition of the value, and nothing else.
    fn minimax(&self, state: &G::State, depth: Depth) -> Score {
        let look = self.look(state);
        match (look.status, depth) {
            (Status::Over(value), _) => value,
            (Status::Open, Depth(0)) => look.estimate.unwrap_or_default(),
            _ => {
                let values = look.moves.iter().map(|&m| -self.minimax(&self.after(state, m), depth.less()));
                values.max().unwrap_or_default()
            }
        }
    }
}

/// What two promises about a shape promise together.
fn narrower(known: Option<Shape>, new: Option<Shape>) -> Option<Shape> {
    match (known, new) {
        (Some(a), Some(b)) => Some(Shape { width: a.width.min(b.width), height: a.height.min(b.height) }),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;
    use crate::{Sons, mix};

    /// What can be wrong with the rules below.
    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Defect {
        Nothing,
        Unsteady,
        SharedClone,
        NoMoves,
        SameMoveTwice,
        FinalTooLarge,
        FinalInfinite,
        StatusDiffers,
        StatusLeavesMoves,
        OpenIsOver,
        TooFewSons,
        SonsReversed,
        SonElsewhere,
        SonsLeaveMoves,
        TooWide,
        TooHigh,
        EstimateTooLarge,
        HorizonGuesses,
        LeavesOfTheFather,
        KeyNotKeptUp,
        KeyForgetsAHeap,
        KeyOfTheOrder,
        MirrorKeyUneven,
        MirrorKeyOfTheOrder,
        TextUnread,
        TextOfAnother,
        MovesWrittenAlike,
        MoveUnread,
        SearchTooShallow,
    }
    use Defect::*;

    /// Two heaps; take one or two from either; who takes the last one wins.
    struct Heaps(Defect, Cell<u32>);

    #[derive(Clone, Debug)]
    struct Position {
        heaps: [u32; 2],
        key: u64,
        order: u64,
        shared: Rc<Cell<u32>>,
    }

    impl PartialEq for Position {
        fn eq(&self, other: &Self) -> bool {
            self.heaps == other.heaps
        }
    }

    fn key_of(heap: usize, left: u32) -> u64 {
        mix(1 + heap as u64 * 1000 + left as u64)
    }

    fn begin(heaps: [u32; 2]) -> Position {
        Position { heaps, key: key_of(0, heaps[0]) ^ key_of(1, heaps[1]), order: 0, shared: Rc::default() }
    }

    impl Game for Heaps {
        type State = Position;
        type Move = (usize, u32);

        fn moves(&self, s: &Position, out: &mut MoveList<(usize, u32)>) -> Status {
            self.1.set(self.1.get() + 1);
            if s.heaps == [0, 0] {
                return match self.0 {
                    FinalTooLarge => Status::Over(Score(i32::MIN)),
                    FinalInfinite => Status::Over(Score::WORST),
                    NoMoves => Status::Open,
                    _ => Status::Over(Score(-1)),
                };
            }
            for heap in 0..2 {
                out.extend((1..=s.heaps[heap].min(2)).map(|taken| (heap, taken)));
            }
            match self.0 {
                SameMoveTwice if out.len() > 1 => out.push(out.as_slice()[0]),
                Unsteady if self.1.get().is_multiple_of(2) => out.as_mut_slice().reverse(),
                SharedClone if s.shared.get() > 1 => out.as_mut_slice().reverse(),
                _ => {}
            }
            Status::Open
        }

        fn play(&self, s: &mut Position, (heap, taken): (usize, u32)) {
            s.shared.set(s.shared.get() + 1);
            if self.0 != KeyNotKeptUp || taken == 1 {
                s.key ^= key_of(heap, s.heaps[heap]) ^ key_of(heap, s.heaps[heap] - taken);
            }
            s.heaps[heap] -= taken;
            s.order = mix(s.order + 10 * heap as u64 + taken as u64);
        }

        fn status(&self, s: &Position, list: &mut MoveList<(usize, u32)>) -> Status {
            match self.0 {
                StatusDiffers if s.heaps == [1, 0] => Status::Over(Score(1)),
                StatusLeavesMoves => self.moves(s, list),
                _ => list.apart(|list| self.moves(s, list)),
            }
        }

        fn shape(&self, s: &Position) -> Option<Shape> {
            let [a, b] = s.heaps;
            Some(match self.0 {
                TooWide => Shape { width: 3, height: Depth(a + b) },
                TooHigh => Shape { width: 4, height: Depth((a + b).min(5)) },
                _ => Shape { width: 4, height: Depth(a + b) },
            })
        }

        fn open(&self, s: &Position, list: &mut MoveList<(usize, u32)>) -> Result<Sons, Score> {
            match self.0 {
                OpenIsOver if s.heaps[0] == 0 => Err(Score(0)),
                SonsLeaveMoves => {
                    list.push((0, 1));
                    list.open(|list| self.moves(s, list))
                }
                TooFewSons => Ok(Sons::numbered(1)),
                _ => list.open(|list| self.moves(s, list)),
            }
        }

        fn son(
            &self,
            s: &Position,
            sons: Sons,
            list: &MoveList<(usize, u32)>,
            number: u32,
        ) -> ((usize, u32), Position) {
            let m = match self.0 {
                SonsReversed => list.at(sons, sons.count() - 1 - number),
                _ => list.at(sons, number),
            };
            let mut son = s.clone();
            self.play(&mut son, m);
            if self.0 == SonElsewhere && son.heaps == [1, 1] {
                son = begin([1, 2]);
            }
            (m, son)
        }
    }

    impl Evaluate for Heaps {
        fn evaluate(&self, s: &Position) -> Score {
            let lost = s.heaps[0] % 3 == s.heaps[1] % 3;
            Score(if self.0 == EstimateTooLarge { 1_200_000_000 } else { 1 - 2 * i32::from(lost) })
        }

        fn horizon(&self, s: &Position, list: &mut MoveList<(usize, u32)>) -> (Score, bool) {
            match self.status(s, list) {
                Status::Over(value) if self.0 != HorizonGuesses => (value, false),
                _ => (self.evaluate(s), true),
            }
        }

        fn leaves(
            &self,
            s: &Position,
            list: &mut MoveList<(usize, u32)>,
            mut visit: impl FnMut((usize, u32), Score, bool) -> ControlFlow<()>,
        ) -> Option<Score> {
            let sons = match list.open(|list| self.moves(s, list)) {
                Ok(sons) => sons,
                Err(value) => return Some(value),
            };
            for number in 0..sons.count() {
                let m = list.at(sons, number);
                let mut son = s.clone();
                self.play(&mut son, m);
                let (worth, estimated) = self.horizon(&son, list);
                let worth = if self.0 == LeavesOfTheFather { -worth } else { worth };
                if visit(m, worth, estimated).is_break() {
                    break;
                }
            }
            list.close(sons);
            None
        }
    }

    impl Keyed for Heaps {
        fn key(&self, s: &Position) -> u64 {
            match self.0 {
                KeyForgetsAHeap => key_of(0, s.heaps[0]),
                KeyOfTheOrder => s.key ^ s.order,
                _ => s.key,
            }
        }
    }

    impl Symmetry for Heaps {
        fn symmetric_key(&self, s: &Position) -> u64 {
            let [a, b] = s.heaps;
            match self.0 {
                MirrorKeyUneven => mix((a + b) as u64),
                MirrorKeyOfTheOrder => s.key ^ s.order,
                _ => mix((a.min(b) * 100 + a.max(b)) as u64),
            }
        }
    }

    impl Text for Heaps {
        fn parse(&self, text: &str) -> Result<Position, TextError> {
            let wrong = |why| TextError::new(text, 0, why, "two heaps such as 3+4");
            let (a, b) = text.split_once('+').ok_or_else(|| wrong("no plus"))?;
            match (a.parse(), b.parse()) {
                (Ok(3), Ok(_)) if self.0 == TextUnread => Err(wrong("a three")),
                (Ok(3), Ok(b)) if self.0 == TextOfAnother => Ok(begin([4, b])),
                (Ok(a), Ok(b)) => Ok(begin([a, b])),
                _ => Err(wrong("no number")),
            }
        }

        fn print(&self, s: &Position) -> String {
            format!("{}+{}", s.heaps[0], s.heaps[1])
        }

        fn print_move(&self, _: &Position, (heap, taken): (usize, u32)) -> String {
            match self.0 {
                MovesWrittenAlike => format!("{taken}"),
                MoveUnread if taken == 2 => "two".into(),
                _ => format!("{}{taken}", ["a", "b"][heap]),
            }
        }

        fn parse_move(&self, s: &Position, text: &str) -> Result<(usize, u32), TextError> {
            let mut list = MoveList::new();
            self.moves(s, &mut list);
            let found = list.as_slice().iter().copied().find(|&m| self.print_move(s, m) == text && text != "two");
            found.ok_or_else(|| TextError::new(text, 0, "no move", "a1"))
        }
    }

    fn run(defect: Defect) -> Result<Checked, Fault> {
        let game = Heaps(defect, Cell::new(0));
        let exact = |game: &Heaps, s: &Position, depth: Depth| {
            if game.0 == SearchTooShallow && depth == Depth(2) { Score(7) } else { minimax(game, s, depth) }
        };
        let root = begin([5, 4]);
        Check::new(&game, &root).games(50).symmetric().evaluated().text().search("exact", &exact).run()
    }

    fn minimax(game: &Heaps, s: &Position, depth: Depth) -> Score {
        let mut list = MoveList::new();
        match game.moves(s, &mut list) {
            Status::Over(value) => value,
            Status::Open if depth == Depth(0) => game.evaluate(s),
            Status::Open => {
                let sons = list.as_slice().iter().map(|&m| {
                    let mut son = s.clone();
                    game.play(&mut son, m);
                    -minimax(game, &son, depth.less())
                });
                sons.max().unwrap()
            }
        }
    }

    #[test]
    fn right_rules_pass() {
        let checked = run(Nothing).unwrap();
        assert_eq!((checked.games, checked.finished, checked.widest), (50, 50, 4));
        assert!(checked.longest > 5 && checked.transpositions > 100, "{checked:?}");
        assert_eq!(run(Nothing).unwrap(), checked, "the same seed, the same games");
        let game = Heaps(Nothing, Cell::new(0));
        assert_eq!(check(&game, &begin([0, 0])).unwrap().longest, 0);
        let short = Check::new(&game, &begin([9, 9])).plies(Ply(2)).seed(2).run().unwrap();
        assert_eq!((short.longest, short.finished), (2, 0));
    }

    #[test]
    fn every_rule_fires() {
        let all = [
            (Unsteady, Rule::Steady),
            (SharedClone, Rule::Clone),
            (NoMoves, Rule::OpenMeansMoves),
            (SameMoveTwice, Rule::MovesDiffer),
            (FinalTooLarge, Rule::FinalValue),
            (FinalInfinite, Rule::FinalValue),
            (StatusDiffers, Rule::Status),
            (StatusLeavesMoves, Rule::Status),
            (OpenIsOver, Rule::Sons),
            (TooFewSons, Rule::Sons),
            (SonsReversed, Rule::Sons),
            (SonElsewhere, Rule::Sons),
            (SonsLeaveMoves, Rule::Sons),
            (TooWide, Rule::Shape),
            (TooHigh, Rule::Shape),
            (EstimateTooLarge, Rule::Estimate),
            (HorizonGuesses, Rule::Estimate),
            (LeavesOfTheFather, Rule::Estimate),
            (KeyNotKeptUp, Rule::Key),
            (KeyOfTheOrder, Rule::Key),
            (MirrorKeyUneven, Rule::Symmetry),
            (MirrorKeyOfTheOrder, Rule::Symmetry),
            (TextUnread, Rule::Text),
            (TextOfAnother, Rule::Text),
            (MovesWrittenAlike, Rule::MoveText),
            (MoveUnread, Rule::MoveText),
            (SearchTooShallow, Rule::Search),
        ];
        for (defect, rule) in all {
            assert_eq!(run(defect).map_err(|fault| fault.rule), Err(rule), "{defect:?}");
        }
        for rule in Rule::ALL {
            let of_a_ring = FLAWS.iter().any(|&(_, fired)| fired == rule);
            assert!(of_a_ring || all.iter().any(|&(_, fired)| fired == rule), "{rule:?} never fires");
        }
    }

    /// What can be wrong with the skills below.
    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Flaw {
        None,
        NoisyMoveOfAnother,
        NoisyMoveTwice,
        QuietInNeed,
        SlotTooLarge,
        PromiseUnsteady,
        PassIsNothing,
        PassInNeed,
        PassLearnsMoves,
        ClockStands,
        ReachTooShort,
        ReachJumps,
        EndAtAnotherPly,
    }

    const FLAWS: [(Flaw, Rule); 12] = [
        (Flaw::NoisyMoveOfAnother, Rule::Noisy),
        (Flaw::NoisyMoveTwice, Rule::Noisy),
        (Flaw::QuietInNeed, Rule::Noisy),
        (Flaw::SlotTooLarge, Rule::Order),
        (Flaw::PromiseUnsteady, Rule::Order),
        (Flaw::PassIsNothing, Rule::Pass),
        (Flaw::PassInNeed, Rule::Pass),
        (Flaw::PassLearnsMoves, Rule::Pass),
        (Flaw::ClockStands, Rule::Repeat),
        (Flaw::ReachTooShort, Rule::Repeat),
        (Flaw::ReachJumps, Rule::Repeat),
        (Flaw::EndAtAnotherPly, Rule::Repeat),
    ];

    /// A token on a ring of five places, moved by one step in either direction; a gate (2) leads out, and who is out has
    /// lost.
    struct Ring(Flaw, Cell<i32>);

    #[derive(Clone, PartialEq, Debug)]
    struct Token {
        /// From 0 to 4, and 5 is out.
        place: u8,
        ply: u32,
        reversible: u32,
        passed: u32,
    }

    impl Game for Ring {
        type State = Token;
        type Move = u8;

        fn moves(&self, token: &Token, out: &mut MoveList<u8>) -> Status {
            if token.place == 5 {
                let end = if self.0 == Flaw::EndAtAnotherPly { token.ply + 1 } else { token.ply };
                return Status::Over(Score::loss_in(Ply(end)));
            }
            out.extend([1, 4]);
            if token.place == 2 {
                out.push(0);
            }
            if self.0 == Flaw::PassLearnsMoves && token.passed == 2 {
                out.push(2);
            }
            Status::Open
        }

        fn play(&self, token: &mut Token, step: u8) {
            let out = step == 0;
            token.place = if out { 5 } else { (token.place + step) % 5 };
            token.ply += u32::from(self.0 != Flaw::ClockStands);
            token.reversible = if out { 0 } else { token.reversible + 1 };
        }
    }

    impl Keyed for Ring {
        fn key(&self, token: &Token) -> u64 {
            mix(u64::from(token.place) * 4 + u64::from(token.passed))
        }
    }

    impl Evaluate for Ring {
        fn evaluate(&self, token: &Token) -> Score {
            Score(token.place.into())
        }
    }

    impl Noisy for Ring {
        fn noisy(&self, token: &Token, out: &mut MoveList<u8>) {
            let forced = self.is_forced(token) && self.0 != Flaw::QuietInNeed;
            match self.0 {
                Flaw::NoisyMoveOfAnother => out.push(3),
                Flaw::NoisyMoveTwice => out.extend([1, 1]),
                _ if forced => out.extend([1, 4]),
                _ => {}
            }
        }

        fn is_forced(&self, token: &Token) -> bool {
            token.place == 3
        }

        fn gain(&self, _: &Token, m: u8) -> i32 {
            m.into()
        }
    }

    impl Order for Ring {
        const SLOTS: usize = 5;

        fn slot(&self, _: &Token, m: u8) -> usize {
            usize::from(m) + usize::from(self.0 == Flaw::SlotTooLarge)
        }

        fn promise(&self, _: &Token, m: u8) -> i32 {
            self.1.set(self.1.get() + 1);
            i32::from(m) + if self.0 == Flaw::PromiseUnsteady { self.1.get() } else { 0 }
        }
    }

    impl Pass for Ring {
        fn pass(&self, token: &Token) -> Option<Token> {
            let stays = self.is_forced(token) && self.0 != Flaw::PassInNeed;
            let passed = if self.0 == Flaw::PassIsNothing { 0 } else { token.passed + 1 };
            (!stays).then(|| Token { passed, ..token.clone() })
        }
    }

    impl Repeat for Ring {
        fn reversible(&self, token: &Token) -> u32 {
            match self.0 {
                Flaw::ReachTooShort => 1,
                Flaw::ReachJumps => 3 * token.reversible,
                _ => token.reversible,
            }
        }

        fn now(&self, token: &Token) -> Ply {
            Ply(token.ply)
        }
    }

    #[test]
    fn skills_are_checked() {
        let start = Token { place: 0, ply: 7, reversible: 0, passed: 0 };
        let run = |flaw| {
            let ring = Ring(flaw, Cell::new(0));
            let check = Check::new(&ring, &start).games(20).keyed().noisy().ordered().passing().repeating();
            check.run().map(|checked| checked.finished).map_err(|fault| fault.rule)
        };
        assert!(run(Flaw::None).is_ok_and(|finished| finished > 10));
        for (flaw, rule) in FLAWS {
            assert_eq!(run(flaw), Err(rule), "{flaw:?}");
        }
    }

    #[test]
    fn keys_are_compared_without_text() {
        let game = Heaps(KeyOfTheOrder, Cell::new(0));
        let fault = Check::new(&game, &begin([5, 4])).keyed().equal().run().unwrap_err();
        assert_eq!((fault.rule, fault.text), (Rule::Key, None));
        let game = Heaps(KeyForgetsAHeap, Cell::new(0));
        assert_eq!(Check::new(&game, &begin([5, 4])).keyed().run().unwrap_err().rule, Rule::Key);
    }

    #[test]
    fn a_fault_says_where() {
        let fault = run(TextUnread).unwrap_err();
        assert!(fault.text.as_ref().unwrap().starts_with("3+"), "{fault}");
        let game = Heaps(Nothing, Cell::new(0));
        let mut state = begin([5, 4]);
        for &number in &fault.path {
            let mut list = MoveList::new();
            game.moves(&state, &mut list);
            game.play(&mut state, list.as_slice()[number as usize]);
        }
        assert_eq!(Some(game.print(&state)), fault.text, "the path leads there");

        let fault = Fault { rule: Rule::Shape, path: vec![0, 2], text: Some("3+4".into()), why: "it is not so".into() };
        assert_eq!(
            fault.to_string(),
            "no tree is wider or higher than shape says, but it is not so\n  \
             after the moves with the numbers 0 2 (counted from 0), at 3+4"
        );
    }
}
