//! Services of the machine behind traits: the time, waiting, and random bytes.

mod alarm;
mod clock;
mod future;
mod random;
mod timer;

pub use clock::{Clock, MonotonicClock, SystemClock, SystemMonotonicClock, Timestamp};
pub use future::BoxFuture;
pub use random::random_id;
pub use random::{Random, RandomError, SystemRandom};
pub use timer::within;
pub use timer::{SystemTimer, Timer};
