//! From an answer back to moves: the move that keeps what is proved, and a line of play.

use provebest_game::{Line, MoveList, Provable, Status};

use super::numbers::Numbers;
use super::searcher::Searcher;
use crate::limits::Stopped;

impl<G: Provable> Searcher<'_, G> {
    /// The number of a move that keeps the answer that favours the side to move at a node. What is known comes first; what was
    /// lost is found again.
    pub(super) fn keeping_move(&mut self, state: &G::State, or: bool) -> Result<Option<u32>, Stopped> {
        let key = self.judge.key(state, or);
        if let Some(number) = self.table.deciding_move(key) {
            return Ok(Some(number));
        }
        let children = self.judge.children(state);
        let (good, mut open) = (Numbers::of(or), Vec::new());
        for (number, child) in children.iter().enumerate() {
            let known = self.known(self.judge.key(child, !or)).filter(|known| known.verdict().is_some());
            match known.unwrap_or_else(|| self.judge.look(child, !or)) {
                numbers if numbers == good => return Ok(Some(number as u32)),
                numbers if numbers.verdict().is_none() => open.push(number),
                _ => {}
            }
        }
        for number in open {
            if self.decide_at(&children[number], !or)? == good {
                return Ok(Some(number as u32));
            }
        }
        Ok(None)
    }

    /// Play that follows an answer for the root. The side that it is against makes the moves that took the most work.
    pub(super) fn line(&mut self, root: &G::State, answer: bool) -> (Line<G::Move>, bool) {
        let (game, mut state, mut or) = (self.judge.game, root.clone(), true);
        let (mut line, mut seen) = (Vec::new(), Vec::new());
        loop {
            let mut list = MoveList::new();
            let key = self.judge.key(&state, or);
            if game.moves(&state, &mut list) != Status::Open || list.is_empty() || seen.contains(&key) {
                return (Line(line), true);
            }
            seen.push(key);
            let number = if or == answer {
                match self.keeping_move(&state, or) {
                    Ok(Some(number)) => number as usize,
                    Ok(None) | Err(Stopped) => return (Line(line), false),
                }
            } else {
                let work =
                    |state: &G::State| self.table.get(self.judge.key(state, !or)).map_or(0, |entry| 1 + entry.work);
                let played = list.as_slice().iter().map(|&m| {
                    let mut child = state.clone();
                    game.play(&mut child, m);
                    work(&child)
                });
                let works: Vec<u32> = played.collect();
                let most = works.iter().copied().max();
                works.iter().position(|&work| Some(work) == most).unwrap_or(0)
            };
            let m = list.as_slice()[number];
            game.play(&mut state, m);
            line.push(m);
            or = !or;
        }
    }
}
