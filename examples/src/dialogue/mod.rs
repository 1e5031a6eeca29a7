//! Conversations at a terminal: a user who types, or whose lines are given, a model played by a program, and their
//! views.
//!
//! [`Dialogue`] is the complete part of a host between them: messages that may be replies, calls, questions, and
//! decisions
//! about writes.

mod conversation;
mod lines;
mod model;
mod page;
mod scene;
mod wrapped;

pub use conversation::Dialogue;
pub use lines::Lines;
pub use model::{Model, Move};
pub use scene::{Scene, UsageError, choose};
pub use wrapped::wrapped;
