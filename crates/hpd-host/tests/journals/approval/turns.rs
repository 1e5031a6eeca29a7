//! Several calls of one message, and several questions at once.

use futures_executor::block_on;
use hpd_host::approval::{Permission, UserChannel};
use hpd_host::context::Cancellation;
use hpd_host::external::{ExternalSource, ExternalTool, Rules, ToolRules};
use hpd_host::list::{ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::results::LargeResults;
use hpd_host::{Approval, Limits, Outcome, Output, RawCall, Session, ToolError, ToolboxBuilder, TurnContext};
use serde_json::json;

use crate::approval::bank::{Office, no, office, office_with, question, yes};
use crate::approval::spy::Failing;

const PAY: &str = r#"{"to":"Acme","amount":5}"#;

fn turn(office: &Office, calls: &[(&str, &str)]) -> Vec<Outcome> {
    let calls = (1..).zip(calls).map(|(id, (name, text))| RawCall::new(format!("call_{id}"), *name, *text));
    let calls: Vec<_> = calls.collect();
    block_on(office.toolbox.turn(&office.session, &calls))
}

/// All orders of three.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

#[test]
fn three_writes_of_a_turn_are_decided_in_any_order() {
    let calls =
        [("pay", PAY), ("set_limit", r#"{"account":"A","limit":1}"#), ("void", r#"{"invoice":"INV-042"}"#)];
    let entries = ["pay Acme 5 thanks", "limit A 1", "void INV-042"];
    for order in ORDERS {
        let office = office();
        let asked: Vec<_> = turn(&office, &calls).iter().map(question).collect();
        assert!(office.done().is_empty());
        for (place, &which) in order.iter().enumerate() {
            let outcome = office.confirm(&asked[which]).unwrap();
            assert_eq!(&*outcome.call_id, format!("call_{}", which + 1));
            assert_eq!(&*outcome.tool_name, calls[which].0);
            assert_eq!(office.done().len(), place + 1);
        }
        assert_eq!(office.done(), order.map(|which| entries[which]));
    }
}

#[test]
fn decisions_on_some_lose_none() {
    let office = office();
    let asked: Vec<_> = turn(&office, &[("pay", PAY); 3]).iter().map(question).collect();
    office.confirm(&asked[1]).unwrap();
    office.decide(no(&asked[0])).unwrap();
    assert_eq!(
        block_on(office.toolbox.pending_calls(&office.session, &UserChannel::local())).unwrap().len(),
        3
    );
    let mut states = office.states();
    states.sort_unstable();
    assert_eq!(states, ["awaiting_approval", "rejected", "succeeded"]);
    office.confirm(&asked[2]).unwrap();
    assert_eq!(office.done().len(), 2);
}

/// All questions of a turn are there before anything that was approved runs; reads of the turn run.
#[test]
fn a_turn_mixes_reads_writes_and_errors() {
    let office = office();
    let outcomes = turn(
        &office,
        &[("balance", r#"{"account":"A"}"#), ("pay", PAY), ("pay", r#"{"to":"Acme"}"#), ("nothing", "{}")],
    );
    assert_eq!(outcomes.iter().map(Outcome::status).collect::<Vec<_>>(), ["ok", "confirm", "error", "error"]);
}

#[test]
fn the_same_call_is_not_asked_about_twice_while_it_waits() {
    let office = office();
    let asked = office.ask_as("call_1", "pay", PAY);
    let again = office.ask_as("call_1", "pay", r#"{ "amount": 5.0, "to": "Acme" }"#);
    assert_eq!(again, asked);
    assert_eq!(office.states(), ["awaiting_approval"]);
    // After its time it is asked about anew.
    office.clock.advance(std::time::Duration::from_secs(15 * 60));
    assert_ne!(office.ask_as("call_1", "pay", PAY).pending_id(), asked.pending_id());
}

/// Two payments of the same amount to the same payee may be two.
#[test]
fn equal_calls_with_ids_of_their_own_are_two() {
    let office = office();
    let asked: Vec<_> = turn(&office, &[("pay", PAY); 2]).iter().map(question).collect();
    assert_ne!(asked[0].pending_id(), asked[1].pending_id());
}

#[test]
fn a_seventeenth_call_that_waits_is_refused() {
    let office = office();
    let asked: Vec<_> = (0..16).map(|id| office.ask_as(&id.to_string(), "pay", PAY)).collect();
    let refused = office.call_as("17", "pay", PAY);
    assert_eq!(
        refused.for_model().text,
        "{\"error_type\":\"too_many_waiting_calls\",\"error_message\":\"Too many calls wait for the user's answer: the \
         most is 16. This one did not run.\",\"retry_guidance\":\"Ask the user to answer the open questions first.\"}"
    );
    office.decide(no(&asked[7])).unwrap();
    office.ask_as("17", "pay", PAY);
    assert!(office.done().is_empty());
}

fn reply(office: &Office, text: &str) -> Replied {
    block_on(office.toolbox.reply(&office.session, &UserChannel::local().message(text))).unwrap()
}

#[test]
fn a_bare_yes_confirms_no_write() {
    let one = office();
    let asked = one.ask_as("1", "pay", PAY);
    assert_eq!(reply(&one, "yes"), Replied::Unclear(vec![asked.text()]));
    let two = office();
    let (first, second) = (two.ask_as("1", "pay", PAY), two.ask_as("2", "void", r#"{"invoice":"INV-042"}"#));
    let Replied::Unclear(mut questions) = reply(&two, "yes") else { panic!("a yes was bound") };
    questions.sort_unstable();
    let mut asked = vec![first.text(), second.text()];
    asked.sort_unstable();
    assert_eq!(questions, asked);
    assert_eq!(reply(&two, "VOID INV-042"), Replied::NotAnAnswer);
    assert!(one.done().is_empty() && two.done().is_empty());
}

#[test]
fn a_session_is_stored_between_question_and_answer() {
    let mut office = office();
    office.session = Session::new();
    let asked = office.ask("pay", PAY);
    office.session = Session::from_json(&office.session.to_json()).unwrap();
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
}

/// A write inside `call_function` is asked about like any other.
#[test]
fn a_call_inside_a_call_is_asked_about() {
    let constant = VisibilityPolicy::default().list(hpd_host::list::ListMode::Constant);
    let office = office_with(|builder| builder.visibility(constant));
    let outcome = office.call("call_function", r#"{"name":"pay","arguments":{"to":"Acme","amount":5}}"#);
    let asked = question(&outcome);
    assert_eq!((&*outcome.tool_name, asked.tool()), ("call_function", "pay"));
    assert!(office.done().is_empty());
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
}

/// The function itself cannot continue without the user. The user answers its question, then the question about the
/// continued call.
#[test]
fn a_function_may_ask_after_it_was_approved() {
    let office = office();
    let asked = office.ask("order_forms", r#"{"count":5}"#);
    let outcome = office.confirm(&asked).unwrap();
    assert_eq!(outcome.for_user().as_deref(), Some("Which size?"));
    assert_eq!((outcome.status(), office.row(&asked).state.as_str()), ("ask_user", "failed"));
    let Replied::Answered(goes_on) = reply(&office, "A4") else { panic!("no answer") };
    let again = question(&goes_on);
    assert_eq!(
        again.text(),
        "Confirm: Order forms?\nTool: order_forms of Bank. Risk: low.\n- count: 5\n- size: \"A4\" (from you)"
    );
    assert!(office.done().is_empty());
    assert_eq!(office.confirmed(&again), "Done: forms 5 A4");
}

#[test]
fn a_decision_in_a_turn_that_was_cancelled_runs_nothing() {
    let office = office();
    let asked = office.ask("pay", PAY);
    let turn = TurnContext { cancellation: Cancellation::new(), ..TurnContext::default() };
    turn.cancellation.cancel();
    let decision = UserChannel::local().decision(yes(&asked));
    let outcome = block_on(office.toolbox.decide_with(&office.session, &turn, &decision)).unwrap();
    assert_eq!(outcome.for_model_as_text(), "The call was cancelled.");
    assert_eq!((office.states(), office.done()), (vec!["failed"], Vec::new()));
}

#[test]
fn looking_at_a_call_asks_nobody() {
    let office = office();
    let checked = office.toolbox.check(&office.session, &RawCall::new("1", "pay", PAY)).unwrap();
    assert_eq!(checked.arguments.as_deref(), Some(r#"{"to":"Acme","amount":5,"note":"thanks"}"#));
    assert!(office.states().is_empty());
}

/// A frontend with a write, which the client makes.
fn with_client() -> Office {
    with_client_and(|builder| builder)
}

fn with_client_and(more: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Office {
    let schema = json!({"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]});
    let tool = ExternalTool::new("close_tab", "Closes a tab.", schema);
    let rules = Rules::new().tool("close_tab", ToolRules::new().write(hpd_host::spec::Risk::Medium));
    let source = ExternalSource::frontend("browser", vec![tool]).rules(rules);
    office_with(|builder| more(builder.external(source)))
}

/// A recovered call is asked about like a correct one.
#[test]
fn a_call_that_was_set_right_is_asked_about() {
    let office =
        with_client_and(|builder| builder.model(ModelOptions::new().recovery(Recovery::ExpandAndRun)));
    let outcome = office.call("Frontend_browser.close_tab", r#"{"id":"T-1"}"#);
    let asked = question(&outcome);
    assert_eq!((asked.tool(), office.states()), ("close_tab", vec!["awaiting_approval"]));
    assert_eq!(office.confirm(&asked).unwrap().status(), "forward");
}

#[test]
fn a_forwarded_write_is_asked_about_handed_on_and_completed() {
    let office = with_client();
    let asked = office.ask("close_tab", r#"{"id":"T-1"}"#);
    let outcome = office.confirm(&asked).unwrap();
    let OutcomeKind::Forward(call) = &outcome.kind else { panic!("not handed on") };
    assert_eq!(call.arguments, r#"{"id":"T-1"}"#);
    assert_eq!(office.states(), ["executing"]);
    // Nothing is handed on twice.
    assert_eq!(office.confirm(&asked).unwrap().status(), "error");
    let result = Ok(Output::Text("Closed.".to_owned()));
    let completed = block_on(office.toolbox.complete(&office.session, "call_1", result)).unwrap();
    assert_eq!(completed.for_model().text, "Closed.");
    assert_eq!(office.states(), ["succeeded"]);
    assert_eq!(office.confirmed(&asked), "Closed.");
}

#[test]
fn a_forwarded_write_that_fails_there_has_failed() {
    let office = with_client();
    let asked = office.ask("close_tab", r#"{"id":"T-1"}"#);
    office.confirm(&asked).unwrap();
    let error = Err(ToolError::new("There is no such tab."));
    block_on(office.toolbox.complete(&office.session, "call_1", error)).unwrap();
    assert_eq!(office.states(), ["failed"]);
}

/// The result arrives after its call expired: it is no success.
#[test]
fn a_result_that_comes_after_its_call_was_given_up() {
    let office = with_client();
    let asked = office.ask("close_tab", r#"{"id":"T-1"}"#);
    office.confirm(&asked).unwrap();
    office.clock.advance(std::time::Duration::from_secs(24 * 3600));
    block_on(office.toolbox.expire_pending()).unwrap();
    let result = Ok(Output::Text("Closed.".to_owned()));
    let completed = block_on(office.toolbox.complete(&office.session, "call_1", result)).unwrap();
    assert!(completed.for_model().is_error);
    assert_eq!(office.states(), ["unknown"]);
}

/// A client may have to ask a person who is away.
#[test]
fn a_forwarded_write_has_a_day() {
    let office = with_client();
    let asked = office.ask("close_tab", r#"{"id":"T-1"}"#);
    office.confirm(&asked).unwrap();
    office.clock.advance(std::time::Duration::from_secs(24 * 3600 - 1));
    block_on(office.toolbox.expire_pending()).unwrap();
    let result = Ok(Output::Text("Closed.".to_owned()));
    let completed = block_on(office.toolbox.complete(&office.session, "call_1", result)).unwrap();
    assert_eq!(completed.for_model().text, "Closed.");
    assert_eq!(office.states(), ["succeeded"]);
}

#[test]
fn a_result_that_could_not_be_stored_may_come_once_more() {
    let office = with_client();
    let asked = office.ask("close_tab", r#"{"id":"T-1"}"#);
    office.confirm(&asked).unwrap();
    office.store.tap().fail("finish", Failing::Before);
    let complete = || {
        let result = Ok(Output::Text("Closed.".to_owned()));
        let completed = block_on(office.toolbox.complete(&office.session, "call_1", result));
        completed.map(|outcome| outcome.for_model_as_text().into_owned())
    };
    assert_eq!(
        complete().unwrap(),
        "'close_tab' ran, but what it ended in is not recorded yet. Do not call it again. Tell the user that it is \
         not known yet whether it took effect."
    );
    office.store.tap().mend();
    assert_eq!(complete().unwrap(), "Closed.");
    assert_eq!(office.states(), ["succeeded"]);
    assert!(complete().is_err());
}

/// A forwarded call with the same id already waits for its result. A call that could not be completed does not run.
#[test]
fn a_forwarded_write_that_cannot_wait_is_blocked() {
    let office = with_client();
    let first = office.ask("close_tab", r#"{"id":"T-1"}"#);
    let second = office.ask("close_tab", r#"{"id":"T-2"}"#);
    office.confirm(&first).unwrap();
    assert_eq!(
        office.confirm(&second).unwrap().for_model_as_text(),
        "A call with the same id still waits for its result. This one was not made. Wait for the result of that \
         call, then call again."
    );
    assert_eq!(office.row(&second).state.as_str(), "blocked");
}

/// A long result is the same when the answer comes again: a preview, or cut, as the model read it first.
#[test]
fn a_repeated_result_is_no_longer_than_the_first() {
    for (large, begin) in [(LargeResults::new(), "[The result has "), (LargeResults::off(), "Done: pay ")] {
        let limits = Limits::new().result_bytes(1024);
        let office = office_with(|builder| builder.limits(limits).large_results(large));
        let long = format!(r#"{{"to":"{}","amount":5}}"#, "x".repeat(1_500));
        let asked = office.ask("pay", &long);
        let first = office.confirm(&asked).unwrap();
        let text = first.for_model().text;
        assert!(text.starts_with(begin) && text.len() <= 1024, "{text}");
        assert_eq!(office.confirm(&asked).unwrap().for_model(), first.for_model());
        assert_eq!(first.for_host()["result"].as_str().unwrap().len(), "Done: pay x 5 thanks".len() + 1_499);
    }
}

#[test]
fn what_the_host_sees_of_each_outcome() {
    let office = office();
    let outcome = office.call("pay", PAY);
    let asked = question(&outcome);
    let (id, nonce) = (asked.pending_id().as_str(), asked.nonce());
    let host = outcome.for_host();
    assert_eq!(
        host,
        json!({
            "call_id": "call_1",
            "tool_name": "pay",
            "status": "confirm",
            "warnings": [],
            "question": asked.text(),
            "mcq": {"type": "mcq", "data": {
                "mcq_type": "write_confirmation",
                "question": asked.text(),
                "options": [
                    {"label": "✅ Yes, pay", "value": "confirm"},
                    {"label": "❌ Cancel", "value": "cancel"},
                ],
                "pending_tool": "pay",
                "pending_args": {"to": "Acme", "amount": 5, "note": "thanks"},
                "pending_id": id,
                "nonce": nonce,
                "risk": "low",
                "summary": [
                    {"field": "to", "value": "\"Acme\"", "source": "model"},
                    {"field": "amount", "value": "5", "source": "model"},
                    {"field": "note", "value": "\"thanks\"", "source": "default"},
                ],
            }},
        })
    );
    let done = office.confirm(&asked).unwrap();
    assert_eq!(
        done.for_host(),
        json!({"call_id": "call_1", "tool_name": "pay", "status": "ok", "warnings": [],
            "result": "Done: pay Acme 5 thanks", "direct": false})
    );
    assert_eq!(
        office.confirm(&asked).unwrap().for_host(),
        json!({"call_id": "call_1", "tool_name": "pay", "status": "settled", "warnings": [],
            "is_error": false, "text": "Done: pay Acme 5 thanks"})
    );
    let asked = office.ask_as("call_2", "pay", PAY);
    assert_eq!(
        office.decide(no(&asked)).unwrap().for_host(),
        json!({"call_id": "call_2", "tool_name": "pay", "status": "error", "warnings": [], "source": null,
            "error": {"error_type": "not_approved", "tool_name": "pay",
                "error_message": "The user cancelled 'pay'. It did not run.",
                "retry_guidance": "Do not call it again unless the user asks for it."}})
    );
}

/// A second answer to a settled question reads as the first one.
#[test]
fn a_settled_error_reads_as_sentences() {
    let office = office();
    office.books.during(|| Err(ToolError::new("The account is closed.")));
    let failing = office.ask_as("call_1", "pay", PAY);
    let failed = office.confirm(&failing).unwrap();
    assert_eq!(failed.for_model_as_text(), "The account is closed.");
    let again = office.confirm(&failing).unwrap();
    assert_eq!((again.status(), &*again.for_model_as_text()), ("settled", "The account is closed."));
    assert_eq!(again.for_model().text, failed.for_model().text);

    let asked = office.ask_as("call_2", "pay", PAY);
    let cancelled = office.decide(no(&asked)).unwrap();
    let again = office.decide(no(&asked)).unwrap();
    assert_eq!(again.status(), "error");
    assert_eq!(again.for_model_as_text(), cancelled.for_model_as_text());
}

#[test]
fn what_is_allowed_needs_no_answer() {
    let office =
        office_with(|builder| builder.approval(Approval::new().permission("Bank.pay", Permission::Allow)));
    let outcomes = turn(&office, &[("pay", PAY), ("void", r#"{"invoice":"INV-042"}"#)]);
    assert_eq!(outcomes.iter().map(Outcome::status).collect::<Vec<_>>(), ["ok", "confirm"]);
    assert!(office.decide(yes(&question(&outcomes[1]))).is_ok());
    assert_eq!(office.done(), ["pay Acme 5 thanks", "void INV-042"]);
}
