#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
mod error;
mod order;
mod schema;
mod shape;

pub use error::{ErrorCode, ValidationError};
#[doc(inline)]
pub use hpd_json::{Leniency, Limits, Node, SyntaxError, Warning, WarningCode};
pub use schema::{Promoted, Schema};
pub use shape::{ShapeError as SchemaError, Unsupported};
