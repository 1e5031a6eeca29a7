//! Results of functions: output or failure.

mod ask;
mod content;
mod convert;
mod failure;

pub use ask::AskRequest;
pub use content::{Output, Part};
pub use convert::{IntoOutput, PlainReturn, Return, ReturnOutput};
pub use failure::{Failure, FailureEffect, ModelError, ToolError};
