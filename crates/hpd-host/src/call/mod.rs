//! The path of a call: one module a stage, one type in, one type out.
//!
//! ```text
//! RawCall -parse-> ParsedCall -gate-> Expand | Recover | Admit -resolve-> ResolvedCall -validate-> ValidCall
//!         -permit-> PermittedCall -confirm-> ApprovedCall -release-> ReleasedCall -invoke-> Outcome
//! ```
//!
//! Two stages may divert a call: `resolve` to `collect/`, where values are missing, and `confirm` to `write/`, for an
//! effect.
//!
//! The fields of these types are private to their modules, so no stage can forge a later type. Only `confirm` makes an
//! `ApprovedCall`, and `invoke` consumes it.

mod attempt;
mod bridge;
mod collect;
mod concealed;
mod confirm;
mod document;
mod expand;
mod external_call;
mod finish;
mod gate;
mod guidance;
mod inside;
mod invoke;
mod journaled;
mod local;
mod member;
mod name_resolution;
mod parse;
mod permit;
mod recover;
mod release;
mod resolve;
mod unknown;
mod validate;
mod write;

use hpd_journal::BoxFuture;
use hpd_journal::events::Event;
use hpd_journal::pending::StoreError;
use hpd_runtime::{CallContext, RawCall, TurnContext};

use bridge::Bridged;
pub(crate) use bridge::inner_call;
pub use collect::Replied;
use collect::{Caller, concerns_questions, with_questions};
use confirm::Confirm;
pub(crate) use expand::expand_container;
pub(crate) use external_call::complete;
use finish::{Part, failed, finish, finish_answer, finish_call};
use gate::Gate;
use invoke::Step;
use journaled::CallRecorder;
use permit::{Permit, PermittedCall};
use release::Release;
use resolve::{Resolve, ResolvedCall};

use crate::approval::{Decision, DecisionError, UserMessage};
use crate::call_error::{CallError, TooManyCalls};
use crate::listing::Visit;
use crate::outcome::{Outcome, OutcomeKind};
use crate::session::Session;
use crate::telemetry;
use crate::tool::BridgeRole;
use crate::toolbox::{CheckedCall, Recovery, Toolbox};

/// Answers one call: counted, and traced if there is a subscriber.
#[inline]
pub(crate) fn answer<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    raw: &'a RawCall,
) -> impl Future<Output = Outcome> + Send + 'a {
    answer_call(toolbox, session, turn, raw, toolbox.max_recovery(), Part::Whole)
}

/// The same inside a span, with a journal. Boxed, so that other calls do not get larger.
#[cold]
fn answer_watched<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    raw: &'a RawCall,
) -> BoxFuture<'a, Outcome> {
    let answer = async move {
        let mut narrowed = None;
        let toolbox = toolbox.shown_to(turn, &mut narrowed);
        let telling = CallRecorder::of_call(toolbox, session, turn, raw).await;
        let turn = telling.as_ref().map_or(turn, |telling| &telling.turn);
        let mut outcome = answer_call(toolbox, session, turn, raw, toolbox.max_recovery(), Part::Inner).await;
        finish(toolbox, session, &mut outcome);
        if let Some(telling) = telling {
            telling.end(&outcome).await;
        }
        outcome
    };
    if telemetry::is_on() { telemetry::traced(toolbox, raw, answer) } else { Box::pin(answer) }
}

/// Carries out the user's decision about a write.
///
/// # Errors
///
/// The decision does not count.
pub(crate) async fn decide(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    decision: &Decision,
) -> Result<Outcome, DecisionError> {
    let telling = CallRecorder::of_answer(toolbox, session, turn).await;
    let turn = telling.as_ref().map_or(turn, |telling| &telling.turn);
    let mut outcome = write::decide(toolbox, session, turn, decision).await?;
    finish(toolbox, session, &mut outcome);
    // The store has recorded all events.
    Ok(outcome)
}

/// Takes a message of the user for an answer, if it is one.
///
/// # Errors
///
/// The store failed.
pub(crate) async fn reply(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    message: &UserMessage,
) -> Result<Replied, StoreError> {
    session.hear(Some(message.principal()), message.text());
    let telling = CallRecorder::of_answer(toolbox, session, turn).await;
    let turn = telling.as_ref().map_or(turn, |telling| &telling.turn);
    // Only the owner of a call answers questions about it, and sees its tool.
    let mut narrowed = None;
    let principal = message.principal().clone();
    let toolbox = toolbox.shown_to(&TurnContext { principal, ..turn.clone() }, &mut narrowed);
    let mut replied = collect::reply(toolbox, session, turn, message).await?;
    if let Replied::Answered(outcome) = &mut replied {
        finish(toolbox, session, outcome);
        if let Some(telling) = telling {
            telling.of_tool(&outcome.tool_name).end(outcome).await;
        }
    }
    Ok(replied)
}

/// Records an event of the whole turn, and waits until it is written.
///
/// # Errors
///
/// It could not be written.
pub(crate) async fn tell(toolbox: &Toolbox, session: &Session, events: Vec<Event>) -> Result<(), StoreError> {
    match CallRecorder::of_answer(toolbox, session, const { &TurnContext::empty() }).await {
        Some(telling) => telling.append(events).await,
        None => Ok(()),
    }
}

/// Answers one call, which may be one that was inside another. It is one future for both, so that an outcome is not
/// handed from one to the other.
#[inline]
fn answer_call<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    raw: &'a RawCall,
    recovery: Recovery,
    part: Part,
) -> impl Future<Output = Outcome> + Send + 'a {
    // Outside of the block, which then holds everything once: an `async fn` keeps its arguments twice.
    let context = CallContext::new(raw, turn).interpreted_by(toolbox);
    async move {
        let (raw, turn) = (context.call(), context.turn());
        if part == Part::Whole && toolbox.is_watched() {
            return answer_watched(toolbox, session, turn, raw).await;
        }
        let mut ended = match advance(toolbox, session, &context, recovery) {
            Ok(Step::Done(kind)) => Ok(kind),
            Ok(Step::Running(call)) => call.await,
            Ok(Step::Bridged(bridge)) => {
                let answer = answer_inner(toolbox, session, turn, raw, bridge, recovery);
                return finish_answer(toolbox, session, answer, part).await;
            }
            Ok(Step::Recover(call)) => {
                let answer = recover::answer(toolbox, session, turn, raw, *call);
                return finish_answer(toolbox, session, answer, part).await;
            }
            Ok(Step::Collect(call)) => {
                let answer = collect::answer(call, session, turn, raw, &[]);
                return finish_answer(toolbox, session, answer, part).await;
            }
            Ok(step) => settle(step, session, &context).await,
            Err(error) => Err(error),
        };
        if concerns_questions(session, &ended) {
            ended = with_questions(toolbox, Caller { session, turn, raw }, &context, ended).await;
        }
        let mut outcome = finish_call(toolbox, session, context, ended);
        if part == Part::Whole {
            finish(toolbox, session, &mut outcome);
        }
        outcome
    }
}

/// Continues a call that needs filters or the user. Boxed, so that other calls do not get larger.
#[cold]
fn settle<'a>(
    mut step: Step<'a>,
    session: &'a Session,
    context: &'a CallContext<'a>,
) -> BoxFuture<'a, Result<OutcomeKind, CallError>> {
    Box::pin(async move {
        loop {
            step = match step {
                Step::Filtered(call) => approve(call.ask(context).await?, session, context)?,
                Step::Unapproved(call) => return write::settle(*call, session, context).await,
                Step::Refiltered(call) => invoke::invoke(call.ask(context).await?, context)?,
                Step::Running(call) => return call.await,
                Step::Done(kind) => return Ok(kind),
                // Outer calls, recoveries and collections never reach the filters.
                Step::Bridged(_) | Step::Recover(_) | Step::Collect(_) => return Err(CallError::internal()),
            }
        }
    })
}

/// Answers the inner call of `call_function`, with the id and name of the outer one. Boxed, since it takes the whole
/// path again. It does so once, since an inner call is never `call_function`.
#[cold]
fn answer_inner<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    outer: &'a RawCall,
    bridge: &'a BridgeRole,
    recovery: Recovery,
) -> BoxFuture<'a, Outcome> {
    Box::pin(async move {
        let inner = match bridge::inner_call(bridge, outer) {
            Ok(inner) => inner,
            Err(error) => {
                let kind = failed(toolbox, session, outer, error);
                return Outcome::new(CallContext::new(outer, turn), kind);
            }
        };
        let outcome = answer_call(toolbox, session, turn, &inner.call, recovery, Part::Inner).await;
        let warnings = inner.warnings.into_iter().chain(outcome.warnings).collect();
        Outcome { tool_name: outer.name.clone(), warnings, ..outcome }
    })
}

/// The stages in order. Only asynchronous functions are awaited later.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
fn advance<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    context: &'a CallContext<'a>,
    recovery: Recovery,
) -> Result<Step<'a>, CallError> {
    let parsed = parse::parse(context.call());
    let admitted = match gate::gate(toolbox, session, parsed, Visit::Call, recovery)? {
        Gate::Expand(container) => {
            let expansion = expand::expand(session, &container);
            return Ok(Step::Done(OutcomeKind::Expanded(Box::new(expansion))));
        }
        Gate::Bridge(bridge) => return Ok(Step::Bridged(bridge)),
        Gate::Recover(call) => return Ok(Step::Recover(call)),
        Gate::Admit(admitted) => admitted,
    };
    match resolve::resolve(admitted) {
        Resolve::Ready(resolved) => proceed(resolved, session, context),
        Resolve::Collect(call) => Ok(Step::Collect(call)),
    }
}

/// The stages after `resolve`.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
fn proceed<'a>(
    resolved: ResolvedCall<'a>,
    session: &'a Session,
    context: &'a CallContext<'a>,
) -> Result<Step<'a>, CallError> {
    let place = resolved.place();
    let valid = validate::validate(resolved, session, context)?;
    match permit::permit(place, valid)? {
        Permit::Free(call) => approve(call, session, context),
        Permit::Filtered(call) => Ok(Step::Filtered(call)),
    }
}

#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
fn approve<'a>(
    call: PermittedCall<'a>,
    session: &Session,
    context: &'a CallContext<'a>,
) -> Result<Step<'a>, CallError> {
    let approved = match confirm::confirm(call, session)? {
        Confirm::Approved(call) => call,
        Confirm::Unapproved(call) => return Ok(Step::Unapproved(call)),
    };
    match release::release(approved) {
        Release::Free(call) => invoke::invoke(call, context),
        Release::Filtered(call) => Ok(Step::Refiltered(call)),
    }
}

/// Follows the path up to, but not including, the filters, the run or the expansion. No recovery.
pub(crate) fn check(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    raw: &RawCall,
) -> Result<CheckedCall, CallError> {
    let context = CallContext::new(raw, turn);
    let arguments = match gate::gate(toolbox, session, parse::parse(raw), Visit::Look, Recovery::Reject)? {
        Gate::Bridge(bridge) => return check_inner(toolbox, session, turn, bridge::inner_call(bridge, raw)?),
        Gate::Expand(_) | Gate::Recover(_) => None,
        Gate::Admit(admitted) => match resolve::resolve(admitted) {
            Resolve::Ready(call) => validate::validate(call, session, &context)?.received(),
            Resolve::Collect(call) => collect::check(call, session, &context)?,
        },
    };
    Ok(CheckedCall { arguments, warnings: context.warnings().to_vec() })
}

fn check_inner(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    inner: Bridged,
) -> Result<CheckedCall, CallError> {
    let checked = check(toolbox, session, turn, &inner.call)?;
    Ok(CheckedCall { warnings: inner.warnings.into_iter().chain(checked.warnings).collect(), ..checked })
}

/// The answer to a call beyond the number that a turn may have.
pub(crate) async fn refuse_beyond(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    raw: &RawCall,
    limit: usize,
) -> Outcome {
    let telling = CallRecorder::of_call(toolbox, session, turn, raw).await;
    let error = CallError::TooManyCalls(Box::new(TooManyCalls::new(limit)));
    let outcome = Outcome::new(CallContext::new(raw, turn), OutcomeKind::Error(error));
    toolbox.counts().count(&outcome);
    if let Some(telling) = telling {
        telling.end(&outcome).await;
    }
    outcome
}
