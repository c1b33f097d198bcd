use provebest_game::{Check, NodeCount, Solvable, SplitMix64, Text, Window, perft};

use super::endgame::Endgame;
use super::evaluate::Estimate;
use super::*;

/// The rules once more, cell by cell.
#[derive(Clone)]
struct Plain {
    cells: [[char; 8]; 8],
    turn: char,
}

impl Plain {
    fn of(board: &Board) -> Plain {
        let text: Vec<char> = Othello.print(board).chars().collect();
        Plain { cells: std::array::from_fn(|row| std::array::from_fn(|column| text[8 * row + column])), turn: text[65] }
    }

    fn at(&self, row: i32, column: i32) -> char {
        if (0..8).contains(&row) && (0..8).contains(&column) { self.cells[row as usize][column as usize] } else { '#' }
    }

    fn flips(&self, turn: char, field: u8) -> Vec<(i32, i32)> {
        let (row, column) = (i32::from(field / 8), i32::from(field % 8));
        let enemy = if turn == 'X' { 'O' } else { 'X' };
        let mut flips = Vec::new();
        if self.at(row, column) != '-' {
            return flips;
        }
        for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let mut line = Vec::new();
            let (mut y, mut x) = (row + down, column + right);
            while self.at(y, x) == enemy {
                line.push((y, x));
                (y, x) = (y + down, x + right);
            }
            if self.at(y, x) == turn {
                flips.extend(line);
            }
        }
        flips
    }

    fn moves(&self, turn: char) -> Vec<u8> {
        (0..64).filter(|&field| !self.flips(turn, field).is_empty()).collect()
    }

    fn play(&mut self, m: Option<u8>) {
        if let Some(field) = m {
            let flips = self.flips(self.turn, field);
            for (row, column) in flips.into_iter().chain([(i32::from(field / 8), i32::from(field % 8))]) {
                self.cells[row as usize][column as usize] = self.turn;
            }
        }
        self.turn = self.enemy();
    }

    fn enemy(&self) -> char {
        if self.turn == 'X' { 'O' } else { 'X' }
    }

    fn count(&self, what: char) -> i32 {
        self.cells.iter().flatten().filter(|&&cell| cell == what).count() as i32
    }

    fn difference(&self) -> i32 {
        let lead = self.count(self.turn) - self.count(self.enemy());
        lead + lead.signum() * self.count('-')
    }
}

#[test]
fn keeps_its_promises() {
    let start = Board::default();
    let check = Check::new(&Othello, &start).games(200).equal().symmetric().evaluated().text().ordered();
    let checked = check.run().unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(checked.finished, 200);
}

#[test]
fn lines_of_play_are_counted() {
    let counts: Vec<u64> = (1..=8).map(|depth| perft(&Othello, &Board::default(), Depth(depth))).collect();
    assert_eq!(counts, [4, 12, 56, 244, 1396, 8200, 55_092, 390_216]);
}

/// As the counts are usually published: a game that is over still counts at all later plies.
fn lines(board: &Board, plies: u32) -> u64 {
    let mut list = MoveList::new();
    match Othello.moves(board, &mut list) {
        Status::Open if plies > 1 => list.as_slice().iter().map(|&m| lines(&after(board, m), plies - 1)).sum(),
        Status::Open if plies == 1 => list.len() as u64,
        _ => 1,
    }
}

/// The shortest games are nine plies long.
#[test]
#[ignore = "seconds"]
fn long_lines_of_play_are_counted() {
    assert_eq!([9, 10, 11].map(|plies| lines(&Board::default(), plies)), [3_005_288, 24_571_284, 212_258_800]);
    assert_eq!(perft(&Othello, &Board::default(), Depth(10)), 24_571_284 - 228);
}

#[test]
fn bitboards_agree_with_plain_ones_to_the_end_of_random_games() {
    let mut chance = SplitMix64::new(8);
    let (mut passes, mut early) = (0, 0);
    for _ in 0..1000 {
        let (mut board, mut record) = (Board::default(), String::new());
        loop {
            let mut plain = Plain::of(&board);
            let mut list = MoveList::new();
            let status = Othello.moves(&board, &mut list);
            assert_eq!(Othello.status(&board, &mut MoveList::new()), status);
            let mut moves = plain.moves(plain.turn);
            assert_eq!(each(board.discs.moves()).collect::<Vec<u8>>(), moves);
            if let Status::Over(value) = status {
                assert!(moves.is_empty() && plain.moves(plain.enemy()).is_empty());
                assert_eq!(value, Score(plain.difference()));
                early += u32::from(plain.count('-') > 0);
                for spelling in ["pass", "Pass ", "pa", "--", ""] {
                    assert_eq!(Othello.parse(&record.replace("pass", spelling)).as_ref(), Ok(&board), "{record}");
                }
                break;
            }
            for field in each(board.discs.empty()) {
                let flips = plain.flips(plain.turn, field);
                let bits = flips.iter().fold(0, |bits, (row, column)| bits | 1 << (8 * row + column));
                assert_eq!(board.discs.flips(field), bits, "{}", Othello.print(&board));
                if board.discs.empties() == 1 {
                    assert_eq!(discs::last_flips(board.discs.own, field) as usize, flips.len());
                }
            }
            let m = list.as_slice()[chance.below(list.len() as u64) as usize];
            let mut listed: Vec<u8> = list.as_slice().iter().copied().flatten().collect();
            listed.sort_unstable();
            moves.sort_unstable();
            assert_eq!(listed, moves);
            passes += u32::from(m.is_none());
            record += &Othello.print_move(&board, m);
            plain.play(m);
            Othello.play(&mut board, m);
            assert_eq!(Othello.print(&board), {
                let cells: String = plain.cells.iter().flatten().collect();
                format!("{cells} {}", plain.turn)
            });
        }
    }
    assert!(passes > 100 && early > 5, "{passes} passes, {early} games with empty fields at their end");
}

/// What is called stable is never turned over in what follows, whatever is played.
#[test]
fn stable_discs_stay() {
    let mut chance = SplitMix64::new(21);
    let mut seen = 0;
    for _ in 0..2000 {
        let mut board = Board::default();
        let mut stable = [0_u64; 2];
        let mut list = MoveList::new();
        while Othello.moves(&board, &mut list) == Status::Open {
            let Discs { own, other } = board.discs;
            let turn = board.turn as usize;
            assert_eq!(stable[turn] & !own, 0, "{}", Othello.print(&board));
            assert_eq!(stable[1 - turn] & !other, 0, "{}", Othello.print(&board));
            stable = [0; 2];
            stable[1 - turn] = board.discs.stable_others();
            stable[turn] = board.discs.pass().stable_others();
            seen += (stable[0] | stable[1]).count_ones();
            let m = list.as_slice()[chance.below(list.len() as u64) as usize];
            Othello.play(&mut board, m);
            list.clear();
        }
        let all = board.discs.own | board.discs.other;
        if all == u64::MAX {
            assert_eq!(board.discs.stable_others(), board.discs.other);
        }
    }
    assert!(seen > 100_000, "{seen}");
}

#[test]
fn images_have_one_key() {
    let keys = |text: &str| {
        let board = Othello.parse(text).unwrap();
        (Othello.key(&board), Othello.symmetric_key(&board))
    };
    let four = ["f5", "e6", "d3", "c4"].map(keys);
    assert!(four.iter().all(|key| key.1 == four[0].1));
    assert_ne!(four[0].0, four[1].0);
    let images = Othello.parse("f5d6c3d3c4").unwrap().discs.images();
    let different: std::collections::HashSet<Discs> = images.into_iter().collect();
    assert_eq!(different.len(), 8);
}

#[test]
fn positions_are_read_and_written() {
    let start = Othello.print(&Board::default());
    assert_eq!(start, "---------------------------OX------XO--------------------------- X");
    let read = |text: &str| Othello.parse(text).map(|board| Othello.print(&board));
    for text in ["", "-", &start, &start.replace('-', "."), &start.to_lowercase(), &start.replace('X', "*")] {
        assert_eq!(read(text).as_ref(), Ok(&start), "{text}");
    }
    for text in ["F5D6C3", "f5 d6 c3", "f5d6c3"] {
        assert_eq!(read(text), read("f5d6c3"), "{text}");
    }
    let place = |text: &str| read(text).unwrap_err().place;
    assert_eq!(place("f5d6d6"), 4);
    assert_eq!(place("f5d"), 2);
    assert_eq!(place("f9"), 0);
    assert_eq!(place(&start.replace("OX", "OY")), 28);
    assert_eq!(place(&start[..60]), 60);
    assert_eq!(place(&format!("{}- X", &start[..64])), 64);
    assert_eq!(place(&format!("{start} X")), 67);
    assert_eq!(read(&format!("{} O", &start[..64])).unwrap(), format!("{} O", &start[..64]));
}

#[test]
fn problems_are_read() {
    let problems = Problem::parse_all(&suite("ffo.obf")).unwrap();
    assert_eq!(problems.len(), 20);
    let (first, last) = (&problems[0], &problems[19]);
    assert_eq!((first.name.as_str(), first.best(), first.best_moves()), ("FFO 40", Some(38), vec!["a2".into()]));
    assert_eq!(last.best_moves(), ["h4", "g8", "e8"]);
    assert_eq!(problems.iter().map(|problem| problem.board.discs.empties()).min(), Some(20));
    let board = Othello.print(&Board::default());
    let place = |end: &str| Problem::parse(&format!("{board}{end}")).unwrap_err().place - board.len();
    assert_eq!(place("; d3:+1; d4:+2"), 9);
    assert_eq!(place("; d3:+1; d3"), 9);
    assert_eq!(place("; d3:one"), 2);
    assert_eq!(place("; i3:1"), 2);
    assert_eq!(Problem::parse("  % nothing but a comment"), Ok(None));
    assert_eq!(Problem::parse(&board).unwrap().unwrap().best(), None);
}

fn suite(name: &str) -> String {
    let path = format!("{}/../suites/othello/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Plain minimax to the end of the game, by the rules alone.
fn minimax(board: &Board) -> i32 {
    let mut list = MoveList::new();
    match Othello.moves(board, &mut list) {
        Status::Over(value) => value.0,
        Status::Open => list.as_slice().iter().map(|&m| -minimax(&after(board, m))).max().unwrap(),
    }
}

fn after(board: &Board, m: Option<u8>) -> Board {
    let mut child = *board;
    Othello.play(&mut child, m);
    child
}

/// A position of a random game with this number of empty fields and a choice of moves.
fn random_position(chance: &mut SplitMix64, empties: u32) -> Board {
    loop {
        let mut board = Board::default();
        let mut list = MoveList::new();
        while Othello.moves(&board, &mut list) == Status::Open {
            if board.discs.empties() == empties && list.len() > 1 {
                return board;
            }
            board = after(&board, list.as_slice()[chance.below(list.len() as u64) as usize]);
            list.clear();
        }
    }
}

/// Every answer of the endgame solver is right, whatever the question.
#[test]
fn endings_are_solved() {
    let mut chance = SplitMix64::new(5);
    for empties in 0..=8 {
        for _ in 0..if empties < 6 { 200 } else { 20 } {
            let board = random_position_with_any_moves(&mut chance, empties);
            let value = minimax(&board);
            for alpha in (-65..=64).step_by(3).chain([value - 2, value - 1, value, value + 1]) {
                let answer = Endgame::default().ask(board.discs, alpha);
                if answer > alpha {
                    assert!(value >= answer, "{} {alpha}: {answer}, not {value}", Othello.print(&board));
                } else {
                    assert!(value <= answer, "{} {alpha}: {answer}, not {value}", Othello.print(&board));
                }
                assert_eq!(answer % 2, 0);
            }
        }
    }
}

fn random_position_with_any_moves(chance: &mut SplitMix64, empties: u32) -> Board {
    loop {
        let mut board = Board::default();
        let mut list = MoveList::new();
        while board.discs.empties() > empties && Othello.moves(&board, &mut list) == Status::Open {
            board = after(&board, list.as_slice()[chance.below(list.len() as u64) as usize]);
            list.clear();
        }
        if board.discs.empties() == empties {
            return board;
        }
    }
}

#[test]
#[ignore = "writes suites/othello/easy.obf, in minutes"]
fn write_easy_positions() {
    let mut chance = SplitMix64::new(1964);
    let mut text = String::from("% Positions of random games with every move's score, by plain minimax.\n");
    for number in 0..20 {
        let board = random_position(&mut chance, 10 + number % 3);
        let mut list = MoveList::new();
        Othello.moves(&board, &mut list);
        text += &Othello.print(&board);
        for &m in list.as_slice() {
            text += &format!("; {}:{:+}", Othello.print_move(&board, m), -minimax(&after(&board, m)));
        }
        text += &format!("; % easy {}\n", number + 1);
    }
    let path = format!("{}/../suites/othello/easy.obf", env!("CARGO_MANIFEST_DIR"));
    std::fs::write(path, text).unwrap();
}

#[test]
fn easy_positions_are_solved() {
    let problems = Problem::parse_all(&suite("easy.obf")).unwrap();
    assert_eq!(problems.len(), 20);
    for problem in problems {
        for &(m, score) in &problem.moves {
            let child = after(&problem.board, m).discs;
            for alpha in [-score - 1, -score] {
                assert_eq!(-Endgame::default().ask(child, alpha), score, "{}", problem.name);
            }
        }
        let all = problem.board.discs.moves().count_ones() as usize;
        assert_eq!(problem.moves.len(), all, "{}", problem.name);
    }
}

/// The score by plain alpha-beta, if it is between the bounds: the rules and nothing else.
fn plain(board: &Board, mut alpha: i32, beta: i32) -> i32 {
    let mut list = MoveList::new();
    if let Status::Over(value) = Othello.moves(board, &mut list) {
        return value.0;
    }
    let mut best = -64;
    for &m in list.as_slice() {
        best = best.max(-plain(&after(board, m), -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[test]
#[ignore = "writes suites/othello/endings.obf, in a minute"]
fn write_endings() {
    let mut chance = SplitMix64::new(12);
    let mut text = String::from(
        "% A hundred positions of random games with 12 empty fields, with a best move, by plain alpha-beta.\n",
    );
    for number in 1..=100 {
        let board = random_position(&mut chance, 12);
        let mut list = MoveList::new();
        Othello.moves(&board, &mut list);
        let mut best = (-65, None);
        for &m in list.as_slice() {
            let score = -plain(&after(&board, m), -64, -best.0.max(-64));
            if score > best.0 {
                best = (score, m);
            }
        }
        let word = Othello.print_move(&board, best.1);
        text += &format!("{}; {word}:{:+}; % ending {number}\n", Othello.print(&board), best.0);
    }
    let path = format!("{}/../suites/othello/endings.obf", env!("CARGO_MANIFEST_DIR"));
    std::fs::write(path, text).unwrap();
}

#[test]
fn endings_are_as_plain_search_says() {
    let problems = Problem::parse_all(&suite("endings.obf")).unwrap();
    assert_eq!(problems.len(), 100);
    for problem in problems {
        let score = problem.best().unwrap();
        let ask = |alpha: i32| Endgame::default().ask(problem.board.discs, alpha);
        assert_eq!(problem.board.discs.empties(), 12, "{}", problem.name);
        assert!(ask(score - 1) >= score && ask(score) <= score, "{}", problem.name);
    }
}

/// What a solver hears of nodes are those that the endgame enters below a position, and those of looking ahead.
#[test]
fn nodes_within_are_counted() {
    let mut chance = SplitMix64::new(5);
    for empties in [3, 7] {
        let board = random_position(&mut chance, empties);
        let (mut nodes, mut endgame) = (NodeCount::unlimited(), Endgame::default());
        Othello.answer(&board, Window::null(Score(1)), &mut nodes).unwrap();
        endgame.ask(board.discs, 0);
        assert_eq!(nodes.entered + 1, endgame.nodes);
        assert!(nodes.entered > 3);
    }
    let ranked = |empties: u32, limit: u64| {
        let (board, mut list) = (random_position(&mut SplitMix64::new(5), empties), MoveList::new());
        let mut nodes = NodeCount { entered: 0, limit };
        Othello.ranked(&board, &mut list, &mut nodes);
        (nodes.entered, list.len() as u64)
    };
    assert_eq!(ranked(10, u64::MAX).0, 0, "sorted at first sight");
    let (nodes, moves) = ranked(20, u64::MAX);
    assert!(nodes > 10 * moves, "sorted by a search of some plies: {nodes}");
    assert_eq!(ranked(20, 50), (50, moves), "as far as its nodes go");
}

#[test]
fn corners_come_first_and_who_gives_one_away_last() {
    // b2 and g7 are next to corners, a1 and h8, of which only a1 is empty; g1 is next to the empty h1, but no X field.
    let board = Othello.parse("-------- -OO----- -OXX---- --X----- -------- -----XX- ------O- -------X X").unwrap();
    let priority = |name: &str| Othello.priority(&board, text::field(name).unwrap());
    assert!(priority("a1") > 0 && priority("h1") > 0);
    assert!(priority("b2") < 0);
    assert_eq!((priority("g7"), priority("c1"), priority("--")), (0, 0, 0));
    let other = after(&board, board.discs.moves().trailing_zeros().try_into().ok());
    assert_eq!(
        (Othello.history_index(&board, Some(63)), Othello.history_index(&other, None)),
        (63, Othello::HISTORY_SIZE - 1)
    );
}

/// The patterns once more, field by field: each as a list of fields, the first of them the lowest digit.
fn plain_patterns(discs: Discs) -> Vec<usize> {
    let line =
        |from: usize, step: usize, count: usize| (0..count).map(|place| from + step * place).collect::<Vec<usize>>();
    let mut edge = line(0, 1, 8);
    edge.extend([9, 14]);
    let shapes = [
        (0, edge),
        (1 << 16, vec![16, 17, 18, 8, 9, 10, 0, 1, 2]),
        (3 << 15, line(8, 1, 8)),
        (13 << 13, line(16, 1, 8)),
        (14 << 13, line(24, 1, 8)),
        (1 << 17, line(1, 9, 7)),
        (33 << 12, line(2, 9, 6)),
        (67 << 11, line(3, 9, 5)),
        (135 << 10, line(4, 9, 4)),
        (15 << 13, line(0, 9, 8)),
    ];
    // A quarter turn: what is seen at row and column is at column and the last row less row.
    let turned = |field: usize, turns: u32| (0..turns).fold(field, |field, _| 8 * (field % 8) + 7 - field / 8);
    let mut found = Vec::new();
    for turns in 0..4 {
        // The long diagonal is its own image.
        for (from, fields) in &shapes[..if turns < 2 { 10 } else { 9 }] {
            let digit = |field: usize| (discs.own >> field & 1) as usize + 2 * (discs.other >> field & 1) as usize;
            let digits = fields.iter().rev().fold(0, |number, &field| 3 * number + digit(turned(field, turns)));
            found.push(from + digits);
        }
    }
    found.sort_unstable();
    found
}

#[test]
fn patterns_are_what_stands_on_their_fields() {
    let mut chance = SplitMix64::new(31);
    for number in 0..2000 {
        let discs = random_position_with_any_moves(&mut chance, 2 + number % 50).discs;
        let mut found = Vec::new();
        patterns::each_pattern(discs, |place| found.push(place));
        found.sort_unstable();
        assert_eq!(found, plain_patterns(discs), "{discs:?}");
        assert!(found.iter().all(|&place| place < patterns::ROOM));
    }
}

#[test]
fn images_seem_to_be_worth_the_same() {
    let (classes, count) = patterns::classes();
    let file = include_bytes!("patterns.weights");
    assert_eq!(file.len(), patterns::CONSTANTS + patterns::STAGES * count);
    let mut chance = SplitMix64::new(32);
    for number in 0..1000 {
        let discs = random_position_with_any_moves(&mut chance, 4 + number % 40).discs;
        let stage = &file[patterns::CONSTANTS + patterns::stage(discs.empties()) * count..];
        let mut sum = 100 * i32::from(file[discs.empties() as usize] as i8);
        patterns::each_pattern(discs, |place| sum += patterns::UNIT * i32::from(stage[classes[place] as usize] as i8));
        for image in discs.images() {
            assert_eq!(patterns::FITTED.hundredths(image), sum.clamp(-6300, 6300), "{discs:?}");
        }
    }
}

/// Estimates change the order of the moves and nothing else, and a guess is a value that can be.
#[test]
fn all_moves_are_ranked() {
    let mut chance = SplitMix64::new(33);
    for number in 0..500 {
        let board = random_position_with_any_moves(&mut chance, 8 + number % 12);
        let (mut list, mut ranked, mut by_counts) = (MoveList::new(), MoveList::new(), MoveList::new());
        let status = Othello.moves(&board, &mut list);
        let mut nodes = NodeCount::unlimited();
        assert_eq!(Othello.ranked(&board, &mut ranked, &mut nodes), status);
        assert_eq!(solve::rank(board.discs, &evaluate::Counts, &mut by_counts, &mut nodes), status);
        for order in [&mut ranked, &mut by_counts] {
            order.as_mut_slice().sort_unstable();
            list.as_mut_slice().sort_unstable();
            assert_eq!(order.as_slice(), list.as_slice());
        }
        let guess = Othello.guess(&board, &mut nodes);
        assert!(guess.is_some() || board.discs.empties() < 12, "{board:?}");
        assert!(guess.is_none_or(|Score(guess)| guess % 2 == 0 && (-64..=64).contains(&guess)), "{guess:?}");
    }
}
