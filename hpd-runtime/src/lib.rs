//! Tables, schemas and argument checks for tools that language models call. Plugin libraries depend on this crate.
//!
//! A plugin is a Rust type with one annotated `impl` block. The macros ([`plugin`], [`scope`],
//! [`ai_function`], [`skill`]) turn it into constant tables ([`spec`]) and thin shims. Everything else is
//! ordinary code. [`schema`] assembles schemas from the tables, [`shape`] compiles them for checking, and
//! [`args`] reads arguments against them. [`error`] lists all errors at once. This crate prepares calls but
//! does not run them, and does no I/O. `hpd-host` runs the calls and decides which tools a model sees.
//!
//! ```
//! use hpd_runtime::{Plugin, scope};
//!
//! struct Thermostat { target: f64 }
//!
//! #[scope("The heating")]
//! impl Thermostat {
//!     /// The temperature that the heating is set to, in °C.
//!     #[ai_function]
//!     fn target(&self) -> f64 {
//!         self.target
//!     }
//! }
//!
//! assert_eq!(Thermostat::SPEC.container_name(), "Thermostat");
//! assert_eq!(Thermostat::SPEC.functions[0].info.name, "target");
//! ```
//!
//! # Scope
//!
//! This crate has no client of a model provider, no transport, and no agent loop. Those call it.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
pub mod args;
pub mod check;
mod context;
mod describe;
pub mod dialect;
pub mod error;
mod generated;
mod metadata;
mod names;
mod output;
mod plugin_instance;
mod provenance;
pub mod repair;
pub mod request;
pub mod schema;
pub mod shape;
pub mod spec;
pub mod text;

pub use args::{Param, RawCall, StopReason, Warning, WarningCode};
pub use context::{
    CallContext, CallDetails, Cancellation, Cancelled, Extensions, Interpreter, Principal, Progress,
    ProgressSink, TurnContext,
};
pub use hpd_macros::{ai_function, plugin, plugin_scope, scope, skill};
pub use metadata::{ContainerMetadata, Metadata, ReferredFunction, SkillMetadata, SourceType, ToolKind};
pub use names::{NameError, QualifiedId, ToolName};
pub use output::{AskRequest, Failure, FailureEffect, IntoOutput, ModelError, Output, Part, ToolError};
pub use plugin_instance::{BoundPlugin, PreparedCall, prepare};
pub use provenance::Provenance;
pub use request::{ArgumentValue, Arguments, ToolCallRequest};
pub use schemars;
pub use serde;
pub use serde_json;
pub use spec::{AiFunction, Plugin};
