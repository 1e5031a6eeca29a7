//! One struct that takes all arguments of a function.

use schemars::{Schema, SchemaGenerator};

use crate::reading::Probe;

/// A struct whose fields are the parameters of a function.
///
/// The rows of the parameters are made from the struct's schema, once in a program. Until then,
/// [`FunctionInfo::params`] has only the options that the function gives to single fields, by their names in the
/// schema.
///
/// [`FunctionInfo::params`]: super::FunctionInfo::params
#[derive(Debug, Clone, Copy)]
pub struct FlatArgs {
    /// The struct's own schema, with its properties.
    pub(crate) schema: fn(&mut SchemaGenerator) -> Schema,
    /// Shows a probe the keys and variants that the struct reads.
    pub(crate) probe: fn(Probe<'_>),
    /// The rows are made.
    pub(crate) is_expanded: bool,
}
