use std::collections::HashMap;
use std::ops::ControlFlow;

use provebest_game::{Check, Evaluate, Provable, Solvable, SplitMix64, Surveyor, Text, Window, perft};

use super::*;

fn board(text: &str) -> (ConnectFour, Board) {
    ConnectFour::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The rules once more, on a plain array.
#[derive(Clone)]
struct Plain {
    cells: Vec<Vec<char>>,
    height: usize,
    stones: usize,
}

impl Plain {
    fn new(width: usize, height: usize) -> Plain {
        Plain { cells: vec![Vec::new(); width], height, stones: 0 }
    }

    fn at(&self, column: i32, row: i32) -> Option<char> {
        let column = usize::try_from(column).ok().and_then(|column| self.cells.get(column))?;
        usize::try_from(row).ok().and_then(|row| column.get(row)).copied()
    }

    fn four(&self) -> bool {
        let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let from = |column, row| {
            let stone = self.at(column, row);
            let line = |(x, y)| (1..4).all(|n| self.at(column + n * x, row + n * y) == stone);
            stone.is_some() && steps.into_iter().any(line)
        };
        (0..self.cells.len() as i32).any(|column| (0..self.height as i32).any(|row| from(column, row)))
    }

    fn free(&self) -> Vec<u8> {
        let free = (0..self.cells.len()).filter(|&column| self.cells[column].len() < self.height);
        free.map(|column| column as u8).collect()
    }

    fn play(&mut self, column: u8) {
        self.cells[column as usize].push(['X', 'O'][self.stones % 2]);
        self.stones += 1;
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.four() {
            return 0;
        }
        let children = self.free().into_iter().map(|column| {
            let mut child = self.clone();
            child.play(column);
            child.perft(depth - 1)
        });
        children.sum()
    }
}

#[test]
fn keeps_its_promises() {
    for (width, height) in [(7, 6), (6, 5), (4, 4), (5, 4), (1, 1), (1, 63), (32, 1), (16, 3), (8, 7), (9, 6), (3, 3)] {
        let left = ConnectFour::new(width, height).unwrap();
        for rules in [left, left.centre_first()] {
            let start = rules.start();
            let check = Check::new(&rules, &start).games(40).equal().symmetric().evaluated().text();
            let checked = check.run().unwrap_or_else(|fault| panic!("{width}x{height}: {fault}"));
            assert_eq!((checked.finished, checked.widest), (40, width));
        }
    }
}

#[test]
fn lines_of_play_are_counted() {
    let counts = |text: &str, depth: u32| -> Vec<u64> {
        let (rules, start) = board(text);
        (1..=depth).map(|depth| perft(&rules, &start, Depth(depth))).collect()
    };
    assert_eq!(counts("", 8), [7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234]);
    for (width, height, depth) in
        [(4, 4, 8), (5, 4, 7), (6, 5, 6), (3, 5, 9), (2, 6, 12), (1, 6, 6), (10, 2, 5), (7, 6, 6)]
    {
        let plain: Vec<u64> = (1..=depth).map(|depth| Plain::new(width, height).perft(depth)).collect();
        assert_eq!(counts(&format!("{width}x{height}:"), depth), plain, "{width}x{height}");
    }
}

#[test]
fn bitboards_agree_with_plain_ones_to_the_end_of_random_games() {
    let mut chance = provebest_game::SplitMix64::new(4);
    for (width, height) in [(7, 6), (6, 5), (8, 7), (5, 9), (32, 1), (4, 15), (21, 2), (9, 6)] {
        let rules = ConnectFour::new(width, height).unwrap();
        let (mut wins, mut draws) = (0, 0);
        for _ in 0..300 {
            let (mut plain, mut state) = (Plain::new(width as usize, height as usize), rules.start());
            loop {
                let mut list = MoveList::new();
                let status = rules.moves(&state, &mut list);
                if plain.four() {
                    assert_eq!(status, Status::Over(Score::loss_in(Ply(plain.stones as u32))));
                    wins += 1;
                    break;
                }
                if plain.free().is_empty() {
                    assert_eq!(status, Status::Over(Score::ZERO));
                    draws += 1;
                    break;
                }
                assert_eq!((status, list.as_slice()), (Status::Open, plain.free().as_slice()));
                let column = list.as_slice()[chance.below(list.len() as u64) as usize];
                // A cell is a threat just where a stone of that colour would make four.
                let lands = rules.landing(&state) & rules.column(column.into());
                let threat = rules.threats_in::<false>(state.own, state.all) & lands != 0;
                plain.play(column);
                assert_eq!(threat, plain.four());
                rules.play(&mut state, column);
            }
        }
        assert!(wins > 0 && (draws > 0 || height > 2), "{width}x{height}: {wins} wins, {draws} draws");
    }
}

#[test]
fn columns_come_from_the_left_or_from_the_centre() {
    let order = |rules: ConnectFour| {
        let mut list = MoveList::new();
        rules.moves(&rules.start(), &mut list);
        list.as_slice().to_vec()
    };
    assert_eq!(order(ConnectFour::default()), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(order(ConnectFour::default().centre_first()), [3, 2, 4, 1, 5, 0, 6]);
    assert_eq!(order(ConnectFour::new(6, 5).unwrap().centre_first()), [3, 2, 4, 1, 5, 0]);
    assert_eq!(order(ConnectFour::new(1, 5).unwrap().centre_first()), [0]);
}

#[test]
fn mirror_images_share_a_key() {
    let (rules, _) = board("");
    let keys = |text| (rules.key(&board(text).1), rules.symmetric_key(&board(text).1));
    assert_eq!(keys("1223").1, keys("7665").1);
    assert_ne!(keys("1223").0, keys("7665").0);
    assert_ne!(keys("1223").1, keys("1224").1);
    assert_eq!(keys("123"), keys("321"));
}

#[test]
fn folded_mirror_images_are_one_position() {
    let mut chance = SplitMix64::new(7);
    for (width, height) in [(7, 6), (6, 5), (5, 4), (1, 8), (2, 31), (9, 6)] {
        let rules = ConnectFour::new(width, height).unwrap().centre_first().folded();
        for _ in 0..40 {
            let (mut one, mut image) = (rules.start(), rules.start());
            loop {
                let (mut moves, mut mirrored) = (MoveList::new(), MoveList::new());
                let open = rules.moves(&one, &mut moves);
                assert_eq!((open, rules.key(&one)), (rules.moves(&image, &mut mirrored), rules.key(&image)));
                let is_symmetric = one == image;
                let back = |m: u8| if is_symmetric { m } else { width as u8 - 1 - m };
                let images: Vec<u8> = mirrored.as_slice().iter().map(|&m| back(m)).collect();
                assert_eq!(images, moves.as_slice(), "what one lists first, the other does too");
                if open != Status::Open {
                    break;
                }
                let m = moves.as_slice()[chance.below(moves.len() as u64) as usize];
                rules.play(&mut one, m);
                rules.play(&mut image, width as u8 - 1 - m);
            }
        }
    }
}

#[test]
fn a_row_of_leaves_is_worth_what_each_of_them_is() {
    let mut chance = SplitMix64::new(8);
    for (width, height) in [(7, 6), (8, 6), (6, 5), (4, 4), (1, 8), (12, 3), (32, 1), (3, 20)] {
        let plain = ConnectFour::new(width, height).unwrap();
        for rules in [plain, plain.centre_first(), plain.centre_first().folded()] {
            for _ in 0..30 {
                let mut board = rules.start();
                loop {
                    let (mut list, mut row) = (MoveList::new(), Vec::new());
                    let over = rules.leaves(&board, &mut list, |m, worth, estimated| {
                        row.push((m, worth, estimated));
                        ControlFlow::Continue(())
                    });
                    let status = rules.moves(&board, &mut list);
                    assert_eq!(over.map_or(Status::Open, Status::Over), status);
                    let one_by_one = list.as_slice().iter().map(|&m| {
                        let mut child = board;
                        rules.play(&mut child, m);
                        let (worth, estimated) = rules.horizon(&child, &mut MoveList::new());
                        (m, worth, estimated)
                    });
                    assert_eq!(row, one_by_one.collect::<Vec<_>>(), "{}", rules.print(&board));
                    if over.is_some() {
                        break;
                    }
                    let m = list.as_slice()[chance.below(list.len() as u64) as usize];
                    rules.play(&mut board, m);
                }
            }
        }
    }
}

#[test]
fn estimates_count_what_can_still_be_done() {
    let (rules, start) = board("");
    let fours = [rules.fours_in::<true>(rules.cells), rules.fours_in::<false>(rules.cells)];
    assert_eq!(fours, [69, 69], "rows of four on an empty board");
    assert_eq!(rules.evaluate(&start), Score::ZERO);
    assert_eq!(rules.evaluate(&board("1").1), Score(-3), "three rows lead through the corner");
    assert_eq!(rules.evaluate(&board("4").1), Score(-7));
    assert!(rules.evaluate(&board("414141").1) > Score(8));
}

#[test]
fn boards_are_read_in_three_ways() {
    let (rules, position) = board("4455");
    assert_eq!(rules.print(&position), "-------/-------/-------/-------/---OO--/---XX--");
    assert_eq!(board(&rules.print(&position)), (rules, position));
    assert_eq!(board("7x6:4455"), (rules, position));
    assert_eq!(board("7x6:-------/-------/-------/-------/---OO--/---XX--"), (rules, position));
    assert_eq!(rules.parse("4455"), Ok(position), "the method of these rules");
    assert_eq!(board("-"), board(""));
    assert_eq!(board("6x5:-"), board("6x5:"));
    assert_eq!(board("6x5:").0, ConnectFour::new(6, 5).unwrap());
    assert_eq!(ConnectFour::new(6, 5).unwrap().parse("66"), Ok(board("6x5:66").1));
    let (wide, position) = board("12x4:9abc");
    assert_eq!(wide.print(&position), "12x4:------------/------------/------------/--------XOXO");
    assert_eq!(wide.print_move(&position, 11), "c");
    assert_eq!(wide.parse_move(&position, "c"), Ok(11));
}

#[test]
fn mistakes_are_named_with_their_place() {
    let cases = [
        ("448", 2, "not a column", "a digit from 1 to 7"),
        ("440", 2, "not a column", "a digit from 1 to 7"),
        ("44 5", 2, "not a column", "a digit from 1 to 7"),
        ("4é", 1, "not a column", "a digit from 1 to 7"),
        ("12x4:d", 5, "not a column", "a digit from 1 to 9 or a letter from a to c"),
        ("12x4:A", 5, "not a column", "a digit from 1 to 9 or a letter from a to c"),
        ("10x4:b", 5, "not a column", "a digit from 1 to 9 or a"),
        ("4444444", 6, "a full column", "one of 1 2 3 5 6 7"),
        ("6x5:111111", 9, "a full column", "one of 2 3 4 5 6"),
        ("12121213", 7, "a move after four in a row", "the end of the text"),
        ("1x2:111", 6, "a move on a full board", "the end of the text"),
        ("x5:1", 0, "not a size", "width x height, such as 7x6"),
        (":1", 0, "not a size", "width x height, such as 7x6"),
        ("7x:1", 0, "not a size", "width x height, such as 7x6"),
        ("7x+6:1", 0, "not a size", "width x height, such as 7x6"),
        ("7x99999999999:1", 0, "not a size", "width x height, such as 7x6"),
        ("0x6:", 0, "a board of 0x6", "a size with width x (height + 1) from 2 to 64"),
        ("8x8:", 0, "a board of 8x8", "a size with width x (height + 1) from 2 to 64"),
        ("7x4294967295:", 0, "a board of 7x4294967295", "a size with width x (height + 1) from 2 to 64"),
        ("4294967295x1:", 0, "a board of 4294967295x1", "a size with width x (height + 1) from 2 to 64"),
        ("/", 0, "a board of 0x2", "a size with width x (height + 1) from 2 to 64"),
        ("---/--", 6, "too short a row", "3 fields"),
        ("--/---", 5, "too long a row", "2 fields"),
        ("---/-q-", 5, "not a field", "X, O or -"),
        ("-X-/---", 1, "a stone in the air", "one on top of another"),
        ("XX-/XX-", 0, "stones that do not alternate", "as many X as O, or one more"),
        ("---/O--", 0, "stones that do not alternate", "as many X as O, or one more"),
        ("OOOO/XXXX", 0, "a game that went on after four in a row", "the end at the first"),
        ("6x5:---/---", 4, "2 rows", "5 of them"),
    ];
    for (text, place, why, want) in cases {
        let error = ConnectFour::parse(text).expect_err(text);
        assert_eq!((error.place, error.why.as_str(), error.want.as_str()), (place, why, want), "{text}");
    }
    let error = Text::parse(&ConnectFour::default(), "6x5:44").unwrap_err();
    assert_eq!((error.why.as_str(), error.want.as_str()), ("another size", "7x6"));
    assert_eq!(
        ConnectFour::parse("6x5:1111112").unwrap_err().to_string(),
        "a full column at character 10; expected one of 2 3 4 5 6\n  6x5:1111112\n           ^"
    );
}

/// Holds each look against a glance.
struct Met<'a> {
    rules: &'a ConnectFour,
    window: Window,
    boards: Vec<Board>,
    keys: Vec<u64>,
}

impl Surveyor<Board> for Met<'_> {
    type Expected = u64;

    fn expects(&mut self, key: u64) -> u64 {
        self.keys.push(key);
        key
    }

    fn meets(&mut self, key: u64, child: &Board, look: impl FnOnce() -> Option<Score>) -> bool {
        let says = |value: Option<Score>| value.map(|value| value >= self.window.beta);
        let glance = self.rules.glance(child, &mut MoveList::new(), self.window);
        assert_eq!(says(look()), says(glance), "{} at least {:?}", self.rules.print(child), self.window.beta);
        assert!(key == self.rules.key(child) && self.keys.contains(&key));
        self.boards.push(*child);
        true
    }
}

/// A look at all children together shows what one at each of them does, also the second time, when the first is known.
#[test]
fn a_survey_says_what_glances_say() {
    let (mut chance, mut list, mut compared, mut noted) = (SplitMix64::new(17), MoveList::new(), 0, 0);
    for (rules, least) in [(7, 6), (5, 4), (6, 5), (4, 4), (3, 7), (9, 4)].into_iter().flat_map(|(width, height)| {
        let rules = ConnectFour::new(width, height).unwrap();
        (-4..=4).map(move |least| (rules, Score(least)))
    }) {
        for _ in 0..60 {
            let mut board = rules.start();
            loop {
                list.clear();
                if rules.moves(&board, &mut list) != Status::Open {
                    break;
                }
                let played = list.as_slice()[chance.below(list.len() as u64) as usize];
                let (window, mut moves) = (Window::null(least), MoveList::new());
                if rules.at_once(&board, -window).is_none() {
                    let expected = moves.open(|moves| rules.candidates(&board, moves));
                    let all = moves.as_slice();
                    let after = |&column: &u8| {
                        let mut child = board;
                        rules.play(&mut child, column);
                        child
                    };
                    let mut note = 0;
                    for _ in 0..2 {
                        let mut met = Met { rules: &rules, window, boards: Vec::new(), keys: Vec::new() };
                        let mut list = MoveList::new();
                        let surveyed = rules.survey(&board, &mut list, window, &mut note, &mut met);
                        let counts = [surveyed, expected].map(|children| children.map(Children::count));
                        assert_eq!(counts[0], counts[1], "{}", rules.print(&board));
                        assert_eq!(met.boards, all.iter().map(after).collect::<Vec<_>>());
                        assert_eq!(list.as_slice(), all);
                        noted += usize::from(note != 0);
                    }
                    compared += all.len();
                }
                rules.play(&mut board, played);
            }
        }
    }
    assert!(compared > 10_000 && noted > 10_000, "{compared}, {noted}");
}

/// Rows of leaves, what a row promises and what two plies tell, on boards with columns of six and of other heights, to the last stones.
#[test]
fn what_is_seen_without_a_search_is_what_a_search_finds() {
    for (width, height) in [(7, 6), (9, 6), (4, 6), (5, 4), (4, 4), (6, 5), (8, 7), (3, 7), (5, 2)] {
        let rules = ConnectFour::new(width, height).unwrap();
        for rules in [rules, rules.centre_first().folded()] {
            let start = rules.start();
            let checked = Check::new(&rules, &start).games(60).evaluated().run();
            assert!(checked.is_ok(), "{width}x{height}: {}", checked.unwrap_err());
        }
    }
}

#[test]
fn noise_is_refused_or_read_and_written_back() {
    const CHARACTERS: &[char] = &['1', '2', '4', '7', 'a', 'x', ':', 'X', 'O', '-', '/', '5', '6', 'é', ' '];
    let mut chance = provebest_game::SplitMix64::new(9);
    for _ in 0..200_000 {
        let length = chance.below(12);
        let text: String = (0..length).map(|_| CHARACTERS[chance.below(CHARACTERS.len() as u64) as usize]).collect();
        if let Ok((rules, position)) = ConnectFour::parse(&text) {
            assert_eq!(ConnectFour::parse(&rules.print(&position)), Ok((rules, position)), "{text}");
        }
    }
}

/// The value by the definition, with what is known of positions met before.
fn minimax(rules: &ConnectFour, board: &Board, known: &mut HashMap<Board, Score>) -> Score {
    if let Some(&value) = known.get(board) {
        return value;
    }
    let mut list = MoveList::new();
    let value = match rules.moves(board, &mut list) {
        Status::Over(value) => rules.worth(board, value),
        Status::Open => {
            let after = |&column: &u8| {
                let mut child = *board;
                rules.play(&mut child, column);
                -minimax(rules, &child, known)
            };
            list.as_slice().iter().map(after).max().unwrap()
        }
    };
    known.insert(*board, value);
    value
}

/// What is said without a search, at random positions of boards whose columns are even or odd, is what minimax says.
#[test]
fn static_answers_agree_with_minimax() {
    let (mut chance, mut asked, mut answered, mut by_replies) = (SplitMix64::new(18), 0, 0, [0; 8]);
    let boards = [(5, 4, 90), (4, 5, 90), (5, 5, 60), (6, 4, 60), (4, 6, 60), (7, 4, 40), (3, 8, 60)];
    for (width, height, games) in boards {
        let (rules, mut known) = (ConnectFour::new(width, height).unwrap(), HashMap::new());
        for _ in 0..games {
            let (mut board, mut list) = (rules.start(), MoveList::new());
            while rules.moves(&board, &mut list) == Status::Open {
                if rules.left(&board) <= 13 {
                    let value = minimax(&rules, &board, &mut known);
                    for beta in (-11..=12).map(Score) {
                        let found = rules.at_once(&board, Window::null(beta));
                        asked += 1;
                        answered += usize::from(found.is_some());
                        assert!(
                            found.is_none_or(|found| if found >= beta { value >= found } else { value <= found }),
                            "{}: {found:?} instead of {value:?}, asked for {beta:?}",
                            rules.print(&board)
                        );
                        if rules.threats_in::<false>(board.own, board.all) & rules.landing(&board) != 0 {
                            continue;
                        }
                        for (place, (replier, begins, value)) in
                            [(board.other(), false, -value), (board.own, true, value)].into_iter().enumerate()
                        {
                            let least = rules.by_replies::<false>(&board, replier, begins, beta);
                            assert!(
                                least.is_none_or(|least| beta <= least && least <= value),
                                "{}: {least:?} instead of {value:?}, asked for {beta:?}, {begins}",
                                rules.print(&board)
                            );
                            let kind =
                                least.map(|least| 2 * least.0.clamp(0, 1) as usize + rules.left(&board) as usize % 2);
                            kind.into_iter().for_each(|kind| by_replies[4 * place + kind] += 1);
                        }
                    }
                }
                let column = list.as_slice()[chance.below(list.len() as u64) as usize];
                rules.play(&mut board, column);
                list.clear();
            }
        }
    }
    // A draw needs all pairs from the top; a win is held both ways, by either side.
    let held = by_replies.iter().filter(|&&count| count > 100).count();
    assert!(answered > asked / 4 && held == 6, "{answered} of {asked}, {by_replies:?}");
}
