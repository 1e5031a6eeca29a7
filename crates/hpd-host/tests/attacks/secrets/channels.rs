//! The channels by which texts leave a conversation, and what was read in each.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};

use futures_util::StreamExt;
use hpd_host::approval::PendingView;
use hpd_host::args::Warning;
use hpd_host::events::ag_ui::{AgUiEvent, AgUiMapper};
use hpd_host::events::sse::{record_frame, status_frame};
use hpd_host::events::vercel::{UiMessageChunk, UiMessageMapper};
use hpd_host::events::{EventRecord, EventStream, StreamItem, StreamStart};
use hpd_host::journal::{EventFilter, Journal, export};
use hpd_host::outcome::OutcomeKind;
use hpd_host::receipt::{Receipt, ReceiptLanguages};
use hpd_host::{KeyRing, Outcome, Session, Toolbox};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// A channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Channel {
    /// What the model reads.
    Model,
    /// `for_host`, and the results themselves.
    Host,
    /// What the user reads: questions, the receipt.
    User,
    /// `Debug` of outcomes, errors, toolboxes, sessions, views and events.
    Debug,
    /// `Display` of errors and of their sources.
    Display,
    /// `tracing`, at every level.
    Tracing,
    /// Events, as they are read from the journal, and as a stream has them.
    Events,
    Sse,
    AgUi,
    Vercel,
    /// Everything in the journal's storage.
    Journal,
    /// The lines of an export.
    Export,
    /// Both texts of the session.
    Session,
    /// Views of pending calls as JSON.
    Views,
    /// The reports of the toolbox.
    Reports,
    /// The counters. A recorder of metrics belongs here.
    Metrics,
}

/// The text that each channel carried.
#[derive(Default)]
pub(crate) struct Seen(BTreeMap<Channel, String>);

impl Seen {
    pub(crate) fn add(&mut self, channel: Channel, text: &str) {
        let all = self.0.entry(channel).or_default();
        all.push_str(text);
        all.push('\n');
    }

    pub(crate) fn in_channel(&self, channel: Channel) -> &str {
        self.0.get(&channel).map_or("", String::as_str)
    }

    fn debug(&mut self, value: &impl Debug) {
        self.add(Channel::Debug, &format!("{value:?}"));
    }

    pub(crate) fn outcome(&mut self, outcome: &Outcome) {
        self.add(Channel::Model, &outcome.for_model().text);
        self.add(Channel::Model, &outcome.for_model_as_text());
        self.add(Channel::Model, &outcome.for_model_as_json().to_string());
        self.add(Channel::Host, &outcome.for_host().to_string());
        self.add(Channel::User, &outcome.for_user().unwrap_or_default());
        self.debug(outcome);
        self.warnings(&outcome.warnings);
        if let OutcomeKind::Confirm(question) = &outcome.kind {
            self.add(Channel::User, &question.text());
            self.add(Channel::User, &question.to_mcq().to_string());
            self.debug(&**question);
        }
        if let Some(error) = outcome.error() {
            self.debug(error);
            self.errors(error);
        }
    }

    fn errors(&mut self, error: &dyn Error) {
        self.add(Channel::Display, &error.to_string());
        if let Some(source) = error.source() {
            self.errors(source);
        }
    }

    pub(crate) fn warnings(&mut self, warnings: &[Warning]) {
        self.debug(&warnings);
        for warning in warnings {
            self.add(Channel::Model, &warning.message);
        }
    }

    pub(crate) fn view(&mut self, view: &PendingView) {
        self.debug(view);
        self.add(Channel::Views, &serde_json::to_string(view).unwrap());
    }

    pub(crate) fn receipt(&mut self, receipt: &Receipt) {
        self.debug(receipt);
        self.add(Channel::User, &receipt.text(ReceiptLanguages::default().of("en")));
        self.add(Channel::User, &serde_json::to_string(receipt).unwrap());
    }

    /// The toolbox and the session, after the conversation.
    pub(crate) fn surroundings(&mut self, toolbox: &Toolbox, session: &Session) {
        self.debug(toolbox);
        self.debug(session);
        self.add(Channel::Session, &session.to_json());
        self.add(Channel::Session, &session.to_signed(&KeyRing::new("k1", [7; 32]).unwrap()));
        let lines = toolbox.tools_report().into_iter().map(|line| line.to_string());
        let reports = toolbox.reports().iter().map(ToString::to_string);
        lines.chain(reports).for_each(|line| self.add(Channel::Reports, &line));
        self.add(Channel::Metrics, &serde_json::to_string(&toolbox.counters()).unwrap());
    }

    /// The events of a session, in every form.
    pub(crate) async fn events(&mut self, journal: &Arc<dyn Journal>, session: &str) {
        let filter = EventFilter::default().session(session.to_owned());
        let records = journal.read(&filter).await.unwrap();
        let (mut ag_ui, mut vercel) = (AgUiMapper::new(), UiMessageMapper::new());
        for record in &records {
            self.record(record);
            let events = ag_ui.events(record);
            for event in &events {
                self.add(Channel::AgUi, &event.to_sse());
            }
            let chunks = vercel.chunks(record).unwrap_or_else(|| {
                let end: String = vercel.finish().iter().map(UiMessageChunk::to_sse).collect();
                self.add(Channel::Vercel, &end);
                vercel.chunks(record).unwrap()
            });
            for chunk in &chunks {
                self.add(Channel::Vercel, &chunk.to_sse());
            }
        }
        let ends = ag_ui.finish();
        self.add(Channel::AgUi, &ends.iter().map(AgUiEvent::to_sse).collect::<String>());
        let stream = EventStream::of_session(Arc::clone(journal), session, StreamStart::After(0));
        let streamed: Vec<_> = stream.take(records.len()).collect().await;
        for item in streamed {
            self.debug(&item);
            let Ok(StreamItem::Event(record)) = item else { panic!("{item:?}") };
            self.add(Channel::Events, &serde_json::to_string(&*record).unwrap());
        }
        let mut lines = Vec::new();
        export(&**journal, &filter, &mut lines).await.unwrap();
        self.add(Channel::Export, &String::from_utf8(lines).unwrap());
    }

    fn record(&mut self, record: &EventRecord) {
        self.debug(record);
        self.add(Channel::Events, &serde_json::to_string(record).unwrap());
        self.add(Channel::Sse, &record_frame(record));
        self.add(Channel::Sse, &status_frame(record).unwrap_or_default());
    }
}

/// Writes down every span and event of all crates.
#[derive(Clone, Default)]
pub(crate) struct Heard(Arc<Mutex<String>>);

impl Heard {
    pub(crate) fn take(&self) -> String {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        write!(self.0, " {}={value}", field.name()).unwrap();
    }
}

impl Subscriber for Heard {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut Fields(&mut self.0.lock().unwrap()));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut Fields(&mut self.0.lock().unwrap()));
    }

    fn event(&self, event: &Event<'_>) {
        event.record(&mut Fields(&mut self.0.lock().unwrap()));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}
