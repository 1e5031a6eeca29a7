//! What a host takes from the machine, behind traits: the time, and random bytes.

mod clock;
mod random;

pub use clock::{Clock, SystemClock, Timestamp};
pub(crate) use random::random_id;
pub use random::{Random, RandomError, SystemRandom};
