//! A transposition table in parts, one on each processor: an entry belongs to the processor that its key names (Felten and Otto
//! 1988; Feldmann 1993). So N processors have N times the memory of one, and no two keep the same entry.
//!
//! A processor reads and writes its own part at once. About an entry of another part it asks, and goes on: nothing ever waits
//! for an answer. Questions, answers and entries to be stored are put into one batch for each processor. A batch with a question or
//! an answer in it is sent when its processor next works or reads its mail, so that one letter has all that came up since; one
//! with nothing but entries goes when it is full. When a processor waits, it sends all. Answers are used whenever they come. If
//! their node is still being searched, they may end it, or name the child to go on with; otherwise they are kept for a while.
//! Only an entry that was found is an answer: silence means that there is none.

use std::cell::{Cell, RefCell};
use std::collections::TryReserveError;
use std::ops::AddAssign;
use std::task::Poll;

use provebest_game::{Depth, Window, mix};
use provebest_machine::{Note, Processor, Rank, Time, Work};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Entry, SharedTable};

/// How much memory a scattered table has.
///
/// ```
/// use provebest_search::TableSize;
/// assert_eq!(TableSize::Total(1 << 20).each(4), 1 << 18);
/// assert_eq!(TableSize::Each(1 << 20).each(4), 1 << 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableSize {
    /// Bytes for all processors together: more processors have smaller parts.
    Total(usize),
    /// Bytes for each processor: more processors have a larger table.
    Each(usize),
}

impl TableSize {
    /// The bytes of one of so many parts.
    pub fn each(self, processors: usize) -> usize {
        match self {
            TableSize::Total(bytes) => bytes / processors.max(1),
            TableSize::Each(bytes) => bytes,
        }
    }
}

/// How often a scattered table was used. Each processor counts what it did itself; together they are those of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TableCounts {
    /// Positions looked up: nodes, and siblings that come next.
    pub lookups: u64,
    /// Of these, how often there was an entry: at once, or while the node was still searched.
    pub hits: u64,
    /// Entries that came when the node had been left, or before it was entered.
    pub late: u64,
    /// Nodes that an entry ended.
    pub cutoffs: u64,
    /// Of these, how many were ended in the middle of their search.
    pub late_cutoffs: u64,
    /// Nodes begun again with the child that an entry named, soon after another one.
    pub restarts: u64,
    /// Entries stored.
    pub stores: u64,
    /// Batches sent.
    pub messages: u64,
}

impl AddAssign for TableCounts {
    fn add_assign(&mut self, other: TableCounts) {
        self.lookups += other.lookups;
        self.hits += other.hits;
        self.late += other.late;
        self.cutoffs += other.cutoffs;
        self.late_cutoffs += other.late_cutoffs;
        self.restarts += other.restarts;
        self.stores += other.stores;
        self.messages += other.messages;
    }
}

/// What one processor has for another.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TableBatch {
    from: u32,
    /// Keys: what is known of these positions?
    asked: Words,
    /// Entries to be stored: a key, its entry, the next key.
    stored: Words,
    /// Entries that were asked for, in the same way.
    found: Words,
}

/// Words that are written as one string of bytes: eight for each, whatever its size, and at once.
#[derive(Clone, Debug, Default)]
struct Words(Vec<u64>);

impl Words {
    fn add(&mut self, key: u64, word: u64) {
        self.0.extend([key, word]);
    }

    fn pairs(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.as_chunks().0.iter().map(|&[key, word]| (key, word))
    }
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<[u8; 8]> = self.0.iter().map(|word| word.to_le_bytes()).collect();
        serializer.serialize_bytes(bytes.as_flattened())
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Words, D::Error> {
        let bytes = <&[u8]>::deserialize(deserializer)?;
        Ok(Words(bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect()))
    }
}

/// The mail of a program with a scattered table: its own, and that of the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum TableMail<M> {
    /// Of the program.
    Mail(M),
    /// Of the table.
    Table(TableBatch),
}

/// A node whose children are searched on this processor.
struct OpenNode {
    key: u64,
    depth: Depth,
    window: Window,
    /// The child to look at first, if the table knows one and the search does not yet.
    child: Option<u32>,
    /// Is its entry known, or none expected?
    heard: bool,
    /// The eldest child, while it is searched, and the number of look-ups up to which it is not too late for another one.
    eldest: Option<(u32, u64)>,
    /// The entry that ends it.
    end: Option<Entry>,
}

/// The part of one processor, and its way to those of the others. Its mail passes through a [`TableProcessor`].
///
/// ```
/// use provebest_game::{Bound, Depth, Score};
/// use provebest_machine::{Machine, Processor, Program, Rank, Simulated, Work};
/// use provebest_search::table::{Entry, ScatteredTable, TableMail, TableProcessor};
///
/// /// Rank 0 stores an entry and asks for it until the answer has come. Rank 1 waits for its end, and answers meanwhile.
/// struct Ask;
/// impl Program<TableMail<()>> for Ask {
///     type Answer = bool;
///     async fn run(&self, me: &dyn Processor<TableMail<()>>) -> bool {
///         let table = ScatteredTable::try_new(me.rank(), me.count(), 1 << 10).expect("a kilobyte");
///         let me: &dyn Processor<()> = &TableProcessor::new(me, &table, || ());
///         if me.rank() != Rank::FIRST {
///             me.receive().await;
///             return table.counts().messages > 0;
///         }
///         let entry = Entry { child: Some(3), value: Score(5), bound: Bound::Exact, depth: Depth(2), estimated: true };
///         let key = (0..).find(|&key| table.owner(key) == Rank(1)).expect("half of them");
///         table.store(key, entry);
///         while table.look_up(key).is_none() {
///             me.work(Work::LEAF).await;
///             assert!(me.poll().is_none());
///         }
///         me.send(Rank(1), ());
///         table.look_up(key) == Some(entry)
///     }
/// }
/// assert_eq!(Simulated::new(2).latency(3).run(&Ask)?.answers, [true, true]);
/// # Ok::<(), provebest_machine::Failure>(())
/// ```
pub struct ScatteredTable {
    rank: Rank,
    count: usize,
    own: SharedTable,
    /// Is there a batch to be sent when the processor works or reads its mail?
    due: Cell<bool>,
    /// The outermost open node that an answer has ended, or that begins again.
    ended: Cell<Option<usize>>,
    inner: RefCell<Inner>,
}

struct Inner {
    /// Entries of other parts that passed here last: keys and words.
    heard: Vec<(u64, u64)>,
    batches: Vec<TableBatch>,
    /// The processors with something in their batch.
    waiting: Vec<u32>,
    open: Vec<OpenNode>,
    counts: TableCounts,
    filled: u64,
}

/// How many entries of other parts a processor remembers: few, so that they are no table of their own.
const HEARD: usize = 64;

/// No entry yet, but a question that was asked. No entry is this word.
const ASKED: u64 = 0;

/// Entries to be stored that make a full batch.
const FULL: usize = 32;

impl ScatteredTable {
    /// What a processor needs beside its part.
    pub const BYTES_BESIDE: usize = HEARD * size_of::<(u64, u64)>();

    /// The part of a processor, of at most this many bytes, but of four entries at least.
    pub fn try_new(rank: Rank, count: usize, bytes: usize) -> Result<ScatteredTable, TryReserveError> {
        let inner = Inner {
            heard: vec![(0, ASKED); HEARD],
            batches: vec![TableBatch { from: rank.0, ..TableBatch::default() }; count],
            waiting: Vec::new(),
            open: Vec::new(),
            counts: TableCounts::default(),
            filled: 0,
        };
        let (due, ended) = (Cell::new(false), Cell::new(None));
        Ok(ScatteredTable { rank, count, own: SharedTable::try_new(bytes)?, due, ended, inner: RefCell::new(inner) })
    }

    /// The processor that keeps the entry of this key. It does not depend on the place that the key has in a part.
    pub fn owner(&self, key: u64) -> Rank {
        Rank(((u128::from(mix(key)) * self.count as u128) >> 64) as u32)
    }

    /// What is known here of the position with this key. If its entry belongs to another processor and has not passed here
    /// lately, that one is asked.
    pub fn look_up(&self, key: u64) -> Option<Entry> {
        let owner = self.owner(key);
        let inner = &mut *self.inner.borrow_mut();
        inner.counts.lookups += 1;
        let entry = if owner == self.rank { self.own.probe(key) } else { inner.heard(key) };
        match entry {
            Some(_) => inner.counts.hits += 1,
            None if owner != self.rank => self.ask(inner, owner, key),
            None => {}
        }
        entry
    }

    /// The position with this key will be looked up soon: if its entry belongs to another processor, that one is asked now.
    pub fn fetch(&self, key: u64) {
        let owner = self.owner(key);
        let inner = &mut *self.inner.borrow_mut();
        if owner != self.rank && inner.heard(key).is_none() {
            inner.counts.lookups += 1;
            self.ask(inner, owner, key);
            inner.hear(key, ASKED);
        }
    }

    fn ask(&self, inner: &mut Inner, owner: Rank, key: u64) {
        let last = &mut inner.heard[key as usize % HEARD];
        if *last == (key, ASKED) {
            // The answer to an earlier question is under way, or there is none. The next look-up asks again.
            *last = (0, ASKED);
            return;
        }
        inner.batch(owner).asked.0.push(key);
        self.due.set(true);
    }

    /// Stores what is known of the position with this key, here or with its owner.
    pub fn store(&self, key: u64, entry: Entry) {
        let owner = self.owner(key);
        let inner = &mut *self.inner.borrow_mut();
        inner.counts.stores += 1;
        if owner == self.rank {
            inner.filled += u64::from(self.own.store(key, entry));
        } else if let Some(word) = entry.to_word() {
            inner.hear(key, word);
            let batch = inner.batch(owner);
            batch.stored.add(key, word);
            if batch.stored.0.len() >= 2 * FULL {
                self.due.set(true);
            }
        }
    }

    /// How often it was used by this processor.
    pub fn counts(&self) -> TableCounts {
        self.inner.borrow().counts
    }

    /// How many entries there are in its own part.
    pub fn filled(&self) -> u64 {
        self.inner.borrow().filled
    }

    /// Reads what another processor has sent.
    fn read(&self, batch: TableBatch) {
        let inner = &mut *self.inner.borrow_mut();
        for (key, word) in batch.stored.pairs() {
            let entry = Entry::from_word(word);
            inner.filled += u64::from(entry.is_some_and(|entry| self.own.store(key, entry)));
        }
        let from = Rank(batch.from);
        for key in batch.asked.0 {
            let word = self.own.probe(key).and_then(Entry::to_word);
            if let Some(word) = word.filter(|_| from.index() < self.count) {
                inner.batch(from).found.add(key, word);
                self.due.set(true);
            }
        }
        for (key, word) in batch.found.pairs() {
            let Some(entry) = Entry::from_word(word) else { continue };
            inner.hear(key, word);
            if let Some(ended) = inner.answer(key, entry) {
                self.ended.set(Some(self.ended.get().map_or(ended, |before| before.min(ended))));
            }
        }
    }

    /// The batches to be sent: those that are due, or all.
    fn batches(&self, all: bool) -> Vec<(Rank, TableBatch)> {
        let inner = &mut *self.inner.borrow_mut();
        let (waiting, batches, mut sent) = (&mut inner.waiting, &mut inner.batches, Vec::new());
        waiting.retain(|&to| {
            let batch = &mut batches[to as usize];
            let urgent = !batch.asked.0.is_empty() || !batch.found.0.is_empty();
            let goes = all || urgent || batch.stored.0.len() >= 2 * FULL;
            if goes {
                sent.push((
                    Rank(to),
                    std::mem::replace(batch, TableBatch { from: batch.from, ..TableBatch::default() }),
                ));
            }
            !goes
        });
        self.due.set(false);
        inner.counts.messages += sent.len() as u64;
        sent
    }
}

/// The nodes that are being searched, and what the table says of them meanwhile.
impl ScatteredTable {
    /// An entry that was looked up ends a node before its search.
    pub(crate) fn ends(&self) {
        self.inner.borrow_mut().counts.cutoffs += 1;
    }

    /// A node is searched from now on. What was looked up has this to say of it.
    pub(crate) fn open(&self, key: u64, depth: Depth, window: Window, known: Option<Entry>) {
        let (child, heard) = (known.and_then(|entry| entry.child), known.is_some());
        self.inner.borrow_mut().open.push(OpenNode { key, depth, window, child, heard, eldest: None, end: None });
    }

    /// The node that was opened last has this window now.
    pub(crate) fn narrow(&self, window: Window) {
        if let Some(node) = self.inner.borrow_mut().open.last_mut() {
            node.window = window;
        }
    }

    /// The child of the node that was opened last which the table would look at first. It says so once.
    pub(crate) fn hint(&self) -> Option<u32> {
        self.inner.borrow_mut().open.last_mut().and_then(|node| node.child.take())
    }

    /// The eldest child of the node that was opened last is searched. If an answer names another one before this many
    /// look-ups, the node begins again with that.
    pub(crate) fn begin_eldest(&self, child: u32, lookups: u64) {
        let inner = &mut *self.inner.borrow_mut();
        if let Some(node) = inner.open.last_mut() {
            node.eldest = Some((child, inner.counts.lookups + lookups));
        }
    }

    /// That search is over.
    pub(crate) fn end_eldest(&self) {
        let inner = &mut *self.inner.borrow_mut();
        if let Some(node) = inner.open.last_mut() {
            node.eldest = None;
            let last = inner.open.len() - 1;
            self.ended.set(self.ended.get().filter(|&ended| ended < last || inner.open[last].end.is_some()));
        }
    }

    /// Has an answer named another child in time? Then all that was opened after the node at this place is left.
    pub(crate) fn begins_again(&self, place: usize) -> bool {
        let inner = &mut *self.inner.borrow_mut();
        let again = self.ended.get() == Some(place) && inner.open.get(place).is_some_and(|node| node.end.is_none());
        if again {
            inner.open.truncate(place + 1);
            inner.counts.restarts += 1;
            self.ended.set(None);
        }
        again
    }

    /// Has an answer ended a node, or has it to begin again? Then nothing below it is needed.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended.get().is_some()
    }

    /// The entry that has ended the node at this place, unless one above has ended too.
    pub(crate) fn end_of(&self, place: usize) -> Option<Entry> {
        self.ended.get().filter(|&ended| ended == place)?;
        let inner = &mut *self.inner.borrow_mut();
        let entry = inner.open.get(place)?.end?;
        inner.counts.cutoffs += 1;
        inner.counts.late_cutoffs += 1;
        Some(entry)
    }

    /// How many nodes are searched: the place of the next one.
    pub(crate) fn places(&self) -> usize {
        self.inner.borrow().open.len()
    }

    /// The node at this place, and all that were opened later, are left.
    pub(crate) fn close(&self, place: usize) {
        self.inner.borrow_mut().open.truncate(place);
        self.ended.set(self.ended.get().filter(|&ended| ended < place));
    }
}

impl Inner {
    fn batch(&mut self, of: Rank) -> &mut TableBatch {
        let batch = &mut self.batches[of.index()];
        if batch.asked.0.is_empty() && batch.stored.0.is_empty() && batch.found.0.is_empty() {
            self.waiting.push(of.0);
        }
        batch
    }

    fn heard(&self, key: u64) -> Option<Entry> {
        let (of, word) = self.heard[key as usize % HEARD];
        (of == key && word != ASKED).then(|| Entry::from_word(word)).flatten()
    }

    fn hear(&mut self, key: u64, word: u64) {
        self.heard[key as usize % HEARD] = (key, word);
    }

    /// An answer has come. It may end an open node, or let it begin again: the outermost such.
    fn answer(&mut self, key: u64, entry: Entry) -> Option<usize> {
        let (mut asked, mut ended, lookups) = (false, None, self.counts.lookups);
        for (place, node) in self.open.iter_mut().enumerate().filter(|(_, node)| node.key == key && !node.heard) {
            (asked, node.heard, node.child) = (true, true, entry.child);
            node.end = entry.answer(node.depth, node.window).map(|_| entry);
            let better = |(eldest, until)| lookups < until && entry.child.is_some_and(|child| child != eldest);
            if node.end.is_some() || node.eldest.is_some_and(better) {
                ended = ended.or(Some(place));
            }
        }
        *(if asked { &mut self.counts.hits } else { &mut self.counts.late }) += 1;
        ended
    }
}

/// A processor whose program has a scattered table: the mail of the table passes it by.
pub struct TableProcessor<'p, M> {
    me: &'p dyn Processor<TableMail<M>>,
    table: &'p ScatteredTable,
    look_again: fn() -> M,
}

impl<'p, M> TableProcessor<'p, M> {
    /// A program that waits for mail is given `look_again` when an answer has ended a node.
    pub fn new(me: &'p dyn Processor<TableMail<M>>, table: &'p ScatteredTable, look_again: fn() -> M) -> Self {
        TableProcessor { me, table, look_again }
    }

    fn send_batches(&self, all: bool) {
        if all || self.table.due.get() {
            for (to, batch) in self.table.batches(all) {
                self.me.send(to, TableMail::Table(batch));
            }
        }
    }
}

impl<M> Processor<M> for TableProcessor<'_, M> {
    fn rank(&self) -> Rank {
        self.me.rank()
    }

    fn count(&self) -> usize {
        self.me.count()
    }

    fn now(&self) -> Time {
        self.me.now()
    }

    fn send(&self, to: Rank, mail: M) {
        self.me.send(to, TableMail::Mail(mail));
    }

    fn poll(&self) -> Option<M> {
        loop {
            match self.me.poll() {
                Some(TableMail::Mail(mail)) => return Some(mail),
                Some(TableMail::Table(batch)) => self.table.read(batch),
                None => {
                    self.send_batches(false);
                    return None;
                }
            }
        }
    }

    fn wait_for_mail(&self) -> Poll<M> {
        loop {
            if self.table.has_ended() {
                return Poll::Ready((self.look_again)());
            }
            self.send_batches(true);
            match self.me.wait_for_mail() {
                Poll::Ready(TableMail::Mail(mail)) => return Poll::Ready(mail),
                Poll::Ready(TableMail::Table(batch)) => self.table.read(batch),
                Poll::Pending => return Poll::Pending,
            }
        }
    }

    fn start_work(&self, work: Work) -> Poll<()> {
        self.send_batches(false);
        self.me.start_work(work)
    }

    fn chain(&self) -> &Cell<Time> {
        self.me.chain()
    }

    fn luck(&self) -> u64 {
        self.me.luck()
    }

    fn note(&self, note: Note<'_>) {
        self.me.note(note);
    }

    fn noting(&self) -> bool {
        self.me.noting()
    }
}
