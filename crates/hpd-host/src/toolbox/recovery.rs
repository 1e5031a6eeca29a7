//! The recovery of wrong calls with a clear intent: by tool, and by class of tools.

use hpd_runtime::__private::nearest;

use super::Toolbox;
use crate::problem::BuildProblem;
use crate::tool::{ContainerKind, Role, Tool, ToolIndex};

/// The recovery of a wrong call with a clear intent. Such calls are: a container called with arguments, a function
/// inside a container that is not expanded, a function's name with the container's name as a prefix.
///
/// The order is that of caution: the first is the most careful.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Recovery {
    /// The call fails, with an error that names the next step.
    #[default]
    Reject,
    /// The container is expanded, and the model is asked to call the function.
    Expand,
    /// The container is expanded. If the call names one function, that one runs with the rest of the arguments, through
    /// every check. A name that differs from one tool's only in case and separators is accepted too.
    ExpandAndRun,
}

/// The tools that a rule for [`Recovery`] is about: one by name, or a class.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecoveryScope {
    /// Functions that only read.
    Reads,
    /// Functions that write, and external tools that the host has not classified.
    Writes,
    /// External tools, and their containers.
    External,
    /// A function by its qualified id, `Plugin.function`; or all tools of a plugin or source, by its name.
    Named(String),
}

impl From<&str> for RecoveryScope {
    fn from(name: &str) -> Self {
        Self::Named(name.to_owned())
    }
}

impl From<String> for RecoveryScope {
    fn from(name: String) -> Self {
        Self::Named(name)
    }
}

/// The rule for each tool.
#[derive(Debug)]
pub(super) struct Recoveries {
    otherwise: Recovery,
    /// The least careful of all: where it is [`Recovery::Reject`], nothing is ever recovered.
    max: Recovery,
    /// By index of the tool; empty if there are no rules.
    by_tool: Box<[Recovery]>,
}

impl Recoveries {
    /// Computes the rule for each tool.
    pub(super) fn new(
        otherwise: Recovery,
        rules: &[(RecoveryScope, Recovery)],
        tools: &[Tool],
        problems: &mut Vec<BuildProblem>,
    ) -> Self {
        problems.extend(rules.iter().filter_map(|(scope, _)| unknown_name(scope, tools)));
        let all = if rules.is_empty() { &[] } else { tools };
        let by_tool: Box<[_]> =
            all.iter().map(|tool| rule_of(tool, tools, rules).unwrap_or(otherwise)).collect();
        let max = by_tool.iter().copied().max().unwrap_or_default().max(otherwise);
        Self { otherwise, max, by_tool }
    }

    fn of(&self, tool: ToolIndex) -> Recovery {
        self.by_tool.get(tool).copied().unwrap_or(self.otherwise)
    }
}

/// The rule for the tool itself counts. Without one, the most careful of the fitting rules counts.
fn rule_of(tool: &Tool, tools: &[Tool], rules: &[(RecoveryScope, Recovery)]) -> Option<Recovery> {
    let own = rules.iter().rev().find(|(scope, _)| is_own_name(scope, tool));
    let fitting =
        || rules.iter().filter(|(scope, _)| fits(scope, tool, tools)).map(|(_, recovery)| *recovery);
    own.map(|(_, recovery)| *recovery).or_else(|| fitting().min())
}

fn is_own_name(scope: &RecoveryScope, tool: &Tool) -> bool {
    let RecoveryScope::Named(name) = scope else { return false };
    let is_function = matches!(tool.role, Role::Function(_));
    (tool.id().as_str() == name && (is_function || name.contains('.'))) || is_name_at_source(tool, name)
}

/// Whether a name consists of the host's name for the source, and the source's name for the tool.
fn is_name_at_source(tool: &Tool, name: &str) -> bool {
    let Some(function) = tool.outside() else { return false };
    name.strip_prefix(&*function.source).and_then(|rest| rest.strip_prefix('.')) == Some(&*function.name)
}

fn fits(scope: &RecoveryScope, tool: &Tool, tools: &[Tool]) -> bool {
    let is_function = matches!(tool.role, Role::Function(_));
    let changes = tool.may_change();
    match scope {
        RecoveryScope::Reads => is_function && !changes,
        RecoveryScope::Writes => is_function && changes,
        RecoveryScope::External => source_of(tool, tools).is_some(),
        RecoveryScope::Named(name) => {
            tool.plugin() == Some(name)
                || (tool.is_container() && tool.id().as_str() == name)
                || source_of(tool, tools) == Some(name)
        }
    }
}

/// The host's name for the source of an external tool, or of a container of such tools.
fn source_of<'t>(tool: &'t Tool, tools: &'t [Tool]) -> Option<&'t str> {
    match &tool.role {
        Role::Container(container) if matches!(container.kind, ContainerKind::External(_)) => {
            let member = container.members.first().and_then(|&member| tools.get(member));
            member.and_then(Tool::outside).map(|function| &*function.source)
        }
        _ => tool.outside().map(|function| &*function.source),
    }
}

/// A rule that fits nothing would leave its intended tools to another rule.
fn unknown_name(scope: &RecoveryScope, tools: &[Tool]) -> Option<BuildProblem> {
    let RecoveryScope::Named(name) = scope else { return None };
    if tools.iter().any(|tool| is_own_name(scope, tool) || fits(scope, tool, tools)) {
        return None;
    }
    let groups = tools.iter().filter_map(Tool::plugin);
    let sources = tools.iter().filter_map(|tool| source_of(tool, tools));
    let known = tools.iter().map(|tool| tool.id().as_str()).chain(groups).chain(sources);
    let suggestion = nearest(name, known).map(str::to_owned);
    Some(BuildProblem::UnknownTool { setting: "recovery", id: name.clone(), suggestion })
}

impl Toolbox {
    /// Recovery policy for wrong calls with a clear intent, for tools without a [rule](super::ModelOptions::recovery_for) of
    /// their own.
    pub fn recovery(&self) -> Recovery {
        self.tools.handling.recoveries.otherwise
    }

    /// The recovery of wrong calls of a tool.
    pub(crate) fn recovery_of(&self, tool: ToolIndex) -> Recovery {
        self.tools.handling.recoveries.of(tool)
    }

    /// The least careful recovery of any tool.
    #[inline]
    pub(crate) fn max_recovery(&self) -> Recovery {
        self.tools.handling.recoveries.max
    }
}
