use std::collections::BTreeMap;

use hpd_runtime::Principal;
use hpd_runtime::spec::Risk;
use hpd_runtime::values::Provenance;

use super::PendingView;
use crate::parse_trusted::parse_trusted;
use crate::pending::question::{QuestionInput, render};
use crate::pending::{CallState, PendingCall, PendingReason, PendingVerdict};
use crate::system::{SystemRandom, Timestamp};
use crate::testing::store_kit::sample_call;

const ARGUMENTS: &str = r#"{"invoice":"INV-042","pin":"9931-x","note":"my pin is 9931-x"}"#;
const NONCE: &str = "00112233445566778899aabbccddeeff";
const NOW: Timestamp = Timestamp::from_millis(1_000_000);

/// A question about a write of high risk with a sensitive value, which occurs in another value too.
fn asked() -> PendingCall {
    let mut call = sample_call("first", CallState::AwaitingApproval);
    let rendered = render(&QuestionInput {
        pending_id: &call.id,
        nonce: NONCE,
        name: "void_invoice",
        title: None,
        plugin: Some("Books"),
        risk: Risk::High,
        arguments: &parse_trusted(ARGUMENTS).unwrap(),
        provenance: &BTreeMap::from([("invoice".to_owned(), Provenance::User)]),
        sensitive: &["pin"],
        phrase: Some("VOID {invoice}"),
        question: None,
        shown: &BTreeMap::new(),
        changes: None,
        offers: &[],
        asked_again: None,
        note: None,
        known: &[],
        random: &SystemRandom,
    });
    let question = rendered.unwrap().question;
    call.awaits = PendingReason::Approval {
        nonce: NONCE.to_owned(),
        phrase: question.phrase().map(str::to_owned),
        question: serde_json::to_string(&question).unwrap(),
    };
    ARGUMENTS.clone_into(&mut call.frozen.arguments);
    ARGUMENTS.clone_into(&mut call.sent.arguments);
    call.notes.sensitive = vec!["pin".to_owned()];
    call.sealed(None)
}

fn json(view: &PendingView) -> String {
    serde_json::to_string(view).unwrap()
}

#[test]
fn whoever_may_answer_sees_the_question_with_nonce_and_phrase() {
    let view = PendingView::of(&asked(), true, NOW);
    assert_eq!((view.nonce(), view.phrase()), (Some(NONCE), Some("VOID INV-042")));
    assert_eq!(view.text, view.question().map(crate::pending::Question::text));
    assert_eq!(
        json(&view),
        concat!(
            r#"{"id":"first","owner":{"session":"session","principal":"alex","tenant":"acme"},"#,
            r#""tool":"Books.void_invoice","name":"void_invoice","state":"awaiting_approval","risk":"high","#,
            r#""created":1000000,"expires":2000000,"#,
            r#""text":"Confirm: Void invoice?\nTool: void_invoice of Books. Risk: high.\nIt runs with:\n"#,
            r#"- invoice: \"INV-042\" (from you)\n- pin: [hidden]\n- note: \"my pin is 9931-x\"\n\n"#,
            r#"Type \"VOID INV-042\" to confirm.","#,
            r#""fields":[{"name":"invoice","value":"\"INV-042\"","source":"user","whole":true},"#,
            r#"{"name":"pin","value":"[hidden]","source":null,"whole":false},"#,
            r#"{"name":"note","value":"\"my pin is 9931-x\"","source":null,"whole":true}],"#,
            r#""verdict":null,"nonce":"00112233445566778899aabbccddeeff","phrase":"VOID INV-042"}"#,
        )
    );
}

#[test]
fn others_see_neither_nonce_nor_phrase_nor_sensitive_values() {
    let view = PendingView::of(&asked(), false, NOW);
    assert!(view.question().is_none() && view.nonce().is_none() && view.phrase().is_none());
    let all = format!("{} {view:?}", json(&view));
    for hidden in [NONCE, "VOID INV-042", "9931", "nonce", "Type"] {
        assert!(!all.contains(hidden), "{hidden}: {all}");
    }
    assert!(view.text.unwrap().ends_with("- note: \"my pin is [hidden]\""));
}

#[test]
fn a_call_that_is_over_takes_no_answer() {
    let mut call = asked();
    assert_eq!(PendingView::of(&call, true, call.expires).state, CallState::Expired);
    assert_eq!(PendingView::of(&call, true, call.expires).nonce(), None);
    call.state = CallState::Rejected;
    call.verdict = Some(PendingVerdict::Rejected);
    let view = PendingView::of(&call, true, NOW);
    assert_eq!((view.nonce(), &view.verdict), (None, &Some(PendingVerdict::Rejected)));
}

#[test]
fn a_question_about_values_shows_no_sensitive_one() {
    let mut call = asked();
    call.awaits = PendingReason::Input {
        missing: Vec::new(),
        uncertain: vec!["pin".to_owned()],
        question: "I have your pin as 9931-x. Is that correct?".to_owned(),
    };
    let view = PendingView::of(&call, true, NOW);
    assert_eq!(view.text.as_deref(), Some("I have your pin as [hidden]. Is that correct?"));
    assert!(view.fields.is_empty());
}

#[test]
fn debug_shows_neither_nonce_phrase_nor_values() {
    assert_eq!(
        format!("{:?}", PendingView::of(&asked(), true, NOW)),
        "PendingView { id: PendingId(\"first\"), owner: Owner { session: \"session\", principal: Principal { id: \
         Some(\"alex\"), tenant: Some(\"acme\") } }, tool: QualifiedId(\"Books.void_invoice\"), state: \
         AwaitingApproval, risk: Some(High), created: Timestamp(1000000), expires: Timestamp(2000000), \
         is_answerable: true, .. }"
    );
}

#[test]
fn a_stored_call_is_read_as_it_was_written() {
    let mut call = asked();
    call.edited_by = vec![Principal::new("berta").in_tenant("acme"), Principal::unknown()];
    let call = call.sealed(None);
    let read = PendingCall::from_stored(&call.to_stored().unwrap()).unwrap();
    assert!(read == call && read.digest_is_right(None));
    for edited_by in [Vec::new(), vec![Principal::new("berta").in_tenant("acme")], vec![Principal::unknown()]]
    {
        assert!(!PendingCall { edited_by, ..call.clone() }.digest_is_right(None));
    }
    // A row of a version without editors.
    let earlier = sample_call("second", CallState::Approved);
    let text = earlier.to_stored().unwrap();
    assert!(!text.contains("edited_by") && !text.contains("decided_by"));
    assert!(PendingCall::from_stored(&text).unwrap() == earlier);
}

#[test]
fn the_error_of_an_unreadable_call_quotes_nothing() {
    for text in ["", "{}", "[1]", r#"{"id": "secret-1"}"#, r#"{"id": {"$serde_json::private::Number": "1"}}"#]
    {
        let error = PendingCall::from_stored(text).unwrap_err();
        let source = std::error::Error::source(&error).unwrap().to_string();
        assert_eq!(
            (error.to_string(), source),
            ("the store failed".to_owned(), "a stored call can't be read".to_owned())
        );
    }
}
