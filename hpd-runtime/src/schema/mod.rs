//! A function's JSON schema, put together from its table and its types.
//!
//! There are two forms of it. The *checked* one is what arguments are held against; it keeps the formats by which the
//! types of numbers are told. The *published* one is what models read: the same without what says nothing to them.

mod assemble;
mod constraint;
mod keywords;
mod order;
mod param;
mod publish;
mod settings;
mod types;
mod verify;

pub use assemble::assemble;
pub(crate) use order::sort_keywords;
pub use settings::{FunctionSchema, Nested, SchemaError, SchemaSettings};
