//! Filters, before the tools are known.

use super::filters::{AsyncFilter, Filter, FilterScope, Registered};
use super::list::{ListFilter, RegisteredListFilter};

/// Filters for single plugins and functions, asynchronous filters, and filters of lists: a group of settings of a
/// toolbox. [`ToolboxBuilder::filter`](crate::ToolboxBuilder::filter) is enough for a filter of all calls.
///
/// ```
/// use hpd_host::filter::{FilterContext, Filters, Verdict};
/// use hpd_host::{RawCall, Session, Toolbox, plugin};
///
/// struct Mail;
///
/// #[plugin]
/// impl Mail {
///     /// Counts the messages.
///     #[ai_function]
///     fn count(&self) -> u32 {
///         3
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let closed =
///     |_: &FilterContext<'_>| Verdict::deny("The mail is closed today.", "a holiday");
/// let toolbox = Toolbox::builder()
///     .plugin(Mail)
///     .filters(Filters::new().plugin("Mail", closed))
///     .build()?;
/// let outcome = toolbox.call(&Session::new(), &RawCall::new("1", "count", "{}")).await;
/// assert_eq!(outcome.error().map(|error| error.error_type()), Some("call_denied"));
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Filters {
    pub(crate) calls: Vec<Registered>,
    pub(crate) lists: Vec<RegisteredListFilter>,
}

impl Filters {
    /// No filters.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A filter that is asked about every call of a function, before the filters of plugins and functions.
    #[must_use]
    pub fn all(self, filter: impl Filter + 'static) -> Self {
        self.call(Registered::new(FilterScope::Global, filter))
    }

    /// A filter that is asked about the functions of one plugin, or the tools of one source.
    #[must_use]
    pub fn plugin(self, plugin: impl Into<String>, filter: impl Filter + 'static) -> Self {
        self.call(Registered::new(FilterScope::Plugin(plugin.into()), filter))
    }

    /// A filter that is asked about one function, by its qualified id: `Plugin.function`, or `function` for a free one.
    #[must_use]
    pub fn function(self, id: impl Into<String>, filter: impl Filter + 'static) -> Self {
        self.call(Registered::new(FilterScope::Function(id.into()), filter))
    }

    /// As [`all`](Self::all), for a filter that waits for something.
    #[must_use]
    pub fn async_all(self, filter: impl AsyncFilter + 'static) -> Self {
        self.call(Registered::new_async(FilterScope::Global, filter))
    }

    /// As [`plugin`](Self::plugin), for a filter that waits for something.
    #[must_use]
    pub fn async_plugin(self, plugin: impl Into<String>, filter: impl AsyncFilter + 'static) -> Self {
        self.call(Registered::new_async(FilterScope::Plugin(plugin.into()), filter))
    }

    /// As [`function`](Self::function), for a filter that waits for something.
    #[must_use]
    pub fn async_function(self, id: impl Into<String>, filter: impl AsyncFilter + 'static) -> Self {
        self.call(Registered::new_async(FilterScope::Function(id.into()), filter))
    }

    /// A filter that is asked which tools each principal sees: about every tool, containers too.
    #[must_use]
    pub fn list(self, filter: impl ListFilter + 'static) -> Self {
        self.listed(RegisteredListFilter::new(FilterScope::Global, filter))
    }

    /// A filter that is asked whether the members and the container of one plugin or source are shown.
    #[must_use]
    pub fn list_of_plugin(self, plugin: impl Into<String>, filter: impl ListFilter + 'static) -> Self {
        self.listed(RegisteredListFilter::new(FilterScope::Plugin(plugin.into()), filter))
    }

    /// A filter that is asked whether one tool is shown, by its qualified id: a function, a skill or a container.
    #[must_use]
    pub fn list_of_tool(self, id: impl Into<String>, filter: impl ListFilter + 'static) -> Self {
        self.listed(RegisteredListFilter::new(FilterScope::Function(id.into()), filter))
    }

    /// Adds the filters of a newer group.
    pub(crate) fn merge(&mut self, newer: Self) {
        self.calls.extend(newer.calls);
        self.lists.extend(newer.lists);
    }

    fn call(mut self, filter: Registered) -> Self {
        self.calls.push(filter);
        self
    }

    fn listed(mut self, filter: RegisteredListFilter) -> Self {
        self.lists.push(filter);
        self
    }
}
