//! The constant tables that the macros emit: one [`PluginSpec`] per plugin, and below it one row per function,
//! parameter, scope and skill.
//!
//! Tables are data. Schemas, checks and dispatch are ordinary code in other modules, compiled once. A row
//! takes the fields that it does not set from a `NEW` constant, by struct update syntax. So a new field
//! changes no emitted code.

mod bound;
mod bound_function;
mod flat;
mod function;
mod param;
mod plugin;
mod scope;
mod skill;

pub use bound::{BoundPlugin, PreparedCall, prepare};
pub(crate) use bound::{ErasedPlugin, PluginTable};
pub use bound_function::BoundFunction;
pub(crate) use bound_function::ErasedFunction;
pub use flat::FlatArgs;
pub use function::{
    Effect, FunctionInfo, FunctionSpec, Handler, Hints, MetaValue, Risk, UnknownFields, Write,
};
pub use function::{LocalCall, SendCall, SyncCall};
pub use param::{Constraint, DefaultValue, ParamSpec};
pub use plugin::{AiFunction, PluginRef, PluginSpec};
pub use scope::ScopeSpec;
pub use skill::{Document, DocumentContent, FnRef, Instructions, SkillInfo, SkillSpec};
