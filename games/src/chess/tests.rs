use std::fs;

use provebest_game::{Check, Depth, Evaluate, Noisy, Order, SplitMix64, Text, perft};

use super::*;

const RULES: Chess = Chess { chess960: false };

fn position(text: &str) -> Position {
    RULES.parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn suite(name: &str) -> Vec<Epd> {
    let path = format!("{}/../suites/chess/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    Epd::parse_all(&RULES, &text).unwrap_or_else(|(line, error)| panic!("{path}, line {line}: {error}"))
}

fn moves(position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    match RULES.moves(position, &mut list) {
        Status::Open => list.as_slice().to_vec(),
        Status::Over(_) => Vec::new(),
    }
}

fn after(position: &Position, m: Move) -> Position {
    let mut child = position.clone();
    RULES.play(&mut child, m);
    child
}

fn play(text: &str, line: &[&str]) -> Position {
    line.iter().fold(position(text), |position, text| {
        let m = RULES.parse_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
        after(&position, m)
    })
}

fn status(position: &Position) -> Status {
    RULES.status(position, &mut MoveList::new())
}

/// Shows positions of random games, Chess960 among them. Every second move is a capture if there is one, so that endgames
/// come soon.
fn wander(games: u64, mut see: impl FnMut(&Position, &mut SplitMix64)) {
    let mut chance = SplitMix64::new(7);
    for number in 0..games {
        let mut position = match number % 4 {
            0 => Position::new(Board::chess960_startpos(chance.below(960) as u32)),
            1 => position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            _ => RULES.start(),
        };
        for ply in 0..200 {
            let all = moves(&position);
            if all.is_empty() {
                break;
            }
            see(&position, &mut chance);
            let captures: Vec<Move> = all.iter().copied().filter(|&m| victim(position.board(), m).is_some()).collect();
            let from = if ply % 4 == 0 && !captures.is_empty() { &captures } else { &all };
            let m = from[chance.below(from.len() as u64) as usize];
            RULES.play(&mut position, m);
        }
    }
}

#[test]
fn keeps_its_promises() {
    let starts = [
        "startpos",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 90 70",
    ];
    for chess960 in [false, true] {
        let rules = Chess { chess960 };
        for start in starts {
            let start = position(start);
            let check = Check::new(&rules, &start).games(6).plies(Ply(150)).equal().keyed().evaluated().text();
            let check = check.noisy().ordered().passing().repeating();
            let checked = check.run().unwrap_or_else(|fault| panic!("{fault}"));
            assert!(checked.positions > 50, "{checked:?}");
        }
    }
}

#[test]
fn lines_of_play_are_counted() {
    // The usual counts know no draws: none of these lines reaches one.
    for epd in suite("perft.epd") {
        for (code, operands) in &epd.others {
            let depth = Depth(code[1..].parse().unwrap());
            let want: u64 = operands[0].parse().unwrap();
            assert_eq!(perft(&RULES, &epd.position, depth), want, "{:?} {code}", epd.id);
        }
    }
}

#[test]
fn moves_are_those_of_the_generator_and_captures_come_first() {
    wander(40, |position, _| {
        let board = position.board();
        let listed = moves(position);
        let mut generated = Vec::new();
        board.generate_moves(|moves| {
            generated.extend(moves);
            false
        });
        assert_eq!(listed.len(), generated.len(), "{board}");
        assert!(generated.iter().all(|m| listed.contains(m)), "{board}");

        let loud = |m: &&Move| victim(board, **m).is_some() && m.promotion.is_none_or(|p| p == Piece::Queen);
        let first: Vec<&Move> = listed.iter().take_while(|m| loud(m) || m.promotion == Some(Piece::Queen)).collect();
        assert_eq!(first.iter().filter(|m| loud(m)).count(), listed.iter().filter(loud).count(), "{board}");
    });
}

#[test]
fn games_end_as_they_should() {
    let ends = [
        ("7k/4QK2/8/8/8/8/8/8 w - - 0 9", Status::Open),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 9", Status::Over(Score::loss_in(Ply(17)))),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 9", Status::Over(Score::loss_in(Ply(17)))),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 9", Status::Over(Score::ZERO)),
        ("7k/8/6K1/8/8/8/8/7R b - - 100 90", Status::Over(Score::ZERO)),
        ("7k/8/6K1/8/8/8/8/6R1 b - - 100 90", Status::Over(Score::ZERO)),
        ("7k/8/6K1/8/8/8/8/6R1 b - - 99 90", Status::Open),
        ("7k/8/6K1/8/8/8/8/8 w - -", Status::Over(Score::ZERO)),
        ("7k/8/6K1/8/8/8/8/6N1 w - -", Status::Over(Score::ZERO)),
        ("7k/8/6K1/8/8/8/8/6b1 w - -", Status::Over(Score::ZERO)),
        ("6k1/8/6K1/8/8/8/8/B1B1B1b1 w - -", Status::Over(Score::ZERO)),
        ("6k1/8/6K1/8/8/8/8/BB6 w - -", Status::Open),
        ("6k1/8/6K1/8/8/8/8/Bn6 w - -", Status::Open),
        ("6k1/8/6K1/8/8/8/8/NN6 w - -", Status::Open),
        ("7k/8/6K1/8/8/8/P7/8 w - -", Status::Open),
    ];
    for (text, want) in ends {
        assert_eq!(status(&position(text)), want, "{text}");
    }
}

#[test]
fn keys_are_equal_where_positions_are() {
    let key = |text: &str| RULES.key(&position(text));
    let pawn_there = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq";
    let no_pawn = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    assert_ne!(key(&format!("{pawn_there} e3")), key(&format!("{pawn_there} -")));
    assert_eq!(key(&format!("{no_pawn} e3")), key(&format!("{no_pawn} -")));
    let pinned = "4k3/8/8/8/r2pP2K/8/8/8 b - e3";
    assert_ne!(key(pinned), key("4k3/8/8/8/r2pP2K/8/8/8 b - -"), "White's king is no matter");
    assert_eq!(key("8/8/8/8/k2pP2R/8/8/5K2 b - e3"), key("8/8/8/8/k2pP2R/8/8/5K2 b - -"), "taking would give check");

    let castling = |rights: &str| RULES.key(&position(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} -")));
    let all = ["KQkq", "KQk", "KQ", "K", "Q", "k", "-"].map(castling);
    assert!((0..all.len()).all(|i| !all[..i].contains(&all[i])));
    assert_ne!(key("4k3/8/8/8/8/8/8/R3K3 w - -"), key("4k3/8/8/8/8/8/8/R3K3 b - -"));
}

#[test]
fn positions_come_again_within_reach() {
    let text = "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 4 9";
    let (start, there) = (position(text), play(text, &["a3", "a6", "Ng1", "Ng8", "Nf3", "Nf6"]));
    assert_eq!((RULES.reversible(&start), RULES.now(&start)), (4, Ply(16)));
    assert_eq!((RULES.reversible(&there), RULES.now(&there)), (4, Ply(22)));
    assert_eq!(RULES.key(&there), RULES.key(&play(text, &["a3", "a6"])));
    assert_ne!(RULES.key(&there), RULES.key(&start));
    assert_eq!(RULES.reversible(&play(text, &["Nb1", "Nb8"])), 6);
    assert_eq!(RULES.reversible(&play(text, &["Nb1", "exd4"])), 0, "a capture");
    assert_eq!(RULES.reversible(&play(text, &["Nb1", "h6"])), 0, "a pawn");

    let walked = play(text, &["Rg1", "Ng8", "Rh1", "Nf6"]);
    assert_eq!(walked.board().pieces(Piece::Rook), start.board().pieces(Piece::Rook));
    assert_ne!(RULES.key(&walked), RULES.key(&start), "the right to castle is gone");

    let passed = RULES.pass(&play(text, &["Nb1", "Nb8"])).unwrap();
    assert_eq!((RULES.reversible(&passed), RULES.now(&passed)), (0, Ply(19)));
    let m = RULES.parse_move(&passed, "Nc6").unwrap();
    assert_eq!(RULES.reversible(&after(&passed, m)), 1);
}

#[test]
fn nobody_passes_in_need() {
    let pass = |text| RULES.pass(&position(text));
    assert!(pass("4k3/pppp4/8/8/8/8/8/4KN2 w - -").is_some());
    assert!(pass("4k3/pppp4/8/8/8/8/8/4KN2 b - -").is_none(), "only pawns");
    assert!(pass("4k3/8/8/8/8/8/4r3/4KN2 w - -").is_none(), "in check");
    let start = RULES.start();
    let twice = RULES.pass(&RULES.pass(&start).unwrap()).unwrap();
    assert_eq!(RULES.key(&twice), RULES.key(&start));
}

/// The same position with the colours exchanged.
fn flipped(position: &Position) -> Position {
    let from = cozy_chess::BoardBuilder::from_board(position.board());
    let mut to = cozy_chess::BoardBuilder::empty();
    for square in Square::ALL {
        *to.square_mut(square.flip_rank()) = from.square(square).map(|(piece, color)| (piece, !color));
    }
    to.side_to_move = !from.side_to_move;
    to.castle_rights = [from.castle_rights[1], from.castle_rights[0]];
    to.en_passant = from.en_passant.map(Square::flip_rank);
    to.halfmove_clock = from.halfmove_clock;
    Position::new(to.build().unwrap())
}

#[test]
fn estimates_know_no_colour() {
    let mut seen = 0;
    wander(200, |position, _| {
        let image = flipped(position);
        assert_eq!(RULES.evaluate(position), RULES.evaluate(&image), "{}", position.board());
        assert_eq!(position.sum, evaluate::sum(position.board()), "{}", position.board());
        assert!(RULES.evaluate(position).0.abs() < 20_000);
        seen += 1;
    });
    assert!(seen > 10_000, "{seen}");
}

#[test]
fn estimates_make_sense() {
    let value = |text| RULES.evaluate(&position(text)).0;
    assert!((0..40).contains(&value("startpos")));
    let odds = |text, least, most| {
        let seen = value(text);
        assert!((least..most).contains(&seen), "{text}: {seen}");
    };
    odds("rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 40, 180);
    odds("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 260, 480);
    odds("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk -", 380, 640);
    odds("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 850, 1300);
    odds("4k3/8/8/8/8/8/4P3/4K3 w - -", 20, 250);
    odds("4k3/4p3/8/8/8/8/3PP3/4K3 w - -", 20, 250);
    assert!(value("8/8/3k4/8/7P/8/8/4K3 b - -") > -250, "the king is in the square");
    assert!(value("8/8/1k6/8/7P/8/8/4K3 b - -") < -400, "he is too late");
    odds("4k3/8/3b4/8/8/8/3NN3/4K3 w - -", -60, 60);
    odds("7k/8/8/8/8/5B2/P6P/4K3 w - -", 400, 1200);
    odds("k7/8/8/8/8/2B5/P7/4K3 w - -", -30, 60);
    odds("4k3/8/8/3b4/8/3B4/PP6/4K3 w - -", 20, 220);
}

#[test]
fn a_bare_king_is_driven_where_he_loses() {
    // From the weak side's view: worse and worse.
    let falls = |texts: &[&str]| {
        let values: Vec<i32> = texts.iter().map(|text| RULES.evaluate(&position(text)).0).collect();
        assert!(values[0] < -500 && values.windows(2).all(|pair| pair[0] > pair[1]), "{values:?}");
    };
    falls(&[
        "8/8/8/3k4/8/8/1R6/K7 b - -",
        "8/8/8/4k3/2K5/8/1R6/8 b - -",
        "8/8/4k3/8/3K4/8/1R6/8 b - -",
        "4k3/8/3K4/8/8/8/1R6/8 b - -",
    ]);
    // A light bishop: the corners a8 and h1 are those to lose in.
    falls(&[
        "8/8/8/3k4/8/2K5/8/3BN3 b - -",
        "7k/8/5K2/8/8/8/8/3BN3 b - -",
        "4k3/8/4K3/8/8/8/8/3BN3 b - -",
        "k7/8/2K5/8/8/8/8/3BN3 b - -",
    ]);
}

/// Exchanges once more, on a plain board and with every capture played out.
struct Plain {
    squares: [Option<(Piece, Color)>; 64],
}

impl Plain {
    fn new(board: &Board) -> Plain {
        Plain { squares: cozy_chess::BoardBuilder::from_board(board).board }
    }

    fn worth(piece: Piece) -> i32 {
        [100, 320, 320, 500, 950, 0][piece as usize]
    }

    fn attacks(&self, from: usize, to: usize) -> bool {
        let Some((piece, color)) = self.squares[from] else { return false };
        let (x, y) = (to as i32 % 8 - from as i32 % 8, to as i32 / 8 - from as i32 / 8);
        if (x, y) == (0, 0) {
            return false;
        }
        let straight = x == 0 || y == 0;
        let diagonal = x.abs() == y.abs();
        let ahead = if color == Color::White { 1 } else { -1 };
        let fits = match piece {
            Piece::Pawn => y == ahead && x.abs() == 1,
            Piece::Knight => x.abs() * y.abs() == 2,
            Piece::King => x.abs() <= 1 && y.abs() <= 1,
            Piece::Bishop => diagonal,
            Piece::Rook => straight,
            Piece::Queen => straight || diagonal,
        };
        let step = x.signum() + 8 * y.signum();
        let empty = |n: i32| self.squares[(from as i32 + n * step) as usize].is_none();
        fits && (piece == Piece::Knight || (1..x.abs().max(y.abs())).all(empty))
    }

    /// What `side` wins by taking on a square, or not.
    fn best(&mut self, square: usize, side: Color) -> i32 {
        let takers = |plain: &Plain, side| {
            (0..64)
                .filter(|&from| {
                    plain.squares[from].is_some_and(|(_, owner)| owner == side) && plain.attacks(from, square)
                })
                .collect::<Vec<_>>()
        };
        let piece = |plain: &Plain, from: usize| plain.squares[from].unwrap().0;
        let Some(from) = takers(self, side).into_iter().min_by_key(|&from| piece(self, from) as usize) else {
            return 0;
        };
        let (taker, victim) = (piece(self, from), piece(self, square));
        if taker == Piece::King && !takers(self, !side).is_empty() {
            return 0;
        }
        self.squares[square] = self.squares[from].take();
        (Plain::worth(victim) - self.best(square, !side)).max(0)
    }

    fn exchange(board: &Board, m: Move) -> i32 {
        let mut plain = Plain::new(board);
        let (from, to) = (m.from as usize, m.to as usize);
        let (piece, side) = plain.squares[from].take().unwrap();
        if plain.squares[to].is_some_and(|(_, owner)| owner == side) {
            return 0;
        }
        let mut gain = plain.squares[to].map_or(0, |(piece, _)| Plain::worth(piece));
        if piece == Piece::Pawn && m.from.file() != m.to.file() && plain.squares[to].is_none() {
            gain = 100;
            plain.squares[Square::new(m.to.file(), m.from.rank()) as usize] = None;
        }
        let stands = m.promotion.unwrap_or(piece);
        plain.squares[to] = Some((stands, side));
        gain + Plain::worth(stands) - Plain::worth(piece) - plain.best(to, !side)
    }
}

#[test]
fn exchanges_are_those_of_a_plain_board() {
    let mut seen = 0;
    wander(120, |position, chance| {
        let board = position.board();
        for m in moves(position) {
            if victim(board, m).is_none() && m.promotion.is_none() && chance.below(8) > 0 {
                continue;
            }
            let want = Plain::exchange(board, m);
            let other = chance.below(2000) as i32 - 1000;
            for threshold in [want - 1, want, want + 1, 0, 1, -100, other] {
                assert_eq!(see(board, m, threshold), want >= threshold, "{board} {m} {threshold}: {want}");
            }
            seen += 1;
        }
    });
    assert!(seen > 20_000, "{seen}");
}

#[test]
fn what_a_thread_remembers_changes_no_estimate() {
    let mut seen = Vec::new();
    wander(60, |position, _| seen.push(position.clone()));
    let all = |positions: &[Position]| positions.iter().map(|position| RULES.evaluate(position)).collect::<Vec<_>>();
    // Here most is remembered, in whatever state the places are; there the last position is judged first.
    let here = [all(&seen), all(&seen)];
    let there = std::thread::scope(|scope| {
        let backwards: Vec<Position> = seen.iter().rev().cloned().collect();
        scope.spawn(move || all(&backwards)).join().unwrap()
    });
    assert!(seen.len() > 2_000 && here[0] == here[1] && here[0].iter().eq(there.iter().rev()));
}

#[test]
fn noisy_moves_are_captures_and_those_that_lose_nothing_are_told_apart() {
    let mut forced = 0;
    wander(60, |position, _| {
        let board = position.board();
        let mut list = MoveList::new();
        RULES.noisy(position, &mut list);
        let mut found = list.as_slice().to_vec();
        let mut all = moves(position);
        if RULES.is_forced(position) {
            assert_eq!(found, all);
            forced += 1;
            return;
        }
        all.retain(|&m| {
            let loud = victim(board, m).is_some() || m.promotion.is_some();
            loud && m.promotion.is_none_or(|piece| piece == Piece::Queen)
        });
        for &m in &all {
            assert_eq!(RULES.priority(position, m) > 0, see(board, m, 0), "{board} {m}");
        }
        let order = |m: &Move| (m.from as u8, m.to as u8);
        all.sort_by_key(order);
        found.sort_by_key(order);
        assert_eq!(found, all, "{board}");
        for &m in &found {
            if !see(board, m, 0) {
                continue;
            }
            let child = after(position, m);
            let (before, now) = (ending_free(position), -ending_free(&child));
            assert!(now - before <= RULES.gain(position, m) + 150, "{board} {m}");
        }
    });
    assert!(forced > 50);
}

#[test]
fn threats_are_quiet_checks_that_lose_nothing() {
    let mut seen = 0;
    wander(60, |position, _| {
        let board = position.board();
        let mut list = MoveList::new();
        if RULES.is_forced(position) {
            return;
        }
        RULES.threats(position, &mut list);
        let mut all = moves(position);
        all.retain(|&m| {
            let quiet = victim(board, m).is_none() && m.promotion.is_none();
            quiet && RULES.is_forced(&after(position, m)) && see(board, m, 0)
        });
        assert_eq!(list.as_slice(), all, "{board}");
        seen += all.len();
    });
    assert!(seen > 100);
    // Opened by the king, and given by the rook of a castling king.
    for (text, m) in [("8/8/8/k3K2R/8/8/8/8 w - - 0 1", "Ke6"), ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O")] {
        let (there, mut list) = (position(text), MoveList::new());
        RULES.threats(&there, &mut list);
        assert!(list.as_slice().contains(&RULES.parse_move(&there, m).unwrap()), "{text}");
    }
}

/// Material alone, in the units of exchanges, for the side to move.
fn ending_free(position: &Position) -> i32 {
    let board = position.board();
    let count = |color, piece: Piece| Plain::worth(piece) * board.colored_pieces(color, piece).len() as i32;
    let us = board.side_to_move();
    Piece::ALL.into_iter().map(|piece| count(us, piece) - count(!us, piece)).sum()
}

#[test]
fn moves_promise_what_they_take() {
    let there = position("3rk3/1P3n2/2p3n1/3q4/2P1P3/1B6/8/R3K2R w KQ -");
    let priority = |text| RULES.priority(&there, RULES.parse_move(&there, text).unwrap());
    assert!(priority("exd5") > priority("cxd5") - 1 && priority("cxd5") > priority("b8=Q"));
    assert_eq!((priority("O-O"), priority("Ra5"), priority("Ke2")), (0, 0, 0));
    assert!(priority("b8=N") < 0 && priority("b8=R") < 0);
    let hopeless = position("4k3/2p5/1p6/8/8/8/1R6/4K3 w - -");
    assert!(RULES.priority(&hopeless, RULES.parse_move(&hopeless, "Rxb6").unwrap()) < 0);

    wander(20, |position, _| {
        let places: Vec<usize> = moves(position).iter().map(|&m| RULES.history_index(position, m)).collect();
        assert!(places.iter().all(|&index| index < Chess::HISTORY_SIZE));
        assert!(places.iter().all(|index| index / 384 == position.board().side_to_move() as usize));
    });
}

#[test]
fn positions_are_read_and_printed() {
    assert_eq!(RULES.print(&RULES.start()), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(position("startpos"), RULES.start());
    assert_eq!(position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), RULES.start());
    assert_eq!(position(" rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq - bm e4; id \"1 2\";"), RULES.start());
    assert_eq!(position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 0"), RULES.start());
    let moved = position("startpos moves e2e4 c5 Nf3");
    assert_eq!(RULES.print(&moved), "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");

    // The inner rook has the right: only its file shows that.
    let inner = "4k3/8/8/8/8/8/8/1R2KR1R w F - 0 1";
    assert_eq!(RULES.print(&position(inner)), inner);
    assert_eq!(RULES.print(&position("4k3/8/8/8/8/8/8/1R2KR1R w HB - 0 1")), "4k3/8/8/8/8/8/8/1R2KR1R w KQ - 0 1");
    for number in 0..960 {
        let start = Position::new(Board::chess960_startpos(number));
        assert_eq!(position(&RULES.print(&start)), start);
        assert_eq!(position(&format!("{:#}", start.board())), start);
    }
}

#[test]
fn moves_are_read_in_three_ways() {
    let there = position("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq -");
    let read = |text| RULES.parse_move(&there, text).map(|m| m.to_string());
    for (text, want) in [
        ("e1g1", "e1h1"),
        ("e1h1", "e1h1"),
        ("O-O", "e1h1"),
        ("0-0-0", "e1a1"),
        ("e1c1", "e1a1"),
        ("b7a8q", "b7a8q"),
        ("b7b8N", "b7b8n"),
        ("bxa8=R+", "b7a8r"),
        ("b8=B", "b7b8b"),
        ("Rxh8+!", "h1h8"),
        ("Rad1", "a1d1"),
        ("Kd2", "e1d2"),
    ] {
        assert_eq!(read(text), Ok(want.into()), "{text}");
    }
    for text in ["", "e1", "e1e8", "e7e8", "b7b8", "b7b8k", "b7b8qq", "Rd1x", "Rb8", "O-O-O-O", "é", "Ke2e3", "b8=K"] {
        assert!(read(text).is_err(), "{text}");
    }
    let short = RULES.parse_move(&there, "O-O").unwrap();
    assert_eq!((RULES.print_move(&there, short), RULES.san(&there, short)), ("e1g1".into(), "O-O".into()));
    assert_eq!(Chess { chess960: true }.print_move(&there, short), "e1h1");
    let ended = RULES.parse_move(&position("7k/8/6K1/8/8/8/8/8 w - -"), "Kf6").unwrap_err();
    assert_eq!(ended.want, "no move: the game is over");

    wander(20, |position, _| {
        for m in moves(position) {
            let san = RULES.san(position, m);
            assert_eq!(RULES.parse_move(position, &san), Ok(m), "{} {san}", position.board());
        }
    });
}

#[test]
fn mistakes_are_named_with_their_place() {
    let cases = [
        ("", 0, "the board is missing"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 43, "the side to move is missing"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", 44, "not a side to move"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", 45, "castling rights is missing"),
        ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 13, "not a piece"),
        ("rnbqkbnr/ppppépp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 13, "not a piece"),
        ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 16, "a rank of less than eight squares"),
        ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 17, "a rank of more than eight squares"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", 34, "the board ends too early"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1", 43, "a ninth rank"),
        ("rnbqkbnp/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7, "a pawn on the first or last rank"),
        ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", 0, "Black has 0 kings"),
        ("4k3/8/8/8/8/4R3/8/4K3 w - - 0 1", 0, "a board that cannot be"),
        ("8/8/8/8/8/8/8/4Kk2 w - - 0 1", 0, "kings side by side"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1", 48, "not a castling right"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", 46, "no king and rook to castle with"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KHkq - 0 1", 47, "a castling right that was there before"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1", 51, "nothing can be taken in passing there"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq z9 0 1", 51, "nothing can be taken in passing there"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 101 1", 53, "not a halfmove clock"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 70000", 55, "not a move number"),
        ("startpos moves e2e4 e2e4", 20, "not a legal move here"),
    ];
    for (text, place, why) in cases {
        let error = RULES.parse(text).expect_err(text);
        assert_eq!((error.place, error.why.as_str()), (place, why), "{text}");
    }
}

#[test]
fn random_texts_are_refused_without_a_panic() {
    let mut chance = SplitMix64::new(3);
    let alphabet: Vec<char> = "rnbqkpRNBQKP12345678/ wb-KQkqAHah e3 0 1;\"bm xO=+é".chars().collect();
    let start = RULES.print(&RULES.start());
    for _ in 0..20_000 {
        let mut text: Vec<char> = start.chars().collect();
        for _ in 0..=chance.below(4) {
            let c = alphabet[chance.below(alphabet.len() as u64) as usize];
            let at = chance.below(text.len() as u64) as usize;
            match chance.below(3) {
                0 => text[at] = c,
                1 => text.insert(at, c),
                _ => drop(text.remove(at)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = RULES.parse(&text) {
            assert_eq!(RULES.parse(&RULES.print(&position)), Ok(position.clone()), "{text}");
            moves(&position);
            RULES.evaluate(&position);
        }
        let _ = Epd::parse(&RULES, &text);
        let _ = RULES.parse_move(&RULES.start(), &text[text.floor_char_boundary(text.len() - 5)..]);
    }
}

#[test]
fn suites_of_positions_are_read() {
    let all = suite("bratko_kopec.epd");
    assert_eq!(all.len(), 24);
    assert!(all.iter().all(|epd| !epd.best.is_empty() && epd.avoid.is_empty()));
    assert_eq!(all[23].id.as_deref(), Some("BK.24"));
    let line = "4k3/8/8/8/8/8/8/4K2R w K - am Kd1 Kf1; bm O-O; c0 \"a; b\"; acd 12; id \"two words\"";
    let epd = Epd::parse(&RULES, line).unwrap();
    assert_eq!((epd.best.len(), epd.avoid.len(), epd.id.as_deref()), (1, 2, Some("two words")));
    assert_eq!((epd.operand("c0"), epd.operand("acd"), epd.operand("pv")), (Some("a; b"), Some("12"), None));
    let error = Epd::parse(&RULES, "4k3/8/8/8/8/8/8/4K2R w K - bm Qd1;").unwrap_err();
    assert_eq!((error.place, error.why.as_str()), (30, "not a legal move here"));
    assert!(Epd::parse(&RULES, "4k3/8/8/8/8/8/8/4K2R w K - id \"open").is_err());
    assert_eq!(Epd::parse_all(&RULES, "# none\n\n4k3/8 w - -").unwrap_err().0, 3);
}

/// Can the side to move mate in this number of moves? Every move is tried, and every answer.
fn mates(position: &Position, moves_left: u32) -> bool {
    moves_left > 0 && moves(position).into_iter().any(|m| is_mated(&after(position, m), moves_left - 1))
}

fn is_mated(position: &Position, moves_left: u32) -> bool {
    match status(position) {
        Status::Over(value) => value == Score::loss_in(RULES.now(position)),
        Status::Open => moves_left > 0 && moves(position).into_iter().all(|m| mates(&after(position, m), moves_left)),
    }
}

#[test]
fn mates_are_found_by_trying_everything() {
    for epd in suite("mates.epd") {
        let length: u32 = epd.operand("dm").unwrap().parse().unwrap();
        let text = RULES.print(&epd.position);
        assert!(!mates(&epd.position, length - 1), "{text} is faster");
        let mut keys = moves(&epd.position);
        keys.retain(|&m| is_mated(&after(&epd.position, m), length - 1));
        assert!(keys.len() == epd.best.len() && keys.iter().all(|m| epd.best.contains(m)), "{text}: {keys:?}");
    }
}
