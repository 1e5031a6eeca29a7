//! Numbers of a write: frozen, shown and run as the function gets them.

use futures_executor::block_on;
use hpd_host::approval::{Answer, Choice, Permission, UserChannel};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
struct Line {
    amount: f64,
    weight: Option<f32>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "shown by Debug")]
enum Either {
    Line(Line),
    Amount(f64),
}

#[derive(Deserialize, JsonSchema)]
struct Raw(#[schemars(with = "Value")] Box<RawValue>);

struct Bank;

#[plugin]
#[expect(clippy::unused_async, reason = "as functions that write mostly are")]
impl Bank {
    /// Pays.
    #[ai_function(write, risk = low)]
    async fn pay(
        &self,
        /** How much. */
        value: f64,
    ) -> String {
        value.to_string()
    }

    /// Pays a little.
    #[ai_function(write, risk = low)]
    async fn pay_small(
        &self,
        /** How much. */
        value: f32,
    ) -> String {
        value.to_string()
    }

    /// Pays exactly.
    #[ai_function(write, risk = low)]
    async fn pay_exactly(
        &self,
        /** How much. */
        value: Decimal,
    ) -> String {
        value.to_string()
    }

    /// Pays whole amounts.
    #[ai_function(write, risk = low)]
    async fn pay_count(
        &self,
        /** How much. */
        value: i64,
    ) -> String {
        value.to_string()
    }

    /// Pays anything.
    #[ai_function(write, risk = low)]
    async fn pay_any(
        &self,
        /** Anything. */
        value: Value,
    ) -> String {
        value.to_string()
    }

    /// Pays an amount, and keeps its text.
    #[ai_function(write, risk = low)]
    async fn pay_raw(
        &self,
        /** Anything. */
        value: Raw,
    ) -> String {
        value.0.get().to_owned()
    }

    /// Pays lines.
    #[ai_function(write, risk = low)]
    async fn pay_lines(
        &self,
        /** Lines. */
        value: Vec<Line>,
    ) -> String {
        format!("{value:?}")
    }

    /// Pays either.
    #[ai_function(write, risk = low)]
    async fn pay_either(
        &self,
        /** Either. */
        value: Either,
    ) -> String {
        format!("{value:?}")
    }

    /// Pays in secret.
    #[ai_function(write, risk = low)]
    async fn pay_secret(
        &self,
        #[param(sensitive)]
        /** How much. */
        value: f64,
    ) -> String {
        value.to_string()
    }
}

const NOTE: &str = "the number has more digits than the function can hold, and was rounded";

/// What a user is shown, what runs then, and the places of rounded numbers.
fn run(toolbox: &Toolbox, tool: &str, value: &str) -> (String, String, Vec<String>) {
    let session = Session::new();
    let call = RawCall::new("1", tool, format!(r#"{{"value":{value}}}"#));
    let outcome = block_on(toolbox.call(&session, &call));
    let OutcomeKind::Confirm(question) = &outcome.kind else { panic!("{}", outcome.for_model().text) };
    let shown = question.fields()[0].shown().to_owned();
    let rounded: Vec<_> = outcome.warnings.iter().map(|warning| warning.pointer.clone()).collect();
    assert!(outcome.warnings.iter().all(|warning| warning.message == NOTE), "{:?}", outcome.warnings);
    assert_eq!(outcome.for_model().text.contains(NOTE), !rounded.is_empty());
    let answer = Answer {
        pending_id: question.pending_id().clone(),
        nonce: question.nonce().to_owned(),
        choice: Choice::Confirm,
        phrase: None,
        reason: None,
        edit: None,
    };
    let decided = block_on(toolbox.decide(&session, &UserChannel::local().decision(answer))).unwrap();
    (shown, decided.for_model().text.into_owned(), rounded)
}

fn asking() -> Toolbox {
    Toolbox::builder().plugin(Bank).build().unwrap()
}

#[test]
fn what_is_shown_is_what_runs() {
    let toolbox = asking();
    for (tool, sent, shown, ran) in [
        ("pay", "1e-400", "0", "0"),
        ("pay", "9007199254740993", "9007199254740992", "9007199254740992"),
        ("pay", "0.1000000000000000055511151231257827", "0.1", "0.1"),
        ("pay", "12345678901234567890123", "12345678901234568000000", "12345678901234568000000"),
        ("pay", "0.30000000000000001", "0.3", "0.3"),
        ("pay_small", "16777217.0", "16777216", "16777216"),
        ("pay_small", "16777217", "16777216", "16777216"),
        ("pay_any", "1e-400", "0", "0"),
        ("pay_any", "9007199254740993.5", "9007199254740994", "9007199254740994"),
        ("pay_any", "1234567890123456789012345", "1234567890123456800000000", "1.2345678901234568e+24"),
        ("pay_either", "1e-400", "0", "Amount(0.0)"),
        ("pay_either", "9007199254740993", "9007199254740992", "Amount(9007199254740992.0)"),
    ] {
        let seen = run(&toolbox, tool, sent);
        assert_eq!(seen, (shown.to_owned(), ran.to_owned(), vec!["/value".to_owned()]), "{tool} {sent}");
    }
}

#[test]
fn numbers_that_a_type_holds_stay() {
    let toolbox = asking();
    let long = "0.1000000000000000055511151231";
    for (tool, sent, shown, ran) in [
        ("pay", "0.1", "0.1", "0.1"),
        ("pay", "1e2", "1e2", "100"),
        ("pay_small", "0.1", "0.1", "0.1"),
        ("pay_exactly", long, long, long),
        ("pay_count", "9223372036854775807", "9223372036854775807", "9223372036854775807"),
        ("pay_count", "9007199254740993.0", "9007199254740993", "9007199254740993"),
        ("pay_any", "9007199254740993", "9007199254740993", "9007199254740993"),
        ("pay_raw", long, long, long),
    ] {
        let seen = run(&toolbox, tool, sent);
        assert_eq!(seen, (shown.to_owned(), ran.to_owned(), Vec::new()), "{tool} {sent}");
    }
}

#[test]
fn numbers_inside_values_are_found() {
    let toolbox = asking();
    let (_, ran, rounded) =
        run(&toolbox, "pay_lines", r#"[{"amount":0.1,"weight":0.1},{"amount":1e-400,"weight":16777217}]"#);
    assert_eq!(
        ran,
        "[Line { amount: 0.1, weight: Some(0.1) }, Line { amount: 0.0, weight: Some(16777216.0) }]"
    );
    assert_eq!(rounded, ["/value/1/amount", "/value/1/weight"]);
    let (_, ran, rounded) = run(&toolbox, "pay_either", r#"{"amount":9007199254740993,"weight":16777217}"#);
    assert_eq!(ran, "Line(Line { amount: 9007199254740992.0, weight: Some(16777216.0) })");
    assert_eq!(rounded, ["/value/amount", "/value/weight"]);
    let (_, ran, rounded) = run(&toolbox, "pay_any", r#"{"a":[1e-400,1]}"#);
    assert_eq!((ran.as_str(), rounded), (r#"{"a":[0,1]}"#, vec!["/value/a/0".to_owned()]));
}

#[test]
fn the_model_reads_that_a_number_was_rounded() {
    let toolbox = asking();
    let call = RawCall::new("1", "pay", r#"{"value":1e-400}"#);
    let outcome = block_on(toolbox.call(&Session::new(), &call));
    let note = format!("\n\n[Warnings about the arguments: value: {NOTE}]");
    assert!(outcome.for_model().text.ends_with(&note), "{}", outcome.for_model().text);
    let (from, to) = (&outcome.warnings[0].from, &outcome.warnings[0].to);
    assert_eq!((from.as_deref(), to.as_deref()), (Some("1e-400"), Some("0")));

    let allowing = Approval::new().writes(Permission::Allow);
    let toolbox = Toolbox::builder().plugin(Bank).approval(allowing).build().unwrap();
    let outcome = block_on(toolbox.call(&Session::new(), &call));
    assert_eq!(outcome.for_model().text, format!("0{note}"));
}

#[test]
fn a_sensitive_number_is_hidden_in_the_warning() {
    let call = RawCall::new("1", "pay_secret", r#"{"value":9007199254740993}"#);
    let (toolbox, session) = (asking(), Session::new());
    let asked = block_on(toolbox.call(&session, &RawCall::new("0", "pay_secret", "{}")));
    assert_eq!(asked.status(), "ask_user");
    session.user_says("It is 9007199254740993.");
    let outcome = block_on(toolbox.call(&session, &call));
    assert!(matches!(outcome.kind, OutcomeKind::Confirm(_)), "{}", outcome.for_model().text);
    let warning = &outcome.warnings[0];
    assert_eq!((warning.from.as_deref(), warning.to.as_deref()), (Some("[hidden]"), Some("[hidden]")));
}
