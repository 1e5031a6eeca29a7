//! The cases of the benchmark: types, payloads and functions, the same for every contender.
//!
//! Each contender is a program of its own, so that none is measured with the features that another turns on. Its `main`
//! hands its [`Contender`]s to [`program::run`].

mod contender;
mod group;
pub mod payloads;
pub mod program;
mod sample;
pub mod types;
mod verify;

pub use contender::{Answer, Call, Case, Checks, Contender, Issue, ready, text};
pub use group::{Group, Pace};
pub use sample::measured_calls;
pub use verify::verify;
