//! The end of a forwarded call: its result came back.

use hpd_runtime::spec::QualifiedId;
use hpd_runtime::{Output, ToolError, TurnContext};

use super::external_call::failure;
use super::finish::shorten;
use super::journaled::CallRecorder;
use super::large::{self, LongResultOf, is_program};
use super::secrets::{hide_in_completed, hide_in_debug_output};
use super::write::{Ending, FORWARDED, NotNoted, lease_of, note_end};
use crate::call_error::{CallError, FunctionError, RepeatedCall};
use crate::class::Classification;
use crate::outcome::{FunctionResult, Outcome, OutcomeKind, ResultExtra};
use crate::patience::of_one_call;
use crate::session::{AwaitedCall, NotForwarded, Session, Tried, Waiting};
use crate::telemetry;
use crate::toolbox::Toolbox;

/// Ends a call that waits, with the result that came back.
pub(crate) fn complete<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    call_id: &'a str,
    result: Result<Output, ToolError>,
) -> impl Future<Output = Result<Outcome, NotForwarded>> + Send + 'a {
    of_one_call(Box::pin(complete_in_time(toolbox, session, turn, call_id, result)))
}

async fn complete_in_time(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    call_id: &str,
    result: Result<Output, ToolError>,
) -> Result<Outcome, NotForwarded> {
    let waiting = session.forwarded().take(call_id)?;
    if let Err(why) = check_owner(toolbox, session, turn, &waiting.call).await {
        session.forwarded().put_back(waiting);
        tracing::warn!(target: "hpd::call", { call_id, why }, "a result was refused");
        return Err(NotForwarded::of(call_id));
    }
    let mut ended = ended(toolbox, &waiting.call.tool, result);
    let known = toolbox.index_of(&waiting.call.tool).map(|index| toolbox.at(index));
    if let Err(CallError::Function(error)) = &mut ended {
        hide_in_completed(toolbox, session, known, waiting.tried.is_some(), error);
    }
    // Who may not see the tool that reads results gets a cut one.
    let mut narrowed = None;
    let shown = toolbox.shown_to(session, turn, &mut narrowed);
    match &mut ended {
        Ok(OutcomeKind::Result(result)) => {
            large::keep_result(shown, session, result_of(&waiting, turn), result).await;
        }
        Ok(_) => {}
        Err(error) => large::keep_error(shown, session, result_of(&waiting, turn), error).await,
    }
    let noted = match &waiting.call.pending {
        Some(id) => {
            let lease = known.map_or(FORWARDED, |tool| lease_of(toolbox, tool));
            let ending = Ending { session, by: result_of(&waiting, turn), id, took: None, lease };
            note_end(shown, ending, &mut ended).await
        }
        None => Ok(()),
    };
    if let Err(NotNoted::StoreFailed(_)) = noted {
        // Its result may come once more.
        session.forwarded().put_back(waiting.clone());
    }
    let Waiting { call, tried, turn: made_in, .. } = waiting;
    let AwaitedCall { call_id, tool_name, tool, warnings, pending, origin, .. } = call;
    let kind = match noted.map_err(CallError::from).and(ended) {
        Ok(kind) => {
            session.tries().note_success(tool.as_str());
            kind
        }
        Err(error) => failed(session, tried, &tool_name, error),
    };
    let mut outcome = Outcome { call_id, tool_name, kind, warnings, recovered: None, origin };
    shorten(toolbox, &mut outcome);
    hide_in_debug_output(session, &mut outcome);
    toolbox.counts().count_completed(&outcome);
    // The store has recorded a stored call.
    if pending.is_none() {
        record(toolbox, session, (turn, made_in.as_deref()), &tool, &outcome).await;
    }
    telemetry::completed(toolbox, session.id(), &outcome);
    Ok(outcome)
}

/// Records the end in the journal, in the turn in which the call was made.
async fn record(
    toolbox: &Toolbox,
    session: &Session,
    (turn, made_in): (&TurnContext, Option<&str>),
    tool: &QualifiedId,
    outcome: &Outcome,
) {
    let caller = Some(&turn.principal).filter(|principal| principal.id().is_some());
    if let Some(telling) = CallRecorder::of_answer(toolbox, session, caller).await {
        if let Some(handle) = telling.handle() {
            handle.go_on_in(made_in);
        }
        // Through another one, it was called by that one's name.
        let name = toolbox.index_of(tool).map_or(&*outcome.tool_name, |index| toolbox.at(index).name());
        telling.of_tool(name).end(outcome).await;
    }
}

/// The call that waits, for a result that is kept.
fn result_of<'a>(waiting: &'a Waiting, turn: &'a TurnContext) -> LongResultOf<'a> {
    let principal = waiting.principal.as_ref().unwrap_or(&turn.principal);
    let by_program = is_program(waiting.call.origin.as_deref());
    LongResultOf { principal, name: &waiting.call.tool_name, by_program }
}

/// Remembers a failure. A restored session does not know the arguments any more.
fn failed(session: &Session, tried: Option<Tried>, name: &str, error: CallError) -> OutcomeKind {
    let attempts = tried.map_or(1, |tried| session.tries().note_failure(tried, error.fingerprint()));
    OutcomeKind::Error(RepeatedCall::answer(name, attempts, error))
}

/// The end of a call with this result.
fn ended(
    toolbox: &Toolbox,
    tool: &QualifiedId,
    result: Result<Output, ToolError>,
) -> Result<OutcomeKind, CallError> {
    match result {
        Ok(output) => Ok(OutcomeKind::Result(FunctionResult {
            output,
            direct: false,
            attempts: 1,
            whole: None,
            extra: ResultExtra::NONE,
        })),
        Err(error) => {
            let error = FunctionError::failed(failure(error));
            let error = if is_read(toolbox, tool) { error.of_external_read() } else { error };
            Err(CallError::Function(Box::new(error)))
        }
    }
}

/// Whether a call that waits is a call of the caller. Its stored row decides. Without a principal in the turn, the host
/// vouches for its own sessions, and for no text from outside.
///
/// # Errors
///
/// It is another call, of another session, or of another principal; or the store failed.
async fn check_owner(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    call: &AwaitedCall,
) -> Result<(), &'static str> {
    let is_doubtful = call.is_from_outside || turn.principal.id().is_some();
    let Some(id) = call.pending.as_ref().filter(|_| is_doubtful) else { return Ok(()) };
    let row = toolbox.safeguards().store.get(id).await.map_err(|_| "the store failed")?;
    let row = row.ok_or("there is no stored call")?;
    if session.id() != Some(&*row.owner.session) {
        return Err("the stored call is of another session");
    }
    if row.owner.principal != turn.principal {
        return Err("the stored call is of another principal");
    }
    if row.tool != call.tool || row.sent.id != *call.call_id {
        return Err("the stored call is another one");
    }
    Ok(())
}

/// Whether a forwarded call was of a tool that is classified as a read.
fn is_read(toolbox: &Toolbox, tool: &QualifiedId) -> bool {
    let tool = toolbox.index_of(tool).and_then(|index| toolbox.at(index).outside());
    tool.is_some_and(|tool| tool.class().is(Classification::Read))
}
