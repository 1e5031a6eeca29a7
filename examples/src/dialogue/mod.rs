//! Conversations at a terminal: a user who types, or whose lines are given, a model that a program plays, and what each
//! of them reads.
//!
//! [`Dialogue`] is the part of a host that stands between them, whole: messages that may be answers, calls, questions,
//! and decisions about writes.

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
