//! Calls with a journal: the same path as without one, with events before and after. Changes of a write's state are
//! recorded by the journal itself.

mod events;
mod facts;
mod post;
mod reading;
mod recovery;
mod trace;

use hpd_journal::BoxFuture;
use hpd_journal::events::{CollapsedEvent, Event, NewEvent, TurnStartedEvent};
use hpd_journal::journal::{Erasure, Journal};
use hpd_journal::pending::StoreError;
use hpd_runtime::spec::QualifiedId;
use hpd_runtime::{Principal, RawCall};

use crate::outcome::{Outcome, OutcomeKind};
use crate::session::Session;
use crate::telemetry::Contents;
use crate::toolbox::{ReadsAre, Toolbox};
use facts::CallFacts;
use post::{answered, new_events};

pub(super) use reading::tell_reading;
pub(super) use recovery::{tell_recovery, tell_run};
pub(super) use trace::JournalHandle;

/// The reason for erasing a user message that holds a sensitive value.
const SENSITIVE: &str = "a sensitive value";

/// Records the events of one call or of its resumption.
pub(super) struct CallRecorder<'a> {
    toolbox: &'a Toolbox,
    session: &'a Session,
    journal: &'a dyn Journal,
    /// Travels along the call's path.
    handle: Option<JournalHandle>,
    /// The id of the turn in the journal; `None` if there are no random bytes to tell it by.
    told_turn: Option<String>,
    principal: Principal,
    facts: CallFacts,
}

impl<'a> CallRecorder<'a> {
    /// Records that the model made a call. `None` without a journal.
    pub(super) async fn of_call(
        toolbox: &'a Toolbox,
        session: &'a Session,
        principal: &Principal,
        raw: &RawCall,
    ) -> Option<Self> {
        let facts = CallFacts::of(toolbox, session, raw);
        let telling = Self::begin(toolbox, session, Some(principal), facts).await?;
        let mut events = telling.collapsed_events();
        events.extend(events::call_events(&telling.facts));
        telling.post(events).await;
        Some(telling)
    }

    /// The same for the resumption of an earlier call, by a decision or a value of the user. Without a principal, it is
    /// that of the session's last call.
    pub(super) async fn of_answer(
        toolbox: &'a Toolbox,
        session: &'a Session,
        principal: Option<&Principal>,
    ) -> Option<Self> {
        Self::begin(toolbox, session, principal, CallFacts::default()).await
    }

    /// The handle for the call's path.
    pub(super) const fn handle(&self) -> Option<&JournalHandle> {
        self.handle.as_ref()
    }

    /// With the tool that it turned out to be about.
    pub(super) fn of_tool(mut self, name: &str) -> Self {
        self.facts = CallFacts::of_end(self.toolbox, name);
        self
    }

    async fn begin(
        toolbox: &'a Toolbox,
        session: &'a Session,
        principal: Option<&Principal>,
        facts: CallFacts,
    ) -> Option<Self> {
        let journal = &**toolbox.journal()?;
        let turn = session.journal_turn();
        principal.inspect(|principal| turn.note_principal(principal));
        // Calls of other principals may be made at the same time.
        let principal = principal.cloned().unwrap_or_else(|| turn.principal());
        let mut telling = Self { toolbox, session, journal, handle: None, told_turn: None, principal, facts };
        telling.facts.secrets.spare(&toolbox.safeguards().public_names);
        telling.register_tools().await;
        telling.begin_turn().await;
        telling.facts.hide_in_name();
        let (turn, principal) = (telling.told_turn.clone(), telling.principal.clone());
        telling.handle = Some(JournalHandle::new(turn, principal, &telling.facts));
        Some(telling)
    }

    async fn register_tools(&self) {
        let Some(tools) = self.toolbox.tools_to_register() else { return };
        if let Err(error) = self.answered(self.journal.register_tools(tools)).await {
            self.toolbox.note_not_registered();
            tracing::error!(target: "hpd::call", %error, "the journal is not told of the tools");
        }
    }

    /// The journal's answer in time: no call waits longer for all its events.
    async fn answered<T: Send>(&self, answer: BoxFuture<'_, Result<T, StoreError>>) -> Result<T, StoreError> {
        answered(self.toolbox, self.journal, answer).await
    }

    /// Tells of the turn, if this is the first call in it.
    async fn begin_turn(&mut self) {
        let (safeguards, turn) = (self.toolbox.safeguards(), self.session.journal_turn());
        let tells_free_text = self.toolbox.tells_free_text(self.session);
        let mark = match turn.mark(safeguards.random(), &self.facts.secrets, tells_free_text) {
            Ok(mark) => mark,
            Err(error) => {
                return tracing::error!(target: "hpd::call", %error, "the journal is not told of a turn");
            }
        };
        self.told_turn = Some(mark.id);
        self.facts.secrets.learn(&mark.secrets);
        for id in mark.to_erase {
            match self.answered(self.journal.erase(&Erasure::QueryOf(id.clone()), SENSITIVE)).await {
                Ok(_) => turn.note_erased(&id),
                Err(error) => {
                    tracing::error!(target: "hpd::call", %error, "a sensitive value is still in the journal");
                }
            }
        }
        if mark.is_to_be_told {
            self.post(vec![Event::TurnStarted(TurnStartedEvent::new(mark.query).channel(mark.channel))])
                .await;
        }
    }

    /// Records the end of the call, and waits until it is written, or handed over if the host wants so of reads. Ends
    /// that the journal records itself are not repeated.
    pub(super) async fn end(mut self, outcome: &Outcome) {
        let Some(trace) = self.handle.take() else { return };
        let (took_us, is_recorded) = (trace.elapsed_us(), trace.is_recorded());
        let turn = trace.turn().map(str::to_owned);
        let mut recovered = trace.take_recovered();
        self.facts.secrets.learn(&trace.secrets());
        self.facts.learn_recovered(self.toolbox, outcome);
        if !self.facts.secrets.is_empty() {
            // The user's message may hold a value that only now turned out to be sensitive.
            self.begin_turn().await;
        }
        if let (Some(event), Some(recovered)) = (&mut recovered, &outcome.recovered) {
            event.ran.clone_from(&recovered.ran);
        }
        let read = reading::refused_reading(&self.facts.tool, &outcome.warnings, &trace);
        let read = read.filter(|_| self.toolbox.tells_free_text(self.session));
        let end = events::end_events(&self.facts, outcome, took_us, is_recorded);
        let collapsed = self.collapsed_events();
        let told = recovered.map(Event::Recovered).into_iter().chain(read);
        let events = told.chain(end).chain(collapsed).collect();
        let mut events = self.new_events(&outcome.call_id, events);
        for event in &mut events {
            event.turn.clone_from(&turn);
        }
        if events.is_empty() {
            return;
        }
        let written = if self.is_handed_over(outcome) {
            self.journal.post(events)
        } else {
            self.journal.append(events)
        };
        if let Err(error) = self.answered(written).await {
            tracing::error!(target: "hpd::call", %error, "the journal is not told how a call ended");
        }
    }

    /// Whether the end of the call need not be written when its answer comes. That is never so for a write, nor for an
    /// earlier call that is resumed, which has no id here.
    fn is_handed_over(&self, outcome: &Outcome) -> bool {
        self.toolbox.safeguards().reads == ReadsAre::HandedOver
            && !self.facts.is_write
            && !self.facts.call_id.is_empty()
            && matches!(
                outcome.kind,
                OutcomeKind::Result(_) | OutcomeKind::Expanded(_) | OutcomeKind::Error(_)
            )
    }

    /// Records an event of the turn, without a call.
    ///
    /// # Errors
    ///
    /// It could not be written.
    #[cfg(feature = "guardrail")]
    pub(super) async fn append(&self, events: Vec<Event>) -> Result<(), StoreError> {
        let mut events = self.new_events("", events);
        for event in &mut events {
            event.call_id = None;
        }
        self.answered(self.journal.append(events)).await
    }

    /// The containers that were collapsed since the last call.
    fn collapsed_events(&self) -> Vec<Event> {
        let collapsed = self.session.seen().expansions.take_collapsed();
        let name = |id: QualifiedId| match self.toolbox.index_of(&id) {
            Some(index) => self.toolbox.at(index).name().to_owned(),
            None => id.to_string(),
        };
        collapsed.into_iter().map(|id| Event::Collapsed(CollapsedEvent::new(name(id)))).collect()
    }

    async fn post(&self, events: Vec<Event>) {
        let events = self.new_events(&self.facts.call_id, events);
        if let Err(error) = self.answered(self.journal.post(events)).await {
            tracing::error!(target: "hpd::call", %error, "the journal is not told of a call");
        }
    }

    fn new_events(&self, call_id: &str, events: Vec<Event>) -> Vec<NewEvent> {
        let of = (self.told_turn.as_deref(), &self.principal);
        new_events(self.toolbox, self.session, of, call_id, events)
    }
}

/// The contents of a call for its span: masked as in the journal.
#[cold]
pub(super) fn traced_contents(toolbox: &Toolbox, session: &Session, raw: &RawCall) -> Contents {
    let mut facts = CallFacts::of(toolbox, session, raw);
    let safeguards = toolbox.safeguards();
    facts.secrets.spare(&safeguards.public_names);
    let has_sensitive = safeguards.has_sensitive_parameters;
    let tool = toolbox.tool(&facts.tool);
    Contents {
        arguments: events::shown_arguments(&facts),
        hides_result: tool.map_or(has_sensitive, |tool| !tool.sensitive_parameters().is_empty()),
        hides_recovered: has_sensitive,
        secrets: facts.secrets,
    }
}

/// Records an event of the whole turn, and waits until it is written.
///
/// # Errors
///
/// It could not be written.
#[cfg(feature = "guardrail")]
pub(crate) async fn tell(toolbox: &Toolbox, session: &Session, events: Vec<Event>) -> Result<(), StoreError> {
    match CallRecorder::of_answer(toolbox, session, None).await {
        Some(telling) => telling.append(events).await,
        None => Ok(()),
    }
}
