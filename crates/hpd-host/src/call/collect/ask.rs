//! The question about values that are missing or uncertain, stored before anybody sees it.

use hpd_journal::__private::canonical_json;
use hpd_journal::__private::random_id;
use hpd_journal::pending::{
    ApprovalBinding, CallState, FrozenArguments, FunctionInput, Owner, PendingCall, PendingFilter, PendingId,
    PendingReason, PendingVerdict, SentCall, StoreError,
};
use hpd_journal::{BoxFuture, KeyRing};
use hpd_runtime::CallContext;
use hpd_runtime::output::AskRequest;

use super::super::desk::Caller;
use super::super::resolve::CollectCall;
use super::super::write::{inputs_of, notes, owner};
use super::inputs::{check_request, shown_inputs};
use crate::approval::QuestionChannel;
use crate::call_error::{CallError, NotApproved};
use crate::collect::{AskUser, FailedField, FieldPlan, Form, Missing, Resolution};
use crate::outcome::OutcomeKind;

/// Asks the user for missing or uncertain values. `is_in_vain`: the model did not find them within its allowed calls.
///
/// # Errors
///
/// Too many calls are pending already, or the question can't be stored.
pub(super) async fn ask(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    resolution: Resolution,
    is_in_vain: bool,
) -> Result<OutcomeKind, CallError> {
    let toolbox = call.place.toolbox;
    let safeguards = toolbox.safeguards();
    let name = &*caller.raw.name;
    let not_asked = |cause: &dyn std::error::Error| NotApproved::not_asked(name, cause);
    let channel = QuestionChannel::of(caller.turn);
    if channel == QuestionChannel::Nowhere {
        return Err(nobody_to_ask(call, name, &resolution));
    }
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
    let tool = toolbox.at(call.place.index);
    let question = if is_in_vain && tool.is_write() && resolution.uncertain.is_empty() {
        let missing: Vec<_> =
            question.missing().iter().map(|name| FailedField { name, is_missing: true }).collect();
        AskUser::after_retries(call.plan, tool.trusted_title(), &missing, Some(id.clone()))
    } else {
        question
    };
    let question = in_form(call, caller, question)?;
    let row = row(call, caller, owner, id, resolution, question.question())?;
    store(call, caller, row, question).await
}

/// The error of a call whose values nobody can be asked for.
fn nobody_to_ask(call: &CollectCall<'_>, name: &str, resolution: &Resolution) -> CallError {
    let field = |at: usize| call.plan.fields.get(at);
    let missing = resolution.missing.iter().filter_map(|missing| field(missing.field));
    let (certain, missing): (Vec<_>, Vec<_>) = missing.partition(|field| field.must_be_certain());
    let uncertain = resolution.uncertain.iter().filter_map(|uncertain| field(uncertain.field));
    let missing: Vec<_> = missing.into_iter().map(|field| &*field.name).collect();
    let certain: Vec<_> = certain.into_iter().chain(uncertain).map(|field| &*field.name).collect();
    NotApproved::nobody_to_ask(name, &missing, &certain)
}

/// The error of a function that asks where nobody can be asked. `None` if the user can.
fn unasked(call: &CollectCall<'_>, caller: Caller<'_>, question: &AskUser) -> Option<CallError> {
    if QuestionChannel::of(caller.turn) != QuestionChannel::Nowhere {
        return None;
    }
    let name = &*caller.raw.name;
    let field = |name: &&str| call.plan.fields.iter().find(|field| *field.name == **name);
    let missing: Vec<_> = question.missing().iter().map(String::as_str).collect();
    let is_certain = |name: &&str| field(name).is_some_and(FieldPlan::must_be_certain);
    let (certain, others): (Vec<_>, Vec<_>) = missing.into_iter().partition(is_certain);
    let has_names = !certain.is_empty() || !others.is_empty();
    Some(if has_names {
        NotApproved::nobody_to_ask(name, &others, &certain)
    } else {
        NotApproved::nobody_to_answer(name, question.question())
    })
}

/// A question in the form for the time that it is put.
///
/// # Errors
///
/// It was put often enough.
fn in_form(call: &CollectCall<'_>, caller: Caller<'_>, question: AskUser) -> Result<AskUser, CallError> {
    let tool = call.place.toolbox.at(call.place.index).id();
    let times = caller.session.user().questions_mut().put(tool, question.question());
    let form = Form::of_time(times).ok_or_else(|| NotApproved::asked_in_vain(&caller.raw.name))?;
    let place = QuestionChannel::of(caller.turn).place();
    Ok(question.in_form(form).answered_at(call.plan, place))
}

/// Asks the user on behalf of a function that did not run. `context` is that of its call, with all its values.
///
/// # Errors
///
/// As for [`ask`].
pub(super) async fn ask_for_function(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    context: &CallContext<'_>,
    request: &AskRequest,
) -> Result<OutcomeKind, CallError> {
    if !request.inputs.is_empty() {
        return ask_for_inputs(call, caller, context, request).await;
    }
    let safeguards = call.place.toolbox.safeguards();
    let raw = caller.raw;
    let not_asked = |cause: &dyn std::error::Error| NotApproved::not_asked(&raw.name, cause);
    let owner = owner(call.place.toolbox, caller.session, &CallContext::new(raw, caller.turn))?;
    let id = PendingId::new(random_id(safeguards.random()).map_err(|error| not_asked(&error))?);
    let understood = call.function.understand(&context.call().arguments, raw.stop_reason);
    let arguments = understood.map_err(CallError::Validation)?.tree.into_owned();
    let fields = call.plan.fields.iter().enumerate();
    let missing = fields.filter(|(_, field)| request.missing.iter().any(|name| *name == *field.name));
    let missing = missing.map(|(field, _)| Missing { field, ..Missing::default() }).collect();
    let resolution = Resolution::lacking(arguments, context, missing);
    let question = AskUser::from_function(call.plan, &request.question, &request.missing, Some(id.clone()));
    if let Some(error) = unasked(call, caller, &question) {
        return Err(error);
    }
    let question = in_form(call, caller, question)?;
    let mut row = row(call, caller, owner, id, resolution, question.question())?;
    row.notes.asked_by_function = true;
    store(call, caller, row, question).await
}

/// Asks the user for inputs on behalf of a function that did not run: the call waits with its arguments as they are.
async fn ask_for_inputs(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    context: &CallContext<'_>,
    request: &AskRequest,
) -> Result<OutcomeKind, CallError> {
    let safeguards = call.place.toolbox.safeguards();
    let raw = caller.raw;
    let not_asked = |cause: &dyn std::error::Error| NotApproved::not_asked(&raw.name, cause);
    for input in &request.inputs {
        check_request(call.plan, input).map_err(|error| CallError::Function(Box::new(error)))?;
    }
    let owner = owner(call.place.toolbox, caller.session, &CallContext::new(raw, caller.turn))?;
    let id = PendingId::new(random_id(safeguards.random()).map_err(|error| not_asked(&error))?);
    let understood = call.function.understand(&context.call().arguments, raw.stop_reason);
    let arguments = understood.map_err(CallError::Validation)?.tree.into_owned();
    let resolution = Resolution::lacking(arguments, context, Vec::new());
    let question =
        AskUser::for_inputs(call.plan, shown_inputs(caller.session, &request.inputs), Some(id.clone()));
    if let Some(error) = unasked(call, caller, &question) {
        return Err(error);
    }
    let question = in_form(call, caller, question)?;
    let mut row = row(call, caller, owner, id, resolution, question.question())?;
    row.notes.asked_by_function = true;
    *row.inputs = inputs_of(context);
    row.inputs.inputs.retain(|input| !request.inputs.iter().any(|asked| asked.key == input.key));
    let open = request.inputs.iter().map(|input| FunctionInput::open(&*input.key, input.request.clone()));
    row.inputs.inputs.extend(open);
    if let PendingReason::Input { missing, .. } = &mut row.awaits {
        missing.extend(request.inputs.iter().map(|input| input.key.clone()));
    }
    let row = row.sealed(safeguards.keys.as_ref());
    store(call, caller, row, question).await
}

/// Stores a question; one that waits already is not asked twice.
async fn store(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    row: PendingCall,
    question: AskUser,
) -> Result<OutcomeKind, CallError> {
    let safeguards = call.place.toolbox.safeguards();
    let name = &*caller.raw.name;
    let open = close_outdated(call, caller, &row.owner, Some(&row.id)).await?;
    let keys = safeguards.keys.as_ref();
    let is_open = |open: &PendingCall| open.expires > call.place.toolbox.now_for(open);
    let same = open.into_iter().find(|open| is_open(open) && is_same_question(open, &row, keys));
    if let Some(same) = same {
        return Ok(OutcomeKind::AskUser(Box::new(question.with_pending(same.id))));
    }
    let max = safeguards.max_open;
    caller.session.note_question(&row.id);
    call.place.toolbox.note_asked(&row);
    let inserted = safeguards.store.insert(row, max).await;
    inserted.map_err(|error| NotApproved::not_stored(name, max, &error))?;
    // The stored row already recorded the pending call in the journal.
    if let Some(journal) = caller.journal {
        journal.note_recorded();
    }
    Ok(OutcomeKind::AskUser(Box::new(question)))
}

/// Whether both ask the same about the same call: a model that does not wait for the answer causes no second question.
fn is_same_question(open: &PendingCall, row: &PendingCall, keys: Option<&KeyRing>) -> bool {
    open.frozen == row.frozen
        && open.inputs.inputs == row.inputs.inputs
        && open.awaits == row.awaits
        && open.binding.fingerprint == row.binding.fingerprint
        && open.digest_is_right(keys)
}

/// The stored row of the call.
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
    let context = CallContext::new(caller.raw, caller.turn);
    let notes = notes(tool, Some(call.plan), &resolution.provenance, &context, caller.journal);
    let row = PendingCall {
        id,
        owner,
        sent: SentCall {
            id: caller.raw.id.to_string(),
            name: caller.raw.name.to_string(),
            arguments: caller.raw.raw_text().to_string(),
            caller: caller.raw.caller().cloned(),
        },
        tool: tool.id().clone(),
        frozen: FrozenArguments { arguments, provenance: resolution.provenance },
        notes,
        binding: ApprovalBinding {
            fingerprint: tool.fingerprint(),
            risk: tool.risk(),
            policy_version: safeguards.policy_version.clone(),
            offers: Vec::new(),
            source_version: tool.source_version().map(str::to_owned),
            digest: String::new(),
        },
        awaits: PendingReason::Input { missing, uncertain, question: question.to_owned() },
        state: CallState::NeedsInput,
        created,
        expires: created.after(safeguards.approval_timeouts.input),
        tries: 0,
        verdict: None,
        decided_by: None,
        edited_by: Vec::new(),
        inputs: Box::default(),
        lease: None,
        outcome: None,
    };
    Ok(row.sealed(safeguards.keys.as_ref()))
}

/// The open questions about values of a tool.
///
/// # Errors
///
/// The store failed.
pub(super) async fn open_questions(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
) -> Result<Vec<PendingCall>, CallError> {
    let Some(id) = caller.session.id().filter(|_| caller.session.may_have_questions()) else {
        return Ok(Vec::new());
    };
    let safeguards = call.place.toolbox.safeguards();
    let owner = Owner { session: id.to_owned(), principal: caller.turn.principal.clone() };
    let tool = call.place.toolbox.at(call.place.index).id();
    let filter = PendingFilter::default().session(owner.session.clone()).states(vec![CallState::NeedsInput]);
    let no_store = |error: StoreError| NotApproved::not_asked(&caller.raw.name, &error);
    let mut open = safeguards.store.list(&filter).await.map_err(no_store)?;
    // A call that was changed in the store is none of the user's.
    open.retain(|row| {
        row.tool == *tool
            && row.owner == owner
            && row.expires > call.place.toolbox.now_for(row)
            && row.digest_is_right(safeguards.keys.as_ref())
    });
    Ok(open)
}

/// Closes a tool's questions from before the user's last message, when the tool is called again: the model has read
/// that message. An open question could turn an answer to something else into a second call. `by` is the replacing
/// question. Returns the tool's open questions.
///
/// # Errors
///
/// The store failed.
pub(super) fn close_outdated<'a>(
    call: &'a CollectCall<'_>,
    caller: Caller<'a>,
    owner: &'a Owner,
    by: Option<&'a PendingId>,
) -> BoxFuture<'a, Result<Vec<PendingCall>, CallError>> {
    // Boxed here, so that the program has it once.
    Box::pin(close_old(call, caller, owner, by))
}

async fn close_old(
    call: &CollectCall<'_>,
    caller: Caller<'_>,
    owner: &Owner,
    by: Option<&PendingId>,
) -> Result<Vec<PendingCall>, CallError> {
    let safeguards = call.place.toolbox.safeguards();
    let tool = call.place.toolbox.at(call.place.index).id();
    let filter = PendingFilter::default().session(owner.session.clone()).states(vec![CallState::NeedsInput]);
    let no_store = |error: StoreError| NotApproved::not_asked(&caller.raw.name, &error);
    let new = caller.session.user().questions().since_last_message();
    let mut open = safeguards.store.list(&filter).await.map_err(no_store)?;
    if open.is_empty() {
        caller.session.note_no_questions();
    }
    open.retain(|open| open.tool == *tool && open.owner == *owner);
    let Some(new) = new else { return Ok(open) };
    let (open, outdated): (Vec<_>, Vec<_>) = open.into_iter().partition(|open| new.contains(&open.id));
    for outdated in outdated {
        let verdict = PendingVerdict::Replaced { by: by.cloned() };
        safeguards.store.decide(&outdated.id, verdict, safeguards.now()).await.map_err(no_store)?;
    }
    Ok(open)
}

/// Closes the questions that a call answered, of a function that looks nothing up and asks the user itself. It ran:
/// that a question could not be closed does not undo it.
#[cold]
pub(super) async fn close_answered(call: &CollectCall<'_>, caller: Caller<'_>) {
    let tool = call.place.toolbox.at(call.place.index).id();
    // A function without parameters has no question about values, unless it asked one itself.
    let can_ask = !call.plan.fields.is_empty() || caller.session.user().questions().is_put(tool);
    if !can_ask || caller.session.has_unread_questions() {
        return;
    }
    let context = CallContext::new(caller.raw, caller.turn);
    let closed = match owner(call.place.toolbox, caller.session, &context) {
        Ok(owner) => close_outdated(call, caller, &owner, None).await.map(drop),
        Err(error) => Err(error),
    };
    if let Err(error) = closed {
        caller.session.note_unread_questions();
        let tool = tool.as_str();
        tracing::warn!(target: "hpd::call", { tool, %error }, "an answered question stays open");
    }
}
