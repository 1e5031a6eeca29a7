//! Filters: the host's permission for single calls, and for tools as a whole.
//!
//! A [`ListFilter`] decides which tools a principal sees: it hides a tool, and so refuses its calls.
//!
//! A [`Filter`] decides on calls, not on lists of tools. It is asked twice: after the arguments were validated, and
//! right before the function runs. A denial is final: the first one ends the call.
//!
//! Global filters are asked first, then the plugin's, then the function's. Within one scope, they are asked in the
//! order of registration.

mod ask;
mod context;
mod filters;
mod group;
mod list;
mod verdict;

pub(crate) use ask::Asked;
pub(crate) use context::Resolved;
pub use context::{FilterContext, Stage};
pub use filters::{AsyncFilter, Filter};
pub(crate) use filters::{CallFilters, Either};
pub use group::Filters;
pub use list::{ListContext, ListFilter, NamedListFilter};
pub(crate) use list::{ListFilterIndex, ListFilters};
pub(crate) use verdict::Denial;
pub use verdict::Verdict;
