//! Calls of tools whose code is not in this program: made by a handler, or handed on and waited for.

use hpd_runtime::spec::SendCall;
use hpd_runtime::{CallContext, Failure, Output, QualifiedId, ToolError, TurnContext};

use super::finish::shorten;
use super::journaled::CallRecorder;
use super::write::{Ending, NotNoted, note_end};
use crate::call_error::{CallError, FunctionError, RepeatedCall, StillPending, UnclassifiedWrite};
use crate::external::ExternalHandler;
use crate::outcome::{ForwardedCall, FunctionResult, Outcome, OutcomeKind};
use crate::session::{AwaitedCall, NotAdded, NotForwarded, Session, Tried, Waiting};
use crate::telemetry;
use crate::tool::{ExternalFunction, Tool};
use crate::toolbox::Toolbox;

/// A call whose arguments passed every check, of a tool whose code is not in this program.
pub(super) struct ExternalCall<'a> {
    toolbox: &'a Toolbox,
    function: &'a ExternalFunction,
    /// As the tool receives them, as a JSON text.
    pub(super) arguments: String,
}

/// A call that a handler makes, as often as it is attempted.
pub(super) struct HandledCall<'a> {
    pub(super) toolbox: &'a Toolbox,
    pub(super) function: &'a ExternalFunction,
    handler: &'a dyn ExternalHandler,
    arguments: String,
}

impl<'a> ExternalCall<'a> {
    pub(super) const fn new(toolbox: &'a Toolbox, function: &'a ExternalFunction, arguments: String) -> Self {
        Self { toolbox, function, arguments }
    }

    /// The call for the handler of its source. Without one, it is for the client.
    ///
    /// # Errors
    ///
    /// The call itself, if there is no handler.
    pub(super) fn handled(self) -> Result<HandledCall<'a>, Self> {
        match self.function.handler.as_deref() {
            Some(handler) => {
                let Self { toolbox, function, arguments } = self;
                Ok(HandledCall { toolbox, function, handler, arguments })
            }
            None => Err(self),
        }
    }

    /// The call, for the client.
    pub(super) fn forward(self) -> ForwardedCall {
        let ExternalFunction { id, source, name, .. } = self.function;
        ForwardedCall {
            tool: id.clone(),
            source: source.clone(),
            name: name.clone(),
            arguments: self.arguments,
            pending: None,
        }
    }
}

impl HandledCall<'_> {
    /// An attempt at the call.
    pub(super) fn start<'c>(&'c self, context: &'c CallContext<'c>) -> SendCall<'c> {
        // The handler is entered when the future is polled, where a panic is caught.
        Box::pin(async move {
            let Self { function, handler, arguments, .. } = self;
            handler.call(&function.name, arguments, context).await.map_err(failure)
        })
    }
}

/// Whether calls of a tool are released.
///
/// # Errors
///
/// The tool is unclassified and its name is write-like.
pub(super) fn check_released(tool: &Tool, function: &ExternalFunction) -> Result<(), CallError> {
    if !function.is_blocked() {
        return Ok(());
    }
    tracing::warn!(
        target: "hpd::call",
        tool = tool.id().as_str(),
        "a call was blocked: the tool is named like one that writes, and is not classified; say `write` or `read` in the rules of its source"
    );
    Err(CallError::UnclassifiedWrite(Box::new(UnclassifiedWrite::new(tool.name()))))
}

/// Remembers a forwarded call by the model's own id and name, since its result goes back under these.
///
/// # Errors
///
/// Another forwarded call has the same id, or there are too many.
pub(super) fn wait_for(toolbox: &Toolbox, session: &Session, outcome: &Outcome) -> Result<(), CallError> {
    let OutcomeKind::Forward(forwarded) = &outcome.kind else { return Ok(()) };
    let call = AwaitedCall {
        call_id: outcome.call_id.clone(),
        tool_name: outcome.tool_name.clone(),
        tool: forwarded.tool.clone(),
        warnings: outcome.warnings.clone(),
        pending: forwarded.pending.clone(),
    };
    let tried = Some(Tried::new(forwarded.tool.as_str(), &forwarded.arguments.as_str().into()));
    let max = toolbox.max_forwarded_calls();
    session.forwarded().add(Waiting { call, tried }, max).map_err(|problem| not_added(problem, max))
}

/// Whether a call with this id could wait for its result.
///
/// # Errors
///
/// As for [`wait_for`].
pub(super) fn check_room(toolbox: &Toolbox, session: &Session, call_id: &str) -> Result<(), CallError> {
    let max = toolbox.max_forwarded_calls();
    session.forwarded().check_room(call_id, max).map_err(|problem| not_added(problem, max))
}

fn not_added(problem: NotAdded, max: usize) -> CallError {
    CallError::StillPending(Box::new(match problem {
        NotAdded::Duplicate => StillPending::same_id(),
        NotAdded::TooMany => StillPending::too_many(max),
    }))
}

/// Ends a call that waits, with the result that came back.
pub(crate) async fn complete(
    toolbox: &Toolbox,
    session: &Session,
    call_id: &str,
    result: Result<Output, ToolError>,
) -> Result<Outcome, NotForwarded> {
    let waiting = session.forwarded().take(call_id)?;
    let AwaitedCall { tool_name, pending, .. } = &waiting.call;
    let mut ended = match result {
        Ok(output) => Ok(OutcomeKind::Result(FunctionResult {
            output,
            direct: false,
            attempts: 1,
            whole: None,
            note: None,
        })),
        Err(error) => {
            let error = FunctionError::failed(failure(error));
            let is_read = is_read(toolbox, &waiting.call.tool);
            let error = if is_read { error.of_external_read() } else { error };
            Err(CallError::Function(Box::new(error)))
        }
    };
    let noted = match pending {
        Some(id) => note_end(toolbox, Ending { session, name: tool_name, id, took: None }, &mut ended).await,
        None => Ok(()),
    };
    if let Err(NotNoted::StoreFailed(_)) = noted {
        // Its result may come once more.
        session.forwarded().put_back(waiting.clone());
    }
    let Waiting { call, tried } = waiting;
    let AwaitedCall { call_id, tool_name, tool, warnings, pending } = call;
    let kind = match noted.map_err(CallError::from).and(ended) {
        Ok(kind) => {
            session.tries().note_success(tool.as_str());
            kind
        }
        Err(error) => {
            // A restored session does not know the arguments any more.
            let attempts = tried.map_or(1, |tried| session.tries().note_failure(tried, error.fingerprint()));
            OutcomeKind::Error(RepeatedCall::answer(&tool_name, attempts, error))
        }
    };
    let mut outcome = Outcome { call_id, tool_name, kind, warnings, recovered: None };
    shorten(toolbox, &mut outcome);
    toolbox.counts().count_completed(&outcome);
    // The store has recorded a stored call.
    if pending.is_none()
        && let Some(telling) =
            CallRecorder::of_answer(toolbox, session, const { &TurnContext::empty() }).await
    {
        // Through another one, it was called by that one's name.
        let name = toolbox.index_of(&tool).map_or(&*outcome.tool_name, |index| toolbox.at(index).name());
        telling.of_tool(name).end(&outcome).await;
    }
    telemetry::completed(toolbox, &outcome);
    Ok(outcome)
}

/// Whether a forwarded call was of a tool that is classified as a read.
fn is_read(toolbox: &Toolbox, tool: &QualifiedId) -> bool {
    let tool = toolbox.index_of(tool).and_then(|index| toolbox.at(index).outside());
    tool.is_some_and(ExternalFunction::is_read)
}

#[expect(clippy::needless_pass_by_value, reason = "it is the last use of an error")]
pub(super) fn failure(error: ToolError) -> Failure {
    Failure::of(&error)
}
