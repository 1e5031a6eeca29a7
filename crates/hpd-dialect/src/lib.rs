//! Converts a JSON Schema to the dialect of each model provider.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
mod dialect;
