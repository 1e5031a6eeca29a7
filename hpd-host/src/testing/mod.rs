//! For tests of programs that use this crate: doubles of what a host gives, and checks that implementations of its traits
//! must pass.

mod clock;
mod random;
mod timer;

pub use clock::FakeClock;
pub use random::SeededRandom;
pub use timer::FakeTimer;
