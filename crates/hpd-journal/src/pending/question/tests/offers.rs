//! Wider permissions that a question offers.

use hpd_runtime::spec::Risk;
use serde_json::json;

use super::Call;
use crate::pending::{Offer, OfferScope, OfferedTool};

fn offer(scope: OfferScope, names: &[&str]) -> Offer {
    let tools = names.iter().map(|name| OfferedTool {
        tool: format!("MCP_books.{name}").as_str().into(),
        name: (*name).to_owned(),
        fingerprint: "f".to_owned(),
    });
    Offer { scope, tools: tools.collect() }
}

fn offering(risk: Risk) -> Call {
    let offers =
        vec![offer(OfferScope::Tool, &["balance"]), offer(OfferScope::Source, &["balance", "rates"])];
    Call { offers, ..Call::new("balance", risk, r#"{"account": "A"}"#) }
}

#[test]
fn offers_are_lines_and_buttons() {
    let question = offering(Risk::Medium).ask().question;
    assert_eq!(
        question.text(),
        "Confirm: Balance?\nTool: balance of Bookkeeping. Risk: medium.\nIt runs with:\n- account: \"A\"\n\nOr allow more, for this conversation:\n- all calls of balance\n- all calls of these unclassified tools of Bookkeeping, as they are now: balance, rates"
    );
    assert_eq!(
        question.to_mcq()["data"]["options"],
        json!([
            {"label": "✅ Yes, balance", "value": "confirm"},
            {"label": "✅ Yes, and all calls of balance", "value": "confirm_tool"},
            {"label": "✅ Yes, and the 2 unclassified tools of Bookkeeping", "value": "confirm_source"},
            {"label": "❌ Cancel", "value": "cancel"},
        ])
    );
    assert_eq!(question.offers()[1].scope(), OfferScope::Source);
    assert_eq!(question.offers()[1].tools(), ["balance", "rates"]);
}

#[test]
fn a_question_of_high_risk_offers_nothing_more() {
    assert!(offering(Risk::High).ask().question.offers().is_empty());
    let offers = offering(Risk::Medium).offers;
    let strange = Call { offers, ..Call::new("balance", Risk::Medium, r#"{"a": "\u202e"}"#) };
    assert!(strange.ask().question.offers().is_empty());
}
