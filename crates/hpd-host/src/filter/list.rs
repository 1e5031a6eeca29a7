//! List filters: which tools each principal sees.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hpd_runtime::__private::order::sort_by_rank;
use hpd_runtime::spec::QualifiedId;
use hpd_runtime::{Principal, TurnContext};

use super::filters::{FilterScope, unknown_scope};
use crate::problem::BuildProblem;
use crate::tool::{Role, Tool, ToolIndex};

/// The input of a [`ListFilter`]: a tool, and its potential viewer. It has no arguments, since no call is made yet.
#[derive(Clone, Copy)]
pub struct ListContext<'a> {
    tool: &'a Tool,
    turn: &'a TurnContext,
}

impl<'a> ListContext<'a> {
    /// The tool.
    pub const fn tool(&self) -> &'a Tool {
        self.tool
    }

    /// Its qualified id: `Plugin.function`.
    pub const fn id(&self) -> &'a QualifiedId {
        self.tool.id()
    }

    /// The name by which the model calls it.
    pub fn name(&self) -> &'a str {
        self.tool.name()
    }

    /// Whether it changes something.
    pub fn is_write(&self) -> bool {
        self.tool.is_write()
    }

    /// Whether it reveals others: a scope, a source or a skill.
    pub const fn is_container(&self) -> bool {
        self.tool.is_container()
    }

    /// The principal on whose behalf the turn is made, and the tenant whose data it uses.
    pub const fn principal(&self) -> &'a Principal {
        &self.turn.principal
    }

    /// A value that the host put into the turn.
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&'a T> {
        self.turn.extensions.get()
    }
}

impl fmt::Debug for ListContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut short = f.debug_struct("ListContext");
        short.field("id", &self.id().as_str()).field("principal", &self.principal().id);
        short.finish_non_exhaustive()
    }
}

/// Decides whether a principal sees a tool. A tool that is not shown is hidden from every text that a model reads. A
/// call of it is answered like a call of an unknown tool.
///
/// A function or closure from `&ListContext` to `bool` is a list filter. A list filter is asked for every list, call
/// and expansion, so it should be fast. Its answer is not kept. A filter that panics shows nothing.
///
/// Every filter of a tool has to show the tool: global filters, those of the plugin, and those of the tool. Members of
/// a hidden container are hidden too. A container without visible members is hidden automatically, so a filter may show
/// all containers.
///
/// ```
/// use hpd_host::filter::{Filters, ListContext, ListFilter};
/// use hpd_host::{scope, Principal, Session, Toolbox, TurnContext};
///
/// struct Books;
///
/// #[scope("The books")]
/// impl Books {
///     /// Reads the balance.
///     #[ai_function]
///     fn balance(&self) -> i64 {
///         0
///     }
///
///     /// Closes a year.
///     #[ai_function(write, risk = low)]
///     fn close_year(&self) {}
/// }
///
/// fn writes_are_for_anna(tool: &ListContext<'_>) -> bool {
///     !tool.is_write() || tool.principal().id() == Some("anna")
/// }
///
/// let toolbox = Toolbox::builder()
///     .plugin(Books)
///     .filters(Filters::new().list(writes_are_for_anna.named("writes")))
///     .build()?;
/// let session = Session::new();
/// let turn = TurnContext::on_behalf_of(Principal::new("ben"));
///
/// toolbox.expand_with(&session, &turn, toolbox.tool("Books").unwrap().id());
/// let list = toolbox.tools_with(&session, &turn);
/// assert_eq!(list.names().collect::<Vec<_>>(), ["Books", "balance"]);
/// assert_eq!(
///     list.iter().next().unwrap().description(),
///     "The books. Call it without arguments to reveal 1 function: balance."
/// );
/// assert_eq!(
///     toolbox.explain_with(&session, &turn)[2].to_string(),
///     "`Books.close_year` is hidden: the list filter `writes` does not show it"
/// );
/// # Ok::<(), hpd_host::BuildError>(())
/// ```
pub trait ListFilter: Send + Sync {
    /// Whether the tool is shown.
    fn shows(&self, tool: &ListContext<'_>) -> bool;

    /// The name of the filter in [`Toolbox::explain`](crate::Toolbox::explain); no model reads it. Empty if it has no
    /// name.
    #[expect(clippy::unnecessary_literal_bound, reason = "a filter may own its name")]
    fn name(&self) -> &str {
        ""
    }

    /// The same filter under a name.
    fn named(self, name: impl Into<String>) -> NamedListFilter<Self>
    where
        Self: Sized,
    {
        NamedListFilter { filter: self, name: name.into() }
    }
}

impl<F: Fn(&ListContext<'_>) -> bool + Send + Sync> ListFilter for F {
    fn shows(&self, tool: &ListContext<'_>) -> bool {
        self(tool)
    }
}

/// A [`ListFilter`] with a name.
#[derive(Debug, Clone)]
pub struct NamedListFilter<F> {
    filter: F,
    name: String,
}

impl<F: ListFilter> ListFilter for NamedListFilter<F> {
    fn shows(&self, tool: &ListContext<'_>) -> bool {
        self.filter.shows(tool)
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// A list filter that was registered.
#[derive(Clone)]
pub(crate) struct RegisteredListFilter {
    scope: FilterScope,
    filter: Arc<dyn ListFilter>,
}

impl RegisteredListFilter {
    pub(crate) fn new(scope: FilterScope, filter: impl ListFilter + 'static) -> Self {
        Self { scope, filter: Arc::new(filter) }
    }

    /// Its name in an explanation.
    fn described(&self) -> String {
        let name = self.filter.name();
        match (name.is_empty(), &self.scope) {
            (false, _) => format!("the list filter `{name}`"),
            (true, FilterScope::Global) => "a list filter for all tools".to_owned(),
            (true, FilterScope::Plugin(plugin)) => format!("a list filter of `{plugin}`"),
            (true, FilterScope::Function(id)) => format!("a list filter of `{id}`"),
        }
    }
}

/// The place of a list filter in the order of registration.
pub(crate) type ListFilterIndex = usize;

/// The list filters of a toolbox.
#[derive(Default)]
pub(crate) struct ListFilters {
    registered: Vec<RegisteredListFilter>,
    /// By index of the tool, in the order in which they are asked; empty if there are no filters at all.
    by_tool: Vec<Box<[ListFilterIndex]>>,
}

impl ListFilters {
    /// Finds the list filters of each tool.
    pub(crate) fn new(
        registered: &[RegisteredListFilter],
        tools: &[Tool],
        problems: &mut Vec<BuildProblem>,
    ) -> Self {
        if registered.is_empty() {
            return Self::default();
        }
        let unknown = |filter: &RegisteredListFilter| unknown_scope(&filter.scope, tools, is_asked_about);
        problems.extend(registered.iter().filter_map(unknown));
        let by_tool = tools.iter().map(|tool| filters_of(tool, registered)).collect();
        Self { registered: registered.to_vec(), by_tool }
    }

    #[inline]
    pub(crate) fn are_none(&self) -> bool {
        self.by_tool.is_empty()
    }

    /// The first filter that does not show a tool.
    pub(crate) fn denial(
        &self,
        index: ToolIndex,
        tool: &Tool,
        turn: &TurnContext,
    ) -> Option<ListFilterIndex> {
        let context = ListContext { tool, turn };
        let shows = |filter: &dyn ListFilter| {
            // Filters see shared references only: after a panic, only their own state can be broken.
            catch_unwind(AssertUnwindSafe(|| filter.shows(&context))).unwrap_or(false)
        };
        let filters = self.by_tool.get(index)?;
        filters.iter().copied().find(|&filter| !shows(&*self.registered[filter].filter))
    }

    /// The name of a filter in an explanation.
    pub(crate) fn described(&self, filter: ListFilterIndex) -> String {
        self.registered[filter].described()
    }
}

impl fmt::Debug for ListFilters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.registered.iter().map(RegisteredListFilter::described)).finish()
    }
}

/// Containers are filtered too, since their texts and documents are read. `call_function` needs no filter: the called
/// tool has its own.
const fn is_asked_about(tool: &Tool) -> bool {
    !matches!(tool.role, Role::Bridge(_))
}

fn filters_of(tool: &Tool, registered: &[RegisteredListFilter]) -> Box<[ListFilterIndex]> {
    if !is_asked_about(tool) {
        return Box::default();
    }
    let mut filters: Vec<_> =
        (0..registered.len()).filter(|&filter| registered[filter].scope.takes(tool)).collect();
    sort_by_rank(&mut filters, &|filter| registered[filter].scope.rank().into());
    filters.into()
}
