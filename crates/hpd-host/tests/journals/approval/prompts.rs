//! Questions over a channel that waits for the answer, and turns without one.

use std::collections::VecDeque;
use std::sync::Mutex;

use futures_executor::block_on;
use hpd_host::approval::{PromptAnswer, PromptForm, UserChannel, UserPrompt};
use hpd_host::context::Cancellation;
use hpd_host::outcome::OutcomeKind;
use hpd_host::system::BoxFuture;
use hpd_host::{Outcome, RawCall, TurnContext};
use serde_json::{Value, json};

use crate::approval::bank::{Office, office, question, yes};

/// A user whose answers are known before, and the forms that the user saw.
#[derive(Default)]
struct Script {
    answers: Mutex<VecDeque<PromptAnswer>>,
    forms: Mutex<Vec<PromptForm>>,
}

impl Script {
    fn of(answers: impl IntoIterator<Item = PromptAnswer>) -> Self {
        Self { answers: Mutex::new(answers.into_iter().collect()), ..Self::default() }
    }

    fn forms(&self) -> Vec<PromptForm> {
        assert_eq!(*self.answers.lock().unwrap(), [], "all answers were asked for");
        self.forms.lock().unwrap().clone()
    }
}

impl UserPrompt for Script {
    fn ask<'a>(&'a self, form: &'a PromptForm) -> BoxFuture<'a, PromptAnswer> {
        self.forms.lock().unwrap().push(form.clone());
        let answer = self.answers.lock().unwrap().pop_front().expect("there is an answer");
        Box::pin(async { answer })
    }
}

#[allow(clippy::needless_pass_by_value, reason = "calls hold literals")]
fn sends(values: Value) -> PromptAnswer {
    PromptAnswer::Submitted(values.as_object().unwrap().clone())
}

impl Office {
    fn prompted(&self, prompt: &dyn UserPrompt, name: &str, arguments: &str) -> Outcome {
        self.prompted_in(&TurnContext::default(), prompt, name, arguments)
    }

    fn prompted_in(
        &self,
        turn: &TurnContext,
        prompt: &dyn UserPrompt,
        name: &str,
        arguments: &str,
    ) -> Outcome {
        let (call, user) = (RawCall::new("call_1", name, arguments), UserChannel::local());
        block_on(self.toolbox.call_with_prompt(&self.session, turn, &call, &user, prompt))
    }

    fn sorted_states(&self) -> Vec<&'static str> {
        let mut states = self.states();
        states.sort_unstable();
        states
    }

    fn call_in(&self, turn: &TurnContext, name: &str, arguments: &str) -> Outcome {
        let call = RawCall::new("call_1", name, arguments);
        block_on(self.toolbox.call_with(&self.session, turn, &call))
    }
}

fn text(outcome: &Outcome) -> String {
    outcome.for_model_as_text().into_owned()
}

#[test]
fn missing_values_and_approval_are_asked_for_in_one_call() {
    let office = office();
    let script = Script::of([sends(json!({"password": "hunter2"})), sends(json!({}))]);
    let outcome = office.prompted(&script, "set_password", r#"{"user": "eve"}"#);
    assert_eq!(text(&outcome), "Done: password eve of 7 letters");
    let [values, approval] = script.forms().try_into().unwrap();
    assert!(values.is_sensitive() && values.approval().is_none(), "{values:?}");
    assert_eq!(
        values.schema(),
        json!({
            "type": "object",
            "properties": {"password": {"type": "string", "description": "The new password.", "minLength": 1}},
            "required": ["password"],
        })
    );
    assert_eq!(approval.schema(), json!({"type": "object", "properties": {}}));
    assert_eq!(approval.text(), approval.approval().unwrap().text());
    assert!(
        !format!("{approval:?}{values:?}{script:?}", script = sends(json!({"a": "hunter2"})))
            .contains("hunter2")
    );
    assert_eq!(office.sorted_states(), ["cancelled", "succeeded"]);
}

#[test]
fn a_value_to_confirm_is_the_default_of_its_field() {
    let office = office();
    let script = Script::of([sends(json!({"password": "hunter2"})), PromptAnswer::Declined]);
    let outcome = office.prompted(&script, "set_password", r#"{"user": "eve", "password": "hunter2"}"#);
    assert_eq!(
        text(&outcome),
        "The user cancelled 'set_password'. It did not run. Do not call it again unless the user asks for it."
    );
    let form = &script.forms()[0];
    // A sensitive value is not shown.
    assert_eq!(form.fields()[0].value, None);
    assert_eq!(office.done(), Vec::<String>::new());
}

#[test]
fn an_answer_that_is_not_taken_is_asked_for_again() {
    let office = office();
    // The approval comes before the function asks, and again after its answer.
    let script = Script::of([
        sends(json!({})),
        sends(json!({"size": 4})),
        sends(json!({"colour": "red"})),
        sends(json!({"size": "A4"})),
        sends(json!({})),
    ]);
    let outcome = office.prompted(&script, "order_forms", r#"{"count": 3}"#);
    assert_eq!(text(&outcome), "Done: forms 3 A4");
    let problems: Vec<_> = script.forms().iter().map(|form| form.problem().map(str::to_owned)).collect();
    assert_eq!(
        problems,
        [
            None,
            None,
            Some(
                "The answer is not valid: nothing was done. Please correct it.\n\
                 - size must be a string or null, but a number was sent"
                    .to_owned()
            ),
            Some("The question is about no value with the name \"colour\": nothing was done.".to_owned()),
            None,
        ]
    );
}

#[test]
fn a_phrase_is_a_field_that_is_asked_for_again() {
    let office = office();
    let script = Script::of([
        sends(json!({})),
        sends(json!({"phrase": "VOID 8"})),
        sends(json!({"phrase": "VOID 7"})),
    ]);
    let outcome = office.prompted(&script, "void", r#"{"invoice": "7"}"#);
    assert_eq!(text(&outcome), "Done: void 7");
    let forms = script.forms();
    assert_eq!(
        forms[0].schema(),
        json!({
            "type": "object",
            "properties": {"phrase": {"type": "string", "description": "Type \"VOID 7\" to confirm."}},
            "required": ["phrase"],
        })
    );
    assert!(forms[1].problem().is_some() && forms[2].problem().is_some(), "{:?}", forms[2].problem());
}

#[test]
fn after_the_last_wrong_phrase_the_call_has_ended() {
    let office = office();
    let script = Script::of((0..3).map(|_| sends(json!({"phrase": "no"}))));
    let outcome = office.prompted(&script, "void", r#"{"invoice": "7"}"#);
    assert_eq!(
        text(&outcome),
        "'void' did not run: the user's answer could not be taken. You may call it again: the user is then asked anew."
    );
    assert_eq!(script.forms().len(), 3);
    assert_eq!(office.states(), ["rejected"]);
}

#[test]
fn a_question_without_an_answer_stays_open() {
    let office = office();
    let script = Script::of([PromptAnswer::Unanswered]);
    let outcome = office.prompted(&script, "pay", r#"{"to": "Ada", "amount": 5}"#);
    assert_eq!(office.states(), ["awaiting_approval"]);
    office.confirm(&question(&outcome)).unwrap();
    assert_eq!(office.done(), ["pay Ada 5 thanks"]);
    assert_eq!(script.forms().len(), 1);
}

#[test]
fn a_cancelled_turn_ends_the_wait() {
    struct Silent;
    impl UserPrompt for Silent {
        fn ask<'a>(&'a self, _: &'a PromptForm) -> BoxFuture<'a, PromptAnswer> {
            Box::pin(std::future::pending())
        }
    }
    struct Cancels<'c>(&'c Cancellation);
    impl UserPrompt for Cancels<'_> {
        fn ask<'a>(&'a self, form: &'a PromptForm) -> BoxFuture<'a, PromptAnswer> {
            self.0.cancel();
            Silent.ask(form)
        }
    }
    let office = office();
    let turn = TurnContext { cancellation: Cancellation::new(), ..TurnContext::default() };
    let outcome =
        office.prompted_in(&turn, &Cancels(&turn.cancellation), "pay", r#"{"to": "Ada", "amount": 5}"#);
    assert!(matches!(outcome.kind, OutcomeKind::Confirm(_)));
}

#[test]
fn a_form_that_can_not_be_shown_closes_its_question() {
    let office = office();
    let script = Script::of([PromptAnswer::Unsupported]);
    let outcome = office.prompted(&script, "set_password", r#"{"user": "eve"}"#);
    assert_eq!(
        text(&outcome),
        "'set_password' needs an answer of the user, and the user can't be asked here. It did not run. The question: \
         What is the new password? Do not call it again. Tell the user that it can't be done here."
    );
    let outcome =
        office.prompted(&Script::of([PromptAnswer::Unsupported]), "pay", r#"{"to": "Ada", "amount": 5}"#);
    assert_eq!(
        text(&outcome),
        "'pay' needs the user's approval, and the user can't be asked here. It did not run. Do not call it again. Tell \
         the user that it can be approved in an application that asks for approvals."
    );
    assert_eq!(office.sorted_states(), ["cancelled", "rejected"]);
}

#[test]
fn without_a_channel_the_model_reads_that_nobody_was_asked() {
    let office = office();
    let turn = TurnContext::default().without_questions();
    for (name, arguments, told) in [
        (
            "pay",
            r#"{"to": "Ada", "amount": 5}"#,
            "'pay' needs the user's approval, and the user can't be asked here. It did not run. Do not call it again. \
             Tell the user that it can be approved in an application that asks for approvals.",
        ),
        (
            "send_parcel",
            r#"{"content": "books"}"#,
            "'send_parcel' needs values of the user, and the user can't be asked here. It did not run. Missing: \
             'address'. Ask the user in your answer. Call it again with the values that the user gives.",
        ),
        (
            "set_password",
            r#"{"user": "eve", "password": "hunter2"}"#,
            "'set_password' needs values of the user, and the user can't be asked here. It did not run. To be given or \
             confirmed by the user, in an application that asks for it: 'password'. Do not call it again. Tell the user \
             that it can't be done here.",
        ),
    ] {
        let outcome = office.call_in(&turn, name, arguments);
        assert_eq!((outcome.status(), text(&outcome).as_str()), ("error", told));
    }
    assert_eq!(office.states(), Vec::<&str>::new());
    assert_eq!(office.done(), Vec::<String>::new());
}

#[test]
fn an_honest_error_leaves_the_way_open() {
    let office = office();
    let arguments = r#"{"to": "Ada", "amount": 5}"#;
    office.call_in(&TurnContext::default().without_questions(), "pay", arguments);
    let asked = office.call("pay", arguments);
    office.confirm(&question(&asked)).unwrap();
    assert_eq!(office.done(), ["pay Ada 5 thanks"]);
}

#[test]
fn a_question_that_is_answered_elsewhere_says_where() {
    let office = office();
    let turn = TurnContext::default().answered_at("https://bank.example/approvals");
    let asked = office.call_in(&turn, "pay", r#"{"to": "Ada", "amount": 5}"#);
    assert_eq!(
        text(&asked),
        "'pay' waits for the user to confirm it. It did not run yet. Do not call it again. The user can't be asked \
         here: tell the user to confirm it at https://bank.example/approvals"
    );
    let again = office.call_in(&turn, "pay", r#"{"to": "Ada", "amount": 5}"#);
    assert_eq!(text(&again), text(&asked));
    let parcel = office.call_in(&turn, "send_parcel", r#"{"content": "books"}"#);
    assert_eq!(
        text(&parcel),
        "Plugin \"Bank\" (send_parcel) needs something from the user before it can go on:\n- address\n\n\
         The user can't be asked here: tell the user to answer at https://bank.example/approvals\n\
         The answer continues this call. Do not call the function again."
    );
    assert_eq!(office.sorted_states(), ["awaiting_approval", "needs_input"]);
    block_on(office.toolbox.decide(&office.session, &UserChannel::local().decision(yes(&question(&asked)))))
        .unwrap();
    assert_eq!(office.done(), ["pay Ada 5 thanks"]);
}

#[test]
fn errors_that_come_again_stay_errors_without_a_channel() {
    let office = office();
    let turn = TurnContext::default().without_questions();
    for amount in ["\"x\"", "\"y\"", "\"z\"", "\"v\"", "\"w\""] {
        let outcome = office.call_in(&turn, "pay", &format!(r#"{{"to": "Ada", "amount": {amount}}}"#));
        assert_eq!(outcome.status(), "error", "{}", text(&outcome));
    }
}
