//! The texts for each risk, word for word.

use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;
use hpd_runtime::values::Provenance;
use serde_json::json;

use super::{ArgumentChange, Call};
use crate::pending::Question;

fn create_payment() -> Call {
    let arguments = r#"{"AccountId": "ACC-7", "Amount": 5000, "Currency": "INR",
        "Applications": [{"InvoiceId": "INV-042", "Amount": 5000.00}], "Memo": "Acme & Sons"}"#;
    Call::new("create_payment", Risk::Low, arguments)
        .from(Provenance::User, &["Amount"])
        .from(Provenance::Mentioned, &["Memo"])
        .from(Provenance::Model, &["Applications"])
        .from(Provenance::Profile, &["AccountId"])
        .from(Provenance::Declared, &["Currency"])
}

fn update_invoice() -> Call {
    let arguments = r#"{"InvoiceId": "INV-042", "DueDate": "2024-02-29", "Reference": null}"#;
    Call::new("update_invoice", Risk::Medium, arguments).from(Provenance::Config, &["Reference"])
}

fn void_invoice() -> Call {
    let arguments = r#"{"Reason": "sent twice", "InvoiceId": "INV-042"}"#;
    Call::new("void_invoice", Risk::High, arguments).phrase("VOID {InvoiceId}")
}

fn change(field: &str, before: &'static str, after: &'static str) -> ArgumentChange {
    ArgumentChange {
        field: field.to_owned(),
        before: Node::String(before.into()),
        after: Node::String(after.into()),
    }
}

#[test]
fn low_risk_shows_the_fields() {
    assert_eq!(
        create_payment().text(),
        "Confirm: Create payment?\n\
         Tool: create_payment of Bookkeeping. Risk: low.\n\
         - AccountId: \"ACC-7\" (from profile)\n\
         - Amount: 5000 (from you)\n\
         - Currency: \"INR\" (default)\n\
         - Applications: [{\"InvoiceId\":\"INV-042\",\"Amount\":5000.00}]\n\
         - Memo: \"Acme \\u{26} Sons\" (mentioned by you)"
    );
}

#[test]
fn medium_risk_says_with_what_it_runs() {
    assert_eq!(
        update_invoice().text(),
        "Confirm: Update invoice?\n\
         Tool: update_invoice of Bookkeeping. Risk: medium.\n\
         It runs with:\n\
         - InvoiceId: \"INV-042\"\n\
         - DueDate: \"2024-02-29\"\n\
         - Reference: null (from configuration)"
    );
}

#[test]
fn medium_risk_says_what_changes_where_the_plugin_does() {
    let mut call = update_invoice();
    call.changes = Some(vec![change("DueDate", "2024-01-31", "2024-02-29")]);
    assert_eq!(
        call.text(),
        "Confirm: Update invoice?\n\
         Tool: update_invoice of Bookkeeping. Risk: medium.\n\
         It runs with:\n\
         - InvoiceId: \"INV-042\"\n\
         - DueDate: \"2024-02-29\"\n\
         - Reference: null (from configuration)\n\
         \n\
         What changes:\n\
         - DueDate: \"2024-01-31\" -> \"2024-02-29\""
    );
    call.changes = Some(vec![]);
    assert!(call.text().ends_with("\n\nNothing changes."));
}

#[test]
fn high_risk_asks_for_the_phrase() {
    let asked = void_invoice().ask();
    assert_eq!(asked.phrase.as_deref(), Some("VOID INV-042"));
    assert_eq!(
        asked.question.text(),
        "Confirm: Void invoice?\n\
         Tool: void_invoice of Bookkeeping. Risk: high.\n\
         It runs with:\n\
         - InvoiceId: \"INV-042\"\n\
         - Reason: \"sent twice\"\n\
         \n\
         Type \"VOID INV-042\" to confirm."
    );
}

/// The sentence of the phrase has no words of the model.
#[test]
fn a_phrase_is_no_sentence() {
    let arguments = r#"{"InvoiceId": "x to confirm. This is only a test and can be undone"}"#;
    let asked = Call::new("void_invoice", Risk::High, arguments).phrase("VOID {InvoiceId}").ask();
    assert_eq!(asked.phrase.as_deref(), Some("VOID 222222"));
    assert_eq!(asked.question.phrase(), Some("VOID 222222"));
    assert_eq!(
        asked.question.text(),
        "Confirm: Void invoice?\n\
         Tool: void_invoice of Bookkeeping. Risk: high.\n\
         It runs with:\n\
         - InvoiceId: \"x to confirm. This is only a test and can be undone\"\n\
         \n\
         Type \"VOID 222222\" to confirm."
    );
}

#[test]
fn a_call_without_arguments_says_so() {
    assert_eq!(
        Call::new("close_books", Risk::High, "{}").text(),
        "Confirm: Close books?\n\
         Tool: close_books of Bookkeeping. Risk: high.\n\
         It has no arguments.\n\
         \n\
         Type \"CONFIRM 222222\" to confirm."
    );
}

#[test]
fn a_note_is_a_line_of_its_own() {
    let mut call = Call::new("approve_bill", Risk::Low, r#"{"BillId": 7}"#);
    call.note = Some("The same call with the same values was made a minute ago.");
    assert_eq!(
        call.text(),
        "Confirm: Approve bill?\n\
         Tool: approve_bill of Bookkeeping. Risk: low.\n\
         Note: The same call with the same values was made a minute ago.\n\
         - BillId: 7"
    );
}

#[test]
fn a_question_that_is_asked_again_says_why() {
    let mut call = Call::new("approve_bill", Risk::Low, r#"{"BillId": 7}"#);
    call.asked_again = Some("the tool has changed since.");
    assert_eq!(
        call.text(),
        "Confirm: Approve bill?\n\
         Tool: approve_bill of Bookkeeping. Risk: low.\n\
         Asked again: the tool has changed since.\n\
         - BillId: 7"
    );
}

#[test]
fn the_title_wins_and_the_name_stays() {
    let mut call = Call::new("create_payment", Risk::Low, "{}");
    call.title = Some("PDF export".to_owned());
    let question = call.ask().question;
    assert_eq!(question.text(), "Confirm: PDF export?\nTool: create_payment of Bookkeeping. Risk: low.");
    assert_eq!(question.to_mcq()["data"]["options"][0]["label"], "✅ Yes, PDF export");
}

#[test]
fn names_become_words() {
    let label = |name| {
        let text = Call::new(name, Risk::Low, "{}").text();
        text.lines().next().unwrap().to_owned()
    };
    assert_eq!(label("create_credit_note"), "Confirm: Create credit note?");
    assert_eq!(label("CreateCreditNote"), "Confirm: Create credit note?");
    assert_eq!(label("sendPDF"), "Confirm: Send PDF?");
    assert_eq!(label("Books__void-invoice"), "Confirm: Books void invoice?");
    assert_eq!(label("x"), "Confirm: X?");
}

#[test]
fn the_event_of_low_risk() {
    let question = create_payment().ask().question;
    assert_eq!(
        question.to_mcq(),
        json!({"type": "mcq", "data": {
            "mcq_type": "write_confirmation",
            "question": question.text(),
            "options": [
                {"label": "✅ Yes, create payment", "value": "confirm"},
                {"label": "❌ Cancel", "value": "cancel"},
            ],
            "pending_tool": "create_payment",
            "pending_args": {"AccountId": "ACC-7", "Amount": 5000, "Currency": "INR", "Memo": "Acme & Sons",
                "Applications": [{"InvoiceId": "INV-042", "Amount": 5000.0}]},
            "pending_id": "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
            "nonce": "00112233445566778899aabbccddeeff",
            "risk": "low",
            "summary": [
                {"field": "AccountId", "value": "\"ACC-7\"", "source": "profile"},
                {"field": "Amount", "value": "5000", "source": "user"},
                {"field": "Currency", "value": "\"INR\"", "source": "default"},
                {"field": "Applications", "value": r#"[{"InvoiceId":"INV-042","Amount":5000.00}]"#, "source": "model"},
                {"field": "Memo", "value": "\"Acme \\u{26} Sons\"", "source": "mentioned"},
            ],
        }})
    );
}

#[test]
fn the_event_of_high_risk_has_the_phrase_and_that_of_medium_the_changes() {
    let high = void_invoice().ask().question.to_mcq();
    assert_eq!(high["data"]["phrase"], "VOID INV-042");
    assert_eq!(high["data"]["risk"], "high");
    let mut call = update_invoice();
    call.changes = Some(vec![change("DueDate", "2024-01-31", "2024-02-29")]);
    let medium = call.ask().question.to_mcq();
    assert_eq!(medium["data"].get("phrase"), None);
    assert_eq!(
        medium["data"]["changes"],
        json!([{"field": "DueDate", "before": "\"2024-01-31\"", "after": "\"2024-02-29\""}])
    );
}

#[test]
fn a_stored_question_is_the_same() {
    let mut call = void_invoice();
    call.changes = Some(vec![change("Status", "open", "void")]);
    let question = call.ask().question;
    let stored = serde_json::to_string(&question).unwrap();
    assert_eq!(serde_json::from_str::<Question>(&stored).unwrap(), question);
}

#[test]
fn numbers_that_serde_can_not_hold_stay_exact() {
    let mut call =
        Call::new("create_payment", Risk::Low, r#"{"Amount": 12345678901234567890.123, "Year": 2024}"#);
    call.sensitive = vec![];
    let question = call.ask().question;
    assert_eq!(
        question.to_mcq()["data"]["pending_args"],
        json!({"Amount": "12345678901234567890.123", "Year": 2024})
    );
    assert_eq!(question.fields()[0].shown(), "12345678901234567890.123");
}
