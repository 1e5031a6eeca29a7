//! The known facts about a conversation, when a reply is checked.

use hpd_journal::events::EventRecord;

use super::truth::{WriteTruth, reads, truths};

/// The known facts about a conversation. A claim is struck only if they show that it is false.
///
/// Fewer facts mean fewer struck claims; without facts, nothing is struck.
///
/// ```
/// use hpd_host::guardrail::{Evidence, WordingDetector, check_final_answer};
///
/// let text = "✅ Payment of ₹5,000 recorded!";
/// let detector = WordingDetector::english();
/// assert_eq!(check_final_answer(text, &Evidence::default(), &detector).text, text);
///
/// let nothing_was_called = Evidence::default().whole().with_write_tools(["create_payment"]);
/// assert_eq!(
///     check_final_answer(text, &nothing_was_called, &detector).text,
///     "I couldn't complete this: nothing was carried out."
/// );
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The writes that are known.
    pub writes: Vec<WriteTruth>,
    /// Whether these are all writes of the conversation. Otherwise there may have been others before them.
    pub is_whole: bool,
    /// Whether a read of this turn succeeded. Then a statement without "I" may be a report of it.
    pub has_read: bool,
    /// Whether something was read in an earlier turn, with success.
    pub has_read_before: bool,
    /// The names of all tools that write. In a turn without their calls, only an action of one of them can be claimed
    /// falsely.
    pub write_tools: Vec<String>,
}

impl Evidence {
    /// The evidence of events. `turn` is the turn of the checked reply: see [`truths`].
    ///
    /// ```
    /// use hpd_host::guardrail::Evidence;
    ///
    /// assert_eq!(Evidence::of_events(&[], None), Evidence::default());
    /// ```
    pub fn of_events(records: &[EventRecord], turn: Option<&str>) -> Self {
        let (has_read, has_read_before) = reads(records, turn);
        Self { has_read, has_read_before, ..Self::of_writes(truths(records, turn)) }
    }

    /// These writes, before which there may have been others.
    pub fn of_writes(writes: Vec<WriteTruth>) -> Self {
        Self { writes, ..Self::default() }
    }

    /// The same, if there were no other writes.
    #[must_use]
    pub fn whole(mut self) -> Self {
        self.is_whole = true;
        self
    }

    /// The same with the names of the tools that write.
    #[must_use]
    pub fn with_write_tools<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.write_tools.extend(names.into_iter().map(Into::into));
        self
    }
}
