//! Values that are made once for each key.

use std::sync::OnceLock;

/// Values by key, each made once. A chain that only grows, so that values can be borrowed. It is for few keys.
#[derive(Debug)]
pub(crate) struct OnceMap<K, V> {
    first: OnceLock<Box<Link<K, V>>>,
}

#[derive(Debug)]
struct Link<K, V> {
    key: K,
    /// Empty for a moment after the link was made.
    value: OnceLock<V>,
    rest: OnceMap<K, V>,
}

impl<K, V> Default for OnceMap<K, V> {
    fn default() -> Self {
        Self { first: OnceLock::new() }
    }
}

impl<K: PartialEq + Clone, V> OnceMap<K, V> {
    /// The value of a key, if it was made.
    #[inline]
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        let mut link = self.first.get()?;
        while link.key != *key {
            link = link.rest.first.get()?;
        }
        link.value.get()
    }

    /// Whether some value that was made is such.
    pub(crate) fn any(&self, is_such: impl Fn(&K, &V) -> bool) -> bool {
        let mut next = self.first.get();
        while let Some(link) = next {
            if link.value.get().is_some_and(|value| is_such(&link.key, value)) {
                return true;
            }
            next = link.rest.first.get();
        }
        false
    }

    /// The value of a key, which is made if need be. No lock is held in between: of two threads that make the same
    /// value, the first one keeps its own.
    pub(crate) fn get_or_make(&self, key: &K, make: impl FnOnce() -> V) -> &V {
        if let Some(value) = self.get(key) {
            return value;
        }
        let value = make();
        self.place(key).get_or_init(|| value)
    }

    /// The place for the value of a key.
    fn place(&self, key: &K) -> &OnceLock<V> {
        let link = || Link { key: key.clone(), value: OnceLock::new(), rest: Self::default() };
        let there = self.first.get_or_init(|| Box::new(link()));
        if there.key == *key { &there.value } else { there.rest.place(key) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_is_made_once() {
        let map = OnceMap::default();
        assert_eq!(map.get(&1), None);
        assert_eq!(map.get_or_make(&1, || "one"), &"one");
        assert_eq!(map.get_or_make(&2, || "two"), &"two");
        assert_eq!(map.get_or_make(&1, || unreachable!()), &"one");
        assert_eq!((map.get(&1), map.get(&2), map.get(&3)), (Some(&"one"), Some(&"two"), None));
        assert!(map.any(|key, value| (*key, *value) == (2, "two")) && !map.any(|key, _| *key == 3));
    }

    /// A value that makes the same one on the way would wait for itself under a lock.
    #[test]
    fn nothing_is_locked_while_a_value_is_made() {
        let map = OnceMap::default();
        let outer = map.get_or_make(&1, || {
            assert_eq!(map.get_or_make(&2, || "other"), &"other");
            assert_eq!(map.get_or_make(&1, || "inner"), &"inner");
            "outer"
        });
        assert_eq!(outer, &"inner");
    }

    #[test]
    fn threads_see_one_value() {
        let map = OnceMap::default();
        let places = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        (0..50)
                            .map(|key| std::ptr::from_ref(map.get_or_make(&key, || key)) as usize)
                            .collect::<Vec<_>>()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        assert!(places.windows(2).all(|pair| pair[0] == pair[1]));
        assert!((0..50).all(|key| map.get(&key) == Some(&key)));
    }
}
