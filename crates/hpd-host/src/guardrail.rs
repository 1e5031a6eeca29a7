//! Guardrails on final answers: their claims about writes are checked against the journal.
//!
//! A [receipt](crate::receipt) states what happened without reading the model's words, so it is right in every
//! language. Show it beside each answer. The check removes plainly false English sentences only.
//!
//! [`Evidence`] holds the status of each write of the conversation, and the gaps in this knowledge. A [`ClaimDetector`]
//! finds the claims of the text. [`check_final_answer`] removes the false sentences, and states the truth once.
//!
//! ```
//! use hpd_host::events::ResultStatus;
//! use hpd_host::guardrail::{Evidence, WordingDetector, WriteStatus, WriteTruth, check_final_answer};
//! use hpd_host::system::Timestamp;
//!
//! let at = Timestamp::default();
//! let writes = vec![
//!     WriteTruth::new("create_invoice", WriteStatus::Ended(ResultStatus::Ok), at),
//!     WriteTruth::new("send_invoice", WriteStatus::WaitsForConfirmation, at),
//! ];
//! let checked = check_final_answer("I've created the invoice. I've sent it to Acme.", &Evidence::of_writes(writes), &WordingDetector::english());
//! assert_eq!(checked.text, "I've created the invoice. Send invoice waits for your confirmation.");
//! ```
//!
//! Some examples import from `hpd_guardrail` and `hpd_journal`. In a program with `hpd-host`, import the same names from
//! this module, from [`events`](crate::events) and from [`system`](crate::system).
#![doc = ""]
#![doc = include_str!("../docs/known-errors.md")]

#[doc(inline)]
pub use hpd_guardrail::{
    About, AboutWords, CheckedAnswer, Claim, ClaimDetector, ClaimForm, ClaimKind, DetectorError, Evidence,
    FALSE_FAILURE, HALLUCINATED_SUCCESS, MAX_CHECKED, Triggered, TruthSentences, WordingDetector,
    WriteStatus, WriteTruth, check_final_answer, check_final_answer_with, truths,
};
