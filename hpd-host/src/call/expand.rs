//! The expansion of a container: its members become visible, and the model reads what they are.

use super::gate::ExpandCall;
use crate::outcome::Expansion;
use crate::session::Session;
use crate::toolbox::{ContainerKind, Toolbox};

/// Expands a container in a session. Doing so again is harmless.
pub(super) fn expand(toolbox: &Toolbox, session: &Session, call: &ExpandCall<'_>) -> Expansion {
    let ExpandCall { tool, container } = call;
    let members = container.members.iter().map(|&member| toolbox.at(member));
    let (skills, functions): (Vec<_>, Vec<_>) = members.partition(|member| member.is_container());
    let instructions = match &container.kind {
        ContainerKind::Scope(scope) => scope.post_expansion.map(str::to_owned),
        ContainerKind::Skill { plugin, skill, .. } => plugin.instructions(*skill).map(Into::into),
        ContainerKind::External => None,
    };
    Expansion {
        container: tool.name().to_owned(),
        already_expanded: !session.expand(tool.id()),
        functions: functions.iter().map(|member| member.name().to_owned()).collect(),
        skills: skills.iter().map(|member| member.name().to_owned()).collect(),
        instructions: instructions.filter(|text| !text.trim().is_empty()),
    }
}
