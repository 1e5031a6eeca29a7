//! A call of `call_function`: the call inside it goes the same way as any other.

use hpd_journal::__private::parse_trusted;
use hpd_runtime::__private::Findings;
use hpd_runtime::__private::text::HIDDEN;
use hpd_runtime::RawCall;
use hpd_runtime::args::{Node, Reading, Warning};
use hpd_runtime::error::{ErrorCode, ValidationErrorResponse, Violation};

use crate::call_error::CallError;
use crate::tool::BridgeRole;

/// The call inside.
pub(crate) struct Bridged {
    pub(crate) call: RawCall,
    /// The warnings around it.
    pub(crate) warnings: Vec<Warning>,
}

/// Extracts the inner call. Its arguments stay text, digit for digit. Arguments sent as a string are that text.
///
/// # Errors
///
/// The outer call is wrong.
pub(crate) fn inner_call(bridge: &BridgeRole, outer: &RawCall) -> Result<Bridged, CallError> {
    // Whether the function inside writes is not known yet: a text that was cut off is not guessed at.
    let reading = Reading { leniency: bridge.leniency, writes: true, stop_reason: outer.stop_reason };
    let accepted = bridge.plan.read(&outer.arguments, &reading).map_err(hide_arguments)?;
    let (name, arguments) = parts(&accepted.arguments);
    if *name == *bridge.name {
        return Err(calls_itself(bridge));
    }
    let mut call = RawCall::new(outer.id.clone(), name, arguments).stopped_by(outer.stop_reason);
    call.origin.clone_from(&outer.origin);
    Ok(Bridged { call, warnings: accepted.warnings })
}

/// Name and arguments, of a text that was accepted: it is an object with a name. An empty name is one that no tool has.
fn parts(accepted: &str) -> (String, String) {
    let tree = parse_trusted(accepted).unwrap_or(Node::Null);
    let name = tree.get("name").and_then(Node::as_str).unwrap_or_default().to_owned();
    let arguments = match tree.get("arguments") {
        None | Some(Node::Null) => String::from("{}"),
        Some(Node::String(text)) => text.clone().into_owned(),
        Some(arguments) => arguments.to_json(),
    };
    (name, arguments)
}

#[cold]
fn hide_arguments(mut response: Box<ValidationErrorResponse>) -> CallError {
    for error in &mut response.errors {
        if error.property != "name" && error.attempted_value != Node::Null {
            // Any of the arguments may be a secret of the function inside.
            error.attempted_value = Node::String(HIDDEN.into());
        }
    }
    CallError::Validation(response)
}

#[cold]
fn calls_itself(bridge: &BridgeRole) -> CallError {
    let mut findings = Findings::new(&bridge.limits);
    let message = format!("name must be the name of a function, not '{}' itself", bridge.name);
    let violation = Violation::new(message).property("name").code(ErrorCode::NotInEnum);
    findings.add_violations(None, None, violation);
    CallError::Validation(Box::new(findings.into_response()))
}
