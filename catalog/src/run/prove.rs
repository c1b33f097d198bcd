//! Runs a proof search: one question about a position, or the value by several.

use std::num::NonZeroU32;

use provebest::{AnyMachine, SearchError};
use provebest_game::{MoveList, Provable, Score, Status};
use provebest_machine::{Measured, Reason, Stop};
use provebest_search::proof::{Numbers, ParallelDfPn, Pn, Pn2, ProvedTogether, Question, Step, Verdict, value_within};
use provebest_search::{Kind, Limits, NoReport};

use super::both_sides::{Strategies, between};
use super::solver::{decided, finite};
use super::steps::{event, numbered};
use super::{Reporter, Stopwatch, proof_limits, with_deadline, with_fewer_threads};
use crate::games::MOST_PLIES;
use crate::listener::News;
use crate::outcome::{Answer, GameAnswer, Machinery, Outcome, Parameters};
use crate::problem::Problem;
use crate::proof_search::{ProofAlgorithm, ProofQuestion, ProofSpec};
use crate::proving::{Proving, Subject, prove};
use crate::request::{Request, RequestError};
use crate::worker::{on_stack, stack_for};

pub(super) fn run(
    request: &Request,
    spec: ProofSpec,
    reporter: Reporter<'_>,
    stop: &(dyn Stop + Sync),
) -> Result<Outcome, RequestError> {
    let stack = stack_for(plies(request));
    let work = || with_deadline(request, stop, |stop| Job { request, spec, reporter, stop, stack }.answer());
    on_stack(spec.algorithm.about().name, stack, work, || reporter.report(News::Tick))?
}

/// Can the question be asked about the game?
pub(super) fn check(problem: &Problem, spec: ProofSpec) -> Result<(), RequestError> {
    let (name, chess) = (problem.name(), problem.name() == "chess");
    let refused = |option: String, why: &str| Err(RequestError::refused(option, why));
    if let (Some(_), Some(question)) = (problem.graph(), spec.question.filter(|&asked| asked != ProofQuestion::Win)) {
        return refused(format!("at-least {question}"), "a node of a graph is proved or not; expected win, or nothing");
    }
    match spec.question {
        Some(ProofQuestion::Mate(_)) if !chess => {
            refused("mate".into(), &format!("{name} has no mates; expected chess, or a claim: win, draw or a value"))
        }
        Some(question @ ProofQuestion::AtLeast(_)) if chess => {
            refused(format!("at-least {question}"), "chess is proved by mates alone; expected mate, win or draw")
        }
        None if chess => {
            let algorithm = spec.algorithm.about().name;
            refused(
                format!("algorithm {algorithm}"),
                "chess is proved by mates alone; expected mate, or the claim win or draw",
            )
        }
        _ => Ok(()),
    }
}

/// How long a game can last.
fn plies(request: &Request) -> provebest_game::Depth {
    let problem = &request.problem;
    problem.depth().max(problem.shape().height).min(MOST_PLIES)
}

/// What is to be done, and within which limits.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    request: &'a Request,
    spec: ProofSpec,
    reporter: Reporter<'a>,
    stop: &'a (dyn Stop + Sync),
    /// Bytes of stack for each thread.
    stack: usize,
}

/// What came of it.
pub(super) struct Proved {
    pub(super) answer: GameAnswer,
    stopped: Option<Reason>,
    /// The machine in the end, and what was measured there.
    machine: AnyMachine,
    measured: Option<Measured>,
    /// The time of the same questions on one processor, where time is virtual.
    time_alone: Option<u64>,
}

impl Job<'_> {
    fn answer(self) -> Result<Outcome, RequestError> {
        let Job { request, spec, .. } = self;
        self.reporter.report(News::Begins(&request.machine()));
        let watch = Stopwatch::start();
        // There is one thing to ask about a graph.
        let question = spec.question.or(request.problem.graph().map(|_| ProofQuestion::Win));
        let mut proved = self.asked(question, request.limits.nodes)?;
        if let (Some(ProofQuestion::Mate(most)), Some(Some(true))) = (spec.question, proved.answer.proved) {
            self.shorten(&mut proved, most)?;
        }
        let seconds = Some(watch.time().as_secs_f64());
        let Proved { answer, stopped, machine, measured, time_alone } = proved;
        let measured = measured.filter(|_| machine != AnyMachine::Alone);
        let speedup = measured.zip(time_alone).filter(|(measured, _)| measured.time > 0);
        let speedup = speedup.map(|(measured, alone)| alone as f64 / measured.time as f64);
        Ok(Outcome {
            seconds,
            stopped,
            machinery: measured.map(|measured| Machinery::new(&machine, measured, speedup)),
            measured,
            ..Outcome::new(request, machine, Answer::Game(Box::new(answer)))
        })
    }

    /// Asks, within this number of nodes.
    fn asked(self, question: Option<ProofQuestion>, nodes: Option<u64>) -> Result<Proved, RequestError> {
        let job = Job { spec: ProofSpec { question, ..self.spec }, ..self };
        prove(&self.request.problem, question, Ask { job, nodes }).expect("a game was checked for")
    }

    /// Looks for the shortest mate, once one is proved in at most so many moves, or in any number. Each shorter one may take as long as
    /// the proof did, and some more; it is not asked about if that is not enough.
    fn shorten(self, proved: &mut Proved, most: Option<NonZeroU32>) -> Result<(), RequestError> {
        let spent = proved.answer.nodes.unwrap_or(0);
        let mut left = self.request.limits.nodes.map(|nodes| nodes.saturating_sub(spent));
        for moves in 1.. {
            let Some(moves) = NonZeroU32::new(moves) else { return Ok(()) };
            let is_last = Some(moves) == most;
            if !is_last {
                let budget = 4 * spent + 10_000;
                // A larger table would only have to be cleared.
                let hash = self.spec.hash.unwrap_or(ProofSpec::HASH).min(2 * budget * ProofSpec::ENTRY);
                let job = Job { spec: ProofSpec { hash: Some(hash), ..self.spec }, ..self };
                let shorter =
                    job.asked(Some(ProofQuestion::Mate(Some(moves))), Some(left.unwrap_or(budget).min(budget)))?;
                let nodes = shorter.answer.nodes.unwrap_or(0);
                left = left.map(|left| left.saturating_sub(nodes));
                proved.answer.nodes = proved.answer.nodes.map(|all| all + nodes);
                match shorter.answer.proved.flatten() {
                    Some(true) => proved.answer.line = shorter.answer.line,
                    Some(false) => continue,
                    None => return Ok(()),
                }
            }
            self.mate_in(moves, proved, left);
            return Ok(());
        }
        Ok(())
    }

    /// There is a mate in so many moves, and no shorter one: a line in which both sides know it, and its value.
    #[cfg(feature = "chess")]
    fn mate_in(self, moves: NonZeroU32, proved: &mut Proved, left: Option<u64>) {
        use provebest_game::{Ply, Repeat, Text};
        use provebest_games::chess::{Chess, MateProblem, Mates};

        let Some(crate::games::AnyGame::Chess(placed)) = self.request.problem.game() else { return };
        let plies = 2 * moves.get() - 1;
        if proved.answer.line.len() != plies as usize {
            let [mated, escaped] =
                [moves.get(), moves.get() - 1].map(|moves| MateProblem::new(placed.root.clone(), Some(moves)));
            let strategies = Strategies {
                game: &Mates,
                search: self.spec.df_pn(),
                limits: self.limits(for_each(left)),
                least: (&mated, Score(1)),
                most: (&escaped, Score(0)),
            };
            let Some(line) = between(&strategies) else { return };
            let words = provebest_game::line_in_words(&Mates, &mated, &line, |problem, m| Mates.print_move(problem, m));
            proved.answer.line = words;
        }
        let answer = &mut proved.answer;
        let Ply(now) = Chess::default().now(&placed.root);
        let value = Score::win_in(Ply(now + plies)).0;
        (answer.value, answer.kind) = (Some(value), Some(Kind::Exact.into()));
        (answer.least, answer.most) = (Some(Some(value)), Some(Some(value)));
        (answer.moves_to_end, answer.plies) = (Some(plies), Some(plies));
        answer.best = answer.line.first().cloned();
        answer.best_moves = Some(answer.best.iter().cloned().collect());
    }

    #[cfg(not(feature = "chess"))]
    fn mate_in(self, _: NonZeroU32, _: &mut Proved, _: Option<u64>) {}

    /// What may end the search.
    fn limits(&self, nodes: Option<u64>) -> Limits<'_> {
        Limits { nodes, ..proof_limits(self.request, self.stop) }
    }
}

/// Asks about a position in its rules.
struct Ask<'a> {
    job: Job<'a>,
    nodes: Option<u64>,
}

impl Proving for Ask<'_> {
    type Output = Result<Proved, RequestError>;

    fn with<P: Provable<State: Send + Sync> + Sync>(self, subject: &Subject<'_, P>) -> Self::Output {
        let Ask { job, nodes } = self;
        let mut asker = Asker { job, subject, left: nodes, machine: job.request.machine(), measured: None };
        let (low, high) = match subject.game.moves(subject.root, &mut MoveList::new()) {
            Status::Over(value) => [subject.game.worth(subject.root, value); 2].into(),
            Status::Open => subject.range,
        };
        let question = job.spec.question;
        let bounds = match question {
            None => value_within((low, high), |least| asker.ask(least))?,
            Some(question) => {
                let least = question.least(subject.usual);
                let verdict = asker.ask(least)?;
                let (yes, no) = (verdict.answer == Some(true), verdict.answer == Some(false));
                let (low, high) = (if yes { low.max(least) } else { low }, if no { high.min(least - 1) } else { high });
                provebest_search::proof::Bounds { least: low, most: high, asked: vec![(least, verdict)] }
            }
        };
        let stopped = bounds.asked.iter().find_map(|(_, verdict)| verdict.stopped);
        let time_alone = asker.time_alone(&bounds.asked, stopped)?;
        let Asker { machine, measured, left, .. } = asker;
        let answer = answer(&job, subject, bounds, left);
        Ok(Proved { answer, stopped, machine, measured, time_alone })
    }
}

/// Asks several questions, within the limits of all.
struct Asker<'a, 's, P: Provable> {
    job: Job<'a>,
    subject: &'s Subject<'s, P>,
    /// The nodes that are left.
    left: Option<u64>,
    machine: AnyMachine,
    measured: Option<Measured>,
}

impl<P: Provable<State: Send + Sync> + Sync> Asker<'_, '_, P> {
    fn ask(&mut self, least: Score) -> Result<Verdict<P::Move>, RequestError> {
        let (verdict, measured) = loop {
            match self.on(&self.machine, least) {
                Err(NoReport::Failed(failure)) if let Some(fewer) = with_fewer_threads(&failure, self.job.reporter) => {
                    self.machine = fewer;
                }
                asked => break asked.map_err(SearchError::from)?,
            }
        };
        let nodes = entered(&verdict);
        self.left = self.left.map(|left| left.saturating_sub(nodes));
        if let Some(more) = measured {
            let sum = self.measured.get_or_insert(Measured { processors: more.processors, ..Measured::default() });
            sum.time += more.time;
            sum.work += more.work;
            sum.mail += more.mail;
            sum.messages += more.messages;
        }
        Ok(verdict)
    }

    fn on(&self, machine: &AnyMachine, least: Score) -> Result<(Verdict<P::Move>, Option<Measured>), NoReport> {
        let Subject { game, root, .. } = *self.subject;
        let question = Question::new(game, root, least).within(self.job.limits(self.left));
        let (reporter, [yes, no]) = (self.job.reporter, [least, least - 1].map(self.subject.usual));
        let tell = |keys: &[u64], step: Step| {
            if let Some(path) = numbered(game, root, keys) {
                reporter.report(News::Event { rank: None, time: None, event: event(path, step, yes, no) });
            }
        };
        let question = if self.job.request.record.trace { question.stepping(&tell) } else { question };
        let together = |proved: ProvedTogether<P::Move>| (proved.verdict, Some(proved.measured));
        let df_pn = self.job.spec.df_pn();
        Ok(match (self.job.spec.algorithm, machine) {
            (ProofAlgorithm::Pn, _) => (Pn::default().ask(&question)?, None),
            (ProofAlgorithm::Pn2, _) => (Pn2::default().ask(&question)?, None),
            (ProofAlgorithm::DfPn, AnyMachine::Simulated(machine)) => {
                together(ParallelDfPn(df_pn).ask_on(&question, machine)?)
            }
            (ProofAlgorithm::DfPn, AnyMachine::Threads(threads)) => {
                together(ParallelDfPn(df_pn).ask_on(&question, &threads.stack(self.job.stack))?)
            }
            (ProofAlgorithm::DfPn, _) => (df_pn.ask(&question)?, None),
        })
    }

    /// How long the same questions take one simulated processor, unless that is not wanted.
    fn time_alone(
        &mut self,
        asked: &[(Score, Verdict<P::Move>)],
        stopped: Option<Reason>,
    ) -> Result<Option<u64>, RequestError> {
        let Job { request, .. } = self.job;
        let simulated = matches!(self.machine, AnyMachine::Simulated(_));
        if !simulated || stopped.is_some() || request.record.once || request.limits.time.is_some() {
            return Ok(None);
        }
        let (one, mut time) = (self.machine.with_one_processor(), 0);
        self.left = None;
        for (least, _) in asked {
            let (verdict, measured) = self.on(&one, *least).map_err(SearchError::from)?;
            if verdict.stopped.is_some() {
                return Ok(None);
            }
            time += measured.map_or(0, |measured| measured.time);
        }
        Ok(Some(time))
    }
}

/// The nodes that a limit counts.
fn entered<M>(verdict: &Verdict<M>) -> u64 {
    verdict.visits.max(verdict.expansions)
}

fn answer<P: Provable>(
    job: &Job<'_>,
    subject: &Subject<'_, P>,
    bounds: provebest_search::proof::Bounds<P::Move>,
    left: Option<u64>,
) -> GameAnswer {
    let provebest_search::proof::Bounds { least, most, asked } = bounds;
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

/// What each of the two proofs behind a line may enter of the nodes that are left.
fn for_each(left: Option<u64>) -> Option<u64> {
    left.map(|left| left / 2)
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
    let known = asked.iter().map(|(_, verdict)| verdict).rev().find(ends_so);
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
