//! Invariants of calls in texts: the whole is read as it was meant, no part is taken for it, and nothing takes long.

use std::fmt::Write;
use std::time::{Duration, Instant};

use hpd_runtime::__private::{OwnNames, SchemaPlan};
use hpd_runtime::args::{Leniency, Limits, Reading, StopReason};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const LENIENCIES: [Leniency; 2] = [Leniency::Safe, Leniency::Lenient];

fn plan() -> SchemaPlan {
    let schema = json!({"type": "object", "properties": {"a": {}, "b": {}, "c_d": {}, "e": {}}});
    SchemaPlan::new(&schema, Limits::default())
        .expect("the schema is well-formed")
        .named(OwnNames::new(["find"]))
}

fn read(plan: &SchemaPlan, text: &str, leniency: Leniency, writes: bool) -> Option<Value> {
    let reading = Reading { leniency, writes, stop_reason: StopReason::Finished };
    let accepted = plan.read(text, &reading).ok()?;
    Some(serde_json::from_str(&accepted.arguments).expect("arguments are JSON"))
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[ a-z\"',:{}()=\\[\\]\\\\/#\n]{0,10}".prop_map(Value::from),
        "(find|other)\\(a=1\\)|\\{\"a\": 1\\}|```|</tool_call>".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,3}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn arguments() -> impl Strategy<Value = Map<String, Value>> {
    prop::collection::btree_map(prop::sample::select(vec!["a", "b", "c_d", "e"]), values(), 1..4)
        .prop_map(|members| members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// `find(a=1, b="x")`.
fn in_keywords(arguments: &Map<String, Value>) -> String {
    let mut text = String::new();
    for (key, value) in arguments {
        let comma = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{comma}{key}={value}");
    }
    format!("find({text})")
}

/// Where a text may be cut.
fn ends(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.char_indices().map(|(at, _)| at)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn keywords_are_the_arguments_or_nothing(arguments in arguments()) {
        let plan = plan();
        let call = in_keywords(&arguments);
        for text in [call.clone(), format!("[{call}]"), format!("```python\n{call}\n```")] {
            for leniency in LENIENCIES {
                prop_assert_eq!(read(&plan, &text, leniency, true), None, "{}", text);
                let read = read(&plan, &text, leniency, false);
                prop_assert!(read.is_none_or(|read| read == Value::Object(arguments.clone())), "{}", text);
            }
            for end in ends(&text) {
                let part = &text[..end];
                // A list or a fence may lack its end around a whole call.
                let read = if part.contains(&call) { None } else { read(&plan, part, Leniency::Safe, false) };
                let is_value = read.is_some_and(|read| read != json!({}));
                prop_assert!(!is_value || part.trim().is_empty(), "{}", part);
            }
        }
    }

    #[test]
    fn a_named_call_is_its_arguments(arguments in arguments(), prose in "[a-z .,:\\[\\]\"'\n]{0,20}") {
        let plan = plan();
        let call = json!({"name": "find", "arguments": arguments});
        for text in [format!("{prose}<tool_call>\n{call}\n</tool_call>"), format!("{call}\n{prose}")] {
            for leniency in LENIENCIES {
                let read = read(&plan, &text, leniency, false);
                prop_assert!(read.is_none_or(|read| read == Value::Object(arguments.clone())), "{}", text);
            }
        }
    }

    #[test]
    fn two_different_calls_are_none(first in arguments(), second in arguments()) {
        prop_assume!(first != second);
        let plan = plan();
        let call = |arguments| json!({"name": "find", "arguments": arguments});
        let (one, other) = (call(&first), call(&second));
        for text in [
            format!("[{one}, {other}]"),
            format!("<tool_call>{one}</tool_call>\n<tool_call>{other}</tool_call>"),
            format!("{one} [1] {other}"),
            format!("[{}, {}]", in_keywords(&first), in_keywords(&second)),
        ] {
            for leniency in LENIENCIES {
                prop_assert_eq!(read(&plan, &text, leniency, false), None, "{}", text);
            }
        }
    }
}

#[test]
fn time_is_linear_in_the_text() {
    let plan = plan();
    for part in [
        "a={}\n",
        "a={\"a\":1}\nfind(a)\n",
        "{\"name\":\"find\",\"arguments\":{\"a\":1}} [1] ",
        "find(a=1)",
        "find(",
        "a=",
        "[{\"name\":\"find\",\"arguments\":{}},",
        "find\n{\"a\":1}\n",
        "{a} (",
        "[find({",
    ] {
        for text in [part.repeat(60_000 / part.len()), format!("find({})", part.repeat(60_000 / part.len()))]
        {
            let start = Instant::now();
            let _ = read(&plan, &text, Leniency::Lenient, false);
            assert!(start.elapsed() < Duration::from_millis(1_500), "{part:?} {:?}", start.elapsed());
        }
    }
}
