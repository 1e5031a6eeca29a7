//! Arguments of the reader are checked like those of any function.

use hpd_host::args::Leniency;
use hpd_host::filter::{FilterContext, Filters, Verdict};
use hpd_host::list::ModelOptions;
use hpd_host::{CallError, Session};

use crate::skills::expanded;
use crate::skills::office::office;
use crate::support::{answer, text};

fn errors(arguments: &str) -> Vec<String> {
    let toolbox = office().build().unwrap();
    let outcome = answer(&toolbox, &Session::new(), "read_skill_document", arguments);
    let Some(CallError::Validation(response)) = outcome.error() else { panic!("{outcome:?}") };
    response.errors.iter().map(|error| format!("{} {}", error.error_code, error.error_message)).collect()
}

#[test]
fn what_is_missing_or_of_another_type_is_said() {
    assert_eq!(errors("{}"), ["REQUIRED_FIELD document_id is required"]);
    assert_eq!(
        errors(r#"{"document_id": ["tone"], "offset": -1}"#),
        [
            "TYPE_MISMATCH document_id must be a string, but an array was sent",
            "OUT_OF_RANGE offset must be at least 0"
        ]
    );
    assert_eq!(
        errors(r#"{"document_id": "tone", "ofset": 1}"#),
        ["UNKNOWN_FIELD ofset is not a known field"]
    );
}

#[test]
fn values_are_promoted_under_the_policy() {
    let toolbox = office().build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd", "closing"]);
    let call = r#"{"document_id": "steps", "offset": "6"}"#;
    let outcome = answer(&toolbox, &session, "read_skill_document", call);
    assert_eq!(outcome.for_model().text, "reminders, then the rest.");
    assert_eq!(outcome.warnings.len(), 1);

    let strict = office().model(ModelOptions::new().leniency(Leniency::Strict)).build().unwrap();
    let outcome = answer(&strict, &session, "read_skill_document", call);
    assert!(matches!(outcome.error(), Some(CallError::Validation(_))), "{outcome:?}");
}

#[test]
fn filters_see_the_document_that_is_asked_for() {
    let deny = |call: &FilterContext<'_>| match call.arguments().get("document_id").and_then(|id| id.as_str())
    {
        Some("steps") => Verdict::deny("Not this one.", "closed"),
        _ => Verdict::allow(),
    };
    let toolbox = office().filters(Filters::new().function("read_skill_document", deny)).build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd", "closing"]);
    assert_eq!(crate::skills::read(&toolbox, &session, "tone"), "Friendly.");
    assert!(crate::skills::read(&toolbox, &session, "steps").contains("Not this one."));
}

#[test]
fn a_name_that_is_nearly_right_is_recognised() {
    let toolbox = office().build().unwrap();
    let error = text(&toolbox, &Session::new(), "ReadSkillDocument", "{}");
    assert!(error.contains(r#""suggestion":"read_skill_document""#), "{error}");
}
