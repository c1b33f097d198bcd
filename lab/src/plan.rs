//! How large an experiment is: which trees, how many, which algorithms.

use std::collections::BTreeSet;

use anyhow::ensure;
use provebest::family::Settings;
use provebest::{Algorithm, Score};

use crate::subject::{PuzzleSize, Subject, SubjectKind, TreeClass, TreeKind};
use crate::trees::TreeInstance;
use crate::{positions, proofs, puzzles};

/// The size of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// What is searched, without its size.
    pub kinds: Vec<SubjectKind>,
    /// The widths.
    pub widths: Vec<u32>,
    /// The depths.
    pub depths: Vec<u32>,
    /// How many trees, positions or puzzles of each kind and size.
    pub trees: u32,
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// Leaf values reach from minus this to this.
    pub values: i32,
    /// Where all chance comes from.
    pub seed: u64,
    /// Only these of all subjects that kinds, widths and depths make, in this order; all of them if the list is empty.
    pub only: Vec<Subject>,
    /// Subjects so large that there are fewer of them, and how many.
    pub few: Vec<(Subject, u32)>,
    /// Are the searches those of the experiment, and not algorithms of the family?
    pub own_searches: bool,
}

/// What a user changes in the plan of an experiment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Wishes {
    /// How many trees of each kind.
    pub trees: Option<u32>,
    /// Other widths.
    pub widths: Option<Vec<u32>>,
    /// Other depths.
    pub depths: Option<Vec<u32>>,
    /// Other algorithms.
    pub algorithms: Option<Vec<Algorithm>>,
    /// Another seed.
    pub seed: Option<u64>,
}

/// The seed, unless the user gives another one.
pub const SEED: u64 = 1;

/// The leaf values of the papers' trees, unless an experiment has others.
pub const VALUES: i32 = 10_000;

impl Plan {
    /// Trees of the weights generator, random and with the first child best in 60 %.
    pub fn of(algorithms: &[Algorithm], widths: &[u32], depths: &[u32], trees: u32) -> Plan {
        Plan {
            kinds: vec![TreeKind::Random.into(), TreeKind::First(60).into()],
            widths: widths.to_vec(),
            depths: depths.to_vec(),
            trees,
            algorithms: algorithms.to_vec(),
            values: VALUES,
            seed: SEED,
            only: Vec::new(),
            few: Vec::new(),
            own_searches: false,
        }
    }

    /// The same for other kinds of trees.
    pub fn of_kinds(self, kinds: &[TreeKind]) -> Plan {
        Plan { kinds: kinds.iter().map(|&kind| kind.into()).collect(), ..self }
    }

    /// The same for these subjects only.
    pub fn only(self, subjects: impl IntoIterator<Item: Into<Subject>>) -> Plan {
        let only: Vec<Subject> = subjects.into_iter().map(Into::into).collect();
        let distinct = |number: fn(&Subject) -> u32| {
            let numbers: BTreeSet<u32> = only.iter().map(number).collect();
            numbers.into_iter().collect()
        };
        let mut kinds: Vec<SubjectKind> = Vec::new();
        for subject in &only {
            if !kinds.contains(&subject.kind()) {
                kinds.push(subject.kind());
            }
        }
        Plan { kinds, widths: distinct(Subject::width), depths: distinct(Subject::depth), only, ..self }
    }

    /// The same with fewer of some large subjects, unless the user says how many.
    pub fn few(mut self, subjects: impl IntoIterator<Item: Into<Subject>>, number: u32) -> Plan {
        self.few.extend(subjects.into_iter().map(|subject| (subject.into(), number)));
        self
    }

    /// How many there are of a subject.
    pub fn number(&self, subject: Subject) -> u32 {
        self.few.iter().find(|(large, _)| *large == subject).map_or(self.trees, |&(_, number)| number.min(self.trees))
    }

    /// A plan for some kinds of trees and some pairs of width and depth.
    pub fn of_shapes(algorithms: &[Algorithm], kinds: &[TreeKind], shapes: &[(u32, u32)], trees: u32) -> Plan {
        let of = |&kind: &TreeKind| shapes.iter().map(move |&(width, depth)| TreeClass { kind, width, depth });
        Plan::of(algorithms, &[], &[], trees).only(kinds.iter().flat_map(of))
    }

    /// A plan for some puzzles of each size. Experiments on puzzles have searches of their own.
    pub fn of_puzzles(sizes: impl IntoIterator<Item = PuzzleSize>, number: u32) -> Plan {
        Plan::of_own(sizes.into_iter().map(Subject::Puzzle), number)
    }

    /// A plan for some of each of these. The experiment has searches of its own.
    pub fn of_own(subjects: impl IntoIterator<Item: Into<Subject>>, number: u32) -> Plan {
        Plan { own_searches: true, ..Plan::of(&[], &[], &[], number).only(subjects) }
    }

    /// The plan with some wishes fulfilled. Widths and depths wished for together make every kind; one of them alone
    /// chooses among the kinds that there are.
    pub fn with(mut self, wishes: &Wishes) -> Plan {
        let tidy = |list: &Vec<u32>| {
            let mut list = list.clone();
            list.sort_unstable();
            list.dedup();
            list
        };
        if let Some(trees) = wishes.trees {
            self.trees = trees;
            self.few.clear();
        }
        self.seed = wishes.seed.unwrap_or(self.seed);
        self.widths = wishes.widths.as_ref().map_or(self.widths, tidy);
        self.depths = wishes.depths.as_ref().map_or(self.depths, tidy);
        if wishes.widths.is_some() && wishes.depths.is_some() {
            self.only.clear();
        }
        if let Some(wanted) = &wishes.algorithms {
            self.algorithms = Algorithm::ALL.iter().copied().filter(|one| wanted.contains(one)).collect();
        }
        self
    }

    /// How many there are of each kind, where the number is limited.
    pub(crate) fn most_trees(&self) -> Option<u64> {
        let chess = |kind: &SubjectKind| matches!(kind, SubjectKind::Position(crate::subject::GameKind::Chess));
        self.kinds.iter().any(chess).then(|| positions::chess_positions() as u64)
    }

    /// Are these puzzles?
    pub fn is_of_puzzles(&self) -> bool {
        self.kinds.iter().any(|kind| matches!(kind, SubjectKind::Puzzle(_)))
    }

    /// Is there something to do, and can it be done? The error says what is expected.
    pub fn check(&self) -> anyhow::Result<()> {
        ensure!(
            self.trees > 0,
            "0 trees of each kind: nothing to do; expected 1 or more, and 2 or more for an interval"
        );
        ensure!(self.trees <= 1_000_000, "{} trees of each kind: too many; expected at most 1000000", self.trees);
        ensure!(!self.widths.is_empty(), "no widths: nothing to do; expected a list such as 5,10");
        ensure!(!self.depths.is_empty(), "no depths: nothing to do; expected a list such as 2..6");
        let algorithms = !self.algorithms.is_empty();
        ensure!(
            self.own_searches || algorithms,
            "no algorithms: nothing to do; expected a list such as alpha-beta,sss-star"
        );
        ensure!(!(self.own_searches && algorithms), "algorithms: the experiment has its own; expected none");
        ensure!(!self.widths.contains(&0), "a width of 0: every inner node needs a child; expected 1 or more");
        ensure!(!self.depths.contains(&0), "a depth of 0: there is nothing to search; expected 1 or more");
        let kinds: Vec<String> = self.only.iter().map(|subject| subject.to_string()).collect();
        let subjects = self.sized().collect::<anyhow::Result<Vec<Subject>>>()?;
        ensure!(
            !subjects.is_empty(),
            "no such trees; expected some of {}, or widths and depths together",
            kinds.join(", ")
        );
        subjects.into_iter().try_for_each(|subject| self.check_subject(subject))
    }

    fn check_subject(&self, subject: Subject) -> anyhow::Result<()> {
        let (width, depth) = (subject.width(), subject.depth());
        if let Some(minimal) = subject.minimal() {
            ensure!(
                minimal <= LARGEST && depth <= DEEPEST,
                "width {width} and depth {depth}: even the minimal tree has {minimal} leaves; expected at most {LARGEST} leaves and {DEEPEST} plies"
            );
        }
        match subject {
            Subject::Tree(class) => drop(TreeInstance::new(class, self.seed, 0, self.values)?),
            Subject::Position { game, .. } => positions::check(game, self.trees)?,
            Subject::Puzzle(size) => puzzles::check(size, self.trees)?,
            Subject::Proof(size) => proofs::check(size, self.trees)?,
        }
        let all = u64::from(width).saturating_pow(depth);
        let minimax = self.algorithms.contains(&Algorithm::Minimax);
        ensure!(
            !minimax || all <= LARGEST,
            "minimax on width {width} and depth {depth}: it visits all {all} leaves; expected at most {LARGEST}"
        );
        Ok(())
    }

    /// The settings of algorithms, unless an experiment varies them. Inner nodes of trees have no heuristic value, so the
    /// first guess is 0, and aspiration tries a twentieth of the largest value around it.
    pub fn settings(&self) -> Settings {
        let margin = Some((self.values / 20).max(1));
        Settings { first_guess: Some(Score::ZERO), margin, ..Settings::default() }
    }

    /// Everything that is searched, in the order of the tables.
    pub fn subjects(&self) -> Vec<Subject> {
        // A plan with a size that does not exist is refused by `check`.
        self.sized().filter_map(Result::ok).collect()
    }

    /// The classes of trees that are searched, in the order of the tables.
    pub fn classes(&self) -> Vec<TreeClass> {
        self.subjects().iter().filter_map(|subject| subject.tree().ok()).collect()
    }

    fn sized(&self) -> impl Iterator<Item = anyhow::Result<Subject>> {
        let wanted =
            |subject: &&Subject| self.widths.contains(&subject.width()) && self.depths.contains(&subject.depth());
        let some = self.only.iter().filter(wanted).map(|&subject| Ok(subject));
        let kinds = if self.only.is_empty() { &self.kinds[..] } else { &[] };
        let of = move |&kind: &SubjectKind| {
            let of = move |&width: &u32| self.depths.iter().map(move |&depth| kind.sized(width, depth));
            self.widths.iter().flat_map(of)
        };
        some.chain(kinds.iter().flat_map(of))
    }
}

/// The largest minimal tree that is tried.
const LARGEST: u64 = 100_000_000;

/// The deepest tree that is tried: searches recurse.
const DEEPEST: u32 = 200;
