//! Contents of a call as JSON in an event: lossless and readable again.

use std::collections::HashSet;

use hpd_runtime::__private::object_of;
use hpd_runtime::args::Node;
use serde_json::{Number, Value};

use crate::parse_trusted::{is_too_deep, parse_trusted};

/// A text as JSON, if JSON keeps it exactly; else as a string. Kept as strings: numbers that a float would write with
/// other digits, objects with duplicate names, and values that nest too deep. So is a lone `null`: it would read as no
/// value.
pub fn text_or_json(text: &str) -> Value {
    match parse_trusted(text) {
        Ok(node) if !matches!(node, Node::Null) && !is_too_deep(&node) => exact(&node),
        Ok(_) | Err(_) => Value::String(text.to_owned()),
    }
}

fn exact(node: &Node<'_>) -> Value {
    match node {
        Node::Null => Value::Null,
        Node::Bool(value) => Value::Bool(*value),
        Node::String(text) => Value::String(text.to_string()),
        Node::Number(text) => {
            let number = text.parse::<Number>().ok().filter(|number| number.to_string() == **text);
            number.map_or_else(|| Value::String(text.to_string()), Value::Number)
        }
        Node::Array(items) => items.iter().map(exact).collect(),
        Node::Object(members) => {
            let names: HashSet<_> = members.iter().map(|(name, _)| &**name).collect();
            if names.len() < members.len() {
                return Value::String(node.to_json());
            }
            object_of(&mut members.iter().map(|(name, value)| (name.to_string(), exact(value))))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::text_or_json;
    use crate::events::{Event, EventRecord, ResultStatus, ToolResultEvent};
    use crate::system::Timestamp;

    #[test]
    fn a_text_that_is_no_json_is_told_as_a_text() {
        for text in ["Done.", "", "{", "[1] [2]", "null"] {
            assert_eq!(text_or_json(text), text);
        }
        assert_eq!(text_or_json("[1]")[0], 1);
    }

    #[test]
    fn numbers_keep_their_digits() {
        for same in ["0", "-1", "1.5", "100.15", "18446744073709551615", "-9223372036854775808"] {
            assert_eq!(text_or_json(same).to_string(), same);
        }
        for other in
            ["100.10", "12345678901234567890123", "1e3", "-0", "1.0E+2", "0.1000000000000000055", "1e999"]
        {
            assert_eq!(text_or_json(other), other);
        }
        assert_eq!(
            text_or_json(r#"{"total":100.10,"paid":99.95}"#),
            json!({"total": "100.10", "paid": 99.95})
        );
    }

    #[test]
    fn names_that_are_there_twice_are_not_lost() {
        assert_eq!(text_or_json(r#"[{"a":1,"a":2.50}]"#), json!([r#"{"a":1,"a":2.50}"#]));
    }

    /// Arrays inside each other, this many.
    fn nested(levels: usize) -> String {
        "[".repeat(levels) + &"]".repeat(levels)
    }

    /// An event as a journal reads it, and a record of it as a client does.
    fn assert_is_readable(said: Value) {
        let result = ToolResultEvent::new("void_invoice", true, ResultStatus::Ok, false);
        let event = Event::ToolResult(result.result(Some(said)).attempts(1));
        let written = serde_json::to_string(&event).unwrap();
        assert!(serde_json::from_str::<Event>(&written).unwrap() == event);
        let record = EventRecord::new(1, "s1", 1, Timestamp::from_millis(1), event);
        let written = serde_json::to_string(&record).unwrap();
        assert!(serde_json::from_str::<EventRecord>(&written).unwrap() == record);
    }

    #[test]
    fn what_nests_deep_can_be_read_again() {
        for levels in 0..400 {
            let said = text_or_json(&nested(levels));
            assert_eq!(said.is_string(), !(1..=100).contains(&levels), "{levels}");
            assert_is_readable(said);
        }
    }

    fn values() -> impl Strategy<Value = String> {
        let number = prop_oneof![
            "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?",
            any::<f64>().prop_filter_map("finite", |number| number.is_finite().then(|| number.to_string()))
        ];
        let text = any::<String>().prop_map(|text| Value::String(text).to_string());
        let leaf = prop_oneof![number, text, Just("null".to_owned()), Just("true".to_owned())];
        leaf.prop_recursive(5, 40, 5, |inner| {
            let name =
                prop_oneof![Just("\"a\"".to_owned()), "[b-d]{1,3}".prop_map(|name| format!("\"{name}\""))];
            let member = (name, inner.clone()).prop_map(|(name, value)| format!("{name}:{value}"));
            prop_oneof![
                proptest::collection::vec(inner, 0..5).prop_map(|items| format!("[{}]", items.join(","))),
                proptest::collection::vec(member, 0..5)
                    .prop_map(|members| format!("{{{}}}", members.join(","))),
            ]
        })
    }

    proptest! {
        #[test]
        fn whatever_is_told_can_be_read_again(text in values(), levels in 0..130_usize) {
            assert_is_readable(text_or_json(&text));
            assert_is_readable(text_or_json(&("[".repeat(levels) + &text + &"]".repeat(levels))));
        }

        #[test]
        fn digits_stay(text in "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?") {
            let told = text_or_json(&format!("[{text}]")).to_string();
            prop_assert!(told == format!("[{text}]") || told == format!("[\"{text}\"]"), "{told}");
        }
    }
}
