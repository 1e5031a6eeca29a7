//! Calls of tools whose code is not in this program: made by a handler, or handed on and waited for.

use std::borrow::Cow;

use hpd_runtime::__private::SendCall;
use hpd_runtime::output::Failure;
use hpd_runtime::{CallContext, Principal, ToolError};

use crate::call_error::{CallError, StillPending};
use crate::external::{Arguments, ExternalHandler};
use crate::outcome::{ForwardedCall, Outcome, OutcomeKind};
use crate::session::{AwaitedCall, NotAdded, Session, Tried, Waiting};
use crate::tool::{Blocked, ExternalFunction, Tool};
use crate::toolbox::Toolbox;

/// A call whose arguments passed every check, of a tool whose code is not in this program.
pub(super) struct ExternalCall<'a> {
    toolbox: &'a Toolbox,
    function: &'a ExternalFunction,
    /// As the tool receives them, as a JSON text.
    pub(super) arguments: String,
    /// The names of the host's defaults among them.
    pub(super) defaulted: Vec<Cow<'static, str>>,
}

/// A call that a handler makes, as often as it is attempted.
pub(super) struct HandledCall<'a> {
    pub(super) toolbox: &'a Toolbox,
    pub(super) function: &'a ExternalFunction,
    handler: &'a dyn ExternalHandler,
    arguments: String,
}

impl<'a> ExternalCall<'a> {
    pub(super) const fn new(
        toolbox: &'a Toolbox,
        function: &'a ExternalFunction,
        arguments: String,
        defaulted: Vec<Cow<'static, str>>,
    ) -> Self {
        Self { toolbox, function, arguments, defaulted }
    }

    /// The call for the handler of its source. Without one, it is for the client.
    ///
    /// # Errors
    ///
    /// The call itself, if there is no handler.
    pub(super) fn handled(self) -> Result<HandledCall<'a>, Self> {
        match self.function.handler.as_deref() {
            Some(handler) => {
                let Self { toolbox, function, arguments, .. } = self;
                Ok(HandledCall { toolbox, function, handler, arguments })
            }
            None => Err(self),
        }
    }

    /// The call, for the client.
    pub(super) fn forward(self, principal: &Principal) -> ForwardedCall {
        let ExternalFunction { id, source, name, .. } = self.function;
        ForwardedCall {
            tool: id.clone(),
            source: source.clone(),
            name: name.clone(),
            arguments: self.arguments,
            pending: None,
            principal: principal.clone(),
        }
    }
}

impl HandledCall<'_> {
    /// An attempt at the call.
    pub(super) fn start<'c>(&'c self, context: &'c CallContext<'c>) -> SendCall<'c> {
        // The handler is entered when the future is polled, where a panic is caught.
        Box::pin(async move {
            let Self { function, handler, arguments, .. } = self;
            handler.call(&function.name, Arguments::new(arguments), context).await.map_err(failure)
        })
    }
}

/// Whether calls of a tool are released.
///
/// # Errors
///
/// The tool is blocked until the host acts.
pub(super) fn check_released(tool: &Tool, function: &ExternalFunction) -> Result<(), CallError> {
    let Some(blocked) = function.blocked else { return Ok(()) };
    let cause = match blocked {
        Blocked::RuleWithoutTool => "the rules of its source are for a tool that the source does not have",
        Blocked::RuleWithoutField => "a rule reads a field that the tool had, and has no longer",
        Blocked::Changed => "the tool changed; give its source another version to release it",
    };
    tracing::warn!(target: "hpd::call", tool = tool.id().as_str(), cause, "a call was blocked");
    Err(CallError::not_released(tool.name()))
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
        origin: outcome.origin.clone(),
        is_from_outside: false,
    };
    let tried = Some(Tried::new(forwarded.tool.as_str(), &forwarded.arguments.as_str().into()));
    let max = toolbox.max_forwarded_calls();
    let (principal, turn) = (Some(forwarded.principal.clone()), session.journal_turn().current());
    session
        .forwarded()
        .add(Waiting { call, tried, principal, turn }, max)
        .map_err(|problem| not_added(problem, max))
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

#[expect(clippy::needless_pass_by_value, reason = "it is the last use of an error")]
pub(super) fn failure(error: ToolError) -> Failure {
    Failure::of(&error)
}
