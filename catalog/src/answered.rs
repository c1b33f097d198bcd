//! What an outcome proves, as claims with an oracle that knows the moves behind each: for certificates and books.

use std::io::Write;
use std::num::NonZeroU32;

use provebest_game::{Provable, Score};
use provebest_machine::Stop;
use provebest_search::Limits;
use provebest_search::proof::Question;
use provebest_search::proof::certificate::{Certificate, Claim, FromProof, FromSolver, NoCertificate, Oracle, Written};
use provebest_search::solve::Proof;
use provebest_system::memory;

use crate::games::MOST_PLIES;
use crate::method::Method;
use crate::outcome::{GameAnswer, Outcome, Winner};
use crate::problem::Problem;
use crate::proof_search::{ProofQuestion, ProofSpec};
use crate::proving::{Proving, Subject, prove};
use crate::request::Request;
use crate::worker::{on_stack, stack_for};

/// Does something with a claim that is proved.
pub(crate) trait WithClaims: Send {
    /// What comes of all.
    type Output: Send;
    /// All claims, before the first.
    fn begin<P: Provable>(&mut self, subject: &Subject<'_, P>, claims: &[Claim]) -> Result<(), NoCertificate>;
    /// One of them, by its number.
    fn claim<P: Provable>(
        &mut self,
        subject: &Subject<'_, P>,
        claim: (usize, Claim),
        oracle: &mut dyn Oracle<P>,
    ) -> Result<(), NoCertificate>;
    /// After the last.
    fn end(self) -> Result<Self::Output, NoCertificate>;
}

/// What a question asked, and what is claimed with it: the shortest mate that is known, if it was about mates.
fn proved_question(spec: ProofSpec, problem: &Problem, answer: &GameAnswer) -> Option<ProofQuestion> {
    match (spec.question_about(problem)?, answer.moves_to_end) {
        (ProofQuestion::Mate(_), Some(plies)) => Some(ProofQuestion::Mate(NonZeroU32::new(plies.div_ceil(2)))),
        (question, _) => Some(question),
    }
}

/// Goes through the claims that the outcome of a request proves.
pub(crate) fn with_claims<W: WithClaims>(
    request: &Request,
    outcome: &Outcome,
    hash: Option<u64>,
    stop: &(dyn Stop + Sync),
    work: W,
) -> Result<W::Output, NoCertificate> {
    let answer = outcome.game_answer().ok_or(NoCertificate::NotProved)?;
    let spec = if let Method::Proof(spec) = request.method { Some(spec) } else { None };
    let question = spec.and_then(|spec| proved_question(spec, &request.problem, answer));
    let bytes = memory::limit(request.limits.memory) / 2;
    let visitor = ByClaims { spec, question, answer, hash, bytes, stop, work };
    let run = || prove(&request.problem, question, visitor).unwrap_or(Err(NoCertificate::NotProved));
    on_stack("certificate", stack_for(MOST_PLIES), run, || {})
        .unwrap_or_else(|lost| Err(NoCertificate::Io(std::io::Error::other(lost.to_string()))))
}

struct ByClaims<'a, W> {
    spec: Option<ProofSpec>,
    question: Option<ProofQuestion>,
    answer: &'a GameAnswer,
    hash: Option<u64>,
    /// For the table; what is written may take as many.
    bytes: u64,
    stop: &'a (dyn Stop + Sync),
    work: W,
}

impl<W: WithClaims> Proving for ByClaims<'_, W> {
    type Output = Result<W::Output, NoCertificate>;

    fn with<P: Provable<State: Send + Sync> + Sync>(self, subject: &Subject<'_, P>) -> Self::Output {
        let ByClaims { spec, question, answer, hash, bytes, stop, mut work } = self;
        let Subject { game, root, .. } = *subject;
        let limits = Limits { plies: MOST_PLIES, bytes: Some(bytes), stop: Some(stop), ..Limits::default() };
        if let (Some(spec), Some(question)) = (spec, question) {
            let (least, yes) =
                (question.least(subject.usual), answer.proved.flatten().ok_or(NoCertificate::NotProved)?);
            let claim = if yes { Claim::AtLeast(least) } else { Claim::AtMost(least - 1) };
            work.begin(subject, &[claim])?;
            let question = Question::new(game, root, least).within(limits);
            let answered = FromProof::ask(spec.df_pn(), &question, |oracle| work.claim(subject, (0, claim), oracle))?;
            return if answered == claim { work.end() } else { Err(NoCertificate::NotProved) };
        }
        let value = proved_value(answer, subject.usual).ok_or(NoCertificate::NotProved)?;
        let claims = [Claim::AtLeast(value), Claim::AtMost(value)];
        work.begin(subject, &claims)?;
        let mut oracle = FromSolver::new(game, root, claims[0], hash.unwrap_or(Proof::<P>::HASH), limits);
        for (number, claim) in claims.into_iter().enumerate() {
            oracle.turn_to(claim);
            work.claim(subject, (number, claim), &mut oracle)?;
        }
        work.end()
    }
}

/// The value that is proved, on the scale on which the game is proved. On the usual one a win and a draw may be worth the same.
fn proved_value(answer: &GameAnswer, usual: &dyn Fn(Score) -> Score) -> Option<Score> {
    let value = answer.least.flatten().filter(|_| answer.least == answer.most)?;
    let fits = |score: &Score| {
        let winner = Winner::from(score.0.cmp(&0));
        usual(*score) == Score(value) && answer.winner.is_none_or(|known| known == winner)
    };
    [value, value - 1, value + 1].into_iter().map(Score).find(fits)
}

/// Writes a certificate of the answer to a question, by df-pn: one claim.
///
/// ```
/// use provebest_catalog::{Request, certify_answer, run};
/// let request = Request::new("connect4", "5x5:33", "df-pn,at-least=draw")?;
/// let outcome = run(&request, &mut (), &())?;
/// let mut file = Vec::new();
/// let written = certify_answer(&request, &outcome, &(), &mut file).unwrap();
/// assert_eq!(written.bytes, file.len() as u64);
/// # Ok::<(), provebest_catalog::RequestError>(())
/// ```
pub fn certify_answer(
    request: &Request,
    outcome: &Outcome,
    stop: &(dyn Stop + Sync),
    out: &mut (dyn Write + Send),
) -> Result<Written, NoCertificate> {
    let most = memory::limit(request.limits.memory) / 2;
    with_claims(request, outcome, None, stop, ToFile { out: Some(out), certificate: None, most })
}

struct ToFile<'a> {
    out: Option<&'a mut (dyn Write + Send)>,
    certificate: Option<Certificate<&'a mut (dyn Write + Send)>>,
    /// The bytes that its tree may take.
    most: u64,
}

impl WithClaims for ToFile<'_> {
    type Output = Written;

    fn begin<P: Provable>(&mut self, subject: &Subject<'_, P>, claims: &[Claim]) -> Result<(), NoCertificate> {
        let out = self.out.take().ok_or(NoCertificate::NotProved)?;
        self.certificate = Some(Certificate::begin(out, subject.name, &subject.text, claims)?.within(self.most));
        Ok(())
    }

    fn claim<P: Provable>(
        &mut self,
        subject: &Subject<'_, P>,
        (number, _): (usize, Claim),
        oracle: &mut dyn Oracle<P>,
    ) -> Result<(), NoCertificate> {
        let certificate = self.certificate.as_mut().ok_or(NoCertificate::NotProved)?;
        certificate.tree(subject.game, subject.root, number, oracle)
    }

    fn end(self) -> Result<Written, NoCertificate> {
        Ok(self.certificate.ok_or(NoCertificate::NotProved)?.end()?.1)
    }
}
