//! A call whose arguments are read by their own JSON types, without a schema.

mod arguments;
mod convert;
mod origin;
pub(crate) mod raw_call;
#[cfg(test)]
mod tests;
mod tool_call;
mod value;

pub use arguments::{Arguments, IntoIter, Iter};
pub use origin::{CallForm, CallOrigin, Caller};
pub(crate) use raw_call::RawCall;
pub use tool_call::ToolCallRequest;
pub use value::ArgumentValue;
