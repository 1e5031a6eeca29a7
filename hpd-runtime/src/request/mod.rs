//! A call read without a schema: every argument by its own JSON type, for code that takes arguments as they come.

mod arguments;
mod convert;
#[cfg(test)]
mod tests;
mod tool_call;
mod value;

pub use arguments::{Arguments, IntoIter, Iter};
pub use tool_call::ToolCallRequest;
pub use value::ArgumentValue;
