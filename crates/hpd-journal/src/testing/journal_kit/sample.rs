//! Events and calls to test with.

use serde_json::json;

use crate::events::{Event, NewEvent, TurnStartedEvent};
use crate::pending::{CallNotes, CallState, PendingCall, PendingReason};
use crate::system::Timestamp;
use crate::testing::store_kit::sample_call;

/// The message of a user in a session and a turn, at this many milliseconds after the epoch.
///
/// ```
/// use hpd_journal::testing::journal_kit::sample_event;
///
/// assert_eq!(sample_event("session", "turn", 1_000).event.kind(), "turn_started");
/// ```
pub fn sample_event(session: &str, turn: &str, at: u64) -> NewEvent {
    NewEvent {
        session: session.to_owned(),
        turn: Some(turn.to_owned()),
        call_id: None,
        principal: None,
        tenant: None,
        at: Timestamp::from_millis(at),
        event: Event::TurnStarted(TurnStartedEvent::new(Some(format!("Void the invoice {at}.")))),
    }
}

/// A write of the session `session` and of the turn `turn`, in this state. It was created at 1,000,000 ms after the
/// epoch, and lasts 1,000,000 ms.
pub(crate) fn call(id: &str, state: CallState) -> PendingCall {
    let mut call = sample_call(id, state);
    call.notes = CallNotes {
        turn: Some("turn".to_owned()),
        is_write: true,
        fields: vec!["InvoiceId".to_owned()],
        ..CallNotes::default()
    };
    if let PendingReason::Approval { nonce, phrase, question } = &mut call.awaits {
        *question = json!({
            "pending_id": id, "nonce": nonce, "tool": "void_invoice", "name": "void_invoice", "plugin": "Books",
            "label": "Void the invoice", "risk": "high", "phrase": phrase, "asked_again": null, "cautions": [],
            "fields": [{"name": "InvoiceId", "value": "\"INV-042\"", "source": "model", "whole": true}],
            "changes": null, "arguments": {"InvoiceId": "INV-042"},
        })
        .to_string();
    }
    call.sealed(None)
}

/// A call that waits until the end of time.
pub(super) fn patient(id: &str, state: CallState) -> PendingCall {
    PendingCall { expires: Timestamp::from_millis(u64::from(u32::MAX) * 100_000), ..call(id, state) }
        .sealed(None)
}
