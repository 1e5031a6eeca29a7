//! The lines of a receipt.

use serde_json::{Value, json};

use super::{call, ended, receipt};
use crate::pending::PendingId;
use crate::receipt::{Receipt, ReceiptState, ReceiptWords};

fn text(receipt: &Receipt) -> String {
    receipt.text(&ReceiptWords::english())
}

#[test]
fn a_turn_has_each_of_its_writes_with_its_state() {
    let blocked =
        json!({"tool": "create_invoice", "status": "blocked", "missing_fields": ["Lines", "Contact Id"]});
    let mcq =
        json!({"pending_tool": "void_invoice", "pending_id": "p1", "pending_args": {"InvoiceId": "INV-042"}});
    let paid = json!({"tool": "create_payment", "success": true, "status": "ok", "is_write": true, "attempts": 1, "result": "{\"PaymentId\":\"PAY-001\"}"});
    let receipt = receipt(&[
        ("now", "0", "tool_call", json!({"tool": "get_invoices", "is_write": false, "arguments": "{}"})),
        ("now", "1", "tool_call", call("create_invoice", "{\"Date\": \"2026-05-03\"}")),
        ("now", "1", "write_validation", blocked),
        ("now", "2", "tool_call", call("void_invoice", "{\"InvoiceId\":\"INV-042\"}")),
        ("now", "2", "mcq", mcq),
        ("now", "3", "tool_call", call("send_email", "{\"to\":\"a@b.example\",\"text\":\"Hi\"}")),
        ("now", "3", "tool_result", ended("send_email", "unknown")),
        ("now", "4", "tool_call", call("create_payment", "{\"Amount\":5000.10,\"AccountId\":\"ACC-1\"}")),
        ("now", "4", "tool_result", paid),
    ]);
    assert_eq!(
        text(&receipt),
        "- Create invoice (Date: \"2026-05-03\"): not carried out, missing: Lines, \"Contact Id\"\n\
         - Void invoice (InvoiceId: \"INV-042\"): waits for your confirmation\n\
         - Send email (to: \"a\\u{40}b\\u{2E}example\", text: \"Hi\"): not known whether it took effect\n\
         - Create payment PAY-001 (Amount: 5000.10, AccountId: \"ACC-1\"): carried out"
    );
    assert_eq!(
        receipt.status_line(&ReceiptWords::english()),
        "Create invoice: not carried out, missing: Lines, \"Contact Id\"; Void invoice: waits for your confirmation; \
         Send email: not known whether it took effect; Create payment: carried out"
    );
    let line = &receipt.lines[1];
    assert_eq!((line.tool.as_str(), line.state), ("void_invoice", ReceiptState::WaitsForConfirmation));
    assert_eq!(line.pending_id.as_ref().map(PendingId::as_str), Some("p1"));
    assert_eq!(line.call_id.as_deref(), Some("2"));
}

#[test]
fn resolved_arguments_follow_the_order_of_the_call() {
    let sent = r#"{"to":"Acme","lines":[{"row":"F","number":2}],"amount":"5","secret":"[hidden]"}"#;
    let resolved = json!({"amount": 5, "lines": [{"number": 2, "row": "F"}], "note": "thanks", "to": "Acme"});
    let mcq = json!({"pending_tool": "pay", "pending_id": "p1", "pending_args": resolved});
    let receipt = receipt(&[("now", "1", "tool_call", call("pay", sent)), ("now", "1", "mcq", mcq)]);
    assert_eq!(
        text(&receipt),
        "- Pay (to: \"Acme\", lines: [{\"row\":\"F\",\"number\":2}], amount: 5, note: \"thanks\"): \
         waits for your confirmation"
    );
}

#[test]
fn a_receipt_is_json() {
    let receipt = receipt(&[
        ("now", "1", "tool_call", call("pay", "{\"to\":\"Acme\"}")),
        ("now", "1", "tool_result", ended("pay", "rejected")),
    ]);
    assert_eq!(
        serde_json::to_value(&receipt).unwrap(),
        json!({"turn": "now", "lines": [{
            "tool": "pay", "label": "Pay", "state": "rejected", "arguments": [{"name": "to", "value": "\"Acme\""}],
            "call_id": "1", "at": 2,
        }]})
    );
}

#[test]
fn a_call_that_a_filter_or_a_limit_refused_is_blocked() {
    let refused = json!({"tool": "pay", "success": false, "status": "error", "is_write": true, "error_type": "call_denied"});
    let receipt =
        receipt(&[("now", "1", "tool_call", call("pay", "{}")), ("now", "1", "tool_result", refused)]);
    assert_eq!(receipt.lines[0].state, ReceiptState::Blocked);
    assert_eq!(receipt.lines[0].error_type.as_deref(), Some("call_denied"));
    assert_eq!(text(&receipt), "- Pay: not carried out: blocked by a check");
}

#[test]
fn writes_of_earlier_turns_are_in_their_own_receipts() {
    let pay = |turn: &'static str| (turn, "1", "tool_call", call("pay", "{}"));
    let mcq = |turn: &'static str| (turn, "1", "mcq", json!({"pending_tool": "pay", "pending_id": "p1"}));
    let begun = ("now", "", "turn_started", json!({"query": null}));
    let mut paid = ended("pay", "ok");
    paid["pending_id"] = json!("p1");
    let told = [pay("before"), mcq("before"), begun.clone()];
    assert_eq!(text(&receipt(&told)), "Nothing was changed.");
    // The answer came in this turn.
    let told = [pay("before"), mcq("before"), begun, ("before", "1", "tool_result", paid)];
    assert_eq!(text(&receipt(&told)), "- Pay: carried out");
}

#[test]
fn a_blocked_call_that_was_repeated_is_left_out() {
    let receipt = receipt(&[
        ("now", "1", "tool_call", call("pay", "{}")),
        (
            "now",
            "1",
            "write_validation",
            json!({"tool": "pay", "status": "blocked", "missing_fields": ["to"]}),
        ),
        ("now", "2", "tool_call", call("pay", "{}")),
        ("now", "2", "tool_retry", json!({"tool": "pay", "attempt": 2, "reason": "blocked"})),
        ("now", "2", "tool_result", ended("pay", "ok")),
    ]);
    assert_eq!(text(&receipt), "- Pay: carried out");
}

/// The text of a write with these arguments and this name.
fn of_arguments(tool: &str, arguments: &str) -> String {
    text(&receipt(&[("now", "1", "tool_call", call(tool, arguments))]))
}

#[test]
fn names_and_values_are_escaped_as_in_a_question() {
    assert_eq!(
        of_arguments("pay", r#"{"to":"Acme\n- Pay: carried out","**x**":"<b>\u202e"}"#),
        "- Pay (to: \"Acme\\n- Pay: carried out\", \"\\u{2A}\\u{2A}x\\u{2A}\\u{2A}\": \"\\u{3C}b\\u{3E}\\u{202E}\"): not carried out"
    );
    assert_eq!(
        of_arguments("pay\n- Refund: carried out", "{}"),
        "- Pay\\n refund: carried out: not carried out"
    );
}

#[test]
fn long_values_and_many_arguments_are_cut() {
    let long = format!("{{\"text\":\"{}\"}}", "x".repeat(500));
    assert_eq!(
        of_arguments("note", &long),
        format!("- Note (text: \"{}\"…): not carried out", "x".repeat(79))
    );
    let many: Vec<_> = (0..9).map(|number| format!("\"a{number}\":{number}")).collect();
    assert_eq!(
        of_arguments("note", &format!("{{{}}}", many.join(","))),
        "- Note (a0: 0, a1: 1, a2: 2, a3: 3, a4: 4, a5: 5, …): not carried out"
    );
}

#[test]
fn arguments_that_are_no_json_are_left_out() {
    assert_eq!(of_arguments("pay", "{\"to\": \"Ac"), "- Pay: not carried out");
    let unknown = json!({"tool": "pay", "is_write": true, "arguments": Value::Null});
    assert_eq!(text(&receipt(&[("now", "1", "tool_call", unknown)])), "- Pay: not carried out");
}

#[test]
fn titles_and_the_hosts_own_names_replace_names_in_words() {
    let receipt = receipt(&[("now", "1", "tool_call", call("create_payment", "{}"))]);
    let titled = receipt.lines[0].clone().with_title("Pay *now*");
    assert_eq!(titled.text(&ReceiptWords::english()), "Pay \\u{2A}now\\u{2A}: not carried out");
    assert_eq!(titled.with_title(" ").text(&ReceiptWords::english()), "Create payment: not carried out");
    let words = ReceiptWords::english().with_name("create_payment", "Zahlung\nerfassen");
    assert_eq!(receipt.text(&words), "- Zahlung\\nerfassen: not carried out");
}
