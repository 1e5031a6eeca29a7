//! Calls that read a part of a long result.

use hpd_journal::__private::shown;
use hpd_journal::pending::Owner;
use hpd_runtime::__private::SendCall;
use hpd_runtime::output::Failure;
use hpd_runtime::{Output, Principal};

use super::Reading;
use crate::call_error::CallError;
use crate::results::{KeptResult, Request, read, read_chunks};

/// A call whose arguments passed every check.
pub(super) struct ResultCall<'a> {
    reading: Reading<'a>,
    principal: &'a Principal,
    request: Request,
}

impl<'a> ResultCall<'a> {
    /// # Errors
    ///
    /// Never: arguments that the schema accepts are such a request.
    pub(super) fn new(
        reading: Reading<'a>,
        principal: &'a Principal,
        arguments: &str,
    ) -> Result<Self, CallError> {
        let request = serde_json::from_str(arguments).map_err(|_| CallError::internal())?;
        Ok(Self { reading, principal, request })
    }

    /// An attempt at the call, to be waited for.
    pub(super) fn start(&self) -> SendCall<'_> {
        Box::pin(async move {
            let Reading { tool, toolbox, session } = self.reading;
            let id = &*self.request.id;
            let Some(session) = session.id() else { return Err(unknown(id)) };
            let owner = Owner { session: session.to_owned(), principal: self.principal.clone() };
            // A missing chunk is a missing result.
            let load = async |part: &str| {
                let kept = toolbox.kept_result(&owner, part).await.map_err(|error| {
                    tracing::warn!(target: "hpd::call", { id, cause = %error }, "a long result can't be read");
                    Failure::new("The result can't be read right now. You may try again.")
                })?;
                // A text that was changed in the store is no result.
                kept.filter(KeptResult::is_whole).ok_or_else(|| unknown(id))
            };
            let kept = load(id).await?;
            let limits = toolbox.limits_of_parts();
            let part = match kept.chunks() {
                None => read(&tool.name, &kept.text, &self.request, limits)?,
                Some(index) => read_chunks(&tool.name, &index, &self.request, limits, load).await?,
            };
            Ok(Output::Text(part))
        })
    }
}

/// Another session's result is answered like none.
fn unknown(id: &str) -> Failure {
    Failure::new(format!(
        "There is no result '{}', or its time is over. Call the tool again that gave it.",
        shown(id)
    ))
}
