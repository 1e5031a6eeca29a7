//! Checks JSON against a JSON Schema.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
mod error;
mod order;
mod shape;
