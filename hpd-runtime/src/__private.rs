//! Items for generated code only. They change without notice.

pub use core;
pub use std;

pub use crate::args::{DynSlot, Leniency, Ops, Reader, Refused, Slot, ops, slot};
pub use crate::context::call::CallContext;
pub use crate::error::container::first_names;
pub use crate::generated::*;
pub use crate::output::Failure;
pub use crate::output::content::Output;
pub use crate::output::convert::{PlainReturn, Return, ReturnOutput};
pub use crate::plugins::Plugin;
pub use crate::spec::*;
pub use crate::text::write_word;

/// Text for models and users, as all crates write it.
pub mod text {
    pub use crate::text::*;
}
