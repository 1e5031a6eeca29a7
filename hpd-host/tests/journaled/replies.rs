//! What the model says at the end of a turn, held against the journal.

use futures_executor::block_on;
use hpd_host::approval::Choice;
use hpd_host::{Session, Toolbox};

use crate::desk::{Bank, Desk};

fn checked(desk: &Desk, text: &str) -> String {
    block_on(desk.toolbox.check_reply(&desk.session, text)).expect("memory does not fail").text
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
    assert_eq!(checked(&desk, "Something went wrong."), "Pay succeeded.");
}

#[test]
fn a_call_that_was_blocked_first_does_not_stand_for_the_one_that_succeeded() {
    let desk = Desk::allowing();
    desk.call("c1", "pay", r#"{"to": "Acme"}"#);
    desk.call("c2", "pay", PAY);
    assert_eq!(checked(&desk, "Something went wrong."), "Pay succeeded.");
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
    assert_eq!(checked(&desk, "Something went wrong."), "Pay succeeded.");
}

#[test]
fn a_write_of_the_turn_before_is_no_success_of_this_one() {
    let desk = Desk::allowing();
    desk.session.user_says("Pay Acme 5000");
    desk.call("c1", "pay", PAY);
    desk.session.user_says("Void PAY-001");
    assert_eq!(
        checked(&desk, "PAY-001 has been voided."),
        "I couldn't complete this: nothing was carried out."
    );
}

#[test]
fn without_a_journal_nothing_is_known() {
    let toolbox = Toolbox::builder().plugin(Bank).build().unwrap();
    let error = block_on(toolbox.check_reply(&Session::new(), "Done!")).unwrap_err();
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "the toolbox has no journal");
}
