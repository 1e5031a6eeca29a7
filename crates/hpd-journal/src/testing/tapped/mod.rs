//! A store or journal that a test looks into.

mod asked;
mod journal;
mod store;
mod tap;

pub use asked::{Answered, Asked};
pub use tap::{Tap, Tapped};
