//! Random bytes that are the same in every run.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::system::{Random, RandomError};

/// Bytes that look random and are the same in every run. For tests only: the seed reveals all bytes.
///
/// ```
/// use hpd_journal::Random;
/// use hpd_journal::testing::SeededRandom;
///
/// let (mut one, mut other) = ([0; 16], [0; 16]);
/// SeededRandom::new(7).fill(&mut one)?;
/// SeededRandom::new(7).fill(&mut other)?;
/// assert_eq!(one, other);
/// # Ok::<(), hpd_journal::RandomError>(())
/// ```
#[derive(Debug)]
pub struct SeededRandom {
    state: AtomicU64,
}

/// The step of `SplitMix64`: 2⁶⁴ divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl SeededRandom {
    /// The bytes of a seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: AtomicU64::new(seed) }
    }

    /// The next eight of them, by `SplitMix64`.
    fn next(&self) -> u64 {
        let state = self.state.fetch_add(STEP, Ordering::Relaxed).wrapping_add(STEP);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

impl Random for SeededRandom {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        for part in bytes.chunks_mut(size_of::<u64>()) {
            let random = self.next().to_le_bytes();
            part.iter_mut().zip(random).for_each(|(byte, random)| *byte = random);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::SeededRandom;

    /// The first numbers of the reference implementation of `SplitMix64` for the seed 1234567.
    #[test]
    fn the_numbers_are_those_of_split_mix() {
        let random = SeededRandom::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        assert_eq!(random.next(), 9_817_491_932_198_370_423);
    }
}
