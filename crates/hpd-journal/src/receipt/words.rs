//! The phrases of one language.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::line::{ReceiptLine, ReceiptState};
use crate::pending::question::plain;

/// The place of the missing parameters in a phrase.
const MISSING: &str = "{missing}";

/// The phrases of a receipt in one language: one for each state, and two more.
///
/// ```
/// use hpd_journal::receipt::{Receipt, ReceiptLanguages, ReceiptState, ReceiptWords};
///
/// let swedish = ReceiptWords::english()
///     .with_nothing("Inget ändrades.")
///     .with_state(ReceiptState::CarriedOut, "utfört")
///     .with_missing("inte utfört, saknas: {missing}")
///     .with_name("create_payment", "Registrera betalning");
/// let languages = ReceiptLanguages::default().with("sv", swedish);
/// assert_eq!(Receipt::default().text(languages.of("sv-SE")), "Inget ändrades.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptWords {
    nothing: Cow<'static, str>,
    missing: Cow<'static, str>,
    states: BTreeMap<ReceiptState, Cow<'static, str>>,
    names: BTreeMap<String, String>,
}

impl ReceiptWords {
    /// English.
    pub fn english() -> Self {
        Self::of_table(&super::languages::ENGLISH)
    }

    /// The sentence of no writes, the phrase of missing parameters, and one phrase a state.
    pub(super) fn of_table(table: &super::languages::Phrases) -> Self {
        Self {
            nothing: Cow::Borrowed(table.nothing),
            missing: Cow::Borrowed(table.missing),
            states: ReceiptState::ALL
                .into_iter()
                .zip(table.states)
                .map(|(state, said)| (state, said.into()))
                .collect(),
            names: BTreeMap::new(),
        }
    }

    /// The sentence of a turn without writes.
    #[must_use]
    pub fn with_nothing(mut self, sentence: impl Into<Cow<'static, str>>) -> Self {
        self.nothing = sentence.into();
        self
    }

    /// The phrase of a state, after the write and a colon.
    #[must_use]
    pub fn with_state(mut self, state: ReceiptState, phrase: impl Into<Cow<'static, str>>) -> Self {
        self.states.insert(state, phrase.into());
        self
    }

    /// The phrase of a write that was blocked, since parameters are missing: `{missing}` is replaced by their names.
    #[must_use]
    pub fn with_missing(mut self, phrase: impl Into<Cow<'static, str>>) -> Self {
        self.missing = phrase.into();
        self
    }

    /// The name of a tool in this language, by the name that the model calls. Without one, the tool's title or its name
    /// in words is shown.
    #[must_use]
    pub fn with_name(mut self, tool: impl Into<String>, name: &str) -> Self {
        self.names.insert(tool.into(), plain(name));
        self
    }

    /// The sentence of a turn without writes.
    pub fn nothing(&self) -> &str {
        &self.nothing
    }

    /// The phrase of a state.
    pub fn of_state(&self, state: ReceiptState) -> &str {
        self.states.get(&state).map_or("", |phrase| phrase)
    }

    pub(super) fn lacking(&self, missing: &[String]) -> String {
        self.missing.replacen(MISSING, &missing.join(", "), 1)
    }

    pub(super) fn name_of<'a>(&'a self, line: &'a ReceiptLine) -> &'a str {
        self.names.get(&line.tool).unwrap_or(&line.label)
    }
}

/// English.
impl Default for ReceiptWords {
    fn default() -> Self {
        Self::english()
    }
}
