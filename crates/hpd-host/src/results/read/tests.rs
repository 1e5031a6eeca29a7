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
        ("plain", json!({ "id": "r", "lines": "2" }), "There is 1 line, so there is nothing at 2."),
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
        (
            "a\nb",
            json!({ "id": "r", "text": "a\nb" }),
            "A text is found within one line: give a part of one line, without a line feed.",
        ),
    ] {
        assert_eq!(read_in(text, &arguments, 1000).unwrap_err().to_string(), error);
    }
    let nothing = read_in("plain", &json!({ "id": "r", "text": "x" }), 1000).unwrap();
    assert_eq!(nothing, "Nothing in the result contains 'x'.");
    let hit = read_in(r#"["a\nb"]"#, &json!({ "id": "r", "text": "a\nb" }), 1000).unwrap();
    assert!(hit.starts_with("/0: "), "{hit}");
}

#[test]
fn json_is_read_by_lines_as_it_is_written() {
    let json = format!("[{}]", (0..300).map(|n| n.to_string()).collect::<Vec<_>>().join(","));
    let lines = |offset: usize| json!({ "id": "r", "lines": "1", "offset": offset });
    let part = read_in(&json, &lines(0), 700).unwrap();
    let note = "\n\n[Cut: the line is longer. To go on, call read_result with the id \"r\", the lines \"1\" and the offset 500.]";
    assert_eq!(part, format!("{}{note}", &json[..500]));
    assert_eq!(read_in(&json, &lines(900), 700).unwrap(), &json[900..]);
    assert_eq!(
        read_in(&json, &lines(2_000), 700).unwrap_err().to_string(),
        "There are 1091 bytes in the line, so there is nothing at 2000."
    );
    let part = read_in("one\ntwo\nthree", &json!({ "id": "r", "lines": "2-3", "offset": 1 }), 700).unwrap();
    assert_eq!(part, "wo\nthree");
}

#[test]
fn the_second_hit_of_a_long_line_is_read_with_its_byte() {
    let html = format!("{}price{}Price", "<p>".repeat(20_000), "</p>".repeat(20_000));
    let hits = read_in(&html, &json!({ "id": "r", "text": "price", "offset": 1 }), 700).unwrap();
    assert_eq!(hits, format!("1 (byte 140005): …{}Price\n", "</p>".repeat(15)));
    let place = read_in(&html, &json!({ "id": "r", "lines": "1", "offset": 140_005 }), 700).unwrap();
    assert_eq!(place, "Price");
    let wanted = "<P>".repeat(100);
    let hits = read_in(&html, &json!({ "id": "r", "text": wanted }), 700).unwrap();
    let note = " hits. To go on, call read_result with the id \"r\", the same text and the offset 2.]";
    assert!(hits.ends_with(note), "{hits}");
    for (offset, total) in [(2, 2), (9, 2)] {
        let beyond =
            read_in(&html, &json!({ "id": "r", "text": "price", "offset": offset }), 700).unwrap_err();
        assert_eq!(
            beyond.to_string(),
            format!(
                "There {}, so there is nothing at {offset}.",
                if total == 1 { "is 1 hit".to_owned() } else { format!("are {total} hits") }
            )
        );
    }
}

#[test]
fn a_member_without_a_name_is_no_root() {
    let json = json!({ "": "x".repeat(2_000), "a": 1 }).to_string();
    let part = read_in(&json, &at("", 0), 700).unwrap();
    assert!(part.ends_with(r#" bytes follow: offset 641 of /]","a":1}"#), "{part}");
    let rest = read_in(&json, &at("/", 1_990), 700).unwrap();
    assert_eq!(rest, "x".repeat(10));
    assert_eq!(read_in(r#"{"a":1}"#, &at("/", 0), 700).unwrap(), r#"{"a":1}"#);
}

#[test]
fn a_long_key_is_read_as_it_is_written() {
    let json = format!("{{\"{}\":1,\n\"a\":2}}", "k".repeat(5_000));
    let part = read_in(&json, &at("", 0), 700).unwrap();
    let note = "\n\n[Cut: this is byte 0 to 584 of 5013. To go on, call read_result with the id \"r\", the lines \"1-2\" and the offset 584.]";
    assert_eq!(part, format!("{}{note}", &json[..584]));
    let rest = read_in(&json, &json!({ "id": "r", "lines": "1-2", "offset": 5_000 }), 700).unwrap();
    assert_eq!(rest, &json[5_000..]);
    assert_eq!(read_in(&json, &at("", 1), 700).unwrap(), r#"{"a":2}"#);
}

#[test]
fn equal_keys_are_read_as_they_are_written() {
    let json = format!(r#"{{"a":1,"d":"{}","d":"{}"}}"#, "x".repeat(1_000), "y".repeat(1_000));
    assert_eq!(
        read_in(&json, &at("", 0), 700).unwrap(),
        r#"{"a":1,"[2 of 3 members follow: offset 1]":null}"#
    );
    let first = read_in(&json, &at("", 1), 700).unwrap();
    assert!(first.starts_with(r#""d":"xxx"#), "{first}");
    assert!(
        first.ends_with(r#"call read_result with the id "r", the lines "1" and the offset 588.]"#),
        "{first}"
    );
    let second = read_in(&json, &at("", 2), 700).unwrap();
    assert!(second.ends_with(r#" of 1000 bytes follow: offset 646 of /d]"}"#), "{second}");
    assert_eq!(read_in(&json, &at("/d", 995), 700).unwrap(), "yyyyy");
}

#[test]
fn dense_texts_are_read_in_smaller_parts() {
    let text = "1,2;".repeat(3000);
    let part = read("read_result", &text, &request(&json!({ "id": "r" })), (8_000, 2_000)).unwrap();
    assert!(crate::results::estimated_tokens(&part) <= 2_000);
    // A limit that nothing can keep still leaves room for the text.
    let part = read("read_result", &text, &request(&json!({ "id": "r" })), (8_000, 1)).unwrap();
    assert!((400..=LEAST_PART).contains(&part.len()), "{part}");
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
    if is_raw(&first) {
        return first_value(&written(json, &first, max));
    }
    let Ok(value) = serde_json::from_str::<Value>(&first) else { return string(json, pointer, max) };
    match value {
        Value::Array(_) => {
            let (mut elements, mut from) = (Vec::new(), 0);
            while let Ok(part) = read_in(json, &at(pointer, from), max) {
                if is_raw(&part) {
                    let Value::Array(rest) = first_value(&format!("[{}", written(json, &part, max))) else {
                        panic!("{part}")
                    };
                    elements.extend(rest);
                    break;
                }
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
                let part = match serde_json::from_str::<Value>(&part) {
                    Ok(_) => part,
                    // The rest as it is written.
                    Err(_) => first_value(&format!("{{{}", written(json, &part, max))).to_string(),
                };
                let Ok(Value::Object(part)) = serde_json::from_str(&part) else { panic!("{part}") };
                let goes_on = part.keys().any(|key| key.ends_with(&ending(pointer)) && key.starts_with('['));
                for (key, value) in part {
                    if key.starts_with('[') {
                        continue;
                    }
                    let place = level::child(pointer, &key, usize::MAX).unwrap();
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

/// Whether a part is no JSON, but the text as it is written.
fn is_raw(part: &str) -> bool {
    part.rsplit_once("\n\n[Cut").is_some_and(|(_, note)| note.contains(", the lines \""))
}

/// The text that such a part begins, to the end of its lines.
fn written(json: &str, first: &str, max: usize) -> String {
    let (mut text, mut part) = (String::new(), first.to_owned());
    while let Some((here, note)) = part.rsplit_once("\n\n[Cut") {
        text.push_str(here);
        let words = note.rsplit_once("the lines \"").unwrap().1;
        let (lines, offset) = words.split_once("\" and the offset ").unwrap();
        let offset: usize = offset.trim_end_matches(".]").parse().unwrap();
        part = read_in(json, &json!({ "id": "r", "lines": lines, "offset": offset }), max).unwrap();
    }
    text + &part
}

fn first_value(json: &str) -> Value {
    serde_json::Deserializer::from_str(json).into_iter().next().unwrap().unwrap()
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

/// Some are longer than a part, and some longer than a pointer may be.
fn keys() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => "[a-z]{0,6}",
        1 => "[a-z/~\"\\\\]{100,200}",
        1 => ("[a-z]{1,6}", 100_usize..900).prop_map(|(key, times)| key.repeat(times)),
    ]
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
            proptest::collection::hash_map(keys(), inner, 0..20)
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
    fn a_part_is_about_as_long_as_allowed(value in values(), max in 600_usize..2_000) {
        let json = serde_json::to_string(&json!({ "value": value })).unwrap();
        let part = read_in(&json, &at("", 0), max).unwrap();
        prop_assert!(is_raw(&part) || serde_json::from_str::<Value>(&part).is_ok());
        prop_assert!(part.len() <= max + 1_024, "{} of {max}", part.len());
    }
}
