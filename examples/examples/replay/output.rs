//! The result of a replayed call.

use std::sync::Arc;

use hpd_host::args::Warning;
use hpd_host::error::ErrorCode;
use hpd_host::outcome::{CheckedCall, OutcomeKind};
use hpd_host::{CallError, Outcome};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use crate::input::{RecordedCall, Unreadable};

/// One line of output.
#[derive(Serialize)]
pub(crate) struct Line {
    pub(crate) id: Value,
    #[serde(serialize_with = "text")]
    pub(crate) name: Option<Arc<str>>,
    pub(crate) status: &'static str,
    /// The function's arguments.
    pub(crate) arguments: Option<Box<RawValue>>,
    pub(crate) warnings: Vec<Warning>,
    /// The error for the model.
    pub(crate) error: Option<Box<RawValue>>,
    pub(crate) result: Option<Box<RawValue>>,
    /// For the summary.
    #[serde(skip)]
    pub(crate) codes: Vec<String>,
}

impl Line {
    /// For a line that is no call.
    pub(crate) fn unreadable(problem: &Unreadable) -> Self {
        let error = json!({ "error_type": "unreadable_line", "error_message": problem.message });
        Self {
            error: to_raw_value(&error).ok(),
            codes: vec!["unreadable_line".to_owned()],
            ..Self::new(problem.id.clone(), None, "error")
        }
    }

    /// For a call that names a server whose tools were not given.
    pub(crate) fn unknown_toolset(recorded: &RecordedCall) -> Self {
        let toolset = recorded.toolset.as_deref().unwrap_or_default();
        let message = format!("no tools were given for the toolset '{toolset}'");
        let error = json!({ "error_type": "unknown_toolset", "error_message": message });
        Self {
            error: to_raw_value(&error).ok(),
            codes: vec!["unknown_toolset".to_owned()],
            ..Self::new(recorded.id.clone(), Some(recorded.call.name.clone()), "error")
        }
    }

    /// For a call that was checked and not run.
    pub(crate) fn checked(id: Value, name: Arc<str>, checked: CheckedCall) -> Self {
        let status = if checked.arguments.is_some() { "ok" } else { "expanded" };
        Self {
            arguments: checked.arguments.and_then(raw),
            warnings: checked.warnings,
            ..Self::new(id, Some(name), status)
        }
    }

    /// For a call that was answered.
    pub(crate) fn answered(id: Value, outcome: Outcome, arguments: Option<String>) -> Self {
        let name = outcome.tool_name.clone();
        if let Some(error) = outcome.error() {
            return Self { warnings: outcome.warnings.clone(), ..Self::error(id, name, error) };
        }
        let status = outcome.status();
        // Nothing ran: there is no result yet, and no error that the model could correct.
        let waits = matches!(outcome.kind, OutcomeKind::AskUser(_) | OutcomeKind::Confirm(_));
        let result = if waits { None } else { to_raw_value(&outcome.for_model_as_json()).ok() };
        Self {
            arguments: arguments.and_then(raw),
            result,
            warnings: outcome.warnings,
            ..Self::new(id, Some(name), status)
        }
    }

    /// For a call that the model gets an error for.
    pub(crate) fn error(id: Value, name: Arc<str>, error: &CallError) -> Self {
        Self { error: to_raw_value(error).ok(), codes: codes(error), ..Self::new(id, Some(name), "error") }
    }

    fn new(id: Value, name: Option<Arc<str>>, status: &'static str) -> Self {
        Self {
            id,
            name,
            status,
            arguments: None,
            warnings: Vec::new(),
            error: None,
            result: None,
            codes: Vec::new(),
        }
    }
}

/// JSON text as it is, so that no digit of a number changes.
fn raw(json: String) -> Option<Box<RawValue>> {
    RawValue::from_string(json).ok()
}

/// The keys under which an error is counted: its codes, or its type.
fn codes(error: &CallError) -> Vec<String> {
    match error {
        CallError::Validation(response) => {
            response.errors.iter().map(|error| code(error.error_code)).collect()
        }
        other => vec![json!(other)["error_type"].as_str().unwrap_or("error").to_owned()],
    }
}

fn code(code: ErrorCode) -> String {
    json!(code).as_str().unwrap_or_default().to_owned()
}

#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn text<S: serde::Serializer>(name: &Option<Arc<str>>, serializer: S) -> Result<S::Ok, S::Error> {
    name.as_deref().serialize(serializer)
}
