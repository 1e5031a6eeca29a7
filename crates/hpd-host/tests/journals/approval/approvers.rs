//! Who may answer a question about a write: by default whoever was asked, else by the host's rule.

use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::approval::{
    Answer, CallState, DecidedBy, DecisionError, MemoryStore, PendingCall, PendingReason, PendingStore,
    PendingVerdict, PendingView, Question, UserChannel,
};
use hpd_host::{Approval, Principal, RawCall, Session, TurnContext};
use serde_json::Map;
use sha2::{Digest, Sha256};

use crate::approval::bank::{
    NOT_FOUND, Office, START, no, office, office_with, password_question, question, typed, yes,
};

/// An office in which nobody answers own questions, and the treasurer of any tenant those of others.
fn four_eyes() -> Office {
    office_with(|builder| {
        builder.approval(Approval::new().may_answer(|principal, view| {
            *principal != view.owner.principal && principal.id() == Some("treasurer")
        }))
    })
}

fn ada() -> Principal {
    Principal::new("ada").in_tenant("north")
}

/// A question to Ada, who works in the tenant `north`.
fn asked(office: &Office, name: &str, arguments: &str) -> Question {
    let call = RawCall::new("1", name, arguments);
    question(&block_on(office.toolbox.call_with(&office.session, &TurnContext::on_behalf_of(ada()), &call)))
}

fn channel(principal: &str, tenant: &str) -> UserChannel {
    UserChannel::of(principal).in_tenant(tenant)
}

fn decided(office: &Office, channel: &UserChannel, answer: Answer) -> Result<String, String> {
    // An approver has no session of its own with this call.
    let session = Session::with_id("conversation");
    let decided = block_on(office.toolbox.decide(&session, &channel.decision(answer)));
    decided.map(|outcome| outcome.for_model().text.into_owned()).map_err(|error| error.to_string())
}

#[test]
fn an_approver_confirms_on_behalf_of_the_owner() {
    let office = four_eyes();
    let question = asked(&office, "sign", r#"{"text":"it"}"#);
    let treasurer = channel("treasurer", "north").via("slack");
    let done = r#"Done: sign it Some("ada") Some("north")"#;
    assert_eq!(decided(&office, &treasurer, yes(&question)), Ok(done.to_owned()));
    assert_eq!(decided(&office, &treasurer, yes(&question)), Ok(done.to_owned()), "once more");
    assert_eq!(office.done(), [r#"sign it Some("ada") Some("north")"#]);
}

#[test]
fn the_asker_under_four_eyes_is_a_stranger() {
    let office = four_eyes();
    let question = asked(&office, "sign", r#"{"text":"it"}"#);
    for answer in [
        yes(&question),
        no(&question),
        yes(&question).with_edit(Map::from_iter([("text".to_owned(), "x".into())])),
    ] {
        assert_eq!(decided(&office, &channel("ada", "north"), answer), Err(NOT_FOUND.to_owned()));
    }
    assert_eq!(office.states(), ["awaiting_approval"]);
}

#[test]
fn an_approver_of_another_tenant_is_a_stranger() {
    let office = four_eyes();
    let question = asked(&office, "sign", r#"{"text":"it"}"#);
    for stranger in [channel("treasurer", "south"), UserChannel::of("treasurer"), channel("bob", "north")] {
        assert_eq!(decided(&office, &stranger, yes(&question)), Err(NOT_FOUND.to_owned()));
        assert!(block_on(office.toolbox.answerable(&stranger)).unwrap().is_empty());
        assert!(block_on(office.toolbox.pending_calls(&office.session, &stranger)).unwrap().is_empty());
    }
    let elsewhere = Session::with_id("another");
    let decision = channel("treasurer", "north").decision(yes(&question));
    assert!(matches!(block_on(office.toolbox.decide(&elsewhere, &decision)), Err(DecisionError::NotFound)));
    assert!(office.done().is_empty());
}

#[test]
fn a_rule_that_panics_means_no() {
    let office = office_with(|builder| {
        builder.approval(Approval::new().may_answer(|_, _| panic!("the directory is gone")))
    });
    let question = asked(&office, "sign", r#"{"text":"it"}"#);
    assert_eq!(decided(&office, &channel("ada", "north"), yes(&question)), Err(NOT_FOUND.to_owned()));
    let views = block_on(office.toolbox.pending_calls(&office.session, &channel("ada", "north"))).unwrap();
    assert_eq!((views.len(), views[0].nonce()), (1, None));
}

/// The rule sees the call, without the means to answer it, and no sensitive value.
#[test]
fn the_rule_decides_by_the_view() {
    let office = office_with(|builder| {
        builder.approval(Approval::new().may_answer(|_, view: &PendingView| {
            assert!(view.nonce().is_none() && view.phrase().is_none());
            let shown = view.text.as_ref().unwrap();
            assert!(!shown.contains("hunter2"));
            view.tool.as_str() == "Bank.set_password" && view.fields[0].shown() == "\"eve\""
        }))
    });
    let password = password_question(
        &office,
        &office.session,
        &channel("ada", "north"),
        &TurnContext::on_behalf_of(ada()),
    );
    let sign = asked(&office, "sign", r#"{"text":"it"}"#);
    let bob = channel("bob", "north");
    assert_eq!(decided(&office, &bob, yes(&sign)), Err(NOT_FOUND.to_owned()));
    assert_eq!(decided(&office, &bob, yes(&password)).unwrap(), "Done: password eve of 7 letters");
}

#[test]
fn whoever_was_asked_answers_by_default() {
    let office = office();
    let question = asked(&office, "sign", r#"{"text":"it"}"#);
    assert_eq!(decided(&office, &channel("treasurer", "north"), yes(&question)), Err(NOT_FOUND.to_owned()));
    assert!(decided(&office, &channel("ada", "north"), yes(&question)).is_ok());
}

/// The stored question's hash, in hexadecimal digits.
fn hash(row: &PendingCall) -> String {
    let PendingReason::Approval { question, .. } = &row.awaits else { panic!("no question") };
    Sha256::digest(question.as_bytes()).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

#[test]
fn the_row_keeps_who_decided() {
    let store = Arc::new(MemoryStore::new());
    let office = office_with(|builder| {
        let approval = Approval::new().pending_store(Arc::clone(&store));
        builder.approval(approval.may_answer(|principal, _| principal.id() == Some("treasurer")))
    });
    let treasurer = || channel("treasurer", "north");
    let stored = |question: &Question, channel: Option<&str>| {
        let row = block_on(store.get(question.pending_id())).unwrap().unwrap();
        let by = DecidedBy::new(Principal::new("treasurer").in_tenant("north"), START).shown(hash(&row));
        assert_eq!(row.decided_by, Some(by.channel(channel.map(str::to_owned))));
        (row.state, row.verdict.unwrap())
    };
    let signed = asked(&office, "sign", r#"{"text":"it"}"#);
    decided(&office, &treasurer().via("slack"), yes(&signed)).unwrap();
    assert_eq!(stored(&signed, Some("slack")), (CallState::Succeeded, PendingVerdict::Approved));
    let paid = asked(&office, "pay", r#"{"to":"Acme","amount":5}"#);
    decided(&office, &treasurer(), no(&paid)).unwrap();
    assert_eq!(stored(&paid, None), (CallState::Rejected, PendingVerdict::Rejected));
    let void = asked(&office, "void", r#"{"invoice":"INV-042"}"#);
    for _ in 0..3 {
        decided(&office, &treasurer().via("web"), typed(&void, "VOID")).unwrap_err();
    }
    assert_eq!(stored(&void, Some("web")), (CallState::Rejected, PendingVerdict::WrongPhrase));
}
