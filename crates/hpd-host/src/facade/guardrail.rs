//! Checks the model's final answer against the journal, and gives the receipt of a turn.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use hpd_guardrail::{
    CheckedAnswer, ClaimDetector, Evidence, Triggered, WordingDetector, check_final_answer,
    check_final_answer_with,
};
use hpd_journal::__private::within;
use hpd_journal::events::{DetectorFailedEvent, Event, EventRecord, GuardrailEvent};
use hpd_journal::journal::{EventFilter, Journal};
use hpd_journal::pending::StoreError;
use hpd_journal::receipt::Receipt;
use hpd_runtime::__private::text::HIDDEN;

use crate::call;
use crate::patience::{WaitFor, in_time, of_one_call};
use crate::session::Session;
use crate::tool::Tool;
use crate::toolbox::Toolbox;

/// The events that show the progress of a write.
const TOLD_OF_WRITES: [&str; 10] = [
    "turn_started",
    "tool_call",
    "write_validation",
    "tool_retry",
    "recovered",
    "ask_user",
    "mcq",
    "decision",
    "tool_started",
    "tool_result",
];

/// The target of the log lines.
const LOG: &str = "hpd::guardrail";

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
    /// [`Evidence`]. An answer of more than 512 KiB has an [unchecked](CheckedAnswer::unchecked) end.
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
        of_one_call(Box::pin(self.check_answer_in_time(session, text))).await
    }

    async fn check_answer_in_time(&self, session: &Session, text: &str) -> Result<CheckedAnswer, StoreError> {
        let journal = self.journal().ok_or_else(no_journal)?;
        let evidence = self.evidence(&**journal, session);
        let evidence = self.read_in_time(&**journal, evidence).await?;
        let (checked, failure) = match &self.safeguards().detector {
            Some(detector) => self.checked_by(&**detector, text, &evidence).await,
            None => (check_final_answer(text, &evidence, &WordingDetector::english()), None),
        };
        if let Some(rest) = &checked.unchecked {
            tracing::warn!(target: LOG, bytes = rest.len(), "a final answer is too long: its end was not checked");
        }
        let failure = failure.map(|reason| Event::DetectorFailed(DetectorFailedEvent::new(reason)));
        let corrections = checked.triggered.iter().map(|triggered| self.guardrail_event(triggered, session));
        let events: Vec<_> = failure.into_iter().chain(corrections).collect();
        if !events.is_empty() {
            call::tell(self, session, events).await?;
        }
        Ok(checked)
    }

    /// The answer as the host's detector has it checked. If the detector gives no claims in time, the built-in words
    /// decide, and the reason comes with the answer.
    async fn checked_by(
        &self,
        detector: &dyn ClaimDetector,
        text: &str,
        evidence: &Evidence,
    ) -> (CheckedAnswer, Option<&'static str>) {
        let claims = async { check_final_answer_with(text, evidence, detector).await };
        let claims = AssertUnwindSafe(claims).catch_unwind();
        let reason = match within(self.timer(), detector.time_limit(), claims).await {
            Some(Ok(Ok(checked))) => return (checked, None),
            Some(Ok(Err(error))) => {
                tracing::warn!(target: LOG, %error, "the detector of claims failed");
                "failed"
            }
            Some(Err(_)) => "panicked",
            None => "timed_out",
        };
        let words = WordingDetector::english().with_sentences(detector.sentences().clone());
        (check_final_answer(text, evidence, &words), Some(reason))
    }

    /// The receipt of the session's current turn: each write with its state, in the order of the calls. Show it beside
    /// the model's answer, in the user's [language](hpd_journal::receipt::ReceiptLanguages). It comes from the
    /// [journal](crate::ToolboxBuilder::journal) alone, so it is right whatever the model says.
    ///
    /// A write that was asked about in an earlier turn is in the receipt of the turn in which the answer came. A restored
    /// session has the last recorded turn as its turn.
    ///
    /// ```
    /// use hpd_host::journal::MemoryJournal;
    /// use hpd_host::receipt::ReceiptLanguages;
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
    /// let receipt = toolbox.receipt(&session).await?;
    /// let languages = ReceiptLanguages::default();
    /// assert_eq!(receipt.text(languages.of("en")), "- Create payment (amount: 5000): waits for your confirmation");
    /// assert_eq!(receipt.text(languages.of("es")), "- Create payment (amount: 5000): espera su confirmación");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// There is no journal, or it can't be read.
    pub async fn receipt(&self, session: &Session) -> Result<Receipt, StoreError> {
        let journal = self.journal().ok_or_else(no_journal)?;
        let known = self.read_in_time(&**journal, Known::of(&**journal, session)).await?;
        let Some(turn) = known.turn.clone() else { return Ok(Receipt::default()) };
        let records = known.with_whole_turn(&**journal, session, &turn);
        let records = self.read_in_time(&**journal, records).await?;
        let mut receipt = Receipt::of_events(&records, &turn);
        for line in &mut receipt.lines {
            let tool = self.all_tools().iter().find(|tool| tool.name() == line.tool);
            if let Some(title) = tool.and_then(Tool::trusted_title) {
                *line = line.clone().with_title(title);
            }
        }
        Ok(receipt)
    }

    /// The result of a read of the journal, within the journal's patience.
    async fn read_in_time<T: Send>(
        &self,
        journal: &dyn Journal,
        read: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> Result<T, StoreError> {
        let read = in_time(self.timer(), journal.patience(), WaitFor::Steps, read).await;
        read.unwrap_or_else(|| Err(StoreError::new("the journal did not answer in time")))
    }

    /// The journal's evidence about a session, and the tools.
    async fn evidence(&self, journal: &dyn Journal, session: &Session) -> Result<Evidence, StoreError> {
        // Calls that only read may have handed their events over without waiting.
        let flushed = within(self.timer(), journal.patience(), journal.flush()).await;
        flushed.unwrap_or_else(|| Err(StoreError::new("the journal did not answer in time")))?;
        let known = Known::of(journal, session).await?;
        // Where nothing was done since the user wrote, all that was done is from before.
        let evidence = Evidence::of_events(&known.records, Some(known.turn.as_deref().unwrap_or_default()));
        let evidence = if known.is_whole() { evidence.whole() } else { evidence };
        Ok(evidence.with_write_tools(self.all_tools().iter().filter(|tool| tool.is_write()).map(Tool::name)))
    }

    fn guardrail_event(&self, triggered: &Triggered, session: &Session) -> Event {
        let turn = session.journal_turn();
        let tells_free_text = self.tells_free_text(session);
        let tell = |claim: &String| {
            if tells_free_text { turn.scrub(claim) } else { HIDDEN.to_owned() }
        };
        Event::Guardrail(GuardrailEvent::new(
            triggered.guardrail.to_owned(),
            triggered.claims.iter().map(tell).collect(),
            turn.scrub(&triggered.replacement),
        ))
    }
}

/// The last events of a session about writes, in order, and its turn.
struct Known {
    records: Vec<EventRecord>,
    turn: Option<String>,
}

impl Known {
    async fn of(journal: &dyn Journal, session: &Session) -> Result<Self, StoreError> {
        // Events of calls that did not wait for the journal may still be on their way.
        journal.flush().await?;
        let filter = about_writes(session).limit(MAX_EVENTS).newest(true);
        let records = if filter.session.is_some() { journal.read(&filter).await? } else { Vec::new() };
        let turn = session.journal_turn().current().or_else(|| {
            // A restored session has no turn yet: the last recorded one is its turn.
            let last = records.last().filter(|_| session.journal_turn().is_fresh());
            last.and_then(|record| record.turn.clone())
        });
        Ok(Self { records, turn })
    }

    /// Whether these are all events of the session about writes.
    fn is_whole(&self) -> bool {
        self.records.len() < MAX_EVENTS && self.records.first().is_none_or(|first| first.seq == 1)
    }

    /// The events, with all events of the turn: a long turn may have begun before the last ones.
    async fn with_whole_turn(
        self,
        journal: &dyn Journal,
        session: &Session,
        turn: &str,
    ) -> Result<Vec<EventRecord>, StoreError> {
        let first = match self.records.first() {
            Some(first) if self.records.len() >= MAX_EVENTS => first.entry,
            _ => return Ok(self.records),
        };
        let filter = about_writes(session).turn(turn.to_owned());
        let mut records = journal.read(&filter).await?;
        records.retain(|record| record.entry < first);
        records.extend(self.records);
        Ok(records)
    }
}

fn about_writes(session: &Session) -> EventFilter {
    let filter = EventFilter::default().kinds(TOLD_OF_WRITES.to_vec());
    match session.id() {
        Some(id) => filter.session(id.to_owned()),
        None => filter,
    }
}

fn no_journal() -> StoreError {
    StoreError::new("the toolbox has no journal")
}
