//! Final answers of a turn, checked against the journal.

use futures_executor::block_on;
use hpd_host::approval::Choice;
use hpd_host::{Session, Toolbox};

use crate::journaled::desk::{Bank, Desk};

fn checked(desk: &Desk, text: &str) -> String {
    block_on(desk.toolbox.check_final_answer(&desk.session, text)).expect("memory does not fail").text
}

const PAY: &str = r#"{"to": "Acme", "amount": 5000}"#;

#[test]
fn a_success_without_a_write_is_struck_and_told() {
    let desk = Desk::new();
    desk.session.user_says("Pay Acme 5000");
    let reply = checked(&desk, "I've paid Acme ₹5,000. Anything else?");
    assert_eq!(reply, "I couldn't complete this: nothing was carried out. Anything else?");
    assert_eq!(
        desk.data("guardrail"),
        [
            r#"{"claims":["I've paid Acme ₹5,000."],"guardrail":"hallucinated_success","replacement":"I couldn't complete this: nothing was carried out."}"#
        ]
    );
    let told = desk.events();
    assert_eq!(told[0].event.kind(), "turn_started");
    assert_eq!((&told[1].turn, &told[1].call_id), (&told[0].turn, &None));
}

/// No list of words knows this verb: the tool is named after it.
#[test]
fn a_success_in_the_words_of_a_tool_is_struck() {
    let desk = Desk::new();
    desk.call("c1", "embalm_ledger", "{}");
    assert_eq!(
        checked(&desk, "I've embalmed the ledger. Bye!"),
        "Embalm ledger waits for your confirmation. Bye!"
    );
}

#[test]
fn a_success_of_a_write_that_succeeded_stays() {
    let desk = Desk::allowing();
    desk.call("c1", "pay", PAY);
    assert_eq!(checked(&desk, "I've paid Acme ₹5,000."), "I've paid Acme ₹5,000.");
    assert_eq!(desk.data("guardrail").len(), 0);
}

#[test]
fn a_failure_of_a_write_that_succeeded_is_set_right() {
    let desk = Desk::allowing();
    desk.call("c1", "pay", PAY);
    assert_eq!(checked(&desk, "Something went wrong."), "Pay (amount 5,000) succeeded.");
}

#[test]
fn a_call_that_was_blocked_first_does_not_stand_for_the_one_that_succeeded() {
    let desk = Desk::allowing();
    desk.call("c1", "pay", r#"{"to": "Acme"}"#);
    desk.call("c2", "pay", PAY);
    assert_eq!(checked(&desk, "Something went wrong."), "Pay (amount 5,000) succeeded.");
}

#[test]
fn a_write_that_waits_is_not_done() {
    let desk = Desk::new();
    let asked = desk.call("c1", "pay", PAY);
    assert_eq!(checked(&desk, "✅ Paid!"), "Pay waits for your confirmation.");
    block_on(desk.toolbox.decide(&desk.session, &Desk::answer(&asked, Choice::Confirm, None))).unwrap();
    assert_eq!(checked(&desk, "✅ Paid!"), "✅ Paid!");
}

#[test]
fn a_write_that_ran_in_this_turn_is_of_this_turn() {
    let desk = Desk::new();
    desk.session.user_says("Pay Acme 5000");
    let asked = desk.call("c1", "pay", PAY);
    desk.session.user_says("Yes, go ahead");
    block_on(desk.toolbox.decide(&desk.session, &Desk::answer(&asked, Choice::Confirm, None))).unwrap();
    assert_eq!(checked(&desk, "✅ Paid!"), "✅ Paid!");
    assert_eq!(checked(&desk, "Something went wrong."), "Pay (amount 5,000) succeeded.");
}

#[test]
fn a_write_of_the_turn_before_is_no_success_of_another_tool() {
    let desk = Desk::allowing();
    desk.session.user_says("Pay Acme 5000");
    desk.call("c1", "pay", PAY);
    desk.session.user_says("Void PAY-001");
    assert_eq!(checked(&desk, "I've voided PAY-001."), "I couldn't complete this: void was not carried out.");
}

#[test]
fn a_success_of_the_turn_before_may_be_reported() {
    let desk = Desk::allowing();
    desk.session.user_says("Pay Acme 5000");
    desk.call("c1", "pay", PAY);
    desk.session.user_says("Did you pay them?");
    for text in ["Yes, I've paid it.", "Done.", "It went through.", "Yes, Acme was paid."] {
        assert_eq!(checked(&desk, text), text);
    }
}

/// As a program does that keeps the session between two requests.
fn restored(desk: Desk) -> Desk {
    let json = serde_json::to_string(&desk.session).expect("it can be written");
    Desk { session: serde_json::from_str(&json).expect("it was written so"), ..desk }
}

/// As a program does that keeps nothing but the id.
fn by_id(desk: Desk) -> Desk {
    let session = Session::with_id("s1");
    desk.toolbox.expand(&session, &"Bank".into());
    Desk { session, ..desk }
}

fn same(desk: Desk) -> Desk {
    desk
}

const WAYS: [fn(Desk) -> Desk; 3] = [same, restored, by_id];

#[test]
fn a_write_that_was_confirmed_after_the_session_was_restored_is_known() {
    for way in WAYS {
        let desk = Desk::new();
        desk.session.user_says("Pay Acme 5000");
        let asked = desk.call("c1", "pay", PAY);
        let desk = way(desk);
        assert_eq!(checked(&desk, "✅ Paid!"), "Pay waits for your confirmation.");
        let desk = way(desk);
        block_on(desk.toolbox.decide(&desk.session, &Desk::answer(&asked, Choice::Confirm, None))).unwrap();
        let desk = way(desk);
        assert_eq!(checked(&desk, "I've paid Acme ₹5,000."), "I've paid Acme ₹5,000.");
        assert_eq!(checked(&desk, "✅ Paid!"), "✅ Paid!");
        assert_eq!(checked(&desk, "Something went wrong."), "Pay (amount 5,000) succeeded.");
        let desk = way(desk);
        desk.session.user_says("Did it work?");
        assert_eq!(checked(&desk, "Yes, I've paid it."), "Yes, I've paid it.");
        assert_eq!(checked(&desk, "Done."), "Done.");
    }
}

#[test]
fn a_write_that_was_refused_after_the_session_was_restored_is_known() {
    let refused = "I couldn't complete this: pay was not confirmed.";
    for way in WAYS {
        let desk = Desk::new();
        desk.session.user_says("Pay Acme 5000");
        let asked = desk.call("c1", "pay", PAY);
        let desk = way(desk);
        block_on(desk.toolbox.decide(&desk.session, &Desk::answer(&asked, Choice::Cancel, None))).unwrap();
        let desk = way(desk);
        assert_eq!(checked(&desk, "I've paid Acme ₹5,000."), refused);
        let desk = way(desk);
        desk.session.user_says("Did it work?");
        assert_eq!(checked(&desk, "Yes, I've paid Acme."), refused);
    }
}

#[test]
fn of_a_long_conversation_what_lies_before_is_not_known() {
    let desk = Desk::allowing();
    desk.session.user_says("Pay Acme 5000");
    desk.call("c1", "pay", PAY);
    desk.session.user_says("And now the balances");
    for number in 0..200 {
        desk.call(&format!("b{number}"), "balance", r#"{"account": "1"}"#);
    }
    let desk = by_id(desk);
    desk.session.user_says("Which of them are done?");
    assert_eq!(checked(&desk, "I've voided PAY-001."), "I couldn't complete this: void was not carried out.");
    let desk = by_id(desk);
    for number in 0..200 {
        desk.call(&format!("d{number}"), "balance", r#"{"account": "1"}"#);
    }
    let desk = by_id(desk);
    desk.session.user_says("Which of them are done?");
    for text in ["I've voided PAY-001.", "I've paid Acme ₹5,000.", "Done."] {
        assert_eq!(checked(&desk, text), text);
    }
}

#[test]
fn without_a_journal_nothing_is_known() {
    let toolbox = Toolbox::builder().plugin(Bank).build().unwrap();
    let error = block_on(toolbox.check_final_answer(&Session::new(), "Done!")).unwrap_err();
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "the toolbox has no journal");
}
