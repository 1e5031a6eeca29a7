//! Events and calls to write.

use hpd_host::Timestamp;
use hpd_host::approval::PendingCall;
use hpd_host::events::{Event, NewEvent, TurnStartedEvent};

const START: u64 = 1_767_225_600_000;

/// An event of the session `session`, so many milliseconds after the start.
pub(crate) fn event(turn: &str, call: &str, after: u64, event: Event) -> NewEvent {
    NewEvent {
        session: "session".to_owned(),
        turn: Some(turn.to_owned()),
        call_id: Some(call.to_owned()),
        at: Timestamp::from_millis(START + after),
        event,
    }
}

pub(crate) fn says(text: &str) -> Event {
    Event::TurnStarted(TurnStartedEvent { query: Some(text.to_owned()) })
}

/// A message of the user in a session.
pub(crate) fn message(session: &str, text: &str) -> NewEvent {
    NewEvent { session: session.to_owned(), ..event("turn", "call", 0, says(text)) }
}

/// A call of a session that is not over before the year 2200.
pub(crate) fn patient(mut call: PendingCall, session: &str) -> PendingCall {
    session.clone_into(&mut call.owner.session);
    call.expires = Timestamp::from_millis(7_258_118_400_000);
    call.sealed()
}
