//! Proof searches by name: against the family, the solver and the suites.

use provebest_catalog::book::{Book, BookValue};
use provebest_catalog::{GameAnswer, Limits, Outcome, Request, book, certify_answer, games, run};
use provebest_game::{Depth, SplitMix64};
use provebest_games::tree::{RandomTree, Tree};
use provebest_machine::Reason;

fn outcome(game: &str, position: &str, method: &str, machine: Option<&str>) -> Outcome {
    let mut request = Request::new(game, position, method).unwrap();
    request.machine = machine.map(|machine| machine.parse().unwrap());
    run(&request, &mut (), &()).unwrap_or_else(|error| panic!("{game} {position} {method}: {error}"))
}

fn answer(game: &str, position: &str, method: &str) -> GameAnswer {
    outcome(game, position, method, None).game_answer().unwrap().clone()
}

/// The value at the end of a line of a tree.
fn leaf(text: &str, line: &[String]) -> i32 {
    let mut node: serde_json::Value = serde_json::from_str(text).unwrap();
    for word in line {
        node = node[word.parse::<usize>().unwrap() - 1].clone();
    }
    node.as_i64().unwrap() as i32
}

#[test]
fn trees_have_the_value_of_minimax_with_any_table() {
    for seed in 0..40 {
        let tree = Tree::random(&RandomTree { depth: Depth(4), values: 3, ..RandomTree::varied(seed) }).to_string();
        let value = answer("tree", &tree, "minimax").value.unwrap();
        for method in ["pn", "pn2", "df-pn", "df-pn,hash=16", "df-pn,hash=48", "df-pn,epsilon=0,hash=256"] {
            let found = answer("tree", &tree, method);
            assert_eq!((found.value, found.proved), (Some(value), Some(Some(true))), "seed {seed}, {method}");
            assert_eq!(leaf(&tree, &found.line), value, "seed {seed}, {method}: {:?}", found.line);
            let (name, rest) = method.split_once(',').map_or((method, ""), |(name, rest)| (name, rest));
            for (least, yes) in [(value - 1, true), (value, true), (value + 1, false)] {
                let rest = if rest.is_empty() { String::new() } else { format!(",{rest}") };
                let found = answer("tree", &tree, &format!("{name},at-least={least}{rest}"));
                assert_eq!(found.proved, Some(Some(yes)), "seed {seed}, {method}, at least {least}");
                let end = leaf(&tree, &found.line);
                assert_eq!(end >= least, yes, "seed {seed}, {method}: the line shows it");
                let numbers = if yes { (Some(Some(0)), Some(None)) } else { (Some(None), Some(Some(0))) };
                assert_eq!((found.pn, found.dn), numbers);
            }
        }
    }
}

#[test]
fn games_have_the_values_of_the_solver() {
    for position in ["4x4:1212", "5x4:33", "6x4:22334", "4x5:2233", "5x5:33444", "7x6:1122334", "5x5:1122334"] {
        let solved = answer("connect4", position, "solve");
        for (method, machine) in [
            ("pn2", None),
            ("df-pn", None),
            ("df-pn,hash=4096", None),
            ("df-pn", Some("sim:3")),
            ("df-pn", Some("threads:2")),
        ] {
            let found = outcome("connect4", position, method, machine);
            assert_eq!(found.stopped, None);
            let found = found.game_answer().unwrap();
            let told = |one: &GameAnswer| (one.value, one.winner, one.moves_to_end);
            assert_eq!(told(found), told(&solved), "{position}, {method}, {machine:?}");
            assert_eq!(found.line.len() as u32, found.moves_to_end.unwrap());
        }
        let value = solved.value.unwrap();
        for (least, yes) in [(value, true), (value + 1, false)] {
            let found = answer("connect4", position, &format!("df-pn,at-least={least}"));
            assert_eq!(found.proved, Some(Some(yes)), "{position}, at least {least}");
        }
    }
    for (position, win, draw) in [("5", false, true), ("519", false, true), ("1253", true, true), ("125", false, false)]
    {
        let proved = |question| answer("tictactoe", position, &format!("df-pn,at-least={question}")).proved;
        let solved = answer("tictactoe", position, "solve").value.unwrap();
        assert_eq!((solved > 0, solved >= 0), (win, draw), "{position}");
        assert_eq!((proved("win"), proved("draw")), (Some(Some(win)), Some(Some(draw))), "{position}");
    }
}

#[test]
fn simulated_processors_have_a_clock_and_a_speed_up() {
    let outcome = outcome("connect4", "5x4:33", "df-pn,at-least=draw", Some("sim:4"));
    let speedup = outcome.speedup().unwrap();
    assert!((2.0..=4.5).contains(&speedup), "{speedup}");
    let again = self::outcome("connect4", "5x4:33", "df-pn,at-least=draw", Some("sim:4"));
    let expansions = |outcome: &Outcome| outcome.game_answer().unwrap().expansions;
    assert_eq!(expansions(&again), expansions(&outcome), "the same every time");
}

#[test]
fn a_limit_ends_them_with_what_is_known() {
    let limited = |method: &str, limits: Limits| {
        let mut request = Request::new("connect4", "", method).unwrap();
        request.limits = limits;
        run(&request, &mut (), &()).unwrap()
    };
    for method in ["pn", "pn2", "df-pn"] {
        let outcome = limited(&format!("{method},at-least=win"), Limits { nodes: Some(500), ..Limits::default() });
        let found = outcome.game_answer().unwrap();
        assert_eq!(
            (outcome.stopped, found.proved, found.least),
            (Some(Reason::Nodes), Some(None), Some(None)),
            "{method}"
        );
        assert!(found.nodes.unwrap() <= 600, "{method}: {:?}", found.nodes);
        assert!(found.pn.flatten().unwrap() > 0 && found.dn.flatten().unwrap() > 0);
    }
    for (method, bytes) in [("pn", 20_000), ("pn2", 20_000), ("df-pn", 8)] {
        let outcome = limited(method, Limits { memory: Some(bytes), ..Limits::default() });
        assert_eq!(outcome.stopped, Some(Reason::Memory), "{method}");
        assert_eq!(outcome.game_answer().unwrap().proved, Some(None));
    }
}

#[test]
fn mates_of_the_suite_are_proved_in_the_fewest_moves() {
    let suite = include_str!("../../../suites/chess/mate_problems.epd");
    let (mut mates, mut none) = (0, 0);
    for line in suite.lines().step_by(7) {
        let (position, rest) = line.rsplit_once(" - ").unwrap();
        let (kind, moves) = rest.trim_end_matches(';').split_once(' ').unwrap();
        let (position, moves) = (format!("{position} - 0 1"), moves.parse::<u32>().unwrap());
        if moves > 3 {
            continue;
        }
        let found = answer("chess", &position, &format!("df-pn,at-least=mate:{moves}"));
        if kind == "dm" {
            let told = (found.proved, found.moves_to_end, found.line.len() as u32);
            assert_eq!(told, (Some(Some(true)), Some(2 * moves - 1), 2 * moves - 1), "{line}");
            let longer = answer("chess", &position, &format!("df-pn,at-least=mate:{}", moves + 1));
            assert_eq!(longer.moves_to_end, Some(2 * moves - 1), "{line}");
            mates += 1;
        } else {
            assert_eq!((found.proved, found.moves_to_end), (Some(Some(false)), None), "{line}");
            none += 1;
        }
    }
    assert!(mates >= 8 && none >= 8, "{mates} mates, {none} without one");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for (game, method, machine, words) in [
        ("connect4", "df-pn,at-least=mate", None, "connect4 has no mates"),
        ("chess", "df-pn", None, "chess is proved by mates alone"),
        ("chess", "pn,at-least=3", None, "chess is proved by mates alone"),
        ("connect4", "pn", Some("threads:2"), "pn runs alone"),
        ("connect4", "df-pn", Some("sim:2,model=lockstep"), "df-pn shares its table"),
        ("tiles", "df-pn", None, "for games of two"),
    ] {
        let position = if game == "tiles" { "3x3:8 7 6 0 4 1 2 5 3" } else { "" };
        let mut request = Request::new(game, position, method).unwrap();
        request.machine = machine.map(|machine| machine.parse().unwrap());
        let error = request.check().unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    for text in
        ["df-pn,at-least=much", "df-pn,epsilon=-1", "df-pn,at-least=mate:0", "pn,hash=16", "df-pn,at-least=3000000000"]
    {
        assert!(text.parse::<provebest_catalog::Method>().is_err(), "{text}");
    }
}

fn book_of(game: &str, position: &str, method: &str, plies: u32) -> Vec<u8> {
    let request = Request::new(game, position, method).unwrap();
    let (outcome, mut file) = (run(&request, &mut (), &()).unwrap(), Vec::new());
    let written = book::write_book(&request, &outcome, plies, None, &(), &mut file).unwrap();
    assert_eq!(written.bytes, file.len() as u64);
    file
}

#[test]
fn what_a_book_says_is_true() {
    for (game, position, method) in [
        ("tictactoe", "", "solve"),
        ("connect4", "5x5:33444", "solve"),
        ("connect4", "4x5:2233", "df-pn,at-least=draw"),
        ("connect4", "5x4:33", "df-pn,at-least=win"),
    ] {
        let file = book_of(game, position, method, 4);
        let book = Book::read(&mut &file[..], games::find(game)).unwrap();
        assert!(book.len() > 5, "{game} {position}: {} positions", book.len());
        for line in String::from_utf8(file).unwrap().lines().skip(2).filter(|line| !line.starts_with("end")) {
            let words: Vec<&str> = line.splitn(4, ' ').collect();
            let BookValue::Value(bound) = words[1].parse().unwrap() else { panic!("{line}") };
            let mut request = Request::new(game, words[3], "solve").unwrap();
            request.record.all_moves = true;
            let solved = run(&request, &mut (), &()).unwrap();
            let solved = solved.game_answer().unwrap();
            let value = solved.value.unwrap();
            match words[0] {
                ">=" => {
                    let played = solved.moves.as_ref().unwrap().iter().find(|one| one.word == words[2]).unwrap();
                    assert!(value >= bound && played.value.unwrap() >= bound, "{line}");
                }
                _ => assert!(value <= bound, "{line}"),
            }
        }
    }
}

#[test]
fn a_book_that_was_changed_is_refused() {
    let file = book_of("connect4", "5x5:33444", "solve", 3);
    let mut chance = SplitMix64::new(7);
    for _ in 0..2_000 {
        let mut changed = file.clone();
        match chance.below(4) {
            0 => changed.truncate(chance.below(file.len() as u64) as usize),
            1 => changed.insert(chance.below(file.len() as u64) as usize, chance.below(256) as u8),
            _ => {
                let place = chance.below(file.len() as u64) as usize;
                changed[place] = changed[place].wrapping_add(1 + chance.below(255) as u8);
            }
        }
        assert!(Book::read(&mut &changed[..], games::find("connect4")).is_err());
    }
    let other = book_of("tictactoe", "5", "solve", 2);
    let error = Book::read(&mut &other[..], games::find("connect4")).unwrap_err();
    assert!(error.to_string().starts_with("line 2: a book of tictactoe; expected one of connect4"), "{error}");
}

#[test]
fn a_mate_has_a_book_and_a_certificate() {
    let position = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let book = Book::read(&mut &book_of("chess", position, "df-pn,at-least=mate", 8)[..], None).unwrap();
    let entry = book.entry(position).unwrap();
    assert_eq!((entry.word.as_deref(), entry.to_string().as_str()), (Some("a1a6"), "a proved mate within 3 plies"));
    let request = Request::new("chess", position, "pn,at-least=mate:2").unwrap();
    let (outcome, mut file) = (run(&request, &mut (), &()).unwrap(), Vec::new());
    certify_answer(&request, &outcome, &(), &mut file).unwrap();
    assert!(
        file.starts_with(b"provebest certificate 1\nmate\n3 plies: kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\nat least 1\n\n")
    );
}

/// A graph as the command reads it, with cycles, and what retrograde analysis says of its root.
fn random_graph(seed: u64) -> (String, bool) {
    let mut chance = SplitMix64::new(seed);
    let count = 2 + chance.below(12) as usize;
    let ends = [8, 15, 30][seed as usize % 3];
    let (mut nodes, mut edges, mut proved) = (Vec::new(), Vec::new(), vec![false; count]);
    for (node, known) in proved.iter_mut().enumerate() {
        let mut list: Vec<usize> = (0..=chance.below(4)).map(|_| chance.below(count as u64) as usize).collect();
        // Most graphs alternate; in others a side passes.
        list.retain(|child| seed.is_multiple_of(5) || child % 2 != node % 2);
        if list.is_empty() || chance.below(100) < ends {
            *known = chance.below(2) == 1;
            nodes.push(known.to_string());
            list.clear();
        } else {
            nodes.push(format!("{list:?}"));
        }
        edges.push(list);
    }
    loop {
        let spread = |node: usize| match (edges[node].is_empty(), node % 2) {
            (true, _) => proved[node],
            (_, 0) => edges[node].iter().any(|&child| proved[child]),
            _ => edges[node].iter().all(|&child| proved[child]),
        };
        let next: Vec<bool> = (0..count).map(spread).collect();
        if next == proved {
            return (format!("[{}]", nodes.join(",")), proved[0]);
        }
        proved = next;
    }
}

#[test]
fn graphs_are_as_retrograde_analysis_says() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..300 {
        let (graph, proved) = random_graph(seed);
        for method in ["df-pn", "pn", "df-pn,hash=16", "df-pn,hash=48,epsilon=0"] {
            // Without a table the tree of paths is large.
            let mut request = Request::new("graph", &graph, method).unwrap();
            request.limits.nodes = Some(30_000);
            let outcome = run(&request, &mut (), &()).unwrap();
            let found = outcome.game_answer().unwrap().proved.flatten();
            assert!(found == Some(proved) || found.is_none() && method == "pn", "seed {seed}, {method}: {graph}");
        }
        (yes, no) = (yes + u32::from(proved), no + u32::from(!proved));
    }
    assert!(yes > 50 && no > 50, "{yes} {no}");
    // Storing everything errs here.
    let graph = "[[3],[6],[5,1],[2,6],true,[0,4],[1,7],[4]]";
    assert_eq!(answer("graph", graph, "df-pn").proved, Some(Some(true)));
    assert_eq!(answer("graph", graph, "pn").proved, Some(Some(true)));
    assert!(Request::new("graph", "[[1],[7]]", "pn").is_err());
    let error = Request::new("graph", graph, "alpha-beta").unwrap().check().unwrap_err();
    assert!(error.to_string().contains("a graph is proved"), "{error}");
}
