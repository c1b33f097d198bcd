//! The rules themselves: what every game promises, and what it estimates.

use super::fault::{Held, Rule, holds};
use super::{Check, Horizon, Leaf, Look, Quick, Row};
use crate::{Depth, Game, MoveList, Outlook, Ply, Score, Shape, SplitMix64, Status, TwoPlies};

/// What the best of some leaves is worth to the side that moves there.
fn best_of<M>(leaves: &[Leaf<M>]) -> i64 {
    leaves.iter().map(|&(_, worth, _)| -i64::from(worth.0)).max().unwrap_or_default()
}

impl<G: Game> Check<'_, G> {
    /// What can be seen without another question.
    pub(super) fn bare(&self, look: &Look<G::Move>) -> Held {
        let moves = &look.moves;
        if let Status::Over(value) = look.status {
            holds(Rule::OverMeansNoMoves, look.beside == 0, || format!("there are {}", look.beside))?;
            let limit = Score::LIMIT.unsigned_abs()..=Score::win_in(Ply(0)).0.unsigned_abs();
            let fine = value.0.unsigned_abs() <= *limit.start() || limit.contains(&value.0.unsigned_abs());
            holds(Rule::FinalValue, fine, || format!("the final value is {}", value.0))?;
        } else {
            holds(Rule::OpenMeansMoves, !moves.is_empty(), || "there is none".into())?;
        }
        let twice = moves.iter().take(1000).enumerate().find(|(i, m)| moves[..*i].contains(m));
        holds(Rule::MovesDiffer, twice.is_none(), || {
            format!("move number {} had been listed before", twice.map_or(0, |(i, _)| i))
        })?;
        if let Some(Score(value)) = look.estimate {
            let fine = value.unsigned_abs() <= Score::LIMIT.unsigned_abs();
            holds(Rule::Estimate, fine, || format!("the estimate is {value}"))?;
        }
        Ok(())
    }

    /// What every game promises, and its estimates.
    pub(super) fn rules(
        &self,
        state: &G::State,
        look: &Look<G::Move>,
        shape: Option<Shape>,
        chance: &mut SplitMix64,
    ) -> Held {
        let moves = &look.moves;
        let differs = look.difference(&self.look(state));
        holds(Rule::Steady, differs.is_none(), || format!("{} changed", differs.unwrap_or_default()))?;

        for &m in moves.iter().take(Self::TRIED) {
            self.after(state, m);
        }
        let differs = look.difference(&self.look(state));
        holds(Rule::Clone, differs.is_none(), || format!("{} changed", differs.unwrap_or_default()))?;

        let mut list = MoveList::new();
        let status = self.game.status(state, &mut list);
        holds(Rule::Status, status == look.status, || format!("status is {status:?}, moves {:?}", look.status))?;
        holds(Rule::Status, list.is_empty(), || "status left moves on the list".into())?;
        self.children(state, look, chance)?;

        if let Some(Shape { width, height }) = shape {
            let count = moves.len();
            holds(Rule::Shape, count <= width as usize, || format!("{count} moves are more than {width}"))?;
            holds(Rule::Shape, moves.is_empty() || height > Depth(0), || "the game goes on".into())?;
        }
        if let Some(horizon) = self.horizon {
            let want = match look.status {
                Status::Over(value) => (value, false),
                Status::Open => (look.estimate.unwrap_or_default(), true),
            };
            let seen = horizon(self.game, state, &mut list);
            holds(Rule::Estimate, seen == want, || format!("the horizon is {seen:?}, not {want:?}"))?;
            self.row(state, look, horizon)?;
        }
        Ok(())
    }

    /// A row of leaves is worth what each of them is.
    fn row(&self, state: &G::State, look: &Look<G::Move>, horizon: Horizon<G>) -> Held {
        let Some(leaves) = self.leaves else { return Ok(()) };
        let mut list = MoveList::new();
        self.ask(2 * look.moves.len());
        let (over, row) = leaves(self.game, state, &mut list);
        let told = over.map_or(Status::Open, Status::Over);
        holds(Rule::Estimate, told == look.status, || format!("leaves tell {told:?}, moves {:?}", look.status))?;
        holds(Rule::Estimate, list.is_empty(), || "leaves left moves on the list".into())?;
        let (count, moves) = (row.len(), look.moves.len());
        holds(Rule::Estimate, count == moves, || format!("a row of {count} leaves, {moves} moves"))?;
        if let Some(quick) = self.quick.as_ref().filter(|_| told == Status::Open) {
            self.quick(state, &row, quick, leaves)?;
        }
        for (number, ((m, worth, estimated), &wanted)) in row.into_iter().zip(&look.moves).enumerate().take(Self::TRIED)
        {
            holds(Rule::Estimate, m == wanted, || format!("leaf {number} belongs to another move"))?;
            let want = horizon(self.game, &self.after(state, m), &mut list);
            let seen = (worth, estimated);
            holds(Rule::Estimate, seen == want, || format!("leaf {number} is {seen:?}, on its own {want:?}"))?;
        }
        Ok(())
    }

    /// What a game sees of an open position without a search is what a search of its leaves finds.
    fn quick(&self, state: &G::State, leaves: &[Leaf<G::Move>], quick: &Quick<G>, below: Row<G>) -> Held {
        let mut list = MoveList::new();
        let best = best_of(leaves);
        let is_best = |(m, worth): (G::Move, Score)| leaves.contains(&(m, worth, false)) && -i64::from(worth.0) == best;
        holds(Rule::Estimate, (quick.wins_at_once)(self.game, state).is_none_or(is_best), || {
            "the move that wins at once is not there, or not the best".into()
        })?;
        let row = (quick.row)(self.game, state, &mut list);
        holds(Rule::Estimate, list.is_empty(), || "row left moves on the list".into())?;
        let same = row.iter().map(|&(m, _)| m).eq(leaves.iter().map(|&(m, ..)| m));
        holds(Rule::Estimate, same, || "row does not have the moves of leaves".into())?;
        let best_of_row = leaves.iter().map(|&(_, worth, _)| worth).max().unwrap_or(Score::ZERO);
        let sees_two =
            [Score::ZERO, best_of_row].into_iter().any(|beta| (quick.two_plies)(self.game, state, beta).is_some());
        let tried = if sees_two { leaves.len() } else { Self::TRIED };
        let mut two = i64::from(Score::WORST.0);
        for (number, (&(m, seen), &(_, worth, estimated))) in row.iter().zip(leaves).enumerate().take(tried) {
            let mut child = state.clone();
            self.game.play(&mut child, m);
            let asked = estimated && (sees_two || matches!(seen, Outlook::Won(_)));
            let replies = if asked { below(self.game, &child, &mut list).1 } else { Vec::new() };
            let best = best_of(&replies);
            let wins = replies.iter().any(|&(_, worth, estimated)| !estimated && -i64::from(worth.0) == best);
            let fine = match seen {
                Outlook::Over(value) => !estimated && value == worth,
                Outlook::Won(value) => wins && i64::from(value.0) == best,
                Outlook::Open(_) => estimated && (quick.wins_at_once)(self.game, &child).is_none(),
            };
            holds(Rule::Estimate, fine, || format!("row sees {seen:?} at move {number}"))?;
            two = two.max(-if estimated { best } else { i64::from(worth.0) });
        }
        if !sees_two {
            return Ok(());
        }
        for beta in [two - 20, two - 1, two, two + 1, two + 20] {
            let beta = Score(beta.clamp(Score::WORST.0.into(), Score::INFINITY.0.into()) as i32);
            let Some(TwoPlies { worth, .. }) = (quick.two_plies)(self.game, state, beta) else { continue };
            let fine = if worth >= beta { i64::from(worth.0) <= two } else { i64::from(worth.0) >= two };
            holds(Rule::Estimate, fine, || {
                format!(
                    "two plies deeper it is said to be worth {} when asked for {}, and is worth {two}",
                    worth.0, beta.0
                )
            })?;
        }
        Ok(())
    }

    fn children(&self, state: &G::State, look: &Look<G::Move>, chance: &mut SplitMix64) -> Held {
        let mut list = MoveList::new();
        let opened = self.game.open(state, &mut list);
        let children = match (opened, look.status) {
            (Ok(children), Status::Open) => children,
            (Err(value), Status::Over(same)) if value == same => {
                return holds(Rule::Children, list.is_empty(), || "open left moves of a final position".into());
            }
            (opened, status) => return Err((Rule::Children, format!("open gives {opened:?}, moves {status:?}"))),
        };
        let count = look.moves.len();
        holds(Rule::Children, children.count() as usize == count, || {
            format!("{} children, {count} moves", children.count())
        })?;
        for i in 0..count.min(Self::TRIED) {
            let i = if count > Self::TRIED { chance.below(count as u64) as usize } else { i };
            let (m, child) = self.game.child(state, children, &list, i as u32);
            holds(Rule::Children, m == look.moves[i], || format!("child {i} belongs to another move"))?;
            let played = self.after(state, m);
            let differs = self.look(&child).difference(&self.look(&played));
            let differs =
                differs.or_else(|| self.equal.filter(|equal| !equal(&child, &played)).map(|_| "the position"));
            holds(Rule::Children, differs.is_none(), || {
                format!("{} of child {i} differs", differs.unwrap_or_default())
            })?;
            if let Ok(grandsons) = self.game.open(&child, &mut list) {
                list.close(grandsons);
            }
        }
        list.close(children);
        holds(Rule::Children, list.is_empty(), || "moves were left on the list".into())
    }
}

/// What two promises about a shape promise together.
pub(super) fn narrower(known: Option<Shape>, new: Option<Shape>) -> Option<Shape> {
    match (known, new) {
        (Some(a), Some(b)) => Some(Shape { width: a.width.min(b.width), height: a.height.min(b.height) }),
        (a, b) => a.or(b),
    }
}
