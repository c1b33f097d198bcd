//! What df-pn carries through the game, for one processor.

use provebest_game::{Children, Depth, Provable, mix};

use super::listing::Listing;
use super::node::{Child, FREE, Found, LIMIT, Node, Patience, Thresholds};
use super::numbers::Numbers;
use super::question::{ExpansionSink, Judge, Question, Step, StepSink, verdict};
use super::table::{Entry, Full, Table};
use crate::limits::{Budget, Reason, Stopped};

pub(super) struct Searcher<'a, G: Provable> {
    pub(super) judge: Judge<'a, G>,
    pub(super) table: Table,
    pub(super) budget: Budget<'a>,
    pub(super) patience: Patience,
    /// What the game says of it.
    stays: u32,
    /// What a repeated position says.
    pub(super) repetition: Option<bool>,
    /// Does work below a child tell nothing of its siblings?
    siblings_apart: bool,
    /// The keys of the nodes that are open, from the root on.
    pub(super) path: Vec<u64>,
    /// Their children, those of the last one on top.
    children: Vec<Child>,
    /// What the game noted of nodes that were entered a short while ago.
    notes: Notes,
    pub(super) expansions: u64,
    /// The expansions that were new.
    pub(super) news: u64,
    expanded_before: Option<Before>,
    pub(super) evaluations: u64,
    pub(super) visits: u64,
    pub(super) stored: u64,
    /// How many times something was stored.
    stores: u64,
    plies: Depth,
    pub(super) too_deep: bool,
    expanded: Option<&'a ExpansionSink<'a, G::State>>,
    steps: Option<&'a StepSink<'a>>,
    /// The thresholds of the node that is visited next.
    given: Thresholds,
    /// The numbers of the node where the path begins.
    pub(super) root: Numbers,
}

/// Nodes that were expanded before, also those of which the table knows nothing, because it has lost them or because what was found
/// holds on one path only. Some that are new are taken for old; when it is half full, it begins anew.
struct Before {
    bits: Vec<u64>,
    count: usize,
}

impl Before {
    /// Within this many bytes.
    fn new(bytes: u64) -> Self {
        Before { bits: vec![0; (bytes / 8).clamp(1, 1 << 14) as usize], count: 0 }
    }

    /// Is it new?
    fn insert(&mut self, key: u64) -> bool {
        let place = mix(key) as usize % (64 * self.bits.len());
        let (word, bit) = (&mut self.bits[place / 64], 1 << (place % 64));
        if *word & bit != 0 {
            return false;
        }
        *word |= bit;
        self.count += 1;
        if 2 * self.count > 64 * self.bits.len() {
            self.bits.fill(0);
            self.count = 0;
        }
        true
    }
}

/// The notes of a game to itself, each with the key of its node; the latest one takes the place. No memory before the first.
struct Notes {
    places: Vec<(u64, u64)>,
    most: usize,
}

impl Notes {
    /// They stay in a near cache.
    const BITS: u32 = 12;

    /// Within this many bytes: all, or none.
    fn new(bytes: u64) -> Self {
        let most = 1 << Self::BITS;
        let fits = bytes >= (most * size_of::<(u64, u64)>()) as u64;
        Notes { places: Vec::new(), most: if fits { most } else { 0 } }
    }

    #[inline(always)]
    fn place(key: u64) -> usize {
        // As in the table, in case that keys are not mixed.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - Self::BITS)) as usize
    }

    /// The note of a node, 0 if there is none.
    #[inline(always)]
    fn of(&self, key: u64) -> u64 {
        self.places.get(Self::place(key)).map_or(0, |&(of, note)| if of == key { note } else { 0 })
    }

    #[inline(always)]
    fn keep(&mut self, key: u64, note: u64) {
        match self.places.get_mut(Self::place(key)) {
            Some(place) => *place = (key, note),
            None => self.begin(key, note),
        }
    }

    #[cold]
    fn begin(&mut self, key: u64, note: u64) {
        self.places = vec![(0, 0); self.most];
        if let Some(place) = self.places.get_mut(Self::place(key)) {
            *place = (key, note);
        }
    }
}

impl<'a, G: Provable> Searcher<'a, G> {
    pub(super) fn new(
        question: &Question<'a, G>,
        table: Table,
        budget: Budget<'a>,
        patience: Patience,
        mobility: bool,
    ) -> Self {
        Searcher {
            judge: Judge::new(question, mobility),
            table,
            budget,
            patience,
            stays: question.game.patience(),
            repetition: question.repetition(),
            siblings_apart: question.game.siblings_apart(),
            path: Vec::new(),
            children: Vec::new(),
            notes: Notes::new(question.limits.bytes.unwrap_or(u64::MAX) / 16),
            expansions: 0,
            news: 0,
            expanded_before: question.repetition().map(|_| Before::new(question.limits.bytes.unwrap_or(u64::MAX) / 16)),
            evaluations: 0,
            visits: 0,
            stored: 0,
            stores: 0,
            plies: question.limits.plies_for(size_of::<G::State>()),
            too_deep: false,
            expanded: question.expanded,
            steps: question.steps,
            given: Thresholds::NONE,
            root: Numbers::UNKNOWN,
        }
    }

    /// Nothing is open.
    pub(super) fn begin(&mut self) {
        self.path.clear();
        (self.given, self.root) = (Thresholds::NONE, Numbers::UNKNOWN);
        self.children.clear();
        self.judge.list.rewind(0);
    }

    /// The limit on plies.
    pub(super) fn plies(&self) -> Depth {
        self.plies
    }

    /// What is known of a node without a look at the position.
    #[inline(always)]
    pub(super) fn known(&self, key: u64) -> Option<Numbers> {
        self.table.known(key, self.repetition)
    }

    /// Enters a node: lists its children, and looks at those of which nothing is known, up to the first that decides it. If the game
    /// ends there, what that says.
    #[inline(always)]
    pub(super) fn enter(&mut self, state: &G::State, key: u64, or: bool) -> Result<Result<Node, Found>, Stopped> {
        self.visits += 1;
        self.budget.inner += 1;
        self.budget.ask()?;
        if self.path.len() >= self.plies.0 as usize {
            return self.at_the_limit().map(Err);
        }
        self.path.push(key);
        let is_new = self.known(key).is_none();
        if is_new {
            self.expansions += 1;
            self.news += u64::from(self.expanded_before.as_mut().is_none_or(|before| before.insert(key)));
            self.tell_expansion(state);
        }
        let first = self.children.len();
        let moves = match self.list_children(state, key, or, is_new) {
            Ok(moves) => moves,
            Err(numbers) => {
                self.tell(Step::Has(numbers));
                self.path.pop();
                self.store(key, Entry { numbers, work: 1 });
                return Ok(Err(Found::free(numbers)));
            }
        };
        let ply = self.path.len() as u32;
        let node = Node { key, or, together: false, ply, moves, first, best: 0, second: 0, sum: 0, idle: 0 };
        if is_new {
            self.evaluations += u64::from(moves.count());
        }
        self.tell_children(&node);
        Ok(Ok(node))
    }

    /// Lists the children of the node at the end of the path, or what it says that there are none.
    #[inline(always)]
    fn list_children(&mut self, state: &G::State, key: u64, or: bool, is_new: bool) -> Result<Children, Numbers> {
        let noted = if is_new { 0 } else { self.notes.of(key) };
        let mut note = noted;
        let window = self.judge.window(!or);
        let Judge { game, least, mobility, list, counted } = &mut self.judge;
        let mut listing = Listing {
            game: *game,
            counted: mobility.then_some(counted),
            least: *least,
            or: !or,
            table: &self.table,
            path: &self.path,
            repetition: self.repetition,
            children: &mut self.children,
        };
        let listed = game.survey(state, list, window, &mut note, &mut listing);
        if note != noted {
            self.notes.keep(key, note);
        }
        listed.map_err(|value| verdict(*least, or, value))
    }

    /// Tells that the node at the end of the path is expanded.
    #[inline(always)]
    fn tell_expansion(&self, state: &G::State) {
        if let Some(expanded) = self.expanded {
            expanded(state);
        }
        self.tell(Step::Expands { numbers: Numbers::UNKNOWN, most: Some(self.given.0), root: self.root });
    }

    /// Tells a step of the node at the end of the path.
    #[inline(always)]
    fn tell(&self, step: Step) {
        if let Some(tell) = self.steps {
            tell(&self.path, step);
        }
    }

    /// Tells the numbers of the children of the node at the end of the path.
    #[inline(always)]
    fn tell_children(&self, node: &Node) {
        let Some(tell) = self.steps else { return };
        for child in &self.children[node.first..] {
            tell(&[&self.path[..], &[child.key]].concat(), Step::Has(child.found.numbers));
        }
    }

    /// Where play may return, what goes on for so long counts as if it did; a root does not believe that.
    #[cold]
    fn at_the_limit(&mut self) -> Result<Found, Stopped> {
        let Some(answer) = self.repetition else {
            self.too_deep = true;
            return Err(Stopped);
        };
        Ok(Found { numbers: Numbers::of(answer), rests_on: LIMIT })
    }

    /// The node at the end of the path is left.
    #[inline(always)]
    pub(super) fn leave(&mut self, node: &Node) {
        self.path.truncate(node.ply as usize - 1);
        self.children.truncate(node.first);
        self.judge.list.close(node.moves);
    }

    /// What the children of the node at the end of the path say.
    #[inline(always)]
    pub(super) fn found(&mut self, node: &mut Node) -> Found {
        let found = node.found(&self.children[node.first..], self.repetition);
        if node.ply == 1 {
            self.root = found.numbers;
        }
        self.tell(Step::Has(found.numbers));
        found
    }

    /// The child to visit next: its number, position and key, and when to come back.
    #[inline(always)]
    pub(super) fn next(
        &mut self,
        node: &Node,
        state: &G::State,
        most: Thresholds,
    ) -> (Visit, G::State, u64, Thresholds) {
        let children = &self.children[node.first..];
        let (number, most) = node.next(children, most, self.patience, self.stays);
        let key = children[number].key;
        self.table.fetch(key);
        self.given = most;
        let visit = Visit { number, news: self.news, stores: self.stores };
        (visit, self.judge.child(state, node.moves, number as u32), key, most)
    }

    /// A visit to a child has found this. If more than that was stored, the siblings may have changed too.
    #[inline(always)]
    pub(super) fn returned(&mut self, node: &mut Node, visit: Visit, found: Found) {
        let child = &mut self.children[node.first + visit.number];
        child.found = found;
        node.idle = if self.news > visit.news || !child.is_open() { 0 } else { node.idle + 1 };
        if !self.siblings_apart && self.stores > visit.stores + u64::from(found.rests_on == FREE) {
            self.read(node);
        }
    }

    /// Reads what the table knows of the children by now; what it has lost, the visit remembers.
    #[inline(always)]
    pub(super) fn read(&mut self, node: &Node) {
        for at in node.first..self.children.len() {
            if self.children[at].is_open()
                && let Some(numbers) = self.known(self.children[at].key)
            {
                self.children[at].found = Found::free(numbers);
            }
        }
    }

    /// Counts the processors inside the children.
    pub(super) fn count(&mut self, node: &mut Node, inside: impl Fn(u64) -> u32) {
        node.together = true;
        for child in &mut self.children[node.first..] {
            child.inside = if child.is_open() { inside(child.key) } else { 0 };
        }
    }

    /// Keeps what was found, unless it holds on this path only. `before`: the expansions when the node was entered.
    #[inline(always)]
    pub(super) fn keep(&mut self, node: &Node, found: Found, before: u64) -> Result<(), Stopped> {
        if found.rests_on != FREE {
            return Ok(());
        }
        if self.repetition == Some(!node.or) && found.numbers.verdict() == Some(node.or) {
            let decides = |child: &Child| child.found.numbers == found.numbers;
            let number = self.children[node.first..].iter().position(decides).unwrap_or(0);
            if let Err(Full) = self.table.keep_move(node.key, number as u32) {
                return self.budget.end(Reason::Memory);
            }
        }
        let work = (self.expansions - before + 1).ilog2();
        self.store(node.key, Entry { numbers: found.numbers, work });
        Ok(())
    }

    #[inline(always)]
    fn store(&mut self, key: u64, entry: Entry) {
        self.stores += 1;
        self.stored += u64::from(self.table.put(key, entry));
    }
}

/// A visit to a child: its number, and what the counters said when it began.
pub(super) struct Visit {
    number: usize,
    news: u64,
    stores: u64,
}
