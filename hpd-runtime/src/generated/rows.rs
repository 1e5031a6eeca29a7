//! The parts common to all rows. These calls are far cheaper for the compiler than struct literals with every field.
//! Further fields are assigned to their results.

use crate::plugins::Plugin;
use crate::reading::Ops;
use crate::table::{FlatArgs, FnRef, FunctionInfo, ParamSpec, ScopeSpec};

use super::references::plugin_ref;

/// A parameter without options.
pub const fn param<T>(name: &'static str, description: &'static str, ops: Ops<T>) -> ParamSpec {
    ParamSpec {
        name,
        description,
        schema: ops.schema,
        optional: ops.optional,
        accepts: ops.accepts,
        probe: ops.probe,
        ..ParamSpec::NEW
    }
}

/// All arguments as one struct.
pub const fn flat<T>(ops: Ops<T>) -> FlatArgs {
    FlatArgs { schema: ops.object, probe: ops.probe, is_expanded: false }
}

/// What a function says of a field of its struct.
pub const fn field(name: &'static str) -> ParamSpec {
    ParamSpec { name, ..ParamSpec::NEW }
}

/// A function without options.
pub const fn function_info(name: &'static str, description: &'static str) -> FunctionInfo {
    FunctionInfo { name, description, ..FunctionInfo::NEW }
}

/// A scope without options.
pub const fn scope(description: &'static str) -> ScopeSpec {
    ScopeSpec { description, ..ScopeSpec::NEW }
}

/// A reference to a function of `P`.
pub const fn fn_ref<P: Plugin>(name: &'static str) -> FnRef {
    FnRef { name, plugin: Some(plugin_ref::<P>), free: None }
}
