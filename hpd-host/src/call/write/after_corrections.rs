//! A write that a model can't get right: the user is asked for the details.

use hpd_runtime::RawCall;

use super::super::error::CallError;
use crate::collect::AskUser;
use crate::session::Session;
use crate::toolbox::{FunctionRole, Role, Toolbox};

/// The question to the user, after the model tried in vain to set the arguments of a write right as often as it may.
pub(in super::super) fn after_corrections(
    toolbox: &Toolbox,
    session: &Session,
    raw: &RawCall,
    error: &CallError,
) -> Option<AskUser> {
    let CallError::Validation(response) = error else { return None };
    let tool = toolbox.tool(&raw.name).filter(|tool| tool.is_write())?;
    let most = toolbox.safeguards().most_corrections;
    if session.tries().note_refusal(&raw.name) <= most {
        return None;
    }
    let Role::Function(FunctionRole::Here(_) | FunctionRole::Elsewhere(_)) = &tool.role else { return None };
    let plan = toolbox.safeguards().any_plan_of(toolbox, tool);
    Some(AskUser::after_corrections(&plan, response))
}
