//! Receipts: the writes of a turn with their states, from the journal's events, for the host to show beside the model's
//! answer. A receipt is right in every language, since no word of the model is read for it.
//!
//! `Toolbox::receipt` of `hpd-host` makes one. Programs without the host make one from events:
//!
//! ```
//! use hpd_journal::receipt::{Receipt, ReceiptLanguages};
//!
//! let receipt = Receipt::of_events(&[], "turn-1");
//! let languages = ReceiptLanguages::default();
//! assert_eq!(receipt.text(languages.of("en")), "Nothing was changed.");
//! assert_eq!(receipt.text(languages.of("de-AT")), "Es wurde nichts geändert.");
//! ```
//!
//! | state | English |
//! |---|---|
//! | `carried_out` | carried out |
//! | `blocked` | not carried out: blocked by a check; with missing parameters: not carried out, missing: amount |
//! | `failed` | failed |
//! | `not_run` | not carried out |
//! | `waits_for_confirmation` | waits for your confirmation |
//! | `waits_for_values` | waits for your answer |
//! | `running` | still running |
//! | `forwarded` | handed on, the result is not known yet |
//! | `unknown` | not known whether it took effect |
//! | `rejected` | not carried out: you declined |
//! | `cancelled` | not carried out: cancelled |
//! | `expired` | not carried out: the time ran out |
//!
//! Tools and arguments are escaped as in the question to the user: a value can't write a line of its own. Values of
//! sensitive parameters are hidden, as in all events.

mod arguments;
mod details;
mod languages;
mod line;
mod text;
mod words;
pub(crate) mod writes;

pub use languages::ReceiptLanguages;
pub use line::{Receipt, ReceiptArgument, ReceiptLine, ReceiptState};
pub use words::ReceiptWords;

#[cfg(test)]
mod tests;
