//! Functions that ask the user themselves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use hpd_host::approval::Permission;
use hpd_host::external::{Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool};
use hpd_host::outcome::Replied;
use hpd_host::system::BoxFuture;
use hpd_host::values::MapProfile;
use hpd_host::{Approval, CallContext, Output, Session, ToolError, Values, plugin};
use serde_json::json;

use crate::collect::shop::{Shop, anna, approval, question};

/// Cameras.
#[derive(Clone, Default)]
struct Cameras {
    recorded: Arc<AtomicU32>,
}

impl Cameras {
    fn recorded(&self) -> u32 {
        self.recorded.load(Ordering::SeqCst)
    }
}

#[plugin(name = "cameras")]
impl Cameras {
    /// Records a video.
    #[ai_function]
    fn record(
        &self,
        /// For how many seconds.
        seconds: u32,
        /// The node.
        node_id: Option<String>,
    ) -> Result<String, ToolError> {
        let Some(node) = node_id else {
            return Err(ToolError::ask_user("Which node should I use?").missing(["node_id"]));
        };
        self.recorded.fetch_add(1, Ordering::SeqCst);
        Ok(format!("{seconds} seconds from {node}"))
    }

    /// Sends a video.
    #[ai_function(write, risk = low)]
    fn share(
        &self,
        /// To whom.
        #[param(profile_key = "mail", confirm_if_uncertain)]
        to: String,
        /// The node.
        node_id: Option<String>,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let Some(node) = node_id else {
            return Err(ToolError::ask_user("Which node should I use?").missing(["node_id"]));
        };
        self.recorded.fetch_add(1, Ordering::SeqCst);
        let source = ctx.provenance("to").map_or("nowhere", |source| source.as_str());
        Ok(format!("{node} to {to} ({source})"))
    }

    /// Turns a camera.
    #[ai_function]
    fn turn(
        &self,
        /** How far. */
        degrees: i32,
    ) -> Result<String, ToolError> {
        Err(ToolError::ask_user(format!("Shall it turn by {degrees} degrees?")))
    }
}

fn cameras() -> (Cameras, Shop) {
    let cameras = Cameras::default();
    let shop = Shop::of(|builder| builder.plugin(cameras.clone()));
    (cameras, shop)
}

#[test]
fn its_question_is_the_outcome() {
    let (_, shop) = cameras();
    let outcome = shop.call("record", r#"{"seconds":5}"#);
    assert_eq!(
        outcome.for_model_as_text(),
        "Plugin \"cameras\" (record) needs something from the user before it can go on:\n- node_id\n\n\
         Please ask the user:\nWhich node should I use?"
    );
    assert_eq!(outcome.for_user().as_deref(), Some("Which node should I use?"));
    assert_eq!(outcome.for_host()["ask_user_data"], json!({"missing": ["node_id"]}));
    assert_eq!(shop.states(), ["needs_input"]);
}

#[test]
fn the_users_answer_completes_its_call() {
    let (cameras, shop) = cameras();
    shop.call("record", r#"{"seconds":5}"#);
    assert_eq!(shop.answered("test-node-1"), "5 seconds from test-node-1");
    assert_eq!(cameras.recorded(), 1);
    assert_eq!(shop.reply("test-node-1"), Replied::NotAnAnswer);
    assert_eq!(cameras.recorded(), 1);
}

#[test]
fn a_session_may_be_stored_meanwhile() {
    let (_, mut shop) = cameras();
    shop.call("record", r#"{"seconds":5}"#);
    shop.session = Session::from_json(&shop.session.to_json()).unwrap();
    assert_eq!(shop.answered("test-node-1"), "5 seconds from test-node-1");
}

#[test]
fn the_model_calling_again_after_a_message_answers_the_question() {
    let (cameras, shop) = cameras();
    shop.call("record", r#"{"seconds":5}"#);
    assert_eq!(shop.reply("Take test-node-1, and for 9 seconds"), Replied::NotAnAnswer);
    assert_eq!(shop.text("record", r#"{"seconds":9,"node_id":"test-node-1"}"#), "9 seconds from test-node-1");
    assert_eq!(shop.states(), ["cancelled"]);
    // A text that looks like an answer is for something else by now.
    assert_eq!(shop.reply("test-node-2"), Replied::NotAnAnswer);
    assert_eq!(cameras.recorded(), 1);
}

#[test]
fn a_question_without_a_parameter_is_answered_through_the_model() {
    let (_, shop) = cameras();
    let outcome = shop.call("turn", r#"{"degrees":90}"#);
    assert_eq!(outcome.for_user().as_deref(), Some("Shall it turn by 90 degrees?"));
    // The function would be called as before, and ask again.
    assert_eq!(shop.reply("yes"), Replied::Unclear(vec!["Shall it turn by 90 degrees?".to_owned()]));
    assert_eq!(shop.reply("By 45 degrees then"), Replied::NotAnAnswer);
}

#[test]
fn an_approved_write_that_asks_is_completed_and_asked_about_again() {
    let cameras = Cameras::default();
    let mail = MapProfile::new().of(anna(), "mail", "a@b.example");
    let shop = Shop::of(|builder| builder.plugin(cameras.clone()).values(Values::new().profile(mail)));
    assert_eq!(question(&shop.call("share", "{}")), "I have your to as a@b.example. Is that correct?");
    let Replied::Answered(asked) = shop.reply("yes") else { panic!("it is an answer") };
    let text = shop.confirm(approval(&asked));
    assert_eq!(
        text,
        "Plugin \"cameras\" (share) needs something from the user before it can go on:\n- node_id\n\n\
         Please ask the user:\nWhich node should I use?"
    );
    // A confirmed value is not asked again; the changed call is.
    let Replied::Answered(asked) = shop.reply("test-node-1") else { panic!("it is an answer") };
    assert_eq!(cameras.recorded(), 0);
    assert_eq!(shop.confirm(approval(&asked)), "test-node-1 to a@b.example (user)");
    assert_eq!(cameras.recorded(), 1);
}

#[test]
fn an_allowed_write_that_asks_keeps_what_was_collected() {
    let cameras = Cameras::default();
    let mail = MapProfile::new().of(anna(), "mail", "a@b.example");
    let shop = Shop::of(|builder| {
        builder
            .plugin(cameras.clone())
            .values(Values::new().profile(mail))
            .approval(Approval::new().writes(Permission::Allow))
    });
    shop.call("share", "{}");
    let Replied::Answered(asked) = shop.reply("yes") else { panic!("it is an answer") };
    assert_eq!(question(&asked), "Which node should I use?");
    assert_eq!(shop.answered("test-node-1"), "test-node-1 to a@b.example (user)");
}

/// A camera as an external tool.
struct External;

impl ExternalHandler for External {
    fn call<'a>(
        &'a self,
        _: &'a str,
        arguments: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move {
            if arguments.contains("node_id") {
                Ok(Output::Text(arguments.text().to_owned()))
            } else {
                Err(ToolError::ask_user("Which node should I use?").missing(["node_id"]))
            }
        })
    }
}

#[test]
fn a_handler_asks_in_the_same_way() {
    let schema = json!({"type": "object", "properties": {
        "seconds": {"type": "integer"}, "node_id": {"type": "string"}
    }});
    let tool = ExternalTool::new("film", "Records a video", schema).classified(Classification::Read);
    let source = ExternalSource::mcp("camera", vec![tool]).handler(External);
    let shop = Shop::of(|builder| builder.external(source));
    for container in shop.toolbox.all_tools().iter().filter(|tool| tool.is_container()) {
        shop.session.expand(container.id());
    }
    assert_eq!(question(&shop.call("film", r#"{"seconds":5}"#)), "Which node should I use?");
    assert_eq!(shop.answered("test-node-1"), r#"{"node_id":"test-node-1","seconds":5}"#);
}
