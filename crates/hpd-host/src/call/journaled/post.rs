//! Events on their way to the journal.

use hpd_journal::__private::id_to_keep;
use hpd_journal::BoxFuture;
use hpd_journal::events::{Event, NewEvent};
use hpd_journal::journal::Journal;
use hpd_journal::pending::StoreError;
use hpd_runtime::Principal;

use crate::patience::{WaitFor, in_time};
use crate::session::Session;
use crate::toolbox::Toolbox;

/// The journal's answer, within the patience of the call.
pub(super) async fn answered<T: Send>(
    toolbox: &Toolbox,
    journal: &dyn Journal,
    answer: BoxFuture<'_, Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let answer = in_time(toolbox.timer(), journal.patience(), WaitFor::Steps, answer).await;
    answer.unwrap_or_else(|| Err(StoreError::new("the journal did not answer in time")))
}

/// Events of a call, with the session, the turn, the principal and the time.
pub(super) fn new_events(
    toolbox: &Toolbox,
    session: &Session,
    (turn, principal): (Option<&str>, &Principal),
    call_id: &str,
    events: Vec<Event>,
) -> Vec<NewEvent> {
    let safeguards = toolbox.safeguards();
    let Ok(session) = session.id_or_new(safeguards.random()) else { return Vec::new() };
    let at = safeguards.now();
    let new = |event: Event| {
        let is_of_turn = matches!(event, Event::TurnStarted(_));
        NewEvent::new(session, at, event)
            .turn(turn.map(str::to_owned))
            .on_behalf_of(principal)
            .call_id((!is_of_turn).then(|| id_to_keep(call_id)))
    };
    events.into_iter().map(new).collect()
}
