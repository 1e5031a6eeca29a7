#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
mod decimal;
mod echo;
mod key_hash;
mod limits;
mod order;
mod path;
mod reading;
mod reserved;
pub mod text;
mod tree;
mod warning;

pub use decimal::Decimal;
pub use limits::{Limit, Limits};
pub use reading::{Leniency, Reading, StopReason};
pub use tree::{Cut, Node, SyntaxError, SyntaxErrorKind};
pub use warning::{Warning, WarningCode};
