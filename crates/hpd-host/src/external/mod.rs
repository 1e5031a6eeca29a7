//! Tools whose code is not in this program.

mod arguments;
mod handler;
mod order;
mod read;
mod rules;
mod source;
mod tool;
mod unknown_fields;

pub use arguments::Arguments;
pub(crate) use arguments::argument;
pub use handler::ExternalHandler;
pub(crate) use order::in_written_order;
pub use read::{ExternalToolError, ExternalToolList};
#[cfg(feature = "yaml")]
pub use rules::RulesError;
pub(crate) use rules::{Amount, AppliedRules, FieldRules, RuleNote, apply_rules};
#[cfg(feature = "yaml")]
pub(crate) use rules::{LENIENCIES, RISKS};
pub use rules::{Rules, ToolRules};
pub use source::{ExternalSource, OnChange};
pub use tool::{ExternalTool, TaskSupport, ToolAnnotations};
#[cfg(feature = "yaml")]
pub(crate) use unknown_fields::UNKNOWN_FIELDS;
pub use unknown_fields::UnknownFields;

pub use crate::class::Classification;
