//! Why each tool is listed in a session, or is not.

use rustc_hash::FxHashSet;

use crate::session::Session;
use crate::tool::{Place, ToolIndex};
use crate::toolbox::Toolbox;
use crate::visibility::{ExpandedContainers, Explanation, Hidden, ListMode, Plan, Rule, Standing};

/// The rule for each tool under a plan, in the order of registration.
pub(crate) fn explain_all(toolbox: &Toolbox, plan: &Plan, session: &Session) -> Vec<Explanation> {
    let expanded = expanded(toolbox, plan, session);
    (0..toolbox.all_tools().len()).map(|tool| explain(toolbox, plan, &expanded, tool)).collect()
}

/// The rule for one tool.
pub(crate) fn explain_one(toolbox: &Toolbox, plan: &Plan, session: &Session, tool: ToolIndex) -> Explanation {
    explain(toolbox, plan, &expanded(toolbox, plan, session), tool)
}

fn expanded(toolbox: &Toolbox, plan: &Plan, session: &Session) -> FxHashSet<ToolIndex> {
    plan.expanded(toolbox, &session.seen().expansions).into_iter().collect()
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

fn explain(toolbox: &Toolbox, plan: &Plan, expanded: &FxHashSet<ToolIndex>, index: ToolIndex) -> Explanation {
    if let Some(hidden) = toolbox.hidden(index) {
        return explain_hidden(toolbox, index, hidden);
    }
    let tool = toolbox.at(index);
    let hides = plan.policy.list == ListMode::Changing
        && plan.policy.expanded_containers == ExpandedContainers::Hide
        && expanded.contains(&index);
    let scope = match tool.reveal.place {
        Place::Scope { container, .. } | Place::Container { outer: Some(container), .. } => Some(container),
        _ => None,
    };
    let opened = tool.reveal.by.iter().copied().find(|container| expanded.contains(container));
    let standing = match plan.standing(index) {
        Standing::Always(Rule::NeverCollapse) if toolbox.is_waiting(index) => {
            Standing::Revealed(if scope.is_some() { Rule::Scope } else { Rule::Skill })
        }
        standing => standing,
    };
    let (visible, rule, container) = match (standing, opened) {
        (Standing::Never(rule), _) => (false, rule, None),
        (Standing::Revealed(rule), None) => (false, rule, scope),
        (Standing::Always(_) | Standing::Revealed(_), _) if hides => (false, Rule::ExpandedContainer, None),
        (Standing::Always(Rule::NeverCollapse), _) => (
            true,
            Rule::NeverCollapse,
            plan.never_collapsed_around(toolbox.all_tools(), tool, |it| !toolbox.hides(it)),
        ),
        (Standing::Always(rule), _) => (true, rule, None),
        (Standing::Revealed(_), Some(container)) if plan.policy.list == ListMode::Constant => {
            (false, Rule::ConstantList, Some(container))
        }
        (Standing::Revealed(_), Some(container)) if scope == Some(container) => {
            (true, Rule::Scope, Some(container))
        }
        (Standing::Revealed(_), Some(container)) => (true, Rule::Skill, Some(container)),
    };
    let container = container.map(|container| toolbox.at(container).id().clone());
    Explanation { tool: tool.id().clone(), visible, rule, container, filter: None }
}
