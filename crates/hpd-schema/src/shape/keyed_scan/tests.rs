use hpd_json::{Limits, Node};
use proptest::prelude::*;
use serde_json::json;

use super::{Before, KeyedScan, Proof, before, key_before, point_zero};
use crate::error::{ErrorCode, Findings};
use crate::shape::{CompileOptions, Shape};

fn shape() -> Shape {
    let line = json!({
        "type": "object",
        "properties": {
            "id": {"type": "string", "minLength": 1},
            "count": {"type": "integer", "minimum": 1},
            "price": {"type": "number", "minimum": 0},
            "tags": {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}},
            "free": {"type": "array", "items": {"type": "number"}},
            "tax": {"type": "number"},
            "note": {"type": "string"},
        },
    });
    let schema = json!({"type": "object", "properties": {"lines": {"type": "array", "items": line}}});
    Shape::compile(&schema, CompileOptions::own()).unwrap()
}

/// What the two proofs say of the lines, which may be followed by more text.
fn proofs(text: &str) -> (bool, Proof) {
    let shape = shape();
    let id = shape.property("lines").unwrap();
    let facts = shape.text_scan(id).unwrap().below;
    let mut keyed = KeyedScan::default();
    shape.add_keyed_scan(id, &mut keyed);
    let fast = facts.hold_below(text) && keyed.objects_hold(facts, text);
    (fast, keyed.proof_below(facts, text))
}

#[test]
fn an_array_in_place_of_an_object_is_no_proof() {
    for (text, is_proven) in [
        (r#"[{"id":"a"}, {"id":"b"}]"#, true),
        (r#"[{"id":"a"}], "notes": ["a"]"#, true),
        (r#"[["a"]]"#, false),
        (r#"[{"id":"a"}, ["b"]]"#, false),
        // What is in a string may look like an item.
        (r#"[{"id":"a [1] b"}]"#, true),
        (r#"[{"id":"a, [1]"}]"#, false),
    ] {
        assert_eq!(proofs(text).1 != Proof::Open, is_proven, "{text}");
    }
}

#[test]
fn what_only_looks_like_a_broken_rule_is_told_by_its_key() {
    for right in [
        r#"[{"id":"a","tax":0}]"#,
        r#"[{"id":"a","tax": -1.5}]"#,
        r#"[{"note":""}], "notes": """#,
        r#"[{"note":"a, -5% or 0, 0"}]"#,
        r#"[{"note":"a: -5, b: 0"}]"#,
        r#"[{"note":"6\""}]"#,
        r#"[{"free":[]}]"#,
        r#"[{"count":10,"tax":0}]"#,
    ] {
        assert_eq!(proofs(right), (false, Proof::Holds), "{right}");
    }
}

#[test]
fn blanks_raise_no_doubt() {
    let pretty = "[\n  {\n    \"tags\": [\n      \"a\"\n    ],\n    \"count\": 1\n  }\n]";
    assert_eq!(proofs(pretty), (true, Proof::Holds));
}

#[test]
fn a_broken_rule_has_no_proof() {
    for wrong in [
        r#"[{"id":""}]"#,
        r#"[{"id" : ""}]"#,
        r#"[{"i\u0064":""}]"#,
        r#"[{"count":0}]"#,
        r#"[{"count":-0.5}]"#,
        "[{\"count\":\n0\n}]",
        r#"[{"tax":0,"count":0}]"#,
        r#"[{"price": -1}]"#,
        r#"[{"tags":[]}]"#,
        "[{\"tags\":[\n]}]",
        r#"[{"tags":[""]}]"#,
        r#"[{"tags":["a", ""]}]"#,
        r#"[{"note":"\"","id":""}]"#,
    ] {
        assert_eq!(proofs(wrong), (false, Proof::Open), "{wrong}");
    }
}

#[test]
fn integers_with_a_point_are_told_by_their_keys() {
    for pointed in [
        r#"[{"count":3.0}]"#,
        r#"[{"count": 30.0 ,"tax":0,"price":12.0}]"#,
        "[{\"count\" :\n3.0\n,\"note\":\"\"}]",
    ] {
        assert_eq!(proofs(pointed), (false, Proof::HoldsWithoutPoints), "{pointed}");
    }
    for plain in [r#"[{"tax":3.0}]"#, r#"[{"note":"\"count\": 3.0, 0"}]"#, r#"[{"note":"v3.0"}]"#] {
        assert_eq!(proofs(plain).1, Proof::Holds, "{plain}");
    }
    for wrong in [
        r#"[{"count":0.0}]"#,
        r#"[{"count":-3.0}]"#,
        r#"[{"count":-0.0}]"#,
        r#"[{"co\u0075nt":0.0}]"#,
        r#"[{"count":3.0},{"count":0}]"#,
        r#"[{"count":3.0},{"id":""}]"#,
    ] {
        assert_eq!(proofs(wrong), (false, Proof::Open), "{wrong}");
    }
}

#[test]
fn a_number_that_ends_in_a_point_and_a_zero_has_a_key_and_a_start() {
    let at = |text: &'static str| {
        let point = text.find(".0").unwrap();
        let start = point_zero(text.as_bytes(), point)?;
        Some((str::from_utf8(key_before(text.as_bytes(), start)?).unwrap(), start))
    };
    for (text, start) in [(r#"{"a":3.0}"#, 5), (r#"{"a": -30.0 }"#, 6), ("{\"a\":\n0.0,", 6)] {
        assert_eq!(at(text), Some(("a", start)), "{text}");
    }
    for text in [
        r#"{"a":3.00}"#,
        r#"{"a":3.0e1}"#,
        r#"{"a":3.0"#,
        r#"{"a":.0}"#,
        r#"{"a":"3.0"}"#,
        r#"{"a":"b: 3.0, "}"#,
        r#"{"a":"\"b\": 3.0, "}"#,
        r#"{"\"a":3.0}"#,
        "[3.0, 1]",
    ] {
        assert_eq!(at(text), None, "{text}");
    }
}

#[test]
fn a_key_is_read_backwards() {
    let at = |text: &'static str, mark: &str| before(text.as_bytes(), text.find(mark).unwrap());
    assert_eq!(at(r#"{"a" : 1}"#, "1"), Before::Key(b"a"));
    assert_eq!(at(r#"{"":1}"#, "1"), Before::Key(b""));
    assert_eq!(at("[1]", "1"), Before::Item);
    assert_eq!(at(r#"["a", 1]"#, "1"), Before::Item);
    assert_eq!(at(r#"{"a": "b: 1"}"#, "1"), Before::Text);
    assert_eq!(at(r#"{"a": "b 1"}"#, "1"), Before::Text);
    assert_eq!(at(r#"{"a": "\"b\": 1"}"#, "1"), Before::Unclear);
    assert_eq!(at(r#"{"x\"a": 1}"#, "1"), Before::Unclear);
    assert_eq!(at(r#"{"a\\": 1}"#, "1"), Before::Unclear);
}

#[test]
fn integers_are_known_by_keys_that_are_nothing_else_elsewhere() {
    let inner = json!({"type": "object", "properties": {
        "a": {"type": "integer"}, "b": {"type": ["integer", "null"]}, "c": {"type": "number"},
        "d": {"type": "string"}, "e": {"type": "integer", "enum": [1, 2]},
    }});
    let schema = json!({"type": "object", "properties": {"p": {"type": "object", "properties": {
        "a": {"type": "integer"}, "list": {"type": "array", "items": inner}, "f": {"type": "integer"},
        "other": {"type": "object", "properties": {"f": {"type": "number"}}},
    }}}});
    let shape = Shape::compile(&schema, CompileOptions::own()).unwrap();
    let keys = shape.integer_keys(shape.property("p").unwrap());
    assert_eq!(keys.iter().map(|key| &**key).collect::<Vec<_>>(), ["a", "b"]);
}

/// Values that look like each other, in texts as models write them.
fn values() -> impl Strategy<Value = String> {
    let scalars = prop::sample::select(vec![
        "0",
        "-0",
        "0.0",
        "-0.0",
        "3.0",
        "-3.0",
        "3.00",
        "0.5",
        "-1",
        "10",
        "1",
        "\"\"",
        "\"a\"",
        "\"0\"",
        "\"-1\"",
        "\", -1\"",
        "\"v3.0 \"",
        "\"\\\"count\\\": 0.0, \"",
        "\"6\\\"\"",
        "\": 0\"",
        "\"\\\"id\\\": \\\"\\\"\"",
        "[]",
        "[ ]",
        "[\n]",
        "[\"\"]",
        "[0]",
        "[-1, 0]",
        "[\"a\"]",
        "null",
        "{}",
    ]);
    scalars.prop_map(str::to_owned)
}

fn lines() -> impl Strategy<Value = String> {
    let keys = vec!["id", "count", "price", "tags", "free", "tax", "note", "i\\u0064", "co\\u0075nt", "else"];
    let blanks = prop::sample::select(vec!["", " ", "\n  "]);
    let member = (prop::sample::select(keys), blanks.clone(), blanks.clone(), values())
        .prop_map(|(key, before, after, value)| format!("\"{key}\"{before}:{after}{value}"));
    let line = (prop::collection::vec(member, 0..4), blanks)
        .prop_map(|(members, blanks)| format!("{{{blanks}{}{blanks}}}", members.join(&format!(",{blanks}"))));
    (prop::collection::vec(line, 0..3), values())
        .prop_map(|(lines, rest)| format!("[{}], \"notes\": {rest}}}", lines.join(", ")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A proof says nothing of types, which decoding checks.
    #[test]
    fn a_proof_by_keys_never_hides_a_broken_rule(text in lines()) {
        let shape = shape();
        let id = shape.property("lines").unwrap();
        let end = text.rfind(", \"notes\"").unwrap();
        let value = Node::parse(&text[..end], &Limits::default()).unwrap();
        let (fast, keyed) = proofs(&text);
        prop_assert!(keyed != Proof::Open || !fast, "{text}");
        if keyed != Proof::Open && !shape.accepts_at(id, &value) {
            let mut findings = Findings::default();
            let whole = Node::Object(vec![("lines".into(), value)]);
            shape.check(&whole, &mut findings);
            let is_of_type = |code| matches!(code, ErrorCode::TypeMismatch | ErrorCode::DuplicateKey);
            let others: Vec<_> =
                findings.errors().iter().filter(|error| !is_of_type(error.error_code)).collect();
            prop_assert!(others.is_empty(), "{text}: {others:?}");
        }
    }
}
