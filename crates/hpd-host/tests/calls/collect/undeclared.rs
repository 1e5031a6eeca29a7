//! Missing values of functions that declare nothing about asking: first the model's, then the user's.

use hpd_host::external::{Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool};
use hpd_host::outcome::Replied;
use hpd_host::system::BoxFuture;
use hpd_host::{Limits, Output, Session, ToolError, plugin};
use serde_json::json;

use crate::collect::shop::{Shop, approval, question};

/// Cameras.
struct Cameras;

#[plugin(name = "cameras")]
impl Cameras {
    /// Records a video.
    #[ai_function]
    fn record_plain(
        &self,
        /// The camera that is to record the video.
        node_id: String,
        /// For how long.
        seconds: Option<u32>,
    ) -> String {
        format!("{} s from {node_id}", seconds.unwrap_or(10))
    }

    /// Sends a video.
    #[ai_function(write, risk = low)]
    fn share(
        &self,
        /// The recipient.
        to: String,
    ) -> String {
        format!("to {to}")
    }

    /// Lists the cameras.
    #[ai_function]
    fn nodes(&self) -> Vec<String> {
        vec!["test-node-1".to_owned()]
    }

    /// Turns a camera.
    #[ai_function]
    fn turn(
        &self,
        /// Which one.
        #[param(obtain = Cameras::nodes)]
        node_id: String,
        /// How far.
        degrees: i32,
    ) -> String {
        format!("{node_id} by {degrees}")
    }
}

fn cameras() -> Shop {
    Shop::of(|builder| builder.plugin(Cameras))
}

fn statuses(shop: &Shop, name: &str, calls: &[&str]) -> Vec<&'static str> {
    calls.iter().map(|arguments| shop.call(name, arguments).status()).collect()
}

#[test]
fn the_third_miss_of_a_read_is_a_question_and_the_next_message_its_answer() {
    let shop = cameras();
    assert_eq!(statuses(&shop, "record_plain", &[r#"{"seconds":5}"#; 2]), ["error", "error"]);
    let outcome = shop.call("record_plain", r#"{"seconds":5}"#);
    assert_eq!(question(&outcome), "What is the node ID?");
    assert_eq!(
        outcome.for_model_as_text(),
        "Plugin \"cameras\" (record_plain) requires parameters that are missing:\n- node_id (not in message)\n\n\
         Parameters we have:\n- seconds: 5 (from the assistant)\n\nPlease ask the user for: node ID."
    );
    assert_eq!(outcome.for_host()["ask_user_data"], json!({"missing": ["node_id"]}));
    assert_eq!(shop.states(), ["needs_input"]);
    // A model that does not wait makes no second question of it.
    assert_eq!(question(&shop.call("record_plain", r#"{"seconds":5}"#)), "What is the node ID?");
    assert_eq!(shop.states(), ["needs_input"]);
    assert_eq!(shop.answered("test-node-1"), "5 s from test-node-1");
    assert_eq!(shop.reply("test-node-1"), Replied::NotAnAnswer);
}

#[test]
fn a_write_asks_by_the_same_rule_and_is_confirmed_afterwards() {
    let shop = cameras();
    assert_eq!(statuses(&shop, "share", &["{}"; 2]), ["error", "error"]);
    let outcome = shop.call("share", "{}");
    assert_eq!(question(&outcome), "I need a few more details to share:\n• What is the recipient?");
    assert_eq!(outcome.for_host()["ask_user_data"], json!({"missing": ["to"]}));
    let Replied::Answered(asked) = shop.reply("Anna") else { panic!("it is an answer") };
    assert_eq!(shop.confirm(approval(&asked)), "to Anna");
}

#[test]
fn misses_that_differ_count_together() {
    let shop = cameras();
    let calls = ["{}", r#"{"seconds":1}"#, r#"{"node_id":null,"seconds":2}"#];
    assert_eq!(statuses(&shop, "record_plain", &calls), ["error", "error", "ask_user"]);
}

#[test]
fn what_the_model_can_obtain_is_asked_of_the_user_as_late() {
    let shop = cameras();
    assert_eq!(statuses(&shop, "turn", &[r#"{"degrees":5}"#; 3]), ["error", "error", "ask_user"]);
    assert_eq!(shop.answered("test-node-1"), "test-node-1 by 5");
}

#[test]
fn what_is_wrong_beside_it_stays_the_models() {
    let shop = cameras();
    let call = r#"{"degrees":"far"}"#;
    assert_eq!(statuses(&shop, "turn", &[call; 3]), ["error"; 3]);
    assert_eq!(shop.states(), [""; 0]);
}

#[test]
fn a_success_and_a_message_start_anew() {
    let shop = cameras();
    statuses(&shop, "record_plain", &["{}"; 2]);
    assert_eq!(shop.text("record_plain", r#"{"node_id":"n-1"}"#), "10 s from n-1");
    assert_eq!(statuses(&shop, "record_plain", &["{}"; 2]), ["error", "error"]);
    shop.session.user_says("Record a video");
    assert_eq!(statuses(&shop, "record_plain", &["{}"; 3]), ["error", "error", "ask_user"]);
}

#[test]
fn the_third_identical_miss_asks_however_many_corrections_there_may_be() {
    let shop = Shop::of(|builder| builder.plugin(Cameras).limits(Limits::new().corrections(9)));
    assert_eq!(statuses(&shop, "record_plain", &["{}"; 3]), ["error", "error", "ask_user"]);
    let first = Shop::of(|builder| builder.plugin(Cameras).limits(Limits::new().corrections(0)));
    assert_eq!(statuses(&first, "record_plain", &["{}"]), ["ask_user"]);
}

#[test]
fn each_session_counts_for_itself() {
    let mut shop = cameras();
    statuses(&shop, "record_plain", &["{}"; 2]);
    shop.session = Session::new();
    assert_eq!(statuses(&shop, "record_plain", &["{}"]), ["error"]);
}

/// A camera as an external tool.
struct External;

impl ExternalHandler for External {
    fn call<'a>(
        &'a self,
        _: &'a str,
        arguments: Arguments<'a>,
        _: &'a hpd_host::CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move { Ok(Output::Text(arguments.text().to_owned())) })
    }
}

#[test]
fn a_tool_from_outside_asks_as_well() {
    let schema =
        json!({"type": "object", "properties": {"node_id": {"type": "string"}}, "required": ["node_id"]});
    let tool = ExternalTool::new("film", "Records a video", schema).classified(Classification::Read);
    let source = ExternalSource::mcp("camera", vec![tool]).handler(External);
    let shop = Shop::of(|builder| builder.external(source));
    for container in shop.toolbox.all_tools().iter().filter(|tool| tool.is_container()) {
        shop.session.expand(container.id());
    }
    assert_eq!(statuses(&shop, "film", &["{}"; 3]), ["error", "error", "ask_user"]);
    assert_eq!(shop.answered("test-node-1"), r#"{"node_id":"test-node-1"}"#);
}
