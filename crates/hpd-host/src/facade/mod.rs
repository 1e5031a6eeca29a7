//! The entry points of a toolbox that need the rooms below: calls, lists, pending calls, the final answer.

mod calls;
mod forms;
#[cfg(feature = "guardrail")]
mod guardrail;
pub(crate) mod housekeeping;
mod pending;
mod prompted;
mod receipt;
pub(crate) mod resume;
mod view;
