//! The question about a write, stored before anybody sees it.

use std::collections::BTreeMap;
use std::future::Future;
use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use hpd_journal::__private::{QuestionInput, Rendered, random_id, render};
use hpd_journal::pending::{
    ApprovalBinding, CallState, Offer, PendingCall, PendingFilter, PendingId, PendingReason, PendingVerdict,
    Question,
};
use hpd_runtime::args::Caller;
use hpd_runtime::spec::Risk;

use super::delivery::{Delivery, equal_write};
use super::freeze::FrozenCall;
use super::offers::offers;
use super::weigh::Weighed;
use crate::call_error::{CallError, NotApproved};

/// Asks the user about a write. The same write that waits already is not asked about twice.
///
/// # Errors
///
/// Too many calls wait, or there is no store, no random bytes, nothing to ask with: nothing is approved then.
pub(super) async fn ask(
    call: &FrozenCall,
    delivery: &Delivery<'_>,
    weighed: &Weighed,
) -> Result<Question, CallError> {
    if let Some((row, question)) = waiting(call).await? {
        delivery.waits_as(&row).await?;
        return Ok(question);
    }
    let (row, question) = question_of(call, delivery.row.clone(), weighed, None).await?;
    insert(call, row).await?;
    Ok(question)
}

/// Stores a write that the host allows, so that it too runs once, and from its stored form.
///
/// # Errors
///
/// As for [`ask`].
pub(super) async fn store_allowed(
    call: &FrozenCall,
    id: PendingId,
    weighed: &Weighed,
) -> Result<PendingCall, CallError> {
    let row = row(call, id, weighed.risk, Vec::new(), PendingReason::Nothing, CallState::Approved);
    insert(call, row.clone()).await?;
    Ok(row)
}

/// A question that is asked again.
pub(super) struct AskedBefore<'a> {
    /// The row of the earlier question, which the new one replaces.
    pub(super) row: &'a PendingId,
    /// The reason, for the user.
    pub(super) why: &'a str,
}

/// The question about a write, with its row.
///
/// # Errors
///
/// There are no random bytes to ask with.
pub(super) async fn question_of(
    call: &FrozenCall,
    id: PendingId,
    weighed: &Weighed,
    before: Option<&AskedBefore<'_>>,
) -> Result<(PendingCall, Question), CallError> {
    let safeguards = call.toolbox.safeguards();
    let tool = call.tool();
    let equal = equal_write(call, before.map(|before| before.row)).await?;
    let note = with_caller(call, equal);
    let nonce = random_id(safeguards.random()).map_err(|error| call.not_asked(&error))?;
    let preview = safeguards.preview_of(call.index);
    let changes = match preview {
        Some(preview) => told(call, async { preview.changes(&call.arguments).await }).await.flatten(),
        None => None,
    };
    let shown = match preview.filter(|_| tool.has_previewed_names()) {
        Some(preview) => {
            told(call, async { preview.values(&call.arguments).await }).await.unwrap_or_default()
        }
        None => BTreeMap::new(),
    };
    let risk = weighed.risk;
    let offers = offers(call, weighed);
    let known: Vec<_> = call.known.iter().map(String::as_str).collect();
    let input = QuestionInput {
        pending_id: &id,
        nonce: &nonce,
        name: tool.name(),
        title: tool.trusted_title(),
        plugin: tool.plugin(),
        // A read that is asked about stakes little.
        risk: risk.unwrap_or(Risk::Low),
        arguments: &call.arguments,
        provenance: &call.provenance(),
        sensitive: &call.sensitive(),
        phrase: tool.confirm_phrase(),
        question: tool.question(),
        shown: &shown,
        changes: changes.as_deref(),
        offers: &offers,
        asked_again: before.map(|before| before.why),
        note: note.as_deref(),
        known: &known,
        random: safeguards.random(),
    };
    let Rendered { risk: shown, phrase, question } =
        render(&input).map_err(|error| call.not_asked(&error))?;
    let risk = risk.map(|risk| risk.max(shown)).or((shown > Risk::Low).then_some(shown));
    let text = serde_json::to_string(&question).map_err(|_| CallError::internal())?;
    let awaits = PendingReason::Approval { nonce, phrase, question: text };
    let offers = if question.offers().is_empty() { Vec::new() } else { offers };
    Ok((row(call, id, risk, offers, awaits, CallState::AwaitingApproval), question))
}

/// A fact beside the call, and that no model made it.
fn with_caller(call: &FrozenCall, note: Option<String>) -> Option<String> {
    if !call.sent.caller.as_ref().is_some_and(Caller::is_program) {
        return note;
    }
    Some(note.map_or_else(|| BY_PROGRAM.to_owned(), |note| format!("{note} {BY_PROGRAM}")))
}

const BY_PROGRAM: &str = "A program makes this call, which the assistant wrote.";

/// The preview's result; `None` if it panics.
async fn told<T>(call: &FrozenCall, asked: impl Future<Output = T>) -> Option<T> {
    let told = AssertUnwindSafe(asked).catch_unwind().await;
    if told.is_err() {
        tracing::error!(target: "hpd::call", tool = call.tool().id().as_str(), "a preview panicked");
    }
    told.ok()
}

/// The stored row of a write, with the digest of all inputs of the decision.
fn row(
    call: &FrozenCall,
    id: PendingId,
    risk: Option<Risk>,
    offers: Vec<Offer>,
    awaits: PendingReason,
    state: CallState,
) -> PendingCall {
    let safeguards = call.toolbox.safeguards();
    let created = safeguards.now();
    let row = PendingCall {
        id,
        owner: call.owner.clone(),
        sent: call.sent.clone(),
        tool: call.tool().id().clone(),
        frozen: call.frozen.clone(),
        binding: ApprovalBinding {
            fingerprint: call.fingerprint.clone(),
            risk,
            policy_version: safeguards.policy_version.clone(),
            offers,
            source_version: call.tool().source_version().map(str::to_owned),
            digest: String::new(),
        },
        awaits,
        state,
        created,
        expires: created.after(safeguards.approval_timeouts.of(risk.unwrap_or(Risk::Low))),
        tries: 0,
        verdict: None,
        decided_by: None,
        edited_by: call.edited_by.clone(),
        inputs: call.inputs.clone(),
        lease: None,
        outcome: None,
        notes: call.notes.clone(),
    };
    row.sealed(safeguards.keys.as_ref())
}

pub(super) fn new_id(call: &FrozenCall) -> Result<PendingId, CallError> {
    let id = random_id(call.toolbox.safeguards().random()).map_err(|error| call.not_asked(&error))?;
    Ok(PendingId::new(id))
}

/// # Errors
///
/// Too many calls wait, or the store failed.
pub(super) async fn insert(call: &FrozenCall, row: PendingCall) -> Result<(), CallError> {
    let safeguards = call.toolbox.safeguards();
    let max = safeguards.max_open;
    call.toolbox.note_asked(&row);
    let inserted = safeguards.store.insert(row, max).await;
    inserted.map_err(|error| NotApproved::not_stored(&call.sent.name, max, &error))
}

/// Takes back the row of a write whose place another delivery took.
pub(super) async fn withdraw(call: &FrozenCall, row: &PendingCall) -> CallError {
    let safeguards = call.toolbox.safeguards();
    // If storing fails, no caller claims the row, and it expires.
    let _ = safeguards.store.decide(&row.id, PendingVerdict::Cancelled, safeguards.now()).await;
    NotApproved::of_repeated(NotApproved::taken(&call.sent.name))
}

/// The question that waits about the same write, if there is one.
async fn waiting(call: &FrozenCall) -> Result<Option<(PendingId, Question)>, CallError> {
    let safeguards = call.toolbox.safeguards();
    let filter = PendingFilter::default()
        .session(call.owner.session.clone())
        .states(vec![CallState::AwaitingApproval]);
    let waiting = safeguards
        .store
        .list(&filter)
        .await
        .map_err(|error| NotApproved::not_asked(&call.sent.name, &error))?;
    let same = waiting.into_iter().find(|row| {
        row.tool == *call.tool().id()
            && row.owner == call.owner
            && row.frozen == call.frozen
            && row.inputs.inputs == call.inputs.inputs
            && row.sent.id == call.sent.id
            && row.expires > call.toolbox.now_for(row)
            // A question that was changed in the store is shown to no user.
            && row.digest_is_right(safeguards.keys.as_ref())
    });
    Ok(same.and_then(|row| Some((row.id.clone(), row.question()?))))
}
