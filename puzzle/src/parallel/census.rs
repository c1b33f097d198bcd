//! How rank 0 learns that no processor has work and that nothing is under way. It asks all again and again how many letters they
//! have sent and read; each answers when it has nothing to do. If one round counts as many letters read as the next counts letters
//! sent, all is done (Mattern 1987). Mail may overtake other mail.

/// What rank 0 knows about the letters of all.
#[derive(Default)]
pub(super) struct Census {
    /// Answers that have come in this round, and what they say.
    answers: usize,
    sent: u64,
    read: u64,
    /// Is a round under way?
    open: bool,
    /// Letters read by the last round.
    before: Option<u64>,
}

/// What rank 0 has to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Round {
    /// Ask all others: a new round begins.
    Ask,
    /// Wait for more answers.
    Wait,
    /// No processor has work, and nothing is under way.
    Done,
}

impl Census {
    /// The answer of another processor has come.
    pub(super) fn add(&mut self, sent: u64, read: u64) {
        self.answers += 1;
        self.sent += sent;
        self.read += read;
    }

    /// Rank 0 has nothing to do. `sent` and `read` are the letters of rank 0 itself.
    pub(super) fn look(&mut self, processors: usize, sent: u64, read: u64) -> Round {
        if self.open {
            if self.answers + 1 < processors {
                return Round::Wait;
            }
            if self.before == Some(self.sent + sent) {
                return Round::Done;
            }
            *self = Census { before: Some(self.read + read), ..Census::default() };
        }
        self.open = true;
        Round::Ask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_under_way_keeps_the_census_open() {
        let mut census = Census::default();
        assert_eq!(census.look(2, 1, 0), Round::Ask);
        assert_eq!(census.look(2, 1, 0), Round::Wait);
        // The letter of rank 0 has not been read in two rounds, and then it has.
        census.add(0, 0);
        assert_eq!(census.look(2, 1, 0), Round::Ask);
        census.add(0, 0);
        assert_eq!(census.look(2, 1, 0), Round::Ask);
        census.add(0, 1);
        assert_eq!(census.look(2, 1, 0), Round::Ask, "read by this round only");
        census.add(0, 1);
        assert_eq!(census.look(2, 1, 0), Round::Done);
    }

    #[test]
    fn alone_two_rounds_are_enough() {
        let mut census = Census::default();
        assert_eq!([0; 3].map(|_| census.look(1, 0, 0)), [Round::Ask, Round::Ask, Round::Done]);
    }
}
