//! Events of wrong calls for which something else was done.

use hpd_journal::events::{Event, ExpandedEvent, RecoveredEvent};
use hpd_runtime::RawCall;

use super::events;
use super::facts::told_arguments;
use super::post::{answered, new_events};
use super::trace::JournalHandle;
use crate::outcome::Recovered;
use crate::session::Session;
use crate::tool::Tool;
use crate::toolbox::Toolbox;

/// Journals the expansions for a call, and the retry of the call inside, if it is one. The recovery itself is an event
/// that waits until it is known whether anything runs.
#[cold]
pub(in super::super) async fn tell_recovery(
    toolbox: &Toolbox,
    session: &Session,
    trace: &JournalHandle,
    recovered: &Recovered,
    inner: Option<&RawCall>,
) {
    let tool = inner.and_then(|inner| toolbox.called(inner));
    if let (Some(tool), Some(inner)) = (tool, inner) {
        trace.learn(&told_arguments(toolbox, Some(tool), inner).1);
    }
    let expanded = recovered.newly_expanded().map(|expansion| {
        let (container, functions) = (expansion.container.clone(), expansion.functions.clone());
        Event::Expanded(ExpandedEvent::new(container, functions))
    });
    // Under its own name, the event of the call already covers it.
    let write = tool.filter(|tool| tool.is_write() && tool.name() != trace.called).map(Tool::name);
    let retry = write.and_then(|name| events::retry_event(name, session.tries().refusals(name)));
    let events = expanded.chain(retry).collect();
    let is_told_of_meant = recovered.went_on || toolbox.tool(&trace.called).is_none();
    trace.note_recovered(
        RecoveredEvent::new(
            trace.called.clone(),
            recovered.mistake.as_str().to_owned(),
            recovered.meant.clone().filter(|_| is_told_of_meant).unwrap_or_else(|| trace.called.clone()),
        )
        .meant(recovered.meant.clone()),
    );
    post(toolbox, session, trace, events).await;
}

/// Tells of the recovery before a write runs that was allowed.
#[cold]
pub(in super::super) async fn tell_run(toolbox: &Toolbox, session: &Session, trace: &JournalHandle) {
    if let Some(event) = trace.take_recovered() {
        let ran = event.meant.clone();
        let event = event.ran(ran);
        post(toolbox, session, trace, vec![Event::Recovered(event)]).await;
    }
}

async fn post(toolbox: &Toolbox, session: &Session, trace: &JournalHandle, events: Vec<Event>) {
    let Some(journal) = toolbox.journal().filter(|_| !events.is_empty()) else { return };
    let events = new_events(toolbox, session, (trace.turn(), &trace.principal), &trace.call_id, events);
    if let Err(error) = answered(toolbox, &**journal, journal.post(events)).await {
        tracing::error!(target: "hpd::call", %error, "the journal is not told of a call");
    }
}
