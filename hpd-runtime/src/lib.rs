#![doc = include_str!("../README.md")]
//!
//! # Paths
//!
//! `hpd-host` re-exports these modules and names. Examples on their pages import from `hpd_runtime`: a program that
//! depends on `hpd-host` writes `hpd_host` instead, with the same path after it.
//!
//! # Scope
//!
//! This crate has no client of a model provider, no transport, and no agent loop. Those call it.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
mod check;
pub mod context;
pub mod error;
mod function_tool;
mod generated;
mod metadata;
mod names;
pub mod output;
mod plan;
mod plugins;
mod provenance;
mod reading;
mod request;
pub mod schema;
mod table;
mod text;

/// Reads a call's arguments: the typed one-pass reader, and the lenient one that lists all errors.
///
/// [`check_container`](args::check_container) recognises a container that is called with parameters, without `hpd-host`.
///
/// Examples import from the crate that defines the item: `hpd_runtime` or `hpd_json`. In a program with `hpd-host`,
/// import the same names from `hpd_host::args`.
#[doc = include_str!("../docs/arguments.md")]
pub mod args {
    #[doc = include_str!("../docs/limits.md")]
    #[doc(inline)]
    pub use hpd_json::Limits;
    #[doc(inline)]
    pub use hpd_json::{
        Cut, Decimal, Leniency, Limit, Node, Reading, StopReason, SyntaxError, SyntaxErrorKind, Warning,
        WarningCode,
    };

    pub use crate::check::{ContainerCheck, check_container};
    pub use crate::request::{ArgumentValue, Arguments, CallForm, CallOrigin, Caller, ToolCallRequest};
}

/// One schema in each provider's form: see the crate `hpd-dialect`.
///
/// Examples show no imports: the names are in this module.
pub mod dialect {
    #[doc(inline)]
    pub use hpd_dialect::__private::{
        Converted, Dialect, DialectError, DialectErrorKind, SchemaChange, SchemaChangeKind, UnknownDialect,
    };
}

/// The crates that parameters of own types need: for their derives, and for the values of a schema.
pub mod reexports {
    #[doc(no_inline)]
    pub use {schemars, serde, serde_json};
}

/// Reads a text of arguments that is not JSON, where it has exactly one meaning: see the crate `hpd-repair`.
///
/// Examples show no imports: the names are in this module.
pub mod repair {
    #[doc(inline)]
    pub use hpd_repair::__private::{Repaired, repair};
}

/// The host's choices about the tools that one session or turn reaches.
pub mod list {
    pub use crate::context::access::Access;
    pub use crate::context::list_mode::ListMode;
    pub use crate::context::long_results::LongResults;
}

/// A compiled schema: see the crate `hpd-schema`.
pub mod shape {
    #[doc(inline)]
    pub use hpd_schema::__private::shape::{
        CompileOptions, PromoteRules, Shape, ShapeError, UnknownKeys, Unsupported,
    };
}

/// The constant tables that the macros emit, and the names and metadata of tools.
///
/// There is one [`PluginSpec`](spec::PluginSpec) per plugin, and below it one row per function, parameter, scope and
/// skill. Tables are data. Schemas, checks and dispatch are ordinary code in other modules, compiled once. A row is
/// written by struct update over its `NEW` constant, so that a new field changes no emitted code.
///
/// Examples import from `hpd_runtime`. In a program with `hpd-host`, import the same names from `hpd_host::spec`.
pub mod spec {
    pub use crate::function_tool::{FunctionTool, OwnedContext};
    pub use crate::metadata::{ContainerMetadata, Metadata, SkillMetadata, SourceType, ToolKind};
    pub use crate::names::{NameError, QualifiedId, ToolName};
    pub use crate::table::{
        AiFunction, BoundFunction, BoundPlugin, Constraint, DefaultValue, Document, DocumentContent, Effect,
        FnRef, FunctionInfo, FunctionSpec, Hints, Instructions, MetaValue, ParamSpec, PluginRef, PluginSpec,
        Risk, ScopeSpec, SkillInfo, SkillSpec, UnknownFields, Write,
    };
}

/// Values that the model does not give.
pub mod values {
    pub use crate::provenance::Provenance;
}

pub use context::call::CallContext;
pub use context::principal::Principal;
pub use context::turn::TurnContext;
pub use hpd_macros::{ModelError, ai_function, plugin, plugin_scope, scope, skill};
pub use output::content::Output;
pub use output::failure::{ModelError, ToolError};
pub use output::or_tell::OrTell;
pub use plugins::Plugin;
pub use reading::slot::Param;
pub use request::raw_call::RawCall;
