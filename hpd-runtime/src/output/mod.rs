//! Results of functions: output or failure.
//!
//! Examples import from `hpd_runtime`. In a program with `hpd-host`, import the same names from `hpd_host::output`.

mod ask;
mod call_tool_result;
pub(crate) mod content;
pub(crate) mod content_of;
pub(crate) mod convert;
pub(crate) mod failure;
pub(crate) mod input;
mod json_text;
pub(crate) mod members;
pub(crate) mod or_tell;
mod part;

pub use ask::AskRequest;
pub(crate) use content::Output;
pub use content::StructuredOutput;
pub use convert::IntoOutput;
pub(crate) use failure::ModelError;
pub(crate) use failure::ToolError;
pub use failure::{Failure, FailureEffect};
pub use input::{AnsweredInput, AskedInput, CheckError, InputError, InputRequest};
pub use json_text::{JsonText, JsonTextError};
pub use part::{FileContent, Part};
