//! The tools that the model sees.
//!
//! `toolbox/reveal.rs` decides the position of each tool (its [`Place`]) and the containers that reveal it. A [`Plan`]
//! computes the consequence for each tool, once for a policy: listed from the start, while a container is expanded, or
//! never. Everything else reads the plan. A [`View`] is the rest after list filters, for one turn. A
//! [`Toolbox`](crate::Toolbox) with a view shows nothing else.

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
