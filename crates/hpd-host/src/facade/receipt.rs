//! The receipt of a turn, and the events about writes that it is read from.

use hpd_journal::events::EventRecord;
use hpd_journal::journal::{EventFilter, Journal};
use hpd_journal::pending::StoreError;
use hpd_journal::receipt::Receipt;

use crate::patience::{WaitFor, in_time};
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

/// Maximum events read, the newest ones. Earlier ones are unknown.
const MAX_EVENTS: usize = 512;

impl Toolbox {
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
    pub(super) async fn read_in_time<T: Send>(
        &self,
        journal: &dyn Journal,
        read: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> Result<T, StoreError> {
        let read = in_time(self.timer(), journal.patience(), WaitFor::Steps, read).await;
        read.unwrap_or_else(|| Err(StoreError::new("the journal did not answer in time")))
    }
}

/// The last events of a session about writes, in order, and its turn.
pub(super) struct Known {
    pub(super) records: Vec<EventRecord>,
    pub(super) turn: Option<String>,
}

impl Known {
    pub(super) async fn of(journal: &dyn Journal, session: &Session) -> Result<Self, StoreError> {
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
    #[cfg(feature = "guardrail")]
    pub(super) fn is_whole(&self) -> bool {
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

pub(super) fn no_journal() -> StoreError {
    StoreError::new("the toolbox has no journal")
}
