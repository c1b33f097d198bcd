//! What stores may take of a limit on memory.

use crate::Stopped;

/// The bytes that the stores of one search may take together. The search asks it whenever a store grows.
///
/// ```
/// use provebest_machine::ByteBudget;
/// let (mut bytes, mut store) = (ByteBudget::new(Some(1000)), Vec::new());
/// assert!((0..60_u64).all(|item| bytes.push(&mut store, item).is_ok()));
/// assert!((0..1000).any(|item| bytes.push(&mut store, item).is_err()), "125 items of 8 bytes at most");
/// assert!(bytes.most() <= 1000);
/// ```
#[derive(Clone, Debug)]
pub struct ByteBudget {
    limit: u64,
    held: u64,
    most: u64,
}

impl ByteBudget {
    /// At most this number of bytes; with `None`, as many as the machine has.
    pub fn new(limit: Option<u64>) -> Self {
        ByteBudget { limit: limit.unwrap_or(u64::MAX), held: 0, most: 0 }
    }

    /// The limit.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// The most bytes that were held at once.
    pub fn most(&self) -> u64 {
        self.most
    }

    /// A store that takes `before` bytes needs `after`: is that, with all other stores, within the limit?
    pub fn fits(&self, before: u64, after: u64) -> bool {
        after <= before || self.held.saturating_sub(before) + after <= self.limit
    }

    /// A store that took `before` bytes takes `after` from now on, if that is within the limit.
    pub fn change(&mut self, before: u64, after: u64) -> Result<(), Stopped> {
        if !self.fits(before, after) {
            return Err(Stopped);
        }
        self.hold(self.held.saturating_sub(before) + after);
        Ok(())
    }

    /// Adds an item to a store, within the limit and within what the machine has.
    #[inline]
    pub fn push<T>(&mut self, store: &mut Vec<T>, item: T) -> Result<(), Stopped> {
        if store.len() == store.capacity() {
            self.reserve(store, store.len() + 1)?;
        }
        store.push(item);
        Ok(())
    }

    /// Makes a store `len` items long, within the same limits.
    #[inline]
    pub fn grow<T: Clone>(&mut self, store: &mut Vec<T>, len: usize, filler: T) -> Result<(), Stopped> {
        if len > store.capacity() {
            self.reserve(store, len)?;
        }
        store.resize(len, filler);
        Ok(())
    }

    /// Doubles the room of a store, or takes what the limit leaves, but room for `len` items at least. Items are numbered
    /// with 32 bits.
    #[cold]
    pub fn reserve<T>(&mut self, store: &mut Vec<T>, len: usize) -> Result<(), Stopped> {
        let size = size_of::<T>().max(1);
        let others = self.held.saturating_sub((store.capacity() * size) as u64);
        let most = (self.limit.saturating_sub(others) / size as u64).min(u64::from(u32::MAX)) as usize;
        // More than needed only out of half of what is left: there may be other stores.
        let spare = most.saturating_sub(len) / 2;
        let room = (store.capacity() * 2).max(64).min(len + spare).max(len);
        if len > most || store.try_reserve_exact(room - store.len()).is_err() {
            return Err(Stopped);
        }
        self.hold(others + (store.capacity() * size) as u64);
        Ok(())
    }

    /// A store is given back.
    pub fn release<T>(&mut self, store: Vec<T>) {
        self.held = self.held.saturating_sub((store.capacity() * size_of::<T>()) as u64);
    }

    fn hold(&mut self, bytes: u64) {
        self.held = bytes;
        self.most = self.most.max(bytes);
    }
}
