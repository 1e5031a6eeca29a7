//! Checks the model's final answer against the journal.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use hpd_guardrail::{
    CheckedAnswer, ClaimDetector, Evidence, Triggered, WordingDetector, check_final_answer,
    check_final_answer_with,
};
use hpd_journal::__private::within;
use hpd_journal::events::{DetectorFailedEvent, Event, GuardrailEvent};
use hpd_journal::journal::Journal;
use hpd_journal::pending::StoreError;
use hpd_runtime::__private::text::HIDDEN;

use super::receipt::{Known, no_journal};
use crate::call;
use crate::patience::of_one_call;
use crate::session::Session;
use crate::tool::Tool;
use crate::toolbox::Toolbox;

/// The target of the log lines.
const LOG: &str = "hpd::guardrail";

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
