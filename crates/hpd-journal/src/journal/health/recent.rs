//! Events that are tracked for a while.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// Maximum number of blocked writes, and of open questions, that are tracked at a time.
pub const MAX_WATCHED: usize = 10_000;

/// A map of the newest keys.
#[derive(Debug, Clone)]
pub(super) struct Recent<K, V> {
    values: HashMap<K, (u64, V)>,
    /// The keys by the number under which they came.
    order: BTreeMap<u64, K>,
    came: u64,
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self { values: HashMap::new(), order: BTreeMap::new(), came: 0 }
    }
}

impl<K: Hash + Eq + Clone, V> Recent<K, V> {
    /// The value of a key, which is added if it is not there; then the oldest one may have to go.
    pub(super) fn get_or_add(&mut self, key: K, value: V) -> &mut V {
        if !self.values.contains_key(&key) {
            if self.values.len() >= MAX_WATCHED
                && let Some((_, oldest)) = self.order.pop_first()
            {
                self.values.remove(&oldest);
            }
            self.came += 1;
            self.order.insert(self.came, key.clone());
        }
        &mut self.values.entry(key).or_insert((self.came, value)).1
    }

    pub(super) fn remove(&mut self, key: &K) -> Option<V> {
        let (number, value) = self.values.remove(key)?;
        self.order.remove(&number);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_WATCHED, Recent};

    #[test]
    fn the_oldest_goes_first() {
        let mut recent = Recent::default();
        for key in 0..MAX_WATCHED {
            *recent.get_or_add(key, 0) += 1;
        }
        *recent.get_or_add(0, 0) += 1;
        assert_eq!(recent.remove(&1), Some(1));
        recent.get_or_add(MAX_WATCHED, 7);
        assert_eq!(recent.remove(&0), Some(2));
        recent.get_or_add(MAX_WATCHED + 1, 8);
        recent.get_or_add(MAX_WATCHED + 2, 9);
        assert_eq!(recent.remove(&2), None);
        assert_eq!(recent.remove(&3), Some(1));
        assert_eq!(recent.order.len(), recent.values.len());
    }
}
