#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
mod reader;
mod repair;

#[doc(inline)]
pub use hpd_json::{Cut, Leniency, Limit, Limits, StopReason, SyntaxErrorKind, Warning, WarningCode};
pub use reader::{Reader, RepairError, Repaired, repair};
