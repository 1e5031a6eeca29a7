//! The list of tools of a session, made anew only when something changed.

use std::sync::Arc;

use hpd_runtime::__private::order::sort_by_rank;
use hpd_runtime::dialect::Dialect;
use hpd_runtime::list::ListMode;
use hpd_runtime::spec::QualifiedId;
use rustc_hash::FxHashSet;

use super::events;
use crate::session::{Expansions, ListDialect, Listed, Session};
use crate::tool::{Place, Role, Tool, ToolIndex, found_tool};
use crate::toolbox::{Toolbox, Ways};
use crate::visibility::{ExpandedContainers, Plan, Standing, ToolOrder};

/// The tools that the model sees, as they were at one moment. Cloning it copies pointers.
///
/// ```
/// use hpd_host::{Session, Toolbox, scope};
///
/// struct Math;
///
/// #[scope("Arithmetic")]
/// impl Math {
///     /// Adds two numbers.
///     #[ai_function(read_only)]
///     fn add(
///         &self,
///         /** The first number. */
///         a: i64,
///         /** The second number. */
///         b: i64,
///     ) -> i64 {
///         a + b
///     }
/// }
///
/// let toolbox = Toolbox::builder().plugin(Math).build()?;
/// let session = Session::new();
/// let before = toolbox.tool_list(&session);
/// assert!(before.is_same(&toolbox.tool_list(&session)));
///
/// session.expand(toolbox.tool("Math").unwrap().id());
/// let after = toolbox.tool_list(&session);
/// assert!(!before.is_same(&after));
/// assert_eq!(after.names().collect::<Vec<_>>(), ["Math", "add"]);
/// # Ok::<(), hpd_host::BuildError>(())
/// ```
#[derive(Clone)]
pub struct ToolList {
    toolbox: Toolbox,
    tools: Arc<[ToolIndex]>,
    mode: ListMode,
    /// Where the dialect of a native list is noted.
    dialect: Option<Arc<ListDialect>>,
}

impl ToolList {
    /// The tools, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Tool> {
        self.tools.iter().map(|&tool| self.toolbox.at(tool))
    }

    /// The tools, in order, as [`Provider::tools`](crate::Provider::tools) takes them.
    pub fn to_vec(&self) -> Vec<&Tool> {
        self.iter().collect()
    }

    /// Their names, in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.iter().map(Tool::name)
    }

    /// The kind of list.
    pub const fn mode(&self) -> ListMode {
        self.mode
    }

    /// Notes in which dialect the list was written.
    pub(crate) fn note_dialect(&self, dialect: Option<Dialect>) {
        self.dialect.as_ref().inspect(|note| note.note(dialect));
    }

    /// A tool as it is shown.
    pub(crate) fn at(&self, tool: ToolIndex) -> &Tool {
        self.toolbox.at(tool)
    }

    pub(crate) fn indices(&self) -> &[ToolIndex] {
        &self.tools
    }

    /// Whether a tool is loaded by the provider, in a native list.
    pub(crate) fn is_deferred(&self, tool: ToolIndex) -> bool {
        let plan = self.toolbox.plan();
        self.mode == ListMode::Native
            && plan.results != Some(tool)
            && (matches!(plan.standing(tool), Standing::Revealed(_)) || self.toolbox.is_waiting(tool))
    }

    /// The containers with which the deferred tools are loaded, in the order of the list: each tool's own container, or else the
    /// first that refers to it. `None` for other tools.
    pub(crate) fn homes(&self) -> Vec<Option<ToolIndex>> {
        let listed = self.tools.iter().copied().collect();
        self.tools.iter().map(|&tool| self.home(tool, &listed)).collect()
    }

    fn home(&self, tool: ToolIndex, listed: &FxHashSet<ToolIndex>) -> Option<ToolIndex> {
        if !self.is_deferred(tool) {
            return None;
        }
        let reveal = &self.toolbox.at(tool).reveal;
        let own = match reveal.place {
            Place::Scope { container, .. } => Some(container),
            Place::Container { outer, .. } => outer,
            _ => None,
        };
        let mut around = own.into_iter().chain(reveal.by.iter().copied());
        around.find(|container| listed.contains(container))
    }

    /// The number of tools.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// Whether both are one list in memory, so that derived data can be reused. Compares no tools and costs nothing.
    pub fn is_same(&self, other: &Self) -> bool {
        self.toolbox.number() == other.toolbox.number()
            && self.toolbox.view_number() == other.toolbox.view_number()
            && Arc::ptr_eq(&self.tools, &other.tools)
    }
}

impl std::fmt::Debug for ToolList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// The list of a session under the policy of its toolbox.
pub(crate) fn list(toolbox: &Toolbox, session: &Session) -> ToolList {
    let mode = toolbox.ways().list;
    let dialect = (mode == ListMode::Native).then(|| session.list_dialect_note());
    ToolList { toolbox: toolbox.clone(), tools: indices(toolbox, session), mode, dialect }
}

/// The functions and skills that a session can come to call, and does not see: those that a native list defers, too.
pub(crate) fn hidden_within_reach(toolbox: &Toolbox, session: &Session) -> Vec<ToolIndex> {
    let plan = toolbox.plan();
    let is_native = toolbox.ways().list == ListMode::Native;
    let listed: FxHashSet<_> = if is_native {
        plan.base.iter().copied().filter(|&index| toolbox.shows_from_the_start(index)).collect()
    } else {
        indices(toolbox, session).iter().copied().collect()
    };
    let is_called = |index: &ToolIndex| match &toolbox.at(*index).role {
        Role::Container(role) => role.kind.is_skill(),
        Role::Function(_) => true,
        Role::Bridge(_) => false,
    };
    let is_hidden = |index: &ToolIndex| !listed.contains(index) && !toolbox.at(*index).searches();
    let reached = plan.within_reach(toolbox).into_iter();
    let mut hidden: Vec<_> = reached.filter(is_hidden).filter(is_called).collect();
    hidden.sort_unstable();
    hidden
}

/// The same without a hold on the toolbox.
pub(crate) fn indices(toolbox: &Toolbox, session: &Session) -> Arc<[ToolIndex]> {
    let mut seen = session.seen();
    let revision = seen.expansions.revision();
    if let Some(listed) = &seen.listed
        // No expansion changes a native list.
        && (listed.revision == revision || listed.mode == ListMode::Native)
        && listed.toolbox == toolbox.number()
        && listed.view == toolbox.view_number()
        && listed.mode == toolbox.ways().list
        && listed.results == toolbox.ways().results
    {
        return Arc::clone(&listed.tools);
    }
    let Ways { list: mode, results, .. } = toolbox.ways();
    let tools = toolbox.plan().list(toolbox, &seen.expansions, mode);
    let (number, view) = (toolbox.number(), toolbox.view_number());
    seen.listed = Some(Listed { toolbox: number, view, mode, results, revision, tools: Arc::clone(&tools) });
    drop(seen);
    events::list_changed(toolbox, session, tools.len());
    tools
}

impl Plan {
    /// Mostly one or two sorted runs: fast for a stable sort.
    fn sort_by_name(&self, list: &mut [ToolIndex]) {
        sort_by_rank(list, &|index| self.ranks[index]);
    }

    /// The expanded containers that this toolbox has and shows, in the order of their expansion.
    pub(super) fn expanded(&self, toolbox: &Toolbox, expansions: &Expansions) -> Vec<ToolIndex> {
        let known = expansions.in_order().into_iter().filter_map(|id| self.container(id));
        known.filter(|&container| !toolbox.hides(container)).collect()
    }

    /// The tools that are revealed by themselves: those that a search found, and the one that reads long results.
    pub(super) fn alone(&self, toolbox: &Toolbox, expansions: &Expansions) -> FxHashSet<ToolIndex> {
        expansions.in_order().into_iter().filter_map(|id| self.itself(toolbox, id)).collect()
    }

    fn itself(&self, toolbox: &Toolbox, id: &QualifiedId) -> Option<ToolIndex> {
        let tool = match found_tool(id) {
            Some(found) => toolbox.registered_index_of(&found)?,
            None => self.results.filter(|&reader| toolbox.at(reader).id() == id)?,
        };
        let is_revealed = matches!(self.standing(tool), Standing::Revealed(_)) || toolbox.is_waiting(tool);
        (is_revealed && !toolbox.hides(tool)).then_some(tool)
    }

    /// The list of tools: as much work as there is to be listed, however much there is.
    pub(crate) fn list(
        &self,
        toolbox: &Toolbox,
        expansions: &Expansions,
        mode: ListMode,
    ) -> Arc<[ToolIndex]> {
        match mode {
            ListMode::Growing if expansions.is_empty() => Self::shown(toolbox, &self.base),
            ListMode::Growing => self.grown(toolbox, expansions),
            ListMode::Constant => Self::shown(toolbox, self.constant.get_or_init(|| self.constant())),
            ListMode::Native => self.native(toolbox),
            ListMode::Flat => self.with_results(toolbox, expansions, self.flat_list(toolbox)),
        }
    }

    /// The list with the members of the expanded containers.
    fn grown(&self, toolbox: &Toolbox, expansions: &Expansions) -> Arc<[ToolIndex]> {
        let hidden: FxHashSet<_> = match self.policy.expanded_containers {
            ExpandedContainers::Keep => FxHashSet::default(),
            ExpandedContainers::Hide => self.expanded(toolbox, expansions).into_iter().collect(),
        };
        let base = self.base.iter().copied().filter(|&index| toolbox.shows_from_the_start(index));
        let mut listed: Vec<_> = base.filter(|index| hidden.is_empty() || !hidden.contains(index)).collect();
        let mut revealed = FxHashSet::default();
        for id in expansions.in_order() {
            let container = self.container(id).filter(|&container| !toolbox.hides(container));
            let alone = if container.is_some() { None } else { self.itself(toolbox, id) };
            // A container as it is shown has no hidden members.
            let members = match container.map(|container| &toolbox.at(container).role) {
                Some(Role::Container(role)) => role.members.as_slice(),
                _ => alone.as_slice(),
            };
            let members = members.iter().copied();
            let shown = members.filter(|&member| {
                (matches!(self.standing(member), Standing::Revealed(_)) || toolbox.is_waiting(member))
                    && !hidden.contains(&member)
                    && revealed.insert(member)
            });
            listed.extend(shown);
        }
        if self.policy.order == ToolOrder::ByName {
            self.sort_by_name(&mut listed);
        }
        listed.into()
    }

    /// The tools of a list from the start that list filters show.
    fn shown(toolbox: &Toolbox, list: &Arc<[ToolIndex]>) -> Arc<[ToolIndex]> {
        if toolbox.view_number() == 0 {
            return Arc::clone(list);
        }
        list.iter().copied().filter(|&index| toolbox.shows_from_the_start(index)).collect()
    }

    /// The list without expansions, and the tool that calls what is not in it.
    fn constant(&self) -> Arc<[ToolIndex]> {
        let mut list: Vec<_> = self.base.iter().copied().chain(self.bridge).collect();
        if self.policy.order == ToolOrder::ByName {
            self.sort_by_name(&mut list);
        }
        list.into()
    }

    /// What is listed without expansions, the tool that reads long results, and everything that is deferred.
    fn native(&self, toolbox: &Toolbox) -> Arc<[ToolIndex]> {
        let reached = self.within_reach(toolbox);
        let base = Self::shown(toolbox, &self.base);
        let first: FxHashSet<_> = base.iter().copied().collect();
        let mut deferred: Vec<_> = reached.into_iter().filter(|tool| !first.contains(tool)).collect();
        match self.policy.order {
            ToolOrder::Stable => deferred.sort_unstable(),
            ToolOrder::ByName => self.sort_by_name(&mut deferred),
        }
        let results = self.results.filter(|&reader| !toolbox.hides(reader));
        base.iter().copied().chain(results).chain(deferred).collect()
    }

    fn flat_list(&self, toolbox: &Toolbox) -> Arc<[ToolIndex]> {
        if toolbox.view_number() == 0 {
            Arc::clone(self.flat.get_or_init(|| self.flat(toolbox)))
        } else {
            self.flat(toolbox)
        }
    }

    /// A flat list, and the tool that reads long results: once there is one, or from the start.
    fn with_results(
        &self,
        toolbox: &Toolbox,
        expansions: &Expansions,
        list: Arc<[ToolIndex]>,
    ) -> Arc<[ToolIndex]> {
        let is_listed = |reader: &ToolIndex| {
            !toolbox.hides(*reader)
                && (toolbox.lists_results() || expansions.contains(toolbox.at(*reader).id()))
        };
        let Some(reader) = self.results.filter(is_listed) else { return list };
        let with_reader = || list.iter().copied().chain([reader]).collect();
        if toolbox.view_number() == 0 {
            Arc::clone(self.flat_with_results.get_or_init(with_reader))
        } else {
            with_reader()
        }
    }

    /// The functions and skills within reach. A search finds nothing beside all tools.
    fn flat(&self, toolbox: &Toolbox) -> Arc<[ToolIndex]> {
        let is_listed = |index: &ToolIndex| match &toolbox.at(*index).role {
            Role::Container(role) => role.kind.is_skill(),
            Role::Function(_) | Role::Bridge(_) => !toolbox.at(*index).searches(),
        };
        let mut list: Vec<_> = self.within_reach(toolbox).into_iter().filter(is_listed).collect();
        match self.policy.order {
            ToolOrder::Stable => list.sort_unstable(),
            ToolOrder::ByName => self.sort_by_name(&mut list),
        }
        list.into()
    }

    /// The tools that are listed from the start, and those that expansions could reveal.
    pub(super) fn within_reach(&self, toolbox: &Toolbox) -> FxHashSet<ToolIndex> {
        let base = self.base.iter().copied().filter(|&index| toolbox.shows_from_the_start(index));
        let mut next: Vec<_> = base.collect();
        let mut reached: FxHashSet<_> = next.iter().copied().collect();
        while let Some(index) = next.pop() {
            let Role::Container(role) = &toolbox.at(index).role else { continue };
            let members = role.members.iter().copied().filter(|&member| {
                (matches!(self.standing(member), Standing::Revealed(_)) || toolbox.is_waiting(member))
                    && !toolbox.hides(member)
                    && reached.insert(member)
            });
            next.extend(members);
        }
        reached
    }
}
