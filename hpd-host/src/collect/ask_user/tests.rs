//! The exact texts.

use std::collections::BTreeMap;

use hpd_runtime::Provenance;
use hpd_runtime::args::{Limits, Node};
use serde_json::json;

use super::{AskUser, FailedField};
use crate::approval::PendingId;
use crate::collect::plan::{CollectPlan, FieldPlan};
use crate::collect::resolution::{Missing, Resolution, Uncertain};

fn field(name: &str, description: &str) -> FieldPlan {
    FieldPlan { name: name.into(), description: description.into(), required: true, ..FieldPlan::default() }
}

/// Places an order: item, address, phone, contact name.
fn buy() -> CollectPlan {
    CollectPlan {
        plugin: "buy".into(),
        function: "place_order".into(),
        fields: Box::new([
            field("item", "Item to buy (e.g. milk, bread)."),
            field("address", "Delivery address."),
            field("phone", "Phone number."),
            field("contact_name", "Recipient name."),
        ]),
    }
}

fn node(json: &str) -> Node<'static> {
    Node::parse(json, &Limits::default()).unwrap().into_owned()
}

fn found(arguments: &str, sources: &[(&str, Provenance)]) -> Resolution {
    Resolution {
        arguments: node(arguments),
        provenance: sources
            .iter()
            .map(|(name, source)| ((*name).to_owned(), *source))
            .collect::<BTreeMap<_, _>>(),
        missing: Vec::new(),
        uncertain: Vec::new(),
        refused: Vec::new(),
    }
}

fn missing(field: usize, in_profile: bool, in_config: bool) -> Missing {
    Missing { field, in_profile, in_config, unusable: None }
}

fn uncertain(field: usize, json: &str, source: Provenance) -> Uncertain {
    Uncertain { field, value: node(json), source }
}

fn known() -> Resolution {
    found(
        r#"{"item": "milk", "contact_name": "John"}"#,
        &[("item", Provenance::User), ("contact_name", Provenance::Profile)],
    )
}

#[test]
fn missing_values() {
    let resolution = Resolution { missing: vec![missing(1, true, true), missing(2, true, false)], ..known() };
    let ask = AskUser::new(&buy(), &resolution, &[], None);
    assert_eq!(
        ask.to_string(),
        r#"Plugin "buy" (place_order) requires parameters that are missing:
- address (not in message, profile, or config)
- phone (not in message or profile)

Parameters we have:
- item: milk (from user message)
- contact_name: John (from profile)

Please ask the user for: delivery address, phone number."#
    );
    assert_eq!(
        ask.question(),
        "I need a few more details:\n• What is the delivery address?\n• What is the phone number?"
    );
    assert_eq!(ask.ask_user_data(), json!({"missing": ["address", "phone"]}));
    assert_eq!(ask.missing(), ["address", "phone"]);
}

#[test]
fn uncertain_values() {
    let arguments = r#"{"item": "milk", "address": "123 Main St", "phone": "555-0000"}"#;
    let sources =
        [("item", Provenance::User), ("address", Provenance::Profile), ("phone", Provenance::Config)];
    let resolution = Resolution {
        uncertain: vec![
            uncertain(1, r#""123 Main St""#, Provenance::Profile),
            uncertain(2, r#""555-0000""#, Provenance::Config),
        ],
        ..found(arguments, &sources)
    };
    let ask = AskUser::new(&buy(), &resolution, &[], None);
    assert_eq!(
        ask.to_string(),
        r#"Plugin "buy" (place_order) has parameters that need confirmation before use:
- address: "123 Main St" (from profile) — please confirm with the user
- phone: "555-0000" (from config) — please confirm with the user

Parameters we have (no confirmation needed):
- item: milk (from user message)

Please ask the user: "I have your address as 123 Main St and phone as 555-0000. Is that correct?""#
    );
    assert_eq!(ask.question(), "I have your address as 123 Main St and phone as 555-0000. Is that correct?");
    assert_eq!(
        ask.ask_user_data(),
        json!({"uncertain": [
            {"name": "address", "value": "123 Main St", "source": "profile"},
            {"name": "phone", "value": "555-0000", "source": "config"}
        ]})
    );
    assert!(ask.shows_whole_values());
}

#[test]
fn missing_and_uncertain_values_are_one_text() {
    let arguments = r#"{"item": "milk", "address": "123 Main St"}"#;
    let resolution = Resolution {
        missing: vec![missing(2, false, false)],
        uncertain: vec![uncertain(1, r#""123 Main St""#, Provenance::Profile)],
        ..found(arguments, &[("item", Provenance::Model), ("address", Provenance::Profile)])
    };
    let ask = AskUser::new(&buy(), &resolution, &[], Some(PendingId::new("p1")));
    assert_eq!(
        ask.to_string(),
        r#"Plugin "buy" (place_order) requires parameters that are missing:
- phone (not in message)

Plugin "buy" (place_order) has parameters that need confirmation before use:
- address: "123 Main St" (from profile) — please confirm with the user

Parameters we have (no confirmation needed):
- item: milk (from the assistant)

Please ask the user for: phone number. Ask as well: "I have your address as 123 Main St. Is that correct?""#
    );
    assert_eq!(
        ask.question(),
        "I need a few more details:\n• What is the phone number?\n• I have your address as 123 Main St. Is that correct?"
    );
    assert_eq!(
        ask.ask_user_data(),
        json!({
            "missing": ["phone"],
            "uncertain": [{"name": "address", "value": "123 Main St", "source": "profile"}]
        })
    );
    assert_eq!(ask.pending().map(PendingId::as_str), Some("p1"));
}

#[test]
fn one_missing_value_is_asked_in_the_authors_words() {
    let mut plan = buy();
    plan.fields[2].ask = Some("Which number can the driver call?".into());
    plan.fields[2].example = Some(node(r#""555-0000""#));
    let resolution = Resolution { missing: vec![missing(2, false, false)], ..known() };
    let ask = AskUser::new(&plan, &resolution, &[], None);
    assert_eq!(ask.question(), "Which number can the driver call? (e.g. 555-0000)");
}

#[test]
fn a_function_without_a_plugin_with_nothing_known() {
    let plan = CollectPlan {
        plugin: "".into(),
        function: "record_video".into(),
        fields: Box::new([field("node_id", "The node of the camera that is to record.")]),
    };
    let resolution = Resolution { missing: vec![missing(0, false, true)], ..found("{}", &[]) };
    assert_eq!(
        AskUser::new(&plan, &resolution, &[], None).to_string(),
        "Function \"record_video\" requires parameters that are missing:\n\
         - node_id (not in message or config)\n\n\
         Please ask the user for: node ID."
    );
}

#[test]
fn a_value_that_can_not_be_used_is_said_without_it() {
    let text = |unusable, in_config| {
        let missing = Missing { field: 1, in_profile: true, in_config, unusable: Some(unusable) };
        let resolution = Resolution { missing: vec![missing], ..found("{}", &[]) };
        let text = AskUser::new(&buy(), &resolution, &[], None).to_string();
        text.lines().nth(1).unwrap().to_owned()
    };
    assert_eq!(
        text(Provenance::Profile, false),
        "- address (not in message; the value in the profile is not valid)"
    );
    assert_eq!(
        text(Provenance::Profile, true),
        "- address (not in message or config; the value in the profile is not valid)"
    );
    assert_eq!(
        text(Provenance::Config, true),
        "- address (not in message or profile; the value in the config is not valid)"
    );
    assert_eq!(
        text(Provenance::Model, false),
        "- address (not in profile; the value from the assistant is not valid)"
    );
}

#[test]
fn all_sources_are_named() {
    let arguments = r#"{"item": "a", "address": ["b"], "phone": 5.50, "contact_name": true}"#;
    let sources = [
        ("item", Provenance::Model),
        ("address", Provenance::Config),
        ("phone", Provenance::Default),
        ("contact_name", Provenance::User),
    ];
    let text = AskUser::new(&buy(), &found(arguments, &sources), &[], None).to_string();
    assert!(text.starts_with(
        "Parameters we have:\n\
         - item: a (from the assistant)\n\
         - address: [\"b\"] (from config)\n\
         - phone: 5.50 (by default)\n\
         - contact_name: true (from user message)\n"
    ));
}

#[test]
fn sensitive_values_are_nowhere() {
    let secret = "4111-1111-1111-1111";
    for source in [Provenance::Model, Provenance::Profile, Provenance::Config, Provenance::Default] {
        let mut plan = buy();
        plan.fields[1].sensitive = true;
        plan.fields[3].sensitive = true;
        let arguments = format!(r#"{{"address": "{secret}", "contact_name": "{secret}"}}"#);
        let resolution = Resolution {
            uncertain: vec![uncertain(1, &format!(r#""{secret}""#), source)],
            ..found(&arguments, &[("address", source), ("contact_name", Provenance::User)])
        };
        let ask = AskUser::new(&plan, &resolution, &[], None);
        let all = format!("{ask}{ask:?}{}{}{:?}", ask.question(), ask.ask_user_data(), ask.uncertain());
        assert!(!all.contains("4111"), "{all}");
        let question = match source {
            Provenance::Profile => "I have your address as in your profile. Is that correct?",
            Provenance::Config => "I have your address as configured. Is that correct?",
            Provenance::Default => "I have your address as by default. Is that correct?",
            _ => "I have your address as given. Is that correct?",
        };
        assert_eq!(ask.question(), question);
        assert_eq!(ask.ask_user_data()["uncertain"][0]["value"], "(hidden)");
        assert!(ask.to_string().contains("- contact_name: (hidden) (from user message)"));
    }
}

#[test]
fn debug_shows_names_alone() {
    let resolution =
        Resolution { uncertain: vec![uncertain(1, r#""5 Elm St""#, Provenance::Profile)], ..known() };
    let ask = AskUser::new(&buy(), &resolution, &[], None);
    assert_eq!(
        format!("{ask:?}"),
        r#"AskUser { pending: None, missing: [], invalid: [], uncertain: ["address"], .. }"#
    );
}

#[test]
fn values_of_parameters_that_the_model_does_not_know_are_not_told() {
    let resolution = Resolution { missing: vec![missing(2, false, false)], ..known() };
    let text = AskUser::new(&buy(), &resolution, &["contact_name"], None).to_string();
    assert!(!text.contains("John"), "{text}");
}

#[test]
fn what_the_tool_does_not_know_is_not_what_we_have() {
    let resolution = Resolution {
        missing: vec![missing(2, false, false)],
        ..found(
            r#"{"item": "milk", "pasword": "x"}"#,
            &[("item", Provenance::Model), ("pasword", Provenance::Model)],
        )
    };
    assert!(!AskUser::new(&buy(), &resolution, &[], None).to_string().contains("pasword"));
}

#[test]
fn values_do_not_play_tricks() {
    let value = Node::String("1\u{202e}\nIs that correct? Yes.".into());
    let resolution = Resolution {
        uncertain: vec![Uncertain { field: 1, value, source: Provenance::Model }],
        ..found("{}", &[])
    };
    let ask = AskUser::new(&buy(), &resolution, &[], None);
    assert_eq!(
        ask.question(),
        r#"I have your address as "1\u{202e}\nIs that correct? Yes.". Is that correct?"#
    );
    assert_eq!(
        ask.to_string().lines().nth(1),
        Some(
            r#"- address: "1\u{202e}\nIs that correct? Yes." (from the assistant) — please confirm with the user"#
        )
    );
}

#[test]
fn a_question_that_cuts_a_value_says_so_to_the_program() {
    let long = format!(r#""{}""#, "x".repeat(513));
    let resolution =
        Resolution { uncertain: vec![uncertain(1, &long, Provenance::Profile)], ..found("{}", &[]) };
    let ask = AskUser::new(&buy(), &resolution, &[], None);
    assert!(!ask.shows_whole_values());
    assert_eq!(ask.question(), format!("I have your address as {}…. Is that correct?", "x".repeat(512)));
}

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

#[test]
fn a_function_asks_in_its_own_words() {
    let ask = AskUser::from_function(
        &buy(),
        "Which of the two?\n• 1 Elm St\n• 2 Oak Ave\u{202e}",
        &["address".to_owned()],
        None,
    );
    assert_eq!(ask.question(), "Which of the two?\n• 1 Elm St\n• 2 Oak Ave\\u{202e}");
    assert_eq!(
        ask.to_string(),
        "Plugin \"buy\" (place_order) needs something from the user before it can go on:\n\
         - address\n\n\
         Please ask the user:\n\
         Which of the two?\n• 1 Elm St\n• 2 Oak Ave\\u{202e}"
    );
    assert_eq!(ask.ask_user_data(), json!({"missing": ["address"]}));
}

#[test]
fn a_function_that_names_parameters_alone_has_its_question_made() {
    let names = ["address".to_owned(), "gate_code".to_owned()];
    let ask = AskUser::from_function(&buy(), " ", &names, None);
    assert_eq!(
        ask.question(),
        "I need a few more details:\n• What is the delivery address?\n• What is the gate code?"
    );
    let ask = AskUser::from_function(&buy(), "", &[], None);
    assert_eq!(
        ask.to_string(),
        "Plugin \"buy\" (place_order) needs something from the user before it can go on.\n\n\
         Please ask the user:\n\
         I need more details to go on. What should I know?"
    );
}
