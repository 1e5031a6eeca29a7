//! Lists of pending calls: each principal sees its own, and those that it may answer.

use futures_executor::block_on;
use hpd_host::approval::{CallState, PendingView, Question, UserChannel};
use hpd_host::{Approval, RawCall, Session};

use crate::approval::bank::{Office, office, office_with, password_question, question, turn_of, yes};

fn asked(office: &Office, session: &str, principal: &str, name: &str, arguments: &str) -> Question {
    let call = RawCall::new("1", name, arguments);
    let session = Session::with_id(session);
    question(&block_on(office.toolbox.call_with(&session, &turn_of(principal), &call)))
}

fn listed(office: &Office, session: &str, channel: &UserChannel) -> Vec<PendingView> {
    block_on(office.toolbox.pending_calls(&Session::with_id(session), channel)).unwrap()
}

fn inbox(office: &Office, channel: &UserChannel) -> Vec<String> {
    let views = block_on(office.toolbox.answerable(channel)).unwrap();
    assert!(views.iter().all(|view| view.nonce().is_some()));
    let mut inbox: Vec<_> =
        views.into_iter().map(|view| format!("{} {}", view.owner.session, view.name)).collect();
    inbox.sort_unstable();
    inbox
}

const VOID: &str = r#"{"invoice":"INV-042"}"#;

fn password(office: &Office, session: &str, principal: &str) -> Question {
    password_question(office, &Session::with_id(session), &UserChannel::of(principal), &turn_of(principal))
}

#[test]
fn a_session_id_alone_gives_nothing_of_others() {
    let office = office();
    let void = asked(&office, "1", "ada", "void", VOID);
    password(&office, "1", "bob");
    let (ada, bob) = (UserChannel::of("ada"), UserChannel::of("bob"));
    let own = listed(&office, "1", &ada);
    assert_eq!((own.len(), own[0].name.as_str(), own[0].question()), (1, "void", Some(&void)));
    let names: Vec<_> = listed(&office, "1", &bob).into_iter().map(|view| view.name).collect();
    assert_eq!(
        names,
        ["set_password", "set_password"],
        "the question about the value, and the one about the call"
    );
    for stranger in [UserChannel::local(), UserChannel::of("eve"), UserChannel::of("ada").in_tenant("acme")] {
        assert!(listed(&office, "1", &stranger).is_empty());
    }
    assert!(listed(&office, "2", &ada).is_empty());
    assert!(block_on(office.toolbox.pending_calls(&Session::new(), &ada)).unwrap().is_empty());
    assert_eq!(inbox(&office, &ada), ["1 void"]);
}

#[test]
fn under_four_eyes_the_asker_sees_its_calls_and_can_not_answer_them() {
    let office = office_with(|builder| {
        builder.approval(Approval::new().may_answer(|principal, view| *principal != view.owner.principal))
    });
    let void = asked(&office, "1", "ada", "void", VOID);
    let password = password(&office, "2", "bob");
    asked(&office, "2", "ada", "sign", r#"{"text":"it"}"#);
    let (ada, bob, eve) = (UserChannel::of("ada"), UserChannel::of("bob"), UserChannel::of("eve"));
    let own = listed(&office, "1", &ada);
    let all = format!("{} {own:?}", serde_json::to_string(&own).unwrap());
    assert!(own.len() == 1 && own[0].question().is_none());
    for hidden in [void.nonce(), "VOID INV", "Type", "nonce", "phrase"] {
        assert!(!all.contains(hidden), "{all}");
    }
    let views = listed(&office, "2", &bob);
    let is_open = |view: &&PendingView| view.state == CallState::AwaitingApproval;
    let mut open: Vec<_> =
        views.iter().filter(is_open).map(|view| (&*view.name, view.nonce().is_some())).collect();
    open.sort_unstable();
    assert_eq!(open, [("set_password", false), ("sign", true)]);
    let all = serde_json::to_string(&listed(&office, "2", &eve)).unwrap();
    assert!(all.contains(password.nonce()) && !all.contains("hunter2"), "{all}");
    assert_eq!(inbox(&office, &ada), ["2 set_password"]);
    assert_eq!(inbox(&office, &bob), ["1 void", "2 sign"]);
    assert_eq!(inbox(&office, &eve).len(), 3);
}

#[test]
fn an_inbox_has_open_questions_alone() {
    let office = office();
    let ada = UserChannel::of("ada");
    let void = asked(&office, "1", "ada", "void", VOID);
    asked(&office, "2", "ada", "sign", r#"{"text":"it"}"#);
    block_on(office.toolbox.decide(&Session::with_id("1"), &ada.decision(yes(&void)))).unwrap();
    assert_eq!(inbox(&office, &ada), ["2 sign"]);
    office.clock.advance(std::time::Duration::from_secs(3600));
    assert!(inbox(&office, &ada).is_empty());
    let states: Vec<_> = listed(&office, "2", &ada).iter().map(|view| view.state.as_str()).collect();
    assert_eq!(states, ["expired"]);
}

#[test]
fn a_call_that_was_changed_in_the_store_has_no_nonce() {
    let office = office();
    asked(&office, "1", "ada", "void", VOID);
    let ada = UserChannel::of("ada");
    office.store.tap().change(&["list"], |row| row.frozen.arguments = r#"{"invoice":"INV-043"}"#.to_owned());
    let views = listed(&office, "1", &ada);
    assert_eq!((views.len(), views[0].nonce()), (1, None));
    assert!(inbox(&office, &ada).is_empty());
}
