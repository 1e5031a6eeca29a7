//! A receipt as text.

use serde_json::{Map, Value};

use super::line::{Receipt, ReceiptLine, ReceiptState};
use super::words::ReceiptWords;

/// The most arguments of a line.
const MAX_ARGUMENTS: usize = 6;

impl Receipt {
    /// The receipt for the user: a list in Markdown, one line a write; without writes, one sentence.
    ///
    /// ```text
    /// - Create payment PAY-001 (AccountId: "ACC-1000", Amount: 5000): carried out
    /// - Send invoice (InvoiceId: "INV-042"): waits for your confirmation
    /// ```
    pub fn text(&self, words: &ReceiptWords) -> String {
        if self.is_empty() {
            return words.nothing().to_owned();
        }
        let lines = self.lines.iter().map(|line| format!("- {}", line.text(words)));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The receipt as one line for a panel with the agent's activity, without arguments.
    ///
    /// ```text
    /// Create payment: carried out; Send invoice: waits for your confirmation
    /// ```
    pub fn status_line(&self, words: &ReceiptWords) -> String {
        if self.is_empty() {
            return words.nothing().to_owned();
        }
        let states = self.lines.iter().map(|line| format!("{}: {}", words.name_of(line), line.phrase(words)));
        states.collect::<Vec<_>>().join("; ")
    }
}

impl Receipt {
    /// The receipt as JSON for a front end: its fields, and the text.
    pub(crate) fn data(&self, words: &ReceiptWords) -> Map<String, Value> {
        // A receipt is an object with texts for keys: JSON can say all of it.
        let Ok(Value::Object(mut data)) = serde_json::to_value(self) else { return Map::new() };
        data.insert("text".to_owned(), self.text(words).into());
        data.insert("status".to_owned(), self.status_line(words).into());
        data
    }
}

impl ReceiptLine {
    /// The line for the user.
    pub fn text(&self, words: &ReceiptWords) -> String {
        let mut text = words.name_of(self).to_owned();
        if let Some(record) = &self.record {
            text.push(' ');
            text.push_str(record);
        }
        let shown = self.arguments.iter().take(MAX_ARGUMENTS);
        let mut arguments: Vec<_> = shown.map(|shown| format!("{}: {}", shown.name, shown.value)).collect();
        if self.arguments.len() > MAX_ARGUMENTS {
            arguments.push("…".to_owned());
        }
        if !arguments.is_empty() {
            text = format!("{text} ({})", arguments.join(", "));
        }
        format!("{text}: {}", self.phrase(words))
    }

    fn phrase(&self, words: &ReceiptWords) -> String {
        if self.state == ReceiptState::Blocked && !self.missing.is_empty() {
            return words.lacking(&self.missing);
        }
        words.of_state(self.state).to_owned()
    }
}
