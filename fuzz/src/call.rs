//! Calls with any text.

use std::sync::OnceLock;

use futures_executor::block_on;
use hpd_host::args::{Leniency, Limits, Node, Reading, StopReason};
use hpd_host::error::ValidationErrorResponse;
use hpd_host::outcome::{CheckedCall, OutcomeKind};
use hpd_host::repair::repair;
use hpd_host::{CallError, RawCall, Session, Toolbox};

use crate::tools::{FIRST_OUTSIDE, SECRET, TOOLS, TYPE_MARK, ZyxDesk, outside};

const STOPS: [StopReason; 5] = [
    StopReason::Unknown,
    StopReason::Finished,
    StopReason::Length,
    StopReason::Interrupted,
    StopReason::Paused,
];

/// Maximum bytes of a refused call's error: 1 KiB of messages, and names of fields and excerpts of values.
const LONGEST_ANSWER: usize = 24 * 1024;

/// Words of serde's errors or of names of types, which never appear in ours.
const FOREIGN: [&str; 10] = [
    TYPE_MARK,
    "serde",
    "invalid type",
    "expected value",
    "at line",
    "missing field",
    "unknown variant",
    "alloc::",
    "core::",
    "Option<",
];

/// The secret, when it is the value of the sensitive parameter.
const CANARY: &str = "K4N4RY";

fn toolboxes() -> &'static [Toolbox; 3] {
    static TOOLBOXES: OnceLock<[Toolbox; 3]> = OnceLock::new();
    TOOLBOXES.get_or_init(|| {
        [Leniency::Strict, Leniency::Safe, Leniency::Lenient].map(|leniency| {
            let builder = Toolbox::builder()
                .plugin(ZyxDesk)
                .external(outside())
                .model(hpd_host::list::ModelOptions::new().leniency(leniency));
            builder.build().expect("the tools are right")
        })
    })
}

/// Checks a call. The first byte selects the tool, the second the model's stop reason; the rest is the text of the
/// arguments.
///
/// # Panics
///
/// An invariant is violated.
pub fn check_call(data: &[u8]) {
    let [tool, stop, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let tool = usize::from(*tool) % TOOLS.len();
    let call = RawCall::new("1", TOOLS[tool], text).stopped_by(STOPS[usize::from(*stop) % STOPS.len()]);
    let [strict, safe, lenient] = toolboxes();
    let answers = [strict, safe, lenient].map(|toolbox| toolbox.check(&Session::new(), &call));
    for answer in &answers {
        check_answer(answer, text);
        check_secret(answer, &call);
    }
    check_agreement(&answers);
    for answer in &answers[1..] {
        check_again(answer, &call);
    }
    if tool < FIRST_OUTSIDE {
        check_run(safe, &answers[1], &call);
    }
}

/// Arguments accepted by `strict` are accepted by every leniency, as the same and without a warning.
fn check_agreement(answers: &[Result<CheckedCall, CallError>; 3]) {
    let [Ok(strict), others @ ..] = answers else { return };
    for other in others {
        assert_eq!(other.as_ref(), Ok(strict));
    }
}

/// The arguments read from a call are valid as they are, and mean the same when sent again.
fn check_again(answer: &Result<CheckedCall, CallError>, call: &RawCall) {
    let Ok(CheckedCall { arguments: Some(arguments), .. }) = answer else { return };
    let again = RawCall::new("1", &*call.name, arguments.as_str());
    for toolbox in toolboxes() {
        let read = toolbox.check(&Session::new(), &again);
        let read = read.unwrap_or_else(|error| panic!("{:?} became {arguments}: {error}", call.arguments));
        assert_eq!(read.arguments.as_ref(), Some(arguments), "{:?}", call.arguments);
        let is_known = |code: &str| code == "UNKNOWN_FIELD";
        assert!(read.warnings.iter().all(|warning| is_known(warning.code.as_str())), "{:?}", read.warnings);
    }
}

/// A checked call runs, or the user is asked about it. An unchecked one never runs.
fn check_run(toolbox: &Toolbox, answer: &Result<CheckedCall, CallError>, call: &RawCall) {
    let outcome = block_on(toolbox.call(&Session::new(), call));
    if let Ok(checked) = answer {
        assert!(outcome.error().is_none(), "{:?}", outcome.kind);
        assert_eq!(outcome.warnings, checked.warnings);
    } else {
        assert!(!matches!(outcome.kind, OutcomeKind::Result(_)), "{:?}", outcome.kind);
    }
}

/// Errors and warnings of a call are bounded, and in the words of this library.
fn check_answer(answer: &Result<CheckedCall, CallError>, text: &str) {
    match answer {
        Ok(checked) => assert!(checked.warnings.len() < 300, "{} warnings", checked.warnings.len()),
        Err(CallError::Validation(response)) => check_response(response, text),
        Err(other) => panic!("{other:?}"),
    }
}

fn check_response(response: &ValidationErrorResponse, text: &str) {
    let limits = Limits::default();
    assert!((1..=limits.errors).contains(&response.errors.len()), "{response:?}");
    let messages: usize = response.errors.iter().map(|error| error.error_message.len()).sum();
    assert!(messages <= limits.error_text, "{messages} bytes: {response:?}");
    let (json, shown) = (response.to_json(), response.to_string());
    assert!(json.len() <= LONGEST_ANSWER && shown.len() <= LONGEST_ANSWER, "{}: {json}", json.len());
    assert!(Node::parse(&json, &Limits { string: usize::MAX, ..limits }).is_ok(), "{json}");
    for foreign in FOREIGN.iter().filter(|foreign| !may_spell(text, foreign)) {
        assert!(!json.contains(foreign) && !shown.contains(foreign), "{foreign} in {json}");
    }
}

/// Whether a text may be the reason for `word` in an error. It has the word's characters in this order, or escapes that
/// may
/// be such characters. Characters between them may have been removed.
fn may_spell(text: &str, word: &str) -> bool {
    let mut chars = text.chars().flat_map(char::to_lowercase);
    text.contains("\\u") || word.chars().flat_map(char::to_lowercase).all(|c| chars.any(|other| other == c))
}

/// Errors and warnings of a call contain neither the value of a sensitive parameter nor parts of an unreadable text.
fn check_secret(answer: &Result<CheckedCall, CallError>, call: &RawCall) {
    let (tool, parameter) = SECRET;
    if *call.name != *tool || !call.arguments.contains(CANARY) || !is_secret(&call.arguments, parameter) {
        return;
    }
    let said = match answer {
        Ok(checked) => format!("{:?}", checked.warnings),
        Err(error) => format!("{error} {error:?}"),
    };
    assert!(!said.contains(CANARY), "{said}");
}

/// Whether the canary is in the value of a parameter and nowhere else, or in a text that has no values.
fn is_secret(text: &str, parameter: &str) -> bool {
    let limits = Limits::default();
    let reading = Reading { leniency: Leniency::Lenient, writes: false, stop_reason: StopReason::Finished };
    let tree = match Node::parse_object(text, &limits) {
        Ok(tree) => tree,
        Err(_) => match repair(text, &reading, &limits) {
            Ok(repaired) => repaired.tree,
            Err(_) => return true,
        },
    };
    let Node::Object(members) = tree else { return false };
    members
        .iter()
        .all(|(key, value)| key == parameter || !(key.contains(CANARY) || value.to_json().contains(CANARY)))
}
