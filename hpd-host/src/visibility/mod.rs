//! Which tools the model sees.
//!
//! `toolbox/reveal.rs` says where each tool stands (its [`Place`]) and which containers reveal it. A [`Plan`] works out
//! for a policy, once, what that means for each tool: listed from the start, while a container is expanded, or never.
//! Everything else reads the plan. A [`View`] says what list filters leave of it for one turn; a
//! [`Toolbox`](crate::Toolbox) that has one shows nothing else, whoever asks it.

mod access;
mod events;
mod expand;
mod explain;
mod list;
mod place;
mod plan;
mod policy;
mod view;

pub(crate) use access::{Visit, door, may_call};
pub(crate) use expand::expand;
pub use explain::{Explanation, Rule};
pub(crate) use explain::{explain_all, explain_one};
pub use list::ToolList;
pub(crate) use list::{indices, list};
pub(crate) use place::Place;
pub(crate) use plan::Plan;
pub use policy::{ExpandedContainers, ListMode, ToolOrder, VisibilityPolicy};
pub(crate) use view::{Filtered, Hidden, View, Views};
