//! The host's decisions about calls: recovery, filters, and counters.

use std::sync::Arc;

use hpd_journal::Random;

use super::lookup::Lookup;
use super::recovery::{RawRecoveries, Recoveries};
use super::running::Running;
use super::{Toolbox, ToolboxBuilder};
use crate::counters::{Counters, Counts};
use crate::filter::{AsyncFilter, Either, Filter, FilterScope, Filters, Registered};
use crate::filter::{ListFilter, ListFilters, RegisteredListFilter};
use crate::problem::BuildProblem;
use crate::tool::{Tool, ToolIndex};

/// The settings, before the tools are known.
#[derive(Clone, Default)]
pub(super) struct RawHandling {
    pub(super) recoveries: RawRecoveries,
    pub(super) filters: Vec<Registered>,
    list_filters: Vec<RegisteredListFilter>,
    /// Shared by all snapshots of a toolbox.
    counts: Arc<Counts>,
    pub(super) running: Running,
}

/// The settings and counters.
#[derive(Debug)]
pub(crate) struct Handling {
    pub(super) recoveries: Recoveries,
    filters: Filters,
    pub(super) list_filters: ListFilters,
    lookup: Lookup,
    counts: Arc<Counts>,
    pub(super) running: Running,
}

impl Handling {
    pub(super) fn new(raw: &RawHandling, tools: &[Tool], problems: &mut Vec<BuildProblem>) -> Self {
        Self {
            recoveries: Recoveries::new(&raw.recoveries, tools, problems),
            filters: Filters::new(&raw.filters, tools, problems),
            list_filters: ListFilters::new(&raw.list_filters, tools, problems),
            lookup: Lookup::new(tools),
            counts: Arc::clone(&raw.counts),
            running: raw.running.clone(),
        }
    }
}

impl Handling {
    pub(super) fn random(&self) -> Arc<dyn Random> {
        self.running.random()
    }

    /// The filters of a tool; `None` if there are none.
    #[inline]
    pub(super) fn filters_of(&self, tool: ToolIndex) -> Option<&[Either]> {
        self.filters.of(tool)
    }
}

impl ToolboxBuilder {
    /// A filter that is asked about every call of a function, before those of plugins and functions.
    #[must_use]
    pub fn filter(self, filter: impl Filter + 'static) -> Self {
        self.registered(Registered::new(FilterScope::Global, filter))
    }

    /// A filter that is asked about the functions of one plugin, or the tools of one source.
    #[must_use]
    pub fn plugin_filter(self, plugin: impl Into<String>, filter: impl Filter + 'static) -> Self {
        self.registered(Registered::new(FilterScope::Plugin(plugin.into()), filter))
    }

    /// A filter that is asked about one function, by its qualified id: `Plugin.function`, or `function` for a free one.
    #[must_use]
    pub fn function_filter(self, id: impl Into<String>, filter: impl Filter + 'static) -> Self {
        self.registered(Registered::new(FilterScope::Function(id.into()), filter))
    }

    /// As [`filter`](Self::filter), for a filter that waits for something.
    #[must_use]
    pub fn async_filter(self, filter: impl AsyncFilter + 'static) -> Self {
        self.registered(Registered::new_async(FilterScope::Global, filter))
    }

    /// As [`plugin_filter`](Self::plugin_filter), for a filter that waits for something.
    #[must_use]
    pub fn async_plugin_filter(self, plugin: impl Into<String>, filter: impl AsyncFilter + 'static) -> Self {
        self.registered(Registered::new_async(FilterScope::Plugin(plugin.into()), filter))
    }

    /// As [`function_filter`](Self::function_filter), for a filter that waits for something.
    #[must_use]
    pub fn async_function_filter(self, id: impl Into<String>, filter: impl AsyncFilter + 'static) -> Self {
        self.registered(Registered::new_async(FilterScope::Function(id.into()), filter))
    }

    /// A filter that is asked which tools each principal sees: about every tool, containers too.
    #[must_use]
    pub fn list_filter(self, filter: impl ListFilter + 'static) -> Self {
        self.registered_list(RegisteredListFilter::new(FilterScope::Global, filter))
    }

    /// A filter that is asked whether the members and the container of one plugin or source are shown.
    #[must_use]
    pub fn plugin_list_filter(self, plugin: impl Into<String>, filter: impl ListFilter + 'static) -> Self {
        self.registered_list(RegisteredListFilter::new(FilterScope::Plugin(plugin.into()), filter))
    }

    /// A filter that is asked whether one tool is shown, by its qualified id: a function, a skill or a container.
    #[must_use]
    pub fn function_list_filter(self, id: impl Into<String>, filter: impl ListFilter + 'static) -> Self {
        self.registered_list(RegisteredListFilter::new(FilterScope::Function(id.into()), filter))
    }

    fn registered_list(mut self, filter: RegisteredListFilter) -> Self {
        self.handling.list_filters.push(filter);
        self
    }

    fn registered(mut self, filter: Registered) -> Self {
        self.handling.filters.push(filter);
        self
    }
}

impl Toolbox {
    /// How often each check caught something, in all sessions, and in all [snapshots](Self::to_builder) of the toolbox.
    ///
    /// ```
    /// use hpd_host::{RawCall, Session, Toolbox};
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().build()?;
    /// toolbox.call(&Session::new(), &RawCall::new("1", "order_pizza", "{}")).await;
    /// assert_eq!(toolbox.counters().unknown_name, 1);
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    pub fn counters(&self) -> Counters {
        self.counts().snapshot()
    }

    pub(crate) fn counts(&self) -> &Counts {
        &self.tools.handling.counts
    }

    pub(crate) fn lookup(&self) -> &Lookup {
        &self.tools.handling.lookup
    }

    /// The filters of a tool; `None` if there are none.
    #[inline]
    pub(crate) fn filters_of(&self, tool: ToolIndex) -> Option<&[Either]> {
        self.tools.handling.filters_of(tool)
    }
}
