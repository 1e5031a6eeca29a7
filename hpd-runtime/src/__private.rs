//! Items for generated code only. They change without notice.

pub use core;
pub use std;

pub use crate::args::{DynSlot, Ops, Reader, Refused, Slot, ops, slot};
pub use crate::context::CallContext;
pub use crate::generated::*;
pub use crate::output::{Failure, Output, PlainReturn, Return, ReturnOutput};
pub use crate::spec::*;
pub use crate::text::write_word;
