//! Why each tool is listed in a session, or is not.

use hpd_runtime::list::ListMode;
use rustc_hash::FxHashSet;

use crate::session::Session;
use crate::tool::{Place, Role, ToolIndex};
use crate::toolbox::Toolbox;
use crate::visibility::{ExpandedContainers, Explanation, Hidden, Plan, Rule, Standing};

/// The rules of a list.
struct Explaining<'t> {
    toolbox: &'t Toolbox,
    plan: &'t Plan,
    mode: ListMode,
    expanded: FxHashSet<ToolIndex>,
    /// The tools that are revealed by themselves.
    alone: FxHashSet<ToolIndex>,
    /// The tools within reach, where the list is flat.
    reached: FxHashSet<ToolIndex>,
}

/// The rule for each tool under a plan, in the order of registration.
pub(crate) fn explain_all(
    toolbox: &Toolbox,
    plan: &Plan,
    mode: ListMode,
    session: &Session,
) -> Vec<Explanation> {
    let explaining = Explaining::new(toolbox, plan, mode, session);
    // The tool that calls functions is no tool of the toolbox where its lists do not have it.
    let bridge =
        plan.bridge.filter(|&bridge| mode == ListMode::Constant && bridge >= toolbox.all_tools().len());
    let results = plan.results.filter(|reader| toolbox.lists_results() || explaining.alone.contains(reader));
    (0..toolbox.all_tools().len()).chain(results).chain(bridge).map(|tool| explaining.explain(tool)).collect()
}

/// The rule for one tool, under the toolbox's own plan.
pub(crate) fn explain_one(toolbox: &Toolbox, session: &Session, tool: ToolIndex) -> Explanation {
    Explaining::new(toolbox, toolbox.plan(), toolbox.ways().list, session).explain(tool)
}

/// Why list filters hide a tool.
fn explain_hidden(toolbox: &Toolbox, tool: ToolIndex, hidden: Hidden) -> Explanation {
    let (container, filter) = match hidden {
        Hidden::Filter(filter) => (None, Some(filter)),
        Hidden::Inside(container, filter) => (Some(container), Some(filter)),
        Hidden::Empty => (None, None),
    };
    let id = |tool: ToolIndex| toolbox.at(tool).id().clone();
    let filter = filter.map(|filter| toolbox.list_filters().described(filter));
    let (tool, container) = (id(tool), container.map(id));
    Explanation { tool, visible: false, rule: Rule::ListFilter, container, filter }
}

impl<'t> Explaining<'t> {
    fn new(toolbox: &'t Toolbox, plan: &'t Plan, mode: ListMode, session: &Session) -> Self {
        let (expanded, alone) = {
            let expansions = &session.seen().expansions;
            let expanded = plan.expanded(toolbox, expansions).into_iter().collect();
            (expanded, plan.alone(toolbox, expansions))
        };
        let is_long = matches!(mode, ListMode::Flat | ListMode::Native);
        let reached = if is_long { plan.within_reach(toolbox) } else { FxHashSet::default() };
        Self { toolbox, plan, mode, expanded, alone, reached }
    }

    fn explain(&self, index: ToolIndex) -> Explanation {
        let Self { toolbox, plan, .. } = *self;
        if let Some(hidden) = toolbox.hidden(index) {
            return explain_hidden(toolbox, index, hidden);
        }
        let (visible, rule, container) = self.rule(index, self.standing(index));
        let container = container.map(|container| toolbox.at(container).id().clone());
        let visible = if plan.bridge == Some(index) { self.mode == ListMode::Constant } else { visible };
        Explanation { tool: toolbox.at(index).id().clone(), visible, rule, container, filter: None }
    }

    /// The container around a tool.
    fn scope(&self, index: ToolIndex) -> Option<ToolIndex> {
        match self.toolbox.at(index).reveal.place {
            Place::Scope { container, .. } | Place::Container { outer: Some(container), .. } => {
                Some(container)
            }
            _ => None,
        }
    }

    fn standing(&self, index: ToolIndex) -> Standing {
        match self.plan.standing(index) {
            Standing::Always(Rule::NeverCollapse) if self.toolbox.is_waiting(index) => {
                Standing::Revealed(if self.scope(index).is_some() { Rule::Scope } else { Rule::Skill })
            }
            standing => standing,
        }
    }

    /// Whether a tool is listed, by which rule, and the container that decided.
    fn rule(&self, index: ToolIndex, standing: Standing) -> (bool, Rule, Option<ToolIndex>) {
        let Self { toolbox, plan, mode, expanded, alone, .. } = self;
        let (tool, scope) = (toolbox.at(index), self.scope(index));
        if let Standing::Revealed(Rule::KeptResult) = standing {
            let is_listed =
                toolbox.lists_results() || (*mode != ListMode::Constant && alone.contains(&index));
            return (is_listed, Rule::KeptResult, None);
        }
        if *mode == ListMode::Flat && !matches!(standing, Standing::Never(_)) {
            return self.flat_rule(index, standing);
        }
        let around = tool.reveal.by.iter().copied().find(|container| self.reached.contains(container));
        if *mode == ListMode::Native && matches!(standing, Standing::Revealed(_)) && around.is_some() {
            return (true, Rule::Deferred, around);
        }
        let hides = *mode == ListMode::Growing
            && plan.policy.expanded_containers == ExpandedContainers::Hide
            && expanded.contains(&index);
        let opened = tool.reveal.by.iter().copied().find(|container| expanded.contains(container));
        match (standing, opened) {
            (Standing::Never(rule), _) => (false, rule, None),
            (Standing::Revealed(_), None) if alone.contains(&index) => {
                (*mode == ListMode::Growing, Rule::Found, None)
            }
            (Standing::Revealed(rule), None) => (false, rule, scope),
            (Standing::Always(_) | Standing::Revealed(_), _) if hides => {
                (false, Rule::ExpandedContainer, None)
            }
            (Standing::Always(Rule::NeverCollapse), _) => (
                true,
                Rule::NeverCollapse,
                plan.never_collapsed_around(toolbox.all_tools(), tool, |it| !toolbox.hides(it)),
            ),
            (Standing::Always(rule), _) => (true, rule, None),
            (Standing::Revealed(_), Some(container)) if *mode == ListMode::Constant => {
                (false, Rule::ConstantList, Some(container))
            }
            (Standing::Revealed(_), Some(container)) if scope == Some(container) => {
                (true, Rule::Scope, Some(container))
            }
            (Standing::Revealed(_), Some(container)) => (true, Rule::Skill, Some(container)),
        }
    }

    /// The same for a flat list.
    fn flat_rule(&self, index: ToolIndex, standing: Standing) -> (bool, Rule, Option<ToolIndex>) {
        let Self { toolbox, plan, reached, .. } = self;
        let (tool, scope) = (toolbox.at(index), self.scope(index));
        let is_left_out =
            matches!(&tool.role, Role::Container(role) if !role.kind.is_skill()) || tool.searches();
        let around = tool.reveal.by.iter().copied().find(|container| reached.contains(container));
        match standing {
            _ if is_left_out => (false, Rule::FlatList, None),
            Standing::Revealed(_) if around.is_some() => (true, Rule::FlatList, around),
            Standing::Revealed(rule) => (false, rule, scope),
            Standing::Always(Rule::NeverCollapse) => {
                let accept = |it| !toolbox.hides(it);
                (true, Rule::NeverCollapse, plan.never_collapsed_around(toolbox.all_tools(), tool, accept))
            }
            Standing::Always(rule) => (true, rule, None),
            Standing::Never(rule) => (false, rule, None),
        }
    }
}
