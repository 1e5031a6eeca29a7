//! The path of a call: one module a stage, one type in, one type out.
//!
//! ```text
//! RawCall -gate-> Expand | Recover | Bridge | AdmittedCall -resolve-> Collect | ResolvedCall -validate-> ValidCall
//!         -permit-> PermittedCall -confirm-> ApprovedCall -invoke-> Outcome
//! ```
//!
//! `advance` has the stages in order. A call that has to wait is a [`Step`], and `follow` is the one loop over steps. It asks
//! filters and users. It also puts other calls in the place of this one: the inner call of `call_function`, the call that
//! was meant, the call with collected values, the stored write.
//!
//! The fields of these types are private to their modules, so no stage can forge a later type. Only `confirm` makes an
//! `ApprovedCall`, and `invoke` consumes it.

mod added;
mod attempt;
mod bridge;
mod check;
mod collect;
mod complete;
mod concealed;
mod confirm;
mod desk;
mod expand;
mod external_call;
mod finish;
mod gate;
mod guidance;
mod here;
mod inside;
mod invoke;
mod journaled;
mod large;
mod local;
mod member;
mod name_resolution;
mod owner_state;
mod pages;
mod permit;
mod recover;
mod recoverable;
mod refuse;
mod replied;
mod resolve;
mod secrets;
mod step;
mod stored;
mod underway;
mod unknown;
mod validate;
mod write;

use std::collections::BTreeMap;

use hpd_journal::BoxFuture;
use hpd_runtime::{CallContext, RawCall, TurnContext};

pub(crate) use bridge::inner_call;
pub(crate) use check::check;
use collect::{Collected, concerns_questions, note_as_sent, set_sources_as_sent, with_questions};
pub(crate) use complete::complete;
use confirm::{Confirm, confirm_approved};
use desk::Desk;
pub(crate) use expand::expand_container;
use finish::{finish, finish_call, is_stored, store, store_and_finish};
use gate::{Gate, Place};
#[cfg(feature = "guardrail")]
pub(crate) use journaled::tell;
use journaled::{CallRecorder, tell_reading, traced_contents};
use owner_state::read_owner_state;
pub(crate) use owner_state::sync_owner_state;
use permit::{Permit, PermittedCall};
pub(crate) use refuse::refuse_beyond;
pub(crate) use replied::{answer_values, decline_values, reply};
use resolve::{CollectCall, Resolve, ResolvedCall, collected};
use secrets::conceal;
use step::Step;
pub(crate) use stored::{decide, may_resume, record, resume};
use underway::{Chain, Underway};
use validate::ValidCall;
use write::StoredWrite;

use crate::call_error::CallError;
use crate::listing::Visit;
#[cfg(feature = "metrics")]
use crate::metrics;
use crate::outcome::{Outcome, OutcomeKind};
use crate::patience::of_one_call;
use crate::session::Session;
use crate::telemetry;
use crate::toolbox::{Recovery, Toolbox};

/// Answers one call: counted, and traced if there is a subscriber.
#[inline]
pub(crate) fn answer<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    raw: &'a RawCall,
) -> impl Future<Output = Outcome> + Send + 'a {
    // Outside of the block, which then holds everything once: an `async fn` keeps its arguments twice.
    let context = CallContext::new(raw, turn).interpreted_by(toolbox).kept_by(session);
    async move {
        let (raw, turn) = (context.call(), context.turn());
        let is_plain = !toolbox.is_watched() && toolbox.goes_as(session, turn);
        if !is_plain || session.owner_states().lacks(&turn.principal) {
            return answer_watched(toolbox, session, turn, raw).await;
        }
        let mut ended = match advance(toolbox, session, &context, toolbox.max_recovery()) {
            Ok(Step::Done(kind)) => Ok(kind),
            Ok(Step::Running(call)) => call.await,
            Ok(step) => return answer_step(toolbox, session, &context, step).await,
            Err(error) => Err(conceal(toolbox, session, raw, error)),
        };
        if concerns_questions(session, &ended) {
            let caller = Desk { toolbox, session, turn, journal: None }.caller(raw);
            ended = with_questions(toolbox, caller, &context, ended).await;
        }
        let mut outcome = finish_call(toolbox, session, context, ended);
        if is_stored(toolbox, session, &outcome) {
            // Given away: what lives while a future waits is copied into it.
            return store_and_finish(Desk { toolbox, session, turn, journal: None }, outcome).await;
        }
        finish(toolbox, session, &mut outcome);
        outcome
    }
}

/// Answers a call that has to wait. Boxed, so that other calls do not get larger.
#[cold]
fn answer_step<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    context: &'a CallContext<'a>,
    step: Step<'a>,
) -> BoxFuture<'a, Outcome> {
    Box::pin(of_one_call(Box::pin(async move {
        let desk = Desk { toolbox, session, turn: context.turn(), journal: None };
        let mut outcome = answer_from(desk, context, Ok(step)).await;
        finish(toolbox, session, &mut outcome);
        outcome
    })))
}

/// Answers a call inside a span, with a journal. Boxed, so that other calls do not get larger.
#[cold]
fn answer_watched<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    raw: &'a RawCall,
) -> BoxFuture<'a, Outcome> {
    let answer = of_one_call(Box::pin(async move {
        let mut narrowed = None;
        let toolbox = toolbox.shown_to(session, turn, &mut narrowed);
        let telling = CallRecorder::of_call(toolbox, session, &turn.principal, raw).await;
        let journal = telling.as_ref().and_then(CallRecorder::handle);
        let context = CallContext::new(raw, turn).interpreted_by(toolbox).kept_by(session);
        read_owner_state(toolbox, session, turn, raw).await;
        let step = advance(toolbox, session, &context, toolbox.max_recovery());
        let mut outcome = answer_from(Desk { toolbox, session, turn, journal }, &context, step).await;
        finish(toolbox, session, &mut outcome);
        if let Some(telling) = telling {
            telling.end(&outcome).await;
        }
        outcome
    }));
    let answer = if telemetry::is_on() {
        let contents = toolbox.safeguards().traces_contents.then(|| traced_contents(toolbox, session, raw));
        telemetry::traced(toolbox, session.id(), raw, contents, answer)
    } else {
        Box::pin(answer)
    };
    #[cfg(feature = "metrics")]
    if metrics::is_on() {
        return metrics::measured(toolbox, raw, answer);
    }
    answer
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
    let admitted = match gate::gate(toolbox, session, context.call(), Visit::Call, recovery)? {
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
        Resolve::Collect(call) => proceed_as_sent(call, session, context),
    }
}

/// The stages after `resolve` for a call whose values may have other sources. If the model sent them all, and they are
/// valid, nothing is collected.
#[inline(never)]
fn proceed_as_sent<'a>(
    call: CollectCall<'a>,
    session: &'a Session,
    context: &'a CallContext<'a>,
) -> Result<Step<'a>, CallError> {
    if !set_sources_as_sent(&call, session, context) {
        return Ok(Step::Collect(call));
    }
    let Ok(valid) = validate::validate(collected(&call, context.call()), session, context) else {
        return Ok(Step::Collect(call));
    };
    note_as_sent(&call, session, context.principal());
    permit_valid(call.place, valid, session, context)
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
    permit_valid(place, valid, session, context)
}

#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
fn permit_valid<'a>(
    place: Place<'a>,
    valid: ValidCall<'a>,
    session: &'a Session,
    context: &'a CallContext<'a>,
) -> Result<Step<'a>, CallError> {
    match permit::permit(place, valid, session, context.call())? {
        Permit::Free(call) => approve(call, session, context),
        Permit::Filtered(call) => Ok(Step::Filtered(call)),
    }
}

#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
fn approve<'a>(
    call: PermittedCall<'a>,
    session: &'a Session,
    context: &'a CallContext<'a>,
) -> Result<Step<'a>, CallError> {
    match confirm::confirm(call, session)? {
        Confirm::Approved(call) => invoke::invoke(call, session, context),
        Confirm::Unapproved(call) => Ok(Step::Unapproved(call)),
    }
}

/// The stages from the start, for a call in the place of another.
fn restart<'a>(call: &Underway<'a>) -> Result<Step<'a>, CallError> {
    let Desk { toolbox, session, .. } = call.desk();
    advance(toolbox, session, call.context(), call.recovery())
}

/// The stages after `resolve` for a stored call: it is approved, and claimed before it runs.
fn proceed_stored<'a>(resolved: ResolvedCall<'a>, call: &mut Underway<'a>) -> Result<Step<'a>, CallError> {
    let place = resolved.place();
    let valid = validate::validate(resolved, call.desk().session, call.context())?;
    match permit::permit(place, valid, call.desk().session, call.context().call())? {
        Permit::Free(permitted) => approve_any(permitted, call),
        Permit::Filtered(asked) if call.stored().is_some_and(|write| write.was_asked_before()) => {
            approve_any(asked.asked_before(), call)
        }
        Permit::Filtered(asked) => Ok(Step::Filtered(asked)),
    }
}

/// Approves a call: a stored one by its approval.
fn approve_any<'a>(permitted: PermittedCall<'a>, call: &mut Underway<'a>) -> Result<Step<'a>, CallError> {
    match call.stored() {
        Some(write) => Ok(Step::Approved(Box::new(confirm_approved(permitted, write.mandate())))),
        None => approve(permitted, call.desk().session, call.context()),
    }
}

/// The one driver: takes a call from step to step, until it or the call in its place has ended.
async fn follow<'a>(
    call: &mut Underway<'a>,
    first: Result<Step<'a>, CallError>,
) -> Result<OutcomeKind, CallError> {
    let (desk, mut step) = (call.desk(), first?);
    loop {
        let context = call.context();
        if desk.journal.is_some() && step.is_read() && !context.warnings().is_empty() {
            tell_reading(desk, context, BTreeMap::new()).await;
        }
        step = match step {
            Step::Done(kind) => return Ok(kind),
            Step::Running(running) => return running.await,
            Step::Bridged(bridge) => {
                call.divert();
                call.enter_inner(inner_call(bridge, context.call())?);
                restart(call)?
            }
            Step::Recover(wrong) => {
                let (recovered, meant) = recover::recover(desk, context.call(), *wrong).await;
                match call.enter_meant(recovered, meant) {
                    None => restart(call)?,
                    Some(expansion) => Step::Done(expansion),
                }
            }
            Step::Collect(collecting) => {
                call.divert();
                match collect::collect(&collecting, desk.caller(context.call())).await? {
                    Collected::Ready(whole) => {
                        let found = whole.sources_beside_model();
                        let resolved = call.enter_whole(&collecting, whole);
                        if let Some(found) = found.filter(|_| desk.journal.is_some()) {
                            tell_reading(desk, call.context(), found).await;
                        }
                        proceed(resolved, desk.session, call.context())?
                    }
                    Collected::Asked { kind, warnings } => {
                        context.set_warnings(warnings);
                        Step::Done(kind)
                    }
                }
            }
            Step::Filtered(asked) => approve_any(asked.ask(context).await?, call)?,
            Step::Unapproved(write) => Step::Done(stored::settle(*write, desk, context).await?),
            Step::Stored(write) => proceed_stored(call.enter_stored(write)?, call)?,
            Step::Approved(approved) => {
                let approved = approved.ask_again(context).await?;
                if let Some(write) = call.stored() {
                    write.claim(desk).await?;
                }
                invoke::invoke(approved, desk.session, context)?
            }
        };
    }
}

/// Takes a call to its end. Its error has no sensitive values. The end of a stored call is stored.
async fn drive<'a>(
    call: &mut Underway<'a>,
    first: Result<Step<'a>, CallError>,
) -> Result<OutcomeKind, CallError> {
    let ended = follow(call, first).await;
    let Desk { toolbox, session, .. } = call.desk();
    let ended = ended.map_err(|error| conceal(toolbox, session, call.context().call(), error));
    call.end_stored(ended).await
}

/// Takes an approved call to its end. Boxed here, so that the program has the driver once.
fn drive_stored<'c, 'a: 'c>(
    call: &'c mut Underway<'a>,
    write: Box<StoredWrite>,
) -> BoxFuture<'c, Result<OutcomeKind, CallError>> {
    Box::pin(drive(call, Ok(Step::Stored(write))))
}

/// Answers a call from one of its steps on.
async fn answer_from<'a>(
    desk: Desk<'a>,
    context: &'a CallContext<'a>,
    first: Result<Step<'a>, CallError>,
) -> Outcome {
    let (calls, contexts) = (Chain::default(), Chain::default());
    let mut call = Underway::new(desk, &calls, &contexts, context);
    let ended = drive(&mut call, first).await;
    let outcome = call.outcome(ended).await;
    if is_stored(desk.toolbox, desk.session, &outcome) { store(desk, outcome).await } else { outcome }
}
