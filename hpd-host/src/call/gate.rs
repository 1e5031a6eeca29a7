//! Second room: which tool is meant, whether the session may see it, and whether a container was called as one.

use hpd_runtime::ToolKind;
use hpd_runtime::check::{ContainerCheck, check_container, has_parameters};

use super::error::CallError;
use super::meaning::{Meaning, meaning};
use super::parse::ParsedCall;
use super::recover::{self, RecoverCall};
use super::unknown::{HiddenTool, Mistake, UnknownTool};
use crate::session::Session;
use crate::toolbox::{BridgeRole, ContainerRole, FunctionRole, Recovery, Role, Tool, ToolIndex, Toolbox};
use crate::visibility::{self, Visit};

/// Where a call goes on.
pub(super) enum Gate<'t> {
    /// To the expansion of a container.
    Expand(ExpandCall<'t>),
    /// To a function.
    Admit(AdmittedCall<'t>),
    /// To the call inside it.
    Bridge(&'t BridgeRole),
    /// To be set right first.
    Recover(Box<RecoverCall>),
}

/// A container that is to be expanded.
pub(super) struct ExpandCall<'t> {
    pub(super) toolbox: &'t Toolbox,
    pub(super) index: ToolIndex,
    pub(super) container: &'t ContainerRole,
}

impl<'t> ExpandCall<'t> {
    /// `None` if the tool is no container.
    pub(super) fn new(toolbox: &'t Toolbox, index: ToolIndex) -> Option<Self> {
        match &toolbox.at(index).role {
            Role::Container(container) => Some(Self { toolbox, index, container }),
            Role::Function(_) | Role::Bridge(_) => None,
        }
    }
}

/// A call of a function that the session may see.
pub(super) struct AdmittedCall<'t> {
    place: Place<'t>,
    function: &'t FunctionRole,
}

/// Where a tool is.
#[derive(Clone, Copy)]
pub(super) struct Place<'t> {
    pub(super) toolbox: &'t Toolbox,
    pub(super) index: ToolIndex,
    is_plain: bool,
}

impl<'t> Place<'t> {
    #[inline]
    pub(super) fn new(toolbox: &'t Toolbox, index: ToolIndex) -> Self {
        Self { toolbox, index, is_plain: toolbox.at(index).is_plain }
    }

    /// Whether the toolbox has nothing to ask about calls of the tool: looked up once, for all rooms.
    pub(super) const fn is_plain(self) -> bool {
        self.is_plain
    }
}

/// For whom calls are set right, and how far.
#[derive(Clone, Copy)]
pub(super) struct Recovering<'t> {
    pub(super) toolbox: &'t Toolbox,
    pub(super) session: &'t Session,
    pub(super) recovery: Recovery,
}

impl<'t> AdmittedCall<'t> {
    pub(super) const fn place(&self) -> Place<'t> {
        self.place
    }

    pub(super) const fn into_parts(self) -> (Place<'t>, &'t FunctionRole) {
        (self.place, self.function)
    }
}

/// Finds the tool and decides where its call goes on.
///
/// # Errors
///
/// There is no such tool, it is hidden, or a container was called with parameters; and the call can't be set right, or may
/// not be.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn gate<'t>(
    toolbox: &'t Toolbox,
    session: &'t Session,
    call: ParsedCall<'_>,
    visit: Visit,
    recovery: Recovery,
) -> Result<Gate<'t>, CallError> {
    let how = Recovering { toolbox, session, recovery };
    let Some(index) = toolbox.index(call.name()) else {
        return misnamed(how, call);
    };
    let tool = toolbox.at(index);
    if !visibility::may_call(toolbox, session, index, visit) {
        return hidden(how, call, index, Mistake::HiddenTool);
    }
    match &tool.role {
        Role::Function(function) => {
            let place = Place { toolbox, index, is_plain: tool.is_plain };
            Ok(Gate::Admit(AdmittedCall { place, function }))
        }
        Role::Container(container) => {
            // Nothing is collected for the names of a container that nothing is wrong with.
            if !has_parameters(call.arguments()) {
                return Ok(Gate::Expand(ExpandCall { toolbox, index, container }));
            }
            with_parameters(how, call, index, container)
        }
        Role::Bridge(bridge) => Ok(Gate::Bridge(bridge)),
    }
}

/// Admits a call that was stored: what the session saw then is not asked again. `None` if the tool is no function.
pub(super) fn admit_stored(place: Place<'_>) -> Option<AdmittedCall<'_>> {
    match &place.toolbox.at(place.index).role {
        Role::Function(function) => Some(AdmittedCall { place, function }),
        Role::Container(_) | Role::Bridge(_) => None,
    }
}

/// There is no tool of the name.
#[cold]
fn misnamed<'t>(how: Recovering<'t>, call: ParsedCall<'_>) -> Result<Gate<'t>, CallError> {
    let Recovering { toolbox, session, .. } = how;
    let meaning = meaning(toolbox, session, call.name());
    if let Meaning::Exactly(index, mistake) = meaning {
        if !visibility::may_call(toolbox, session, index, Visit::Look) {
            return hidden(how, call, index, mistake);
        }
        if let Some(call) = recover::of_name(&how, call, index, mistake) {
            return Ok(Gate::Recover(Box::new(call)));
        }
    }
    Err(CallError::UnknownTool(Box::new(UnknownTool::new(toolbox, session, call.name(), meaning))))
}

/// The session does not see the tool.
#[cold]
fn hidden<'t>(
    how: Recovering<'t>,
    call: ParsedCall<'_>,
    index: ToolIndex,
    mistake: Mistake,
) -> Result<Gate<'t>, CallError> {
    if let Some(call) = recover::of_name(&how, call, index, mistake) {
        return Ok(Gate::Recover(Box::new(call)));
    }
    let Recovering { toolbox, session, .. } = how;
    let error = HiddenTool::new(toolbox, session, call.name(), index, mistake);
    Err(CallError::HiddenTool(Box::new(error)))
}

/// A container was called with parameters.
#[cold]
fn with_parameters<'t>(
    how: Recovering<'t>,
    call: ParsedCall<'_>,
    index: ToolIndex,
    container: &'t ContainerRole,
) -> Result<Gate<'t>, CallError> {
    let tool = how.toolbox.at(index);
    let sensitive: Vec<_> = container.sensitive.iter().map(AsRef::as_ref).collect();
    let check = ContainerCheck { name: tool.name(), members: member_names(tool), sensitive: &sensitive };
    let Some(mut error) = check_container(&check, call.arguments()) else {
        return Ok(Gate::Expand(ExpandCall { toolbox: how.toolbox, index, container }));
    };
    if let Some(call) = recover::of_container(&how, call, index) {
        return Ok(Gate::Recover(Box::new(call)));
    }
    let through = how.toolbox.through_bridge();
    if !through.is_empty() && !error.retry_guidance.ends_with('.') {
        error.retry_guidance.push('.');
    }
    error.retry_guidance.push_str(&through);
    Err(CallError::Container(Box::new(error)))
}

/// What the model may call once the container is expanded: its functions, or its skills where it has no functions.
fn member_names(tool: &Tool) -> &[String] {
    match &tool.metadata().kind {
        ToolKind::Container(container) if container.function_names.is_empty() => &container.skill_names,
        _ => tool.metadata().function_names(),
    }
}
