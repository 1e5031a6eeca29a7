//! Collects the values of a call, from all sources.

use std::collections::BTreeMap;

use hpd_journal::BoxFuture;
use hpd_reply::is_phone;
use hpd_runtime::args::Node;
use hpd_runtime::{CallContext, Principal, Provenance, RawCall, TurnContext, Warning};

use super::super::finish::finish_call;
use super::super::gate::Place;
use super::super::journaled::JournalHandle;
use super::super::resolve::collected;
use super::super::write::owner;
use super::super::{proceed, settle, validate};
use super::{ask, asked_by_function};
use crate::call_error::{CallError, RepeatedCall};
use crate::collect::{CollectPlan, FieldPlan, Given, PluginConfig, Resolution, Sources, resolve};
use crate::outcome::{Outcome, OutcomeKind};
use crate::session::{Session, Tried};
use crate::tool::{FunctionRole, Role};
use crate::toolbox::Toolbox;

/// A call of a tool whose arguments have further sources.
#[derive(Clone, Copy)]
pub(in super::super) struct CollectCall<'a> {
    pub(in super::super) place: Place<'a>,
    pub(in super::super) function: &'a FunctionRole,
    pub(in super::super) plan: &'a CollectPlan,
}

impl<'a> CollectCall<'a> {
    /// A call of any tool whose arguments a model writes. `None` if there is nothing to say of its parameters.
    pub(in super::super) fn of(place: Place<'a>, plan: &'a CollectPlan) -> Option<Self> {
        match &place.toolbox.at(place.index).role {
            Role::Function(function) => Some(Self { place, function, plan }),
            Role::Container(_) | Role::Bridge(_) => None,
        }
    }
}

/// Who calls, and on whose behalf.
#[derive(Clone, Copy)]
pub(in super::super) struct Caller<'a> {
    pub(in super::super) session: &'a Session,
    pub(in super::super) turn: &'a TurnContext,
    pub(in super::super) raw: &'a RawCall,
}

/// Looks up a call's values, and continues it, or asks the user. `supplied` values came over the user channel for this
/// call. Boxed, so that other calls do not get larger.
#[cold]
pub(in super::super) fn answer<'a>(
    call: CollectCall<'a>,
    session: &'a Session,
    turn: &'a TurnContext,
    raw: &'a RawCall,
    supplied: &'a [(String, Node<'static>)],
) -> BoxFuture<'a, Outcome> {
    Box::pin(async move {
        let caller = Caller { session, turn, raw };
        let toolbox = call.place.toolbox;
        match collect(&call, caller, supplied).await {
            Ok(Collected::Ready { inner, provenance, warnings }) => {
                let context = CallContext::new(&inner, turn).interpreted_by(toolbox);
                context.set_warnings(warnings);
                context.set_provenance(provenance);
                let ended = match proceed(collected(&call), session, &context) {
                    Ok(step) => settle(step, session, &context).await,
                    Err(error) => Err(error),
                };
                let ended = asked_by_function(toolbox, caller, &context, ended).await;
                finish_call(toolbox, session, context, ended)
            }
            Ok(Collected::Asked { kind, warnings }) => {
                let context = CallContext::new(raw, turn);
                context.set_warnings(warnings);
                finish_call(toolbox, session, context, Ok(kind))
            }
            Err(error) => finish_call(toolbox, session, CallContext::new(raw, turn), Err(error)),
        }
    })
}

/// The result of collecting values.
enum Collected {
    /// Everything is there.
    Ready { inner: RawCall, provenance: BTreeMap<String, Provenance>, warnings: Vec<Warning> },
    /// The user is asked.
    Asked { kind: OutcomeKind, warnings: Vec<Warning> },
}

/// # Errors
///
/// A value is wrong, or the user could not be asked for the rest.
async fn collect(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    supplied: &[(String, Node<'static>)],
) -> Result<Collected, CallError> {
    let Caller { session, turn, raw } = caller;
    let safeguards = call.place.toolbox.safeguards();
    let function = call.function;
    let understood = match function.understand(&raw.arguments, raw.stop_reason) {
        Ok(understood) => understood,
        // The function looks at the text itself. Nothing of it could be confirmed.
        Err(_) if function.reads_anything() && !call.plan.fields.iter().any(FieldPlan::must_be_certain) => {
            return Ok(Collected::Ready {
                inner: raw.clone(),
                provenance: BTreeMap::new(),
                warnings: Vec::new(),
            });
        }
        Err(error) => return Err(CallError::Validation(error)),
    };
    let config = safeguards.config_of(call.plan);
    let sources = Sources { profile: safeguards.profile.as_deref(), config: config.as_deref() };
    let principal = &turn.principal;
    let tool = call.place.toolbox.at(call.place.index).id();
    let accepts = |name: &str, value: &Node<'_>| function.accepts(name, value);
    let sent = understood.tree.into_owned();
    let finding = {
        // The user's values are read while this is built. Other sources are read without the lock.
        let user = session.user();
        let speakers = user.speakers();
        let said = |name: &str, value: &Node<'_>| {
            speakers.has_said(principal, value)
                || (is_phone(name) && speakers.has_said_phone(principal, value))
        };
        let confirmed = speakers.confirmed_by(principal);
        let given = Given { tool, said: &said, confirmed: &confirmed, supplied };
        resolve(call.plan, sources, principal, sent, given, &accepts)
    };
    let resolution = finding.await;
    if let Some(trace) = JournalHandle::of(turn) {
        let sensitive = call.place.toolbox.at(call.place.index).sensitive_parameters();
        trace.hide(&resolution.arguments.to_json(), &sensitive);
    }
    let asked_for = resolution.asked_for(call.plan);
    let check = |asked_for: &[&str]| {
        let absent = |name: &str| asked_for.contains(&name);
        function
            .check_tree(&resolution.arguments, &absent, &resolution.refused)
            .map_err(CallError::Validation)
    };
    let mut in_vain = false;
    if let Err(error) = check(&asked_for) {
        // The user is asked for values that the model did not find within its allowed calls, if nothing else is wrong.
        in_vain = is_in_vain(call.place.toolbox, session, raw, &error);
        if !in_vain || check(&resolution.all_missing(call.plan)).is_err() {
            return Err(error);
        }
    }
    let warnings = understood.warnings;
    if !resolution.missing.is_empty() || !resolution.uncertain.is_empty() {
        let kind = ask::ask(call, caller, resolution, in_vain).await?;
        return Ok(Collected::Asked { kind, warnings });
    }
    session.user().questions_mut().answered(tool);
    if session.id().is_some() {
        let owner = owner(call.place.toolbox, session, &CallContext::new(raw, turn))?;
        ask::close_outdated(call, caller, &owner, None).await?;
    }
    let Resolution { arguments, provenance, .. } = resolution;
    let inner = raw.clone().restored(arguments.to_json());
    Ok(Collected::Ready { inner, provenance, warnings })
}

/// Asks the user for values that the model left out repeatedly, where nothing is looked up. `None` if it is too early,
/// or something else is wrong.
pub(super) async fn ask_for_missing(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    error: &CallError,
) -> Option<Result<OutcomeKind, CallError>> {
    if !is_in_vain(call.place.toolbox, caller.session, caller.raw, error) {
        return None;
    }
    match collect(call, caller, &[]).await {
        Ok(Collected::Asked { kind, .. }) => Some(Ok(kind)),
        // The known error describes the problem.
        Ok(Collected::Ready { .. }) | Err(CallError::Validation(_)) => None,
        Err(error) => Some(Err(error)),
    }
}

/// Whether the model has failed as often as it may, and values are missing.
fn is_in_vain(toolbox: &Toolbox, session: &Session, raw: &RawCall, error: &CallError) -> bool {
    let CallError::Validation(response) = error else { return false };
    let tries = session.tries();
    response.missing_fields().next().is_some()
        && (tries.refusals(&raw.name) >= toolbox.safeguards().max_corrections
            || tries.failures(Tried::new(&raw.name, &raw.arguments), error.fingerprint()) + 1
                >= RepeatedCall::TOO_OFTEN)
}

/// The call's arguments without values from profile or config, as a JSON text.
///
/// # Errors
///
/// The model's values are wrong. Required values that other sources may have are not errors.
pub(in super::super) fn check(
    call: CollectCall<'_>,
    session: &Session,
    context: &CallContext<'_>,
) -> Result<Option<String>, CallError> {
    let raw = context.call();
    let understood =
        call.function.understand(&raw.arguments, raw.stop_reason).map_err(CallError::Validation)?;
    let config = call.place.toolbox.safeguards().config_of(call.plan);
    let fillable: Vec<_> = call.plan.fillable(config.as_deref()).map(|field| &*field.name).collect();
    let awaited = |name: &str| fillable.contains(&name);
    let refused = refused(&call, session, &understood.tree, config.as_deref());
    call.function.check_tree(&understood.tree, &awaited, &refused).map_err(CallError::Validation)?;
    context.set_warnings(understood.warnings);
    let sent = understood.tree.to_json();
    if fillable.iter().any(|name| understood.tree.get(name).is_none()) {
        return Ok(Some(sent));
    }
    let whole = raw.clone().restored(sent);
    let context = CallContext::new(&whole, context.turn());
    let valid = validate::validate(collected(&call), session, &context)?;
    Ok(valid.received())
}

/// The parameters that the configuration fills and that were sent all the same, in words that are not the user's.
fn refused<'n>(
    call: &CollectCall<'_>,
    session: &Session,
    sent: &'n Node<'n>,
    config: Option<&PluginConfig>,
) -> Vec<(String, Node<'n>)> {
    let user = session.user();
    let nobody = Principal::default();
    let refused = |field: &FieldPlan| match sent.get(&field.name) {
        None | Some(Node::Null) => None,
        Some(value) if user.speakers().has_said(&nobody, value) => None,
        Some(value) => Some((field.name.to_string(), value.clone())),
    };
    call.plan.hidden(config).filter_map(refused).collect()
}
