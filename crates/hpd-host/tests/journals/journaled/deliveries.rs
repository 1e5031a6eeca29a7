//! Writes that are delivered again, in the journal: one write, and a result for each call.

use futures_executor::block_on;
use hpd_host::approval::Permission;
use hpd_host::receipt::ReceiptLanguages;
use hpd_host::{Approval, Session};

use crate::journaled::desk::Desk;

const PAY: &str = r#"{"to": "Anna", "amount": 5}"#;

fn desk() -> Desk {
    Desk::with(|builder| builder.approval(Approval::new().writes(Permission::Allow)))
}

fn receipt(desk: &Desk) -> String {
    let receipt = block_on(desk.toolbox.receipt(&desk.session)).unwrap();
    receipt.text(ReceiptLanguages::default().of("en"))
}

#[test]
fn each_delivery_has_a_result_and_the_receipt_has_one_write() {
    let desk = desk();
    desk.session.user_says("Pay Anna 5");
    for _ in 0..3 {
        desk.call("c1", "pay", PAY);
    }
    let kinds: Vec<_> = desk.events().iter().map(|record| record.event.kind()).collect();
    let count = |kind: &str| kinds.iter().filter(|other| **other == kind).count();
    assert_eq!((count("tool_call"), count("tool_result"), count("tool_started")), (3, 3, 1), "{kinds:?}");
    assert_eq!(receipt(&desk), "- Pay (to: \"Anna\", amount: 5): carried out");
}

#[test]
fn a_repeated_result_is_no_write() {
    let desk = desk();
    desk.session.user_says("Pay Anna 5");
    desk.call("c1", "pay", PAY);
    desk.call("c1", "pay", PAY);
    let last = serde_json::to_value(desk.events().last().unwrap()).unwrap();
    assert_eq!(last["type"], "tool_result");
    let data = &last["data"];
    assert_eq!(
        (&data["is_write"], &data["status"], &data["success"]),
        (&false.into(), &"ok".into(), &true.into())
    );
    assert!(data["result"].as_str().unwrap().ends_with("To run it twice, ask the user."), "{data}");
}

/// Another process over the same journal.
#[test]
fn a_restored_session_gets_the_outcome_of_the_first_delivery() {
    let mut desk = desk();
    desk.session.user_says("Pay Anna 5");
    desk.call("c1", "pay", PAY);
    desk.session = Session::from_json(&desk.session.to_json()).unwrap();
    let again = desk.call("c1", "pay", PAY);
    assert_eq!(again.status(), "settled");
    assert_eq!(receipt(&desk), "- Pay (to: \"Anna\", amount: 5): carried out");
}
