//! Which wrong calls are recovered, by the host's [`Recovery`].

use hpd_runtime::RawCall;
use hpd_runtime::args::Warning;

use super::member::MeantCall;
use crate::call_error::CallMistake;
use crate::listing::{self, Visit, door};
use crate::session::Session;
use crate::tool::ToolIndex;
use crate::toolbox::{Recovery, Toolbox, is_search};

/// The session and the recovery setting of a call.
#[derive(Clone, Copy)]
pub(super) struct Recovering<'t> {
    pub(super) toolbox: &'t Toolbox,
    pub(super) session: &'t Session,
    /// No call is recovered further.
    pub(super) max: Recovery,
}

/// A call in recovery.
pub(super) struct RecoverCall {
    pub(super) mistake: CallMistake,
    /// The container that was called, to be expanded.
    pub(super) container: Option<ToolIndex>,
    /// The tool that was meant.
    pub(super) meant: Option<ToolIndex>,
    /// The arguments for `meant`; `None` if it is not called.
    pub(super) arguments: Option<String>,
    /// Repairs of the text that named it.
    pub(super) warnings: Vec<Warning>,
}

impl Recovering<'_> {
    /// The recovery for a wrong call that means a tool.
    fn for_tool(&self, tool: ToolIndex) -> Recovery {
        self.max.min(self.toolbox.recovery_of(tool))
    }
}

/// Recovers the call of a tool by a wrong name, or of a hidden tool. `None` if it stays an error. A name that is only
/// similar to the tool's expands, and runs nothing.
#[cold]
pub(super) fn of_name(
    how: &Recovering<'_>,
    call: &RawCall,
    meant: ToolIndex,
    mistake: CallMistake,
    is_certain: bool,
) -> Option<RecoverCall> {
    let Recovering { toolbox, session, .. } = *how;
    // A provider's search has no tool of another name, even where the toolbox has none that searches.
    if is_search(call) {
        return None;
    }
    let is_hidden = !listing::may_call(toolbox, session, meant, Visit::Look);
    if is_hidden && door(toolbox, session, meant).is_none() {
        return None;
    }
    let arguments = match how.for_tool(meant) {
        Recovery::Reject => return None,
        Recovery::ExpandAndRun if is_certain => Some(call.arguments.to_string()),
        // There is nothing to expand.
        _ if !is_hidden => return None,
        Recovery::Expand | Recovery::ExpandAndRun => None,
    };
    Some(RecoverCall { mistake, container: None, meant: Some(meant), arguments, warnings: Vec::new() })
}

/// Recovers the call of a container with parameters; `None` if it stays an error. `meant` is the member that the
/// parameters name, if they name one. A write with a misspelt name does not run on a guess.
#[cold]
pub(super) fn of_container(
    how: &Recovering<'_>,
    container: ToolIndex,
    meant: Option<&MeantCall>,
) -> Option<RecoverCall> {
    let recovery = how.for_tool(meant.map_or(container, |meant| meant.member.index));
    if recovery == Recovery::Reject {
        return None;
    }
    let is_guess = |meant: &MeantCall| {
        let tool = how.toolbox.at(meant.member.index);
        meant.member.is_misspelt && tool.may_change()
    };
    let run = meant.filter(|meant| recovery == Recovery::ExpandAndRun && !is_guess(meant));
    Some(RecoverCall {
        mistake: CallMistake::ContainerWithParameters,
        container: Some(container),
        meant: meant.map(|meant| meant.member.index),
        arguments: run.map(|meant| meant.arguments.clone()),
        warnings: run.map(|meant| meant.warnings.clone()).unwrap_or_default(),
    })
}
