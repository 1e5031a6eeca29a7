//! What a function answers: its output, or its failure.

mod content;
mod convert;
mod failure;

pub use content::{Output, Part};
pub use convert::{IntoOutput, PlainReturn, Return, ReturnOutput};
pub use failure::{Failure, ModelError, ToolError};
