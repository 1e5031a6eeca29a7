//! Steps of pending calls in a journal: the row, the events and the answer. Pure functions, the same for all databases.
//! A journal reads a step's input and writes its output in one transaction.

use serde_json::Value;

use crate::events::{
    AskUserEvent, DecisionEvent, Event, McqEvent, NewEvent, ResultStatus, ToolResultEvent, ToolRetryEvent,
    ToolStartedEvent, ValidationStatus, WriteValidationEvent, id_to_keep, text_or_json,
};
use crate::pending::{
    CallState, Decided, DecidedBy, InsertError, PendingCall, PendingReason, PendingVerdict, StoredOutcome,
};
use crate::system::Timestamp;

/// The output of a step.
#[derive(Debug)]
pub(crate) struct Transition<T> {
    /// The call as it is to be written; `None` if nothing changes.
    pub(crate) write: Option<PendingCall>,
    /// The events of the step.
    pub(crate) events: Vec<NewEvent>,
    /// The answer for the caller.
    pub(crate) answer: T,
}

impl<T> Transition<T> {
    const fn nothing(answer: T) -> Self {
        Self { write: None, events: Vec::new(), answer }
    }
}

/// Adds a call in its [storable form](super::sensitive_values::SensitiveValues::separate), with its events. `exists` is whether its id is
/// taken. `open` counts the open calls of its session. Calls past their time do not count: they [end](expire) first, in
/// the same transaction.
///
/// # Errors
///
/// It is not added.
pub(crate) fn insert(
    call: PendingCall,
    exists: bool,
    open: usize,
    max_open: usize,
) -> Result<Transition<()>, InsertError> {
    if !call.is_new() {
        return Err(InsertError::NotNew);
    }
    if exists {
        return Err(InsertError::Exists);
    }
    if open >= max_open {
        return Err(InsertError::TooMany);
    }
    let events = told_of_new(&call);
    Ok(Transition { write: Some(call), events, answer: () })
}

/// The program decides about a call.
pub(crate) fn decide(
    call: Option<PendingCall>,
    verdict: PendingVerdict,
    now: Timestamp,
) -> Transition<Decided> {
    decide_by(call, verdict, None, now)
}

/// A person decides about a call, or the program.
pub(crate) fn decide_by(
    call: Option<PendingCall>,
    verdict: PendingVerdict,
    by: Option<DecidedBy>,
    now: Timestamp,
) -> Transition<Decided> {
    let Some(before) = call else { return Transition::nothing(Decided::Missing) };
    let word = verdict.as_str();
    let answer = before.clone().with_verdict(verdict, by.clone(), now);
    let Some(after) = answer.call().filter(|after| **after != before) else {
        return Transition::nothing(answer);
    };
    let events = match answer {
        Decided::Done(_) => told_of_decision(&before, after, (word, by), now),
        _ => told_of_end(&before, after, now),
    };
    Transition { write: Some(after.clone()), events, answer }
}

/// A call is taken to run.
pub(crate) fn claim(
    call: Option<PendingCall>,
    now: Timestamp,
    lease: Timestamp,
) -> Transition<Option<PendingCall>> {
    let Some(before) = call else { return Transition::nothing(None) };
    let mut after = before.clone();
    if after.claim(now, lease) {
        let event = Event::ToolStarted(ToolStartedEvent {
            tool: after.sent.name.clone(),
            pending_id: after.id.clone(),
        });
        let events = vec![after.told(now, event)];
        return Transition { write: Some(after.clone()), events, answer: Some(after) };
    }
    if after == before {
        return Transition::nothing(None);
    }
    Transition { events: told_of_end(&before, &after, now), write: Some(after), answer: None }
}

/// A call that runs has ended.
pub(crate) fn finish(
    call: Option<PendingCall>,
    state: CallState,
    outcome: StoredOutcome,
    now: Timestamp,
) -> Transition<bool> {
    let Some(before) = call else { return Transition::nothing(false) };
    let mut after = before.clone();
    if !after.finish(state, outcome) {
        return Transition::nothing(false);
    }
    let events = told_of_attempts(&after, now).into_iter().chain(told_of_end(&before, &after, now)).collect();
    Transition { events, write: Some(after), answer: true }
}

/// That the function was attempted more than once.
fn told_of_attempts(call: &PendingCall, now: Timestamp) -> Option<NewEvent> {
    let attempt = call.outcome.as_ref()?.notes.attempts;
    let event = ToolRetryEvent::of_function(&call.sent.name, attempt)?;
    Some(call.told(now, Event::ToolRetry(event)))
}

/// A call ends if its time is over; the answer is the call as it is then.
pub(crate) fn expire(before: &PendingCall, now: Timestamp) -> Option<Transition<PendingCall>> {
    let mut after = before.clone();
    after.end_if_over(now).then(|| Transition {
        events: told_of_end(before, &after, now),
        write: Some(after.clone()),
        answer: after,
    })
}

/// The result of the check of an added write.
fn told_of_check(call: &PendingCall) -> Option<WriteValidationEvent> {
    let checked = match &call.awaits {
        _ if !call.notes.is_write => return None,
        // The check passed before the function asked.
        PendingReason::Input { .. } if call.notes.asked_by_function => return None,
        PendingReason::Input { missing, uncertain, .. } => {
            let uncertain = uncertain.iter().map(String::as_str);
            WriteValidationEvent::asking(call.sent.name.clone(), missing, uncertain)
        }
        PendingReason::Nothing | PendingReason::Approval { .. } => {
            WriteValidationEvent::passed(call.sent.name.clone(), call.notes.fields.clone())
        }
    };
    Some(WriteValidationEvent { duration_ms: call.notes.checked_in_us.map(millis), ..checked })
}

/// The events of an added call: the result of its check, if it writes, and the question to the user.
fn told_of_new(call: &PendingCall) -> Vec<NewEvent> {
    let at = call.created;
    let checked = told_of_check(call).map(|checked| call.told(at, Event::WriteValidation(checked)));
    let mut events: Vec<_> = checked.into_iter().collect();
    match &call.awaits {
        PendingReason::Nothing => {}
        PendingReason::Input { missing, uncertain, question } => {
            let event = AskUserEvent {
                tool: call.sent.name.clone(),
                pending_id: Some(call.id.clone()),
                question: question.clone(),
                missing: missing.clone(),
                uncertain: uncertain.clone(),
            };
            events.push(call.told(at, Event::AskUser(event)));
        }
        PendingReason::Approval { .. } => {
            let mcq = call.question().map(|question| question.to_mcq());
            if let Some(Value::Object(data)) = mcq.and_then(|mut mcq| mcq.get_mut("data").map(Value::take)) {
                events.push(call.told(at, Event::Mcq(McqEvent(data))));
            }
        }
    }
    events
}

fn told_of_decision(
    before: &PendingCall,
    after: &PendingCall,
    (verdict, by): (&str, Option<DecidedBy>),
    now: Timestamp,
) -> Vec<NewEvent> {
    let mut events = vec![told_verdict(after, verdict, by, now)];
    // A replaced call has a successor, whose end is recorded there.
    if !matches!(after.verdict, Some(PendingVerdict::Replaced { .. })) {
        events.extend(told_of_end(before, after, now));
    }
    events
}

fn told_verdict(call: &PendingCall, verdict: &str, by: Option<DecidedBy>, now: Timestamp) -> NewEvent {
    let event = DecisionEvent {
        tool: call.sent.name.clone(),
        pending_id: call.id.clone(),
        verdict: verdict.to_owned(),
        state: call.state,
        tries: call.tries,
        decided_by: by,
    };
    call.told(now, Event::Decision(event))
}

/// The result event of a call in a final state. A question for values has none: the call continues as another one, or
/// is given up. Only its expiry is recorded.
fn told_of_end(before: &PendingCall, after: &PendingCall, now: Timestamp) -> Vec<NewEvent> {
    let Some(status) = ResultStatus::of(after.state) else { return Vec::new() };
    if before.state == CallState::NeedsInput {
        let expired = (after.state == CallState::Expired).then(|| told_verdict(after, "expired", None, now));
        return expired.into_iter().collect();
    }
    let outcome = after.outcome.as_ref();
    let said = outcome.map(|outcome| text_or_json(&outcome.text));
    let (result, error) = match outcome {
        Some(outcome) if outcome.is_error => (None, said),
        _ => (said, None),
    };
    let notes = outcome.map(|outcome| &outcome.notes);
    let event = ToolResultEvent {
        tool: after.sent.name.clone(),
        success: status == ResultStatus::Ok,
        status,
        is_write: after.notes.is_write,
        result,
        error,
        error_type: notes.and_then(|notes| notes.error_type.clone()),
        error_codes: Vec::new(),
        validation_status: after.notes.is_write.then_some(ValidationStatus::Passed),
        fields_checked: after.notes.fields.clone(),
        warnings: after.notes.warnings.clone(),
        attempts: notes.map_or(0, |notes| notes.attempts),
        duration_ms: notes.and_then(|notes| notes.took_us).map(millis),
        pending_id: Some(after.id.clone()),
    };
    vec![after.told(now, Event::ToolResult(event))]
}

impl ResultStatus {
    /// The result of a call in this state; `None` if it did not end.
    #[doc(hidden)]
    pub const fn of(state: CallState) -> Option<Self> {
        Some(match state {
            CallState::Succeeded => Self::Ok,
            CallState::Failed => Self::Error,
            CallState::Unknown => Self::Unknown,
            CallState::Rejected => Self::Rejected,
            CallState::Cancelled => Self::Cancelled,
            CallState::Expired => Self::Expired,
            CallState::Blocked => Self::Blocked,
            CallState::Proposed
            | CallState::NeedsInput
            | CallState::AwaitingApproval
            | CallState::Approved
            | CallState::Executing => return None,
        })
    }
}

impl PendingVerdict {
    /// The word for the verdict in events, for example `wrong_phrase`.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::WrongPhrase => "wrong_phrase",
            Self::Cancelled => "cancelled",
            Self::Replaced { .. } => "replaced",
            Self::Blocked => "blocked",
        }
    }
}

impl PendingCall {
    /// An event of this call.
    fn told(&self, at: Timestamp, event: Event) -> NewEvent {
        NewEvent {
            session: self.owner.session.clone(),
            turn: self.notes.turn.clone(),
            call_id: Some(id_to_keep(&self.sent.id)),
            principal: self.owner.principal.id.clone(),
            tenant: self.owner.principal.tenant.clone(),
            at,
            event,
        }
    }
}

/// Microseconds as milliseconds.
#[expect(clippy::cast_precision_loss, reason = "times of calls are far from 2^52 microseconds")]
pub fn millis(micros: u64) -> f64 {
    micros as f64 / 1_000.0
}

/// The output of one transaction.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    /// Calls, each with the moment of its step.
    pub(crate) calls: Vec<(PendingCall, Timestamp)>,
    /// The events, in this order.
    pub(crate) events: Vec<NewEvent>,
}

impl Writes {
    /// Adds a step taken at this moment. Returns the answer for the caller.
    pub(crate) fn take<T>(&mut self, step: Transition<T>, at: Timestamp) -> T {
        self.calls.extend(step.write.map(|call| (call, at)));
        self.events.extend(step.events);
        step.answer
    }
}

#[cfg(test)]
mod tests;
