//! Functions that ask the user themselves, whether anything is looked up for them or not.

use hpd_journal::BoxFuture;
use hpd_runtime::{CallContext, RawCall};

use super::super::desk::Caller;
use super::super::gate::Place;
use super::super::resolve::CollectCall;
use super::ask;
use super::gather::ask_for_missing;
use crate::call_error::CallError;
use crate::outcome::OutcomeKind;
use crate::session::Session;
use crate::toolbox::Toolbox;

/// Whether a finished call asks the user, may answer a question, or is the first one after a message.
#[inline]
pub(in super::super) fn concerns_questions(
    session: &Session,
    ended: &Result<OutcomeKind, CallError>,
) -> bool {
    match ended {
        Ok(_) => session.has_work_after_call(),
        Err(error) => {
            error.asks_user() || matches!(error, CallError::Validation(_)) || session.has_unclaimed()
        }
    }
}

/// Asks a function's question, or closes the questions that a call answered. Boxed, since questions are rare.
#[cold]
pub(in super::super) fn with_questions<'a>(
    toolbox: &'a Toolbox,
    caller: Caller<'a>,
    context: &'a CallContext<'a>,
    ended: Result<OutcomeKind, CallError>,
) -> BoxFuture<'a, Result<OutcomeKind, CallError>> {
    caller.session.claim_statements(&caller.turn.principal);
    if ended.is_err() {
        return asked_by_function(toolbox, caller, context, ended);
    }
    if !caller.session.may_have_questions() {
        return Box::pin(std::future::ready(ended));
    }
    Box::pin(async move {
        if let Some(call) = collected_call(toolbox, caller.raw) {
            ask::close_answered(&call, caller).await;
        }
        ended
    })
}

/// Asks the user if a function can't continue without an answer, or the model left values out too often. Boxed, since
/// that is rare.
#[cold]
pub(in super::super) fn asked_by_function<'a>(
    toolbox: &'a Toolbox,
    caller: Caller<'a>,
    context: &'a CallContext<'a>,
    ended: Result<OutcomeKind, CallError>,
) -> BoxFuture<'a, Result<OutcomeKind, CallError>> {
    Box::pin(async move {
        if let Err(error @ CallError::Validation(_)) = &ended {
            let Some(call) = collected_call(toolbox, caller.raw) else { return ended };
            return ask_for_missing(&call, caller, error).await.unwrap_or(ended);
        }
        let Err(CallError::Function(error)) = &ended else { return ended };
        let (Some(request), Some(call)) = (error.ask_request(), collected_call(toolbox, caller.raw)) else {
            return ended;
        };
        ask::ask_for_function(&call, caller, context, request).await
    })
}

/// The call of a function, with texts about its parameters.
fn collected_call<'a>(toolbox: &'a Toolbox, raw: &RawCall) -> Option<CollectCall<'a>> {
    let index = toolbox.called_index(raw)?;
    let plan = toolbox.safeguards().words_of(index)?;
    CollectCall::of(Place::new(toolbox, index), plan)
}
