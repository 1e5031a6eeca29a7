//! Texts about values that are missing or uncertain.

use hpd_host::Values;
use hpd_host::outcome::OutcomeKind;
use hpd_host::values::{MapProfile, PluginConfig};
use serde_json::json;

use crate::collect::shop::{Shop, anna, config, profile};

#[test]
fn what_is_missing_is_said_with_where_it_was_looked_for() {
    let name = MapProfile::new().of(anna(), "name", "John");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(name)));
    shop.session.user_says("Buy milk");
    let outcome = shop.order(r#"{"item":"milk"}"#);
    assert_eq!(
        outcome.for_model_as_text(),
        "Plugin \"buy\" (place_order) requires parameters that are missing:\n\
         - address (not in message, profile, or config)\n\
         - phone (not in message or profile)\n\
         \n\
         Parameters we have:\n\
         - item: milk (from user message)\n\
         - contact_name: John (from profile)\n\
         - payment_method: cash (by default)\n\
         - count: 1 (by default)\n\
         \n\
         Please ask the user for: delivery address, phone number."
    );
    assert!(!outcome.for_model().is_error);
    assert_eq!(
        outcome.for_user().as_deref(),
        Some(
            "I need a few more details:\n• Where should it be delivered?\n\
             • What's your phone number for the delivery? (e.g. 555-1234)"
        )
    );
    assert_eq!(shop.buy.orders(), 0);
}

#[test]
fn what_is_uncertain_is_said_with_where_it_comes_from() {
    let known = MapProfile::new().of(anna(), "address", "123 Main St");
    let settings = PluginConfig::new().default_parameter("phone", "555-0000");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(known).config(config(settings))));
    shop.session.user_says("Buy milk, I'm John");
    let outcome = shop.order(r#"{"item":"milk","contact_name":"John"}"#);
    assert_eq!(
        outcome.for_model_as_text(),
        "Plugin \"buy\" (place_order) has parameters that need confirmation before use:\n\
         - address: \"123 Main St\" (from profile) — please confirm with the user\n\
         - phone: \"555-0000\" (from config) — please confirm with the user\n\
         \n\
         Parameters we have (no confirmation needed):\n\
         - item: milk (from user message)\n\
         - contact_name: John (from user message)\n\
         - payment_method: cash (by default)\n\
         - count: 1 (by default)\n\
         \n\
         Please ask the user: \"I have your address as 123 Main St and phone number as 555-0000. Is that correct?\""
    );
    assert_eq!(
        outcome.for_user().as_deref(),
        Some("I have your address as 123 Main St and phone number as 555-0000. Is that correct?")
    );
}

#[test]
fn one_outcome_holds_both() {
    let known = MapProfile::new().of(anna(), "address", "123 Main St").of(anna(), "name", "John");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(known)));
    let outcome = shop.order(r#"{"item":"milk"}"#);
    assert_eq!(
        outcome.for_model_as_text(),
        "Plugin \"buy\" (place_order) requires parameters that are missing:\n\
         - phone (not in message or profile)\n\
         \n\
         Plugin \"buy\" (place_order) has parameters that need confirmation before use:\n\
         - address: \"123 Main St\" (from profile) — please confirm with the user\n\
         \n\
         Parameters we have (no confirmation needed):\n\
         - item: milk (from the assistant)\n\
         - contact_name: John (from profile)\n\
         - payment_method: cash (by default)\n\
         - count: 1 (by default)\n\
         \n\
         Please ask the user for: phone number. Ask as well: \"I have your address as 123 Main St. Is that correct?\""
    );
    let OutcomeKind::AskUser(asked) = &outcome.kind else { panic!("the user is asked") };
    let question = "I need a few more details:\n• What's your phone number for the delivery? (e.g. 555-1234)\n\
                    • I have your address as 123 Main St. Is that correct?";
    assert_eq!(
        outcome.for_host(),
        json!({
            "call_id": "call_1",
            "tool_name": "place_order",
            "status": "ask_user",
            "warnings": [],
            "ask_user_data": {
                "missing": ["phone"],
                "uncertain": [{"name": "address", "value": "123 Main St", "source": "profile"}]
            },
            "question": question,
            "pending_id": asked.pending().unwrap().as_str(),
        })
    );
    assert_eq!(shop.states(), ["needs_input"]);
}

#[test]
fn what_the_model_got_wrong_is_said_first() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
    assert_eq!(
        shop.text("place_order", r#"{"item":"milk","count":0}"#),
        concat!(
            r#"{"error_type":"validation_error","errors":[{"property":"count","attempted_value":0,"#,
            r#""error_message":"count must be at least 1","error_code":"OUT_OF_RANGE"}],"#,
            r#""retry_guidance":"The provided arguments are invalid. Please review the errors, correct the arguments based on the function schema, and try again."}"#,
        )
    );
    assert_eq!(shop.states(), [""; 0]);
}

#[test]
fn an_empty_value_is_none() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
    assert_eq!(
        shop.asked(r#"{"item":"milk","contact_name":null,"phone":null}"#),
        "I have your address as 123 Main St and phone number as 555-0000. Is that correct?"
    );
}

#[test]
fn a_value_of_the_profile_that_does_not_fit_is_said_without_it() {
    let wrong = MapProfile::new().of(anna(), "address", 17).of(anna(), "phone", json!({"home": "s3cret"}));
    let wrong = wrong.of(anna(), "name", "John");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(wrong)));
    let outcome = shop.order(r#"{"item":"milk"}"#);
    assert_eq!(
        outcome.for_model_as_text(),
        "Plugin \"buy\" (place_order) requires parameters that are missing:\n\
         - phone (not in message; the value in the profile is not valid)\n\
         \n\
         Plugin \"buy\" (place_order) has parameters that need confirmation before use:\n\
         - address: \"17\" (from profile) — please confirm with the user\n\
         \n\
         Parameters we have (no confirmation needed):\n\
         - item: milk (from the assistant)\n\
         - contact_name: John (from profile)\n\
         - payment_method: cash (by default)\n\
         - count: 1 (by default)\n\
         \n\
         Please ask the user for: phone number. Ask as well: \"I have your address as 17. Is that correct?\""
    );
    assert!(!format!("{outcome:?} {}", outcome.for_host()).contains("s3cret"));
}

#[test]
fn what_a_tool_from_outside_takes_is_said_in_the_same_way() {
    use hpd_host::external::{ExternalSource, ExternalTool, Rules, ToolRules};
    let schema = json!({"type": "object", "properties": {
        "node_id": {"type": "string", "examples": ["test-node-1"]}, "seconds": {"type": "integer"}
    }, "required": ["node_id"]});
    let tool = ExternalTool::new("record", "Records a video", schema);
    let rules = ToolRules::new().ask("node_id", "Which node should I use?").read();
    let source = ExternalSource::mcp("camera", vec![tool]).rules(Rules::new().tool("record", rules));
    let shop = Shop::of(|builder| builder.external(source));
    for container in shop.toolbox.all_tools().iter().filter(|tool| tool.is_container()) {
        shop.session.expand(container.id());
    }
    let outcome = shop.call("record", r#"{"seconds":5}"#);
    assert_eq!(
        outcome.for_model_as_text(),
        "Plugin \"camera\" (record) requires parameters that are missing:\n\
         - node_id (not in message)\n\
         \n\
         Parameters we have:\n\
         - seconds: 5 (from the assistant)\n\
         \n\
         Please ask the user for: node ID."
    );
    assert_eq!(outcome.for_user().as_deref(), Some("Which node should I use? (e.g. test-node-1)"));
}
