//! The check of a final answer, from its text to the corrected text.

mod blocks;
mod check;
mod claim;
mod detector;
mod evidence;
mod first_pass;
mod fit;
mod follow;
mod judge;
mod phrases;
mod quoted_spans;
mod reading;
mod replace;
mod say;
mod sentences;
mod settle;
mod statement;
mod truth;
mod verbs;
mod words;

pub use check::{
    CheckedAnswer, FALSE_FAILURE, HALLUCINATED_SUCCESS, MAX_CHECKED, Triggered, check_final_answer,
    check_final_answer_with,
};
pub use claim::{About, AboutWords, Claim, ClaimDetector, ClaimForm, ClaimKind, DetectorError};
pub use detector::WordingDetector;
pub use evidence::Evidence;
pub use say::TruthSentences;
pub use truth::{WriteStatus, WriteTruth, truths};
