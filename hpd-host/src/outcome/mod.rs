//! What a call ended in, and how the model and the host see it.

mod host;
mod model;

use std::sync::Arc;

use hpd_runtime::{CallContext, Output, Warning};

pub use model::ModelMessage;

use crate::call::CallError;

/// What a call ended in.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The provider's id of the call.
    pub call_id: Arc<str>,
    /// The name that was called.
    pub tool_name: Arc<str>,
    /// What it ended in.
    pub kind: OutcomeKind,
    /// What was set right in the arguments.
    pub warnings: Vec<Warning>,
}

/// What a call can end in.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum OutcomeKind {
    /// The function's result.
    Result(FunctionResult),
    /// A container was expanded.
    Expanded(Box<Expansion>),
    /// An error, for the model to act on.
    Error(CallError),
    /// The call is to be made elsewhere: its code is not in this program.
    Forward(ForwardedCall),
}

/// What a function answered.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionResult {
    /// The answer.
    pub output: Output,
    /// It goes to the user; the model only learns that it did.
    pub direct: bool,
}

/// What the expansion of a container revealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expansion {
    /// The container's name.
    pub container: String,
    /// It was expanded before; nothing changed.
    pub already_expanded: bool,
    /// The functions that are visible now.
    pub functions: Vec<String>,
    /// The skills and containers that are visible now.
    pub skills: Vec<String>,
    /// What the model reads besides.
    pub instructions: Option<String>,
}

/// A call that passed every check, and is to be made elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForwardedCall {
    /// The name that the tool's source gave it.
    pub name: Arc<str>,
    /// The arguments, as a JSON text.
    pub arguments: String,
}

impl Outcome {
    #[inline]
    pub(crate) fn new(context: CallContext<'_>, kind: OutcomeKind) -> Self {
        let call = context.call();
        Self {
            call_id: call.id.clone(),
            tool_name: call.name.clone(),
            kind,
            warnings: context.into_warnings(),
        }
    }

    /// The error, if the call ended in one.
    pub const fn error(&self) -> Option<&CallError> {
        match &self.kind {
            OutcomeKind::Error(error) => Some(error),
            _ => None,
        }
    }
}
