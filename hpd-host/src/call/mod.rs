//! The path of a call: one room a stage, one type in, one type out.
//!
//! ```text
//! RawCall -parse-> ParsedCall -gate-> Expand | Recover | Admit -resolve-> ResolvedCall -validate-> ValidCall
//!         -permit-> PermittedCall -confirm-> ApprovedCall -release-> ReleasedCall -invoke-> Outcome
//! ```
//!
//! Fields of these types are private to their rooms, so that no room can forge what a later one takes: only `confirm`
//! makes an `ApprovedCall`, and `invoke` consumes it.

mod bridge;
mod confirm;
mod denied;
mod document;
mod elsewhere;
mod error;
mod expand;
mod gate;
mod invoke;
mod local;
mod meaning;
mod parse;
mod permit;
mod recover;
mod release;
mod repeated;
mod resolve;
mod unknown;
mod validate;
mod withheld;

use futures_util::future::BoxFuture;
use hpd_runtime::{CallContext, RawCall, TurnContext};

use bridge::Bridged;
pub(crate) use bridge::inner_call;
pub use denied::Denied;
pub use document::DocumentError;
pub(crate) use elsewhere::complete;
pub use error::{CallError, FunctionError, TooManyCalls};
pub(crate) use expand::expand_container;
use gate::Gate;
use invoke::Step;
use permit::{Permit, PermittedCall};
use release::Release;
pub use repeated::RepeatedCall;
pub(crate) use unknown::shown;
pub use unknown::{HiddenTool, Mistake, UnknownTool};
pub use withheld::{NotReleased, StillWaiting};

use crate::outcome::{Outcome, OutcomeKind};
use crate::session::{Session, Tried};
use crate::telemetry;
use crate::toolbox::{BridgeRole, Checked, Recovery, Toolbox};
use crate::visibility::Visit;

/// Answers one call, as the model made it: counted, and traced if somebody listens.
#[inline]
pub(crate) fn answer(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    raw: &RawCall,
) -> impl Future<Output = Outcome> + Send {
    let recovery = toolbox.recovery();
    async move {
        if telemetry::is_on() {
            return answer_traced(toolbox, session, turn, raw).await;
        }
        let mut outcome = answer_call(toolbox, session, turn, raw, recovery).await;
        conclude(toolbox, session, raw, &mut outcome);
        outcome
    }
}

/// The same inside a span. In a box, so that calls to which nobody listens are not larger for it.
#[cold]
fn answer_traced<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    raw: &'a RawCall,
) -> BoxFuture<'a, Outcome> {
    telemetry::traced(toolbox, raw, async move {
        let mut outcome = answer_call(toolbox, session, turn, raw, toolbox.recovery()).await;
        conclude(toolbox, session, raw, &mut outcome);
        outcome
    })
}

/// Does what concerns no call inside a call: one that is handed on waits under the model's own name for it, what is too long
/// is cut, and all are counted.
#[inline]
fn conclude(toolbox: &Toolbox, session: &Session, raw: &RawCall, outcome: &mut Outcome) {
    if matches!(outcome.kind, OutcomeKind::Forward(_)) {
        hand_on(toolbox, session, raw, outcome);
    }
    shorten(toolbox, outcome);
    toolbox.counts().count(outcome);
}

#[cold]
fn hand_on(toolbox: &Toolbox, session: &Session, raw: &RawCall, outcome: &mut Outcome) {
    if let Err(error) = elsewhere::wait_for(toolbox, session, outcome) {
        outcome.kind = OutcomeKind::Error(failed(session, raw, error));
    }
}

/// Cuts what is too long for a model.
#[inline]
fn shorten(toolbox: &Toolbox, outcome: &mut Outcome) {
    match &mut outcome.kind {
        OutcomeKind::Result(result) => result.shorten(toolbox.max_result_bytes()),
        OutcomeKind::Error(error) => error.shorten(toolbox.max_result_bytes()),
        OutcomeKind::Expanded(_) | OutcomeKind::Forward(_) => {}
    }
}

/// Answers one call, which may be one that was inside another.
#[inline]
fn answer_call<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    raw: &'a RawCall,
    recovery: Recovery,
) -> impl Future<Output = Outcome> + Send + 'a {
    // Outside of the block, which then holds everything once: an `async fn` keeps its arguments twice.
    let context = CallContext::new(raw, turn);
    async move {
        let (raw, turn) = (context.call(), context.turn());
        let kind = match advance(toolbox, session, &context, recovery) {
            Ok(Step::Done(kind)) => kind,
            // In a box, so that the future of a call that has nothing to wait for is small.
            Ok(Step::Running(call)) => {
                Box::pin(call.finish(&context)).await.unwrap_or_else(OutcomeKind::Error)
            }
            Ok(Step::Bridged(bridge)) => {
                return answer_inner(toolbox, session, turn, raw, bridge, recovery).await;
            }
            Ok(Step::Recover(call)) => return recover::answer(toolbox, session, turn, raw, *call).await,
            Ok(step) => settle(step, &context).await.unwrap_or_else(OutcomeKind::Error),
            Err(error) => OutcomeKind::Error(error),
        };
        match kind {
            OutcomeKind::Error(error) => {
                let error = failed(session, context.call(), error);
                Outcome::new(context, OutcomeKind::Error(error))
            }
            kind => {
                session.tries().note_success(&context.call().name);
                Outcome::new(context, kind)
            }
        }
    }
}

/// Goes on with a call that filters are asked about. In a box, so that calls without filters are not larger for it.
#[cold]
fn settle<'a>(
    mut step: Step<'a>,
    context: &'a CallContext<'a>,
) -> BoxFuture<'a, Result<OutcomeKind, CallError>> {
    Box::pin(async move {
        loop {
            step = match step {
                Step::Guarded(call) => approve(call.ask(context).await?, context)?,
                Step::Held(call) => invoke::invoke(call.ask(context).await?, context)?,
                Step::Running(call) => return call.finish(context).await,
                Step::Done(kind) => return Ok(kind),
                // What holds another call, or has to be set right, never comes as far as filters.
                Step::Bridged(_) | Step::Recover(_) => return Err(CallError::internal()),
            }
        }
    })
}

/// Remembers that a call failed, to answer it differently when it does so again and again.
#[cold]
fn failed(session: &Session, raw: &RawCall, error: CallError) -> CallError {
    // A cancellation is not the call's fault.
    if matches!(&error, CallError::Function(error) if error.is_cancelled()) {
        return error;
    }
    let call = Tried::new(&raw.name, &raw.arguments);
    RepeatedCall::answer(&raw.name, session.tries().note_failure(call, error.fingerprint()), error)
}

/// Answers the call inside a call of `call_function`, by the id and name of the outer one. In a box, since it goes the
/// whole way again; it goes there once, since the call inside is never one of `call_function`.
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
                let kind = OutcomeKind::Error(failed(session, outer, error));
                return Outcome::new(CallContext::new(outer, turn), kind);
            }
        };
        let outcome = answer_call(toolbox, session, turn, &inner.call, recovery).await;
        let warnings = inner.warnings.into_iter().chain(outcome.warnings).collect();
        Outcome { tool_name: outer.name.clone(), warnings, ..outcome }
    })
}

/// The rooms in their order. Only a function that is asynchronous is left to wait for.
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
    let place = admitted.place();
    let resolved = resolve::resolve(admitted);
    let valid = validate::validate(resolved, session, context)?;
    match permit::permit(place, valid)? {
        Permit::Free(call) => approve(call, context),
        Permit::Guarded(call) => Ok(Step::Guarded(call)),
    }
}

#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
fn approve<'a>(call: PermittedCall<'a>, context: &'a CallContext<'a>) -> Result<Step<'a>, CallError> {
    match release::release(confirm::confirm(call)) {
        Release::Free(call) => invoke::invoke(call, context),
        Release::Guarded(call) => Ok(Step::Held(call)),
    }
}

/// Goes the same way up to, but not including, the filters, the run or the expansion. Nothing is set right.
pub(crate) fn check(toolbox: &Toolbox, session: &Session, raw: &RawCall) -> Result<Checked, CallError> {
    let turn = TurnContext::default();
    let context = CallContext::new(raw, &turn);
    let arguments = match gate::gate(toolbox, session, parse::parse(raw), Visit::Look, Recovery::Reject)? {
        Gate::Bridge(bridge) => return check_inner(toolbox, session, bridge::inner_call(bridge, raw)?),
        Gate::Expand(_) | Gate::Recover(_) => None,
        Gate::Admit(admitted) => {
            validate::validate(resolve::resolve(admitted), session, &context)?.received()
        }
    };
    Ok(Checked { arguments, warnings: context.warnings().to_vec() })
}

fn check_inner(toolbox: &Toolbox, session: &Session, inner: Bridged) -> Result<Checked, CallError> {
    let checked = check(toolbox, session, &inner.call)?;
    Ok(Checked { warnings: inner.warnings.into_iter().chain(checked.warnings).collect(), ..checked })
}

/// The answer to a call beyond the number that a turn may have.
pub(crate) fn refuse_beyond(toolbox: &Toolbox, turn: &TurnContext, raw: &RawCall, limit: usize) -> Outcome {
    let error = CallError::TooManyCalls(Box::new(TooManyCalls::new(limit)));
    let outcome = Outcome::new(CallContext::new(raw, turn), OutcomeKind::Error(error));
    toolbox.counts().count(&outcome);
    outcome
}
