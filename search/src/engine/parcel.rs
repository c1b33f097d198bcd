//! An answer as data, for the way to another host.

use provebest_game::{Depth, Game, Line, MoveList, Score};
use serde::{Deserialize, Serialize};

use super::{Answer, RootMove, Tally};
use crate::limits::Reason;
use crate::report::Kind;

/// An answer with the numbers of moves in place of moves, so that games need not be written as bytes. Of the root's moves it has the
/// best one only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnswerByNumber {
    value: Option<i32>,
    kind: Kind,
    path: Vec<u32>,
    depth: u32,
    tally: Tally,
    processors: usize,
    stopped: Option<Reason>,
    absurd: Option<i32>,
}

impl<M: Copy + PartialEq> Answer<M> {
    /// The answer as data.
    ///
    /// ```
    /// use provebest_game::Depth;
    /// use provebest_games::connect_four::ConnectFour;
    /// use provebest_search::engine::{Engine, EngineTask, Enhancements};
    ///
    /// let (rules, board) = ConnectFour::parse("112233")?;
    /// let engine = Engine::new(1 << 16, Enhancements::default())?;
    /// let answer = engine.search(&EngineTask::new(&rules, &board, Depth(5)), &mut |_| None);
    /// let again = answer.by_number(&rules, &board).answer(&rules, &board);
    /// assert_eq!((again.best, again.line, again.value), (answer.best, answer.line, answer.value));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_number<G: Game<Move = M>>(&self, game: &G, root: &G::State) -> AnswerByNumber {
        let (mut state, mut list) = (root.clone(), MoveList::new());
        let number = |&played: &M| {
            list.clear();
            game.moves(&state, &mut list);
            let number = list.as_slice().iter().position(|&m| m == played).map(|number| number as u32);
            game.play(&mut state, played);
            number
        };
        AnswerByNumber {
            value: self.value.map(|value| value.0),
            kind: self.kind,
            path: self.line.0.iter().map_while(number).collect(),
            depth: self.depth.0,
            tally: self.tally,
            processors: self.processors,
            stopped: self.stopped,
            absurd: self.absurd.map(|value| value.0),
        }
    }
}

impl AnswerByNumber {
    /// The answer about this position. A line that the rules do not allow ends where they do not allow it.
    pub fn answer<G: Game>(self, game: &G, root: &G::State) -> Answer<G::Move> {
        let AnswerByNumber { value, kind, path, depth, tally, processors, stopped, absurd } = self;
        let (mut state, mut list) = (root.clone(), MoveList::new());
        let played = |&number: &u32| {
            list.clear();
            game.moves(&state, &mut list);
            let played = list.as_slice().get(number as usize).copied();
            played.inspect(|&m| game.play(&mut state, m))
        };
        let line = Line(path.iter().map_while(played).collect::<Vec<_>>());
        let value = value.map(Score);
        let first = line.0.first().zip(path.first());
        let moves = first.map(|(&played, &number)| RootMove {
            played,
            number,
            value,
            kind,
            depth: Depth(depth),
            line: line.clone(),
        });
        Answer {
            value,
            kind,
            best: line.0.first().copied(),
            line,
            depth: Depth(depth),
            moves: moves.into_iter().collect(),
            tally,
            processors,
            stopped,
            absurd: absurd.map(Score),
        }
    }
}
