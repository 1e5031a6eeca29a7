//! A function's JSON schema, put together from its table and its types.

mod settings;

pub use settings::{FunctionSchema, Nested, SchemaError, SchemaSettings};

use crate::spec::FunctionInfo;

/// Puts the schema of a function's arguments together.
///
/// # Errors
///
/// A [`SchemaError`], if the table contradicts itself or its types.
pub fn assemble(info: &FunctionInfo, settings: &SchemaSettings) -> Result<FunctionSchema, SchemaError> {
    let _ = (info, settings);
    Err(SchemaError { function: info.name.to_owned(), parameter: None, message: String::new() })
}
