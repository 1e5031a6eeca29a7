//! Calls after failed corrections.

use serde_json::json;

use super::field;
use crate::collect::ask_user::{AskUser, FailedField};
use crate::collect::plan::{CollectPlan, FieldPlan};

/// Records a payment.
fn payment() -> CollectPlan {
    let invoice = FieldPlan {
        ask: Some("Which invoice should this payment apply to?".into()),
        ..field("Applications", "The invoices.")
    };
    let amount = FieldPlan { title: Some("exact amount".into()), ..field("Amount", "What arrived.") };
    CollectPlan {
        plugin: "books".into(),
        function: "create_payment".into(),
        fields: Box::new([field("AccountId", ""), amount, invoice]),
        ..CollectPlan::default()
    }
}

#[test]
fn after_retries_the_user_is_asked() {
    let failed = [
        FailedField { name: "Applications", is_missing: true },
        FailedField { name: "Amount", is_missing: false },
    ];
    let ask = AskUser::after_retries(&payment(), Some("Record this payment"), &failed, None);
    assert_eq!(
        ask.question(),
        "I need a few more details to record this payment:\n\
         • Which invoice should this payment apply to?\n\
         • Please confirm the exact amount."
    );
    assert_eq!(ask.ask_user_data(), json!({"missing": ["Applications"], "invalid": ["Amount"]}));
}

#[test]
fn after_retries_the_model_is_told_to_wait() {
    let failed = [
        FailedField { name: "AccountId", is_missing: true },
        FailedField { name: "MadeUp", is_missing: false },
    ];
    let ask = AskUser::after_retries(&payment(), None, &failed, None);
    assert_eq!(
        ask.to_string(),
        "The calls of \"create_payment\" failed too often. Do not call it again before the user has answered.\n\n\
         Please ask the user:\n\
         I need a few more details to create payment:\n\
         • What is the account ID?"
    );
}

#[test]
fn after_retries_without_a_field_the_whole_is_asked_about() {
    let ask = AskUser::after_retries(&payment(), None, &[], None);
    assert_eq!(
        ask.question(),
        "I need a few more details to create payment:\n\
         • Please check what you asked for, and say what should be different."
    );
}
