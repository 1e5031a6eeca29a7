//! The known facts about a conversation, for the check of a final answer.

use hpd_journal::events::EventRecord;

use super::truth::{WriteTruth, reads, truths};

/// The known facts about a conversation. A claim is removed only if the facts show that it is false.
///
/// Fewer facts mean fewer removed claims; without facts, nothing is removed.
///
/// ```
/// use hpd_guardrail::{Evidence, WordingDetector, check_final_answer};
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
    /// The names of all tools that write. A claim that names an action and fits no write is false only if one of these
    /// tools does this action.
    pub write_tools: Vec<String>,
}

impl Evidence {
    /// The evidence of events. `turn` is the turn of the checked final answer: see [`truths`].
    ///
    /// ```
    /// use hpd_guardrail::Evidence;
    ///
    /// assert_eq!(Evidence::of_events(&[], None), Evidence::default());
    /// ```
    pub fn of_events(records: &[EventRecord], turn: Option<&str>) -> Self {
        let (has_read, has_read_before) = reads(records, turn);
        Self { has_read, has_read_before, ..Self::of_writes(truths(records, turn)) }
    }

    /// The evidence of these writes. There may have been other writes before them.
    pub fn of_writes(writes: Vec<WriteTruth>) -> Self {
        Self { writes, ..Self::default() }
    }

    /// Marks the evidence as complete: there were no other writes.
    #[must_use]
    pub fn whole(mut self) -> Self {
        self.is_whole = true;
        self
    }

    /// Adds the names of the tools that write.
    #[must_use]
    pub fn with_write_tools<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.write_tools.extend(names.into_iter().map(Into::into));
        self
    }
}
