#![doc = include_str!("../README.md")]
#![doc = ""]
#![doc = include_str!("../docs/known-errors.md")]
#![forbid(unsafe_code)]

mod guardrail;

pub use guardrail::{
    About, AboutWords, CheckedAnswer, Claim, ClaimDetector, ClaimForm, ClaimKind, DetectorError, Evidence,
    FALSE_FAILURE, HALLUCINATED_SUCCESS, MAX_CHECKED, Triggered, TruthSentences, WordingDetector,
    WriteStatus, WriteTruth, check_final_answer, check_final_answer_with, truths,
};
