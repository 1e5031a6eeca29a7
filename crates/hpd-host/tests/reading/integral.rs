//! Integers that are written with a point or an exponent.

use futures_executor::block_on;
use hpd_host::args::Decimal;
use hpd_host::{Outcome, RawCall, Session, Toolbox, plugin};
use proptest::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Line {
    count: u16,
    /// Any JSON.
    #[serde(default)]
    note: serde_json::Value,
}

struct Shop;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a shop are its methods")]
impl Shop {
    /// A plain integer.
    #[ai_function]
    fn plain(
        &self,
        /// The number.
        number: i64,
    ) -> String {
        number.to_string()
    }

    /// An integer in a list of objects.
    #[ai_function]
    fn nested(
        &self,
        /// The lines.
        lines: Vec<Line>,
        /// A limit.
        #[param(range(min = -3, max = 30000))]
        limit: Option<i32>,
    ) -> String {
        let counts: Vec<_> = lines.iter().map(|line| format!("{} {}", line.count, line.note)).collect();
        format!("{counts:?} {limit:?}")
    }
}

fn call(name: &str, arguments: &str) -> Outcome {
    let toolbox = Toolbox::builder().plugin(Shop).build().unwrap();
    let session = Session::new();
    block_on(toolbox.call(&session, &RawCall::new("1", name, arguments)))
}

fn text(name: &str, arguments: &str) -> String {
    let outcome = call(name, arguments);
    assert!(outcome.warnings.is_empty(), "{arguments}: {:?}", outcome.warnings);
    outcome.for_model().text.into_owned()
}

#[test]
fn a_whole_number_with_a_point_is_an_integer() {
    for (number, read) in [
        ("3.0", "3"),
        ("-3.000", "-3"),
        ("3e2", "300"),
        ("30E-1", "3"),
        ("123456789012345.0", "123456789012345"),
        ("9007199254740993.0", "9007199254740993"),
        ("3.0000000000000000000", "3"),
    ] {
        assert_eq!(text("plain", &format!(r#"{{"number": {number}}}"#)), read, "{number}");
    }
    assert_eq!(
        text("nested", r#"{"lines": [{"count": 3.0, "note": 3.0}, {"count": 4}], "limit": -3.0}"#),
        r#"["3 3.0", "4 null"] Some(-3)"#
    );
}

#[test]
fn a_number_beside_a_whole_one_is_no_integer() {
    for number in ["3.5", "3.0000000000000000001", "2.9999999999999999999", "1e-400", "1e30", "-0.1"] {
        let outcome = call("plain", &format!(r#"{{"number": {number}}}"#));
        assert_eq!(outcome.status(), "error", "{number}");
    }
    let outcome = call("nested", r#"{"lines": [{"count": 70000.0}, {"count": 1.0}], "limit": 30001.0}"#);
    let told = outcome.for_model().text.into_owned();
    assert!(told.contains("limit must be at most 30000") && told.contains("lines[0].count"), "{told}");
}

proptest! {
    #[test]
    fn integers_are_read_as_they_are_written(
        text in "-?(0|[1-9][0-9]{0,17})([.](0{1,20}|[0-9]{1,4}|9{15,20}|0{12,20}1))?([eE][+-]?[0-9])?",
    ) {
        let outcome = call("plain", &format!(r#"{{"number": {text}}}"#));
        let sent = Decimal::parse(&text).unwrap();
        let is_integer = sent.is_multiple_of(&Decimal::from(1_i128));
        let fits = sent.to_json(40).parse::<i64>().is_ok();
        if is_integer && fits {
            prop_assert_eq!(outcome.for_model().text, sent.to_json(40), "{}", text);
        } else {
            prop_assert_eq!(outcome.status(), "error", "{}", text);
        }
    }
}
