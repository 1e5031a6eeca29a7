//! The first stage: finds the tool, and checks its visibility and the use of containers.

use hpd_runtime::__private::has_parameters;
use hpd_runtime::__private::text::HIDDEN;
use hpd_runtime::RawCall;
use hpd_runtime::args::{ContainerCheck, check_container};

use super::concealed::Concealing;
use super::expand::ExpandCall;
use super::guidance::guide;
use super::inside::inside;
use super::member::meant_call;
use super::name_resolution::{Meaning, meaning};
use super::recoverable::{self, RecoverCall, Recovering};
use crate::call_error::{CallError, CallMistake, HiddenTool, UnknownTool};
use crate::listing::{self, Visit};
use crate::session::Session;
use crate::tool::{BridgeRole, ContainerRole, FunctionRole, Role, ToolIndex};
use crate::toolbox::{Recovery, Toolbox};

/// The next stage of a call.
pub(super) enum Gate<'t> {
    /// To the expansion of a container.
    Expand(ExpandCall<'t>),
    /// To a function.
    Admit(AdmittedCall<'t>),
    /// To the call inside it.
    Bridge(&'t BridgeRole),
    /// To be recovered first.
    Recover(Box<RecoverCall>),
}

/// A call of a function that the session may see, with the text of its arguments.
pub(super) struct AdmittedCall<'t> {
    place: Place<'t>,
    function: &'t FunctionRole,
    call: &'t RawCall,
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

    /// Whether calls of the tool need nothing further from the toolbox: looked up once, for all stages.
    pub(super) const fn is_plain(self) -> bool {
        self.is_plain
    }
}

impl<'t> AdmittedCall<'t> {
    pub(super) const fn place(&self) -> Place<'t> {
        self.place
    }

    pub(super) const fn into_parts(self) -> (Place<'t>, &'t FunctionRole, &'t RawCall) {
        (self.place, self.function, self.call)
    }
}

/// Finds the tool and decides the next stage.
///
/// # Errors
///
/// The tool is unknown or hidden, or a container was called with parameters, without a recovery.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn gate<'t>(
    toolbox: &'t Toolbox,
    session: &'t Session,
    call: &'t RawCall,
    visit: Visit,
    max: Recovery,
) -> Result<Gate<'t>, CallError> {
    let how = Recovering { toolbox, session, max };
    let Some(index) = toolbox.called_index(call) else {
        return misnamed(how, call);
    };
    let tool = toolbox.at(index);
    if !listing::may_call(toolbox, session, index, visit) {
        if let Role::Bridge(_) = tool.role {
            return misnamed(how, call);
        }
        return hidden(how, call, index, CallMistake::HiddenTool);
    }
    match &tool.role {
        Role::Function(function) => {
            let place = Place { toolbox, index, is_plain: tool.is_plain };
            Ok(Gate::Admit(AdmittedCall { place, function, call }))
        }
        Role::Container(container) => {
            // Nothing is collected for the names of a container that nothing is wrong with.
            if !has_parameters(&call.arguments) {
                return Ok(Gate::Expand(ExpandCall { toolbox, index, container }));
            }
            with_parameters(how, call, index, container)
        }
        Role::Bridge(bridge) => Ok(Gate::Bridge(bridge)),
    }
}

/// Admits a stored call, without the visibility check. `None` if the tool is no function.
pub(super) fn admit_stored<'t>(place: Place<'t>, call: &'t RawCall) -> Option<AdmittedCall<'t>> {
    match &place.toolbox.at(place.index).role {
        Role::Function(function) => Some(AdmittedCall { place, function, call }),
        Role::Container(_) | Role::Bridge(_) => None,
    }
}

/// There is no tool of the name.
#[cold]
fn misnamed<'t>(how: Recovering<'t>, call: &RawCall) -> Result<Gate<'t>, CallError> {
    let Recovering { toolbox, session, .. } = how;
    toolbox.note_hidden(session, &call.name);
    let meaning = meaning(toolbox, session, &call.name);
    let recovered = match meaning {
        Meaning::Exactly(index, mistake) => {
            if !listing::may_call(toolbox, session, index, Visit::Look) {
                return hidden(how, call, index, mistake);
            }
            recoverable::of_name(&how, call, index, mistake, true)
        }
        Meaning::Nearly(index) => recoverable::of_name(&how, call, index, CallMistake::MisspeltName, false),
        Meaning::OneOf(_) | Meaning::Nothing => None,
    };
    if let Some(call) = recovered {
        return Ok(Gate::Recover(Box::new(call)));
    }
    Err(CallError::UnknownTool(Box::new(UnknownTool::new(toolbox, session, &call.name, meaning))))
}

/// The session does not see the tool.
#[cold]
fn hidden<'t>(
    how: Recovering<'t>,
    call: &RawCall,
    index: ToolIndex,
    mistake: CallMistake,
) -> Result<Gate<'t>, CallError> {
    if let Some(call) = recoverable::of_name(&how, call, index, mistake, true) {
        return Ok(Gate::Recover(Box::new(call)));
    }
    let Recovering { toolbox, session, .. } = how;
    let error = HiddenTool::new(toolbox, session, &call.name, index, mistake);
    Err(CallError::HiddenTool(Box::new(error)))
}

/// A container was called with parameters.
#[cold]
fn with_parameters<'t>(
    how: Recovering<'t>,
    call: &RawCall,
    index: ToolIndex,
    container: &'t ContainerRole,
) -> Result<Gate<'t>, CallError> {
    let tool = how.toolbox.at(index);
    let concealing = Concealing::of(how.toolbox, container);
    let sensitive = concealing.as_ref().map(Concealing::sensitive).unwrap_or_default();
    let shown = concealing.as_ref().and_then(|concealing| concealing.conceal(&call.arguments, HIDDEN).0);
    let (inside, members) = inside(how.toolbox, tool);
    let check = ContainerCheck { name: tool.name(), members: &members, sensitive: &sensitive };
    let error = check_container(&check, shown.as_deref().unwrap_or(&call.arguments));
    let Some(error) = error.map(|error| error.holding(inside)) else {
        return Ok(Gate::Expand(ExpandCall { toolbox: how.toolbox, index, container }));
    };
    let Recovering { toolbox, session, .. } = how;
    let meant = meant_call(toolbox, session, &container.members, call);
    if let Some(call) = recoverable::of_container(&how, index, meant.as_ref()) {
        return Ok(Gate::Recover(Box::new(call)));
    }
    let error = guide(toolbox, session, index, meant.as_ref(), inside, error);
    Err(CallError::Container(Box::new(error)))
}
