//! The rules about the tools that the model sees.
//!
//! `toolbox/reveal.rs` decides the position of each tool (its [`Place`](crate::tool::Place)) and the containers that reveal it. A [`Plan`]
//! computes the consequence for each tool, once for a policy: listed from the start, while a container is expanded, or
//! never. Everything else reads the plan. A [`View`] is the rest after list filters, for one turn. A
//! [`Toolbox`](crate::Toolbox) with a view shows nothing else.

mod explain;
mod plan;
mod policy;
mod reach;
mod view;

pub use explain::{Explanation, Rule};
pub(crate) use plan::{Plan, Standing};
pub use policy::{ExpandedContainers, ToolOrder, VisibilityPolicy};
pub(crate) use view::{Filtered, Hidden, View, Views};
