//! The outcome of a message of the user.

use super::Outcome;

/// The effect of a user message on open questions.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Replied {
    /// The message answers none of the questions: it is for the model.
    NotAnAnswer,
    /// The message may answer one of the questions, but not clearly: nothing was done. Contains the open questions, to
    /// ask them again.
    Unclear(Vec<String>),
    /// The user cancelled the call. Nothing ran.
    Cancelled(Box<Outcome>),
    /// The message answers the open question. Contains the outcome of the call.
    Answered(Box<Outcome>),
}
