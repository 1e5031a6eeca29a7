//! Functions that look at their call: its arguments equal the received ones. Unreadable arguments reach the functions
//! that accept them.

use futures_executor::block_on;
use hpd_host::approval::Permission;
use hpd_host::args::{Limits, StopReason, ToolCallRequest};
use hpd_host::filter::{Filter, FilterContext, Verdict};
use hpd_host::reexports::serde_json::{Value, json};
use hpd_host::{Approval, CallContext, Outcome, RawCall, Session, Toolbox, plugin};

struct Echo;

/// The arguments of a function, and the request of its call.
#[expect(clippy::needless_pass_by_value, reason = "each caller has just made it")]
fn told(received: Value, request: &ToolCallRequest, warnings: usize) -> Value {
    assert_eq!(request.warnings().len(), warnings);
    json!({ "received": received, "request": request })
}

#[allow(clippy::unused_async, reason = "async functions are called too")]
#[plugin]
impl Echo {
    /// Tells what it got.
    #[ai_function]
    fn typed(
        &self,
        /// A truth.
        flag: bool,
        /// A number.
        count: i64,
        /// A text.
        text: String,
        /// More numbers.
        #[param(default = [])]
        more: Vec<i64>,
        #[context] ctx: &CallContext<'_>,
    ) -> Value {
        told(json!([flag, count, text, more]), &ctx.request(), ctx.warnings().len())
    }

    /// The same later.
    #[ai_function]
    async fn later(
        &self,
        /** A number. */
        count: i64,
        #[context] ctx: &CallContext<'_>,
    ) -> Value {
        std::future::ready(()).await;
        told(json!([count]), &ctx.request(), ctx.warnings().len())
    }

    /// The same on a thread.
    #[ai_function(timeout = "10s")]
    fn apart(
        &self,
        /** A number. */
        count: i64,
        #[context] ctx: &CallContext<'_>,
    ) -> Value {
        told(json!([count]), &ctx.request(), ctx.warnings().len())
    }

    /// The same of a value that may come from the profile.
    #[ai_function]
    fn collected(
        &self,
        /// A number.
        #[param(profile_key = "count")]
        count: i64,
        #[context] ctx: &CallContext<'_>,
    ) -> Value {
        told(json!([count]), &ctx.request(), ctx.warnings().len())
    }

    /// Takes everything.
    #[ai_function]
    fn anything(
        &self,
        /// A number.
        count: Option<i64>,
        /// A text.
        #[param(default = "none")]
        text: String,
        #[context] request: &ToolCallRequest,
        #[context] ctx: &CallContext<'_>,
    ) -> Value {
        assert_eq!(&ctx.request(), request);
        told(json!([count, text]), request, ctx.warnings().len())
    }

    /// Takes everything, later.
    #[ai_function]
    async fn anything_later(
        /// A number.
        count: Option<i64>,
        #[context] request: &ToolCallRequest,
    ) -> Value {
        std::future::ready(()).await;
        told(json!([count]), request, request.warnings().len())
    }

    /// Takes everything, on a thread.
    #[ai_function(timeout = "10s")]
    fn anything_apart(&self, #[context] request: &ToolCallRequest) -> Value {
        told(json!([]), request, request.warnings().len())
    }

    /// Takes everything that the profile does not have.
    #[ai_function]
    fn anything_collected(
        &self,
        /// A number.
        #[param(profile_key = "count")]
        count: Option<i64>,
        #[context] request: &ToolCallRequest,
    ) -> Value {
        told(json!([count]), request, request.warnings().len())
    }

    /// A secret beside.
    #[ai_function]
    fn secret(
        &self,
        /// The PIN.
        #[param(sensitive)]
        pin: Option<i64>,
        #[context] request: &ToolCallRequest,
    ) -> Value {
        told(json!([pin.is_some()]), request, request.warnings().len())
    }
}

fn toolbox() -> Toolbox {
    Toolbox::builder().approval(Approval::new().writes(Permission::Allow)).plugin(Echo).build().unwrap()
}

fn outcome(toolbox: &Toolbox, name: &str, arguments: &str) -> Outcome {
    block_on(toolbox.call(&Session::new(), &RawCall::new("1", name, arguments)))
}

fn answer(name: &str, arguments: &str) -> Value {
    let outcome = outcome(&toolbox(), name, arguments);
    assert_eq!(outcome.status(), "ok", "{}", outcome.for_model().text);
    let answer = outcome.for_model_as_json();
    assert_eq!(answer["request"]["raw_arguments"], arguments);
    assert_eq!(answer["request"]["tool_name"], name);
    answer
}

#[test]
fn the_request_agrees_with_the_call() {
    let answer = answer("typed", r#"{"flag":"true","count":"42","text":"true"}"#);
    assert_eq!(answer["received"], json!([true, 42, "true", []]));
    assert_eq!(answer["request"]["arguments"], json!({ "flag": true, "count": 42, "text": "true" }));
    assert_eq!(
        answer["request"]["parse_warning"],
        "string literal converted to boolean true; string literal converted to number"
    );
    assert_eq!(answer["request"]["parse_error"], Value::Null);
}

#[test]
fn nothing_is_promoted_that_the_call_did_not_promote() {
    let sent = r#"{"flag":true,"count":3,"text":"null"}"#;
    let answer = answer("typed", sent);
    assert_eq!(answer["request"]["arguments"], json!({ "flag": true, "count": 3, "text": "null" }));
    assert_eq!(answer["request"]["parse_warning"], Value::Null);
}

#[test]
fn numbers_nested_values_and_wrappers_are_as_they_were_received() {
    let whole = answer("typed", r#"{"flag":false,"count":3.0,"text":"a","more":["1",2.0]}"#);
    assert_eq!(whole["received"], json!([false, 3, "a", [1, 2]]));
    assert_eq!(whole["request"]["arguments"]["count"].to_string(), "3");
    assert_eq!(whole["request"]["arguments"]["more"].to_string(), "[1,2]");
    let wrapped = answer("typed", r#"{"arguments":{"flag":true,"count":1,"text":"x"},}"#);
    assert_eq!(wrapped["request"]["arguments"], json!({ "flag": true, "count": 1, "text": "x" }));
    // An argument that is absent for the function is absent in the request.
    let nothing = answer("typed", r#"{"flag":"false","count":1,"text":"x","more":null}"#);
    assert_eq!(nothing["request"]["arguments"], json!({ "flag": false, "count": 1, "text": "x" }));
}

#[test]
fn the_request_agrees_wherever_the_function_runs() {
    for name in ["later", "apart", "collected"] {
        let answer = answer(name, r#"{"count":"42"}"#);
        assert_eq!(answer["received"], json!([42]), "{name}");
        assert_eq!(answer["request"]["arguments"], json!({ "count": 42 }), "{name}");
        assert_eq!(answer["request"]["parse_warning"], "string literal converted to number", "{name}");
    }
}

#[test]
fn a_function_that_takes_the_request_gets_its_values_too() {
    let whole = answer("anything", r#"{"count":"42","text":"true"}"#);
    assert_eq!(whole["received"], json!([42, "true"]));
    assert_eq!(whole["request"]["arguments"], json!({ "count": 42, "text": "true" }));
    assert_eq!(whole["request"]["parse_warning"], "string literal converted to number");
    let empty = answer("anything", "{}");
    assert_eq!(empty["received"], json!([null, "none"]));
    assert_eq!(empty["request"]["arguments"], json!({}));
}

#[test]
fn a_text_that_cannot_be_read_reaches_a_function_that_takes_the_request() {
    for (sent, error) in [
        ("count is 5", "the arguments must be a JSON object"),
        ("[1,2]", "the arguments must be a JSON object"),
        (
            r#"{"count": "4"#,
            "the arguments end inside a string: send them again, complete, or send less at once (at character 13)",
        ),
        (
            "{\"count\":}",
            "the arguments are not valid JSON: a value is missing; send it, or leave its field out",
        ),
        (r#"{"count": 1} {"count": 2}"#, "the arguments hold several values: send one call for each"),
    ] {
        for (name, received) in [
            ("anything", json!([null, "none"])),
            ("anything_later", json!([null])),
            ("anything_apart", json!([])),
            ("anything_collected", json!([null])),
        ] {
            let answer = answer(name, sent);
            assert_eq!(answer["received"], received, "{name} {sent}");
            assert_eq!(answer["request"]["arguments"], Value::Null, "{name} {sent}");
            assert_eq!(answer["request"]["parse_warning"], Value::Null, "{name} {sent}");
            let told = answer["request"]["parse_error"].as_str().unwrap();
            assert!(told.starts_with(error.split(" (at").next().unwrap()), "{name} {sent}: {told}");
        }
        // Without the request nothing is called.
        let refused = outcome(&toolbox(), "typed", sent);
        assert_eq!(refused.status(), "error", "{sent}");
    }
}

#[test]
fn what_can_be_read_is_checked_as_ever() {
    for (sent, code) in [
        (r#"{"count":"many"}"#, "TYPE_MISMATCH"),
        (r#"{"cuont":1}"#, "UNKNOWN_FIELD"),
        (r#"{"count":1,"count":2}"#, "DUPLICATE_KEY"),
    ] {
        let outcome = outcome(&toolbox(), "anything", sent);
        assert_eq!(outcome.status(), "error");
        assert!(outcome.for_model().text.contains(code), "{}", outcome.for_model().text);
    }
}

#[test]
fn a_text_beyond_the_limits_reaches_it_as_it_is() {
    let limits = Limits { depth: 2, ..Limits::default() };
    let toolbox =
        Toolbox::builder().plugin(Echo).limits(hpd_host::Limits::new().arguments(limits)).build().unwrap();
    let outcome = outcome(&toolbox, "anything", r#"{"a":[[[1]]]}"#);
    let answer = outcome.for_model_as_json();
    assert_eq!(answer["request"]["parse_error"], "the arguments are nested too deeply (at character 7)");
    assert_eq!(answer["request"]["raw_arguments"], r#"{"a":[[[1]]]}"#);
}

/// A value that has to be confirmed can't be, where the text says nothing: the call is refused as ever.
#[test]
fn a_sensitive_parameter_beside_it_is_not_passed_over() {
    let refused = outcome(&toolbox(), "secret", r#"{"pin": 4711"#);
    assert_eq!(refused.status(), "error");
    assert!(!refused.for_model().text.contains("4711"));
}

#[test]
fn filters_see_the_values_that_it_runs_with() {
    struct Seen;
    impl Filter for Seen {
        fn check(&self, context: &FilterContext<'_>) -> Verdict {
            assert_eq!(context.arguments().to_json(), r#"{"text":"none"}"#);
            Verdict::allow()
        }
    }
    let toolbox = Toolbox::builder().plugin(Echo).filter(Seen).build().unwrap();
    assert_eq!(outcome(&toolbox, "anything", "nothing").status(), "ok");
    let call = RawCall::new("1", "anything", "nothing");
    let checked = toolbox.check(&Session::new(), &call).unwrap();
    assert_eq!(checked.arguments.as_deref(), Some(r#"{"text":"none"}"#));
}

#[test]
fn a_message_that_was_cut_off_is_told_by_its_error() {
    let call = RawCall::new("1", "anything", r#"{"count": 4"#).stopped_by(StopReason::Length);
    let outcome = block_on(toolbox().call(&Session::new(), &call));
    let answer = outcome.for_model_as_json();
    assert!(answer["request"]["parse_error"].as_str().unwrap().starts_with("the arguments end"), "{answer}");
}
