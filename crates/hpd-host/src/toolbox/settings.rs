//! The settings of a toolbox, by group.

use std::sync::Arc;

use hpd_runtime::dialect::Dialect;

#[cfg(doc)]
use super::Toolbox;
use super::ToolboxBuilder;
use super::groups::{Approval, Limits, ModelOptions, System, Values};
use super::prepare::Prepared;
use crate::filter::Filters;
#[cfg(doc)]
use crate::problem::BuildProblem;
use crate::results::LargeResults;
use crate::tool::ToolSearch;
use crate::visibility::VisibilityPolicy;

impl ToolboxBuilder {
    /// The policy for the lists of tools that models see.
    #[must_use]
    pub fn visibility(mut self, policy: VisibilityPolicy) -> Self {
        self.visibility = policy;
        self
    }

    /// Which calls may run, and how the user is asked. A setting that the group does not name keeps its value.
    #[must_use]
    pub fn approval(mut self, approval: Approval) -> Self {
        self.approval.merge(approval);
        self
    }

    /// How much there may be of everything. A setting that the group does not name keeps its value.
    #[expect(clippy::needless_pass_by_value, reason = "as all groups, which may get fields that are moved")]
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits.merge(&limits);
        self
    }

    /// Adds the tool `search_tools`: the model finds tools that its list does not have, by words about what they do, and
    /// calls what it found without an expansion. The search sees what list filters show and expansions could reach. A tool
    /// of that name makes the build [fail](BuildProblem::SameName).
    #[must_use]
    pub fn tool_search(mut self, search: impl ToolSearch + 'static) -> Self {
        self.search = Some(Arc::new(search));
        self
    }

    /// How results are handled that are too long for a model. A setting that the group does not name keeps its value.
    #[must_use]
    pub fn large_results(mut self, large: LargeResults) -> Self {
        self.large_results.merge(large);
        self
    }

    /// Where the values of users come from, and where they are kept. A setting that the group does not name keeps its
    /// value.
    #[must_use]
    pub fn values(mut self, values: Values) -> Self {
        self.values.merge(values);
        self
    }

    /// How the toolbox and the model talk with each other. A setting that the group does not name keeps its value.
    #[must_use]
    pub fn model(mut self, options: ModelOptions) -> Self {
        self.model.merge(options);
        self
    }

    /// Filters for single plugins and functions, asynchronous filters, and filters of lists. They are asked after those
    /// that were added before.
    #[must_use]
    pub fn filters(mut self, filters: Filters) -> Self {
        self.filters.merge(filters);
        self
    }

    /// The services of the machine. A setting that the group does not name keeps its value.
    #[must_use]
    pub fn system(mut self, system: System) -> Self {
        self.system.merge(system);
        self
    }

    /// Writes the schemas of all tools in these dialects at the build. Otherwise the first list in a dialect writes those
    /// of its tools, which takes about 25 µs for each. Many tools are shared between two threads. The schemas take memory:
    /// some kilobytes a tool and dialect.
    ///
    /// A schema that a dialect can't express does not fail the build: [`tools_in`](crate::Provider::tools_in) and
    /// [`reports_in`](Toolbox::reports_in) tell.
    ///
    /// ```
    /// use hpd_host::dialect::Dialect;
    /// use hpd_host::{Provider, Session, Toolbox, plugin};
    ///
    /// struct Clock;
    ///
    /// #[plugin]
    /// impl Clock {
    ///     /// Tells the time.
    ///     #[ai_function]
    ///     fn time(&self) -> &'static str {
    ///         "noon"
    ///     }
    /// }
    ///
    /// let dialect = Dialect::OpenAiStrict;
    /// let toolbox = Toolbox::builder().plugin(Clock).prepare([dialect]).build()?;
    /// let tools = toolbox.tools(&Session::new());
    /// // Nothing is converted any more.
    /// assert!(Provider::OpenAiChat.tools_in(&tools, dialect)?.contains(r#""strict":true"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn prepare(mut self, dialects: impl IntoIterator<Item = Dialect>) -> Self {
        self.prepared = Some(Prepared::add(self.prepared, dialects));
        self
    }
}
