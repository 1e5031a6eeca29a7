//! The errors of a value: codes, texts, and JSON. One file has every text about wrong arguments.

mod code;
mod findings;
mod nearest;
mod response;
pub mod text;
mod violation;

pub use code::ErrorCode;
pub use findings::{FieldNotes, Finding, Findings, NotesByName};
pub use nearest::{NameList, nearest};
pub use response::{ValidationError, ValidationErrorResponse};
pub use violation::{IntoViolations, Violation};
