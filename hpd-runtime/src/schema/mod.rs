//! A function's JSON schema, put together from its table and its types.
//!
//! There are two forms of it. The *checked* one is what arguments are held against; it keeps the formats by which the
//! types of numbers are told. The *published* one is what models read: the same without what says nothing to them, and
//! without asking for parameters that the host may fill from the user's profile or its configuration. Arguments are checked
//! once they are filled, so that what is required is there whoever gave it.

mod assemble;
mod constraint;
mod keywords;
mod order;
mod param;
mod publish;
mod settings;
mod types;
mod verify;
mod view;

pub use assemble::assemble;
pub(crate) use order::sort_keywords;
pub use settings::{FunctionSchema, Nested, SchemaError, SchemaSettings};
pub use view::{with_optional, without_properties};
