//! Reading a call's arguments: the typed one-pass reader, and the tree that errors are listed from.

mod decimal;
mod guarded;
mod limits;
mod plan;
mod raw_call;
mod reader;
mod reading;
mod schema_plan;
mod second;
mod slot;
mod tree;
mod warning;

pub use decimal::Decimal;
pub use guarded::{Guarded, ReadError, Watch};
pub use limits::{Limit, Limits};
pub use plan::ArgumentPlan;
pub use raw_call::RawCall;
pub use reader::{Reader, Refused};
pub use reading::{Reading, StopReason};
pub use schema_plan::{Accepted, SchemaPlan};
pub use slot::{DynSlot, Ops, Param, Slot, ops, slot};
pub use tree::{Cut, Node, SyntaxError, SyntaxErrorKind};
pub use warning::{Warning, WarningCode};
