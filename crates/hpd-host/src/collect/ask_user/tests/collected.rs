//! Missing and uncertain values.

use hpd_journal::pending::PendingId;
use hpd_runtime::args::Node;
use hpd_runtime::values::Provenance;
use serde_json::json;

use super::{buy, field, found, known, missing, node, uncertain};
use crate::collect::ask_user::AskUser;
use crate::collect::plan::CollectPlan;
use crate::collect::resolution::{Missing, Resolution, Uncertain};

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
        ..CollectPlan::default()
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
        ("phone", Provenance::Declared),
        ("contact_name", Provenance::User),
    ];
    let text = AskUser::new(&buy(), &found(arguments, &sources), &[], None).to_string();
    assert_eq!(
        text,
        "Parameters we have:\n\
         - item: a (from the assistant)\n\
         - address: [\"b\"] (from config)\n\
         - phone: 5.50 (by default)\n\
         - contact_name: true (from user message)"
    );
}

#[test]
fn sensitive_values_are_nowhere() {
    let secret = "4111-1111-1111-1111";
    for source in [Provenance::Model, Provenance::Profile, Provenance::Config, Provenance::Declared] {
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
            Provenance::Declared => "I have your address as by default. Is that correct?",
            _ => "I have your address as given. Is that correct?",
        };
        assert_eq!(ask.question(), question);
        assert_eq!(ask.ask_user_data()["uncertain"][0]["value"], "[hidden]");
        assert!(ask.to_string().contains("- contact_name: [hidden] (from user message)"));
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

#[test]
fn names_from_outside_do_not_play_tricks() {
    let plan = CollectPlan {
        plugin: "x\ny".into(),
        function: "f".into(),
        fields: Box::new([field("a\n- b\u{202e}", "")]),
        ..CollectPlan::default()
    };
    let resolution = Resolution { missing: vec![missing(0, false, false)], ..found("{}", &[]) };
    assert_eq!(
        AskUser::new(&plan, &resolution, &[], None).to_string(),
        "Plugin \"x\\ny\" (f) requires parameters that are missing:\n\
         - a\\n- b\\u{202e} (not in message)\n\n\
         Please ask the user for: a b."
    );
}
