//! Receipts of turns, from the journal.

use futures_executor::block_on;
use hpd_host::approval::{Choice, Permission};
use hpd_host::filter::{FilterContext, Verdict};
use hpd_host::receipt::{ReceiptLanguages, ReceiptState};
use hpd_host::{Approval, Session, Toolbox};

use crate::journaled::desk::{Bank, Desk};

/// The receipt in English.
fn receipt(desk: &Desk) -> String {
    in_language(desk, "en")
}

fn in_language(desk: &Desk, tag: &str) -> String {
    let receipt = block_on(desk.toolbox.receipt(&desk.session)).expect("memory does not fail");
    receipt.text(ReceiptLanguages::default().of(tag))
}

const PAY: &str = r#"{"to": "Acme", "amount": 5000}"#;

#[test]
fn each_write_of_a_turn_has_its_state() {
    let desk =
        Desk::with(|builder| builder.approval(Approval::new().permission("Bank.pay", Permission::Allow)));
    desk.session.user_says("Do everything");
    desk.call("c0", "balance", r#"{"account": "1"}"#);
    desk.call("c1", "void", "{}");
    desk.call("c2", "embalm_ledger", "{}");
    desk.call("c3", "pay", r#"{"to": "someone", "amount": 1}"#);
    desk.call("c4", "pay", PAY);
    desk.call("c5", "pay", r#"{"to": "nobody", "amount": 2}"#);
    desk.call("c6", "send_letter", "{}");
    assert_eq!(
        receipt(&desk),
        "- Void: not carried out, missing: payment\n\
         - Embalm ledger: waits for your confirmation\n\
         - Pay (to: \"someone\", amount: 1): not known whether it took effect\n\
         - Pay (to: \"Acme\", amount: 5000): carried out\n\
         - Pay (to: \"nobody\", amount: 2): failed\n\
         - Send letter: waits for your answer"
    );
    assert_eq!(
        in_language(&desk, "de").lines().take(4).collect::<Vec<_>>(),
        [
            "- Void: nicht ausgeführt, es fehlt: payment",
            "- Embalm ledger: wartet auf Ihre Bestätigung",
            "- Pay (to: \"someone\", amount: 1): nicht bekannt, ob es wirksam wurde",
            "- Pay (to: \"Acme\", amount: 5000): ausgeführt",
        ]
    );
}

#[test]
fn a_turn_without_writes_changed_nothing() {
    let desk = Desk::allowing();
    assert_eq!(receipt(&desk), "Nothing was changed.");
    desk.session.user_says("Pay Acme 5000");
    desk.call("c1", "pay", PAY);
    desk.session.user_says("And the balance?");
    desk.call("c2", "balance", r#"{"account": "1"}"#);
    assert_eq!(receipt(&desk), "Nothing was changed.");
}

#[test]
fn a_write_that_was_decided_in_this_turn_is_in_its_receipt() {
    for (choice, state) in
        [(Choice::Confirm, "carried out"), (Choice::Cancel, "not carried out: you declined")]
    {
        let desk = Desk::new();
        desk.session.user_says("Pay Acme 5000");
        let asked = desk.call("c1", "pay", PAY);
        assert_eq!(receipt(&desk), "- Pay (to: \"Acme\", amount: 5000): waits for your confirmation");
        desk.session.user_says("Well");
        block_on(desk.toolbox.decide(&desk.session, &Desk::answer(&asked, choice, None))).unwrap();
        assert_eq!(receipt(&desk), format!("- Pay (to: \"Acme\", amount: 5000): {state}"));
    }
}

#[test]
fn sensitive_values_are_hidden() {
    for desk in [Desk::new(), Desk::allowing()] {
        desk.call("c1", "set_pin", r#"{"pin": "4711-0815"}"#);
        let read = block_on(desk.toolbox.receipt(&desk.session)).unwrap();
        let all = format!("{} {}", receipt(&desk), serde_json::to_string(&read).unwrap());
        assert!(!all.contains("4711"), "{all}");
        assert!(all.starts_with("- Set pin"), "{all}");
    }
}

#[test]
fn a_write_that_a_filter_denied_is_blocked() {
    let deny = |_: &FilterContext<'_>| Verdict::deny("Not today.", "closed");
    let desk = Desk::with(|builder| builder.approval(Approval::new().writes(Permission::Allow)).filter(deny));
    desk.call("c1", "pay", PAY);
    let read = block_on(desk.toolbox.receipt(&desk.session)).unwrap();
    assert_eq!(read.lines[0].state, ReceiptState::Blocked);
    assert_eq!(read.lines[0].error_type.as_deref(), Some("call_denied"));
}

#[test]
fn a_restored_session_has_the_receipt_of_its_last_turn() {
    let desk = Desk::allowing();
    desk.session.user_says("Pay Acme 5000");
    desk.call("c1", "pay", PAY);
    let wanted = receipt(&desk);
    let json = serde_json::to_string(&desk.session).unwrap();
    let desk = Desk { session: serde_json::from_str(&json).unwrap(), ..desk };
    assert_eq!(receipt(&desk), wanted);
    let desk = Desk { session: Session::with_id("s1"), ..desk };
    assert_eq!(receipt(&desk), wanted);
}

#[test]
fn a_long_turn_has_its_first_writes() {
    let desk = Desk::allowing();
    desk.session.user_says("Pay Acme 5000");
    desk.call("c1", "pay", PAY);
    for number in 0..300 {
        desk.call(&format!("b{number}"), "balance", r#"{"account": "1"}"#);
    }
    assert_eq!(receipt(&desk), "- Pay (to: \"Acme\", amount: 5000): carried out");
}

#[test]
fn without_a_journal_there_is_no_receipt() {
    let toolbox = Toolbox::builder().plugin(Bank).build().unwrap();
    let error = block_on(toolbox.receipt(&Session::new())).unwrap_err();
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "the toolbox has no journal");
}
