//! What a refused call says: codes, texts, and their form as JSON. Every text that a model reads about wrong arguments
//! stands in `text.rs`.

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
