//! A store that fails at each of its methods, before or after it did its work.

use futures_executor::block_on;
use hpd_host::approval::{CallState, Permission, Question};
use hpd_host::system::{Random, RandomError, System};
use hpd_host::{Approval, Session};

use crate::approval::bank::{Office, STORE_FAILED, office, office_with, question, yes};
use crate::approval::spy::Failing;

const PAY: &str = r#"{"to":"Acme","amount":5}"#;
const NOT_ASKED: &str = "'pay' can't be carried out right now. It did not run. Do not call it again. Tell the \
                         user that it can't be done right now.";
const NOT_CLAIMED: &str = "'pay' was approved, but that could not be recorded. It did not run. Do not call it again. \
                           Tell the user that it can't be done right now.";
const NOT_NOTED: &str = "'pay' ran, but what it ended in is not recorded yet. Do not call it again. Tell the user \
                         that it is not known yet whether it took effect.";

fn called_with(method: &'static str, how: Failing) -> (Office, String) {
    let office = office();
    office.store.tap().fail(method, how);
    let text = office.call("pay", PAY).for_model_as_text().into_owned();
    (office, text)
}

/// Answers a question while a method fails; returns the bank, the question and the resulting text.
fn answered_with(method: &'static str, how: Failing) -> (Office, Question, String) {
    let office = office();
    let asked = office.ask("pay", PAY);
    office.store.tap().fail(method, how);
    let text = match office.confirm(&asked) {
        Ok(outcome) => outcome.for_model_as_text().into_owned(),
        Err(error) => error.to_string(),
    };
    (office, asked, text)
}

#[test]
fn a_question_that_cannot_be_stored_is_not_asked() {
    for method in ["list", "insert"] {
        let (office, text) = called_with(method, Failing::Before);
        assert_eq!(text, NOT_ASKED, "{method:?}");
        assert!(office.states().is_empty());
        office.store.tap().mend();
        assert_eq!(office.confirmed(&office.ask("pay", PAY)), "Done: pay Acme 5 thanks");
    }
}

/// The question is stored, but the host gets an error. It is never asked, so no user has its nonce.
#[test]
fn a_question_that_was_stored_and_not_confirmed_is_not_asked() {
    let (office, text) = called_with("insert", Failing::After);
    assert_eq!(text, NOT_ASKED);
    assert_eq!(office.states(), ["awaiting_approval"]);
    assert!(office.done().is_empty());
}

#[test]
fn the_cause_is_for_the_host() {
    let office = office();
    office.store.tap().fail("insert", Failing::Before);
    let outcome = office.call("pay", PAY);
    assert_eq!(outcome.for_host()["source"], "the store failed: no connection to db-7");
    assert!(!outcome.for_model().text.contains("db-7"));
}

#[test]
fn an_answer_that_cannot_be_stored_runs_nothing() {
    for (method, how) in [("get", Failing::Before), ("decide", Failing::Before)] {
        let (office, asked, text) = answered_with(method, how);
        assert_eq!(text, STORE_FAILED, "{method:?}");
        assert!(office.done().is_empty());
        office.store.tap().mend();
        assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
        assert_eq!(office.done().len(), 1);
    }
}

/// The approval is stored, but the host gets an error. The same answer again finds it, and the call runs once.
#[test]
fn an_answer_that_was_stored_and_not_confirmed_runs_when_it_comes_again() {
    let (office, asked, text) = answered_with("decide", Failing::After);
    assert_eq!(text, STORE_FAILED);
    assert!(office.done().is_empty());
    office.store.tap().mend();
    for _ in 0..2 {
        assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    }
    assert_eq!(office.done().len(), 1);
}

#[test]
fn a_call_that_cannot_be_taken_does_not_run() {
    let (office, asked, text) = answered_with("claim", Failing::Before);
    assert_eq!(text, NOT_CLAIMED);
    assert!(office.done().is_empty());
    office.store.tap().mend();
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
}

/// The claim may be stored: the call never runs, and after its lease its effect is unknown.
#[test]
fn a_call_that_was_taken_and_not_confirmed_does_not_run() {
    let (office, asked, text) = answered_with("claim", Failing::After);
    assert_eq!(text, NOT_CLAIMED);
    office.store.tap().mend();
    assert!(office.confirm(&asked).unwrap().for_model().is_error);
    assert!(office.done().is_empty());
    assert_eq!(office.row(&asked).state, CallState::Executing);
}

#[test]
fn no_success_is_said_that_was_not_stored() {
    let (office, asked, text) = answered_with("finish", Failing::Before);
    assert_eq!(text, NOT_NOTED);
    assert_eq!((office.done().len(), office.row(&asked).state), (1, CallState::Executing));
    office.store.tap().mend();
    block_on(office.toolbox.expire_pending()).unwrap();
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    assert_eq!(office.done().len(), 1);
}

/// The store took the end, and says each time that it did not.
#[test]
fn an_end_that_was_stored_and_not_confirmed_is_found() {
    let (office, asked, text) = answered_with("finish", Failing::After);
    assert_eq!(text, NOT_NOTED);
    assert_eq!((office.done().len(), office.row(&asked).state), (1, CallState::Succeeded));
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    office.store.tap().mend();
    assert!(block_on(office.toolbox.expire_pending()).unwrap().is_empty());
    assert_eq!(office.done().len(), 1);
}

/// A write that the host allows is stored too before it runs.
#[test]
fn an_allowed_write_runs_only_if_it_is_stored() {
    for (method, text) in [("insert", NOT_ASKED), ("claim", NOT_CLAIMED), ("finish", NOT_NOTED)] {
        let office = office_with(|builder| builder.approval(Approval::new().writes(Permission::Allow)));
        office.store.tap().fail(method, Failing::Before);
        assert_eq!(office.call("pay", PAY).for_model_as_text(), text);
        assert_eq!(office.done().len(), usize::from(method == "finish"));
    }
}

#[test]
fn a_question_asked_again_that_cannot_be_stored() {
    let mut office = office();
    let asked = office.ask("pay", PAY);
    office.replace(|builder| builder.approval(Approval::new().policy_version("2")));
    office.store.tap().fail("insert", Failing::Before);
    assert_eq!(office.confirm(&asked).unwrap().for_model_as_text(), NOT_ASKED);
    office.store.tap().mend();
    // The old question is closed: the model has to call again.
    assert!(office.decide(yes(&asked)).is_err());
    assert!(office.done().is_empty());
    assert_eq!(office.confirmed(&question(&office.call("pay", PAY))), "Done: pay Acme 5 thanks");
}

#[test]
fn reads_need_no_store() {
    for method in ["insert", "get", "decide", "claim", "finish", "list"] {
        let office = office();
        office.store.tap().fail(method, Failing::Before);
        assert_eq!(office.call("balance", r#"{"account":"A"}"#).for_model().text, "A has 100.");
    }
}

/// A machine without random bytes.
struct NoRandom;

impl Random for NoRandom {
    fn fill(&self, _: &mut [u8]) -> Result<(), RandomError> {
        Err(RandomError("the device is gone".to_owned()))
    }
}

/// Without random bytes, neither a session nor a question can be distinguished from others.
#[test]
fn without_random_bytes_nobody_is_asked() {
    for session in [Session::new(), Session::with_id("one")] {
        let mut office = office_with(|builder| builder.system(System::new().random(NoRandom)));
        office.session = session;
        assert_eq!(office.call("pay", PAY).for_model_as_text(), NOT_ASKED);
        assert!(office.states().is_empty() && office.done().is_empty());
    }
}
