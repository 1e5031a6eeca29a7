#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
mod convert;
mod dialect;

pub use convert::{Converted, convert, convert_text};
pub use dialect::{Dialect, DialectError, DialectErrorKind, SchemaChange, SchemaChangeKind, UnknownDialect};
#[doc(inline)]
pub use hpd_json::SyntaxError;
