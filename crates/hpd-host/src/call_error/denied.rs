//! The answer to a call that a filter denied.

use std::fmt;

use hpd_runtime::spec::QualifiedId;
use serde::Serialize;

use crate::filter::{Denial, Stage};
use crate::tool::Tool;

/// A filter denied the call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Denied {
    error_type: &'static str,
    /// The tool that was called.
    pub tool_name: String,
    /// The filter's reason for the model.
    pub error_message: String,
    /// Guidance for the model.
    pub retry_guidance: String,
    /// The filter's reason for the log alone.
    #[serde(skip)]
    pub for_log: String,
    /// When it was denied.
    #[serde(skip)]
    pub stage: Stage,
    #[serde(skip)]
    id: QualifiedId,
}

impl Denied {
    pub(crate) const ERROR_TYPE: &'static str = "call_denied";

    #[cold]
    pub(crate) fn new(tool: &Tool, stage: Stage, denial: Denial) -> Self {
        let name = tool.name();
        Self {
            error_type: Self::ERROR_TYPE,
            tool_name: name.to_owned(),
            error_message: denial.for_model,
            retry_guidance: format!(
                "'{name}' did not run. Do not send the same call again: go on without it, or tell the user."
            ),
            for_log: denial.for_log,
            stage,
            id: tool.id().clone(),
        }
    }

    /// The qualified id of the tool.
    pub const fn id(&self) -> &QualifiedId {
        &self.id
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.error_message, self.retry_guidance)
    }
}
