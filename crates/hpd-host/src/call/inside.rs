//! The contents of a container, for the answer to a wrong call.

use std::borrow::Cow;

use hpd_runtime::error::Inside;
use hpd_runtime::spec::ToolKind;

use crate::tool::{Role, Tool};
use crate::toolbox::Toolbox;

/// Callable members after the expansion: its functions, else its skills, else its inner containers.
#[cold]
pub(super) fn inside<'t>(toolbox: &'t Toolbox, tool: &'t Tool) -> (Inside, Cow<'t, [String]>) {
    let functions = tool.metadata().function_names();
    if !functions.is_empty() {
        return (Inside::Functions, functions.into());
    }
    if let ToolKind::Container(container) = &tool.metadata().kind
        && !container.skill_names.is_empty()
    {
        return (Inside::Skills, container.skill_names.as_slice().into());
    }
    let members = match &tool.role {
        Role::Container(container) => container.members.as_slice(),
        Role::Function(_) | Role::Bridge(_) => &[],
    };
    let members = || members.iter().map(|&member| toolbox.at(member));
    let names = |tools: Vec<&Tool>| tools.into_iter().map(|tool| tool.name().to_owned()).collect();
    let (skills, others): (Vec<_>, Vec<_>) = members().partition(|member| is_skill(member));
    match (skills.is_empty(), others.is_empty()) {
        (false, _) => (Inside::Skills, Cow::Owned(names(skills))),
        (true, false) => (Inside::Containers, Cow::Owned(names(others))),
        (true, true) => (Inside::Instructions, Cow::default()),
    }
}

fn is_skill(tool: &Tool) -> bool {
    matches!(&tool.role, Role::Container(role) if role.kind.is_skill())
}
