use std::cell::Cell;
use std::rc::Rc;

use super::*;
use crate::{Children, mix};

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
    TooFewChildren,
    ChildrenReversed,
    ChildElsewhere,
    ChildrenLeaveMoves,
    TooWide,
    TooHigh,
    EstimateTooLarge,
    HorizonGuesses,
    LeavesOfTheParent,
    TwoPliesTooGood,
    SeesWins,
    WinsNothing,
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

/// Two heaps; take one or two from either; the side that takes the last one wins.
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

    fn open(&self, s: &Position, list: &mut MoveList<(usize, u32)>) -> Result<Children, Score> {
        match self.0 {
            OpenIsOver if s.heaps[0] == 0 => Err(Score(0)),
            ChildrenLeaveMoves => {
                list.push((0, 1));
                list.open(|list| self.moves(s, list))
            }
            TooFewChildren => Ok(Children::numbered(1)),
            _ => list.open(|list| self.moves(s, list)),
        }
    }

    fn child(
        &self,
        s: &Position,
        children: Children,
        list: &MoveList<(usize, u32)>,
        number: u32,
    ) -> ((usize, u32), Position) {
        let m = match self.0 {
            ChildrenReversed => list.at(children, children.count() - 1 - number),
            _ => list.at(children, number),
        };
        let mut child = s.clone();
        self.play(&mut child, m);
        if self.0 == ChildElsewhere && child.heaps == [1, 1] {
            child = begin([1, 2]);
        }
        (m, child)
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

    fn two_plies(&self, s: &Position, beta: Score) -> Option<TwoPlies> {
        let worth = Score(50).max(beta);
        (self.0 == TwoPliesTooGood && s.heaps == [1, 1]).then_some(TwoPlies { worth, estimated: true, count: 1 })
    }

    fn row(
        &self,
        s: &Position,
        list: &mut MoveList<(usize, u32)>,
        mut visit: impl FnMut((usize, u32), Outlook) -> ControlFlow<()>,
    ) {
        self.leaves(s, list, |m, worth, estimated| match estimated {
            true if self.0 == SeesWins => visit(m, Outlook::Won(Score(1))),
            true => visit(m, Outlook::Open(-worth.0)),
            false => visit(m, Outlook::Over(worth)),
        });
    }

    fn wins_at_once(&self, s: &Position) -> Option<((usize, u32), Score)> {
        (self.0 == WinsNothing && s.heaps[0] > 0).then(|| ((0, 1), self.evaluate(s)))
    }

    fn leaves(
        &self,
        s: &Position,
        list: &mut MoveList<(usize, u32)>,
        mut visit: impl FnMut((usize, u32), Score, bool) -> ControlFlow<()>,
    ) -> Option<Score> {
        let children = match list.open(|list| self.moves(s, list)) {
            Ok(children) => children,
            Err(value) => return Some(value),
        };
        for number in 0..children.count() {
            let m = list.at(children, number);
            let mut child = s.clone();
            self.play(&mut child, m);
            let (worth, estimated) = self.horizon(&child, list);
            let worth = if self.0 == LeavesOfTheParent { -worth } else { worth };
            if visit(m, worth, estimated).is_break() {
                break;
            }
        }
        list.close(children);
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
            let children = list.as_slice().iter().map(|&m| {
                let mut child = s.clone();
                game.play(&mut child, m);
                -minimax(game, &child, depth.less())
            });
            children.max().unwrap()
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
        (OpenIsOver, Rule::Children),
        (TooFewChildren, Rule::Children),
        (ChildrenReversed, Rule::Children),
        (ChildElsewhere, Rule::Children),
        (ChildrenLeaveMoves, Rule::Children),
        (TooWide, Rule::Shape),
        (TooHigh, Rule::Shape),
        (EstimateTooLarge, Rule::Estimate),
        (HorizonGuesses, Rule::Estimate),
        (LeavesOfTheParent, Rule::Estimate),
        (TwoPliesTooGood, Rule::Estimate),
        (SeesWins, Rule::Estimate),
        (WinsNothing, Rule::Estimate),
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
        // The tests of the library `provebest` plant these in larger games, and the example of `Check::show` the last one.
        let elsewhere = [Rule::Calm, Rule::OverMeansNoMoves, Rule::Sides, Rule::Ends].contains(&rule);
        assert!(of_a_ring || elsewhere || all.iter().any(|&(_, fired)| fired == rule), "{rule:?} never fires");
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
struct Ring<const SOONEST: u32>(Flaw, Cell<i32>);

#[derive(Clone, PartialEq, Debug)]
struct Token {
    /// From 0 to 4, and 5 is out.
    place: u8,
    ply: u32,
    reversible: u32,
    passed: u32,
}

impl<const SOONEST: u32> Game for Ring<SOONEST> {
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

impl<const SOONEST: u32> Keyed for Ring<SOONEST> {
    fn key(&self, token: &Token) -> u64 {
        mix(u64::from(token.place) * 4 + u64::from(token.passed))
    }
}

impl<const SOONEST: u32> Evaluate for Ring<SOONEST> {
    fn evaluate(&self, token: &Token) -> Score {
        Score(token.place.into())
    }
}

impl<const SOONEST: u32> Noisy for Ring<SOONEST> {
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

impl<const SOONEST: u32> Order for Ring<SOONEST> {
    const HISTORY_SIZE: usize = 5;

    fn history_index(&self, _: &Token, m: u8) -> usize {
        usize::from(m) + usize::from(self.0 == Flaw::SlotTooLarge)
    }

    fn priority(&self, _: &Token, m: u8) -> i32 {
        self.1.set(self.1.get() + 1);
        i32::from(m) + if self.0 == Flaw::PromiseUnsteady { self.1.get() } else { 0 }
    }
}

impl<const SOONEST: u32> Pass for Ring<SOONEST> {
    fn pass(&self, token: &Token) -> Option<Token> {
        let stays = self.is_forced(token) && self.0 != Flaw::PassInNeed;
        let passed = if self.0 == Flaw::PassIsNothing { 0 } else { token.passed + 1 };
        (!stays).then(|| Token { passed, ..token.clone() })
    }
}

impl<const SOONEST: u32> Repeat for Ring<SOONEST> {
    fn reversible(&self, token: &Token) -> u32 {
        match self.0 {
            Flaw::ReachTooShort => 1,
            Flaw::ReachJumps => 3 * token.reversible,
            _ => token.reversible,
        }
    }

    const SOONEST: u32 = SOONEST;

    fn now(&self, token: &Token) -> Ply {
        Ply(token.ply)
    }
}

#[test]
fn skills_are_checked() {
    let start = Token { place: 0, ply: 7, reversible: 0, passed: 0 };
    fn run<const SOONEST: u32>(flaw: Flaw, start: &Token) -> Result<u32, Rule> {
        let ring = Ring::<SOONEST>(flaw, Cell::new(0));
        let check = Check::new(&ring, start).games(20).keyed().noisy().ordered().passing().repeating();
        check.run().map(|checked| checked.finished).map_err(|fault| fault.rule)
    }
    assert!(run::<2>(Flaw::None, &start).is_ok_and(|finished| finished > 10));
    for (flaw, rule) in FLAWS {
        assert_eq!(run::<2>(flaw, &start), Err(rule), "{flaw:?}");
    }
    assert_eq!(run::<3>(Flaw::None, &start), Err(Rule::Repeat), "a step and a step back are two plies");
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
