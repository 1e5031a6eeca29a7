//! Calls of tools whose code is not in this program: made by a handler, or handed on and waited for.

use hpd_runtime::spec::SendCall;
use hpd_runtime::{CallContext, Failure, ModelError, Output, ToolError};

use super::error::{CallError, FunctionError};
use super::repeated::RepeatedCall;
use super::shorten;
use super::withheld::{NotReleased, StillWaiting};
use crate::external::ExternalHandler;
use crate::outcome::{ForwardedCall, FunctionResult, Outcome, OutcomeKind};
use crate::session::{NotAdded, NotWaiting, Session, Tried, Waiting, WaitingCall};
use crate::toolbox::{OutsideFunction, Tool, Toolbox};

/// A call whose arguments passed every check, of a tool whose code is not in this program.
pub(super) struct ElsewhereCall<'a> {
    function: &'a OutsideFunction,
    /// As the tool receives them, as a JSON text.
    pub(super) arguments: String,
}

impl<'a> ElsewhereCall<'a> {
    pub(super) const fn new(function: &'a OutsideFunction, arguments: String) -> Self {
        Self { function, arguments }
    }

    /// What makes the call, if not the client.
    pub(super) fn handler(&self) -> Option<&'a dyn ExternalHandler> {
        self.function.handler.as_deref()
    }

    /// The call, made by a handler.
    pub(super) fn start(
        self,
        handler: &'a dyn ExternalHandler,
        context: &'a CallContext<'a>,
    ) -> SendCall<'a> {
        let Self { function, arguments } = self;
        // The handler is entered when the future is polled, where a panic is caught.
        Box::pin(async move { handler.call(&function.name, &arguments, context).await.map_err(failure) })
    }

    /// The call, for the client.
    pub(super) fn forward(self) -> ForwardedCall {
        let OutsideFunction { id, source, name, .. } = self.function;
        ForwardedCall {
            tool: id.clone(),
            source: source.clone(),
            name: name.clone(),
            arguments: self.arguments,
        }
    }
}

/// Whether calls of a tool are made at all.
///
/// # Errors
///
/// The tool is named like one that writes, and the host has not said what it does.
pub(super) fn check_released(tool: &Tool, function: &OutsideFunction) -> Result<(), CallError> {
    if !function.is_blocked() {
        return Ok(());
    }
    tracing::warn!(
        target: "hpd::call",
        tool = tool.id().as_str(),
        "a call was blocked: the tool is named like one that writes, and is not classified; say `write` or `read` in the rules of its source"
    );
    Err(CallError::NotReleased(Box::new(NotReleased::new(tool.name()))))
}

/// Remembers that a call waits for its result: by the id and the name that the model gave it, since its result goes back
/// under these.
///
/// # Errors
///
/// Another call with the same id waits already, or too many do.
pub(super) fn wait_for(toolbox: &Toolbox, session: &Session, outcome: &Outcome) -> Result<(), CallError> {
    let OutcomeKind::Forward(forwarded) = &outcome.kind else { return Ok(()) };
    let call = WaitingCall {
        call_id: outcome.call_id.clone(),
        tool_name: outcome.tool_name.clone(),
        tool: forwarded.tool.clone(),
        warnings: outcome.warnings.clone(),
    };
    let tried = Some(Tried::new(forwarded.tool.as_str(), &forwarded.arguments.as_str().into()));
    let most = toolbox.max_waiting_calls();
    session.forwarded().add(Waiting { call, tried }, most).map_err(|problem| {
        CallError::StillWaiting(Box::new(match problem {
            NotAdded::Duplicate => StillWaiting::same_id(),
            NotAdded::TooMany => StillWaiting::too_many(most),
        }))
    })
}

/// Ends a call that waits, with the result that came back.
pub(crate) fn complete(
    toolbox: &Toolbox,
    session: &Session,
    call_id: &str,
    result: Result<Output, ToolError>,
) -> Result<Outcome, NotWaiting> {
    let Waiting { call, tried } = session.forwarded().take(call_id)?;
    let WaitingCall { call_id, tool_name, tool, warnings } = call;
    let kind = match result {
        Ok(output) => {
            session.tries().note_success(tool.as_str());
            OutcomeKind::Result(FunctionResult { output, direct: false, whole: None })
        }
        Err(error) => {
            let error = CallError::Function(Box::new(FunctionError::failed(failure(error))));
            // After the session was stored, nobody knows the arguments any more.
            let attempts = tried.map_or(1, |tried| session.tries().note_failure(tried, error.fingerprint()));
            OutcomeKind::Error(RepeatedCall::answer(&tool_name, attempts, error))
        }
    };
    let mut outcome = Outcome { call_id, tool_name, kind, warnings, recovered: None };
    shorten(toolbox, &mut outcome);
    toolbox.counts().count_completed(&outcome);
    Ok(outcome)
}

#[expect(clippy::needless_pass_by_value, reason = "it is the last use of an error")]
pub(super) fn failure(error: ToolError) -> Failure {
    Failure { message: error.for_model().into_owned(), source: error.for_log() }
}
