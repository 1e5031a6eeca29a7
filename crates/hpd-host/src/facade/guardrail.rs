//! Checks the model's final answer against the journal.

use hpd_journal::events::{Event, EventRecord, GuardrailEvent};
use hpd_journal::journal::{EventFilter, Journal};
use hpd_journal::pending::StoreError;
use hpd_runtime::__private::text::HIDDEN;

use crate::call;
use crate::guardrail::{CheckedAnswer, Evidence, Triggered, check_final_answer};
use crate::session::Session;
use crate::tool::Tool;
use crate::toolbox::Toolbox;

/// The events that show the progress of a write.
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

/// Maximum events read, the newest ones. Earlier ones are unknown.
const MAX_EVENTS: usize = 512;

impl Toolbox {
    /// Checks the model's final answer against the [journal](crate::ToolboxBuilder::journal). Strikes claims of success where
    /// no write succeeded, and claims of failure where the write succeeded. The truth replaces them. Show the returned
    /// text to the user. The journal records each correction. For hosts that stream the text, see
    /// [`ag_ui`](crate::events::ag_ui#the-final-answer) and [`vercel`](crate::events::vercel#the-final-answer).
    ///
    /// The evidence comes from the journal, by the id of the session, so a restored session works too. The last 512
    /// events about calls are read. Earlier ones are unknown, which does not mean that they did not happen: see
    /// [`Evidence`].
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
    /// toolbox
    ///     .call(&session, &RawCall::new("c1", "create_payment", r#"{"amount": 5000}"#))
    ///     .await;
    ///
    /// let reply = toolbox.check_final_answer(&session, "✅ Payment of 5000 recorded!").await?;
    /// assert_eq!(reply.text, "Create payment waits for your confirmation.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// There is no journal, or it can't be read or written.
    pub async fn check_final_answer(
        &self,
        session: &Session,
        text: &str,
    ) -> Result<CheckedAnswer, StoreError> {
        let (Some(journal), Some(detector)) = (self.journal(), &self.safeguards().detector) else {
            return Err(StoreError::new("the toolbox has no journal"));
        };
        let evidence = self.evidence(&**journal, session).await?;
        let checked = check_final_answer(text, &evidence, &**detector);
        if !checked.triggered.is_empty() {
            let events =
                checked.triggered.iter().map(|triggered| self.guardrail_event(triggered, session)).collect();
            call::tell(self, session, events).await?;
        }
        Ok(checked)
    }

    /// The journal's evidence about a session, and the tools.
    async fn evidence(&self, journal: &dyn Journal, session: &Session) -> Result<Evidence, StoreError> {
        let records = told_of_writes(journal, session).await?;
        let turn = session.journal_turn().current().or_else(|| {
            // A restored session has no turn yet: the last recorded one is its turn.
            let last = records.last().filter(|_| session.journal_turn().is_fresh());
            last.and_then(|record| record.turn.clone())
        });
        // Where nothing was done since the user wrote, all that was done is from before.
        let known = Evidence::of_events(&records, Some(turn.as_deref().unwrap_or_default()));
        let is_whole = records.len() < MAX_EVENTS && records.first().is_none_or(|first| first.seq == 1);
        let known = if is_whole { known.whole() } else { known };
        Ok(known.with_write_tools(self.all_tools().iter().filter(|tool| tool.is_write()).map(Tool::name)))
    }

    fn guardrail_event(&self, triggered: &Triggered, session: &Session) -> Event {
        let turn = session.journal_turn();
        let tell = |claim: &String| {
            if self.safeguards().tells_free_text { turn.scrub(claim) } else { HIDDEN.to_owned() }
        };
        Event::Guardrail(GuardrailEvent::new(
            triggered.guardrail.to_owned(),
            triggered.claims.iter().map(tell).collect(),
            turn.scrub(&triggered.replacement),
        ))
    }
}

/// The last events of the session about writes, in order.
async fn told_of_writes(journal: &dyn Journal, session: &Session) -> Result<Vec<EventRecord>, StoreError> {
    let Some(id) = session.id() else { return Ok(Vec::new()) };
    let filter = EventFilter::default()
        .session(id.to_owned())
        .kinds(TOLD_OF_WRITES.to_vec())
        .limit(MAX_EVENTS)
        .newest(true);
    journal.read(&filter).await
}
