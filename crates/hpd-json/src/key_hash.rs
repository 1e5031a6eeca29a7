//! A hash for the keys of one value, and which of them were seen.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;

/// Hashes keys eight bytes at a time, from a start that differs in each process: no text is made for its collisions.
#[derive(Debug, Clone, Copy)]
pub struct KeyHash {
    start: u64,
    factor: u64,
}

impl Default for KeyHash {
    fn default() -> Self {
        static OF_PROCESS: OnceLock<KeyHash> = OnceLock::new();
        *OF_PROCESS.get_or_init(|| {
            let random = || RandomState::new().hash_one(0_u8);
            Self { start: random(), factor: random() | 1 }
        })
    }
}

impl BuildHasher for KeyHash {
    type Hasher = KeyHasher;

    #[inline]
    fn build_hasher(&self) -> KeyHasher {
        KeyHasher { hash: self.start, factor: self.factor }
    }
}

/// The state of one hash.
#[derive(Debug)]
pub struct KeyHasher {
    hash: u64,
    factor: u64,
}

impl KeyHasher {
    /// Multiplies, and adds the upper half of the product to the lower one.
    #[inline]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.hash ^ word) * u128::from(self.factor);
        let halves = product.to_le_bytes();
        let (low, high) = halves.split_at(size_of::<u64>());
        let half = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
        self.hash = (half(low) ^ half(high)).wrapping_add(word.rotate_left(32));
    }
}

impl Hasher for KeyHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let rest = rest.iter().fold(0, |rest, byte| rest << 8 | u64::from(*byte));
        self.mix(rest ^ (bytes.len() as u64).rotate_right(8));
    }

    #[inline]
    fn write_u8(&mut self, _: u8) {
        // The mark after a text. Its length is in the hash.
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.hash
    }
}

/// Keys seen so far, by their hashes.
#[derive(Debug)]
pub struct SeenKeys {
    hash: KeyHash,
    count: usize,
    few: [u64; SeenKeys::FEW],
    /// A table of hashes, each at the first free place after its own. Zero is a free place.
    many: Vec<u64>,
}

impl Default for SeenKeys {
    #[inline]
    fn default() -> Self {
        Self { hash: KeyHash::default(), count: 0, few: [0; Self::FEW], many: Vec::new() }
    }
}

impl SeenKeys {
    /// So many are searched one by one.
    const FEW: usize = 8;
    /// Places of the first table. It takes more room than most objects need, and none of them pays for a second one.
    const PLACES: usize = 128;

    /// None, with room for `keys` of them.
    pub fn with_room(keys: usize) -> Self {
        let places =
            if keys > Self::FEW { keys.saturating_add(1).saturating_mul(2).next_power_of_two() } else { 0 };
        Self { many: vec![0; places], ..Self::default() }
    }

    /// Whether a key is surely new. Of two keys, one is taken for the other by a chance of 1 in 2^63.
    #[inline]
    pub fn insert(&mut self, key: &str) -> bool {
        // No hash is zero.
        let hash = self.hash.hash_one(key) | 1;
        if self.count >= Self::FEW || !self.many.is_empty() {
            return self.insert_among_many(hash);
        }
        let is_new = !self.few.contains(&hash);
        self.few[self.count] = hash;
        self.count += 1;
        is_new
    }

    #[inline]
    fn insert_among_many(&mut self, hash: u64) -> bool {
        // At least half of the places are free.
        if self.count * 2 >= self.many.len() {
            self.grow();
        }
        self.count += 1;
        put(&mut self.many, hash)
    }

    #[cold]
    fn grow(&mut self) {
        let places = (self.many.len() * 2).max(Self::PLACES);
        let before = std::mem::replace(&mut self.many, vec![0; places]);
        let before = if before.is_empty() { &self.few[..] } else { &before };
        for hash in before.iter().filter(|hash| **hash != 0) {
            put(&mut self.many, *hash);
        }
    }
}

/// Puts a hash into a table with free places, whose length is a power of two. Whether it was not there.
#[inline]
fn put(table: &mut [u64], hash: u64) -> bool {
    let last = table.len() - 1;
    // Not by its lowest bit, which is always set.
    let mut place = usize::try_from(hash >> 32).unwrap_or_default() & last;
    loop {
        match &mut table[place] {
            free @ 0 => {
                *free = hash;
                return true;
            }
            other if *other == hash => return false,
            _ => place = (place + 1) & last,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::SeenKeys;

    #[test]
    fn a_key_is_new_once_however_many_there_are() {
        for room in [0, 1, 8, 9, 100, 5_000] {
            let (mut seen, mut reference) = (SeenKeys::with_room(room), HashSet::new());
            for number in 0..5_000_usize {
                // Every third comes again, soon or late.
                let key = if number % 3 == 0 { number / 7 } else { number }.to_string();
                let is_new = reference.insert(key.clone());
                assert_eq!(seen.insert(&key), is_new, "{key} as number {number}");
            }
        }
    }

    #[test]
    fn keys_that_differ_in_a_byte_or_in_length_are_two() {
        let mut seen = SeenKeys::default();
        for length in 0..40 {
            for last in ["a", "b", "\0", "é"] {
                let key = format!("{}{last}", "k".repeat(length));
                assert!(seen.insert(&key), "{key}");
                assert!(!seen.insert(&key), "{key}");
            }
        }
    }
}
