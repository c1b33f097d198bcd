//! Runs a proof search: one question about a position, or the value by several.

mod answer;
mod asker;
mod both_sides;
mod job;
mod mates;
mod steps;

use provebest::AnyMachine;
use provebest_game::{MoveList, Provable, Status};
use provebest_machine::Stop;
use provebest_search::proof::{Bounds, value_within};

use self::answer::answer;
use self::asker::Asker;
use self::job::{Job, Proved};
use super::{Reporter, Stopwatch, with_deadline};
use crate::games::MOST_PLIES;
use crate::listener::News;
use crate::outcome::{Answer, Machinery, Outcome};
use crate::problem::Problem;
use crate::proof_search::{ProofQuestion, ProofSpec};
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

impl Job<'_> {
    fn answer(self) -> Result<Outcome, RequestError> {
        let Job { request, spec, .. } = self;
        self.reporter.report(News::Begins(&request.machine()));
        let watch = Stopwatch::start();
        let mut proved = self.asked(spec.question_about(&request.problem), request.limits.nodes)?;
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
                Bounds { least: low, most: high, asked: vec![(least, verdict)] }
            }
        };
        let stopped = bounds.asked.iter().find_map(|(_, verdict)| verdict.stopped);
        let time_alone = asker.time_alone(&bounds.asked, stopped)?;
        let Asker { machine, measured, left, .. } = asker;
        let answer = answer(&job, subject, bounds, left);
        Ok(Proved { answer, stopped, machine, measured, time_alone })
    }
}
