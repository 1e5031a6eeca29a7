//! The user's messages.

use hpd_examples::reading::block_on;
use hpd_host::approval::StoreError;
use hpd_host::events::Event;
use hpd_host::journal::{EventFilter, Journal};

/// The user's message in a turn, in its latest record.
pub(crate) fn said(
    journal: &dyn Journal,
    session: &str,
    turn: Option<&str>,
) -> Result<Option<String>, StoreError> {
    let Some(turn) = turn else { return Ok(None) };
    let filter =
        EventFilter::default().session(session.to_owned()).turn(turn.to_owned()).kinds(vec!["turn_started"]);
    let last = block_on(journal.read(&filter))?.pop();
    Ok(last.and_then(|record| match record.event {
        Event::TurnStarted(turn) => turn.query,
        _ => None,
    }))
}
