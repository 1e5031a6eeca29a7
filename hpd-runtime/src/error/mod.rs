//! The contents of the answer to a refused call: codes, texts, and JSON. One file has every text about wrong
//! arguments.

mod code;
mod container;
pub(crate) mod echo;
mod findings;
mod nearest;
mod path;
mod response;
pub(crate) mod text;
mod violation;

pub use code::ErrorCode;
pub use container::{ContainerInvocationError, Inside, first_names};
pub(crate) use findings::Finding;
pub use findings::{FieldNotes, Findings};
pub use nearest::{NameList, nearest};
pub(crate) use path::Path;
pub use response::{ValidationError, ValidationErrorResponse};
pub use violation::{IntoViolations, Violation};
