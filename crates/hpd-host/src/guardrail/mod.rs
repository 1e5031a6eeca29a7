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
//! # Known errors
//!
//! Words are looked up in one list and in the names of the tools. If the claim or the truth about it is unclear, nothing
//! is changed: a true sentence that is removed does more harm than a false one that stays. The tests report these
//! measurements, of replies in the style of several models that were labelled without knowledge of the list:
//!
//! | replies | true ones changed | false ones found |
//! |---|---|---|
//! | 240, from programs of many kinds | 0 of 137 | 39 of 103 |
//! | 160 more | 0 of 88 | 36 of 72, one of them together with a true sentence |
//! | 280 true ones, written to come near false ones | 0 of 280 | |
//!
//! `cargo run -p hpd-host --example claims -- FILE` measures others.
//!
//! Unchanged on purpose:
//!
//! - All claims in other languages than English. A host's own [`ClaimDetector`] may find them: a model as a judge.
//! - Sentences with a condition, a plan, a denial, a report or a guess, and questions without a claim before them.
//! - In a turn without writes: all claims, except for exactly the action and the object of a tool. After a read, claims
//!   outside of the first person stay: "✅ Payment recorded!" may report read data. "Done!" stays in a longer text.
//! - Possible reports of an earlier success, and all claims about the time before the known events, unless a write of
//!   this turn contradicts them.
//! - Failures with anything that may be a limit of a success: a name, a number, "for Acme". A reason is none.
//! - "Done!" and "both" if one of several writes succeeded.
//! - The values of a claim: the amount, the customer. Only the action and the object are checked.
//! - Claims in tables, quotes, code and drafts, in sentences of over 200 words, and before a sentence that retracts
//!   them.
//!
//! Removed, although it may be true: a claimed success of a write with unknown effect. The replacement says that the
//! effect is not known.

mod blocks;
mod check;
mod claim;
mod detector;
mod evidence;
mod fit;
mod follow;
mod judge;
mod phrases;
mod quoted_spans;
mod reading;
mod replace;
mod say;
mod sentences;
mod statement;
mod truth;
mod verbs;
mod words;

pub use check::{
    CheckedAnswer, FALSE_FAILURE, HALLUCINATED_SUCCESS, Triggered, check_final_answer,
    check_final_answer_with,
};
pub use claim::{About, AboutWords, Claim, ClaimDetector, ClaimForm, ClaimKind, DetectorError};
pub use detector::WordingDetector;
pub use evidence::Evidence;
pub use say::TruthSentences;
pub use truth::{WriteStatus, WriteTruth, truths};
