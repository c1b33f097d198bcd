//! A search of the family to the end of the game, in the form of a proof.

use provebest_game::Score;
use provebest_search::{Kind, Reason};

use super::solver::decided;
use crate::outcome::{Answer, GameAnswer, MoveOutcome, Outcome};
use crate::problem::Problem;

/// What a search of the family to the end of the game has proved, in the form of the solver: bounds on the usual scale of the game,
/// and all moves that are proved to be best. `why` is the reason to give if the search was called off before its line was known.
///
/// ```
/// use provebest_catalog::{Request, as_proof, run};
/// use provebest_machine::Reason;
/// let request = Request::new("tictactoe", "519", "alpha-beta")?;
/// let proof = as_proof(&request.problem, run(&request, &mut (), &())?, Reason::Cancel);
/// let answer = proof.game_answer().unwrap();
/// assert_eq!((answer.least, answer.most), (Some(Some(0)), Some(Some(0))), "a draw");
/// # Ok::<(), provebest_catalog::RequestError>(())
/// ```
pub fn as_proof(problem: &Problem, outcome: Outcome, why: Reason) -> Outcome {
    let (Some(game), Answer::Game(found)) = (problem.game(), &outcome.answer) else { return outcome };
    let played = problem.info().is_played();
    let bounds = |value: Option<Score>, kind: Kind| match (kind, value) {
        (Kind::Exact, Some(value)) => (value, value),
        (Kind::Lower, Some(value)) => (value, Score::INFINITY),
        (Kind::Upper, Some(value)) => (Score::WORST, value),
        _ => (Score::WORST, Score::INFINITY),
    };
    let winner = |value: Option<Score>, kind: Kind| {
        let (least, most) = bounds(value, kind);
        decided(least, most).filter(|_| played)
    };
    let finite = |score: Score| (score != Score::WORST && score != Score::INFINITY).then_some(score.0);
    let (value, mut kind, mut stopped) = (found.score(), found.value_kind(), outcome.stopped);
    let usual = value.and_then(|value| game.value_by_line(&found.line, value));
    let (least, most) = bounds(usual, kind);
    let proved = (least == most).then_some(least);
    if kind == Kind::Exact && proved.is_none() {
        // Called off before the line was known, from which the value follows.
        (kind, stopped) = (Kind::Unknown, stopped.or(Some(why)));
    }
    let of_move = |one: &MoveOutcome| {
        let kind = one.kind.map_or(Kind::Unknown, Kind::from);
        let score = one.value.map(Score);
        let line = one.line.as_deref().unwrap_or_default();
        let value = score.and_then(|score| game.value_by_line(line, score)).filter(|_| kind == Kind::Exact);
        MoveOutcome {
            word: one.word.clone(),
            value: value.map(|value| value.0),
            least: Some(value.map(|value| value.0)),
            most: Some(value.map(|value| value.0)),
            winner: winner(score, kind),
            ..MoveOutcome::default()
        }
    };
    let all = found.moves.as_deref().unwrap_or_default();
    let exact = |one: &&MoveOutcome| one.kind.map(Kind::from) == Some(Kind::Exact);
    let ties = all.iter().filter(exact).filter(|one| found.value_kind() == Kind::Exact && one.value == found.value);
    let mut best_moves: Vec<String> = ties.map(|one| one.word.clone()).collect();
    if best_moves.is_empty() && proved.is_some() {
        best_moves.extend(found.best.clone());
    }
    let answer = GameAnswer {
        value: proved.and_then(finite).or(if kind == Kind::Upper { finite(most) } else { finite(least) }),
        kind: Some(kind.into()),
        best: found.best.clone(),
        line: found.line.clone(),
        nodes: found.nodes,
        moves_to_end: proved.and(found.plies),
        winner: winner(value, found.value_kind()),
        least: Some(finite(least)),
        most: Some(finite(most)),
        best_moves: Some(best_moves),
        moves: Some(all.iter().map(of_move).collect()),
        plies: found.plies,
        ..GameAnswer::default()
    };
    Outcome { stopped, depth: None, answer: Answer::Game(Box::new(answer)), ..outcome }
}
