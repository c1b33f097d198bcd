//! The answer that verdicts make together.

use provebest_game::{MoveList, Provable, Score, Status};
use provebest_search::Kind;
use provebest_search::proof::{Bounds, Numbers, Verdict};

use super::asker::entered;
use super::both_sides::{Strategies, between};
use super::job::{Job, for_each};
use crate::outcome::{GameAnswer, Parameters};
use crate::proof_search::{ProofAlgorithm, ProofQuestion};
use crate::proving::Subject;
use crate::run::solver::{decided, finite};

pub(super) fn answer<P: Provable>(
    job: &Job<'_>,
    subject: &Subject<'_, P>,
    bounds: Bounds<P::Move>,
    left: Option<u64>,
) -> GameAnswer {
    let Bounds { least, most, asked } = bounds;
    let Subject { game, root, usual, word, .. } = *subject;
    let question = job.spec.question;
    let told = |bound: Score| if finite(bound).is_some() { usual(bound) } else { bound };
    let exact = least == most;
    let last = asked.last().map(|(_, verdict)| verdict);
    let numbers = last.map(|verdict| verdict.numbers);
    let (mut line, mut complete) = last.map_or((Vec::new(), false), |last| (last.line.0.clone(), last.line_complete));
    let mates = subject.name == "mate";
    if exact && !mates {
        let found = best_play(job, subject, least, &asked, left);
        complete = found.is_some();
        line = found.unwrap_or_default();
    }
    let kind = match (exact, question.and(last).and_then(|last| last.answer)) {
        (true, _) => Kind::Exact,
        (_, Some(true)) => Kind::Lower,
        (_, Some(false)) => Kind::Upper,
        _ => Kind::Unknown,
    };
    // What is known beforehand is not proved here.
    let [low, high] = [(least, subject.range.0), (most, subject.range.1)]
        .map(|(bound, known)| finite(told(bound)).filter(|_| exact || bound != known));
    let value = match kind {
        Kind::Exact | Kind::Lower => low,
        Kind::Upper => high,
        _ => None,
    };
    let sum = |count: fn(&Verdict<P::Move>) -> u64| asked.iter().map(|(_, verdict)| count(verdict)).sum::<u64>();
    let number = |number: u32| (number < Numbers::INFINITE).then_some(number);
    // The move is known to keep what is proved.
    let keeps = exact || last.is_some_and(|last| last.answer == Some(true));
    let words = provebest_game::line_in_words(game, root, &line, word);
    let path = if mates { Vec::new() } else { move_numbers(game, root, &line) };
    let best = words.first().cloned().filter(|_| keeps);
    let plies = (complete && exact && !mates).then_some(words.len() as u32);
    GameAnswer {
        value: value.filter(|_| !mates),
        kind: (!mates).then_some(kind.into()),
        best_moves: Some(best.iter().cloned().collect()),
        best,
        line: words,
        path,
        nodes: Some(sum(entered)),
        stored: Some(Some(asked.iter().map(|(_, verdict)| verdict.stored).max().unwrap_or(0))),
        moves_to_end: plies,
        winner: decided(least, most).filter(|_| job.request.problem.info().is_played()),
        parameters: Parameters {
            epsilon: job.spec.epsilon.map(|epsilon| epsilon.to_string()),
            hash: job.spec.hash,
            ..Parameters::default()
        },
        least: Some(low.filter(|_| !mates)),
        most: Some(high.filter(|_| !mates)),
        expansions: Some(sum(|verdict| verdict.expansions)),
        evaluations: Some(sum(|verdict| verdict.evaluations)),
        entries: (job.spec.algorithm == ProofAlgorithm::DfPn).then(|| sum(|verdict| verdict.visits)),
        question: Some(question.map_or("value".into(), ProofQuestion::in_words)),
        proved: Some(match question {
            None => exact.then_some(true),
            Some(_) => last.and_then(|last| last.answer),
        }),
        pn: Some(numbers.and_then(|numbers| number(numbers.pn))),
        dn: Some(numbers.and_then(|numbers| number(numbers.dn))),
        plies,
        ..GameAnswer::default()
    }
}

/// A line as the numbers of its moves.
fn move_numbers<P: Provable>(game: &P, root: &P::State, line: &[P::Move]) -> Vec<u32> {
    let (mut state, mut list) = (root.clone(), MoveList::new());
    let number = |&m: &P::Move| {
        list.clear();
        game.moves(&state, &mut list);
        game.play(&mut state, m);
        list.as_slice().iter().position(|&other| other == m).map(|number| number as u32)
    };
    line.iter().map_while(number).collect()
}

/// Play that ends with the value: the line of an answer if it does, otherwise one in which both sides know their proofs.
fn best_play<P: Provable>(
    job: &Job<'_>,
    subject: &Subject<'_, P>,
    value: Score,
    asked: &[(Score, Verdict<P::Move>)],
    left: Option<u64>,
) -> Option<Vec<P::Move>> {
    let Subject { game, root, .. } = *subject;
    let ends_so = |verdict: &&Verdict<P::Move>| {
        let mut state = root.clone();
        verdict.line.0.iter().for_each(|&m| game.play(&mut state, m));
        let sign = if verdict.line.0.len().is_multiple_of(2) { 1 } else { -1 };
        match game.status(&state, &mut MoveList::new()) {
            Status::Over(end) => verdict.line_complete && sign * game.worth(&state, end).0 == value.0,
            Status::Open => false,
        }
    };
    // Only the side that an answer favours keeps it. Of the worst value there is nothing to keep.
    let keeps = |(least, verdict): &&(Score, Verdict<P::Move>)| match verdict.answer {
        Some(true) => *least == value,
        Some(false) => value == subject.range.0,
        None => false,
    };
    let known = asked.iter().rev().filter(keeps).map(|(_, verdict)| verdict).find(ends_so);
    if let Some(verdict) = known {
        return Some(verdict.line.0.clone());
    }
    if let Status::Over(_) = game.status(root, &mut MoveList::new()) {
        return Some(Vec::new());
    }
    between(&Strategies {
        game,
        search: job.spec.df_pn(),
        limits: job.limits(for_each(left)),
        least: (root, value),
        most: (root, value),
    })
}
