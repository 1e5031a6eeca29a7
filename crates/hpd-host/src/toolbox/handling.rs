//! The host's decisions about calls: recovery, filters, and counters.

use std::sync::Arc;

use hpd_journal::Random;

use super::lookup::Lookup;
use super::recovery::Recoveries;
use super::running::Running;
use super::{Toolbox, ToolboxBuilder};
use crate::counters::{Counters, Counts};
use crate::filter::{CallFilters, Either, ListFilters};
use crate::problem::BuildProblem;
use crate::tool::{Tool, ToolIndex};

/// The settings and counters.
#[derive(Debug)]
pub(crate) struct Handling {
    pub(super) recoveries: Recoveries,
    filters: CallFilters,
    pub(super) list_filters: ListFilters,
    lookup: Lookup,
    counts: Arc<Counts>,
    pub(super) running: Running,
}

impl Handling {
    pub(super) fn new(builder: &ToolboxBuilder, tools: &[Tool], problems: &mut Vec<BuildProblem>) -> Self {
        let ToolboxBuilder { model, filters, .. } = builder;
        Self {
            recoveries: Recoveries::new(model.recovery_or_default(), &model.recoveries, tools, problems),
            filters: CallFilters::new(&filters.calls, tools, problems),
            list_filters: ListFilters::new(&filters.lists, tools, problems),
            lookup: Lookup::new(tools),
            counts: Arc::clone(&builder.counts),
            running: Running::new(builder),
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
