//! Guardrails on the model's last text: what it says of its writes is held against what the journal says of them.
//!
//! [`truths`] tells from the events how far each write is, a [`ClaimDetector`] finds what the text claims, and [`check_reply`]
//! strikes the sentences that are false and says once what is true.
//!
//! ```
//! use hpd_host::events::ResultStatus;
//! use hpd_host::guardrail::{Evidence, WordingDetector, WriteStatus, WriteTruth, check_reply};
//! use hpd_host::Timestamp;
//!
//! let at = Timestamp::default();
//! let writes = vec![
//!     WriteTruth::new("create_invoice", WriteStatus::Ended(ResultStatus::Ok), at),
//!     WriteTruth::new("send_invoice", WriteStatus::WaitsForConfirmation, at),
//! ];
//! let checked = check_reply("I've created the invoice. I've sent it to Acme.", &Evidence::of_writes(writes), &WordingDetector::english());
//! assert_eq!(checked.text, "I've created the invoice. Send invoice waits for your confirmation.");
//! ```
//!
//! # What it gets wrong
//!
//! Words are not understood, they are looked up; where it is not clear that something is claimed, nothing is changed. Of 70
//! sentences that the lists of English words were not written for, in the manner of several models, the detector took
//!
//! | of | for a success | for a failure | for neither |
//! |---|---|---|---|
//! | 28 claims of a success | 23 | 0 | 5 |
//! | 10 claims of a failure | 0 | 10 | 0 |
//! | 32 that claim nothing | 1 | 0 | 31 |
//!
//! One more of the last row was taken for a failure before the list was mended ("Deleted contacts can't be restored"). The one
//! that is left tells of the past without saying so: "Your books were closed for Q1, so new entries go to Q2". Those that are
//! missed say that something *is* done ("the invoice is sent"), do without "I" in the middle of a sentence ("Here's what I did:
//! created the invoice"), or without a verb ("Transfer complete"). A claim that is found is struck only where it is false.
//!
//! Also left, on purpose:
//!
//! - A claim of an action that no tool of the turn is named for, where another write succeeded: "I've archived it".
//! - "Done!" where one of several writes succeeded; "both", "all" and numbers are not counted.
//! - What a claim says of the values: the amount, the customer. Only the action and its object are looked at.
//! - Claims in tables, quotes and code, and in sentences of more than 200 words.
//!
//! What is said instead is English whatever the wording.

mod blocks;
mod check;
mod claim;
mod detector;
mod evidence;
mod failure;
mod fits;
mod judge;
mod lexicon;
mod masks;
mod matching;
mod nouns;
mod objects;
mod reading;
mod replace;
mod say;
mod sentence;
mod sentences;
mod statement;
mod success;
mod truth;
mod wording;
mod words;

pub use check::{CheckedReply, FALSE_FAILURE, HALLUCINATED_SUCCESS, Triggered, check_reply};
pub use claim::{About, Claim, ClaimDetector, ClaimForm, ClaimKind};
pub use detector::WordingDetector;
pub use evidence::Evidence;
pub use say::TruthSentences;
pub use truth::{WriteStatus, WriteTruth, truths};
pub use wording::{Synonyms, Wording};
