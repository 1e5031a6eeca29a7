//! Collects the values of a call, from all sources.

use std::collections::BTreeMap;

use hpd_journal::__private::parse_trusted;
use hpd_journal::BoxFuture;
use hpd_journal::pending::PendingCall;
use hpd_reply::is_phone;
use hpd_runtime::args::{Node, Warning};
use hpd_runtime::values::Provenance;
use hpd_runtime::{CallContext, Principal, RawCall};

use super::super::desk::Caller;
use super::super::resolve::{CollectCall, collected};
use super::super::secrets::learn_collected;
use super::super::validate;
use super::super::write::owner;
use super::ask;
use crate::approval::QuestionChannel;
use crate::call_error::{CallError, RepeatedCall};
use crate::collect::{Confirmed, FieldPlan, Given, PluginConfig, Resolution, Sources, resolve};
use crate::outcome::OutcomeKind;
use crate::session::{Session, Tried};
use crate::toolbox::Toolbox;

/// The result of collecting values.
pub(in super::super) enum Collected {
    /// Everything is there.
    Ready(WholeCall),
    /// The user is asked.
    Asked { kind: OutcomeKind, warnings: Vec<Warning> },
}

/// A call with values from all sources.
pub(in super::super) struct WholeCall {
    pub(in super::super) call: RawCall,
    pub(in super::super) provenance: BTreeMap<String, Provenance>,
    pub(in super::super) warnings: Vec<Warning>,
}

impl WholeCall {
    /// The sources of the arguments, if not all of them are the model's.
    pub(in super::super) fn sources_beside_model(&self) -> Option<BTreeMap<String, Provenance>> {
        let is_beside = |source: &Provenance| {
            !matches!(source, Provenance::Model | Provenance::Mentioned | Provenance::Declared)
        };
        self.provenance.values().any(is_beside).then(|| self.provenance.clone())
    }
}

/// Looks up a call's values, or asks the user.
///
/// # Errors
///
/// A value is wrong, or the user could not be asked for the rest.
pub(in super::super) fn collect<'a>(
    call: &'a CollectCall<'_>,
    caller: Caller<'a>,
) -> BoxFuture<'a, Result<Collected, CallError>> {
    // Boxed here, so that the program has it once.
    Box::pin(collect_values(call, caller))
}

async fn collect_values(call: &CollectCall<'_>, caller: Caller<'_>) -> Result<Collected, CallError> {
    let Caller { session, turn, raw, .. } = caller;
    let toolbox = call.place.toolbox;
    let understood = match call.function.understand(&raw.arguments, raw.stop_reason) {
        Ok(understood) => understood,
        // The function looks at the text itself. Nothing of it could be confirmed.
        Err(_)
            if call.function.reads_anything() && !call.plan.fields.iter().any(FieldPlan::must_be_certain) =>
        {
            let (provenance, warnings) = (BTreeMap::new(), Vec::new());
            return Ok(Collected::Ready(WholeCall { call: raw.clone(), provenance, warnings }));
        }
        Err(error) => return Err(CallError::Validation(error)),
    };
    session.claim_statements(&turn.principal);
    let open = ask::open_questions(call, caller).await?;
    let resolution = find_values(call, caller, &open, understood.tree.into_owned()).await;
    let in_vain = check_found(call, caller, &resolution)?;
    let id = toolbox.at(call.place.index).id();
    if let Some(last) = session.user().speakers_mut().last_message(&turn.principal) {
        last.note_call(id);
    }
    let warnings = understood.warnings;
    if !resolution.missing.is_empty() || !resolution.uncertain.is_empty() {
        let kind = ask::ask(call, caller, resolution, in_vain).await?;
        return Ok(Collected::Asked { kind, warnings });
    }
    session.user().questions_mut().answered(id);
    if session.id().is_some() {
        let owner = owner(toolbox, session, &CallContext::new(raw, turn))?;
        ask::close_outdated(call, caller, &owner, None).await?;
    }
    let Resolution { arguments, provenance, .. } = resolution;
    let call = raw.clone().restored(arguments.to_json());
    Ok(Collected::Ready(WholeCall { call, provenance, warnings }))
}

/// Finds the value of each parameter, with its source. `sent` has the model's; `open` are the open questions about the
/// tool.
async fn find_values(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    open: &[PendingCall],
    sent: Node<'static>,
) -> Resolution {
    let safeguards = call.place.toolbox.safeguards();
    let config = safeguards.config_of(call.plan);
    let sources = Sources { profile: safeguards.profile.as_deref(), config: config.as_deref() };
    let principal = &caller.turn.principal;
    let tool = call.place.toolbox.at(call.place.index);
    let accepts = |name: &str, value: &Node<'_>| call.function.accepts(name, value);
    let finding = {
        // The user's values are read while this is built. Other sources are read without the lock.
        let mut user = caller.session.user();
        let speakers = user.speakers_mut();
        if let Some(last) = speakers.last_message(principal) {
            last.find_open(open);
        }
        let speakers = user.speakers();
        let heard = |values: &[(&str, &Node<'_>)]| speakers.heard(principal, tool.id(), values, is_phone);
        let mut confirmed = speakers.confirmed_by(principal);
        for row in open {
            confirm_given(&mut confirmed, row);
        }
        let given = Given { tool: tool.id(), heard: &heard, confirmed: &confirmed, supplied: call.supplied };
        resolve(call.plan, sources, principal, sent, given, &accepts)
    };
    let resolution = finding.await;
    learn_collected(call.place.toolbox, caller.session, tool, &resolution.arguments);
    if let Some(journal) = caller.journal {
        journal.hide(&resolution.arguments.to_json(), &tool.sensitive_parameters());
    }
    resolution
}

/// Keeps the values that the user gave for a call that still waits for others: they are asked for once.
fn confirm_given(confirmed: &mut Confirmed, row: &PendingCall) {
    let Ok(Node::Object(members)) = parse_trusted(&row.frozen.arguments) else { return };
    for (name, value) in members {
        if row.frozen.provenance.get(&*name) == Some(&Provenance::User) {
            confirmed.add(&row.tool, &name, &value);
        }
    }
}

/// Checks the values that were found. Whether the user is asked because the model did not find the rest within its
/// allowed calls.
///
/// # Errors
///
/// A value is wrong.
fn check_found(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    resolution: &Resolution,
) -> Result<bool, CallError> {
    let check = |asked_for: &[&str]| {
        let absent = |name: &str| asked_for.contains(&name);
        call.function
            .check_tree(&resolution.arguments, &absent, &resolution.refused)
            .map_err(CallError::Validation)
    };
    let Err(error) = check(&resolution.asked_for(call.plan)) else { return Ok(false) };
    // Nothing else may be wrong.
    if can_be_asked(caller)
        && is_in_vain(call.place.toolbox, caller.session, caller.raw, &error)
        && check(&resolution.all_missing(call.plan)).is_ok()
    {
        return Ok(true);
    }
    Err(error)
}

/// Asks the user for values that the model left out repeatedly, where nothing is looked up. `None` if it is too early,
/// or something else is wrong.
pub(super) async fn ask_for_missing(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    error: &CallError,
) -> Option<Result<OutcomeKind, CallError>> {
    if !can_be_asked(caller) || !is_in_vain(call.place.toolbox, caller.session, caller.raw, error) {
        return None;
    }
    match collect(call, caller).await {
        Ok(Collected::Asked { kind, .. }) => Some(Ok(kind)),
        // The known error describes the problem.
        Ok(Collected::Ready(_)) | Err(CallError::Validation(_)) => None,
        Err(error) => Some(Err(error)),
    }
}

/// Whether a question reaches the user. Otherwise the error is all that helps the model.
fn can_be_asked(caller: Caller<'_>) -> bool {
    QuestionChannel::of(caller.turn) != QuestionChannel::Nowhere
}

/// Whether the model has failed as often as it may, and values are missing.
fn is_in_vain(toolbox: &Toolbox, session: &Session, raw: &RawCall, error: &CallError) -> bool {
    let CallError::Validation(response) = error else { return false };
    let tries = session.tries();
    let is_repeated = tries.refusals(&raw.name) >= toolbox.safeguards().max_corrections
        || tries.failures(Tried::new(&raw.name, &raw.arguments), error.fingerprint()) + 1
            >= RepeatedCall::TOO_OFTEN;
    // The names are compared last: a first failure doesn't need them.
    is_repeated && response.missing_fields().next().is_some()
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
    let refused = refused(&call, session, context.principal(), &understood.tree, config.as_deref());
    call.function.check_tree(&understood.tree, &awaited, &refused).map_err(CallError::Validation)?;
    context.set_warnings(understood.warnings);
    let sent = understood.tree.to_json();
    if fillable.iter().any(|name| understood.tree.get(name).is_none()) {
        return Ok(Some(sent));
    }
    let whole = raw.clone().restored(sent);
    let context = CallContext::new(&whole, context.turn());
    let valid = validate::validate(collected(&call, &whole), session, &context)?;
    Ok(valid.received())
}

/// The parameters that the configuration fills and that were sent all the same, without a mention by the user.
fn refused<'n>(
    call: &CollectCall<'n>,
    session: &Session,
    principal: &Principal,
    sent: &'n Node<'n>,
    config: Option<&PluginConfig>,
) -> Vec<(String, Node<'n>)> {
    let value = |field: &'n FieldPlan| Some((&*field.name, sent.get(&field.name)?));
    let sent: Vec<_> = call.plan.fields.iter().filter_map(value).collect();
    let hidden: Vec<_> = call.plan.hidden(config).map(|field| &*field.name).collect();
    if !sent.iter().any(|(name, _)| hidden.contains(name)) {
        return Vec::new();
    }
    let mentioned = session.user().speakers().would_mention(principal, &sent);
    let refused = sent.iter().zip(mentioned).filter(|((name, value), is_mentioned)| {
        hidden.contains(name) && !is_mentioned && !matches!(value, Node::Null)
    });
    refused.map(|((name, value), _)| ((*name).to_owned(), (*value).clone())).collect()
}
