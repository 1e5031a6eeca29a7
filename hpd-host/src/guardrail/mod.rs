//! Guardrails on the model's last text: what it says of its writes is held against what the journal says of them.
//!
//! [`truths`] tells from the events how far each write is, a [`ClaimDetector`] finds what the text claims, and [`check_reply`]
//! strikes the sentences that are false and says once what is true.

mod blocks;
mod check;
mod claim;
mod detector;
mod failure;
mod lexicon;
mod masks;
mod matching;
mod objects;
mod reading;
mod replace;
mod say;
mod sentences;
mod statement;
mod truth;
mod wording;
mod words;

pub use check::{CheckedReply, FALSE_FAILURE, HALLUCINATED_SUCCESS, Triggered, check_reply};
pub use claim::{About, Claim, ClaimDetector, ClaimKind};
pub use detector::WordingDetector;
pub use truth::{WriteStatus, WriteTruth, truths};
pub use wording::{Synonyms, Wording};
