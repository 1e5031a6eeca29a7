//! Tables, schemas and argument checks for tools that language models call.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
pub mod args;
mod bound;
pub mod check;
mod context;
mod describe;
pub mod error;
mod generated;
mod metadata;
mod names;
mod output;
pub mod schema;
pub mod shape;
pub mod spec;

pub use args::{Param, RawCall, Warning, WarningCode};
pub use bound::{BoundPlugin, PreparedCall, prepare};
pub use context::{CallContext, Cancellation, Cancelled, Extensions, Progress, ProgressSink, TurnContext};
pub use hpd_macros::{ai_function, plugin, plugin_scope, scope, skill};
pub use metadata::{ContainerMetadata, Metadata, SkillMetadata, SourceType, ToolKind};
pub use names::{NameError, QualifiedId, ToolName};
pub use output::{Failure, IntoOutput, ModelError, Output, Part, ToolError};
pub use schemars;
pub use serde;
pub use serde_json;
pub use spec::{AiFunction, Plugin};
