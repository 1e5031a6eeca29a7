use serde_json::json;

use super::{AnsweredInput, AskedInput, CheckError, CheckReason, InputRequest};
use crate::output::{Failure, FailureEffect};
use crate::{CallContext, ModelError as _, RawCall, ToolError, TurnContext};

fn seats() -> InputRequest {
    InputRequest::of::<u8>("How many seats?")
}

fn answered(request: InputRequest, json: &str) -> Vec<AnsweredInput> {
    vec![AnsweredInput { key: "seats".into(), request, json: json.into() }]
}

#[test]
fn without_an_answer_the_function_did_not_run_and_all_its_requests_are_asked() {
    let (call, turn) = (RawCall::new("1", "find", "{}"), TurnContext::empty());
    let ctx = CallContext::new(&call, &turn);
    let first = ctx.input_with::<u8>("seats", seats()).unwrap_err();
    ctx.input::<bool>("first_class").unwrap_err();
    let failure = Failure::of(&ToolError::from(first));
    assert_eq!(failure.effect, FailureEffect::NotRun);
    let ask = failure.ask.unwrap();
    assert_eq!(ask.question, "How many seats?\nfirst class: yes or no?");
    assert_eq!(
        ask.inputs,
        [
            AskedInput { key: "seats".to_owned(), request: seats() },
            AskedInput {
                key: "first_class".to_owned(),
                request: InputRequest::for_key::<bool>("first_class")
            },
        ]
    );
}

#[test]
fn an_answer_counts_for_its_own_request_alone() {
    let (call, turn) = (RawCall::new("1", "find", "{}"), TurnContext::empty());
    let ctx = CallContext::new(&call, &turn);
    assert!(ctx.set_inputs(answered(seats(), "3")));
    assert!(!ctx.set_inputs(Vec::new()));
    assert_eq!(ctx.input_with::<u8>("seats", seats()).unwrap(), 3);
    let other = InputRequest::of::<u8>("How many seats in first class?");
    assert!(ctx.input_with::<u8>("seats", other).is_err());
    assert!(ctx.input_with::<u8>("places", seats()).is_err());
    assert!(ctx.input_with::<u8>("seats", seats().sensitive()).is_err());
}

#[test]
fn after_its_beginning_an_effect_is_unknown_and_nobody_is_asked() {
    let (call, turn) = (RawCall::new("1", "find", "{}"), TurnContext::empty());
    let ctx = CallContext::new(&call, &turn);
    let before = ctx.input_with::<u8>("seats", seats()).unwrap_err();
    ctx.begin_effect();
    let after = ctx.input_with::<u8>("seats", seats()).unwrap_err();
    for error in [before, after] {
        let text = "The function asked for the input \"seats\" after its effect had begun.";
        assert_eq!(error.for_model(), text);
        let failure = Failure::of(&ToolError::from(error));
        assert_eq!((failure.effect, failure.ask), (FailureEffect::Unknown, None));
    }
    let next = CallContext::with_details(&call, &turn, ctx.shared_details().next_attempt());
    assert!(next.details().unwrap().has_effect_begun());
}

#[test]
fn an_answer_that_the_type_does_not_take_is_named_without_it() {
    let (call, turn) = (RawCall::new("1", "find", "{}"), TurnContext::empty());
    let ctx = CallContext::new(&call, &turn);
    let any = || InputRequest::new("How many?", json!({}));
    ctx.set_inputs(answered(any(), "\"hunter2\""));
    let error = ctx.input_with::<u8>("seats", any()).unwrap_err();
    assert_eq!(
        error.for_model(),
        "The function can't use the user's answer to \"seats\", although its schema takes it."
    );
    assert_eq!((error.effect(), error.ask()), (FailureEffect::Failed, None));
}

#[test]
fn every_reason_of_a_check_becomes_a_check_error() {
    let texts = [CheckError::from("no"), "no".to_owned().into()];
    for error in texts {
        assert!(matches!(error.0, CheckReason::Violations(violations) if violations.len() == 1));
    }
}

#[test]
fn nothing_of_an_answer_is_in_debug_output() {
    let text = format!("{:?}", answered(seats(), "\"hunter2\""));
    assert!(!text.contains("hunter2"), "{text}");
}
