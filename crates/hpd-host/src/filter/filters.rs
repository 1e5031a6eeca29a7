//! The filters of a toolbox, by tool.

use std::fmt;
use std::sync::Arc;

use hpd_journal::BoxFuture;
use hpd_runtime::__private::{nearest, order};

use super::{FilterContext, Verdict};
use crate::problem::BuildProblem;
use crate::tool::{Role, Tool, ToolIndex};

/// Decides whether a call may run.
///
/// A function or closure from `&FilterContext` to [`Verdict`] is a filter. If a filter panics, the call is denied.
///
/// ```
/// use hpd_host::filter::{FilterContext, Verdict};
/// use hpd_host::Toolbox;
///
/// fn writes_need_somebody(call: &FilterContext<'_>) -> Verdict {
///     match call.principal().id() {
///         None if call.is_write() => {
///             Verdict::deny("Sign in first.", "a write without a principal")
///         }
///         _ => Verdict::allow(),
///     }
/// }
///
/// let builder = Toolbox::builder().filter(writes_need_somebody);
/// ```
pub trait Filter: Send + Sync {
    /// Decides on a call.
    fn check(&self, call: &FilterContext<'_>) -> Verdict;
}

impl<F: Fn(&FilterContext<'_>) -> Verdict + Send + Sync> Filter for F {
    fn check(&self, call: &FilterContext<'_>) -> Verdict {
        self(call)
    }
}

/// Decides whether a call may run, and may wait for something meanwhile. If a filter panics, the call is denied.
///
/// ```
/// use hpd_host::filter::{AsyncFilter, FilterContext, Verdict};
/// use hpd_host::system::BoxFuture;
///
/// struct Quota;
///
/// impl AsyncFilter for Quota {
///     fn check<'a>(&'a self, call: &'a FilterContext<'a>) -> BoxFuture<'a, Verdict> {
///         Box::pin(async move {
///             // A question to a database would be awaited here.
///             match call.principal().tenant() {
///                 Some(_) => Verdict::allow(),
///                 None => {
///                     Verdict::deny("Nothing is left of the quota.", "no tenant, no quota")
///                 }
///             }
///         })
///     }
/// }
/// ```
pub trait AsyncFilter: Send + Sync {
    /// Decides on a call.
    fn check<'a>(&'a self, call: &'a FilterContext<'a>) -> BoxFuture<'a, Verdict>;
}

/// A filter of either kind.
#[derive(Clone)]
pub(crate) enum Either {
    Sync(Arc<dyn Filter>),
    Async(Arc<dyn AsyncFilter>),
}

/// Which calls a filter is asked about. The order is that in which filters are asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FilterScope {
    Global,
    Plugin(String),
    Function(String),
}

/// A filter that was registered.
#[derive(Clone)]
pub(crate) struct Registered {
    scope: FilterScope,
    filter: Either,
}

impl Registered {
    pub(crate) fn new(scope: FilterScope, filter: impl Filter + 'static) -> Self {
        Self { scope, filter: Either::Sync(Arc::new(filter)) }
    }

    /// The plugin or function that it is for; `None` if it is for all.
    pub(crate) fn is_for(&self) -> Option<&str> {
        match &self.scope {
            FilterScope::Global => None,
            FilterScope::Plugin(name) | FilterScope::Function(name) => Some(name),
        }
    }

    pub(crate) fn new_async(scope: FilterScope, filter: impl AsyncFilter + 'static) -> Self {
        Self { scope, filter: Either::Async(Arc::new(filter)) }
    }
}

/// The filters of a toolbox.
#[derive(Default)]
pub(crate) struct CallFilters {
    /// By index of the tool, in the order in which they are asked; empty if there are no filters at all.
    by_tool: Vec<Box<[Either]>>,
}

impl CallFilters {
    /// Finds the filters of each function.
    pub(crate) fn new(registered: &[Registered], tools: &[Tool], problems: &mut Vec<BuildProblem>) -> Self {
        if registered.is_empty() {
            return Self::default();
        }
        let unknown = |filter: &Registered| unknown_scope(&filter.scope, tools, is_asked_about);
        problems.extend(registered.iter().filter_map(unknown));
        Self { by_tool: tools.iter().map(|tool| filters_of(tool, registered)).collect() }
    }

    /// The filters of a tool; `None` if there are none.
    #[inline]
    pub(crate) fn of(&self, tool: ToolIndex) -> Option<&[Either]> {
        self.by_tool.get(tool).map(|filters| &**filters).filter(|filters| !filters.is_empty())
    }
}

impl fmt::Debug for CallFilters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.by_tool.iter().map(|filters| filters.len())).finish()
    }
}

/// Whether filters are asked about a tool. Containers only reveal, and `call_function` only passes on: filters are
/// asked about the resulting calls.
const fn is_asked_about(tool: &Tool) -> bool {
    matches!(tool.role, Role::Function(_))
}

fn filters_of(tool: &Tool, registered: &[Registered]) -> Box<[Either]> {
    if !is_asked_about(tool) {
        return Box::default();
    }
    let mut filters: Vec<_> = registered.iter().filter(|filter| filter.scope.takes(tool)).collect();
    order::sort_by_key(&mut filters, |filter| filter.scope.rank());
    filters.into_iter().map(|filter| filter.filter.clone()).collect()
}

impl FilterScope {
    /// Whether a filter of this scope is asked about a tool.
    pub(super) fn takes(&self, tool: &Tool) -> bool {
        match self {
            Self::Global => true,
            Self::Plugin(name) => group_of(tool) == Some(name),
            Self::Function(id) => tool.id().as_str() == id,
        }
    }

    /// Filters of all tools are asked before those of a plugin, and these before those of a function.
    pub(super) const fn rank(&self) -> u8 {
        match self {
            Self::Global => 0,
            Self::Plugin(_) => 1,
            Self::Function(_) => 2,
        }
    }
}

/// The plugin or source that a tool is a member of, or is the container of.
fn group_of(tool: &Tool) -> Option<&str> {
    tool.plugin().or_else(|| tool.is_container().then_some(tool.id().as_str()))
}

/// The problem with a scope, if no tool for which `is_asked` holds is in it.
pub(super) fn unknown_scope(
    scope: &FilterScope,
    tools: &[Tool],
    is_asked: fn(&Tool) -> bool,
) -> Option<BuildProblem> {
    let functions = tools.iter().filter(|tool| is_asked(tool));
    let (what, name, suggestion) = match scope {
        FilterScope::Global => return None,
        FilterScope::Plugin(name) => {
            let known: Vec<_> = functions.filter_map(group_of).collect();
            if known.contains(&name.as_str()) {
                return None;
            }
            ("plugin", name, nearest(name, known))
        }
        FilterScope::Function(id) => {
            let known: Vec<_> = functions.map(|tool| tool.id().as_str()).collect();
            if known.contains(&id.as_str()) {
                return None;
            }
            ("function", id, nearest(id, known))
        }
    };
    Some(BuildProblem::UnknownFilterScope {
        what,
        name: name.clone(),
        suggestion: suggestion.map(str::to_owned),
    })
}
