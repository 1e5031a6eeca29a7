//! Corrects a call from its error's text alone.

use serde_json::{Map, Value};

use super::{Call, fact};

/// The call to make instead, and why; `None` if the error does not tell.
pub(super) fn corrected(call: &Call, error: &Map<String, Value>) -> Option<(String, Call)> {
    match text(error, "error_type")? {
        "container_invocation_error" => {
            let container = text(error, "container_name")?;
            let says = "It is a container, and takes no arguments: that opens it.".to_owned();
            Some((says, Call::bare(container)))
        }
        "unknown_tool" => {
            let suggestion = text(error, "suggestion")?;
            let says = format!("The name is {suggestion}.");
            Some((says, Call { name: suggestion.to_owned(), ..call.clone() }))
        }
        "validation_error" => complete(call, error.get("errors")?.as_array()?),
        _ => None,
    }
}

/// The same call with the fields that were missing.
fn complete(call: &Call, errors: &[Value]) -> Option<(String, Call)> {
    let mut call = call.clone();
    let mut missing = Vec::new();
    for error in errors {
        let property = error["property"].as_str().filter(|_| error["error_code"] == "REQUIRED_FIELD")?;
        call.arguments.insert(property.to_owned(), fact(property)?);
        missing.push(property);
    }
    Some((format!("I left out {}.", missing.join(", ")), call))
}

fn text<'e>(error: &'e Map<String, Value>, key: &str) -> Option<&'e str> {
    error.get(key)?.as_str()
}
