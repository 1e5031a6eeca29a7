//! All records of one kind.

use std::collections::BTreeMap;

use super::LedgerError;
use super::ids::Id;

/// All records of one kind, by id, in the order of their numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Register<K, V> {
    next: u32,
    records: BTreeMap<K, V>,
}

impl<K, V> Default for Register<K, V> {
    fn default() -> Self {
        Self { next: 1, records: BTreeMap::new() }
    }
}

impl<K: Id, V> Register<K, V> {
    /// An id that no record has had yet.
    pub(super) fn next_id(&mut self) -> K {
        let id = K::numbered(self.next);
        self.next += 1;
        id
    }

    /// Lets the numbering begin later, as in books that were migrated from another system.
    pub(super) fn number_from(&mut self, number: u32) {
        self.next = self.next.max(number);
    }

    pub(super) fn put(&mut self, id: K, record: V) {
        self.records.insert(id, record);
    }

    pub(super) fn get(&self, id: &K) -> Result<&V, LedgerError> {
        self.records.get(id).ok_or_else(|| no_such(id))
    }

    pub(super) fn get_mut(&mut self, id: &K) -> Result<&mut V, LedgerError> {
        self.records.get_mut(id).ok_or_else(|| no_such(id))
    }

    pub(super) fn remove(&mut self, id: &K) -> Result<V, LedgerError> {
        self.records.remove(id).ok_or_else(|| no_such(id))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &V> {
        self.records.values()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.records.values_mut()
    }
}

fn no_such<K: Id>(id: &K) -> LedgerError {
    LedgerError::NoSuch { record: K::RECORD, id: id.to_string() }
}
