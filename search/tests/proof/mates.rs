//! Mates: all of a suite are proved, with a line to the mate, and none is found where there is none.

use provebest_game::{Game, MoveList, Score, Status, Text};
use provebest_games::chess::{MateProblem, Mates};
use provebest_search::Limits;
use provebest_search::proof::{DfPn, Patience, Pn2, Question, Verdict};

/// The positions of a suite with the number behind a word.
pub fn suite(word: &str) -> Vec<(MateProblem, u32)> {
    let text = include_str!("../../../suites/chess/mate_problems.epd");
    let problems = text.lines().filter_map(|line| {
        let (position, number) = line.split_once(word)?;
        let problem = Mates.parse(position.trim()).unwrap();
        Some((problem, number.trim_end_matches(';').trim().parse().unwrap()))
    });
    problems.collect()
}

fn in_moves(problem: &MateProblem, moves: Option<u32>) -> MateProblem {
    MateProblem::new(problem.position.clone(), moves)
}

/// Does the line end in a mate by the side that begins it?
fn ends_in_mate(problem: &MateProblem, verdict: &Verdict<<Mates as Game>::Move>) -> bool {
    let (mut state, mut list) = (problem.clone(), MoveList::new());
    for &m in &verdict.line.0 {
        list.clear();
        if Mates.moves(&state, &mut list) != Status::Open || !list.as_slice().contains(&m) {
            return false;
        }
        Mates.play(&mut state, m);
    }
    let mated = Mates.status(&state, &mut list) == Status::Over(Score(-1));
    mated && verdict.line_complete && verdict.line.0.len() % 2 == 1
}

#[test]
fn all_mates_of_the_suite_are_proved() {
    let problems = suite(" dm ");
    let counts = [2, 3, 4, 5, 6, 7].map(|length| problems.iter().filter(|(_, moves)| *moves == length).count());
    assert_eq!((problems.len(), counts), (200, [53, 53, 42, 20, 16, 16]));
    for (problem, moves) in &problems {
        let name = Mates.print(problem);
        let limited = in_moves(problem, Some(*moves));
        let search = DfPn { mobility: true, ..DfPn::default() };
        let verdict = search.ask(&Question::new(&Mates, &limited, Score(1))).unwrap();
        assert_eq!(verdict.answer, Some(true), "{name} in {moves}");
        assert!(ends_in_mate(&limited, &verdict) && verdict.line.0.len() < 2 * *moves as usize, "{name}");
        if *moves > 4 {
            continue;
        }
        let sooner = in_moves(problem, Some(moves - 1));
        let verdict = search.ask(&Question::new(&Mates, &sooner, Score(1))).unwrap();
        assert_eq!(verdict.answer, Some(false), "{name} in {}", moves - 1);
    }
}

/// Without a limit on moves positions come again, and the line may be longer than it must be.
#[test]
fn mates_without_a_limit_are_proved_too() {
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    for (problem, _) in suite(" dm ") {
        let endless = in_moves(&problem, None);
        let search = DfPn { mobility: true, ..DfPn::default() };
        let verdict = search.ask(&Question::new(&Mates, &endless, Score(1)).within(limits)).unwrap();
        assert_eq!(verdict.answer, Some(true), "{}", Mates.print(&problem));
        assert!(ends_in_mate(&endless, &verdict), "{}: {:?}", Mates.print(&problem), verdict.line);
    }
}

#[test]
fn no_mate_is_found_where_there_is_none() {
    let positions = suite(" nm ");
    assert!(positions.len() >= 200, "{}", positions.len());
    for (number, (problem, moves)) in positions.iter().enumerate() {
        let limited = in_moves(problem, Some(*moves));
        let question = Question::new(&Mates, &limited, Score(1));
        let patience = [Patience::Second, Patience::PerCent(25)][number % 2];
        let verdict = DfPn { patience, mobility: true, ..DfPn::default() }.ask(&question).unwrap();
        assert_eq!(verdict.answer, Some(false), "{} in {moves}", Mates.print(problem));
        if *moves == 2 {
            let verdict = Pn2 { mobility: true }.ask(&question).unwrap();
            assert_eq!(verdict.answer, Some(false), "{} in {moves}", Mates.print(problem));
        }
    }
}
