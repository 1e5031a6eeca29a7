//! The question about values that are missing or uncertain, stored before anybody sees it.

use hpd_runtime::{AskRequest, CallContext};

use super::super::NotApproved;
use super::super::error::CallError;
use super::super::write::owner;
use super::gather::{Caller, CollectCall};
use crate::approval::{
    Awaits, CallState, Frozen, Guarded, Owner, PendingCall, PendingFilter, PendingId, SentCall, StoreError,
    Verdict, canonical_json, schema_hash,
};
use crate::collect::{AskUser, Missing, Resolution};
use crate::outcome::OutcomeKind;
use crate::system::random_id;
use crate::toolbox::Safeguards;

/// Asks the user for what is missing or uncertain.
///
/// # Errors
///
/// Too many calls wait already, or the question can't be stored.
pub(super) async fn ask(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    resolution: Resolution,
) -> Result<OutcomeKind, CallError> {
    let toolbox = call.place.toolbox;
    let safeguards = toolbox.safeguards();
    let name = &*caller.raw.name;
    let not_asked = |cause: &dyn std::fmt::Display| NotApproved::not_asked(name, cause);
    let owner = owner(toolbox, caller.session, &CallContext::new(caller.raw, caller.turn))?;
    let id = PendingId::new(random_id(safeguards.random()).map_err(|error| not_asked(&error))?);
    let config = safeguards.config_of(call.plan);
    let unlisted: Vec<_> = call.plan.hidden(config.as_deref()).map(|field| &*field.name).collect();
    let question = AskUser::new(call.plan, &resolution, &unlisted, Some(id.clone()));
    if !question.shows_whole_values() {
        // Nothing could be confirmed that was not shown: the user says the values to the model.
        let question = AskUser::new(call.plan, &resolution, &unlisted, None);
        return Ok(OutcomeKind::AskUser(Box::new(question)));
    }
    let row = row(call, caller, owner, id, resolution, question.question())?;
    store(call, caller, row).await?;
    Ok(OutcomeKind::AskUser(Box::new(question)))
}

/// Asks the user what a function wants to know that was called and did not run.
///
/// # Errors
///
/// As for [`ask`].
pub(in super::super) async fn ask_for_function(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    request: &AskRequest,
) -> Result<OutcomeKind, CallError> {
    let safeguards = call.place.toolbox.safeguards();
    let raw = caller.raw;
    let not_asked = |cause: &dyn std::fmt::Display| NotApproved::not_asked(&raw.name, cause);
    let owner = owner(call.place.toolbox, caller.session, &CallContext::new(raw, caller.turn))?;
    let id = PendingId::new(random_id(safeguards.random()).map_err(|error| not_asked(&error))?);
    let understood = call.function.understand(&raw.arguments, raw.stop_reason);
    let arguments = understood.map_err(CallError::Validation)?.tree.into_owned();
    let fields = call.plan.fields.iter().enumerate();
    let missing = fields.filter(|(_, field)| request.missing.iter().any(|name| *name == *field.name));
    let missing = missing.map(|(field, _)| Missing { field, ..Missing::default() }).collect();
    let resolution = Resolution::lacking(arguments, missing);
    let question = AskUser::from_function(call.plan, &request.question, &request.missing, Some(id.clone()));
    let row = row(call, caller, owner, id, resolution, question.question())?;
    store(call, caller, row).await?;
    Ok(OutcomeKind::AskUser(Box::new(question)))
}

async fn store(call: &CollectCall<'_>, caller: Caller<'_>, row: PendingCall) -> Result<(), CallError> {
    let safeguards = call.place.toolbox.safeguards();
    let name = &*caller.raw.name;
    replace_outdated(safeguards, caller, &row).await.map_err(|error| NotApproved::no_store(name, &error))?;
    let most = safeguards.most_open;
    let inserted = safeguards.store.insert(row, most).await;
    inserted.map_err(|error| NotApproved::not_stored(name, most, &error))
}

/// What is stored of the call.
fn row(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    owner: Owner,
    id: PendingId,
    resolution: Resolution,
    question: &str,
) -> Result<PendingCall, CallError> {
    let safeguards = call.place.toolbox.safeguards();
    let tool = call.place.toolbox.at(call.place.index);
    let named = |field: usize| call.plan.fields.get(field).map(|field| field.name.to_string());
    let missing = resolution.missing.iter().filter_map(|missing| named(missing.field)).collect();
    let uncertain = resolution.uncertain.iter().filter_map(|uncertain| named(uncertain.field)).collect();
    let arguments = canonical_json(&resolution.arguments).map_err(|_| CallError::internal())?;
    let created = safeguards.now();
    let row = PendingCall {
        id,
        owner,
        sent: SentCall {
            id: caller.raw.id.to_string(),
            name: caller.raw.name.to_string(),
            arguments: caller.raw.raw_text().to_string(),
        },
        tool: tool.id().clone(),
        frozen: Frozen { arguments, provenance: resolution.provenance },
        guarded: Guarded {
            schema_hash: schema_hash(tool.input_schema()),
            risk: tool.risk(),
            policy_version: safeguards.policy_version.clone(),
            digest: String::new(),
        },
        awaits: Awaits::Input { missing, uncertain, question: question.to_owned() },
        state: CallState::NeedsInput,
        created,
        expires: created.after(safeguards.answer_time.input),
        tries: 0,
        verdict: None,
        lease: None,
        outcome: None,
    };
    Ok(row.sealed())
}

/// A question from before the user's last message is not open any more when the same tool is called anew: the model has read
/// that message, and this call is what came of it.
async fn replace_outdated(
    safeguards: &Safeguards,
    caller: Caller<'_>,
    row: &PendingCall,
) -> Result<(), StoreError> {
    let Some(last_message) = caller.session.user().last_message() else { return Ok(()) };
    let filter =
        PendingFilter { session: Some(row.owner.session.clone()), states: vec![CallState::NeedsInput] };
    for open in safeguards.store.list(&filter).await? {
        if open.tool == row.tool && open.created < last_message {
            let by = Some(row.id.clone());
            safeguards.store.decide(&open.id, Verdict::Replaced { by }, row.created).await?;
        }
    }
    Ok(())
}
