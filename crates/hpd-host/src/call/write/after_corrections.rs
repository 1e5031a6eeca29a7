//! A write that a model can't get right: the user is asked for the details.

use hpd_runtime::RawCall;

use crate::call_error::CallError;
use crate::collect::{AskUser, FailedField};
use crate::session::Session;
use crate::toolbox::Toolbox;

/// The question to the user after the last allowed correction of a write.
pub(in super::super) fn after_corrections(
    toolbox: &Toolbox,
    session: &Session,
    raw: &RawCall,
    error: &CallError,
) -> Option<AskUser> {
    let CallError::Validation(response) = error else { return None };
    let index = toolbox.called_index(raw)?;
    let tool = toolbox.at(index);
    let max = toolbox.safeguards().max_corrections;
    let refusals = session.tries().note_refusal(toolbox.called_name(raw));
    if !tool.is_write() {
        return None;
    }
    session.tries().note_write();
    if refusals <= max {
        return None;
    }
    let plan = toolbox.safeguards().words_of(index)?;
    let missing: Vec<_> = response.missing_fields().collect();
    let failed: Vec<_> =
        response.fields().map(|name| FailedField { name, is_missing: missing.contains(&name) }).collect();
    Some(AskUser::after_retries(plan, tool.trusted_title(), &failed, None).because((**response).clone()))
}
