//! The child process, its lines, and the texts of messages.

mod bounded;
mod child;
mod exchange;
mod lines;

pub(super) use child::start;
pub(super) use exchange::{Answer, Exchange, Update, Wire};
