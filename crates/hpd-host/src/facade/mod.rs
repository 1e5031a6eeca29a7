//! The entry points of a toolbox that need the rooms below: calls, lists, pending calls, the final answer.

mod calls;
mod forms;
mod guardrail;
pub(crate) mod housekeeping;
mod pending;
mod prompted;
pub(crate) mod resume;
mod view;
