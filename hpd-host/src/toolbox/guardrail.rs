//! What the model says at the end of a turn, held against the journal.

use std::sync::Arc;

use hpd_runtime::text::HIDDEN;

use super::{Tool, Toolbox, ToolboxBuilder};
use crate::approval::StoreError;
use crate::call;
use crate::events::{Event, EventRecord, GuardrailEvent};
use crate::guardrail::{CheckedReply, ClaimDetector, Evidence, Triggered, check_reply};
use crate::journal::{EventFilter, Journal};
use crate::session::Session;

/// The events that say how far a write is.
const TOLD_OF_WRITES: [&str; 9] = [
    "turn_started",
    "tool_call",
    "write_validation",
    "tool_retry",
    "ask_user",
    "mcq",
    "decision",
    "tool_started",
    "tool_result",
];

/// So many of them are read, the last ones. What lies before is not known.
const MOST_EVENTS: usize = 512;

impl ToolboxBuilder {
    /// What finds claims in the model's texts, for [`Toolbox::check_reply`]: English ones by default
    /// ([`Wording::english`](crate::guardrail::Wording::english), [with the actions](crate::guardrail::Wording::with_actions_of) that the
    /// tools are named after).
    #[must_use]
    pub fn claim_detector(mut self, detector: impl ClaimDetector + 'static) -> Self {
        self.safeguards.detector = Some(Arc::new(detector));
        self
    }
}

impl Toolbox {
    /// Holds what the model says at the end of a turn against the [journal](ToolboxBuilder::journal): a success that it claims without
    /// one is struck, a failure that it claims of a write that succeeded too, and what is true is said instead. Show the user the
    /// text that comes back. What triggered is told to the journal. A host that sends the text while the model speaks finds what to do about
    /// it in [`ag_ui`](crate::events::ag_ui#what-the-model-says-last) and [`vercel`](crate::events::vercel#what-the-model-says-last).
    ///
    /// What is known of the conversation is read from the journal by the id of the session, so it does not matter whether the session was
    /// stored and restored since. Read are the last 512 events that tell of calls; what lies before them is not known, which is not the
    /// same as that it did not happen: see [`Evidence`].
    ///
    /// ```
    /// use hpd_host::journal::MemoryJournal;
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
    ///
    /// struct Bank;
    ///
    /// #[plugin]
    /// impl Bank {
    ///     /// Creates a payment.
    ///     #[ai_function(write, risk = low)]
    ///     fn create_payment(&self, /** How much. */ amount: u32) -> String {
    ///         format!("Paid: {amount}")
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin(Bank).journal(MemoryJournal::new()).build()?;
    /// let session = Session::with_id("s1");
    /// session.user_says("Pay 5000");
    /// toolbox.call(&session, &RawCall::new("c1", "create_payment", r#"{"amount": 5000}"#)).await;
    ///
    /// let reply = toolbox.check_reply(&session, "✅ Payment of 5000 recorded!").await?;
    /// assert_eq!(reply.text, "Create payment waits for your confirmation.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// There is no journal, or it can't be read or written.
    pub async fn check_reply(&self, session: &Session, text: &str) -> Result<CheckedReply, StoreError> {
        let (Some(journal), Some(detector)) = (self.journal(), &self.safeguards().detector) else {
            return Err(StoreError::new("the toolbox has no journal"));
        };
        let evidence = self.evidence(&**journal, session).await?;
        let checked = check_reply(text, &evidence, &**detector);
        if !checked.triggered.is_empty() {
            let events =
                checked.triggered.iter().map(|triggered| self.guardrail_event(triggered, session)).collect();
            call::tell(self, session, events).await?;
        }
        Ok(checked)
    }

    /// What the journal knows of a session, and which tools there are.
    async fn evidence(&self, journal: &dyn Journal, session: &Session) -> Result<Evidence, StoreError> {
        let records = told_of_writes(journal, session).await?;
        let turn = session.journal_turn().current().or_else(|| {
            // A session that was restored since has heard nothing: what was told last is its turn.
            let last = records.last().filter(|_| session.journal_turn().is_fresh());
            last.and_then(|record| record.turn.clone())
        });
        // Where nothing was done since the user wrote, all that was done is from before.
        let known = Evidence::of_events(&records, Some(turn.as_deref().unwrap_or_default()));
        let is_whole = records.len() < MOST_EVENTS && records.first().is_none_or(|first| first.seq == 1);
        let known = if is_whole { known.whole() } else { known };
        Ok(known.with_write_tools(self.all_tools().iter().filter(|tool| tool.is_write()).map(Tool::name)))
    }

    fn guardrail_event(&self, triggered: &Triggered, session: &Session) -> Event {
        let turn = session.journal_turn();
        let tell = |claim: &String| {
            if self.safeguards().tells_free_text { turn.scrub(claim) } else { HIDDEN.to_owned() }
        };
        Event::Guardrail(GuardrailEvent {
            guardrail: triggered.guardrail.to_owned(),
            claims: triggered.claims.iter().map(tell).collect(),
            replacement: turn.scrub(&triggered.replacement),
        })
    }
}

/// The last events of the session that tell of writes, in their order.
async fn told_of_writes(journal: &dyn Journal, session: &Session) -> Result<Vec<EventRecord>, StoreError> {
    let Some(id) = session.id() else { return Ok(Vec::new()) };
    let filter = EventFilter {
        session: Some(id.to_owned()),
        kinds: TOLD_OF_WRITES.to_vec(),
        limit: Some(MOST_EVENTS),
        newest: true,
        ..EventFilter::default()
    };
    journal.read(&filter).await
}
