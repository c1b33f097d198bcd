//! A game inside a wrapper is the same game to the engine: it looks at the same nodes, with the same skills.

use provebest_game::{
    Check, Depth, Evaluate, Game, Hashed, Judged, Keyed, MaybeKeyed, MaybeNoisy, MaybeOrder, MaybePass, MaybeRepeat,
    MoveList, Noisy, Order, Pass, Plain, Ply, Repeat, Rule, Score, Side, Skills, Solvable, Status, ToTheEnd, Turn,
    Turns, Window, mix, skills,
};
use provebest_games::chess::{Chess, Position};
use provebest_games::othello::Othello;
use provebest_search::engine::{Engine, EngineTask, Enhancements, Tally};
use provebest_search::solve::Proof;

fn count<G: Evaluate + Keyed + Skills>(game: &G, root: &G::State, depth: u32) -> (Option<Score>, Tally) {
    let engine = Engine::new(1 << 18, Enhancements::default()).unwrap();
    let answer = engine.search(&EngineTask::new(game, root, Depth(depth)), &mut |_| None);
    (answer.value, answer.tally)
}

fn declared<G: Skills>(_: &G) -> [bool; 5] {
    [G::Keyed::HAS, G::Noisy::HAS, G::Pass::HAS, G::Order::HAS, G::Repeat::HAS]
}

#[test]
fn games_declare_in_wrappers_what_they_declare_alone() {
    let chess = Chess::default();
    let judged = Judged::new(chess, |_: &Chess, _: &Position| Score::ZERO);
    assert_eq!(declared(&judged), [true; 5]);
    assert_eq!(declared(&Plain(&chess)), [true; 5]);
    assert_eq!(declared(&ToTheEnd(chess)), [true; 5]);
    assert_eq!(declared(&Hashed(Othello)), [true, false, false, true, false]);
    assert_eq!(Hashed(Othello).unit(), Othello.unit());
}

/// A ring of fields to walk on, with everything that a game can say of itself.
#[derive(Clone, Copy)]
struct Ring;

/// The place, the steps left, and the ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Token {
    place: u8,
    left: u8,
    ply: u8,
}

impl std::hash::Hash for Token {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        hasher.write_u8(self.place);
        hasher.write_u8(self.left);
        hasher.write_u8(self.ply % 2);
    }
}

const START: Token = Token { place: 0, left: 14, ply: 0 };

impl Game for Ring {
    type State = Token;
    type Move = u8;
    fn moves(&self, token: &Token, out: &mut MoveList<u8>) -> Status {
        if token.left == 0 {
            return Status::Over(Score::loss_in(Ply(token.ply.into())));
        }
        out.extend(1..=token.left.min(4));
        Status::Open
    }
    fn play(&self, token: &mut Token, step: u8) {
        // A step of four costs nothing the first time it is taken from a place, and leads on.
        let cost = if step == 4 { 2 } else { step };
        *token = Token { place: (token.place + step) % 7, left: token.left - cost.min(token.left), ply: token.ply + 1 };
    }
}

impl Evaluate for Ring {
    fn evaluate(&self, token: &Token) -> Score {
        Score(i32::from(token.place) * 3 - 9 + i32::from(token.left % 4))
    }
    fn unit(&self) -> i32 {
        7
    }
}

impl Keyed for Ring {
    fn key(&self, token: &Token) -> u64 {
        mix(u64::from(token.place) << 16 | u64::from(token.left) << 8 | u64::from(token.ply % 2))
    }
}

impl Noisy for Ring {
    fn noisy(&self, token: &Token, out: &mut MoveList<u8>) {
        out.extend((1..=token.left.min(4)).filter(|step| self.is_forced(token) || *step == 3));
    }
    fn is_forced(&self, token: &Token) -> bool {
        token.place == 5
    }
    fn gain(&self, _: &Token, step: u8) -> i32 {
        10 * i32::from(step)
    }
}

impl Pass for Ring {
    fn pass(&self, token: &Token) -> Option<Token> {
        (token.place != 5 && token.left > 2).then_some(Token { ply: token.ply + 1, ..*token })
    }
}

impl Order for Ring {
    const HISTORY_SIZE: usize = 5;
    fn history_index(&self, _: &Token, step: u8) -> usize {
        step.into()
    }
    fn priority(&self, token: &Token, step: u8) -> i32 {
        i32::from(step == 3) - i32::from(token.place == 2 && step == 1)
    }
}

impl Repeat for Ring {
    fn reversible(&self, _: &Token) -> u32 {
        0
    }
    fn now(&self, token: &Token) -> Ply {
        Ply(token.ply.into())
    }
}

impl Solvable for Ring {
    fn bounds(&self, token: &Token) -> (Score, Score) {
        let now = Ply(token.ply.into());
        (Score::loss_in(now), Score::win_in(now))
    }
    fn key_bits(&self) -> u32 {
        64
    }
}

skills!(Ring: Keyed, Noisy, Pass, Order, Repeat);

#[test]
fn all_skills_pass_through_all_wrappers() {
    type Judge = fn(&Ring, &Token) -> Score;
    let judged = Judged::new(Ring, Ring::evaluate as Judge).unit(7);
    let blind = Judged::new(Ring, (|_, _| Score::ZERO) as Judge).unit(7);
    for depth in 1..9 {
        // All wrappers at once, as each instance of the engine is long to compile. The table is large enough for all positions, so that
        // other keys make no difference.
        assert_eq!(count(&Hashed(Plain(&judged)), &START, depth), count(&Ring, &START, depth), "{depth}");
        // Nothing is estimated, all else is the same: the moves, their order, and what is noisy.
        assert_eq!(count(&ToTheEnd(Ring), &START, depth), count(&Hashed(Plain(&blind)), &START, depth), "{depth}");
    }
    assert_eq!(declared(&Hashed(ToTheEnd(judged))), [true; 5]);
    let checked = Check::new(&Hashed(judged), &START).equal().evaluated().noisy().passing().ordered().repeating().run();
    checked.unwrap();
    let nodes = |solution: provebest_search::solve::Solution<u8>| (solution.value, solution.nodes);
    let wanted = nodes(Proof::new(&Ring, &START).run().unwrap());
    assert_eq!(nodes(Proof::new(&Hashed(judged), &START).run().unwrap()), wanted);
    assert_eq!(nodes(Proof::new(&ToTheEnd(Ring), &START).run().unwrap()), wanted);
}

/// One heap; a side that takes two moves again; the side that takes the last one wins.
#[derive(Clone, Copy)]
struct Again;

type Heap = (u8, Side);

impl Game for Again {
    type State = Heap;
    type Move = u8;
    fn moves(&self, &(heap, _): &Heap, out: &mut MoveList<u8>) -> Status {
        out.extend(1..=heap.min(3));
        if heap == 0 { Status::Over(Score(-5)) } else { Status::Open }
    }
    fn play(&self, (heap, side): &mut Heap, taken: u8) {
        *heap -= taken;
        if taken != 2 || *heap == 0 {
            *side = side.other();
        }
    }
}

impl Turn for Again {
    fn turn(&self, &(_, side): &Heap) -> Side {
        side
    }
}

impl Evaluate for Again {
    fn evaluate(&self, &(heap, _): &Heap) -> Score {
        Score(i32::from(heap % 5))
    }
    fn unit(&self) -> i32 {
        2
    }
}

impl Noisy for Again {
    fn noisy(&self, &(heap, _): &Heap, out: &mut MoveList<u8>) {
        out.extend((1..=heap.min(3)).filter(|&taken| taken == 3));
    }
    fn is_forced(&self, _: &Heap) -> bool {
        false
    }
    fn gain(&self, _: &Heap, _: u8) -> i32 {
        5
    }
}

impl Pass for Again {
    fn pass(&self, &(heap, side): &Heap) -> Option<Heap> {
        (heap > 4).then_some((heap, side.other()))
    }
}

impl Order for Again {
    const HISTORY_SIZE: usize = 4;
    fn history_index(&self, _: &Heap, taken: u8) -> usize {
        taken.into()
    }
    fn priority(&self, &(heap, _): &Heap, taken: u8) -> i32 {
        i32::from(taken == heap)
    }
}

impl Keyed for Again {
    fn key(&self, &(heap, side): &Heap) -> u64 {
        mix(2 * u64::from(heap) + side as u64)
    }
}

/// A value at once where few are left.
impl Solvable for Again {
    fn bounds(&self, _: &Heap) -> (Score, Score) {
        (Score(-5), Score(5))
    }
    fn at_once(&self, &(heap, _): &Heap, _: Window) -> Option<Score> {
        (1..=3).contains(&heap).then_some(Score(5))
    }
    fn key_bits(&self) -> u32 {
        9
    }
    fn note_key(&self, &(heap, side): &Heap) -> u64 {
        2 * u64::from(heap) + side as u64
    }
}

skills!(Again: Keyed, Noisy, Pass, Order);

/// The same, without what helps a solver.
#[derive(Clone, Copy)]
struct Bare;

impl Game for Bare {
    type State = Heap;
    type Move = u8;
    fn moves(&self, heap: &Heap, out: &mut MoveList<u8>) -> Status {
        Again.moves(heap, out)
    }
    fn play(&self, heap: &mut Heap, taken: u8) {
        Again.play(heap, taken);
    }
}

impl Turn for Bare {
    fn turn(&self, heap: &Heap) -> Side {
        Again.turn(heap)
    }
}

impl Keyed for Bare {
    fn key(&self, heap: &Heap) -> u64 {
        Again.key(heap)
    }
}

impl Solvable for Bare {}

#[test]
fn turns_carry_all_skills_but_repetition() {
    let game = Turns(Again);
    assert_eq!(declared(&game), [true, true, true, true, false]);
    assert_eq!((game.unit(), Turns(Judged::new(Again, |_: &Again, _: &_| Score(1)).unit(3)).unit()), (2, 3));
    for heap in 1..20 {
        let root = game.begin((heap, Side::Second));
        Check::new(&game, &root).equal().evaluated().noisy().ordered().except(Rule::Sides).run().unwrap();
        let bare = Turns(Bare);
        let wanted = Proof::new(&bare, &bare.begin((heap, Side::Second))).all_moves().run().unwrap();
        let solution = Proof::new(&game, &root).all_moves().run().unwrap();
        assert_eq!((solution.value, &solution.moves), (wanted.value, &wanted.moves), "{heap}");
        assert!(solution.nodes <= wanted.nodes, "{heap}: what the game knows of small heaps is used");
        // To the end, everything that leaves moves out finds the same.
        assert_eq!(count(&Turns(ToTheEnd(Again)), &root, 60).0, wanted.value, "{heap}");
    }
}
