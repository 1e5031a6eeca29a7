//! Second room: which tool is meant, whether the session may see it, and whether a container was called as one.

use hpd_runtime::ToolKind;
use hpd_runtime::check::{ContainerCheck, check_container};

use super::error::{CallError, HiddenTool, UnknownTool};
use super::parse::ParsedCall;
use crate::session::Session;
use crate::toolbox::{ContainerRole, FunctionRole, Role, Tool, ToolIndex, Toolbox};
use crate::visibility;

/// Where a call goes on.
pub(super) enum Gate<'t, 'c> {
    /// To the expansion of a container.
    Expand(ExpandCall<'t>),
    /// To a function.
    Admit(AdmittedCall<'t, 'c>),
}

/// A container that is to be expanded.
pub(super) struct ExpandCall<'t> {
    pub(super) tool: &'t Tool,
    pub(super) container: &'t ContainerRole,
}

/// A call of a function that the session may see.
pub(super) struct AdmittedCall<'t, 'c> {
    place: Place<'t>,
    function: &'t FunctionRole,
    arguments: &'c str,
}

/// Where a tool is.
#[derive(Clone, Copy)]
pub(super) struct Place<'t> {
    pub(super) toolbox: &'t Toolbox,
    pub(super) index: ToolIndex,
}

impl<'t, 'c> AdmittedCall<'t, 'c> {
    pub(super) const fn into_parts(self) -> (Place<'t>, &'t FunctionRole, &'c str) {
        (self.place, self.function, self.arguments)
    }
}

/// Finds the tool and decides where its call goes on.
///
/// # Errors
///
/// There is no such tool, it is hidden, or a container was called with parameters.
#[inline]
pub(super) fn gate<'t, 'c>(
    toolbox: &'t Toolbox,
    session: &Session,
    call: ParsedCall<'c>,
) -> Result<Gate<'t, 'c>, CallError> {
    let Some(index) = toolbox.index(call.name()) else {
        return Err(CallError::UnknownTool(Box::new(UnknownTool::new(toolbox, session, call.name()))));
    };
    let tool = toolbox.at(index);
    if !visibility::is_visible(toolbox, session, tool) {
        return Err(CallError::HiddenTool(Box::new(HiddenTool::new(toolbox, session, tool))));
    }
    match &tool.role {
        Role::Function(function) => {
            let place = Place { toolbox, index };
            Ok(Gate::Admit(AdmittedCall { place, function, arguments: call.arguments() }))
        }
        Role::Container(container) => {
            let check = ContainerCheck {
                name: tool.name(),
                members: member_names(tool),
                sensitive: &container.sensitive,
            };
            match check_container(&check, call.arguments()) {
                None => Ok(Gate::Expand(ExpandCall { tool, container })),
                Some(error) => Err(CallError::Container(Box::new(error))),
            }
        }
    }
}

/// What the model may call once the container is expanded: its functions, or its skills where it has no functions.
fn member_names(tool: &Tool) -> &[String] {
    match &tool.metadata().kind {
        ToolKind::Container(container) if container.function_names.is_empty() => &container.skill_names,
        _ => tool.metadata().function_names(),
    }
}
