//! Events and calls to write.

use hpd_host::Timestamp;
use hpd_host::approval::PendingCall;
use hpd_host::events::NewEvent;

pub(crate) use crate::turns::{event, says};

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
