//! The surface that an author of a game meets: four games of their own, and what the check finds in them. What it does not find stands in
//! the documentation of `Check`, and here behind what it finds.

use provebest::game::{Check, Checked, Evaluate, Fault, Game, MoveList, Plain, Rule, Status, Turns};
use provebest::games::chess::Chess;
use provebest::games::connect_four::ConnectFour;
use provebest::games::othello::Othello;
use provebest::games::tic_tac_toe::TicTacToe;
use provebest::player::{GameHistory, Player, ThinkLimits};
use provebest::search::engine::Answer;
use provebest::{Hashed, Judged, Ply, Score, ToTheEnd, best_move, check, solve};

use crate::games::breakthrough::breakthrough;
use crate::games::domineering::domineering;
use crate::games::gomoku::{Fault as Planted, Gomoku};
use crate::games::hex::{Hex, Stones};
use crate::games::kalah::{self, Fault as Key, Kalah};

fn gomoku(size: usize, fault: Planted) -> Result<Checked, Fault> {
    let game = Gomoku { size, fault };
    check(&Hashed(game), &game.start())
}

/// What is planted and not found: a machine does not know the rules.
const UNFOUND: [Planted; 1] = [Planted::WinForgotten];

#[test]
fn faults_of_rules_are_found() {
    for (fault, rule) in [
        (Planted::SameSide, Rule::Sides),
        (Planted::OneTurn, Rule::Sides),
        (Planted::WrongSign, Rule::Sides),
        (Planted::OtherSide, Rule::Sides),
        (Planted::MovesBesideOver, Rule::OverMeansNoMoves),
        (Planted::TakenFields, Rule::Repeat),
        (Planted::OffTheBoard, Rule::Calm),
    ] {
        let found = gomoku(7, fault).map_err(|fault| fault.rule);
        assert_eq!(found.map(|seen| seen.to_string()), Err(rule), "{fault:?}");
    }
    for fault in UNFOUND {
        let seen = gomoku(7, fault).unwrap();
        assert_eq!(seen.drawn, seen.finished, "a person sees that nobody wins: {seen}");
    }
}

/// A game with the wrong sign at the end, or with the estimate of the other side.
struct Turned<'a, G> {
    game: &'a G,
    at_the_end: bool,
}

impl<G: Game> Game for Turned<'_, G> {
    type State = G::State;
    type Move = G::Move;

    fn moves(&self, state: &G::State, out: &mut MoveList<G::Move>) -> Status {
        match self.game.moves(state, out) {
            Status::Over(value) if self.at_the_end => Status::Over(-value),
            status => status,
        }
    }

    fn play(&self, state: &mut G::State, m: G::Move) {
        self.game.play(state, m);
    }
}

impl<G: Evaluate> Evaluate for Turned<'_, G> {
    fn evaluate(&self, state: &G::State) -> Score {
        let value = self.game.evaluate(state);
        if self.at_the_end { value } else { -value }
    }
}

/// Is a turned game found out? Only its values are looked at.
fn found<G: Evaluate>(game: &G, root: &G::State) -> [bool; 2] {
    [true, false].map(|at_the_end| {
        let turned = Turned { game, at_the_end };
        let run = Check::new(&turned, root).games(400).work(Check::<Turned<'_, G>>::USUAL).evaluated().run();
        run.is_err_and(|fault| fault.rule == Rule::Sides)
    })
}

/// A wrong sign is found where duels tell, and the documentation of `Check` says where they do not.
#[test]
fn a_wrong_sign_is_found_where_the_documentation_says() {
    let gomoku = |size| {
        let game = Gomoku { size, fault: Planted::Nothing };
        found(&game, &game.start())
    };
    let rules = ConnectFour::default();
    let found = [
        gomoku(7),
        gomoku(9),
        found(&Othello, &Default::default()),
        found(&rules, &rules.start()),
        found(&TicTacToe, &Default::default()),
        found(&Chess::default(), &Chess::default().start()),
    ];
    assert_eq!(found, [[true; 2], [true; 2], [true; 2], [true; 2], [true; 2], [false; 2]]);
}

#[test]
fn faults_of_keys_are_found() {
    let run = |fault| {
        let game = Turns(Kalah(fault));
        check(&game, &game.begin(kalah::START)).map_err(|fault| fault.rule)
    };
    for fault in [Key::WithoutSide, Key::WithoutStores, Key::HousesUpToThree, Key::SixteenBits, Key::Constant] {
        assert_eq!(run(fault).map(|seen| seen.to_string()), Err(Rule::Key), "{fault:?}");
    }
    let seen = run(Key::Nothing).unwrap();
    assert!(seen.transpositions > 20 && seen.finished == seen.games, "{seen}");
}

#[test]
fn right_games_pass() {
    let seen = gomoku(7, Planted::Nothing).unwrap();
    assert!(seen.lost > 10 && seen.won == 0 && seen.agreement > Some(0), "{seen}");
    // A board of 225 fields is looked at within the same work.
    let seen = gomoku(15, Planted::Nothing).unwrap();
    assert!(seen.games > 1 && seen.finished == seen.games, "{seen}");
    check(&domineering(), &(0, false)).unwrap();
    let (game, start) = breakthrough();
    check(&game, &start).unwrap();
    check(&Hashed(ToTheEnd(Hex)), &Stones::default()).unwrap();
}

#[test]
fn a_fault_shows_the_position() {
    let game = Gomoku { size: 7, fault: Planted::MovesBesideOver };
    let draw = |board: &_| game.draw(board);
    let fault = Check::new(&game, &game.start()).show(&draw).run().unwrap_err();
    let shown = fault.to_string();
    assert!(shown.contains("where the game is over, no moves are listed, but there are"), "{shown}");
    assert!(shown.contains(":\n") && shown.contains("X X X X X") | shown.contains("O "), "{shown}");
}

/// All four are played, and the small one is solved.
#[test]
fn the_games_are_played() {
    let game = Gomoku { size: 7, fault: Planted::Nothing };
    let judged = Hashed(game);
    let mut history = GameHistory::new(&judged, game.start());
    // Four in a row are closed, or become five: the skill of the game inside is used.
    for field in [24, 0, 25, 6, 23] {
        history.try_play(field).unwrap();
    }
    let player = Player::new(&judged, 1 << 20).unwrap();
    let answer = player.think(&history, ThinkLimits::nodes(20_000)).unwrap();
    assert!([22, 26].contains(&answer.best.unwrap()), "{answer:?}");

    let turns = Turns(Kalah(Key::Nothing));
    let choice = best_move(&turns, &turns.begin(kalah::START)).depth(7).search().unwrap();
    assert!(choice.best.flatten().is_some_and(|house| house < 6), "{choice:?}");

    // The first side goes from above to below; its three stones need two more fields, and each has two ways.
    let mut stones = Stones::default();
    for field in [12, 10, 7, 14, 17, 15, 2, 9, 21, 5, 8, 24] {
        Hex.play(&mut stones, field);
    }
    let hex = Hashed(ToTheEnd(Hex));
    let solution = solve(&Plain(&hex), &stones).run().unwrap();
    assert!(solution.value.is_some_and(|value| value > Score::ZERO), "the first side wins: {:?}", solution.value);
    let judged = Hashed(Judged::new(Hex, |_, _| Score(0)));
    assert!(best_move(&judged, &Stones::default()).depth(3).search().unwrap().best.is_some());
}

/// What is returned can be sent on, and read back.
#[test]
fn answers_are_data() {
    let (game, start) = breakthrough();
    let choice = best_move(&game, &start).depth(3).search().unwrap();
    let json = serde_json::to_value(&choice).unwrap();
    assert_eq!((&json["method"], json["value"].as_i64()), (&"engine".into(), choice.value.map(|value| value.0.into())));
    let player = Player::new(&game, 1 << 18).unwrap();
    let answer = player.think(&GameHistory::new(&game, start), ThinkLimits::depth(3)).unwrap();
    let text = serde_json::to_string(&answer).unwrap();
    assert_eq!(serde_json::from_str::<Answer<(u8, u8)>>(&text).unwrap(), answer);
    assert_eq!(serde_json::to_string(&Score::win_in(Ply(9))).unwrap(), "1899999991");
}
