//! Functions.

use crate::errors::Errors;
use crate::model::{Case, Function, Hints, OutputPlaces, Run, ToolName, UnknownFields};
use crate::parse::{Field, Flag, RawDescription, RawFunction, RawInput, RawMethod, Text};

use super::description::check_description;
use super::meta::check_meta;
use super::param::check_params;
use super::phrase::check_question;
use super::request::check_request;
use super::signature::{async_span, check_receiver, check_signature, name_span, output_of};
use super::write::{check_effect, check_write_name};

const WHAT: &str = "an `#[ai_function]`";

/// A function that can be expanded; `None` if it has mistakes. `case` is the spelling of its parameters.
pub(super) fn check_function(
    method: RawMethod,
    raw: RawFunction,
    name: Option<ToolName>,
    case: Option<Case>,
    errors: &mut Errors,
) -> Option<Function> {
    let before = errors.len();
    let RawMethod { cfgs, docs, deprecated, sig, inputs, body_is_empty: _ } = method;
    check_write_name(&raw, &sig.ident, name.as_ref(), errors);
    check_signature(&sig, WHAT, errors);
    let has_receiver = check_receivers(&inputs, errors);
    let run = check_run(&raw.local, async_span(&sig).is_some(), errors);
    let (params, arguments) = check_params(inputs, case, errors);
    let effect = check_effect(&raw, &params, errors);
    check_request(&arguments, &params, &effect, errors);
    let question = check_question(&raw, &params, errors);
    let description = RawDescription { option: raw.description, docs };
    let description = check_description(description, name_span(&sig), WHAT, errors);
    let meta = check_meta(raw.meta, errors);
    if errors.len() > before {
        return None;
    }
    Some(Function {
        cfgs,
        name: name?,
        title: raw.title.into_value().map(|text: Text| text.value),
        description: description?,
        params,
        arguments,
        has_receiver,
        run,
        output: output_of(&sig),
        places: OutputPlaces::default(),
        effect,
        question,
        check: raw.check.into_value().map(|check| check.0),
        idempotent: raw.idempotent.value().is_some(),
        timeout_ms: raw.timeout.into_value().map(|timeout| timeout.0),
        leniency: raw.leniency.into_value(),
        unknown_fields: raw.unknown_fields.into_value().unwrap_or(UnknownFields::Reject),
        direct: raw.direct.value().is_some(),
        hints: Hints {
            read_only: raw.read_only.value().map(|flag| flag.0),
            destructive: raw.destructive.value().map(|flag| flag.0),
            open_world: raw.open_world.value().map(|flag| flag.0),
        },
        deprecated,
        meta,
        ident: sig.ident,
    })
}

/// Whether there is a `self`, and it is one that sessions can share.
fn check_receivers(inputs: &[RawInput], errors: &mut Errors) -> bool {
    let mut found = false;
    for input in inputs {
        if let RawInput::Receiver(receiver) = input {
            check_receiver(receiver, WHAT, errors);
            found = true;
        }
    }
    found
}

/// `local` promises something about a future.
fn check_run(local: &Field<Flag>, is_async: bool, errors: &mut Errors) -> Run {
    match (local.given(), is_async) {
        (Some(local), false) => {
            errors.at(local.key, "`local` is for an `async fn` whose future stays on one thread: remove it");
            Run::Sync
        }
        (None, false) => Run::Sync,
        (Some(_), true) => Run::Local,
        (None, true) => Run::Send,
    }
}
