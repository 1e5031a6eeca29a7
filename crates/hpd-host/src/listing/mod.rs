//! What a session sees of a toolbox: its list of tools, the calls that it may make, and the reasons.
//!
//! The rules are those of [`visibility`](crate::visibility). Here they meet the expansions of a session.

mod access;
mod events;
mod expand;
mod explain;
mod list;

pub(crate) use access::{Visit, door, may_call};
pub(crate) use expand::{Expanded, expand};
pub(crate) use explain::{explain_all, explain_one};
pub use list::ToolList;
pub(crate) use list::{hidden_within_reach, indices, list};
