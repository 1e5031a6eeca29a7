//! Results of forwarded calls, brought by somebody else.

use futures_executor::block_on;
use hpd_host::approval::{Answer, Permission, Question, UserChannel};
use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Approval, KeyRing, Output, Principal, RawCall, Session, Toolbox, TurnContext};
use serde_json::{Value, json};

use crate::bank::question;

fn screen() -> Toolbox {
    let tool = ExternalTool::new("wipe", "Wipes the screen", json!({ "type": "object" }));
    let source = ExternalSource::frontend("screen", vec![tool]);
    Toolbox::builder().external(source).approval(Approval::new().writes(Permission::Ask)).build().unwrap()
}

/// A write of a principal that the user confirmed, and that waits for its client. Returns its row's id.
fn forwarded(toolbox: &Toolbox, session: &Session, turn: &TurnContext) -> String {
    for container in toolbox.all_tools().iter().filter(|tool| tool.is_container()) {
        session.expand(container.id());
    }
    let asked = block_on(toolbox.call_with(session, turn, &RawCall::new("call", "wipe", "{}")));
    let channel = match turn.principal.id() {
        Some(id) => UserChannel::of(id),
        None => UserChannel::local(),
    };
    let decision = channel.decision(confirm(question(&asked)));
    let ended = block_on(toolbox.decide(session, &decision)).unwrap();
    assert!(matches!(ended.kind, OutcomeKind::Forward(_)), "{}", ended.for_model_as_text());
    question(&asked).pending_id().to_string()
}

fn confirm(question: &Question) -> Answer {
    let answer = Answer::confirm(question);
    match question.phrase() {
        Some(phrase) => answer.typed(phrase),
        None => answer,
    }
}

/// The text of a session in which a call waits, whose row is this one.
fn forged(session: &str, call_id: &str, row: &str) -> Session {
    let waiting =
        json!([{ "call_id": call_id, "tool_name": "wipe", "tool": "Frontend_screen.wipe", "pending": row }]);
    let text = json!({ "version": 1, "id": session, "expanded": [], "waiting": waiting });
    Session::from_json(&text.to_string()).unwrap()
}

fn done() -> Output {
    Output::Text("forged success".to_owned())
}

#[test]
fn a_forged_entry_ends_no_call_of_another_session_or_principal() {
    let toolbox = screen();
    let (victim, ada) = (Session::with_id("victim"), TurnContext::on_behalf_of(Principal::new("ada")));
    let eve = TurnContext::on_behalf_of(Principal::new("eve"));
    let row = forwarded(&toolbox, &victim, &ada);
    for (session, call_id, turn) in [
        ("eve", "call", &eve),
        ("eve", "call", &ada),
        ("victim", "call", &eve),
        ("victim", "call", &TurnContext::default()),
        ("victim", "other", &ada),
    ] {
        let session = forged(session, call_id, &row);
        let refused = block_on(toolbox.complete_with(&session, turn, call_id, Ok(done())));
        assert_eq!(refused.unwrap_err().call_id(), call_id);
        assert!(block_on(toolbox.complete(&session, call_id, Ok(done()))).is_err());
    }
    let ended = block_on(toolbox.complete(&victim, "call", Ok(Output::Text("wiped".to_owned())))).unwrap();
    assert_eq!(ended.for_model().text, "wiped");
}

#[test]
fn a_restored_session_completes_its_own_call() {
    let ada = TurnContext::on_behalf_of(Principal::new("ada"));
    let keys = KeyRing::new("k", [1; 32]).unwrap();
    // With a principal: its own turn, or a sealed text.
    let toolbox = screen();
    let session = Session::with_id("s");
    forwarded(&toolbox, &session, &ada);
    let later = Session::from_json(&session.to_json()).unwrap();
    assert_eq!(block_on(toolbox.complete_with(&later, &ada, "call", Ok(done()))).unwrap().status(), "ok");
    let toolbox = screen();
    let session = Session::with_id("s");
    forwarded(&toolbox, &session, &ada);
    let later = Session::from_signed(&session.to_signed(&keys), &keys).unwrap();
    assert_eq!(block_on(toolbox.complete(&later, "call", Ok(done()))).unwrap().status(), "ok");
    // Without principals.
    let toolbox = screen();
    let session = Session::with_id("s");
    forwarded(&toolbox, &session, &TurnContext::default());
    let later = Session::from_json(&session.to_json()).unwrap();
    assert_eq!(block_on(toolbox.complete(&later, "call", Ok(done()))).unwrap().status(), "ok");
}

#[test]
fn a_refused_result_leaves_the_call_waiting() {
    let toolbox = screen();
    let (session, ada) = (Session::with_id("s"), TurnContext::on_behalf_of(Principal::new("ada")));
    forwarded(&toolbox, &session, &ada);
    let later = Session::from_json(&session.to_json()).unwrap();
    assert!(block_on(toolbox.complete(&later, "call", Ok(done()))).is_err());
    assert_eq!(later.waiting_calls().len(), 1);
    let text: Value = serde_json::from_str(&later.to_json()).unwrap();
    assert_eq!(text["waiting"][0]["call_id"], "call");
    assert_eq!(block_on(toolbox.complete_with(&later, &ada, "call", Ok(done()))).unwrap().status(), "ok");
}
