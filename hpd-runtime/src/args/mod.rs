//! Reads a call's arguments: the typed one-pass reader, and the lenient one that lists all errors.
#![doc = include_str!("../../docs/arguments.md")]

mod decimal;
mod error_reading;
mod guarded;
mod key_text;
mod lenient;
mod limits;
mod plan;
mod raw_call;
mod reader;
mod reading;
mod schema_plan;
mod slot;
mod staged;
mod tree;
mod unwrap;
mod warning;

pub use decimal::Decimal;
pub use guarded::{Guarded, ReadError, Watch};
pub use limits::{Limit, Limits};
pub use plan::ArgumentPlan;
pub use raw_call::RawCall;
pub use reader::{Reader, Refused};
pub(crate) use reader::{is_blank, warn_blank};
pub use reading::{Reading, StopReason};
pub use schema_plan::{Accepted, SchemaPlan};
pub use slot::{DynSlot, Ops, Param, Slot, ops, slot};
pub use staged::Understood;
pub use tree::{Cut, Node, SyntaxError, SyntaxErrorKind};
pub(crate) use tree::{Quoted, Scanner, are_surely_distinct, check_length};
pub use warning::{Warning, WarningCode};
