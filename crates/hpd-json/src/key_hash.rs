//! A hash for the keys of one value.

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
