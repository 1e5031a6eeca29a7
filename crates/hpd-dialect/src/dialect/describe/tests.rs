//! Each keyword's sentence.

use hpd_json::Node;
use serde_json::json;

use super::{alternatives, keyword};

fn said(name: &str, value: &serde_json::Value) -> Option<String> {
    keyword(name, &Node::from_value(value))
}

#[test]
fn each_keyword_has_its_sentence() {
    for (name, value, sentence) in [
        ("minimum", json!(1), "At least 1."),
        ("maximum", json!(1.5), "At most 1.5."),
        ("exclusiveMinimum", json!(0), "Greater than 0."),
        ("exclusiveMaximum", json!(9), "Less than 9."),
        ("multipleOf", json!(5), "A multiple of 5."),
        ("minLength", json!(1), "At least 1 character."),
        ("maxLength", json!(2), "At most 2 characters."),
        ("minItems", json!(2), "At least 2 items."),
        ("maxItems", json!(1), "At most 1 item."),
        ("minProperties", json!(1), "At least 1 property."),
        ("minProperties", json!(2), "At least 2 properties."),
        ("maxProperties", json!(1), "At most 1 property."),
        ("maxProperties", json!(3), "At most 3 properties."),
        ("pattern", json!("^a$"), "Pattern: ^a$"),
        ("uniqueItems", json!(true), "No item twice."),
        ("enum", json!(["a", 1, ""]), "One of: a, 1, \"\"."),
        ("enum", json!(["a"]), "Always a."),
        ("const", json!(null), "Always null."),
        ("default", json!(""), "Default: \"\"."),
        ("examples", json!(["a", "b"]), "For example a, b."),
        ("dependentRequired", json!({"a": ["b", "c"], "d": []}), "`a` needs b, c."),
        ("required", json!(["a", "b"]), "Needs a, b."),
        ("not", json!({"type": "null"}), r#"By JSON Schema also: {"not":{"type":"null"}}"#),
    ] {
        assert_eq!(said(name, &value).as_deref(), Some(sentence), "{name}");
    }
}

#[test]
fn each_format_has_its_words() {
    for (format, words) in [
        ("email", "An email address."),
        ("idn-email", "An email address."),
        ("uri", "A URL."),
        ("date", "A date: YYYY-MM-DD."),
        ("time", "A time: HH:MM:SS, with its offset."),
        ("date-time", "A date and time: YYYY-MM-DDTHH:MM:SSZ."),
        ("duration", "A duration in ISO 8601: P1DT12H."),
        ("uuid", "A UUID."),
        ("hostname", "A host name."),
        ("ipv4", "An IPv4 address."),
        ("ipv6", "An IPv6 address."),
        ("iban", "Format: iban."),
    ] {
        assert_eq!(said("format", &json!(format)).as_deref(), Some(words), "{format}");
    }
}

#[test]
fn what_says_nothing_has_no_sentence() {
    for (name, value) in [
        ("uniqueItems", json!(false)),
        ("minLength", json!("many")),
        ("x-color", json!("red")),
        ("not", json!({"$ref": "#/$defs/a"})),
        ("not", json!({"const": "a".repeat(1_000)})),
    ] {
        assert_eq!(said(name, &value), None, "{name}");
    }
}

#[test]
fn a_long_list_names_fifty_values() {
    let sentence = said("enum", &json!((1..=51).collect::<Vec<_>>())).unwrap();
    assert!(sentence.starts_with("One of: 1, 2, ") && sentence.ends_with(", 50, ...."), "{sentence}");
}

#[test]
fn alternatives_are_sets_of_names() {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let sets = [names(&["a"]), names(&["b", "c"]), names(&[])];
    assert_eq!(alternatives(&sets, false), "Needs at least one of: `a`; `b` and `c`; nothing more.");
    assert_eq!(alternatives(&sets[..1], true), "Needs exactly one of: `a`.");
}
