//! Events from the facts of a call.

use super::{ToolRetryEvent, ValidationStatus, WriteValidationEvent};

impl WriteValidationEvent {
    /// A write whose arguments are right.
    pub(crate) fn passed(tool: String, fields_validated: Vec<String>) -> Self {
        Self {
            tool,
            status: ValidationStatus::Passed,
            missing_fields: Vec::new(),
            errors: Vec::new(),
            fields_validated,
            message: None,
            duration_ms: None,
            asks_user: false,
        }
    }

    /// A write that does not run, for these reasons.
    #[doc(hidden)]
    pub fn blocked(tool: String, missing_fields: Vec<String>, errors: Vec<String>) -> Self {
        Self {
            status: ValidationStatus::Blocked,
            message: Some(errors.join("; ")),
            missing_fields,
            errors,
            ..Self::passed(tool, Vec::new())
        }
    }

    /// A write that runs only after the user has given the missing values and confirmed the uncertain ones. An
    /// uncertain value is not missing.
    #[doc(hidden)]
    pub fn asking<'n>(
        tool: String,
        missing: &[String],
        uncertain: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let lacking = missing.iter().map(|name| format!("{name} is required"));
        let unsure = uncertain.into_iter().map(|name| format!("{name} must be confirmed by the user"));
        let errors = lacking.chain(unsure).collect();
        Self { asks_user: true, ..Self::blocked(tool, missing.to_vec(), errors) }
    }
}

impl ToolRetryEvent {
    /// The retry event after this number of attempts; `None` after one.
    #[doc(hidden)]
    pub fn of_function(tool: &str, attempts: u32) -> Option<Self> {
        let reason = "Previous attempt did not run, or may be repeated".to_owned();
        (attempts > 1).then(|| Self { tool: tool.to_owned(), attempt: attempts, reason })
    }
}
