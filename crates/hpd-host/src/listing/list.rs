//! The list of tools of a session, made anew only when something changed.

use std::sync::Arc;

use hpd_runtime::list::ListMode;
use rustc_hash::FxHashSet;

use super::events;
use crate::session::{Expansions, Listed, Session};
use crate::tool::{Role, Tool, ToolIndex};
use crate::toolbox::Toolbox;
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
    ToolList { toolbox: toolbox.clone(), tools: indices(toolbox, session) }
}

/// The same without a hold on the toolbox.
pub(crate) fn indices(toolbox: &Toolbox, session: &Session) -> Arc<[ToolIndex]> {
    let mut seen = session.seen();
    let revision = seen.expansions.revision();
    if let Some(listed) = &seen.listed
        && listed.revision == revision
        && listed.toolbox == toolbox.number()
        && listed.view == toolbox.view_number()
        && listed.mode == toolbox.ways().list
    {
        return Arc::clone(&listed.tools);
    }
    let mode = toolbox.ways().list;
    let tools = toolbox.plan().list(toolbox, &seen.expansions, mode);
    let (number, view) = (toolbox.number(), toolbox.view_number());
    seen.listed = Some(Listed { toolbox: number, view, mode, revision, tools: Arc::clone(&tools) });
    drop(seen);
    events::list_changed(toolbox, session, tools.len());
    tools
}

impl Plan {
    /// The expanded containers that this toolbox has and shows, in the order of their expansion.
    pub(super) fn expanded(&self, toolbox: &Toolbox, expansions: &Expansions) -> Vec<ToolIndex> {
        let known = expansions.in_order().into_iter().filter_map(|id| self.container(id));
        known.filter(|&container| !toolbox.hides(container)).collect()
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
            ListMode::Flat if toolbox.view_number() == 0 => {
                Arc::clone(self.flat.get_or_init(|| self.flat(toolbox)))
            }
            ListMode::Flat => self.flat(toolbox),
        }
    }

    /// The list with the members of the expanded containers.
    fn grown(&self, toolbox: &Toolbox, expansions: &Expansions) -> Arc<[ToolIndex]> {
        let expanded = self.expanded(toolbox, expansions);
        let hidden: FxHashSet<_> = match self.policy.expanded_containers {
            ExpandedContainers::Keep => FxHashSet::default(),
            ExpandedContainers::Hide => expanded.iter().copied().collect(),
        };
        let base = self.base.iter().copied().filter(|&index| toolbox.shows_from_the_start(index));
        let mut listed: Vec<_> = base.filter(|index| hidden.is_empty() || !hidden.contains(index)).collect();
        let mut revealed = FxHashSet::default();
        for container in expanded {
            // A container as it is shown has no hidden members.
            let Role::Container(role) = &toolbox.at(container).role else { continue };
            let members = role.members.iter().copied();
            let shown = members.filter(|&member| {
                (matches!(self.standing(member), Standing::Revealed(_)) || toolbox.is_waiting(member))
                    && !hidden.contains(&member)
                    && revealed.insert(member)
            });
            listed.extend(shown);
        }
        if self.policy.order == ToolOrder::ByName {
            // At most two sorted runs: fast for a stable sort.
            listed.sort_by_key(|&index| self.ranks[index]);
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
            list.sort_by_key(|&index| self.ranks[index]);
        }
        list.into()
    }

    /// The functions and skills within reach.
    fn flat(&self, toolbox: &Toolbox) -> Arc<[ToolIndex]> {
        let is_listed = |index: &ToolIndex| match &toolbox.at(*index).role {
            Role::Container(role) => role.kind.is_skill(),
            Role::Function(_) | Role::Bridge(_) => true,
        };
        let mut list: Vec<_> = self.within_reach(toolbox).into_iter().filter(is_listed).collect();
        match self.policy.order {
            ToolOrder::Stable => list.sort_unstable(),
            ToolOrder::ByName => list.sort_by_key(|&index| self.ranks[index]),
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
