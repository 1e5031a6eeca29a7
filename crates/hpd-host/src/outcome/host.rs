//! An outcome for the host: everything, as JSON.

use hpd_runtime::Output;
use serde_json::{Value, json};

use super::model::{json_of, json_value, parts_value};
use super::{FunctionResult, Outcome, OutcomeKind};
use crate::call_error::CallError;

impl Outcome {
    /// The complete outcome, for logs and for the program. It contains the whole result, even if the model reads only a
    /// part. It also contains the warnings and the cause of an error, with its `whole_message` if the model reads only a
    /// part.
    pub fn for_host(&self) -> Value {
        let mut value = json!({
            "call_id": &*self.call_id,
            "tool_name": &*self.tool_name,
            "status": self.status(),
            "warnings": self.warnings,
        });
        let details = match &self.kind {
            OutcomeKind::Result(FunctionResult { output, direct, whole, .. }) => {
                let result = whole.as_deref().unwrap_or(output);
                json!({ "result": output_value(result), "direct": direct })
            }
            OutcomeKind::Expanded(expansion) => json!({
                "container": expansion.container,
                "already_expanded": expansion.already_expanded,
                "functions": expansion.functions,
                "skills": expansion.skills,
                "containers": expansion.containers,
                "collapsed": expansion.collapsed,
                "instructions": expansion.instructions,
                "documents": expansion.documents.iter().map(|document| &document.id).collect::<Vec<_>>(),
            }),
            OutcomeKind::Error(error) => {
                let mut details = json!({ "error": error, "source": source(error) });
                if let Some(error) =
                    error.function().filter(|error| error.whole_message() != error.error_message)
                {
                    details["whole_message"] = json!(error.whole_message());
                }
                details
            }
            OutcomeKind::AskUser(question) => json!({
                "ask_user_data": question.ask_user_data(),
                "question": question.question(),
                "pending_id": question.pending(),
            }),
            OutcomeKind::Confirm(question) => {
                json!({ "question": question.text(), "mcq": question.to_mcq() })
            }
            OutcomeKind::Settled(outcome) => json!({ "is_error": outcome.is_error, "text": outcome.text }),
            OutcomeKind::Forward(call) => json!({
                "tool": call.tool,
                "forwarded_to": &*call.source,
                "name": &*call.name,
                "arguments": call.arguments,
            }),
        };
        if let Some(attempts) = self.attempts().filter(|&attempts| attempts > 1) {
            value["attempts"] = json!(attempts);
        }
        if let Some(recovered) = &self.recovered {
            value["recovered"] = recovered.to_json();
        }
        if let (Value::Object(value), Value::Object(details)) = (&mut value, details) {
            value.extend(details);
        }
        value
    }

    /// The outcome in a word: `ok`, `expanded`, `error`, `ask_user`, `confirm`, `settled` or `forward`.
    pub const fn status(&self) -> &'static str {
        match self.kind {
            OutcomeKind::Result(_) => "ok",
            OutcomeKind::Expanded(_) => "expanded",
            OutcomeKind::Error(_) => "error",
            OutcomeKind::AskUser(_) => "ask_user",
            OutcomeKind::Confirm(_) => "confirm",
            OutcomeKind::Settled(_) => "settled",
            OutcomeKind::Forward(_) => "forward",
        }
    }
}

impl Outcome {
    /// How often the function was attempted; `None` where it was not reached.
    pub fn attempts(&self) -> Option<u32> {
        match &self.kind {
            OutcomeKind::Result(result) => Some(result.attempts),
            OutcomeKind::Error(error) => Some(error.function()?.attempts()),
            _ => None,
        }
    }
}

fn output_value(output: &Output) -> Value {
    if let Some(json) = json_of(output) {
        return json_value(json);
    }
    match output {
        Output::Nothing => Value::Null,
        Output::Text(text) | Output::Json(text) => json!(text),
        Output::Content(parts) => parts_value(parts, None, None),
        Output::Structured(output) => parts_value(output.parts_for_model(), output.structured(), None),
    }
}

fn source(error: &CallError) -> Option<&str> {
    match error {
        CallError::Function(error) => error.source.as_deref(),
        CallError::Denied(error) => Some(&error.for_log),
        CallError::NotApproved(error) => error.source.as_deref(),
        CallError::Repeated(repeated) => source(&repeated.error),
        _ => None,
    }
}
