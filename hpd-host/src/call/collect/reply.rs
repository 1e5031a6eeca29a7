//! The user's next message, where a question about values is open.

use hpd_runtime::args::{Limits, Node};
use hpd_runtime::{Provenance, RawCall, TurnContext};

use super::super::gate::Place;
use super::gather::{CollectCall, answer};
use crate::approval::{Awaits, CallState, Decided, PendingCall, PendingFilter, StoreError, UserMessage, Verdict};
use crate::collect::{OpenInput, Reply, read_reply};
use crate::outcome::Outcome;
use crate::session::Session;
use crate::toolbox::{Role, Toolbox};

/// What a message of the user was for the questions that are open.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Replied {
    /// It answers none of them: it is for the model.
    NotAnAnswer,
    /// It could answer a question, but not clearly one: these are open, and the user is asked again.
    Unclear(Vec<String>),
    /// The user gave the call up. Nothing ran.
    Cancelled(Outcome),
    /// It answers the one that is open: what became of the call.
    Answered(Outcome),
}

/// Takes a message of the user for an answer, if exactly one question about values is open and the message is clearly one.
///
/// # Errors
///
/// The store failed. Nothing runs then.
pub(crate) async fn reply(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    message: &UserMessage,
) -> Result<Replied, StoreError> {
    todo!()
}
