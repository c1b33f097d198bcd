//! The check that a new game gets for free: random play from a seed, at every position of which everything the rules
//! promise is tried.

mod checked;
mod duel;
mod fault;
mod names;
mod neighbours;
mod rules;
mod search;
mod sides;
mod skills;

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use self::checked::Checked;
use self::fault::Held;
pub use self::fault::{Fault, Rule};
use self::names::Seen;
use self::rules::narrower;
use self::sides::Sides;
use crate::{
    Depth, Evaluate, Game, Keyed, MaybeKeyed, MaybeNoisy, MaybeOrder, MaybePass, MaybeRepeat, MoveList, NeedsKeys,
    Noisy, Order, Outlook, Pass, Ply, Repeat, Score, Shape, Skills, SplitMix64, Status, Symmetry, Text, TextError,
    TwoPlies,
};

/// Checks the rules alone, by a hundred games from `root`, or fewer if the game is slow. [`Check`] also looks at skills and searches.
///
/// See the example at [`Check`].
pub fn check<G: Game>(game: &G, root: &G::State) -> Result<Checked, Fault> {
    Check::new(game, root).work(Check::<G>::USUAL).run()
}

/// Checks that the rules of a game keep their promises, by random play from a position.
///
/// A skill is checked when it is asked for, and can only be asked for where the game has it; [`Check::skilled`] asks for all that
/// a game declares.
///
/// # What it cannot find
///
/// It does not know the rules, and it looks at samples. [`Checked`] prints what was seen, so that a person notices:
///
/// * a move that is missing, a move too many that breaks no promise, a win that is not noticed;
/// * without an estimate, a turn that never changes or a result with the wrong sign;
/// * with one, a result with the wrong sign or an estimate of the other side where duels do not tell. A duel is a game of a side that
///   follows the estimate, one ply ahead, against one that does the opposite; the fault is found if the first loses nearly all of
///   them. Duels tell in Gomoku, Othello, Connect Four and tic-tac-toe. They do not where the estimate is the same for most moves,
///   or where few of them are decided within their share of the work: in chess, and on wide boards (Gomoku on 15 x 15 fields) if the
///   work is shared with searches and keys. There, a check of values alone may tell: `Check::new(..).work(..).evaluated()`;
/// * keys that are equal for different positions which no game comes near.
///
/// ```
/// use provebest_game::{Check, Evaluate, Game, MoveList, Score, Status, check};
///
/// /// Take one, two or three; the side that takes the last one wins.
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
    quick: Option<Quick<G>>,
    text: Option<Words<G>>,
    noisy: Option<Loud<G>>,
    order: Option<Ranks<G>>,
    pass: Option<Of<G, Option<<G as Game>::State>>>,
    repeat: Option<Clock<G>>,
    searches: Vec<(&'a str, Search<'a, G>)>,
    show: Option<Draw<'a, G>>,
    /// Is it known whether the game declares that positions can come again?
    declared: bool,
    except: Vec<Rule>,
    work: u64,
    watch: Option<&'a dyn Fn(u64, u64)>,
    /// How often the game was asked so far: by all, and by each part that may take an eighth of the work.
    asked: Cell<u64>,
    spent: [Cell<u64>; 5],
    /// The moves of the game that is played.
    path: RefCell<Vec<u32>>,
}

type Draw<'a, G> = &'a dyn Fn(&<G as Game>::State) -> String;
type Equal<G> = fn(&<G as Game>::State, &<G as Game>::State) -> bool;
type Of<G, T> = fn(&G, &<G as Game>::State) -> T;
type Horizon<G> = fn(&G, &<G as Game>::State, &mut MoveList<<G as Game>::Move>) -> (Score, bool);
type Row<G> = fn(&G, &<G as Game>::State, &mut MoveList<<G as Game>::Move>) -> Rowed<<G as Game>::Move>;
/// What [`Evaluate::leaves`] returns and visits.
type Rowed<M> = (Option<Score>, Vec<Leaf<M>>);
type Leaf<M> = (M, Score, bool);
/// What [`Evaluate::row`] visits.
type Promises<G> = fn(&G, &<G as Game>::State, &mut MoveList<<G as Game>::Move>) -> Vec<(<G as Game>::Move, Outlook)>;
type ParseMove<G> = fn(&G, &<G as Game>::State, &str) -> Result<<G as Game>::Move, TextError>;
type Search<'a, G> = &'a dyn Fn(&G, &<G as Game>::State, Depth) -> Score;

/// The methods of [`Text`], for a game that may not have them.
struct Words<G: Game> {
    parse: fn(&G, &str) -> Result<G::State, TextError>,
    print: Of<G, String>,
    print_move: fn(&G, &G::State, G::Move) -> String,
    parse_move: ParseMove<G>,
}

/// What a game may see without a search.
struct Quick<G: Game> {
    wins_at_once: Of<G, Option<(G::Move, Score)>>,
    row: Promises<G>,
    two_plies: fn(&G, &G::State, Score) -> Option<TwoPlies>,
}

/// The methods of [`Noisy`].
struct Loud<G: Game> {
    noisy: fn(&G, &G::State, &mut MoveList<G::Move>),
    is_forced: Of<G, bool>,
    gain: fn(&G, &G::State, G::Move) -> i32,
    forces: fn(&G, &G::State, G::Move) -> bool,
    threats: fn(&G, &G::State, &mut MoveList<G::Move>),
}

/// The methods of [`Order`].
struct Ranks<G: Game> {
    history_size: usize,
    history_index: fn(&G, &G::State, G::Move) -> usize,
    priority: fn(&G, &G::State, G::Move) -> i32,
    is_quiet: fn(&G, &G::State, G::Move) -> bool,
    routes: usize,
    route: fn(&G, &G::State, G::Move) -> usize,
}

/// The methods of [`Repeat`].
struct Clock<G: Game> {
    key: Of<G, u64>,
    reversible: Of<G, u32>,
    soonest: u32,
    now: Of<G, Ply>,
}

/// What may take an eighth of the work.
#[derive(Clone, Copy)]
enum Part {
    Closely,
    Sides,
    Neighbours,
    Searches,
    Duels,
}

/// All that can be seen of a position.
#[derive(PartialEq)]
struct Look<M> {
    status: Status,
    /// How many moves were listed although the game is over.
    beside: usize,
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

impl<'a, G: Game> Check<'a, G> {
    /// At most this many of a position's moves are tried out; of wider ones a random choice.
    const TRIED: usize = 64;
    /// At most this many positions are remembered.
    const REMEMBERED: usize = 100_000;
    /// How often [`check()`] asks a game at most: seconds, even for a slow one.
    pub const USUAL: u64 = 160_000;

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
            quick: None,
            text: None,
            noisy: None,
            order: None,
            pass: None,
            repeat: None,
            searches: Vec::new(),
            show: None,
            declared: false,
            except: Vec::new(),
            work: u64::MAX,
            watch: None,
            asked: Cell::new(0),
            spent: Default::default(),
            path: RefCell::default(),
        }
    }

    /// Asks the game about this often at most, for moves, estimates and keys. One game is played in any case; an eighth of the work
    /// goes to a close look at positions, one to values one ply on, one to positions around those that were played, one to searches, one to
    /// games that follow the estimate, and the rest to further games.
    pub fn work(self, questions: u64) -> Self {
        Check { work: questions, ..self }
    }

    /// Tells `watch` now and then how often the game was asked, and how often it will be at most.
    pub fn watch(self, watch: &'a dyn Fn(u64, u64)) -> Self {
        Check { watch: Some(watch), ..self }
    }

    /// Draws the position of a [`Fault`]: for games without [`Text`].
    ///
    /// ```
    /// use provebest_game::{Check, Game, MoveList, Status};
    /// /// Count up; it never ends.
    /// struct Endless;
    /// impl Game for Endless {
    ///     type State = u32;
    ///     type Move = ();
    ///     fn moves(&self, _: &u32, out: &mut MoveList<()>) -> Status {
    ///         out.push(());
    ///         Status::Open
    ///     }
    ///     fn play(&self, count: &mut u32, _: ()) {
    ///         *count += 1;
    ///     }
    /// }
    /// let fault = Check::new(&Endless, &0).show(&|count| format!("count {count}")).run().unwrap_err();
    /// assert!(fault.to_string().starts_with("games end, but none of 100"), "{fault}");
    /// assert_eq!(fault.text.as_deref(), Some("count 1000"));
    /// ```
    pub fn show(self, show: &'a dyn Fn(&G::State) -> String) -> Self {
        Check { show: Some(show), ..self }
    }

    /// Leaves a rule out that a game breaks on purpose.
    ///
    /// ```
    /// use provebest_game::{Check, Rule};
    /// # use provebest_game::{Game, MoveList, Status};
    /// # struct Endless;
    /// # impl Game for Endless {
    /// #     type State = u32;
    /// #     type Move = ();
    /// #     fn moves(&self, _: &u32, out: &mut MoveList<()>) -> Status {
    /// #         out.push(());
    /// #         Status::Open
    /// #     }
    /// #     fn play(&self, count: &mut u32, _: ()) {
    /// #         *count += 1;
    /// #     }
    /// # }
    /// assert!(Check::new(&Endless, &0).except(Rule::Ends).run().is_ok());
    /// ```
    pub fn except(mut self, rule: Rule) -> Self {
        self.except.push(rule);
        self
    }

    /// Checks all skills that the game declares ([`skills!`](crate::skills!)), and that positions do not come again if it declares
    /// no [`Repeat`].
    pub fn skilled(self) -> Self
    where
        G: Skills,
    {
        struct KeyOf;
        impl<G: Game> NeedsKeys<G> for KeyOf {
            type Output = Of<G, u64>;
            fn run(self) -> Of<G, u64>
            where
                G: Keyed,
            {
                G::key
            }
        }
        let key = G::Keyed::with_keys(KeyOf).ok();
        let noisy = Loud {
            noisy: G::Noisy::noisy,
            is_forced: G::Noisy::is_forced,
            gain: G::Noisy::gain,
            forces: G::Noisy::forces,
            threats: G::Noisy::threats,
        };
        let order = Ranks {
            history_size: G::Order::HISTORY_SIZE,
            history_index: G::Order::history_index,
            priority: G::Order::priority,
            is_quiet: G::Order::is_quiet,
            routes: G::Order::ROUTES,
            route: G::Order::route,
        };
        let soonest = G::Repeat::SOONEST;
        let repeat = key.map(|key| Clock { key, reversible: G::Repeat::reversible, soonest, now: G::Repeat::now });
        Check {
            key: self.key.or(key),
            noisy: self.noisy.or(G::Noisy::HAS.then_some(noisy)),
            order: self.order.or(G::Order::HAS.then_some(order)),
            pass: self.pass.or(G::Pass::HAS.then_some(G::Pass::pass)),
            repeat: self.repeat.or(repeat.filter(|_| G::Repeat::HAS)),
            declared: true,
            ..self
        }
    }

    /// Plays this many games.
    pub fn games(self, games: u32) -> Self {
        Check { games, ..self }
    }

    /// Breaks a game off after this many plies.
    pub fn plies(self, plies: Ply) -> Self {
        Check { plies, ..self }
    }

    /// Chooses the moves from this seed. The same seed gives the same games.
    pub fn seed(self, seed: u64) -> Self {
        Check { seed, ..self }
    }

    /// Compares searches at all depths up to this one, 3 by default.
    pub fn depth(self, plies: impl Into<Depth>) -> Self {
        Check { depth: plies.into(), ..self }
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
        let row: Promises<G> = |game, state, list| {
            let mut row = Vec::new();
            game.row(state, list, |m, seen| {
                row.push((m, seen));
                ControlFlow::Continue(())
            });
            row
        };
        let quick = Some(Quick { wins_at_once: G::wins_at_once, row, two_plies: G::two_plies });
        Check { evaluate: Some(G::evaluate), horizon: Some(G::horizon), leaves: Some(leaves), quick, ..self }
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
        let noisy =
            Loud { noisy: G::noisy, is_forced: G::is_forced, gain: G::gain, forces: G::forces, threats: G::threats };
        Check { noisy: Some(noisy), ..self }
    }

    /// Checks places in the history and priorities of moves too.
    pub fn ordered(self) -> Self
    where
        G: Order,
    {
        Check {
            order: Some(Ranks {
                history_size: G::HISTORY_SIZE,
                history_index: G::history_index,
                priority: G::priority,
                is_quiet: G::is_quiet,
                routes: G::ROUTES,
                route: G::route,
            }),
            ..self
        }
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
        let clock = Clock { key: G::key, reversible: G::reversible, soonest: G::SOONEST, now: G::now };
        Check { repeat: Some(clock), ..self }
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
        self.asked.set(0);
        self.spent.iter().for_each(|spent| spent.set(0));
        catch_unwind(AssertUnwindSafe(|| self.all_games())).unwrap_or_else(|panic| {
            let words = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            let why = format!("one does: {}", words.unwrap_or("without a word"));
            Err(Fault { rule: Rule::Calm, path: self.path.take(), text: None, why })
        })
    }

    fn all_games(&self) -> Result<Checked, Fault> {
        let mut chance = SplitMix64::new(self.seed);
        let (mut checked, mut seen, mut sides) = (Checked::default(), Seen::nothing(), Sides::default());
        let mut last = self.root.clone();
        // The rest is for duels.
        let most = if self.evaluate.is_some() { self.work / 8 * 7 } else { self.work };
        for number in 0..self.games.max(1) {
            if number > 0 && self.asked.get() >= most {
                break;
            }
            let searched_at = if number == 0 { 0 } else { chance.below(u64::from(checked.longest) + 1) };
            last = self.one_game(searched_at, &mut chance, &mut seen, &mut sides, &mut checked)?;
        }
        let endless = checked.finished == 0 && self.plies >= Ply(1000) && self.repeat.is_none();
        if endless && self.game.shape(self.root).is_none() && !self.except.contains(&Rule::Ends) {
            let why = format!("none of {} did within {} plies", checked.games, self.plies.0);
            return Err(self.fault(Rule::Ends, why, &last));
        }
        self.path.take();
        let fault = |(rule, why)| Err(Fault { rule, path: Vec::new(), text: None, why });
        self.allowed(sides.agree()).or_else(fault)?;
        self.part(Part::Duels, || self.duels()).or_else(fault)?;
        sides.tell(&mut checked);
        checked.keys = seen.keys();
        Ok(checked)
    }

    /// How often a part may still ask.
    fn left_for(&self, part: Part) -> u64 {
        let most = if self.work == u64::MAX { u64::MAX } else { self.work / 8 };
        most.saturating_sub(self.spent[part as usize].get())
    }

    /// Runs a part, unless it has asked often enough, and counts how often it does.
    fn part(&self, part: Part, run: impl FnOnce() -> Held) -> Held {
        if self.left_for(part) == 0 {
            return Ok(());
        }
        let before = self.asked.get();
        let held = self.allowed(run());
        let spent = &self.spent[part as usize];
        spent.set(spent.get() + self.asked.get() - before);
        held
    }

    /// Counts questions to the game.
    fn ask(&self, questions: usize) {
        let before = self.asked.get();
        self.asked.set(before + questions as u64);
        if let Some(watch) = self.watch.filter(|_| before >> 8 != self.asked.get() >> 8) {
            watch(self.asked.get(), self.work);
        }
    }

    fn fault(&self, rule: Rule, why: String, state: &G::State) -> Fault {
        let text = match &self.text {
            Some(words) => Some((words.print)(self.game, state)),
            None => self.show.map(|show| show(state)),
        };
        Fault { rule, path: self.path.take(), text, why }
    }

    /// Rules that are left out hold.
    fn allowed(&self, held: Held) -> Held {
        held.or_else(|(rule, why)| if self.except.contains(&rule) { Ok(()) } else { Err((rule, why)) })
    }

    /// Plays a game, and returns its last position.
    fn one_game(
        &self,
        searched_at: u64,
        chance: &mut SplitMix64,
        seen: &mut Seen<G>,
        sides: &mut Sides,
        checked: &mut Checked,
    ) -> Result<G::State, Fault> {
        self.path.take();
        let mut state = self.root.clone();
        let mut shape: Option<Shape> = None;
        let mut before: Vec<(G::State, G::Move)> = Vec::new();
        let mut keys: Vec<u64> = Vec::new();
        let mut plies = 0_u32;
        checked.games += 1;
        loop {
            checked.positions += 1;
            let look = self.look(&state);
            shape = narrower(shape, self.game.shape(&state));
            let mut held = self.allowed(self.bare(&look));
            // Where the work is limited, some positions of every stage of the game are looked at closely.
            let closely = self.work == u64::MAX || plies == 0 || look.moves.is_empty() || chance.below(4) == 0;
            held = held.and_then(|()| {
                if !closely {
                    return Ok(());
                }
                self.part(Part::Closely, || {
                    self.allowed(self.rules(&state, &look, shape, chance))?;
                    self.allowed(self.words(&state, &look))?;
                    self.allowed(self.transpose(&before, &state, &look, seen, checked))?;
                    self.allowed(self.noise(&state, &look))?;
                    self.allowed(self.ranks(&state, &look))?;
                    self.passes(&state, &look)
                })
            });
            held = held.and_then(|()| {
                self.part(Part::Sides, || {
                    sides.compare(self, &state, &look);
                    Ok(())
                })
            });
            held = held
                .and_then(|()| self.allowed(self.meet(&state, &look, seen, checked)))
                .and_then(|()| {
                    let last = before.last().map(|(state, _)| state);
                    self.allowed(self.comes_again(last, &state, &look, &mut keys))
                })
                .and_then(|()| {
                    let asked_for = u64::from(plies) == searched_at;
                    if asked_for { self.part(Part::Searches, || self.searched(&state)) } else { Ok(()) }
                })
                .and_then(|()| {
                    // Near the end positions are few, and met in many ways.
                    let near = u64::from(plies) == searched_at || look.status != Status::Open;
                    let from =
                        if look.status == Status::Open { &state } else { before.first().map_or(&state, |b| &b.0) };
                    if near { self.part(Part::Neighbours, || self.neighbours(from, seen, checked)) } else { Ok(()) }
                });
            if let Err((rule, why)) = held {
                return Err(self.fault(rule, why, &state));
            }
            sides.visit(&look);
            checked.longest = checked.longest.max(plies);
            checked.widest = checked.widest.max(look.moves.len() as u32);
            if let Status::Over(value) = look.status {
                checked.ended(value, plies);
                sides.end(value);
                return Ok(state);
            }
            if plies >= self.plies.0 {
                sides.end(Score::ZERO);
                return Ok(state);
            }
            let number = chance.below(look.moves.len() as u64) as u32;
            let m = look.moves[number as usize];
            self.path.borrow_mut().push(number);
            plies += 1;
            if before.len() == 3 {
                before.remove(0);
            }
            before.push((state.clone(), m));
            self.game.play(&mut state, m);
            shape = shape.map(|Shape { width, height: Depth(height) }| Shape { width, height: Depth(height - 1) });
        }
    }

    fn look(&self, state: &G::State) -> Look<G::Move> {
        self.ask(2);
        let mut list = MoveList::new();
        let status = self.game.moves(state, &mut list);
        let open = status == Status::Open;
        Look {
            status,
            beside: if open { 0 } else { list.len() },
            moves: if open { list.as_slice().to_vec() } else { Vec::new() },
            key: self.key.map(|key| key(self.game, state)),
            symmetric_key: self.symmetric_key.map(|key| key(self.game, state)),
            estimate: self.evaluate.filter(|_| open).map(|evaluate| evaluate(self.game, state)),
            text: self.text.as_ref().map(|words| (words.print)(self.game, state)),
        }
    }

    /// The position after a move, without a word about the one before.
    fn after(&self, state: &G::State, m: G::Move) -> G::State {
        self.ask(1);
        let mut child = state.clone();
        self.game.play(&mut child, m);
        child
    }
}

#[cfg(test)]
mod tests;
