//! Texts that look as if they had one meaning: damage that may hide a part, and habits of models that hide none.

use hpd_runtime::__private::SchemaPlan;
use hpd_runtime::args::{Cut, Leniency, Limits, Reading, StopReason, SyntaxErrorKind};
use hpd_runtime::repair::repair;
use serde_json::{Value, json};

const SAFE: Reading = Reading { leniency: Leniency::Safe, writes: false, stop_reason: StopReason::Unknown };

fn kind_of(text: &str) -> Option<SyntaxErrorKind> {
    repair(text, &SAFE, &Limits::default()).err().map(|error| error.kind)
}

fn assert_refused(rows: &[(&str, SyntaxErrorKind)]) {
    for (text, kind) in rows {
        assert_eq!(kind_of(text), Some(*kind), "{text}");
    }
}

fn assert_read(rows: &[(&str, &str)]) {
    for (text, tree) in rows {
        let repaired = repair(text, &SAFE, &Limits::default()).map(|repaired| repaired.tree.to_json());
        assert_eq!(repaired.as_deref(), Ok(*tree), "{text}");
    }
}

fn read(schema: &Value, text: &str, leniency: Leniency) -> Option<Value> {
    let plan = SchemaPlan::new(schema, Limits::default()).expect("the schema is well-formed");
    let accepted = plan.read(text, &Reading { leniency, ..SAFE }).ok()?;
    Some(serde_json::from_str(&accepted.arguments).expect("arguments are JSON"))
}

#[test]
fn a_line_comment_takes_no_members_with_it() {
    assert_refused(&[
        (r#"{"site": "docs", "note": ""}// old", "owner": {"id": 4}}"#, SyntaxErrorKind::TrailingText),
        ("{\"site\": \"https:\"//docs.example\", \"id\": 4\n}", SyntaxErrorKind::UnescapedQuote),
        ("{\"notes\": [\"\"# old \\\"}\"\n], \"id\": 4}", SyntaxErrorKind::UnescapedQuote),
        ("{“note”: “”} // old”], “owner”: {}}", SyntaxErrorKind::TrailingText),
        ("{'site': 'https:'//docs.example', 'id': 4\n}", SyntaxErrorKind::UnescapedQuote),
    ]);
    assert_read(&[
        ("{'id': 5, // 'old': 6\n 'site': 'docs'}", r#"{"id":5,"site":"docs"}"#),
        ("{\"id\": 5 // was \"six\", it's \"five\" now\n}", r#"{"id":5}"#),
        ("{\"id\": 5} // that's \"all\"", r#"{"id":5}"#),
    ]);
}

#[test]
fn what_is_glued_to_an_object_may_be_a_part_of_it() {
    assert_refused(&[
        ("{'note': ''}done'", SyntaxErrorKind::TrailingText),
        (r#"{"id": 4}th"#, SyntaxErrorKind::TrailingText),
        (r#"{"id": 4}_old"#, SyntaxErrorKind::TrailingText),
    ]);
    assert_read(&[
        (r#"{"id": 4}</s>"#, r#"{"id":4}"#),
        (r#"{"id": 4}<|im_end|>"#, r#"{"id":4}"#),
        (r#"{"id": 4}。"#, r#"{"id":4}"#),
        (r#"{"id": 4} th"#, r#"{"id":4}"#),
    ]);
}

#[test]
fn a_name_before_an_object_is_one_in_any_quotes() {
    assert_refused(&[
        ("“filter”: {}", SyntaxErrorKind::Ambiguous),
        ("`filter`: {\"id\": 4}", SyntaxErrorKind::Ambiguous),
        ("- **filter**: {\"id\": 4}", SyntaxErrorKind::Ambiguous),
    ]);
    assert_read(&[
        ("**Arguments**: {\"id\": 4}", r#"{"id":4}"#),
        ("I call `list_orders`: {\"id\": 4}", r#"{"id":4}"#),
    ]);
}

#[test]
fn two_things_missing_are_one_too_many() {
    assert_refused(&[
        // The first object may have been empty, and closed before the comma.
        (r#"{"filter": {, "sort": "asc"}"#, SyntaxErrorKind::Ambiguous),
        (r#"{"filter": [{"id": 4} {"id": 5}"#, SyntaxErrorKind::Ambiguous),
        // The first closer may be the one too many.
        (r#"{"filter": {}"sort": "asc"}}"#, SyntaxErrorKind::Ambiguous),
        (r#"{"filter": {"id": 4}, "sort": "asc"}}"#, SyntaxErrorKind::Ambiguous),
        ("{\"note\": \"\"}```}", SyntaxErrorKind::Ambiguous),
    ]);
    assert_read(&[
        (r#"{"filter": {, "sort": "asc"}}"#, r#"{"filter":{"sort":"asc"}}"#),
        (r#"{"filter": {} "sort": "asc"}"#, r#"{"filter":{},"sort":"asc"}"#),
        (r#"{"sort": "asc", "filter": {"id": 4}}}"#, r#"{"sort":"asc","filter":{"id":4}}"#),
        (r#"{"ids": [{"id": 4}], "sort": "asc"}}"#, r#"{"ids":[{"id":4}],"sort":"asc"}"#),
        ("```json\n{\"id\": 4}}\n```", r#"{"id":4}"#),
        (r#"{"filter": {"sort": "asc"}"#, r#"{"filter":{"sort":"asc"}}"#),
    ]);
}

#[test]
fn escapes_of_code_inside_a_string_are_not_taken_off() {
    assert_refused(&[
        (r#"{"command": "echo \$HOME"}"#, SyntaxErrorKind::BadEscape),
        (r#"{"pattern": "\$[0-9]+"}"#, SyntaxErrorKind::BadEscape),
        (r#"{"command": "git commit -m \"use \`date\`\""}"#, SyntaxErrorKind::BadEscape),
        (r"{'pattern': '\$[0-9]+'}", SyntaxErrorKind::BadEscape),
    ]);
    assert_read(&[(r"{text: `for \$5`}", r#"{"text":"for $5"}"#)]);
}

#[test]
fn half_escaped_quotes_are_no_level_of_escapes() {
    assert_refused(&[
        (r#"{\"name\": \"caf\\u00e9"}"#, SyntaxErrorKind::Ambiguous),
        (r#"{\"name": 1}"#, SyntaxErrorKind::Ambiguous),
    ]);
    assert_read(&[
        (r#"{\"name\": \"a \\"b\\" c\"}"#, r#"{"name":"a \"b\" c"}"#),
        (r#"{\"name\": \"a \\\"b\\\" c\"}"#, r#"{"name":"a \"b\" c"}"#),
    ]);
}

#[test]
fn keys_with_a_meaning_for_serde_json_are_refused() {
    assert_refused(&[
        (r#"{"$serde_json::private::RawValue": "1"}"#, SyntaxErrorKind::ReservedKey),
        (r#"{"id": [{"\u0024serde_json::private::Number": "1"}]}"#, SyntaxErrorKind::ReservedKey),
        (r"{'$serde_json::private::RawValue': '1',}", SyntaxErrorKind::ReservedKey),
    ]);
    assert_read(&[(
        r#"{"$serde_json": "$serde_json::private::RawValue"}"#,
        r#"{"$serde_json":"$serde_json::private::RawValue"}"#,
    )]);
}

#[test]
fn control_characters_other_than_line_breaks_and_tabs_are_damage() {
    for c in ['\0', '\u{8}', '\u{c}', '\u{1b}', '\u{1f}'] {
        let text = format!("{{\"name\": \"a{c}b\", \"id\": 4}}");
        assert_eq!(kind_of(&text), Some(SyntaxErrorKind::ControlCharacter), "{text:?}");
        let cut = format!("{{\"name\": \"a{c}b");
        assert_eq!(kind_of(&cut), Some(SyntaxErrorKind::Truncated(Cut::InString)), "{cut:?}");
    }
}

#[test]
fn words_in_capitals_and_keys_with_dots_have_one_meaning() {
    assert_read(&[
        ("{\"a\": TRUE, \"b\": FALSE, \"c\": [NULL, Null]}", r#"{"a":true,"b":false,"c":[null,null]}"#),
        ("{user.name: 1, 2.5: 2}", r#"{"user.name":1,"2.5":2}"#),
    ]);
    assert_refused(&[
        ("{\"a\": TRUE.}", SyntaxErrorKind::UnquotedValue),
        ("{\"a\": TRUELY}", SyntaxErrorKind::UnquotedValue),
        ("{user.: 1}", SyntaxErrorKind::MissingColon),
        ("{user..name: 1}", SyntaxErrorKind::MissingColon),
    ]);
}

#[test]
fn more_ends_are_seen_to_be_cuts() {
    assert_refused(&[
        ("{\"id\": 4 /", SyntaxErrorKind::Truncated(Cut::InComment)),
        ("{/", SyntaxErrorKind::Truncated(Cut::InComment)),
        ("{\"id\": five, \"name\"", SyntaxErrorKind::Truncated(Cut::InKey)),
        ("{\"id\": five, \"name\": {\"last\"", SyntaxErrorKind::Truncated(Cut::InKey)),
        ("{```json\n", SyntaxErrorKind::Truncated(Cut::AfterOpener)),
    ]);
    // A string that ends an array is a whole one.
    assert_eq!(kind_of("{\"id\": five, \"names\": [\"a\", \"b\""), Some(SyntaxErrorKind::UnquotedValue));
}

#[test]
fn a_wrapper_around_optional_fields_is_one() {
    let schema =
        json!({"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}});
    let inner = json!({"city": "Oslo", "days": 2});
    for text in [
        r#"{"arguments": {"city": "Oslo", "days": 2}}"#,
        r#"{"name": "forecast", "parameters": {"city": "Oslo", "days": "2"}}"#,
        r#"{"arguments": "{\"city\": \"Oslo\", \"days\": 2}"}"#,
    ] {
        assert_eq!(read(&schema, text, Leniency::Safe), Some(inner.clone()), "{text}");
    }
    for text in
        [r#"{"arguments": {}}"#, r#"{"arguments": {"city": "Oslo", "zone": 1}}"#, r#"{"arguments": "Oslo"}"#]
    {
        let sent: Value = serde_json::from_str(text).expect("the text is JSON");
        assert_eq!(read(&schema, text, Leniency::Safe), Some(sent), "{text}");
    }
    let anything = json!({"type": "object"});
    assert_eq!(
        read(&anything, r#"{"arguments": {"city": "Oslo"}}"#, Leniency::Safe),
        Some(json!({"arguments": {"city": "Oslo"}}))
    );
}

#[test]
fn several_items_are_several_in_any_script() {
    let schema =
        json!({"type": "object", "properties": {"v": {"type": "array", "items": {"type": "string"}}}});
    for text in ["奥斯陆、卑尔根", "奥斯陆，卑尔根", "奥斯陆；卑尔根", "أوسلو، برغن", "N/A"]
    {
        assert_eq!(read(&schema, &json!({"v": text}).to_string(), Leniency::Lenient), None, "{text}");
    }
    assert_eq!(read(&schema, r#"{"v": "奥斯陆"}"#, Leniency::Safe), Some(json!({"v": ["奥斯陆"]})));
}

#[test]
fn a_decimal_is_no_word_and_no_object() {
    let schema = json!({"type": "object", "properties": {"v": {"type": "string", "format": "decimal"}}});
    for value in ["true", "{}", "{\"a\": 1}"] {
        assert_eq!(read(&schema, &format!("{{\"v\": {value}}}"), Leniency::Lenient), None, "{value}");
    }
    assert_eq!(read(&schema, "{\"v\": 1.50}", Leniency::Safe), Some(json!({"v": "1.50"})));
}
