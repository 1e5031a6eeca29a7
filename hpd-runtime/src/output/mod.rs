//! Results of functions: output or failure.
//!
//! Examples import from `hpd_runtime`. In a program with `hpd-host`, import the same names from `hpd_host::output`.

mod ask;
pub(crate) mod content;
pub(crate) mod convert;
pub(crate) mod failure;
pub(crate) mod input;

pub use ask::AskRequest;
pub(crate) use content::Output;
pub use content::Part;
pub use convert::IntoOutput;
pub(crate) use failure::ModelError;
pub use failure::{Failure, FailureEffect};
pub use input::{AnsweredInput, AskedInput, CheckError, InputError, InputRequest};
