//! Reads malformed JSON of language models, where it has exactly one meaning.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
mod repair;
