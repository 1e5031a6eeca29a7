//! Guardrails on final answers: their claims about writes are checked against the journal.
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
//! Words are looked up, not understood. If the claim or the truth about it is unclear, nothing is changed: a true
//! sentence that is removed does more harm than a false one that stays. The tests repeat two measurements.
//!
//! The first has 240 replies in the style of several models, from programs of many kinds. They were labelled without
//! knowledge of the lists and the code:
//!
//! | replies | right | wrong |
//! |---|---|---|
//! | 137 without a false sentence | 137 unchanged, byte for byte | 0 changed |
//! | 103 with a false sentence | 65 lose it, and nothing else | 38 unchanged |
//!
//! The lists were improved with these replies in view, in two steps. For other texts, expect the results of each half
//! from before its first inspection:
//!
//! | replies | true ones changed | false ones found |
//! |---|---|---|
//! | the first 120 | 2 of 74 | 17 of 46 |
//! | the other 120 | 1 of 63 | 26 of 57 |
//! | 160 more, after both steps | 0 of 88 | 38 of 72, one of them together with a true sentence |
//!
//! `cargo run -p hpd-host --example claims -- FILE` measures others.
//!
//! The second has 70 sentences for the detector alone. The English lists were not written for these either:
//!
//! | sentences | read as success | as failure | as neither |
//! |---|---|---|---|
//! | 28 claims of a success | 26 | 0 | 2 |
//! | 10 claims of a failure | 0 | 9 | 1 |
//! | 32 without a claim | 1 | 0 | 31 |
//!
//! Unchanged on purpose:
//!
//! - In a turn without writes: all claims, except for exactly the action and the object of a tool. "I've recorded it"
//!   stays if the verb may refer to the answer itself. After a read, claims outside of the first person stay: "✅
//!   Payment recorded!" may report read data. "Done!" stays in a longer text.
//! - Possible reports of an earlier success: claims that name the action or the object of this success, and claims that
//!   name nothing.
//! - All claims about the time before the known events, unless a write of this turn contradicts them.
//! - Failures that may be limits of a success: with text after the object ("for Acme"), with "it" as the object, or in
//!   the present tense ("I can't"). A reason or a consequence after the object ("so it is still open") is no limit.
//! - "Done!" if one of several writes succeeded. "Both" and numbers up to ten are counted, "all" is not.
//! - The values of a claim: the amount, the customer. Only the action and the object are checked.
//! - Claims in tables, quotes, code and drafts, in sentences of over 200 words, and before a sentence that retracts
//!   them.
//!
//! Removed, although it may be true: a claimed success of a write with unknown effect. The replacement says that the
//! effect is not known.
//!
//! Languages are lists ([`Wording`]), with the [sentences](TruthSentences) that replace claims. Lists can't find words
//! joined to the next one (elided articles, as in French or Italian). Nor can they find words without spaces between
//! them (Chinese, Japanese, Thai). Such languages need another detector.

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
