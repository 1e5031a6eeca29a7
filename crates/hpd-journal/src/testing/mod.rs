//! For tests of programs that use this crate: doubles of a host's parts, and test kits for implementations of its
//! traits.
//!
//! Examples import from `hpd_journal` or `hpd_host`. With either crate, the paths from `testing` on are the same.

mod clock;
mod drive;
pub mod journal_kit;
mod log;
mod random;
pub mod store_kit;
mod tapped;
mod timer;

pub use clock::FakeClock;
pub use log::log_lines;
pub use random::SeededRandom;
pub use tapped::{Answered, Asked, Tap, Tapped};
pub use timer::FakeTimer;
