//! A recorded call.

use hpd_host::RawCall;
use hpd_host::args::StopReason;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// A recorded call, and the tools that it was made with.
pub(crate) struct RecordedCall {
    /// The id as the line has it, repeated in the output.
    pub(crate) id: Value,
    pub(crate) call: RawCall,
    /// The server whose tools the call refers to.
    pub(crate) toolset: Option<String>,
}

/// A line of either form. Unknown keys are the extra records of other programs.
#[derive(Deserialize)]
struct Line<'l> {
    #[serde(default)]
    id: Value,
    #[serde(alias = "tool")]
    name: String,
    #[serde(default, borrow, alias = "raw_arguments")]
    arguments: Option<&'l RawValue>,
    #[serde(default)]
    toolset: Option<String>,
    #[serde(default)]
    stop_reason: Option<String>,
}

/// Why a line is no call.
pub(crate) struct Unreadable {
    /// The id, if the line is an object that has one.
    pub(crate) id: Value,
    pub(crate) message: String,
}

pub(crate) fn parse(line: &str) -> Result<RecordedCall, Unreadable> {
    let parsed: Line<'_> = serde_json::from_str(line).map_err(|error| Unreadable {
        id: serde_json::from_str::<Value>(line).map_or(Value::Null, |value| value["id"].clone()),
        message: format!("the line is not a recorded call: {error}"),
    })?;
    let id = match &parsed.id {
        Value::String(id) => id.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let stop_reason = parsed.stop_reason.as_deref().map_or(StopReason::Unknown, StopReason::of_name);
    let call = RawCall::new(id, parsed.name, argument_text(parsed.arguments)).stopped_by(stop_reason);
    Ok(RecordedCall { id: parsed.id, call, toolset: parsed.toolset })
}

/// The text of the arguments: the content of a string, or the JSON itself with every digit unchanged.
fn argument_text(arguments: Option<&RawValue>) -> String {
    let Some(arguments) = arguments.map(RawValue::get) else { return String::new() };
    serde_json::from_str::<String>(arguments).unwrap_or_else(|_| arguments.to_owned())
}

#[cfg(test)]
mod tests {
    use hpd_host::args::StopReason;

    use super::parse;

    fn arguments(line: &str) -> String {
        parse(line).ok().unwrap().call.arguments.to_string()
    }

    #[test]
    fn both_forms_are_read() {
        assert_eq!(arguments(r#"{"id":"1","name":"Add","arguments":{"a":1.50}}"#), r#"{"a":1.50}"#);
        assert_eq!(
            arguments(r#"{"id":"1","tool":"Add","raw_arguments":"{\"a\":1}","toolset":"x"}"#),
            r#"{"a":1}"#
        );
        assert_eq!(arguments(r#"{"name":"Add"}"#), "");
    }

    #[test]
    fn the_stop_reason_is_read_by_its_providers_name() {
        let call = parse(r#"{"name":"Add","arguments":"{","stop_reason":"max_tokens"}"#).ok().unwrap().call;
        assert_eq!(call.stop_reason, StopReason::Length);
        let call = parse(r#"{"name":"Add","arguments":"{","stop_reason":null}"#).ok().unwrap().call;
        assert_eq!(call.stop_reason, StopReason::Unknown);
    }

    #[test]
    fn a_line_that_is_no_call_keeps_its_id() {
        let problem = parse(r#"{"id":7}"#).err().unwrap();
        assert_eq!(problem.id, 7);
    }
}
