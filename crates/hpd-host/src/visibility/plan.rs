//! A policy, applied to the tools of a toolbox.

use std::sync::{Arc, OnceLock};

use hpd_runtime::__private::order::{order_of, sort_by_rank};
use hpd_runtime::spec::QualifiedId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::explain::Rule;
use super::policy::{ToolOrder, VisibilityPolicy};
use crate::tool::{Place, Role, Tool, ToolIndex};

/// A policy, applied once to the tools of a toolbox.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) policy: VisibilityPolicy,
    /// By index of the tool.
    standings: Vec<Standing>,
    /// The growing list without expansions.
    pub(crate) base: Arc<[ToolIndex]>,
    /// The constant list, and the flat one, where no list filter hides anything.
    pub(crate) constant: OnceLock<Arc<[ToolIndex]>>,
    pub(crate) flat: OnceLock<Arc<[ToolIndex]>>,
    /// The flat one, with the tool that reads long results.
    pub(crate) flat_with_results: OnceLock<Arc<[ToolIndex]>>,
    /// The tool that calls functions by name.
    pub(crate) bridge: Option<ToolIndex>,
    /// The tool that reads long results.
    pub(crate) results: Option<ToolIndex>,
    containers: FxHashMap<QualifiedId, ToolIndex>,
    /// By index of the tool: its place in the order of names; empty unless the policy asks for it.
    pub(crate) ranks: Vec<usize>,
}

/// When a tool is listed, and by which rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// From the start.
    Always(Rule),
    /// While one of the containers that reveal it is expanded.
    Revealed(Rule),
    /// At no time.
    Never(Rule),
}

impl Plan {
    pub(crate) fn new(tools: &[Tool], policy: VisibilityPolicy) -> Self {
        let standings: Vec<_> = tools.iter().map(|tool| standing(tools, tool, &policy)).collect();
        let ids = tools.iter().enumerate().filter(|(_, tool)| tool.is_container());
        let containers = ids.map(|(index, tool)| (tool.id().clone(), index)).collect();
        let ranks = match policy.order {
            ToolOrder::Stable => Vec::new(),
            ToolOrder::ByName => ranks(tools),
        };
        let bridge = tools.iter().position(|tool| tool.reveal.place == Place::Bridge);
        let results = tools.iter().position(|tool| tool.reveal.place == Place::Results);
        let is_listed = |index: &ToolIndex| matches!(standings[*index], Standing::Always(_));
        let mut base: Vec<_> = (0..tools.len()).filter(is_listed).collect();
        if policy.order == ToolOrder::ByName {
            sort_by_rank(&mut base, &|index| ranks[index]);
        }
        Self {
            policy,
            standings,
            base: base.into(),
            constant: OnceLock::new(),
            flat: OnceLock::new(),
            flat_with_results: OnceLock::new(),
            bridge,
            results,
            containers,
            ranks,
        }
    }

    pub(crate) fn standing(&self, tool: ToolIndex) -> Standing {
        self.standings[tool]
    }

    pub(crate) fn is_always_listed(&self, tool: ToolIndex) -> bool {
        matches!(self.standings[tool], Standing::Always(_))
    }

    pub(crate) fn container(&self, id: &QualifiedId) -> Option<ToolIndex> {
        self.containers.get(id).copied()
    }

    /// The names of the policy that no container has.
    pub(crate) fn never_collapsed_in_vain<'p>(&'p self, tools: &'p [Tool]) -> impl Iterator<Item = &'p str> {
        let containers = tools.iter().filter(|tool| tool.is_container());
        let known: FxHashSet<_> = containers.flat_map(names_of).map(str::to_lowercase).collect();
        self.policy.names_never_collapsed().filter(move |name| !known.contains(*name))
    }

    /// The never-collapsed container around a tool, if `accept` takes it.
    pub(crate) fn never_collapsed_around(
        &self,
        tools: &[Tool],
        tool: &Tool,
        accept: impl Fn(ToolIndex) -> bool,
    ) -> Option<ToolIndex> {
        let mut containers = tool.reveal.by.iter().copied().filter(|&container| accept(container));
        containers.find(|&container| never_collapses(&self.policy, &tools[container]))
    }

    /// All containers.
    pub(crate) fn containers(&self) -> impl Iterator<Item = ToolIndex> {
        self.containers.values().copied()
    }
}

/// The rules in order of priority: a plugin's scope first, then its registration, then skills.
fn standing(tools: &[Tool], tool: &Tool, policy: &VisibilityPolicy) -> Standing {
    let never_collapses = |container: ToolIndex| never_collapses(policy, &tools[container]);
    let is_open_skill = |&container: &ToolIndex| is_skill(&tools[container]) && never_collapses(container);
    if tool.reveal.by.iter().any(is_open_skill) {
        return Standing::Always(Rule::NeverCollapse);
    }
    match tool.reveal.place {
        Place::Scope { container, explicit } => match never_collapses(container) {
            false => Standing::Revealed(Rule::Scope),
            true if explicit => Standing::Always(Rule::NeverCollapse),
            true => waiting_for_skills(tool),
        },
        Place::Container { explicit, outer } => match outer {
            _ if self::never_collapses(policy, tool) => Standing::Never(Rule::NeverCollapse),
            _ if !explicit => Standing::Never(Rule::ImplicitContainer),
            Some(outer) if !never_collapses(outer) => Standing::Revealed(Rule::Scope),
            _ => Standing::Always(Rule::Container),
        },
        Place::Plugin { explicit: true } => Standing::Always(Rule::Explicit),
        Place::Plugin { explicit: false } => waiting_for_skills(tool),
        Place::Alone => Standing::Always(Rule::Otherwise),
        // The kind of list of the turn decides, which is no matter of a toolbox.
        Place::Bridge => Standing::Never(Rule::Bridge),
        Place::Results => Standing::Revealed(Rule::KeptResult),
    }
}

/// A member of a plugin that is there only because a skill refers to it.
fn waiting_for_skills(tool: &Tool) -> Standing {
    match tool.reveal.by.as_slice() {
        [] => Standing::Never(Rule::Orphan),
        _ => Standing::Revealed(Rule::Skill),
    }
}

fn is_skill(tool: &Tool) -> bool {
    matches!(&tool.role, Role::Container(role) if role.kind.is_skill())
}

fn never_collapses(policy: &VisibilityPolicy, container: &Tool) -> bool {
    container.is_container() && names_of(container).into_iter().any(|name| policy.never_collapses(name))
}

/// The names of a container in a policy.
fn names_of(container: &Tool) -> [&str; 3] {
    [container.name(), container.id().as_str(), container.original_name()]
}

/// The place of each tool in the order of names.
fn ranks(tools: &[Tool]) -> Vec<usize> {
    let by_name = order_of(tools.len(), &|left, right| tools[left].name().cmp(tools[right].name()));
    let mut ranks = vec![0; tools.len()];
    by_name.into_iter().enumerate().for_each(|(rank, index)| ranks[index] = rank);
    ranks
}
