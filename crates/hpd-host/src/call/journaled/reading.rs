//! The event about arguments that were not read as the model wrote them.

use std::collections::BTreeMap;

use hpd_journal::__private::text_or_json;
use hpd_journal::events::{ArgumentsReadEvent, Event, ReadingNote};
use hpd_runtime::__private::text::start;
use hpd_runtime::args::Warning;
use hpd_runtime::values::Provenance;
use hpd_runtime::{CallContext, RawCall};
use serde_json::Value;

use super::super::desk::Desk;
use super::events::ARGUMENTS;
use super::facts::told_arguments;
use super::post::{answered, new_events};
use super::trace::JournalHandle;

/// Tells how the arguments of a call were read, once, before it runs or the user is asked.
#[cold]
pub(in super::super) async fn tell_reading(
    desk: Desk<'_>,
    context: &CallContext<'_>,
    provenance: BTreeMap<String, Provenance>,
) {
    let Desk { toolbox, session, journal: Some(trace), .. } = desk else { return };
    let Some(journal) = toolbox.journal().filter(|_| trace.is_first_reading()) else { return };
    if !toolbox.tells_free_text(session) {
        return;
    }
    let call = context.call();
    let arguments = desk.shown_as_read(call, trace);
    let provenance = known_sources(arguments.as_ref(), provenance, context);
    let event = ArgumentsReadEvent::new(toolbox.called_name(call))
        .arguments(arguments)
        .provenance(provenance)
        .notes(notes(context.warnings(), trace));
    let of = (trace.turn(), &trace.principal);
    // After the user's answer, only the call itself has its id.
    let id = if trace.call_id.is_empty() { &*call.id } else { &*trace.call_id };
    let events = new_events(toolbox, session, of, id, vec![Event::ArgumentsRead(event)]);
    if let Err(error) = answered(toolbox, &**journal, journal.post(events)).await {
        tracing::error!(target: "hpd::call", %error, "the journal is not told how arguments were read");
    }
}

/// The same for a call that was refused, or asks for values: its arguments as a whole are not known.
pub(super) fn refused_reading(tool: &str, warnings: &[Warning], trace: &JournalHandle) -> Option<Event> {
    let is_told = !warnings.is_empty() && trace.is_first_reading();
    is_told.then(|| Event::ArgumentsRead(ArgumentsReadEvent::new(tool).notes(notes(warnings, trace))))
}

impl Desk<'_> {
    /// The arguments as the function receives them, without sensitive values.
    fn shown_as_read(&self, call: &RawCall, trace: &JournalHandle) -> Option<Value> {
        let text = self.toolbox.received(call).unwrap_or_else(|| call.arguments.to_string());
        let mut read = RawCall::new(&*call.id, &*call.name, text);
        read.origin.clone_from(&call.origin);
        let shown = told_arguments(self.toolbox, self.toolbox.called(call), &read).0?;
        let shown = trace.secrets().scrub(&shown);
        // Longer arguments are a text that was cut.
        Some(text_or_json(start(&shown, ARGUMENTS)))
    }
}

/// The sources that are not the model: as they were looked up, or as the call has them.
fn known_sources(
    arguments: Option<&Value>,
    mut provenance: BTreeMap<String, Provenance>,
    context: &CallContext<'_>,
) -> BTreeMap<String, Provenance> {
    if let (true, Some(Value::Object(members))) = (provenance.is_empty(), arguments) {
        let source = |name: &String| Some((name.clone(), context.provenance(name)?));
        provenance.extend(members.keys().filter_map(source));
    }
    provenance.retain(|_, source| *source != Provenance::Model);
    provenance
}

fn notes(warnings: &[Warning], trace: &JournalHandle) -> Vec<ReadingNote> {
    let secrets = trace.secrets();
    warnings.iter().map(|warning| ReadingNote::of(warning, |text| secrets.scrub(text))).collect()
}
