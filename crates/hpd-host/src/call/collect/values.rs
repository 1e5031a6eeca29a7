//! Several values of the user at once, with their types: from a form.

use hpd_journal::pending::{CallState, PendingCall, PendingId, PendingReason, PendingVerdict};
use hpd_runtime::Principal;
use hpd_runtime::args::Node;
use serde_json::{Map, Value};

use super::super::desk::Desk;
use super::inputs;
use super::reply::{Answer, Answering};
use super::waiting_input::WaitingInput;
use crate::approval::AnswerValuesError;
use crate::outcome::Outcome;

/// Takes the values of a form as the answer to a question: the call that continues with them.
///
/// # Errors
///
/// The question is not this user's open one, or does not take these values.
pub(in super::super) async fn answer_values<'t>(
    desk: Desk<'t>,
    id: &PendingId,
    values: &Map<String, Value>,
    principal: &Principal,
) -> Result<Answer<'t>, AnswerValuesError> {
    let row = find(desk, id, principal).await?;
    let waiting = WaitingInput::new(desk.toolbox, &row).ok_or(AnswerValuesError::NotFound)?;
    if waiting.is_for_inputs() {
        return answer_inputs(desk, &waiting, values).await;
    }
    let values = taken(&waiting, values)?;
    Answering(desk).take(&waiting, &[], values).await?.ok_or(AnswerValuesError::Closed)
}

/// Closes a question: the user gives no values, and the call is cancelled.
///
/// # Errors
///
/// The question is not this user's open one.
pub(in super::super) async fn decline_values(
    desk: Desk<'_>,
    id: &PendingId,
    principal: &Principal,
) -> Result<Outcome, AnswerValuesError> {
    let row = find(desk, id, principal).await?;
    let waiting = WaitingInput::new(desk.toolbox, &row).ok_or(AnswerValuesError::NotFound)?;
    Answering(desk).cancelled(&waiting).await?.ok_or(AnswerValuesError::Closed)
}

/// The same for inputs that the function asked for.
async fn answer_inputs<'t>(
    desk: Desk<'t>,
    waiting: &WaitingInput<'t, '_>,
    values: &Map<String, Value>,
) -> Result<Answer<'t>, AnswerValuesError> {
    if !waiting.is_same_function() {
        Answering(desk).close(waiting, PendingVerdict::Cancelled).await?;
        return Err(AnswerValuesError::Changed);
    }
    let values =
        values.iter().map(|(key, value)| (key.clone(), Node::from_value(value).into_owned())).collect();
    inputs::check_form(waiting.row, &values)?;
    Answering(desk).take(waiting, &[], values).await?.ok_or(AnswerValuesError::Closed)
}

/// The user's open question.
async fn find(
    desk: Desk<'_>,
    id: &PendingId,
    principal: &Principal,
) -> Result<PendingCall, AnswerValuesError> {
    let safeguards = desk.toolbox.safeguards();
    let row = safeguards.store.get(id).await?.ok_or(AnswerValuesError::NotFound)?;
    let is_users = desk.session.id() == Some(&row.owner.session) && row.owner.principal == *principal;
    // A call that was changed in the store is none of the user's.
    if !is_users || !matches!(row.awaits, PendingReason::Input { .. }) {
        return Err(AnswerValuesError::NotFound);
    }
    if desk.toolbox.waits_elsewhere(&row) {
        return Err(AnswerValuesError::ElsewhereOnly);
    }
    if !row.digest_is_right(safeguards.keys.as_ref()) {
        return Err(AnswerValuesError::NotFound);
    }
    if row.state != CallState::NeedsInput || row.expires <= desk.toolbox.now_for(&row) {
        return Err(AnswerValuesError::Closed);
    }
    Ok(row)
}

/// The values, each one as its parameter takes it.
///
/// # Errors
///
/// A name is not declared, or parameters do not take their values: all errors.
fn taken(
    waiting: &WaitingInput<'_, '_>,
    values: &Map<String, Value>,
) -> Result<Vec<(String, Node<'static>)>, AnswerValuesError> {
    let mut taken = Vec::with_capacity(values.len());
    let mut refused = None;
    for (name, value) in values {
        if waiting.field(name).is_none() {
            return Err(AnswerValuesError::UnknownName { name: name.clone() });
        }
        let value = Node::from_value(value).into_owned();
        if !waiting.call.function.accepts(name, &value) {
            refused.get_or_insert(name);
        }
        taken.push((name.clone(), value));
    }
    let Some(name) = refused else { return Ok(taken) };
    // The function says what it expects. Of values that it was not given, it says nothing.
    let given = taken.into_iter().map(|(name, value)| (name.into(), value)).collect();
    match waiting.call.function.check_tree(&Node::Object(given), &|_| true, &[]) {
        Err(found) => Err(AnswerValuesError::Invalid { errors: found.errors }),
        Ok(()) => Err(AnswerValuesError::Refused { name: name.clone() }),
    }
}
