//! Guardrails on the model's last text: what it says of its writes is held against what the journal says of them.
//!
//! [`Evidence`] says how far each write of the conversation is, and what is not known of it; a [`ClaimDetector`] finds
//! what the text claims, and [`check_final_answer`] strikes the sentences that are false and says once what is true.
//!
//! ```
//! use hpd_host::events::ResultStatus;
//! use hpd_host::guardrail::{Evidence, WordingDetector, WriteStatus, WriteTruth, check_final_answer};
//! use hpd_host::Timestamp;
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
//! # What it gets wrong
//!
//! Words are not understood, they are looked up; where it is not clear that something is claimed, or what is true of
//! it, nothing is changed: a true sentence that is struck does more harm than a false one that stays. Two measurements,
//! which the tests repeat:
//!
//! 240 replies as several models write them, from programs of many kinds, labelled by somebody who knew neither the
//! lists nor the code:
//!
//! | of | as it must be | otherwise |
//! |---|---|---|
//! | 137 in which nothing is false | 137 stay, byte for byte | 0 are changed |
//! | 103 in which something is false | 65 lose it, and nothing else | 38 stay as they are |
//!
//! The lists were mended with these in view, in two steps. What they made of each half before anybody had looked at it
//! is what to expect of other texts:
//!
//! | of | true ones that were changed | false ones that were found |
//! |---|---|---|
//! | the first 120 | 2 of 74 | 17 of 46 |
//! | the other 120 | 1 of 63 | 26 of 57 |
//! | 160 more, after both steps | 0 of 88 | 38 of 72, one of them together with a true sentence |
//!
//! `cargo run -p hpd-host --example claims -- FILE` measures others.
//!
//! 70 sentences for the detector alone, that the English lists were not written for either:
//!
//! | of | taken for a success | for a failure | for neither |
//! |---|---|---|---|
//! | 28 claims of a success | 26 | 0 | 2 |
//! | 10 claims of a failure | 0 | 9 | 1 |
//! | 32 that claim nothing | 1 | 0 | 31 |
//!
//! Left, on purpose:
//!
//! - Where no write was called in a turn: everything but claims of just what a tool does, action and thing. "I've
//!   recorded it" stays where the verb may be one of the answer itself, and after a read all that is not said in the
//!   first person: "✅ Payment recorded!" may tell what was found. "Done!" stays beside anything else.
//! - Reports that may be of an earlier success: those that name its action or its thing, and those that name nothing.
//! - All claims of what lies before the events that are known, where no write of this turn contradicts them.
//! - Failures that may be limits of what succeeded: those with anything behind the thing ("for Acme") but a reason or
//!   what follows from them ("so it is still open"), those of "it", and those in the present tense ("I can't").
//! - "Done!" where one of several writes succeeded. "Both" and numbers up to ten are counted, "all" is not.
//! - What a claim says of the values: the amount, the customer. Only the action and its thing are looked at.
//! - Claims in tables, quotes, code and drafts, in sentences of more than 200 words, and before a sentence that takes
//!   them back.
//!
//! Not left: a success that is claimed of a write of which nobody knows whether it took effect. It may be true; what is
//! said instead is that it is not known.
//!
//! Languages are lists ([`Wording`]), with the [sentences](TruthSentences) that are said in them. Lists can't find
//! words that grow together with the next one (elided articles, as in French or Italian), or words without blanks
//! between them (Chinese, Japanese, Thai): give such languages a detector of their own.

mod blocks;
mod check;
mod claim;
mod details;
mod detector;
mod evidence;
mod failure;
mod follow;
mod judge;
mod lexicon;
mod matches;
mod matching;
mod nouns;
mod objects;
mod quoted_spans;
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

pub use check::{CheckedAnswer, FALSE_FAILURE, HALLUCINATED_SUCCESS, Triggered, check_final_answer};
pub use claim::{About, Claim, ClaimDetector, ClaimForm, ClaimKind};
pub use detector::WordingDetector;
pub use evidence::Evidence;
pub use say::TruthSentences;
pub use truth::{WriteStatus, WriteTruth, truths};
pub use wording::{Synonyms, Wording};
