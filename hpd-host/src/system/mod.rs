//! What a host takes from the machine, behind traits: the time, and random bytes.

mod clock;
mod random;

pub use clock::{Clock, SystemClock, Timestamp};
pub use random::{Random, RandomError, SystemRandom};
