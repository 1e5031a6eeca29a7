//! The model's text about a container called with parameters, beyond the general text.

use hpd_runtime::__private::first_names;
use hpd_runtime::__private::text::cut;
use hpd_runtime::error::{ContainerInvocationError, Inside};

use super::member::MeantCall;
use crate::listing::{self, Visit, door};
use crate::session::Session;
use crate::tool::{Role, Tool, ToolIndex};
use crate::toolbox::Toolbox;

/// Characters of arguments that are repeated.
const LONGEST_ARGUMENTS: usize = 256;
/// The end of the first names where there are more.
const MORE: &str = ", ...";

/// Adds the facts about this call to the answer: the container is open already, or a member was named.
#[cold]
pub(super) fn guide(
    toolbox: &Toolbox,
    session: &Session,
    container: ToolIndex,
    meant: Option<&MeantCall>,
    inside: Inside,
    mut error: ContainerInvocationError,
) -> ContainerInvocationError {
    let name = toolbox.at(container).name();
    let is_open = session.is_expanded(toolbox.at(container).id());
    let names = first_names(&error.available_functions);
    match meant {
        Some(meant) if toolbox.is_open() => {
            error.retry_guidance =
                format!("'{name}' is open: {}.", steps(toolbox, session, container, meant));
        }
        None if toolbox.is_open() => error = error.open(inside),
        Some(meant) if is_open => {
            error.retry_guidance =
                format!("'{name}' is expanded: {}.", steps(toolbox, session, container, meant));
        }
        None if is_open => error = error.expanded(inside),
        // The first names name it as it is.
        Some(meant) if !is_among(&names, toolbox.at(meant.member.index).name()) => {
            end_sentence(&mut error.retry_guidance);
            let steps = steps(toolbox, session, container, meant);
            error.retry_guidance.push_str(" In step (2), ");
            error.retry_guidance.push_str(&steps);
            error.retry_guidance.push('.');
        }
        Some(_) | None => {}
    }
    let through = toolbox.through_bridge();
    if !through.is_empty() {
        end_sentence(&mut error.retry_guidance);
        error.retry_guidance.push_str(&through);
    }
    error
}

fn end_sentence(text: &mut String) {
    if !text.ends_with('.') {
        text.push('.');
    }
}

fn is_among(names: &str, name: &str) -> bool {
    names.strip_suffix(MORE).unwrap_or(names).split(", ").any(|known| known == name)
}

/// The calls that lead to the member once the container is open.
fn steps(toolbox: &Toolbox, session: &Session, container: ToolIndex, meant: &MeantCall) -> String {
    let tool = toolbox.at(meant.member.index);
    let call = format!("call '{}' with {}", tool.name(), arguments(tool, &meant.arguments));
    match inner_container(toolbox, session, container, meant.member.index) {
        None => call,
        Some(inner) => {
            let inner = toolbox.at(inner).name();
            format!("call '{inner}' with NO arguments to expand it, then {call}")
        }
    }
}

/// The container to expand inside the one that was called, if the member lies deeper.
fn inner_container(
    toolbox: &Toolbox,
    session: &Session,
    container: ToolIndex,
    member: ToolIndex,
) -> Option<ToolIndex> {
    let Role::Container(role) = &toolbox.at(container).role else { return None };
    if role.members.contains(&member) || listing::may_call(toolbox, session, member, Visit::Look) {
        return None;
    }
    let door = door(toolbox, session, member)?;
    let holds = |&&inner: &&ToolIndex| reveals(toolbox, inner, member);
    if door == container { role.members.iter().find(holds).copied() } else { Some(door) }
}

/// Whether a tool is a container with the member in it, at any depth.
fn reveals(toolbox: &Toolbox, container: ToolIndex, member: ToolIndex) -> bool {
    let (mut next, mut known) = (vec![container], vec![container]);
    while let Some(index) = next.pop() {
        let Role::Container(role) = &toolbox.at(index).role else { continue };
        if role.members.contains(&member) {
            return true;
        }
        for &inner in &role.members {
            if !known.contains(&inner) {
                known.push(inner);
                next.push(inner);
            }
        }
    }
    false
}

/// The arguments as they are, if they may be repeated and are short.
fn arguments<'a>(tool: &Tool, arguments: &'a str) -> &'a str {
    if tool.is_container() {
        return "NO arguments";
    }
    let is_shown = tool.sensitive_parameters().is_empty() && cut(arguments, LONGEST_ARGUMENTS) == arguments;
    if is_shown { arguments } else { "its own arguments" }
}
