//! Each check counts its own findings, once, and nothing else.

use futures_executor::block_on;
use hpd_host::context::Cancellation;
use hpd_host::external::{ExternalSource, ExternalTool, Rules, ToolRules};
use hpd_host::filter::{FilterContext, Filters, Verdict};
use hpd_host::list::{ModelOptions, Recovery};
use hpd_host::{Limits, RawCall, Session, ToolError, Toolbox, TurnContext, plugin};
use serde_json::json;

use super::{Statistics, caught};
use crate::support::{Math, answer};

#[derive(Default)]
struct Lab;

#[plugin]
impl Lab {
    /// Doubles a number.
    #[ai_function]
    fn double(
        &self,
        /// The number.
        number: u32,
        /// The base.
        base: u32,
    ) -> u32 {
        number * base
    }

    /// Fails.
    #[ai_function]
    fn fail(&self) -> Result<(), ToolError> {
        Err(ToolError::new("It is closed."))
    }

    /// Panics.
    #[ai_function]
    fn panic(&self) {
        panic!("unplugged")
    }

    /// Is denied.
    #[ai_function]
    fn secret(&self) {}

    /// Waits for ever.
    #[ai_function]
    async fn wait(&self) {
        std::future::pending::<()>().await;
    }
}

fn lab(recovery: Recovery) -> Toolbox {
    let deny = |_: &FilterContext<'_>| Verdict::deny("No.", "frozen");
    let blocked = ExternalTool::new("delete_all", "", json!({}));
    // The source has no tool of this name: all of its tools are blocked.
    let rules = Rules::new().tool("delete", ToolRules::new());
    Toolbox::builder()
        .plugin(Lab)
        .plugin(Math)
        .plugin(Statistics)
        .external(ExternalSource::mcp("srv", vec![blocked]).rules(rules))
        .filters(Filters::new().function("Lab.secret", deny))
        .limits(Limits::new().calls_per_turn(2))
        .model(ModelOptions::new().recovery(recovery))
        .build()
        .unwrap()
}

#[test]
fn every_mistake_has_a_counter() {
    for (name, arguments, expected) in [
        ("double", r#"{"number":1,"base":2}"#, ""),
        ("double", r#"{"number":"1","base":2}"#, r#"warnings {"STRING_TO_NUMBER":1}"#),
        (
            "double",
            r#"{"nmber":1,"base":-1}"#,
            r#"errors {"OUT_OF_RANGE":1,"REQUIRED_FIELD":1}, invalid_arguments 1"#,
        ),
        ("Math", r#"{"a":1}"#, "container_with_parameters 1"),
        ("Math.Add", "{}", "qualified_name 1"),
        ("Doubel", "{}", "misspelt_name 1"),
        ("order_pizza", "{}", "unknown_name 1"),
        ("Add", r#"{"a":1,"b":2}"#, "hidden_tool 1"),
        ("fail", "{}", "failed 1"),
        ("panic", "{}", "panicked 1"),
        ("secret", "{}", "denied 1"),
        ("delete_all", "{}", "refused 1"),
    ] {
        let toolbox = lab(Recovery::Reject);
        answer(&toolbox, &Session::new(), name, arguments);
        assert_eq!(caught(&toolbox), expected, "{name} {arguments}");
        assert_eq!(toolbox.counters().calls, 1);
    }
}

#[test]
fn what_is_set_right_is_counted_with_its_mistake() {
    for (recovery, name, arguments, expected) in [
        (Recovery::Expand, "Math", r#"{"a":1}"#, "container_with_parameters 1, expanded_instead 1"),
        (Recovery::Expand, "Add", r#"{"a":1,"b":2}"#, "expanded_instead 1, hidden_tool 1"),
        (Recovery::ExpandAndRun, "Math.Add", r#"{"a":1,"b":2}"#, "qualified_name 1, run_as_meant 1"),
        (
            Recovery::ExpandAndRun,
            "Math",
            r#"{"name":"Add","a":1,"b":2}"#,
            "container_with_parameters 1, run_as_meant 1",
        ),
        (Recovery::ExpandAndRun, "ADD", r#"{"a":1,"b":2}"#, "misspelt_name 1, run_as_meant 1"),
    ] {
        let toolbox = lab(recovery);
        answer(&toolbox, &Session::new(), name, arguments);
        assert_eq!(caught(&toolbox), expected, "{name} {arguments}");
    }
}

#[test]
fn the_third_failure_counts_twice() {
    let (toolbox, session) = (lab(Recovery::Reject), Session::new());
    for _ in 0..3 {
        answer(&toolbox, &session, "fail", "{}");
    }
    assert_eq!(caught(&toolbox), "failed 3, repeated 1");
}

#[test]
fn calls_beyond_the_limit_of_a_message_are_counted() {
    let (toolbox, session) = (lab(Recovery::Reject), Session::new());
    let call = |id: &str| RawCall::new(id, "double", r#"{"number":1,"base":2}"#);
    block_on(toolbox.turn(&session, &[call("1"), call("2"), call("3")]));
    assert_eq!(caught(&toolbox), "too_many_calls 1");
    assert_eq!(toolbox.counters().calls, 3);
}

#[test]
fn a_cancelled_call_is_counted() {
    let (toolbox, session) = (lab(Recovery::Reject), Session::new());
    let cancellation = Cancellation::new();
    cancellation.cancel();
    let turn = TurnContext { cancellation, ..TurnContext::default() };
    block_on(toolbox.call_with(&session, &turn, &RawCall::new("1", "wait", "{}")));
    assert_eq!(caught(&toolbox), "cancelled 1");
}
