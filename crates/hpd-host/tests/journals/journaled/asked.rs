//! Writes that stop since the user must be asked: the events about the block.

use futures_executor::block_on;
use hpd_host::approval::{Choice, UserChannel};
use hpd_host::journal::health::{HealthSpan, Rate, health};
use hpd_host::values::{MapConfig, MapProfile, PluginConfig};
use hpd_host::{Session, ToolError, ToolboxBuilder, Values, plugin};

use crate::journaled::desk::Desk;

/// Sends parcels.
#[derive(Default)]
struct Post;

#[plugin]
impl Post {
    /// Sends a parcel.
    #[ai_function(write, risk = low)]
    fn send_parcel(
        /** What. */
        content: String,
        /** The weight. */
        #[param(range(min = 1))]
        weight: u32,
        /** Where to. */
        #[param(profile_key = "address", confirm_if_uncertain, ask = "Where shall it go?")]
        address: String,
    ) -> Result<String, ToolError> {
        match &*content {
            "animals" => Err(ToolError::ask_user("Which animals?")),
            _ => Ok(format!("{content}, {weight}, to {address}.")),
        }
    }

    /// Tracks a parcel.
    #[ai_function]
    fn track(
        /** Which. */
        #[param(ask = "Which parcel?")]
        number: String,
    ) -> String {
        number
    }
}

fn desk(settings: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Desk {
    Desk::with(|builder| settings(builder.plugin(Post)))
}

fn with_address(builder: ToolboxBuilder) -> ToolboxBuilder {
    builder.values(Values::new().profile(MapProfile::new().for_all("address", "1 Main St")))
}

fn replies(desk: &Desk, text: &str) {
    block_on(desk.toolbox.reply(&desk.session, &UserChannel::local().message(text))).unwrap();
}

fn lines(desk: &Desk) -> Vec<String> {
    desk.events().iter().filter_map(|record| Some(record.status_line()?.into_owned())).collect()
}

fn write_block(desk: &Desk) -> Rate {
    block_on(health(&desk.journal, &HealthSpan::default())).unwrap().write_block
}

const BOOKS: &str = r#"{"content": "books", "weight": 3}"#;

#[test]
fn a_missing_value_is_a_block_with_its_field() {
    let desk = desk(|builder| builder);
    desk.session.user_says("Send the books");
    desk.call("c1", "send_parcel", BOOKS);
    assert_eq!(
        desk.told()[2..],
        ["Blocked send_parcel address", "ask send_parcel: address"],
        "and no result: the call waits"
    );
    assert_eq!(
        desk.data("write_validation"),
        [
            r#"{"asks_user":true,"errors":["address is required"],"message":"address is required","missing_fields":["address"],"status":"blocked","tool":"send_parcel"}"#
        ]
    );
    assert_eq!(
        lines(&desk),
        [
            "Working on the request…",
            "Validating write arguments…",
            "Missing fields detected, asking you…",
            "Waiting for your answer…"
        ]
    );
    let events = desk.events();
    assert!(events[2].call_id.as_deref() == Some("c1") && events[2].turn == events[1].turn);
}

#[test]
fn an_uncertain_value_is_a_block_without_a_missing_field() {
    let desk = desk(with_address);
    desk.call("c1", "send_parcel", BOOKS);
    assert_eq!(
        desk.data("write_validation"),
        [
            r#"{"asks_user":true,"errors":["address must be confirmed by the user"],"message":"address must be confirmed by the user","missing_fields":[],"status":"blocked","tool":"send_parcel"}"#
        ]
    );
    assert_eq!(
        lines(&desk)[1..],
        ["Validating write arguments…", "Details need your answer…", "Waiting for your answer…"]
    );
}

#[test]
fn a_call_that_goes_on_is_blocked_once() {
    let desk = desk(with_address);
    desk.session.user_says("Send the books");
    desk.call("c1", "send_parcel", BOOKS);
    replies(&desk, "yes");
    let told = desk.told();
    let blocks: Vec<_> = told.iter().filter(|line| line.starts_with("Blocked")).collect();
    assert_eq!(blocks, ["Blocked send_parcel "]);
    assert_eq!(told[told.len() - 2..], ["Passed send_parcel ", r#"mcq "send_parcel""#]);
    assert_eq!(write_block(&desk), Rate { count: 1, of: 2 });
}

/// The model did not wait for the answer: its second call is blocked like the first, and the question stays one.
#[test]
fn the_same_call_again_is_another_block_and_no_other_question() {
    let desk = desk(|builder| builder);
    desk.session.user_says("Send the books");
    desk.call("c1", "send_parcel", BOOKS);
    desk.call("c2", "send_parcel", BOOKS);
    assert_eq!(
        desk.told()[2..],
        [
            "Blocked send_parcel address",
            "ask send_parcel: address",
            r#"call send_parcel {"content": "books", "weight": 3}"#,
            "Blocked send_parcel address",
            "result send_parcel Error",
        ]
    );
    assert_eq!(write_block(&desk), Rate { count: 2, of: 2 });
    let health = block_on(health(&desk.journal, &HealthSpan::default())).unwrap();
    assert_eq!((health.questions.asked, health.questions.open), (1, 1));
}

#[test]
fn a_question_of_the_function_is_no_block() {
    let settings = PluginConfig::new().default_parameter("address", "1 Main St").use_defaults_directly();
    let config = MapConfig::new().with("Post", settings);
    let desk = desk(|builder| builder.values(Values::new().config(config)));
    desk.session.user_says("Send animals to 1 Main St");
    let asked = desk.call("c1", "send_parcel", r#"{"content": "animals", "weight": 3}"#);
    block_on(desk.toolbox.decide(&desk.session, &Desk::answer(&asked, Choice::Confirm, None))).unwrap();
    let told = desk.told();
    assert!(told.iter().all(|line| !line.starts_with("Blocked")), "{told:#?}");
    assert_eq!(write_block(&desk), Rate { count: 0, of: 1 });
}

#[test]
fn a_read_that_asks_is_no_block() {
    let desk = desk(|builder| builder);
    desk.call("c1", "track", "{}");
    desk.call("c2", "track", "{}");
    assert_eq!(desk.told()[1..], ["call track {}", "ask track: number", "call track {}"]);
}

/// The errors of the third try are recorded like those of the first two.
#[test]
fn the_third_block_says_what_was_wrong_and_that_the_user_is_asked() {
    let desk = Desk::new();
    desk.session.user_says("Pay Acme");
    for (id, amount) in [("c1", "0"), ("c2", "\"x\""), ("c3", "-1")] {
        desk.call(id, "pay", &format!(r#"{{"amount": {amount}}}"#));
    }
    let blocks = desk.data("write_validation");
    assert_eq!(
        blocks[2],
        r#"{"asks_user":true,"errors":["to is required","amount must be at least 1"],"message":"to is required; amount must be at least 1","missing_fields":["to"],"status":"blocked","tool":"pay"}"#
    );
    let told = desk.told();
    assert_eq!(told[told.len() - 3..], ["Blocked pay to", "ask pay: to", "result pay Error"]);
    assert!(desk.data("tool_result")[2].contains(r#""error_codes":["REQUIRED_FIELD","#));
    let lines = lines(&desk);
    assert_eq!(
        lines[lines.len() - 2..],
        ["Missing fields detected, asking you…", "Waiting for your answer…"]
    );
    assert!(lines.iter().filter(|line| line.ends_with("detected, retrying…")).count() == 2);
}

/// The session is another one: the row and its events come together or not at all.
#[test]
fn a_block_is_told_in_each_session() {
    let desk = desk(|builder| builder);
    desk.call("c1", "send_parcel", BOOKS);
    let other = Desk { session: Session::with_id("s2"), ..desk };
    other.call("c1", "send_parcel", BOOKS);
    assert_eq!(other.data("write_validation").len(), 2);
}
