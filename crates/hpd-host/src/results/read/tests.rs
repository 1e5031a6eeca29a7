use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

const TOKENS: usize = 1_000_000;

fn request(arguments: &Value) -> Request {
    serde_json::from_value(arguments.clone()).unwrap()
}

fn read_in(text: &str, arguments: &Value, max: usize) -> Result<String, ReadError> {
    read("read_result", text, &request(arguments), (max, TOKENS))
}

fn at(pointer: &str, offset: usize) -> Value {
    json!({ "id": "r", "pointer": pointer, "offset": offset })
}

#[test]
fn values_are_read_by_pointer() {
    let json = r#"{"rows":[{"id":1},{"id":2.50}],"text":"a\nb"}"#;
    for (pointer, value) in
        [("/rows/1", r#"{"id":2.50}"#), ("rows/1/id", "2.50"), ("/text", "a\nb"), ("/", json)]
    {
        assert_eq!(read_in(json, &at(pointer, 0), 1000).unwrap(), value);
    }
}

#[test]
fn parts_name_the_next_call() {
    let text = "word ".repeat(400);
    let part = read_in(&text, &json!({ "id": "r", "offset": 0 }), 700).unwrap();
    assert!(part.ends_with(
        "[Cut: this is byte 0 to 596 of 2000. To go on, call read_result with the id \"r\" and the offset 596.]"
    ), "{part}");
    let json = json!({ "a": text }).to_string();
    let part = read_in(&json, &at("/a", 594), 700).unwrap();
    assert!(
        part.ends_with(
            " of 2000. To go on, call read_result with the id \"r\", the pointer \"/a\" and the offset 1170.]"
        ),
        "{part}"
    );
    let lines = "line\n".repeat(400);
    let part = read_in(&lines, &json!({ "id": "r", "lines": "11-400" }), 700).unwrap();
    assert!(
        part.ends_with(
            "line\n\n[Cut. To go on, call read_result with the id \"r\" and the lines \"111-400\".]"
        ),
        "{part}"
    );
    let hits = read_in(&lines, &json!({ "id": "r", "text": "LINE" }), 700).unwrap();
    assert!(hits.ends_with(
        "[Up to here 56 of 400 hits. To go on, call read_result with the id \"r\", the text \"LINE\" and the offset 56.]"
    ), "{hits}");
}

#[test]
fn mistakes_are_told_with_what_is_there() {
    let json = r#"{"rows":[1,2]}"#;
    for (text, arguments, error) in [
        (json, at("/row", 0), "There is nothing at '/row'. The result is an object with rows (array of 2)."),
        (json, at("/rows/7", 0), "There is nothing at '/rows/7'. '/rows' is an array of 2."),
        (json, at("/rows", 2), "There are 2 elements, so there is nothing at 2."),
        ("plain", at("/rows", 0), "The result is text, not JSON: read it by lines or by text."),
        ("plain", json!({ "id": "r", "offset": 5 }), "There are 5 bytes, so there is nothing at 5."),
        ("plain", json!({ "id": "r", "lines": "2" }), "There are 1 lines, so there is nothing at 2."),
        (
            "plain",
            json!({ "id": "r", "lines": "x" }),
            "'x' are no lines. Write the first and the last one: 120-180.",
        ),
        (
            json,
            json!({ "id": "r", "lines": "1", "text": "a" }),
            "Give one of pointer, lines and text, not several.",
        ),
    ] {
        assert_eq!(read_in(text, &arguments, 1000).unwrap_err().to_string(), error);
    }
    let nothing = read_in("plain", &json!({ "id": "r", "text": "x" }), 1000).unwrap();
    assert_eq!(nothing, "Nothing in the result contains 'x'.");
}

#[test]
fn dense_texts_are_read_in_smaller_parts() {
    let text = "1,2;".repeat(3000);
    let part = read("read_result", &text, &request(&json!({ "id": "r" })), (8_000, 2_000)).unwrap();
    assert!(crate::results::estimated_tokens(&part) <= 2_000);
}

#[test]
fn deep_values_end() {
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    let filled = read_in(&deep, &at("", 0), 2_000).unwrap();
    assert!(serde_json::from_str::<&serde_json::value::RawValue>(&filled).is_ok());
    assert!(read_in(&deep, &json!({ "id": "r", "text": "x" }), 2_000).is_ok());
}

/// The value at a pointer, put together again from parts.
fn whole(json: &str, pointer: &str, max: usize) -> Value {
    let first = read_in(json, &at(pointer, 0), max).unwrap();
    let Ok(value) = serde_json::from_str::<Value>(&first) else { return string(json, pointer, max) };
    match value {
        Value::Array(_) => {
            let (mut elements, mut from) = (Vec::new(), 0);
            while let Ok(part) = read_in(json, &at(pointer, from), max) {
                let Ok(Value::Array(mut part)) = serde_json::from_str(&part) else { panic!("{part}") };
                let goes_on = part.last().is_some_and(|last| is_mark(last, pointer));
                if goes_on {
                    part.pop();
                }
                assert!(!goes_on || !part.is_empty(), "no progress");
                for element in part {
                    let place = format!("{pointer}/{}", elements.len());
                    elements.push(if has_mark(&element) { whole(json, &place, max) } else { element });
                }
                from = elements.len();
                if !goes_on {
                    break;
                }
            }
            Value::Array(elements)
        }
        Value::Object(_) => {
            let (mut members, mut from) = (serde_json::Map::new(), 0);
            loop {
                let part = read_in(json, &at(pointer, from), max).unwrap();
                let Ok(Value::Object(part)) = serde_json::from_str(&part) else { panic!("{part}") };
                let goes_on = part.keys().any(|key| key.ends_with(&ending(pointer)) && key.starts_with('['));
                for (key, value) in part {
                    if key.starts_with('[') {
                        continue;
                    }
                    let place = format!("{pointer}/{key}");
                    let value = if has_mark(&value) { whole(json, &place, max) } else { value };
                    members.insert(key, value);
                }
                assert!(!goes_on || members.len() > from, "no progress");
                from = members.len();
                if !goes_on {
                    return Value::Object(members);
                }
            }
        }
        Value::String(_) => string(json, pointer, max),
        other => other,
    }
}

/// A string, from its parts.
fn string(json: &str, pointer: &str, max: usize) -> Value {
    let (mut text, mut offset) = (String::new(), 0);
    loop {
        let part = read_in(json, &at(pointer, offset), max).unwrap();
        let Some((here, note)) = part.rsplit_once("\n\n[Cut: ") else {
            return Value::String(text + &part);
        };
        text.push_str(here);
        offset = note.rsplit_once("offset ").unwrap().1.trim_end_matches(".]").parse().unwrap();
    }
}

fn ending(pointer: &str) -> String {
    if pointer.is_empty() { "]".to_owned() } else { format!(" of {pointer}]") }
}

fn is_mark(value: &Value, pointer: &str) -> bool {
    value.as_str().is_some_and(|text| text.contains(" follow: offset ") && text.ends_with(&ending(pointer)))
}

fn has_mark(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(" follow: offset "),
        Value::Array(elements) => elements.iter().any(has_mark),
        Value::Object(members) => members.iter().any(|(key, value)| key.starts_with('[') || has_mark(value)),
        _ => false,
    }
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-zä\"\\\\\n]{1,12}".prop_map(Value::from),
        (60_usize..120).prop_map(|times| Value::from("some \"text\" €\n".repeat(times))),
    ];
    leaf.prop_recursive(4, 60, 20, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..20).prop_map(Value::from),
            proptest::collection::hash_map("[a-z]{1,6}", inner, 0..20)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    /// Nothing of a result is lost: what a model reads by the marks is the whole.
    #[test]
    fn all_parts_are_the_result(value in values(), max in 600_usize..2_000) {
        let json = serde_json::to_string(&json!([value])).unwrap();
        let read = whole(&json, "/0", max);
        prop_assert_eq!(read, value);
    }

    #[test]
    fn a_part_is_json_and_about_as_long_as_allowed(value in values(), max in 600_usize..2_000) {
        let json = serde_json::to_string(&json!({ "value": value })).unwrap();
        let part = read_in(&json, &at("", 0), max).unwrap();
        prop_assert!(serde_json::from_str::<Value>(&part).is_ok());
        prop_assert!(part.len() <= max + 600, "{} of {max}", part.len());
    }
}
