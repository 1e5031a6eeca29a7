//! The events that a journal must hold for a call, by the state of the call.

use std::collections::BTreeMap;

use hpd_host::approval::{CallState, PendingCall, PendingReason, PendingVerdict};
use hpd_host::events::{Event, EventRecord, ResultStatus};

/// The events of each call in short, by the id that the model gave it.
pub(crate) fn told(events: &[EventRecord]) -> BTreeMap<&str, Vec<String>> {
    let mut told = BTreeMap::<_, Vec<_>>::new();
    for record in events {
        if let Some(call) = &record.call_id {
            told.entry(&**call).or_default().push(short(&record.event));
        }
    }
    told
}

fn short(event: &Event) -> String {
    match event {
        Event::WriteValidation(check) => format!("{:?}", check.status),
        Event::Decision(decision) => format!("decision {}", decision.verdict),
        Event::ToolResult(result) => {
            let said = if result.success { &result.result } else { &None };
            result_in_short(result.status, said.as_ref().and_then(|said| said.as_str()))
        }
        other => other.kind().to_owned(),
    }
}

/// The end of a call, with its answer if it succeeded.
fn result_in_short(status: ResultStatus, said: Option<&str>) -> String {
    format!("{status:?} {}", said.unwrap_or_default())
}

/// The events that a stored call must have.
pub(crate) fn must_be_told(row: &PendingCall) -> Vec<String> {
    let mut told = vec!["tool_call".to_owned(), "Passed".to_owned()];
    if matches!(row.awaits, PendingReason::Approval { .. }) {
        told.push("mcq".to_owned());
    }
    told.extend(row.verdict.as_ref().map(|verdict| format!("decision {}", PendingVerdict::as_str(verdict))));
    if row.lease.is_some() {
        told.push("tool_started".to_owned());
    }
    let said = row.outcome.as_ref().filter(|outcome| !outcome.is_error).map(|outcome| &*outcome.text);
    told.extend(status_of(row.state).map(|status| result_in_short(status, said)));
    told
}

/// The events that a call may have without a row: a read, or a write that was killed early.
pub(crate) fn may_be_told_without_row(told: &[String]) -> bool {
    let told: Vec<_> = told.iter().map(|event| &**event).collect();
    matches!(&*told, ["tool_call"] | ["tool_call", "Ok There is enough."])
}

fn status_of(state: CallState) -> Option<ResultStatus> {
    Some(match state {
        CallState::Succeeded => ResultStatus::Ok,
        CallState::Failed => ResultStatus::Error,
        CallState::Unknown => ResultStatus::Unknown,
        CallState::Rejected => ResultStatus::Rejected,
        CallState::Cancelled => ResultStatus::Cancelled,
        CallState::Blocked => ResultStatus::Blocked,
        CallState::Expired => ResultStatus::Expired,
        _ => return None,
    })
}
